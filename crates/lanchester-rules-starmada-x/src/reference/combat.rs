//! The combat phase (X 4.1, 4.2): targets, to-hit, penetration; everything at once.

use lanchester_core::Side;
use lanchester_lanes::dice::DiceSource;
use lanchester_lanes::hex::{Bearing, Hex, clear_line};

use super::damage::{Hit, Source};
use super::{Battle, Choices, Declared, Illegal, Vessel};
use crate::design::Kind;
use crate::event::{Attack, Event, Flight, ShipId, Target, code};
use crate::formulas::{effective_shields, hits, range_modifier};
use crate::options::{Declare, Station};

/// ### X 4.2.2 Shield roll (p. 16)
/// Rolls penetration dice: those above the shield rating penetrate. With `again` each of them must do so twice.
pub fn penetrations(dice: &mut dyn DiceSource, count: u8, shields: u8, again: bool) -> u8 {
    let mut roll = |count: u8| dice.pool(usize::from(count)).into_iter().filter(|face| *face > shields).count() as u8;
    let through = roll(count);
    if again { roll(through) } else { through }
}

/// One battery's attack before the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    /// What was declared.
    pub declared: Declared,
    /// Distance in hexes.
    pub range: u8,
    /// The number that a die needs.
    pub need: u8,
    /// To-hit dice.
    pub dice: u8,
}

impl Battle<'_> {
    /// One battery's attack on one target.
    ///
    /// # Errors
    /// The rule that forbids it, and why.
    pub fn aim(&self, ship: ShipId, declared: Declared) -> Result<Aim, (&'static str, String)> {
        let firer = self.seen(ship);
        let number = usize::from(declared.battery);
        let Some(battery) = firer.design.batteries.get(number).filter(|_| firer.alive()) else {
            return Err(("X 4.1.1", format!("ship {} of {} has no battery {number}", ship.slot, ship.side)));
        };
        let Some(hex) = self.place(ship.side, declared.target) else {
            return Err(("X 4.1.1", format!("{:?} is no target", declared.target)));
        };
        let weapons = self.taking_part(firer, &declared, hex)?;
        let from: Station = firer.at;
        let range = from.hex.distance(hex);
        let Some(modifier) = range_modifier(battery, range) else {
            return Err(("X 4.1.3", format!("{:?} is {range} hexes away, in no range band", declared.target)));
        };
        if !self.in_sight(from.hex, hex) {
            return Err(("X 4.1.4", format!("an explosion or object blocks the line to {:?}", declared.target)));
        }
        let mut penalty = self.blast(from.hex) + self.blast(hex);
        match declared.target {
            Target::Ship(slot) => {
                let target = self.seen(ShipId { side: ship.side.opponent(), slot });
                penalty += u8::from(target.working(Kind::Ecm).is_some());
            }
            Target::Flights(_) if battery.abilities.spares_fighters() => {
                return Err(("X 5.3.3", format!("{} has no effect on fighters", battery.name)));
            }
            Target::Flights(_) => penalty += 1,
        }
        let need = (battery.to_hit + penalty).saturating_add_signed(-modifier);
        // Files hold weapons × dice within a byte.
        Ok(Aim { declared, range, need, dice: weapons * battery.rof })
    }

    /// Weapons that take part in an attack on a hex, if all of them may.
    fn taking_part(&self, firer: &Vessel<'_>, declared: &Declared, hex: Hex) -> Result<u8, (&'static str, String)> {
        let from = firer.at;
        let bearing = Bearing::of(from.hex.to(hex)).map(|bearing| bearing.seen_from(from.facing));
        let mut count = 0u8;
        let mut mounts = firer.design.mounts();
        for (mount, weapons) in declared.weapons.iter().enumerate() {
            let own = mounts.next();
            if *weapons == 0 {
                continue;
            }
            let Some((_, own)) = own.filter(|(battery, _)| *battery == usize::from(declared.battery)) else {
                return Err(("X 4.1.1", format!("mount {mount} is not of this battery")));
            };
            if *weapons > firer.weapons[mount] {
                return Err(("X 4.1.1", format!("mount {mount} has {} weapons left", firer.weapons[mount])));
            }
            if !bearing.is_some_and(|bearing| own.arcs.covers(bearing)) {
                return Err(("X 4.1.2", format!("the target is outside the arcs {} of mount {mount}", own.arcs)));
            }
            count += weapons;
        }
        if count == 0 {
            return Err(("X 4.1.1", "no weapon takes part".to_owned()));
        }
        Ok(count)
    }

    /// ### X 4.1.4 Line of sight (p. 16)
    /// From centre to centre; objects (X 2.1.2) and explosions block it, but not explosions at its ends, which take their
    /// strength off the to-hit dice instead. Along a shared side both neighbours must block. Ships and fighters never do.
    ///
    /// RULING: a line that only touches a corner does not cross the hex. An object blocks as an explosion does, and with one
    /// along a shared side; there is no modifier for it. The strengths of explosions at both ends, and of
    /// several in one hex, add up.
    pub fn in_sight(&self, from: Hex, to: Hex) -> bool {
        let explosions = self.explosions().map(|(hex, ..)| hex).filter(|hex| *hex != from && *hex != to);
        let blocking: Vec<Hex> = explosions.chain(self.setup.options.solid()).collect();
        clear_line(from, to, &blocking)
    }

    /// ### X 4.1.1 Declaration of targets (p. 15)
    /// A ship declares all its attacks before it rolls for any of them; each weapon fires once.
    ///
    /// RULING: with the option `declare = "ship"` each ship does so when its turn to attack comes, and sees what was slashed
    /// before; with `phase` all ships of both sides do so before any die of the phase. Either way a ship or stack that is
    /// slashed out may still be attacked: it goes at the end of the phase.
    fn declare(&self, ship: ShipId, choices: &mut dyn Choices) -> Result<Vec<Aim>, Illegal> {
        let declared = choices.attacks(self, ship).map_err(|why| self.log.illegal("X 4.1.1", why))?;
        let mut aims: Vec<Aim> = Vec::new();
        let mut fired = self.seen(ship).weapons.map(|_| 0u8);
        for attack in declared {
            let aim = self.aim(ship, attack).map_err(|(rule, why)| self.log.illegal(rule, why))?;
            let key = |aim: &Aim| (aim.declared.battery, aim.declared.target);
            if aims.last().is_some_and(|last| key(last) >= key(&aim)) {
                return Err(self.log.illegal("X 4.1.1", "attacks go by battery, then by target, each once"));
            }
            for (mount, weapons) in attack.weapons.iter().enumerate() {
                fired[mount] = fired[mount].saturating_add(*weapons);
                if fired[mount] > self.seen(ship).weapons[mount] {
                    return Err(self.log.illegal("X 4.1.1", format!("mount {mount} fires twice")));
                }
            }
            aims.push(aim);
        }
        Ok(aims)
    }

    /// The side whose ships attack first this turn: the higher die's in the first combat phase, then they alternate.
    fn first_to_attack(&self) -> Side {
        let first = self.first_throw.unwrap_or(Side::A);
        if self.turn % 2 == 1 { first } else { first.opponent() }
    }

    /// ### X 2.2.4 Combat phase (p. 14)
    /// ### X 4.1 Before attacking (p. 15)
    /// In the first one each side rolls a die, and the higher resolves first; then they alternate. All combat is
    /// simultaneous: a ship that is slashed out still attacks.
    ///
    /// RULING: ties are rolled again. All ships of a side attack, in the order of its list, and then all of the other.
    ///
    /// ### X 4.3 Effects of damage (p. 17)
    /// Boxes are slashed as dice fall, and filled in at the end of the phase: shields, weapons and equipment are those of
    /// its beginning for every attack; only the damage chart looks at slashes.
    pub(super) fn combat_phase(&mut self, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        if self.turn == 1 {
            let (throws, faces) = self.throw(0, code::COMBAT, dice);
            let first = if faces[Side::A] > faces[Side::B] { Side::A } else { Side::B };
            self.first_throw = Some(first);
            self.log.record(Event::CombatDice { throws, dice: faces, first });
        }
        self.begin_combat();
        let first = self.first_to_attack();
        let order: Vec<ShipId> = [first, first.opponent()].into_iter().flat_map(|side| self.ships(side)).collect();
        let order: Vec<ShipId> = order.into_iter().filter(|ship| self.vessel(*ship).alive()).collect();
        let mut waiting = std::collections::VecDeque::new();
        if self.setup.options.declare == Declare::Phase {
            for ship in &order {
                waiting.push_back(self.declare(*ship, choices)?);
            }
        }
        for ship in order {
            let aims = match waiting.pop_front() {
                Some(aims) => aims,
                None => self.declare(ship, choices)?,
            };
            dice.open(u32::from(self.turn), code::fire(ship.side.seat(self.number), usize::from(ship.slot)));
            for aim in aims {
                self.attack(ship, aim, dice, choices)?;
            }
        }
        self.began = None;
        for ship in self.afloat() {
            self.lose_if_beaten(ship);
        }
        Ok(())
    }

    /// ### X 4.2 Attack procedure (p. 16)
    /// To-hit dice, penetration dice for each hit, damage dice for each penetration.
    fn attack(
        &mut self,
        ship: ShipId,
        aim: Aim,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        let Aim { declared: Declared { battery, target, weapons }, range, need, dice: count } = aim;
        let opponent = ship.side.opponent();
        let design = self.vessel(ship).design;
        let weapon = &design.batteries[usize::from(battery)];
        self.contact = true;
        let hits = hits(&dice.pool(usize::from(count)), need);
        let mut attack = Attack { ship, battery, target, weapons, range, need, dice: count, hits, through: 0 };
        match target {
            Target::Flights(slot) => {
                self.log.record(Event::Attack { attack });
                self.shoot_down(Flight { side: opponent, slot }, hits, choices)
            }
            Target::Ship(slot) => {
                let target = ShipId { side: opponent, slot };
                let then = self.seen(target);
                let source = Source::of(then, Hit { abilities: weapon.abilities });
                let shields = effective_shields(then.shield_rating(), weapon.abilities);
                attack.through = penetrations(dice, hits * weapon.pen, shields, weapon.abilities.re_roll);
                self.log.record(Event::Attack { attack });
                self.damage(target, attack.through * weapon.dmg, source, dice, choices)
            }
        }
    }
}
