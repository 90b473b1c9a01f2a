//! What missiles that attack are worth, and how those of a side are shared out among their targets.

use lanchester_core::Side;

use super::Player;
use super::flight::meeting;
use super::tables::{Worth, chance};
use crate::design::Missiles;
use crate::event::SalvoId;
use crate::formulas::missiles::{point_defence, to_hit, to_pierce};
use crate::reference::{Battle, Salvo, Track};

/// What is left of a missile's worth after a turn of flight: what arrives early does more.
const PATIENCE: f64 = 0.97;
/// Parts in which the missiles of a salvo are shared out.
const PARTS: usize = 12;

/// Missiles that go for ships together.
#[derive(Clone, Copy, Debug)]
pub struct Attack<'a> {
    /// What they are.
    pub kind: &'a Missiles,
    /// The maneuver that they committed to use.
    pub committed: u8,
    /// How many.
    pub missiles: u16,
    /// Where they are.
    pub track: Track,
}

impl<'a> Attack<'a> {
    /// That of a salvo.
    #[must_use]
    pub const fn of(salvo: &Salvo<'a>) -> Self {
        Self { kind: salvo.design, committed: salvo.committed, missiles: salvo.missiles, track: salvo.track }
    }
}

/// What a side's missiles are expected to do.
#[derive(Clone, Debug)]
pub struct Loads {
    /// Effective hits on each ship, by place.
    hits: Vec<f64>,
    /// Missiles that point defence destroyed of those that meet a unit after so many turns.
    stopped: Vec<(usize, u16, f64)>,
}

impl Loads {
    /// No missiles.
    #[must_use]
    pub fn none(battle: &Battle<'_>) -> Self {
        Self { hits: vec![0.0; battle.ships.len()], stopped: Vec::new() }
    }

    /// The hits of this phase so far.
    #[must_use]
    pub fn made(battle: &Battle<'_>) -> Self {
        Self { hits: battle.hits.iter().map(|[hits, _]| f64::from(*hits)).collect(), stopped: Vec::new() }
    }
}

/// A ship among which missiles are shared out.
struct Share {
    /// Its place.
    place: usize,
    /// Missiles that attack it.
    missiles: u16,
    /// The chance that one of them hits and penetrates.
    chance: f64,
    /// What hits on it are worth.
    worth: Worth,
    /// What the next missiles add to that.
    added: f64,
}

impl Share {
    /// Works out what so many more missiles add to these hits.
    fn weigh(&mut self, hits: f64, missiles: u16) {
        self.added = self.worth.gain(hits + f64::from(missiles) * self.chance) - self.worth.gain(hits);
    }
}

/// The target of an attack.
#[derive(Clone, Debug)]
pub struct Aimed {
    /// The place of the unit.
    pub unit: usize,
    /// Turns until they meet.
    pub turns: u16,
    /// What the attack adds to what other missiles do, its flight counted.
    pub worth: f64,
}

/// The chance that a missile that attacks a ship hits and penetrates it.
fn strike(battle: &Battle<'_>, kind: &Missiles, committed: u8, ship: usize) -> f64 {
    let target = &battle.ships[ship];
    let hit = to_hit(target.design.target[0], [target.electronics(), target.maneuver()], &kind.kind, committed);
    let inclusive = battle.options.missile_pen_inclusive;
    chance(hit) * chance(to_pierce(&kind.kind, committed, target.design.armour, inclusive))
}

/// Missiles that the point defence of a unit destroys on average.
pub(super) fn stopped(battle: &Battle<'_>, unit: usize, kind: &Missiles) -> f64 {
    let of = |ship: usize| {
        let ship = &battle.ships[ship];
        f64::from(ship.batteries()) * chance(point_defence(ship.design.strength, kind.kind.defence))
    };
    battle.ships_of(unit).map(of).sum()
}

impl Player<'_> {
    /// The ships of a unit that so many missiles attack, each with its share, and what they add to these loads: missiles go where
    /// they add most. Of a result so many victory points are enough.
    pub(super) fn shares(
        &self,
        battle: &Battle<'_>,
        attack: Attack<'_>,
        unit: usize,
        enough: f64,
        loads: &mut Loads,
    ) -> (Vec<(usize, u16)>, f64) {
        let parts = (usize::from(attack.missiles) / PARTS).max(1) as u16;
        let share = |place| {
            let chance = strike(battle, attack.kind, attack.committed, place);
            let ship = &battle.ships[place];
            let worth = Worth::of(ship.design, ship.condition(), enough);
            let mut share = Share { place, missiles: 0, chance, worth, added: 0.0 };
            share.weigh(loads.hits[place], parts.min(attack.missiles));
            share
        };
        let mut ships: Vec<Share> = battle.ships_of(unit).map(share).collect();
        let (mut sum, mut left, mut step) = (0.0, attack.missiles, parts.min(attack.missiles));
        while left > 0 {
            if left < step {
                step = left;
                ships.iter_mut().for_each(|share| share.weigh(loads.hits[share.place], step));
            }
            // Of equal ones the first.
            let best = ships.iter_mut().reduce(|best, share| if share.added > best.added { share } else { best });
            let Some(share) = best else { break };
            sum += share.added;
            left -= step;
            share.missiles += step;
            loads.hits[share.place] += f64::from(step) * share.chance;
            if left > 0 {
                share.weigh(loads.hits[share.place], step);
            }
        }
        (ships.iter().filter(|share| share.missiles > 0).map(|share| (share.place, share.missiles)).collect(), sum)
    }

    /// The unit for which missiles of a seat go, within so many turns, and its loads then; `None` where they arrive at none or would
    /// do nothing.
    pub(super) fn aim(
        &self,
        battle: &Battle<'_>,
        attack: Attack<'_>,
        [seat, most]: [usize; 2],
        enough: f64,
        loads: &Loads,
    ) -> Option<(Aimed, Loads)> {
        let mut best: Option<(Aimed, Loads)> = None;
        for unit in battle.units_of(1 - seat) {
            let track = battle.units[unit].track;
            let Some(turns) = meeting(attack.track, track, attack.committed, most as u16) else { continue };
            let mut after = loads.clone();
            let place = after.stopped.iter().position(|(of, at, _)| (*of, *at) == (unit, turns)).unwrap_or_else(|| {
                after.stopped.push((unit, turns, 0.0));
                after.stopped.len() - 1
            });
            let before = &mut after.stopped[place].2;
            let falls = (stopped(battle, unit, attack.kind) - *before).clamp(0.0, attack.missiles.into());
            *before += falls;
            let arriving = (f64::from(attack.missiles) - falls).round() as u16;
            let (_, worth) = self.shares(battle, Attack { missiles: arriving, ..attack }, unit, enough, &mut after);
            let worth = worth * PATIENCE.powi(turns.into());
            if worth > 0.0 && best.as_ref().is_none_or(|(aimed, _)| worth > aimed.worth) {
                best = Some((Aimed { unit, turns, worth }, after));
            }
        }
        best
    }

    /// What the salvos of a side in flight do, one after the other as they were launched, each where it adds most: up to this one,
    /// with its target, or all of them.
    pub(super) fn in_flight(&self, battle: &Battle<'_>, side: Side, upto: Option<SalvoId>) -> (Loads, Option<Aimed>) {
        let seat = battle.seat(side);
        let most = super::flight::to_come(battle);
        let mut loads = Loads::none(battle);
        let enough = self.enough(battle, side, 0);
        for salvo in battle.in_flight(seat).filter(|salvo| !super::missiles::counters(battle, salvo)) {
            let aimed = self.aim(battle, Attack::of(salvo), [seat, most.into()], enough, &loads);
            let target = aimed.map(|(aimed, after)| {
                loads = after;
                aimed
            });
            if Some(salvo.id) == upto {
                return (loads, target);
            }
        }
        (loads, None)
    }
}
