//! Is a game's rating formula true? Designs are made in families (`families.rs`), each is priced at a fixed number of ships
//! against the study's ships, and prices are explained by offence and defence (`lanchester_stats::meta`).
//!
//! Every family plays under a seed of its own. Designs of a family meet the same fleets, as prices of a study do, so errors of
//! measurement are shared within families and independent between them: what the model's robust errors allow.
//! A design's rating enters nowhere: in battle it carries the price that is tried, and what is explained is that price.

mod families;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::DesignGenerator;
use lanchester_analysis::parity::ParityRow;
use lanchester_games::Game;
use lanchester_lanes::dice::mix64;
use lanchester_scenario::StudyDesign;
use lanchester_stats::Z95;
use lanchester_stats::meta::{Exponents, FormResult, LogPrice, MetaError, Observation, exponents, forms};
use lanchester_stats::parity::Parity;

pub use families::{Member, families, points};

use crate::host::{Clock, Host, Meter};
use crate::price::{Field, Number, Policies, Question, price, sample};
use crate::runner::Runner;
use crate::study_prices::PriceCost;

/// Pairs of battles for each random matchup, whatever the study says: matchups differ far more than battles of one do, so few
/// battles of many matchups cost least for what they say.
pub const PAIRS: u64 = 2;

/// Designs to make, and what their prices are measured against.
pub struct Inquiry<'i, G: Game> {
    /// Makes designs.
    pub generator: &'i DesignGenerator<G>,
    /// Families to make.
    pub families: u32,
    /// Designs to make, as evenly over the families as may be.
    pub designs: u32,
    /// Ships of a design in every fleet of it.
    pub ships: u32,
    /// The least and the most points that the rating of a design may come to.
    pub points: [f64; 2],
    /// The field.
    pub field: &'i Field<'i, G>,
    /// Who commands.
    pub policies: &'i Policies<G>,
}

impl<'i, G: Game> Inquiry<'i, G> {
    fn question<'q>(&'q self, design: &'q StudyDesign<G>) -> Question<'q, G>
    where
        'i: 'q,
    {
        Question { design, number: Number::Exactly(self.ships), policies: self.policies }
    }
}

/// A design and its price.
pub struct Priced {
    /// Its family, from 0.
    pub family: u32,
    /// Offence and defence.
    pub parts: [f64; 2],
    /// Its price, or why it has none.
    pub row: ParityRow,
}

/// What was found.
pub struct Findings {
    /// The exponents, and how far off the formula is.
    pub exponents: Exponents,
    /// Every form that settled.
    pub forms: Vec<FormResult>,
}

/// Mixed into the seed with the number of a family, so that families share no dice.
const FAMILY: u64 = 0x6661_6d69_6c79;

/// Prices the members, family after family; those of whole families only if `stop` came before the last, or if the run waits for
/// other parts of itself.
pub fn prices<G: Game>(runner: &Runner, inquiry: &Inquiry<G>, members: &[Member<G>], stop: &AtomicBool) -> Vec<Priced> {
    let mut priced = Vec::with_capacity(members.len());
    let began = runner.host.now();
    for family in members.chunk_by(|a, b| a.family == b.family) {
        let number = family[0].family;
        let head = heading(number, inquiry.families, runner.host.now().saturating_sub(began));
        let host = Headed { host: runner.host, head };
        let seed = mix64(runner.seed ^ mix64(FAMILY + u64::from(number)));
        let own = Runner { host: &host, branch: u64::from(number), ..runner.with_seed(seed) };
        let questions: Vec<Question<G>> = family.iter().map(|member| inquiry.question(&member.design)).collect();
        let Some(rows) = price(&own, inquiry.field, &questions, stop) else {
            // A part of a run plays its share of each family before it waits for the others.
            if runner.waits() && !stop.load(Ordering::Relaxed) {
                continue;
            }
            break;
        };
        let result = |(member, row): (&Member<G>, ParityRow)| Priced { family: number, parts: member.parts, row };
        priced.extend(family.iter().zip(rows).map(result));
    }
    priced
}

/// Plays a few battles of the prices, and says what all of them cost.
pub fn cost<G: Game>(runner: &Runner, inquiry: &Inquiry<G>, members: &[Member<G>], stop: &AtomicBool) -> PriceCost {
    let questions: Vec<Question<G>> = members.iter().map(|member| inquiry.question(&member.design)).collect();
    let found = sample(runner, inquiry.field, &questions, stop);
    let prices = members.len() as u64;
    PriceCost { prices, battles: prices * found.battles_each, seconds: prices as f64 * found.seconds_each }
}

/// What is known of the designs' prices, as the regression takes it: a price with its error, or bounds. Designs of which nothing
/// is known are left out.
#[must_use]
pub fn observations(priced: &[Priced]) -> Vec<Observation> {
    let known = |parity: Parity| {
        let within = |low: f64, high: f64| (low < high).then_some(LogPrice::Within { low, high });
        match parity {
            Parity::Price(price) => {
                let price = price.map_rising(libm::log);
                let error = (price.half_width() / Z95).max(1e-6);
                Some(LogPrice::Measured { value: price.estimate, error })
            }
            Parity::Range(low, high) => within(libm::log(low), libm::log(high)),
            Parity::AtLeast(bound) => within(libm::log(bound), f64::INFINITY),
            Parity::AtMost(bound) => within(f64::NEG_INFINITY, libm::log(bound)),
            Parity::Unclear => None,
        }
    };
    let observed = |one: &Priced| {
        let log_price = known(one.row.parity)?;
        Some(Observation { family: one.family, log_price, log_parts: one.parts.map(libm::log) })
    };
    priced.iter().filter_map(observed).collect()
}

/// Explains prices by parts.
///
/// # Errors
/// See [`MetaError`].
pub fn explain(priced: &[Priced]) -> Result<Findings, MetaError> {
    let observed = observations(priced);
    Ok(Findings { exponents: exponents(&observed)?, forms: forms(&observed)? })
}

/// What is being done, and how long the rest will take if families go on taking as long as those before.
fn heading(before: u32, families: u32, spent: Duration) -> String {
    let heading = format!("family {} of {families}", before + 1);
    let left = spent.checked_div(before).unwrap_or_default() * families.saturating_sub(before);
    match left.as_secs() {
        0..10 => heading,
        seconds @ 10..120 => format!("{heading} (some {} s to the last)", seconds / 10 * 10),
        seconds => format!("{heading} (some {} min to the last)", seconds.div_ceil(60)),
    }
}

/// A host whose meters say what family they are of.
struct Headed<'h> {
    host: &'h dyn Host,
    head: String,
}

impl Clock for Headed<'_> {
    fn now(&self) -> Duration {
        self.host.now()
    }
}

impl Host for Headed<'_> {
    fn date(&self) -> Option<String> {
        self.host.date()
    }

    fn note(&self, text: &str) {
        self.host.note(text);
    }

    fn meter(&self, what: &str, battles: u64) -> Box<dyn Meter> {
        self.host.meter(&format!("{}, {what}", self.head), battles)
    }

    fn heartbeat(&self, store: &Path, text: &[u8]) {
        self.host.heartbeat(store, text);
    }
}
