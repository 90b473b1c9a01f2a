//! What the book works out of numbers alone: for the reference, the tables of the lanes, odds and words.

use crate::design::{Battery, COLUMNS, Design};
use crate::event::Condition;
use crate::options::Options;

/// ### NOVA 5.3 Range (p. 12)
/// The range modifier at a distance: short +1, medium 0, long −1; `None` beyond, and in the ship's own hex, where no
/// other ship can be.
pub fn range_modifier(battery: &Battery, distance: u8) -> Option<i32> {
    let [short, medium, long] = battery.range;
    match distance {
        0 => None,
        d if d <= short => Some(1),
        d if d <= medium => Some(0),
        d if d <= long => Some(-1),
        _ => None,
    }
}

/// The target's ECM as the firer meets it.
///
/// ### NOVA 5.9 Traits and systems (p. 19)
/// Dx2 and Dx3 are the battery's `damage`, boxes checked by each unblocked hit. Fire Control lowers the target's ECM,
/// not below 0. A Hyperdrive does nothing in a battle.
///
/// RULING: the pages that define them are lost. Fire Control's amount is the option `fire_control_ecm`, 1 by default.
pub fn effective_ecm(firer: &Design, target_ecm: u8, options: &Options) -> u8 {
    target_ecm.saturating_sub(if firer.fire_control { options.fire_control_ecm } else { 0 })
}

/// ### NOVA 5.4 Attack modifier (p. 13)
/// The bank's arc modifier (printed without its minus sign), range, the target's ECM, the firer's own weapon hits.
pub fn attack_modifier(bank_modifier: u8, range_modifier: i32, ecm: u8, weapon_hits: u8) -> i32 {
    -i32::from(bank_modifier) + range_modifier - i32::from(ecm) - i32::from(weapon_hits)
}

/// ### NOVA 5.5 Attack dice (p. 13)
/// One column to the right for each −1, none past the last. At +1 twice the second column, at +2 twice the first.
///
/// RULING: beyond that every two steps double again.
pub fn attack_dice(columns: &[u8; COLUMNS], modifier: i32) -> u32 {
    if modifier <= 0 {
        return columns.get(modifier.unsigned_abs() as usize).map_or(0, |dice| u32::from(*dice));
    }
    let odd = modifier % 2;
    let doublings = ((modifier + odd) / 2).min(20);
    u32::from(columns[odd as usize]) << doublings
}

/// ### NOVA 5.6 Hits (p. 13)
/// RULING: the text lost the faces. 5 and 6 hit: so the game's designer writes in his notes on attack dice, published
/// before the book (mj12games.com/forum/viewtopic.php?id=3579).
pub fn hits(dice: &[u8]) -> u8 {
    dice.iter().filter(|face| **face >= 5).count() as u8
}

/// The condition of a ship with this many boxes checked, in fill order (NOVA 1.3).
pub fn condition(design: &Design, track: u8) -> Condition {
    let [damaged, crippled, destroyed] = design.thresholds();
    match track {
        t if t >= destroyed => Condition::Destroyed,
        t if t >= crippled => Condition::Crippled,
        t if t >= damaged => Condition::Damaged,
        _ => Condition::Sound,
    }
}

/// Boxes that a damage check of this face checks: 1-2 two, 3-5 one, 6 none (NOVA 5.10).
pub fn boxes_lost(face: u8) -> u8 {
    match face {
        1 | 2 => 2,
        3..=5 => 1,
        _ => 0,
    }
}
