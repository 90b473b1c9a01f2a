//! The chance to win, as a side that may launch missiles sees it: a lead of 50 victory points wins, and missiles cost some.
//!
//! What fire and missiles in flight are expected to bring comes in results, each a good part of a ship's cost. So with some chance
//! nothing happens, and the lead is what it is now; else it may be anything around what is expected.

use lanchester_core::Side;
use lanchester_lanes::hex::Hex16;

use super::Player;
use super::missiles::lead;
use super::strikes::Volleys;
use crate::formulas::range::bracket;
use crate::options::MAX_TURNS;
use crate::reference::state::plus;
use crate::reference::{Battle, victory};

/// Victory points by which a side must lead to win.
const LEAD: f64 = victory::LEAD as f64 / 100.0;
/// A result on average, as a share of what a ship costs.
const RESULT: f64 = 0.15;
/// How far one expected result may put the lead off, as such a share.
const SPREAD: f64 = 0.43;

/// What an engagement may end with, as it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chances {
    /// The lead now.
    now: f64,
    /// The lead that fire and missiles in flight are expected to make of it.
    then: f64,
    /// How far that may be off.
    spread: f64,
    /// The chance that they have no result.
    quiet: f64,
}

/// The chance to win less the chance to lose with a lead that may be off so far.
fn balance(lead: f64, spread: f64) -> f64 {
    let above = |by: f64| (0.5 + by / (2.0 * spread)).clamp(0.0, 1.0);
    above(lead - LEAD) - above(-lead - LEAD)
}

impl Chances {
    /// Those of a seat whose missiles in flight are known, when it has launched missiles that cost so much more and so many turns are
    /// to come.
    pub(super) fn new(
        player: &Player<'_>,
        battle: &Battle<'_>,
        seat: usize,
        own: &Volleys,
        (more, to_come): (u32, u16),
    ) -> Self {
        let enemy = player.in_flight(battle, Side::in_seat(1 - seat, battle.number), None, to_come).0;
        let missiles = [own, &enemy].map(|volleys| volleys.expected(player.tables, battle));
        let fire = [seat, 1 - seat].map(|seat| player.fire_to_come(battle, seat, to_come));
        let cost: u32 = battle.ships.iter().map(|ship| ship.design.cost).sum();
        let mean = f64::from(cost) / battle.ships.len() as f64;
        let results = (missiles[0] + missiles[1] + fire[0] + fire[1]) / (RESULT * mean);
        let now = lead(battle, seat) as f64 / 100.0 - f64::from(more);
        Self {
            now,
            then: now + missiles[0] + fire[0] - missiles[1] - fire[1],
            // One more, so that it is never zero.
            spread: 1.0 + SPREAD * mean * results.sqrt(),
            // The exponential function of −results, nearly, and alike on all machines.
            quiet: 1.0 / (1.0 + results * (1.0 + results * (0.5 + results / 6.0))),
        }
    }

    /// The balance with so much more lead.
    fn with(&self, more: f64) -> f64 {
        self.quiet * balance(self.now + more, 1.0) + (1.0 - self.quiet) * balance(self.then + more, self.spread)
    }

    /// What missiles at this price add to the balance, with a chance of a result that is worth so much.
    pub(super) fn gain(&self, [chance, worth]: [f64; 2], price: f64) -> f64 {
        chance * self.with(worth - price) + (1.0 - chance) * self.with(-price) - self.with(0.0)
    }

    /// How many missiles of such a cost cannot lose the engagement by their cost alone, and how many keep a lead that wins.
    pub(super) fn few(&self, cost: f64) -> [u16; 2] {
        // Less than so much, and no more than so much.
        [((self.now + LEAD) / cost).ceil() - 1.0, ((self.now - LEAD) / cost).floor()].map(|count| count.max(0.0) as u16)
    }
}

impl Player<'_> {
    /// Victory points that the beams of a seat may bring in this turn and those to come, if nobody is hurt.
    fn fire_to_come(&self, battle: &Battle<'_>, seat: usize, to_come: u16) -> f64 {
        let unit = |unit: usize| {
            let mut best = [0.0f64; MAX_TURNS as usize + 1];
            let best = &mut best[..=usize::from(to_come)];
            let [present, velocity] = [battle.units[unit].track.present, battle.units[unit].track.velocity()];
            for enemy in battle.units_of(1 - seat) {
                let broadsides = self.broadsides(battle, unit, enemy);
                let track = battle.units[enemy].track;
                let (mut at, step) = (present.to(track.present), velocity.to(track.velocity()));
                for best in &mut *best {
                    let range = at.distance(Hex16::default());
                    *best = best.max(bracket(range.into()).map_or(0.0, |bracket| broadsides[bracket]));
                    at = plus(at, step);
                }
            }
            best.iter().sum::<f64>()
        };
        battle.units_of(seat).map(unit).sum::<f64>() * self.tables.unit()
    }
}
