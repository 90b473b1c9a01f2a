//! A ship and variants of it against the same opponents with the same dice, and what the difference is worth in points.
//!
//! All of them fight at the same points, those of the first: what is printed in a variant's file changes no battle.

mod fleets;
mod prices;
mod steps;
#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use lanchester_core::arena::CellJob;
use lanchester_core::{Combatant, Force, Matchup};
use lanchester_games::Game;
use lanchester_lanes::Level;
use lanchester_scenario::{Library, Problems, Study, StudyDesign};
use lanchester_stats::bradley_terry::{Contest, Place, Strengths, fit};
use lanchester_stats::jackknife::Jackknife;
use lanchester_stats::paired::{Block, Difference, Field, Meeting, Series, difference};
use lanchester_stats::price::{Pricing, price};
use lanchester_stats::{Interval, PairKinds, Z95};
use serde::Serialize;

pub use self::fleets::{FleetGround, FleetVerdict};
pub use self::prices::{Deal, FleetPrices, InFleets, deal, in_fleets};
pub use self::steps::{Step, Stepped, stepped};
use crate::account::{Change, change};
use crate::cell_number::CellNumber;
use crate::error::StudyError;
use crate::price::{Named, is_itself, order, printed};
use crate::runner::Runner;
use crate::words::count;

/// Pairs of a block: its two sides share their dice, and blocks' differences carry the error.
const BLOCK_PAIRS: u64 = 64;

/// The same where a side searches: a battle takes as long as thousands of others.
const SEARCHED_BLOCK_PAIRS: u64 = 4;

/// Pairs for every two opponents, from which their strengths and the value of a point are taken.
const FIELD_PAIRS: u64 = 2000;

/// The same where a side searches.
const SEARCHED_FIELD_PAIRS: u64 = 16;

/// Pairs that are recorded of the one and of the other against all opponents together, about; and of one opponent at least.
const RECORDED_PAIRS: u64 = 512;
const LEAST_RECORDED: u64 = 32;

/// What a variant is worth beside the ship that it varies.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The variant.
    pub name: String,
    /// Its printed rating; nothing where it has none.
    pub printed: Option<u32>,
    /// Scores, and their difference.
    #[serde(flatten)]
    pub scores: Difference,
    /// The difference in points of the first ship, where it can be told.
    pub points: Option<Interval>,
    /// Every block of battles ended as the first ship's did: in these fights the two are the same ship.
    pub same_battles: bool,
}

/// Several changes at once, and the same changes apart, as places among the ships that are compared.
#[derive(Clone, Debug)]
pub struct Combination {
    /// The ship with all of them.
    pub whole: usize,
    /// The ships with some of them, and how often each counts.
    pub parts: Vec<(usize, f64)>,
}

/// What a comparison found.
pub struct Compared {
    /// Of each ship but the first.
    pub verdicts: Vec<Verdict>,
    /// By how many points each combination exceeds the sum of its parts, where that can be told.
    pub beyond: Vec<Option<Jackknife>>,
}

/// Opponents, and what is known of them.
pub struct Ground<'s, G: Game> {
    /// The opponents.
    pub opponents: Vec<&'s StudyDesign<G>>,
    /// Who commands both sides.
    pub policy: Named<G>,
    /// Options of the duels.
    pub options: G::Options,
}

impl<'s, G: Game> Ground<'s, G> {
    /// The duelling ships of a study but for those that are compared, in an order that is not the file's.
    ///
    /// # Errors
    /// Fewer than three opponents are left.
    pub fn new(study: &'s Study<G>, policy: Named<G>, compared: &[StudyDesign<G>]) -> Result<Self, StudyError> {
        let duels = || study.cells.iter().filter(|cell| cell.duel);
        let meets = |design: &StudyDesign<G>| {
            let duelling = duels().any(|cell| cell.entrants.contains(&design.id));
            duelling && !compared.iter().any(|ship| is_itself(design, ship))
        };
        let opponents: Vec<&StudyDesign<G>> = study.designs.iter().filter(|design| meets(design)).collect();
        if opponents.len() < 3 {
            let ships = count(opponents.len() as u64, "ship");
            return Err(StudyError::FewOpponents { study: study.id.clone(), ships });
        }
        let options = duels().next().map(|cell| cell.matchup.options.clone()).unwrap_or_default();
        let opponents = order::<G>(&opponents).into_iter().map(|place| opponents[place]).collect();
        Ok(Self { opponents, policy, options })
    }

    fn duel(&self, a: &Arc<G::Design>, b: &Arc<G::Design>) -> Matchup<G> {
        let forces = [a, b].map(|ship| Force {
            name: ship.name().to_owned(),
            ships: vec![Arc::clone(ship)],
            stations: None,
            commander: self.policy.1.clone(),
        });
        Matchup { name: format!("{} against {}", a.name(), b.name()), forces, options: self.options.clone() }
    }

    /// The points at which all ships of a comparison fight: those of the first, or where it has none the opponents' mean.
    fn points(&self, first: &G::Design) -> u32 {
        let mean =
            || self.opponents.iter().map(|o| o.design.rating()).sum::<u32>() / self.opponents.len().max(1) as u32;
        Some(first.rating()).filter(|rating| *rating > 0).unwrap_or_else(mean)
    }

    /// The duels of these ships, all at the first one's points, against every opponent. A cell's number is the opponent's,
    /// so every ship meets it with the same dice.
    pub fn cells(&self, ships: &[Arc<G::Design>], pairs: u64) -> Vec<CellJob<G>> {
        let points = ships.first().map_or(0, |first| self.points(first));
        let against = |ship: &Arc<G::Design>| {
            let ship = Arc::new(ship.at_rating(points));
            let cell = move |(n, opponent): (u64, &&StudyDesign<G>)| CellJob {
                number: CellNumber::Opponent(n).get(),
                matchup: self.duel(&ship, &opponent.design),
                pairs,
            };
            (0..).zip(&self.opponents).map(cell)
        };
        ships.iter().flat_map(against).collect()
    }

    /// Plays the [`cells`](Self::cells) of the first ship and its variants, of so many pairs each, and the opponents
    /// against each other; `None` if `stop` came.
    pub fn compare(
        &self,
        runner: &Runner,
        cells: &[CellJob<G>],
        pairs: u64,
        ships: &[Arc<G::Design>],
        combinations: &[Combination],
        stop: &AtomicBool,
    ) -> Option<Compared> {
        let strengths = self.strengths(runner, stop)?;

        let sums = in_blocks(runner, cells, pairs, stop)?;
        let of = |ship: usize| &sums[ship * self.opponents.len()..(ship + 1) * self.opponents.len()];
        let verdict = |ship: usize| self.verdict(&ships[0], &ships[ship], of(0), of(ship), strengths.as_ref());
        let verdicts = (1..ships.len()).map(verdict).collect::<Option<_>>()?;
        let points = f64::from(self.points(&ships[0]));
        let beyond =
            combinations.iter().map(|combined| self.beyond(combined, points, &of, strengths.as_ref()?)).collect();
        Some(Compared { verdicts, beyond })
    }

    /// What a change changes in the duels of these [`cells`](Self::cells), of the ship at this place beside those of the first.
    #[must_use]
    pub fn change(&self, cells: &[CellJob<G>], ship: usize, level: Level, seed: u64) -> Change {
        let count = self.opponents.len();
        recorded_change([&cells[..count], &cells[ship * count..(ship + 1) * count]], level, seed)
    }

    /// By how much a combination exceeds the sum of its parts, by the opponents whose strength is a number.
    fn beyond<'b>(
        &self,
        combined: &Combination,
        points: f64,
        of: &impl Fn(usize) -> &'b [Vec<(u64, f64)>],
        strengths: &(Strengths, Field),
    ) -> Option<Jackknife> {
        let known: Vec<(usize, f64)> =
            (0..self.opponents.len()).filter_map(|o| Some((o, theta(&strengths.0, o)?))).collect();
        let thetas: Vec<f64> = known.iter().map(|(_, theta)| *theta).collect();
        let series = |ship: usize| known.iter().map(|(o, _)| of(ship)[*o].clone()).collect::<Vec<_>>();
        let played: Vec<_> = combined.parts.iter().map(|(part, times)| (series(*part), *times)).collect();
        let parts: Vec<(&Series, f64)> = played.iter().map(|(part, times)| (part.as_slice(), *times)).collect();
        strengths.1.beyond(&thetas, points, &series(0), &series(combined.whole), &parts)
    }

    fn verdict(
        &self,
        base: &Arc<G::Design>,
        variant: &Arc<G::Design>,
        first: &[Vec<(u64, f64)>],
        second: &[Vec<(u64, f64)>],
        strengths: Option<&(Strengths, Field)>,
    ) -> Option<Verdict> {
        let meeting = |opponent: usize| {
            let theta = strengths.and_then(|(strengths, _)| theta(strengths, opponent));
            meeting(theta, &first[opponent], &second[opponent])
        };
        let meetings: Vec<Meeting> = (0..self.opponents.len()).map(meeting).collect();
        // Points come from the opponents whose strength is a number.
        let known: Vec<Meeting> = meetings.iter().filter(|m| m.theta.is_some()).cloned().collect();
        let points = strengths.and_then(|(_, field)| field.points(&known, f64::from(self.points(base))));
        Some(Verdict {
            name: variant.name().to_owned(),
            printed: printed(&**variant),
            scores: difference(&meetings)?,
            points,
            same_battles: first == second,
        })
    }

    /// The opponents' strengths, and what a point is worth among them; the inner `None` where their duels do not tell, the
    /// outer where `stop` came.
    fn strengths(&self, runner: &Runner, stop: &AtomicBool) -> Option<Option<(Strengths, Field)>> {
        let count = self.opponents.len();
        let pairings: Vec<(usize, usize)> = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
        let cell = |(number, (a, b)): (u64, &(usize, usize))| CellJob {
            number: CellNumber::Field(number).get(),
            matchup: self.duel(&self.opponents[*a].design, &self.opponents[*b].design),
            pairs: if self.policy.1.searches() { SEARCHED_FIELD_PAIRS } else { FIELD_PAIRS },
        };
        let cells: Vec<CellJob<G>> = (0..).zip(&pairings).map(cell).collect();
        let (result, _) = runner.play("the field", &cells, stop, G::CHUNK_PAIRS, |_, _| ());
        if result.interrupted {
            return None;
        }
        let contest = |((a, b), tally): (&(usize, usize), &lanchester_core::Tally)| Contest {
            a: *a,
            b: *b,
            pairs: PairKinds::new(&tally.pair_scores, tally.wins[0]),
        };
        let contests: Vec<Contest> = pairings.iter().zip(&result.tallies).map(contest).collect();
        let Ok(strengths) = fit(count, &contests) else { return Some(None) };
        let printed: Vec<f64> = self.opponents.iter().map(|opponent| f64::from(opponent.design.rating())).collect();
        let Pricing::Priced { slope, .. } = price(&strengths, &printed) else { return Some(None) };
        let field =
            Field { draw_weight: strengths.draw_weight, slope: slope.estimate, slope_error: slope.half_width() / Z95 };
        Some(Some((strengths, field)))
    }
}

/// Plays cells of so many pairs each, and gives the pairs and points of A of each of their blocks; `None` if `stop` came.
fn in_blocks<G: Game>(
    runner: &Runner,
    cells: &[CellJob<G>],
    pairs: u64,
    stop: &AtomicBool,
) -> Option<Vec<Vec<(u64, f64)>>> {
    let searches = cells.iter().any(|cell| cell.matchup.searches());
    let size = if searches { SEARCHED_BLOCK_PAIRS } else { BLOCK_PAIRS };
    let sums: Vec<Mutex<Vec<(u64, f64)>>> =
        cells.iter().map(|_| Mutex::new(vec![(0, 0.0); pairs.div_ceil(size) as usize])).collect();
    let (result, _) = runner.play("duels", cells, stop, size, |chunk, tally| {
        let quarters: u64 = (0..).zip(tally.pair_scores).map(|(quarters, count)| quarters * count).sum();
        let block = (chunk.pairs.start / size) as usize;
        let sum = &mut sums[chunk.cell].lock().unwrap_or_else(PoisonError::into_inner)[block];
        *sum = (sum.0 + tally.pairs, sum.1 + quarters as f64 / 4.0);
    });
    let sums = sums.into_iter().map(|s| s.into_inner().unwrap_or_else(PoisonError::into_inner)).collect();
    (!result.interrupted).then_some(sums)
}

/// The blocks of a cell of the one and of the same cell of the other, played with the same dice.
fn meeting(theta: Option<f64>, first: &[(u64, f64)], second: &[(u64, f64)]) -> Meeting {
    let block = |((pairs, base), (_, variant)): (&(u64, f64), &(u64, f64))| Block {
        pairs: *pairs,
        base: *base,
        variant: *variant,
    };
    Meeting { theta, blocks: first.iter().zip(second).map(block).collect() }
}

/// What a change changes, by recorded battles of the cells of the one and of the other: the first of those that are counted.
fn recorded_change<G: Game>(cells: [&[CellJob<G>]; 2], level: Level, seed: u64) -> Change {
    let [base, variant] = cells.map(|of| of.iter().map(|cell| (cell.number, &cell.matchup)).collect::<Vec<_>>());
    let pairs = (RECORDED_PAIRS / base.len().max(1) as u64).clamp(LEAST_RECORDED, BLOCK_PAIRS);
    change([&base, &variant], level, seed, pairs)
}

/// The log strength of an opponent, where it is a number.
fn theta(strengths: &Strengths, opponent: usize) -> Option<f64> {
    match strengths.places[opponent] {
        Place::Core(i) => Some(strengths.theta[i]),
        Place::Above(_) | Place::Below(_) | Place::Apart => None,
    }
}

/// Where the ship stands that a word means among those with these ids and names: the one with this id, else the only one that
/// is called so, in any case.
pub fn place_of<'s>(ships: impl Iterator<Item = (&'s str, &'s str)> + Clone, what: &str) -> Option<usize> {
    let alike = |(id, name): (&str, &str)| [id, name].iter().any(|text| text.to_lowercase() == what.to_lowercase());
    ships.clone().position(|(id, _)| id == what).or_else(|| {
        let mut called = ships.enumerate().filter(|(_, ship)| alike(*ship)).map(|(place, _)| place);
        called.next().filter(|_| called.next().is_none())
    })
}

/// A ship of the study by its id or name, or any other by id or path.
///
/// # Errors
/// Every problem of its file, or that there is none.
pub fn ship<G: Game>(library: &Library<G>, study: &Study<G>, what: &str) -> Result<StudyDesign<G>, Problems> {
    if let Some(place) = place_of(study.designs.iter().map(|d| (d.id.as_str(), d.design.name())), what) {
        return Ok(study.designs[place].clone());
    }
    library.ship_and_id(what).map(|(id, design)| StudyDesign { id, design })
}
