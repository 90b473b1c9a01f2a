//! What a policy makes of a matchup's designs.

use crate::arcs::Arc;
use crate::design::{Design, Group};
use crate::policy::RangeGoal;
use crate::weapons::{MAX_RANGE, MISSILE_DAMAGE, Weapon};

/// Sixths of a point.
pub const SIXTHS: i16 = 6;

/// Expected damage of one weapon at a range, in sixths: the sum of its chart's row. A missile in flight counts as a hit.
fn expected(weapon: Weapon, range: u16) -> u8 {
    match weapon {
        Weapon::Missile if weapon.reaches(range) => SIXTHS as u8 * MISSILE_DAMAGE,
        _ => weapon.row(range).iter().sum(),
    }
}

/// Expected damage of all weapons of a group, in sixths, by 4·(range − 1) + arc: at most 4 weapons of 54 sixths each.
pub fn reach(group: &Group) -> [u8; 16] {
    std::array::from_fn(|index| match group.arcs.contains(Arc::ALL[index % 4]) {
        true => group.count * expected(group.weapon, index as u16 / 4 + 1),
        false => 0,
    })
}

/// The value of a weapon's shot at a missile that so many points destroy: two points of damage, by sixths of a kill, where it is
/// nearly certain.
pub fn kill_value(weapon: Weapon, range: u16, needed: u8) -> u8 {
    let kills = weapon.row(range).iter().filter(|damage| **damage >= needed).count() as u8;
    if kills >= 4 { 2 * kills } else { 0 }
}

/// Damage of a design at a range on the arc where it does most.
fn broadside(design: &Design, range: u8) -> i64 {
    let of = |arc: Arc| -> i64 {
        let groups = design.groups.iter().filter(|group| group.arcs.contains(arc));
        groups.map(|group| i64::from(group.count) * i64::from(expected(group.weapon, range.into()))).sum()
    };
    Arc::ALL.into_iter().map(of).max().unwrap_or(0)
}

/// The range that a design wants from each enemy, by slot, 1 to 4.
pub fn wanted(design: &Design, enemies: &[&Design], goal: RangeGoal) -> Vec<u8> {
    let of = |enemy: &&Design| {
        goal.distance([design.reach(), enemy.reach()], MAX_RANGE as u8, |range| {
            [broadside(design, range), broadside(enemy, range)]
        })
    };
    enemies.iter().map(of).collect()
}
