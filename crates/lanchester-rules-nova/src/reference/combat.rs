//! Combat (NOVA 5.1 to 5.9): targets, the attack modifier, attack and shield dice.

use lanchester_core::Side;
use lanchester_lanes::dice::DiceSource;
use lanchester_lanes::hex::{Bearing, Hex};

use super::{Battle, Choices, Illegal};
use crate::design::WEAPONS;
use crate::event::{Event, ShipId, Shot, code};
use crate::formulas::{attack_dice, attack_modifier, effective_ecm, hits, range_modifier};

/// ### NOVA 5.7 Shield roll (p. 13)
/// One die a hit; a face on an unchecked icon negates it. How many hits come through. Without a hit or without a
/// blocking face nothing is rolled.
fn through(hits: u8, blocking_faces: u8, dice: &mut dyn DiceSource) -> u8 {
    if hits == 0 || blocking_faces == 0 {
        return hits;
    }
    let blocks = |face: &&u8| blocking_faces >> (**face - 1) & 1 == 1;
    hits - dice.pool(usize::from(hits)).iter().filter(blocks).count() as u8
}

/// Rolls one attack: attack dice, then shield dice. Hits, and hits that come through.
pub fn roll(attack_dice: u8, blocking_faces: u8, dice: &mut dyn DiceSource) -> (u8, u8) {
    let hits = hits(&dice.pool(usize::from(attack_dice)));
    (hits, through(hits, blocking_faces, dice))
}

/// What a ship declared: for each bank that fires, its number and the target's slot, in bank order.
#[derive(Clone, Debug)]
pub struct Declaration {
    pub(super) ship: ShipId,
    aimed: Vec<(usize, u8)>,
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
    /// ### NOVA 5.12 Line of sight (p. 12)
    /// RULING: from the centre of one hex to that of another, and nothing blocks it. Ships never do, and of what does,
    /// terrain and flares, the pages are lost. So there is nothing to check.
    ///
    /// # Errors
    /// The rule that forbids it, and why.
    pub fn aim(&self, ship: ShipId, bank: usize, target: u8) -> Result<Aim, (&'static str, String)> {
        let firer = self.vessel(ship);
        let Some((battery, which)) = firer.design.banks().nth(bank) else {
            return Err(("NOVA 5.1", format!("ship {} of {} has no bank {bank}", ship.slot, ship.side)));
        };
        let battery = &firer.design.batteries[battery];
        let enemy = self.vessels[ship.side.opponent()].get(usize::from(target));
        let (Some(from), Some((enemy, at))) = (firer.at, enemy.and_then(|enemy| Some((enemy, enemy.at?)))) else {
            return Err(("NOVA 5.1", format!("bank {bank} has no living target in slot {target}")));
        };
        if !in_arc(which.arc, from, at.hex) {
            return Err(("NOVA 5.2", format!("target {target} is outside arc {} of bank {bank}", which.arc.name())));
        }
        let range = from.hex.distance(at.hex);
        let Some(range_modifier) = range_modifier(battery, range) else {
            return Err(("NOVA 5.3", format!("target {target} is beyond the range of bank {bank}")));
        };
        let ecm = effective_ecm(firer.design, enemy.ecm(), self.setup.options);
        let modifier = attack_modifier(which.modifier, range_modifier, ecm, firer.lost[WEAPONS]);
        let dice = attack_dice(&battery.dice, modifier);
        if dice == 0 {
            return Err(("NOVA 5.5", format!("bank {bank} has no attack die at {modifier}")));
        }
        // Printed limits keep both in a byte: −25 to 1, and twice 40.
        Ok(Aim { bank: bank as u8, target, range, modifier: modifier as i8, dice: dice as u8, damage: battery.damage })
    }

    /// ### NOVA 5.1 Targets (p. 11)
    /// One target a bank, all declared before any die is rolled. A target needs an attack die to be one.
    pub(super) fn declare(&self, ship: ShipId, choices: &mut dyn Choices) -> Result<Declaration, Illegal> {
        let targets = choices.targets(self, ship).map_err(|why| self.log.illegal("NOVA 5.1", why))?;
        let mut aimed = Vec::new();
        for (bank, target) in targets.into_iter().enumerate() {
            let Some(target) = target else { continue };
            // The ship's own event and those of the attacks declared before this one come before its own.
            let at = self.events().len() + 1 + aimed.len();
            self.aim(ship, bank, target).map_err(|(rule, why)| Illegal { at, rule, why })?;
            aimed.push((bank, target));
        }
        Ok(Declaration { ship, aimed })
    }

    /// ### NOVA 5.8 When damage takes effect (p. 14)
    /// A ship makes all its attacks, then their damage is done, in the order of the targets' slots.
    ///
    /// RULING: attacks are resolved in bank order against the ECM and shields that the targets have when the first of
    /// them is; the hits on one target are pooled.
    ///
    /// ### NOVA 3.3 Combat phase (p. 9)
    /// RULING: of ships that declared together each meets its targets as those before it left them, ECM and shields
    /// too, since the modifier is worked out when an attack is resolved (NOVA 5.4). An attack on a ship that is lost by
    /// then is lost with it.
    pub(super) fn resolve(&mut self, declaration: Declaration, dice: &mut dyn DiceSource) {
        let Declaration { ship, aimed } = declaration;
        self.log.record(Event::Fire { ship });
        let enemies = ship.side.opponent();
        let mut damage = vec![0u32; self.vessels[enemies].len()];
        dice.open(u32::from(self.turn), code::fire(ship.side.seat(self.number), usize::from(ship.slot)));
        for (bank, target) in aimed {
            // Nobody moves while ships fire, and a row only falls: nothing but its loss spoils a declared target.
            let Ok(aim) = self.aim(ship, bank, target) else {
                self.log.record(Event::Wasted { bank: bank as u8, target });
                continue;
            };
            let struck = usize::from(target);
            let (hits, through) = roll(aim.dice, self.vessels[enemies][struck].shield_faces(), dice);
            damage[struck] += u32::from(through) * u32::from(aim.damage);
            self.contact = true;
            let Aim { bank, target, range, modifier, dice, .. } = aim;
            self.log.record(Event::Attack { shot: Shot { bank, target, range, modifier, dice, hits, through } });
        }
        for target in self.ships(enemies) {
            self.do_damage(target, damage[usize::from(target.slot)], dice);
        }
    }

    /// The slots that a bank may be aimed at.
    pub fn targets(&self, ship: ShipId, bank: usize) -> Vec<u8> {
        let enemies: Side = ship.side.opponent();
        self.ships(enemies).map(|enemy| enemy.slot).filter(|slot| self.aim(ship, bank, *slot).is_ok()).collect()
    }
}

/// Whether a hex lies in an arc of a ship, borders included (NOVA 5.2).
fn in_arc(arc: crate::arcs::Arc, from: crate::options::Station, hex: Hex) -> bool {
    Bearing::of(from.hex.to(hex)).is_some_and(|bearing| arc.clock().contains(bearing.seen_from(from.facing)))
}
