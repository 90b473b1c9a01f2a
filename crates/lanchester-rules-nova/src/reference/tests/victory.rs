//! Victory (page 14).

use lanchester_core::Verdict::{Draw, Win};
use lanchester_core::{Outcome, Side};
use lanchester_lanes::dice::ScriptedDice;
use lanchester_lanes::hex::Facing;

use crate::design::Design;
use crate::event::{Condition, Event};
use crate::reference::Battle;
use crate::reference::staging::{Orders, Stage, a, at, b, plain};

/// The end phase of turn 1 of a battle of two ships a side, rated 250 and 160, in these conditions.
fn end(conditions: [[Condition; 2]; 2], target: Option<u32>, partial: bool, cap: u16) -> ([u32; 2], Option<Outcome>) {
    let fleet = || [250, 160].map(|rating| Design { rating, ..plain() }).to_vec();
    let stations = [5, 10].map(|c| [1, 2].map(|r| at(&format!("{c:02}{r:02}"), Facing::NORTH, 0)).to_vec());
    let mut stage = Stage::new([fleet(), fleet()]).fixed(stations);
    stage.options.vp_target = target;
    stage.options.partial_victory = partial;
    stage.options.turn_cap = cap;
    let setup = stage.setup();
    let mut battle = Battle::new(&setup, 0);
    battle.set_up(&mut ScriptedDice::new(&[]), &mut Orders::default()).unwrap();
    battle.turn = 1;
    for (side, ship) in [a, b].into_iter().enumerate() {
        for slot in [0, 1] {
            battle.vessel_mut(ship(slot)).condition = conditions[side][usize::from(slot)];
        }
    }
    let over = battle.end_phase();
    let vp = battle.victory_points();
    match battle.events().last() {
        Some(Event::Over { outcome }) if over => (vp, Some(*outcome)),
        Some(Event::TurnEnd { vp: recorded, .. }) if !over && *recorded == vp => (vp, None),
        other => panic!("{other:?}"),
    }
}

use Condition::{Crippled, Damaged, Destroyed, Sound};

fn verdict(conditions: [[Condition; 2]; 2], target: Option<u32>) -> Option<lanchester_core::Verdict> {
    end(conditions, target, false, 30).1.map(|outcome| outcome.verdict)
}

mod nova_7_1 {
    use super::*;

    /// A destroyed ship rated 250 is worth 250 points.
    #[test]
    fn eliminated_ships_score_their_rating() {
        let (vp, outcome) = end([[Sound, Sound], [Destroyed, Crippled]], None, false, 30);
        assert_eq!((vp, outcome), ([4 * 250, 0], None));
    }

    #[test]
    fn the_target_decides_and_both_draw() {
        assert_eq!(verdict([[Sound; 2], [Destroyed, Sound]], Some(250)), Some(Win(Side::A)));
        assert_eq!(verdict([[Sound; 2], [Destroyed, Sound]], Some(251)), None);
        assert_eq!(verdict([[Destroyed, Sound]; 2], Some(250)), Some(Draw));
        assert_eq!(verdict([[Sound, Destroyed], [Destroyed, Sound]], Some(200)), Some(Win(Side::A)));
        assert_eq!(verdict([[Destroyed; 2], [Destroyed, Sound]], Some(250)), Some(Draw), "both, though A has no ship");
        assert_eq!(verdict([[Destroyed; 2], [Sound, Destroyed]], Some(250)), Some(Win(Side::B)));
    }

    #[test]
    fn without_ships_a_side_has_lost() {
        assert_eq!(verdict([[Destroyed; 2], [Destroyed, Sound]], None), Some(Win(Side::B)));
        assert_eq!(verdict([[Destroyed, Sound], [Destroyed; 2]], None), Some(Win(Side::A)));
        assert_eq!(verdict([[Destroyed; 2]; 2], None), Some(Draw), "equal scores");
        assert_eq!(verdict([[Sound; 2]; 2], None), None);
    }

    #[test]
    fn at_the_cap_the_higher_score_wins() {
        let (_, outcome) = end([[Sound, Destroyed], [Destroyed, Sound]], None, false, 1);
        let outcome = outcome.unwrap();
        assert_eq!((outcome.verdict, outcome.capped), (Win(Side::A), true));
        assert_eq!(outcome.left, [609, 390], "250 and 160 of 410, per mille");
        let decided = end([[Destroyed; 2], [Sound; 2]], None, false, 1).1.unwrap();
        assert!(!decided.capped, "the cap decided nothing");
    }
}

mod nova_7_2 {
    use super::*;

    /// A ship rated 160: 40, 80, 160.
    #[test]
    fn the_book_example() {
        for (condition, points) in [(Sound, 0), (Damaged, 40), (Crippled, 80), (Destroyed, 160)] {
            let (vp, _) = end([[Sound; 2], [Sound, condition]], None, true, 30);
            assert_eq!(vp, [4 * points, 0]);
        }
    }

    #[test]
    fn only_with_the_option_and_in_quarters() {
        assert_eq!(end([[Sound; 2], [Crippled, Damaged]], None, false, 30).0, [0, 0]);
        assert_eq!(end([[Sound; 2], [Damaged, Damaged]], None, true, 30).0, [410, 0], "102.5 points");
    }
}
