//! Fleet actions as text, and what they say of numbers against quality.

use lanchester_analysis::analysis::{Analysis, FleetLaw};

use super::{plain, policy_pair};
use crate::columns::{Align, TextTable, clean};
use crate::digits::{percent, text};

/// The most fleet actions that are listed; all stand in `cells.parquet`.
pub const MOST_ACTIONS: usize = 20;

/// Who met whom, and how it ended.
pub fn table(analysis: &Analysis) -> TextTable {
    let graded = analysis.major.is_some();
    let heads = [
        ("A", Align::Left),
        ("B", Align::Left),
        ("Ratings", Align::Right),
        ("A scores %", Align::Right),
        ("Draws %", Align::Right),
        ("Capped %", Align::Right),
        ("Turns", Align::Right),
    ];
    let heads = heads.into_iter().chain(graded.then_some(("Major A, B %", Align::Right)));
    let mut table = TextTable::new(&heads.collect::<Vec<_>>());
    let first = analysis.cells.first().map(|c| c.entrants[0].policy.as_str());
    let one_policy = analysis.cells.iter().all(|c| c.entrants.iter().all(|e| Some(e.policy.as_str()) == first));
    for cell in analysis.cells.iter().filter(|c| !c.duel && !c.mirror).take(MOST_ACTIONS) {
        let [a, b] = &cell.entrants;
        let name = |e: &lanchester_analysis::study::Entrant| {
            if one_policy { e.name.clone() } else { format!("{} ({})", e.name, e.policy) }
        };
        let major = graded.then(|| plain(&cell.major.each_ref().map(percent).join(", ")));
        let row = [
            plain(&name(a)),
            plain(&name(b)),
            plain(&format!("{} : {}", a.rating, b.rating)),
            plain(&percent(&cell.score)),
            plain(&percent(&cell.draws)),
            plain(&percent(&cell.capped)),
            // The tally keeps no squares of turns, hence no interval: whole turns only.
            plain(&format!("{:.0}", cell.turns_mean)),
        ];
        table.row(row.into_iter().chain(major));
    }
    table
}

/// The exponent of numbers against quality, or why there is none.
pub fn law_line(law: &FleetLaw, several: bool) -> String {
    let under = if several { format!(", {}", policy_pair(&law.policies)) } else { String::new() };
    match (&law.exponent, &law.no_exponent) {
        (Some(p), _) => {
            let says = match () {
                () if p.contains(1.0) => "a fleet is worth the sum of its ships, as far as this can tell",
                () if p.estimate < 1.0 => "many small ships are worth more than their points",
                () => "few great ships are worth more than their points",
            };
            format!("Numbers against quality{under}: Σ rating^p with p = {}: {says}", text(p))
        }
        (None, why) => {
            format!(
                "Numbers against quality{under}: no exponent, {}",
                clean(why.as_deref().unwrap_or("for want of data"))
            )
        }
    }
}
