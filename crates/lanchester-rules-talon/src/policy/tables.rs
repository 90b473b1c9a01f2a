//! What a policy makes of a matchup's designs, worked out once.

use crate::arcs::Arc;
use crate::design::{Design, Group, MAX_GROUPS};
use crate::policy::Policy;
use crate::reference::Setup;
use crate::weapons::{MAX_RANGE, MISSILE_DAMAGE, Weapon};

/// Sixths of a point.
pub const SIXTHS: i16 = 6;
/// Most that a volley counts, in sixths.
pub const MOST: i16 = 255;

/// Expected damage of a group, in sixths, by range (1 to 4) and arc: at most 4 weapons of 54 sixths each.
type Reach = [[u8; 4]; MAX_RANGE as usize];

/// What a group does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupTable {
    /// Expected damage by range and arc.
    pub reach: Reach,
    /// The most of it.
    pub peak: u8,
    /// The most by yellow box, at most 63.
    pub per_box: u8,
}

/// What a ship does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShipTable {
    /// Its groups.
    pub groups: [GroupTable; MAX_GROUPS],
    /// Its points in sixteenths of the highest in its fleet.
    pub points: u8,
    /// The range wanted from each enemy, by slot, 1 to 4.
    pub wanted: Vec<u8>,
}

/// What is worked out once a matchup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// The ships of A and of B.
    pub ships: [Vec<ShipTable>; 2],
}

/// Expected damage of one weapon at a range, in sixths: the sum of its chart's row. A missile in flight counts as a hit.
pub fn expected(weapon: Weapon, range: u16) -> u8 {
    match weapon {
        Weapon::Missile if weapon.reaches(range) => SIXTHS as u8 * MISSILE_DAMAGE,
        _ => weapon.row(range).iter().sum(),
    }
}

/// The value of a shot at a missile that so many points destroy, by the damage of each face: two points of damage, by sixths of a
/// kill, where it is nearly certain.
#[must_use]
pub fn missile_value(row: [u8; 6], needed: u8) -> u8 {
    let kills = row.iter().filter(|damage| **damage >= needed).count() as u8;
    if kills >= 4 { 2 * kills } else { 0 }
}

impl GroupTable {
    fn new(group: &Group) -> Self {
        let reach: Reach = std::array::from_fn(|range| {
            let damage = group.count * expected(group.weapon, range as u16 + 1);
            Arc::ALL.map(|arc| if group.arcs.contains(arc) { damage } else { 0 })
        });
        let peak = reach.iter().flatten().copied().max().unwrap_or(0);
        Self { reach, peak, per_box: peak.checked_div(group.yellow).unwrap_or(0).min(63) }
    }
}

/// Damage of a design at a range on the arc where it does most.
fn broadside(design: &Design, range: u8) -> i64 {
    let of = |arc: Arc| -> i64 {
        let groups = design.groups.iter().filter(|group| group.arcs.contains(arc));
        groups.map(|group| i64::from(group.count) * i64::from(expected(group.weapon, range.into()))).sum()
    };
    Arc::ALL.into_iter().map(of).max().unwrap_or(0)
}

impl Tables {
    /// Works it out.
    #[must_use]
    pub fn new(setup: &Setup<'_>, policies: [&Policy; 2]) -> Self {
        let ships = [0, 1].map(|side| {
            let highest = setup.ships[side].iter().map(|design| design.points).max().unwrap_or(1).max(1);
            let table = |design: &&Design| {
                let longest = (1..=MAX_RANGE as u8).rev().find(|range| broadside(design, *range) > 0).unwrap_or(1);
                let goal = policies[side].range_goal;
                let wanted = setup.ships[1 - side].iter().map(|enemy| {
                    goal.distance(longest, MAX_RANGE as u8, |range| [broadside(design, range), broadside(enemy, range)])
                });
                let mut groups = [GroupTable::default(); MAX_GROUPS];
                design.groups.iter().zip(&mut groups).for_each(|(group, table)| *table = GroupTable::new(group));
                ShipTable { groups, points: (16 * design.points / highest) as u8, wanted: wanted.collect() }
            };
            setup.ships[side].iter().map(table).collect()
        });
        Self { ships }
    }
}
