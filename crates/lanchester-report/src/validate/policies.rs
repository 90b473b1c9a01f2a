//! Policies as text: how they do against each other, and what seat and initiative are worth between equal sides.

use lanchester_analysis::analysis::Analysis;
use lanchester_stats::Interval;

use super::plain;
use crate::columns::{Align, TextTable, Tone, clean};
use crate::digits::{grouped, percent};

/// The score of each policy in each group.
pub fn table(analysis: &Analysis) -> TextTable {
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

/// The mixture that no policy beats, where it was found.
pub fn equilibrium_lines(analysis: &Analysis) -> Vec<String> {
    let Some(payoffs) = analysis.payoffs.as_ref().filter(|c| !c.weights.is_empty()) else { return Vec::new() };
    let shares: Vec<String> = payoffs
        .policies
        .iter()
        .zip(&payoffs.weights)
        .filter(|(_, weight)| **weight >= 0.005)
        .map(|(policy, weight)| format!("{} {:.0} %", clean(policy), 100.0 * weight))
        .collect();
    vec![format!("Equilibrium over these policies, on average over all cells: {}", shares.join(", "))]
}

/// The most mirror matches that are listed; all stand in `cells.parquet`.
const MOST_MIRRORS: usize = 40;

/// What heads the mirror matches of a game; without initiative there is nothing to say of it.
pub fn mirrors_head(analysis: &Analysis) -> String {
    let what = if has_initiative(analysis) { "seat and initiative" } else { "the seat" };
    format!("Equal sides: who gains from {what} (50 % is fair)")
}

fn has_initiative(analysis: &Analysis) -> bool {
    analysis.mirrors.iter().any(|mirror| mirror.initiative.is_some())
}

/// Whether seat 0 has the initiative in every battle, as the rules of a game may say: then the two are one number.
pub(crate) fn seat_has_initiative(analysis: &Analysis) -> bool {
    has_initiative(analysis) && analysis.mirrors.iter().all(|mirror| mirror.initiative == Some(mirror.seat))
}

/// Mirror matches: who gains from the seat, and from the initiative in a game that has one.
pub fn mirrors(analysis: &Analysis) -> TextTable {
    let same = seat_has_initiative(analysis);
    let initiative = has_initiative(analysis) && !same;
    let mut heads = vec![
        ("Side", Align::Left),
        ("Policy", Align::Left),
        (if same { "Seat 0, with initiative, %" } else { "Seat 0 %" }, Align::Right),
        ("Initiative %", Align::Right),
        ("Battles", Align::Right),
    ];
    heads.retain(|(head, _)| initiative || *head != "Initiative %");
    let mut table = TextTable::new(&heads);
    // The last is all of them together.
    let listed = analysis.mirrors.len().min(MOST_MIRRORS);
    let last = analysis.mirrors.last().filter(|_| listed < analysis.mirrors.len());
    for m in analysis.mirrors[..listed].iter().chain(last) {
        let tone = |i: &Interval| if i.contains(0.5) { Tone::Plain } else { Tone::Bad };
        let mut row = vec![
            plain(if m.cell.is_some() { &m.name } else { "all" }),
            plain(&m.policy),
            (percent(&m.seat), tone(&m.seat)),
        ];
        if initiative {
            row.push(plain(&m.initiative.as_ref().map(percent).unwrap_or_default()));
        }
        row.push((grouped(m.battles), Tone::Dim));
        table.row(row);
    }
    table
}
