//! The damage roll (X 4.2.3): what one die marks on the target's record.

use lanchester_lanes::dice::DiceSource;

use super::{Battle, Choices, Illegal, Vessel};
use crate::design::{Abilities, Kind};
use crate::event::{Event, Mark, Marks, ShipId};

/// What is special about the damage dice of an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hit {
    /// Abilities of the weapon.
    pub abilities: Abilities,
}

/// An attack's damage dice, and the armour that they meet.
///
/// RULING: armour that is lost in a phase works to its end, like everything else that is slashed in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    hit: Hit,
    /// The least face that cancels a hull hit, if any does.
    hull: Option<u8>,
    /// The same for a weapon hit.
    weapons: Option<u8>,
    /// The same for a shield hit.
    shields: Option<u8>,
}

impl Source {
    /// Against a ship as it was when the phase began (or when the flight attacked).
    pub fn of(vessel: &Vessel<'_>, hit: Hit) -> Self {
        Self {
            hit,
            hull: vessel.cancels(Kind::ArmorPlating),
            weapons: vessel.cancels(Kind::ArmoredGuns),
            shields: vessel.cancels(Kind::RedundantShielding),
        }
    }
}

/// What a letter of the damage chart hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum System {
    Hull,
    Engines,
    Shields,
    Equipment,
    /// This battery: 0 for a.
    Battery(u8),
}

impl System {
    /// In the order of the letters, H E S Q a b c.
    const ALL: [Self; 7] = [
        Self::Hull,
        Self::Engines,
        Self::Shields,
        Self::Equipment,
        Self::Battery(0),
        Self::Battery(1),
        Self::Battery(2),
    ];
}

impl Battle<'_> {
    /// Rolls and applies `count` damage dice.
    ///
    /// RULING: they are rolled two at a time; once the last hull box is hit the rest is neither rolled nor looked at.
    pub(super) fn damage(
        &mut self,
        ship: ShipId,
        count: u8,
        source: Source,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        let mut left = usize::from(count);
        while left > 0 && self.has_hull(ship) {
            let faces = dice.pool(left.min(2));
            left -= faces.len();
            for face in faces {
                if self.has_hull(ship) {
                    self.damage_die(ship, face, source, dice, choices)?;
                }
            }
        }
        Ok(())
    }

    fn has_hull(&self, ship: ShipId) -> bool {
        self.vessel(ship).hull < self.vessel(ship).design.hull
    }

    /// ### X 4.2.3 Damage roll (p. 16)
    /// The chart's entry for the face. What of it can be applied is applied; if nothing can, a hull hit stands for it. The
    /// defender says which weapon and which equipment is lost.
    ///
    /// RULING: the hits of an entry are resolved in the order H E S Q a b c. Whether anything can be applied is judged
    /// before any of them; a hit that armour cancels counts as applied.
    fn damage_die(
        &mut self,
        ship: ShipId,
        face: u8,
        source: Source,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        let entry = self.vessel(ship).design.chart[usize::from(face) - 1];
        let Abilities { extra_hull, extra_crew, .. } = source.hit.abilities;
        let mut marks = Marks::default();
        let hits = || System::ALL.into_iter().zip(entry.0);
        if !hits().any(|(system, count)| count > 0 && self.applicable(ship, system)) {
            let armour = source.hull.filter(|_| self.setup.options.armor_saves_substituted);
            self.hull_hit(ship, armour, source, &mut marks, dice);
        } else {
            for (system, count) in hits() {
                for _ in 0..count {
                    if self.applicable(ship, system) {
                        self.chart_hit(ship, system, source, &mut marks, dice, choices)?;
                    }
                }
            }
        }
        // RULING: the extra hull hit and then the crew casualty come after the chart's result.
        if extra_hull && self.has_hull(ship) {
            self.hull_hit(ship, source.hull, source, &mut marks, dice);
        }
        let vessel = self.vessel_mut(ship);
        if extra_crew && vessel.marked < vessel.design.hull {
            vessel.marked += 1;
            marks.push(Mark::Crew);
        }
        self.log.record(Event::Damage { ship, face, marks });
        Ok(())
    }

    /// Whether a hit on this system finds a box that is not marked.
    fn applicable(&self, ship: ShipId, system: System) -> bool {
        let vessel = self.vessel(ship);
        match system {
            System::Hull => vessel.hull < vessel.design.hull,
            System::Engines => vessel.engines < vessel.design.engines,
            System::Shields => vessel.shields < vessel.design.shields,
            System::Equipment => vessel.boxes.iter().any(|left| *left > 0),
            System::Battery(battery) => {
                let mut mounts = vessel.design.mounts().zip(vessel.weapons);
                mounts.any(|((of, _), left)| of == usize::from(battery) && left > 0)
            }
        }
    }

    fn chart_hit(
        &mut self,
        ship: ShipId,
        system: System,
        source: Source,
        marks: &mut Marks,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        let nth = marks.iter().count();
        match system {
            System::Hull => self.hull_hit(ship, source.hull, source, marks, dice),
            System::Engines => {
                self.vessel_mut(ship).engines += 1;
                marks.push(Mark::Engine);
            }
            System::Shields => {
                let cancelled = cancelled(source.shields, dice);
                self.vessel_mut(ship).shields += u8::from(!cancelled);
                marks.push(Mark::Shield { cancelled });
            }
            System::Equipment => {
                let piece = choices.equipment(self, ship, nth).map_err(|why| self.log.illegal("X 4.2.3", why))?;
                match self.vessel_mut(ship).boxes.get_mut(usize::from(piece)) {
                    Some(left) if *left > 0 => *left -= 1,
                    _ => return Err(self.log.illegal("X 4.2.3", format!("equipment {piece} has no box left"))),
                }
                marks.push(Mark::Equipment(piece));
            }
            System::Battery(battery) => {
                if cancelled(source.weapons, dice) {
                    marks.push(Mark::Weapon { battery, mount: 255 });
                    return Ok(());
                }
                let mount = choices.weapon(self, ship, battery, nth).map_err(|why| self.log.illegal("X 4.2.3", why))?;
                let of = self.vessel(ship).design.mounts().nth(usize::from(mount)).map(|(battery, _)| battery as u8);
                match self.vessel_mut(ship).weapons.get_mut(usize::from(mount)) {
                    Some(left) if *left > 0 && of == Some(battery) => *left -= 1,
                    _ => return Err(self.log.illegal("X 4.2.3", format!("mount {mount} has no such weapon left"))),
                }
                marks.push(Mark::Weapon { battery, mount });
            }
        }
        Ok(())
    }

    /// A hull hit, unless the weapon does none.
    fn hull_hit(
        &mut self,
        ship: ShipId,
        armour: Option<u8>,
        source: Source,
        marks: &mut Marks,
        dice: &mut dyn DiceSource,
    ) {
        if source.hit.abilities.no_hull {
            return;
        }
        let cancelled = cancelled(armour, dice);
        if !cancelled {
            let vessel = self.vessel_mut(ship);
            vessel.hull += 1;
            // Hull hits overlap crew casualties.
            vessel.marked = vessel.marked.max(vessel.hull);
        }
        marks.push(Mark::Hull { cancelled });
    }
}

/// A die for a hit that armour may cancel.
fn cancelled(armour: Option<u8>, dice: &mut dyn DiceSource) -> bool {
    armour.is_some_and(|least| dice.pool(1)[0] >= least)
}
