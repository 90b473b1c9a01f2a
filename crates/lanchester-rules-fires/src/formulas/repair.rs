//! Damage control.

use super::damage::Condition;

/// ### FIRES 17.A Damage control (line 220)
/// What the roll for a degraded or damaged result must not exceed to remove it; 0 where nothing does. The die of a civilian ship
/// counts double.
pub const fn to_repair(result: Condition, military: bool) -> i32 {
    let number = match result {
        Condition::Degraded => 6,
        Condition::Damaged => 3,
        Condition::Sound | Condition::Disabled | Condition::Destroyed => 0,
    };
    if military { number } else { number / 2 }
}
