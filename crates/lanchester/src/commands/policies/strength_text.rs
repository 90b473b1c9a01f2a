//! What `lanchester policies --strength` prints.

use lanchester_games::Game;
use lanchester_report::columns::{Align, Screen, TextTable, Tone, clean};

use super::strength::{Answer, MisfitJson, Row};
use crate::contest::Searcher;
use crate::output;
use crate::wording::{count, signed, wrapped};

/// Misfits that are named; of more there is only their number.
const NAMED: usize = 3;

/// The answer in words and as a table.
pub fn text(answer: &Answer, searches: Option<String>, screen: Screen) -> String {
    let Answer { rows, zero, .. } = answer;
    let first = rows[0].title();
    let leads = match rows[0].above_next {
        Some(above) if above.low <= 0.0 => {
            format!("{first} leads, and is not shown to be stronger than {}", rows[1].title())
        }
        _ => format!("{first} is the strongest"),
    };
    let mut text = clean(&format!(
        "{leads}. The scale: {zero} is 0; who is 100 above another scores 64 % against it, 200 above 76 %, 400 above 91 %."
    ));
    text = format!("{}\n\n", wrapped(&text, output::width(), 0));
    let mut table = TextTable::new(&[
        ("Commander", Align::Left),
        ("Strength", Align::Right),
        ("95 % interval", Align::Left),
        ("Above the next", Align::Right),
        ("95 % interval", Align::Left),
    ]);
    for row in rows {
        let [strength, interval] = signed(&row.strength);
        let [above, reach] = row.above_next.as_ref().map_or_else(|| ["·".to_owned(), String::new()], signed);
        let tone = if row.above_next.is_some_and(|above| above.low <= 0.0) { Tone::Dim } else { Tone::Plain };
        table.row([
            (row.title(), Tone::Plain),
            (strength, Tone::Plain),
            (interval, Tone::Dim),
            (above, tone),
            (reach, Tone::Dim),
        ]);
    }
    text.push_str(&table.render(screen));
    for sentence in [Some(steps(rows)), misfits(&answer.misfits), searches].into_iter().flatten() {
        text.push_str(&format!("\n{}\n", wrapped(&clean(&sentence), output::width(), 2)));
    }
    let sample = format!(
        "Intervals are over {}. Other line-ups (--matchups-of), and other policies beside these, give other places.",
        count(answer.lineups as u64, "line-up")
    );
    text.push_str(&format!("\n{}\n", wrapped(&sample, output::width(), 2)));
    text
}

/// Which steps of the scale are beyond noise.
fn steps(rows: &[Row]) -> String {
    let unclear = |two: &&[Row]| two[0].above_next.is_some_and(|above| above.low <= 0.0);
    let pairs: Vec<String> =
        rows.windows(2).filter(unclear).map(|two| format!("{} and {}", two[0].title(), two[1].title())).collect();
    match pairs.len() {
        0 => "Each is stronger than the next, beyond chance.".to_owned(),
        all if all + 1 == rows.len() => {
            "None is shown to be stronger than the next: more pairs of battles and line-ups tell more.".to_owned()
        }
        _ => format!("Each is stronger than the next, beyond chance, but for these: {}.", pairs.join("; ")),
    }
}

/// Where one scale does not hold.
fn misfits(all: &[MisfitJson]) -> Option<String> {
    let one = |misfit: &MisfitJson| {
        let [score, expected] = [misfit.score, misfit.expected].map(|share| format!("{:.0}", 100.0 * share));
        format!("{} scores {score} % against {}, where the scale has {expected} %", misfit.commander, misfit.against)
    };
    let more = match all.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let named: Vec<String> = all.iter().take(NAMED).map(one).collect();
    (!all.is_empty()).then(|| format!("Not all is one scale: {}{more}.", named.join("; ")))
}

/// What searches are.
pub fn about<G: Game>(searcher: &Searcher<G>) -> String {
    let believes = searcher.believes().unwrap_or_default();
    let secret = if searcher.search.secret { " What both sides choose in secret it takes as secret." } else { "" };
    format!(
        "A search plays out {}, so many times each, at each decision, and takes its opponent for {believes}.{secret} It does not meet \
         {believes}, which it would know.",
        searcher.names().join(", "),
    )
}
