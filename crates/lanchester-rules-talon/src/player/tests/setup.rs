//! Where ships start, and the range they want.

use super::{answer, blank, with};
use crate::options::Station;
use crate::policy::{DeployRow, Policy, RangeGoal};
use crate::reference::Choices;
use crate::reference::tests::staging::{a, stage};

fn columns(policy: &Policy) -> Vec<(u8, u8)> {
    let ships = stage(&["talon-ff"; 4], &["terran-dd"]);
    let place = |player: &mut super::Player<'_>, battle: &crate::reference::Battle<'_>| {
        let stations = (0..4).map(|slot| player.place(battle, a(slot)).unwrap());
        stations.map(|Station { column, row, .. }| (column, row)).collect()
    };
    answer(&ships, policy, |_| (), place)
}

/// Four ships in the middle of 24 columns: ten are free on each side, or seven and eight with gaps.
#[test]
fn the_line_is_spaced_and_shifted() {
    assert_eq!(columns(&blank()), [(11, 2), (12, 2), (13, 2), (14, 2)]);
    assert_eq!(columns(&with(|p| p.deploy_spacing = 2)), [(9, 2), (11, 2), (13, 2), (15, 2)]);
    assert_eq!(columns(&with(|p| p.deploy_row = DeployRow::Back))[0], (11, 1));
    let shifted = columns(&with(|p| p.deploy_shift = 6));
    let by = i16::from(shifted[0].0) - 11;
    assert!(by != 0 && by.abs() <= 6, "{shifted:?}");
    assert_eq!(
        shifted,
        columns(&blank()).iter().map(|(column, row)| ((i16::from(*column) + by) as u8, *row)).collect::<Vec<_>>()
    );
}

/// Disruptors alone against a torpedo: at one hex a torpedo does nothing, at two the disruptors do most. By 5 · dealt − 4 · taken,
/// two disruptors in sixths 8, 20, 16, 8 and a torpedo 0, 20, 16, 8 by range: 40, 20, 16, 8.
#[test]
fn the_range_wanted() {
    let wanted = |goal| {
        let policy = with(|p| p.range_goal = goal);
        let ships = stage(&["talon-ff"], &["terran-dd"]);
        answer(&ships, &policy, |_| (), |player, _| player.tables.ships[0].wanted[0])
    };
    assert_eq!([RangeGoal::Closest, RangeGoal::Best, RangeGoal::Longest].map(wanted), [1, 1, 4]);
}
