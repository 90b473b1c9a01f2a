//! A fleet and variants of it against the fleets of a study with the same dice.
//!
//! Unlike ships, which fight at one price, fleets fight as they are: what their ships are rated decides victory points.

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

use lanchester_core::arena::CellJob;
use lanchester_core::{Force, Matchup};
use lanchester_games::Game;
use lanchester_lanes::Level;
use lanchester_scenario::Study;
use lanchester_stats::paired::{Difference, difference};
use serde::Serialize;

use super::{in_blocks, meeting, recorded_change};
use crate::account::Change;
use crate::cell_number::CellNumber;
use crate::error::StudyError;
use crate::price::Named;
use crate::runner::Runner;

/// Fleets that are met, at most.
const MOST: usize = 8;

/// The points of fleets that are met: of others one side wins nearly always, and a change is hardly seen.
fn near(points: u32) -> RangeInclusive<u32> {
    (3 * points).div_ceil(4)..=4 * points / 3
}

/// What a variant of a fleet does beside the fleet that it varies.
#[derive(Clone, Debug, Serialize)]
pub struct FleetVerdict {
    /// Scores against all opponents, and their difference.
    #[serde(flatten)]
    pub scores: Difference,
    /// The same against each opponent, in order.
    pub by_opponent: Vec<Difference>,
    /// Every block of battles ended as the first fleet's did.
    pub same_battles: bool,
}

/// The fleets that are met, each with the options under which the study has it fight.
pub struct FleetGround<G: Game> {
    /// The opponents.
    pub opponents: Vec<(Force<G>, G::Options)>,
    /// Who commands both sides.
    pub policy: Named<G>,
}

impl<G: Game> FleetGround<G> {
    /// The first eight fleets of a study, those of its actions before its random ones, whose points are within three quarters and
    /// four thirds of those of the first of `compared`, but for fleets of the same ships as one of these; each once, under the options
    /// of the first action in which it fights and all of `compared` may.
    ///
    /// # Errors
    /// The study has no such fleet.
    pub fn new(study: &Study<G>, policy: Named<G>, compared: &[Force<G>]) -> Result<Self, StudyError> {
        let points = compared.first().map_or(0, Force::rating);
        let mut ground = Self { opponents: Vec::new(), policy };
        for cell in study.cells.iter().filter(|cell| !cell.duel) {
            for force in &cell.matchup.forces {
                let near = near(points).contains(&force.rating());
                let itself = compared.iter().any(|fleet| fleet.ships == force.ships);
                let full = ground.opponents.len() == MOST;
                if full || !near || itself || ground.opponents.iter().any(|(other, _)| other.ships == force.ships) {
                    continue;
                }
                let force = Force { commander: ground.policy.1.clone(), ..force.clone() };
                let options = &cell.matchup.options;
                if compared.iter().all(|fleet| G::check(&ground.matchup(fleet, &force, options)).is_empty()) {
                    ground.opponents.push((force, options.clone()));
                }
            }
        }
        if ground.opponents.is_empty() {
            let (least, most) = near(points).into_inner();
            return Err(StudyError::NoFleets { study: study.id.clone(), least, most });
        }
        Ok(ground)
    }

    fn matchup(&self, fleet: &Force<G>, opponent: &Force<G>, options: &G::Options) -> Matchup<G> {
        let name = format!("{} against {}", fleet.name, opponent.name);
        let fleet = Force { commander: self.policy.1.clone(), ..fleet.clone() };
        Matchup { name, forces: [fleet, opponent.clone()], options: options.clone() }
    }

    /// The battles of these fleets against every opponent. A cell's number is the opponent's: every fleet meets it with the same dice.
    #[must_use]
    pub fn cells(&self, fleets: &[Force<G>], pairs: u64) -> Vec<CellJob<G>> {
        let against = |fleet| {
            (0..).zip(&self.opponents).map(move |(n, (opponent, options))| CellJob {
                number: CellNumber::Opponent(n).get(),
                matchup: self.matchup(fleet, opponent, options),
                pairs,
            })
        };
        fleets.iter().flat_map(against).collect()
    }

    /// Plays the [`cells`](Self::cells) of the first fleet and its variants; `None` if `stop` came.
    pub fn compare(
        &self,
        runner: &Runner,
        cells: &[CellJob<G>],
        pairs: u64,
        stop: &AtomicBool,
    ) -> Option<Vec<FleetVerdict>> {
        let sums = in_blocks(runner, cells, pairs, stop)?;
        let mut fleets = sums.chunks(self.opponents.len());
        let first = fleets.next()?;
        let verdict = |of: &[Vec<(u64, f64)>]| {
            let meetings: Vec<_> = first.iter().zip(of).map(|(one, other)| meeting(None, one, other)).collect();
            Some(FleetVerdict {
                scores: difference(&meetings)?,
                by_opponent: meetings.chunks(1).map(difference).collect::<Option<_>>()?,
                same_battles: first == of,
            })
        };
        fleets.map(verdict).collect()
    }

    /// What a change changes in the battles of the fleet at this place, beside those of the first.
    #[must_use]
    pub fn change(&self, cells: &[CellJob<G>], fleet: usize, level: Level, seed: u64) -> Change {
        let count = self.opponents.len();
        recorded_change([&cells[..count], &cells[fleet * count..(fleet + 1) * count]], level, seed)
    }
}
