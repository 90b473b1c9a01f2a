//! Fire of beams.

use lanchester_battle::Illegal;
use lanchester_lanes::dice::DiceSource;

use super::Battle;
use super::choices::{Choices, Shot};
use crate::event::code::Of;
use crate::event::{Event, Mark, ShipId};
use crate::formulas::beams::{BeamKind, Fire, MISSILE_TARGET, Target, Volley, volley};
use crate::formulas::dice::{SIDES, faces};
use crate::formulas::range::{MAX_RANGE, MISSILE_RANGE, bracket};

/// How many of so many dice do not exceed a number. Where none can or all must, none is rolled.
pub(super) fn passing(dice: &mut dyn DiceSource, count: u16, number: i32) -> u16 {
    match number {
        ..=0 => 0,
        20.. => count,
        _ => dice.passing(SIDES, count.into(), faces(number)) as u16,
    }
}

impl Battle<'_> {
    /// Beams of a kind of a ship that work, and their penetration by range.
    pub fn beams(&self, ship: usize, kind: BeamKind) -> Option<(u8, [u8; 4])> {
        let ship = &self.ships[ship];
        let beams = ship.design.beams.iter().find(|beams| beams.kind == kind)?;
        Some((ship.working(beams), beams.penetration))
    }

    /// The volley that a ship would fire at an enemy in reach: so many beams of a kind, in this way.
    pub fn volley(&self, [ship, target]: [usize; 2], kind: BeamKind, fire: Fire, beams: u8) -> Option<Volley> {
        let bracket = bracket(self.range(ship, target).into())?;
        let (_, penetration) = self.beams(ship, kind)?;
        let (firer, target) = (&self.ships[ship], &self.ships[target]);
        let [electronics, maneuver] = [target.electronics(), target.maneuver()];
        let defence = kind.defence([target.design.armour, target.design.screen]);
        let values = [target.design.target[bracket], penetration[bracket]];
        Some(volley(fire, beams, values, Target { electronics, maneuver, defence }, firer.electronics()))
    }

    /// Whether a ship has a beam that works and an enemy in reach.
    pub fn may_fire(&self, ship: usize) -> bool {
        let (here, seat) = (self.track(ship).present, self.ships[ship].seat);
        let armed = self.ships[ship].design.beams.iter().any(|beams| self.ships[ship].working(beams) > 0);
        let in_reach = || self.in_play(1 - seat).any(|enemy| i32::from(self.range(ship, enemy)) <= MAX_RANGE);
        let near = |salvo: &super::Salvo<'_>| i32::from(salvo.track.present.distance(here)) <= MISSILE_RANGE;
        armed && (in_reach() || self.in_flight(1 - seat).any(near))
    }

    /// ### FIRES 16.A.I Beam fire (lines 68, 170)
    /// All ships fire, those of the side without initiative first. What happens to ships takes effect when all have fired.
    ///
    /// RULING: missiles that are hit are removed at once, as nothing that they do comes before the end of the phase. The target of a
    /// beam is a ship, chosen as its owner goes on through its ships.
    pub(super) fn beam_fire(&mut self, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        for seat in self.order() {
            for ship in self.fleet(seat) {
                if self.may_fire(ship) {
                    let shots = choices.shots(self, ship).map_err(self.illegal("FIRES 16.A.I"))?;
                    self.check_count(ship, &shots)?;
                    shots.iter().try_for_each(|shot| self.check_aim(ship, shot))?;
                    self.open(dice, ship, Of::Beams);
                    for shot in shots {
                        match shot.mark {
                            Mark::Ship(slot) => {
                                let Some(target) = self.enemy(seat, slot) else { continue };
                                let more = self.fire(dice, ship, target, &shot);
                                self.hit(target, more);
                            }
                            Mark::Salvo(salvo) => self.fire_at_missiles(dice, ship, salvo.into(), &shot),
                        }
                    }
                }
            }
        }
        self.damage(dice, Of::BeamDamage);
        Ok(())
    }

    /// No beam fires twice.
    fn check_count(&self, ship: usize, shots: &[Shot]) -> Result<(), Illegal> {
        for kind in BeamKind::ALL {
            let fired: u32 = shots.iter().filter(|shot| shot.kind == kind).map(|shot| u32::from(shot.beams)).sum();
            let most = self.beams(ship, kind).map_or(0, |(working, _)| working);
            if fired > most.into() {
                let why = format!("{fired} {} beams fire; {most} work", kind.name());
                return Err(self.illegal("FIRES 16.A.I")(why));
            }
        }
        Ok(())
    }

    /// A shot is within reach, and its beams may fire so.
    fn check_aim(&self, ship: usize, shot: &Shot) -> Result<(), Illegal> {
        let fault = self.illegal("FIRES 16.A.I");
        let (seat, here) = (self.ships[ship].seat, self.track(ship).present);
        let combined = shot.fire != Fire::Single;
        if shot.beams < if combined { 2 } else { 1 } || combined && !self.options.combined_fire {
            return Err(fault(format!("{} beams cannot fire {}", shot.beams, shot.fire.name())));
        }
        let within_reach = match shot.mark {
            Mark::Ship(slot) => {
                self.enemy(seat, slot).is_some_and(|enemy| i32::from(self.range(ship, enemy)) <= MAX_RANGE)
            }
            Mark::Salvo(number) => {
                let salvo = self.salvos[1 - seat].get(usize::from(number)).filter(|salvo| salvo.missiles > 0);
                let near = |salvo: &super::Salvo<'_>| i32::from(salvo.track.present.distance(here)) <= MISSILE_RANGE;
                salvo.is_some_and(|salvo| near(salvo) && !combined)
            }
        };
        if within_reach { Ok(()) } else { Err(fault(format!("{:?} is not within reach", shot.mark))) }
    }

    /// Fires at a ship. Returns the hits that penetrate, and those that do not.
    fn fire(&mut self, dice: &mut dyn DiceSource, ship: usize, target: usize, shot: &Shot) -> [u16; 2] {
        let Shot { kind, beams, fire, .. } = *shot;
        let Some(Volley { rolls, hit, pierce }) = self.volley([ship, target], kind, fire, beams) else { return [0; 2] };
        let hits = passing(dice, rolls.into(), hit);
        let effective = passing(dice, hits, pierce);
        self.contact |= hit > 0;
        let (range, ship) = (self.range(ship, target), self.ships[ship].id);
        self.record_fire(ship, shot, range, [hit, pierce], [hits, effective]);
        [effective, hits - effective]
    }

    /// ### FIRES 16.A.VII Beams at missiles (line 197)
    /// Within four hexes a beam may be fired at missiles. The final target value is 1, whatever else there is; a hit destroys.
    ///
    /// RULING: beams are not combined against missiles, as that changes nothing. Small craft are on no sheet of ours.
    fn fire_at_missiles(&mut self, dice: &mut dyn DiceSource, ship: usize, salvo: usize, shot: &Shot) {
        let (seat, here) = (self.ships[ship].seat, self.track(ship).present);
        let hits = passing(dice, shot.beams.into(), MISSILE_TARGET);
        let salvo = &mut self.salvos[1 - seat][salvo];
        let destroyed = hits.min(salvo.missiles);
        salvo.missiles -= destroyed;
        let range = salvo.track.present.distance(here);
        self.contact = true;
        self.record_fire(self.ships[ship].id, shot, range, [MISSILE_TARGET, i32::from(SIDES)], [hits, destroyed]);
    }

    fn record_fire(&mut self, ship: ShipId, shot: &Shot, range: u16, needs: [i32; 2], [hits, effective]: [u16; 2]) {
        let Shot { kind, beams, fire, mark } = *shot;
        let [hit, pierce] = needs.map(|need| need as i16);
        let (hits, effective) = (hits as u8, effective as u8);
        self.log.record(Event::Fire { ship, kind, beams, fire, mark, range, hit, hits, pierce, effective });
    }
}
