//! The damage roll (X 4.2.3): what one die marks on the target's record.

use lanchester_dice::DiceSource;

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
    /// The least faces that cancel hull, weapon and shield hits.
    cancels: [Option<u8>; 3],
}

impl Source {
    /// Against a ship as it was when the phase began (or when the flight attacked).
    #[must_use]
    pub fn of(vessel: &Vessel<'_>, hit: Hit) -> Self {
        let armour = [Kind::ArmorPlating, Kind::ArmoredGuns, Kind::RedundantShielding];
        Self { hit, cancels: armour.map(|kind| vessel.cancels(kind)) }
    }
}

impl Battle<'_> {
    /// Rolls and applies `count` damage dice.
    ///
    /// RULING: they are rolled two at a time; once the last hull box is hit the rest is neither rolled nor looked at.
    pub(super) fn damage<D: DiceSource, C: Choices>(
        &mut self,
        ship: ShipId,
        count: u8,
        source: Source,
        dice: &mut D,
        choices: &mut C,
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
    fn damage_die<D: DiceSource, C: Choices>(
        &mut self,
        ship: ShipId,
        face: u8,
        source: Source,
        dice: &mut D,
        choices: &mut C,
    ) -> Result<(), Illegal> {
        let entry = self.vessel(ship).design.chart[usize::from(face) - 1];
        let Abilities { extra_hull, extra_crew, .. } = source.hit.abilities;
        let mut marks = Marks::default();
        let applicable = (0..7).any(|letter| entry.0[letter] > 0 && self.applicable(ship, letter));
        if !applicable {
            let [armour, ..] = source.cancels;
            let armour = armour.filter(|_| self.setup.options.armor_saves_substituted);
            self.hull_hit(ship, armour, source, &mut marks, dice);
        } else {
            for letter in 0..7 {
                for _ in 0..entry.0[letter] {
                    if self.applicable(ship, letter) {
                        self.chart_hit(ship, letter, source, &mut marks, dice, choices)?;
                    }
                }
            }
        }
        // RULING: the extra hull hit and then the crew casualty come after the chart's result.
        if extra_hull && self.has_hull(ship) {
            self.hull_hit(ship, source.cancels[0], source, &mut marks, dice);
        }
        let vessel = self.vessel_mut(ship);
        if extra_crew && vessel.marked < vessel.design.hull {
            vessel.marked += 1;
            marks.push(Mark::Crew);
        }
        self.log.record(Event::Damage { ship, face, marks });
        Ok(())
    }

    /// Whether a hit of this letter (0 H, 1 E, 2 S, 3 Q, then a b c) finds a box that is not marked.
    fn applicable(&self, ship: ShipId, letter: usize) -> bool {
        let vessel = self.vessel(ship);
        match letter {
            0 => vessel.hull < vessel.design.hull,
            1 => vessel.engines < vessel.design.engines,
            2 => vessel.shields < vessel.design.shields,
            3 => vessel.boxes.iter().any(|left| *left > 0),
            _ => {
                let mounts = vessel.design.mounts().zip(vessel.weapons);
                mounts.into_iter().any(|((battery, _), left)| battery == letter - 4 && left > 0)
            }
        }
    }

    fn chart_hit<D: DiceSource, C: Choices>(
        &mut self,
        ship: ShipId,
        letter: usize,
        source: Source,
        marks: &mut Marks,
        dice: &mut D,
        choices: &mut C,
    ) -> Result<(), Illegal> {
        let nth = marks.iter().count();
        match letter {
            0 => self.hull_hit(ship, source.cancels[0], source, marks, dice),
            1 => {
                self.vessel_mut(ship).engines += 1;
                marks.push(Mark::Engine);
            }
            2 => {
                let cancelled = cancelled(source.cancels[2], dice);
                self.vessel_mut(ship).shields += u8::from(!cancelled);
                marks.push(Mark::Shield { cancelled });
            }
            3 => {
                let piece = choices.equipment(self, ship, nth).map_err(|why| self.log.illegal("X 4.2.3", why))?;
                match self.vessel_mut(ship).boxes.get_mut(usize::from(piece)) {
                    Some(left) if *left > 0 => *left -= 1,
                    _ => return Err(self.log.illegal("X 4.2.3", format!("equipment {piece} has no box left"))),
                }
                marks.push(Mark::Equipment(piece));
            }
            _ => {
                let battery = (letter - 4) as u8;
                if cancelled(source.cancels[1], dice) {
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
    fn hull_hit<D: DiceSource>(
        &mut self,
        ship: ShipId,
        armour: Option<u8>,
        source: Source,
        marks: &mut Marks,
        dice: &mut D,
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
fn cancelled<D: DiceSource>(armour: Option<u8>, dice: &mut D) -> bool {
    armour.is_some_and(|least| dice.pool(1)[0] >= least)
}
