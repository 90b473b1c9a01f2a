//! What `lanchester validate` prints.

use std::fmt::Write;

use lanchester_stats::Interval;
use lanchester_stats::price::{FALSE_DISCOVERY_RATE, HONEST_WITHIN, Implied, NoPrices, Verdict};

use crate::analysis::{Analysis, CellSummary, Matrix, RatingRow};
use crate::digits::{grouped, percent, percent_change, rounded, text};
use crate::table::{Align, TextTable, Tone, clean};

/// The text of a study: prices, fleet actions, policies, biases. `color` adds ANSI colours.
#[must_use]
pub fn validate(analysis: &Analysis, color: bool) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail; `line` hides that.
    let mut line = |text: &str| {
        let _ = writeln!(out, "{text}");
    };
    line(&format!(
        "{} ({}): {} rules v{}, seed {}, {} battles. Intervals are 95 %.",
        clean(&analysis.name),
        clean(&analysis.study),
        clean(&analysis.game),
        analysis.rules_version,
        analysis.seed,
        grouped(analysis.battles)
    ));
    for matrix in &analysis.matrices {
        line("");
        let group = clean(&matrix.group);
        line(&if group == "duels" { "Duels".to_owned() } else { format!("Duels: {group}") });
        line(ratings(matrix).render(color).trim_end());
        slope_lines(matrix).iter().for_each(|l| line(l));
    }
    let fleets = fleet_actions(analysis);
    if !fleets.is_empty() {
        line("");
        line("Fleet actions");
        line(fleets.render(color).trim_end());
    }
    if !analysis.policies.is_empty() {
        line("");
        line("Policies against each other");
        line(policies(analysis).render(color).trim_end());
    }
    if !analysis.mirrors.is_empty() {
        line("");
        line("Equal sides: who gains from seat and initiative (50 % is fair)");
        line(mirrors(analysis).render(color).trim_end());
    }
    line("");
    line(&format!("Ended by the turn limit: {} % of battles", percent(&analysis.capped)));
    line(&format!("Without a shot: {} % of battles", percent(&analysis.no_contact)));
    out
}

fn ratings(matrix: &Matrix) -> TextTable {
    let mut table = TextTable::new(&[
        ("Design", Align::Left),
        ("Printed", Align::Right),
        ("Implied", Align::Right),
        ("Off by %", Align::Right),
        ("Verdict", Align::Left),
        ("Score %", Align::Right),
        ("Battles", Align::Right),
    ]);
    for r in &matrix.ratings {
        let (verdict, tone) = verdict(r);
        table.row([
            plain(&r.name),
            plain(&r.printed.to_string()),
            plain(&implied(r)),
            plain(&r.residual.as_ref().map(percent_change).unwrap_or_default()),
            (verdict.to_owned(), tone),
            plain(&percent(&r.score)),
            (grouped(r.battles), Tone::Dim),
        ]);
    }
    table
}

fn implied(r: &RatingRow) -> String {
    // A bound has no width; one digit in a hundred is all that a sweep can tell.
    let about = |x: f64| rounded(&Interval { estimate: x, low: x * 0.95, high: x * 1.05 }).estimate;
    match &r.implied {
        Some(Implied::Rating(interval)) => text(interval),
        Some(Implied::AtLeast(x)) => format!("≥ {}", about(*x)),
        Some(Implied::AtMost(x)) => format!("≤ {}", about(*x)),
        Some(Implied::Nothing) | None => String::new(),
    }
}

const fn verdict(r: &RatingRow) -> (&'static str, Tone) {
    match r.verdict {
        Some(Verdict::Overpriced) => ("overpriced", Tone::Bad),
        Some(Verdict::Underpriced) => ("underpriced", Tone::Bad),
        Some(Verdict::Honest) => ("honest", Tone::Good),
        Some(Verdict::CannotTell) => ("cannot tell", Tone::Dim),
        Some(Verdict::Bound) => ("bound only", Tone::Plain),
        None => ("", Tone::Plain),
    }
}

fn slope_lines(matrix: &Matrix) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(slope) = &matrix.slope {
        lines.push(format!("Slope k of log odds on log rating ratio: {}", text(slope)));
    }
    if let Some(why) = &matrix.no_strengths {
        lines.push(format!("No strengths: {}.", clean(why)));
    }
    if let Some(why) = matrix.no_prices {
        let why = match why {
            NoPrices::TooFew => "fewer than three designs can be compared",
            NoPrices::SameRatings => "all designs that can be compared have the same rating",
            NoPrices::BadRating => "a printed rating is not above zero",
            NoPrices::SlopeUnclear => "strength cannot be shown to rise with rating",
            NoPrices::SlopeNegative => "dearer designs are weaker",
        };
        lines.push(format!("No implied ratings: {why}."));
    } else if matrix.no_strengths.is_none() {
        lines.push(format!(
            "Honest comes first: surely within {:.0} %. Over- and underpriced: at a false discovery rate of {:.0} %.",
            100.0 * HONEST_WITHIN,
            100.0 * FALSE_DISCOVERY_RATE
        ));
    }
    lines
}

fn fleet_actions(analysis: &Analysis) -> TextTable {
    let mut table = TextTable::new(&[
        ("A", Align::Left),
        ("B", Align::Left),
        ("Ratings", Align::Right),
        ("A scores %", Align::Right),
        ("Draws %", Align::Right),
        ("Capped %", Align::Right),
        ("Turns", Align::Right),
    ]);
    let same_policy = |c: &CellSummary| c.entrants[0].policy == c.entrants[1].policy;
    for cell in analysis.cells.iter().filter(|c| !c.duel && !c.mirror) {
        let [a, b] = &cell.entrants;
        let name = |e: &crate::study::Entrant| {
            if same_policy(cell) { e.name.clone() } else { format!("{} ({})", e.name, e.policy) }
        };
        table.row([
            plain(&name(a)),
            plain(&name(b)),
            plain(&format!("{} : {}", a.rating, b.rating)),
            plain(&percent(&cell.score)),
            plain(&percent(&cell.draws)),
            plain(&percent(&cell.capped)),
            // The tally keeps no squares of turns, hence no interval: whole turns only.
            plain(&format!("{:.0}", cell.turns_mean)),
        ]);
    }
    table
}

fn policies(analysis: &Analysis) -> TextTable {
    let mut table = TextTable::new(&[
        ("Group", Align::Left),
        ("Policy", Align::Left),
        ("Score %", Align::Right),
        ("Cells", Align::Right),
        ("Pairs", Align::Right),
    ]);
    for p in &analysis.policies {
        table.row([
            plain(&p.group),
            plain(&p.policy),
            plain(&percent(&p.score)),
            plain(&p.cells.to_string()),
            (p.pairs.to_string(), Tone::Dim),
        ]);
    }
    table
}

fn mirrors(analysis: &Analysis) -> TextTable {
    let mut table = TextTable::new(&[
        ("Side", Align::Left),
        ("Policy", Align::Left),
        ("Seat 0 %", Align::Right),
        ("Initiative %", Align::Right),
        ("Battles", Align::Right),
    ]);
    for m in &analysis.mirrors {
        let tone = |i: &Interval| if i.contains(0.5) { Tone::Plain } else { Tone::Bad };
        table.row([
            plain(if m.cell.is_some() { &m.name } else { "all" }),
            plain(&m.policy),
            (percent(&m.seat), tone(&m.seat)),
            plain(&percent(&m.initiative)),
            (grouped(m.battles), Tone::Dim),
        ]);
    }
    table
}

fn plain(text: &str) -> (String, Tone) {
    (text.to_owned(), Tone::Plain)
}
