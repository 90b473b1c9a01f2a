//! Prices for exactly so many ships, from one alone to as many as a side may have.
//!
//! Each is a search of its own with dice of its own, so that the prices of a design are independent and can be tested against
//! each other; designs share the random numbers of a number of ships, as they do those of budgets.

use std::sync::atomic::AtomicBool;

use lanchester_analysis::parity::ParityRow;
use lanchester_analysis::sizes::{PriceOfSize, PricesBySize};
use lanchester_games::Game;
use lanchester_scenario::StudyDesign;
use lanchester_scenario::fleet_sampler::FleetSampler;

use super::{Field, Number, Policies, Question, prices_so_far};
use crate::runner::Runner;

/// The numbers of ships that are priced: these, and the most that a side may have of the design.
const SIZES: [u32; 4] = [1, 2, 4, 8];

/// A question for each design and number of ships: 1, 2, 4, 8 and as many as a side may have, each once.
pub fn size_questions<'q, G: Game>(designs: &'q [StudyDesign<G>], policies: &'q Policies<G>) -> Vec<Question<'q, G>> {
    let of = |design: &'q StudyDesign<G>| {
        let limit = FleetSampler::of::<G>([&*design.design]).most_of(0) as u32;
        let ships = SIZES.into_iter().filter(move |ships| *ships < limit).chain([limit]);
        ships.map(move |ships| Question { design, number: Number::Exactly(ships), policies })
    };
    designs.iter().flat_map(of).collect()
}

/// What was known of prices by the number of ships when `stop` came.
pub struct SizesSoFar {
    /// The prices that were known, design by design.
    pub known: Vec<PricesBySize>,
    /// Battles of all searches.
    pub battles: u64,
}

/// The prices of all designs by the number of ships, not yet judged.
///
/// # Errors
/// `stop` came before the last of them; with those that were known.
pub fn price_by_size<G: Game>(
    runner: &Runner,
    field: &Field<G>,
    designs: &[StudyDesign<G>],
    policies: &Policies<G>,
    stop: &AtomicBool,
) -> Result<Vec<PricesBySize>, SizesSoFar> {
    let questions = size_questions(designs, policies);
    match prices_so_far(runner, field, &questions, stop) {
        Ok(rows) => Ok(by_design(&questions, rows.iter().map(Some))),
        Err(so_far) => {
            let known = by_design(&questions, so_far.rows.iter().map(Option::as_ref));
            Err(SizesSoFar { known, battles: so_far.battles })
        }
    }
}

/// The answers that are known, design by design.
fn by_design<'r, G: Game>(
    questions: &[Question<G>],
    rows: impl Iterator<Item = Option<&'r ParityRow>>,
) -> Vec<PricesBySize> {
    let mut all: Vec<PricesBySize> = Vec::new();
    for (question, row) in questions.iter().zip(rows) {
        let (Number::Exactly(ships), Some(row)) = (question.number, row) else { continue };
        let price = PriceOfSize::new(ships, row);
        match all.last_mut().filter(|last| last.design == row.design) {
            Some(last) => last.prices.push(price),
            None => all.push(PricesBySize::new(row, vec![price])),
        }
    }
    all
}
