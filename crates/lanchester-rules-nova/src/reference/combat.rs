//! Combat (NOVA 5.1 to 5.9): targets, the attack modifier, attack and shield dice.

use lanchester_core::Side;
use lanchester_dice::DiceSource;
use lanchester_hex::{Bearing, Hex};

use super::{Battle, Choices, Illegal, WEAPONS};
use crate::design::{Battery, COLUMNS, Design};
use crate::event::{Event, Ship, Shot, code};
use crate::options::Options;

/// ### NOVA 5.3 Range (p. 12)
/// The range modifier at a distance: short +1, medium 0, long −1; `None` beyond, and in the ship's own hex, where no
/// other ship can be.
#[must_use]
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
#[must_use]
pub fn effective_ecm(firer: &Design, target_ecm: u8, options: &Options) -> u8 {
    target_ecm.saturating_sub(if firer.fire_control { options.fire_control_ecm } else { 0 })
}

/// ### NOVA 5.4 Attack modifier (p. 13)
/// The bank's arc modifier (printed without its minus sign), range, the target's ECM, the firer's own weapon hits.
#[must_use]
pub fn attack_modifier(bank_modifier: u8, range_modifier: i32, ecm: u8, weapon_hits: u8) -> i32 {
    -i32::from(bank_modifier) + range_modifier - i32::from(ecm) - i32::from(weapon_hits)
}

/// ### NOVA 5.5 Attack dice (p. 13)
/// One column to the right for each −1, none past the last. At +1 twice the second column, at +2 twice the first.
///
/// RULING: beyond that every two steps double again.
#[must_use]
pub fn attack_dice(columns: &[u8; COLUMNS], modifier: i32) -> u32 {
    if modifier <= 0 {
        return columns.get(modifier.unsigned_abs() as usize).map_or(0, |dice| u32::from(*dice));
    }
    let odd = modifier % 2;
    let doublings = ((modifier + odd) / 2).min(20);
    u32::from(columns[odd as usize]) << doublings
}

/// ### NOVA 5.6 Hits (p. 13)
/// RULING: the text lost the faces; 5 and 6 hit, as the game's designer states.
#[must_use]
pub fn hits(dice: &[u8]) -> u8 {
    dice.iter().filter(|face| **face >= 5).count() as u8
}

/// ### NOVA 5.7 Shield roll (p. 13)
/// One die a hit; a face on an unchecked icon negates it. How many hits come through. Without a hit or without a
/// blocking face nothing is rolled.
fn through<D: DiceSource>(hits: u8, blocking_faces: u8, dice: &mut D) -> u8 {
    if hits == 0 || blocking_faces == 0 {
        return hits;
    }
    let blocks = |face: &&u8| blocking_faces >> (**face - 1) & 1 == 1;
    hits - dice.pool(usize::from(hits)).iter().filter(blocks).count() as u8
}

/// Rolls one attack: attack dice, then shield dice. Hits, and hits that come through.
pub fn roll<D: DiceSource>(attack_dice: u8, blocking_faces: u8, dice: &mut D) -> (u8, u8) {
    let hits = hits(&dice.pool(usize::from(attack_dice)));
    (hits, through(hits, blocking_faces, dice))
}

/// One bank's attack before the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    /// The bank, counted over all batteries in firing order.
    pub bank: u8,
    /// The target's slot in the enemy fleet.
    pub target: u8,
    /// Distance in hexes.
    pub range: u8,
    /// Attack modifier.
    pub modifier: i8,
    /// Attack dice, at least 1.
    pub dice: u8,
    /// Boxes each unblocked hit checks.
    damage: u8,
}

impl Battle<'_> {
    /// One bank's attack on one enemy.
    ///
    /// # Errors
    /// The rule that forbids it, and why.
    pub fn aim(&self, ship: Ship, bank: usize, target: u8) -> Result<Aim, (&'static str, String)> {
        let firer = self.vessel(ship);
        let Some((battery, which)) = firer.design.banks().nth(bank) else {
            return Err(("NOVA 5.1", format!("ship {} of {} has no bank {bank}", ship.slot, ship.side)));
        };
        let battery = &firer.design.batteries[battery];
        let foe = self.vessels[ship.side.foe()].get(usize::from(target));
        let (Some(from), Some((foe, at))) = (firer.at, foe.and_then(|foe| Some((foe, foe.at?)))) else {
            return Err(("NOVA 5.1", format!("bank {bank} has no living target in slot {target}")));
        };
        if !in_arc(which.arc, from, at.hex) {
            return Err(("NOVA 5.2", format!("target {target} is outside arc {} of bank {bank}", which.arc.name())));
        }
        let range = from.hex.distance(at.hex);
        let Some(range_modifier) = range_modifier(battery, range) else {
            return Err(("NOVA 5.3", format!("target {target} is beyond the range of bank {bank}")));
        };
        let ecm = effective_ecm(firer.design, foe.ecm(), self.setup.options);
        let modifier = attack_modifier(which.modifier, range_modifier, ecm, firer.lost[WEAPONS]);
        let dice = attack_dice(&battery.dice, modifier);
        if dice == 0 {
            return Err(("NOVA 5.5", format!("bank {bank} has no attack die at {modifier}")));
        }
        // Printed limits keep both in a byte: −25 to 1, and twice 40.
        Ok(Aim { bank: bank as u8, target, range, modifier: modifier as i8, dice: dice as u8, damage: battery.damage })
    }

    /// ### NOVA 5.1 Targets (p. 11)
    /// One target a bank, all declared before any die is rolled. Nothing blocks the line of sight. A target needs an
    /// attack die to be one.
    fn declare<C: Choices>(&self, ship: Ship, choices: &mut C) -> Result<Vec<Aim>, Illegal> {
        let targets = choices.targets(self, ship).map_err(|why| self.illegal("NOVA 5.1", why))?;
        let mut aims = Vec::new();
        for (bank, target) in targets.into_iter().enumerate() {
            let Some(target) = target else { continue };
            let aim = self.aim(ship, bank, target);
            // The events of the attacks declared before this one come before its own.
            aims.push(aim.map_err(|(rule, why)| Illegal { at: self.events().len() + aims.len(), rule, why })?);
        }
        Ok(aims)
    }

    /// ### NOVA 5.8 When damage takes effect (p. 14)
    /// A ship makes all its attacks, then their damage is done, in the order of the targets' slots.
    ///
    /// RULING: attacks are resolved in bank order against the ECM and shields that the targets had at the start of the
    /// activation; the hits on one target are pooled.
    pub(super) fn fire_ship<D: DiceSource, C: Choices>(
        &mut self,
        ship: Ship,
        dice: &mut D,
        choices: &mut C,
    ) -> Result<(), Illegal> {
        self.record(Event::Fire { ship });
        let aims = self.declare(ship, choices)?;
        let foes = ship.side.foe();
        let mut damage = vec![0u32; self.vessels[foes].len()];
        dice.open(u32::from(self.turn), code::fire(ship.side.role(self.number), usize::from(ship.slot)));
        for aim in aims {
            let target = usize::from(aim.target);
            let (hits, through) = roll(aim.dice, self.vessels[foes][target].shield_faces(), dice);
            damage[target] += u32::from(through) * u32::from(aim.damage);
            self.contact = true;
            let Aim { bank, target, range, modifier, dice, .. } = aim;
            self.record(Event::Attack { shot: Shot { bank, target, range, modifier, dice, hits, through } });
        }
        for target in self.ships(foes) {
            self.do_damage(target, damage[usize::from(target.slot)], dice);
        }
        Ok(())
    }

    /// The slots that a bank may be aimed at.
    #[must_use]
    pub fn targets(&self, ship: Ship, bank: usize) -> Vec<u8> {
        let foes: Side = ship.side.foe();
        self.ships(foes).map(|foe| foe.slot).filter(|slot| self.aim(ship, bank, *slot).is_ok()).collect()
    }
}

/// Whether a hex lies in an arc of a ship, borders included (NOVA 5.2).
fn in_arc(arc: crate::arcs::Arc, from: crate::options::Station, hex: Hex) -> bool {
    Bearing::of(from.hex.to(hex)).is_some_and(|bearing| arc.clock().contains(bearing.seen_from(from.facing)))
}
