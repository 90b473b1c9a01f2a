//! Parity prices under other commanders: which the search leaves where they are, and where it moves the others.

use lanchester_analysis::Analysis;
use lanchester_analysis::advice::{AdviceRow, Worth, advice};
use lanchester_analysis::commanders::{CommanderRow, Settled, under_search};
use lanchester_stats::Interval;
use lanchester_stats::price::{FAIR_WITHIN, FALSE_DISCOVERY_RATE};

use crate::columns::{Align, Screen, TextTable, Tone, clean, folded};
use crate::digits::{between, grouped, percent_change_judged, signed_decimal, whole};
use crate::frame::{Cell, Frame, frame};
use crate::rows::spread_option;
use crate::schema::COMMANDERS;

/// Columns of sentences, at most.
const COLUMNS: usize = 100;

/// The head of the last column.
pub(crate) const VERDICT: &str = "Verdict";

/// The rows of [`COMMANDERS`].
#[must_use]
pub fn commanders_frame(rows: &[CommanderRow]) -> Frame {
    let rows = rows.iter().map(|row| {
        let mut cells = vec![Cell::from(&row.commander), Cell::Count(row.rollouts.map(u64::from))];
        cells.push(Cell::Text(row.decision.clone()));
        cells.extend([&row.design, &row.name].map(Cell::from));
        cells.extend(spread_option(row.price.as_ref()));
        cells.extend(spread_option(row.change.as_ref()));
        cells.extend([row.p, row.q].map(Cell::from));
        cells.push(Cell::Text(row.verdict.map(|verdict| verdict.name().to_owned())));
        cells.extend([row.matchups, row.battles, row.capped].map(Cell::from));
        cells
    });
    frame(&COMMANDERS, rows)
}

/// The designs of the rows, each by the row of the study's own policy, which comes first; and of each what the search says.
fn designs(rows: &[CommanderRow]) -> Vec<(&CommanderRow, Option<&CommanderRow>)> {
    let first = rows.first().map(CommanderRow::title);
    let own = rows.iter().filter(|row| Some(row.title()) == first);
    own.map(|row| (row, under_search(rows, &row.design))).collect()
}

/// The change as a ratio of prices.
pub(crate) fn ratio(change: &Interval) -> Interval {
    change.map_rising(|x| 1.0 + x)
}

/// `+7.2 [+5.1, +9.3]`: the change in per cent.
pub(crate) fn change_text(row: &CommanderRow) -> String {
    row.change.map_or_else(|| "–".to_owned(), |change| percent_change_judged(&ratio(&change), FAIR_WITHIN))
}

/// `settled`, `up`, `down`, `not known`.
pub(crate) const fn verdict_text(verdict: Option<Settled>) -> &'static str {
    match verdict {
        Some(Settled::Settled) => "settled",
        Some(Settled::Up) => "up",
        Some(Settled::Down) => "down",
        Some(Settled::Unknown) | None => "not known",
    }
}

/// From where to where its price in fleets goes if a search commands, where that moves it: `243 to 272`, in place of one number.
pub(crate) fn searched_range(analysis: &Analysis, row: &AdviceRow) -> Option<String> {
    let (Some(Worth::Points(price)), Some(found)) = (row.fleets, under_search(&analysis.commanders, &row.design))
    else {
        return None;
    };
    let there = price.estimate * (1.0 + found.change?.estimate);
    let moves = matches!(found.verdict, Some(Settled::Up | Settled::Down));
    moves.then(|| between(price.estimate.min(there), price.estimate.max(there)))
}

/// For how many designs the price is settled under the search, and by how much which others move. Nothing where nobody asked.
#[must_use]
pub fn commanders_sentences(rows: &[CommanderRow]) -> Vec<String> {
    let all = designs(rows);
    let Some(rollouts) = all.iter().find_map(|(_, found)| (*found)?.rollouts) else { return Vec::new() };
    let rolled = if rollouts == 1 { "roll-out" } else { "roll-outs" };
    let with = |verdict: Settled| {
        let of = all.iter().filter_map(|(_, found)| *found).filter(move |row| row.verdict == Some(verdict));
        of.collect::<Vec<&CommanderRow>>()
    };
    let mut sentences = vec![format!(
        "Under a search on both sides ({rollouts} {rolled}, at most four ships a side) {} of {} prices are settled: the whole interval \
         within {:.0} %.",
        with(Settled::Settled).len(),
        all.len(),
        100.0 * FAIR_WITHIN
    )];
    for (verdict, word) in [(Settled::Up, "Higher there"), (Settled::Down, "Lower there")] {
        let mut rows = with(verdict);
        let size = |row: &CommanderRow| row.change.map_or(0.0, |change| change.estimate.abs());
        rows.sort_by(|one, other| size(other).total_cmp(&size(one)));
        let named: Vec<String> =
            rows.iter().map(|row| format!("{} ({} %)", clean(&row.name), change_text(row))).collect();
        sentences.extend((!named.is_empty()).then(|| format!("{word}: {}.", named.join(", "))));
    }
    let unknown = with(Settled::Unknown).len();
    let unpriced = all.iter().filter(|(_, found)| found.is_none()).count();
    sentences.extend((unknown > 0).then(|| format!("Not known: {unknown}, whose intervals are too wide to tell.")));
    sentences.extend((unpriced > 0).then(|| format!("Without a price in fleets of so few ships: {unpriced}.")));
    sentences
}

/// The verdict is the same under the search.
const HOLDS: &str = "holds";
/// Nothing is certain there.
const OPEN: &str = "not known";

/// What the search makes of a verdict: [`HOLDS`], the other verdict, [`OPEN`]; nothing where that was not asked.
pub(crate) fn survival_text(row: &AdviceRow) -> Option<&'static str> {
    Some(match row.under_search? {
        verdict if Some(verdict) == row.advice.verdict => HOLDS,
        verdict if verdict.is_decided() => verdict.name(),
        _ => OPEN,
    })
}

/// The designs whose verdict was asked about under the search: those of which it holds there, is another, and is not known.
fn survival(rows: &[AdviceRow]) -> [Vec<String>; 3] {
    let mut all: [Vec<String>; 3] = Default::default();
    for row in rows {
        let name = clean(&row.name);
        match survival_text(row) {
            Some(HOLDS) => all[0].push(name),
            Some(OPEN) => all[2].push(name),
            Some(other) => all[1].push(format!("{name} ({other})")),
            None => {}
        }
    }
    all
}

/// Which verdicts on printed ratings hold under the search. Nothing where that was asked of none.
pub(crate) fn survival_sentence(analysis: &Analysis) -> Option<String> {
    let all = survival(&advice(analysis));
    let count: usize = all.iter().map(Vec::len).sum();
    let [hold, turn, open] = &all;
    let named = |head: &str, names: &[String]| {
        if names.is_empty() { String::new() } else { format!("; {head}: {}", names.join(", ")) }
    };
    (count > 0).then(|| {
        format!(
            "Of {count} verdicts on printed ratings {} hold under the search, with the errors of both prices{}{}.",
            hold.len(),
            named("others there", turn),
            named("not known there", open)
        )
    })
}

/// The same in a line: how many are settled (the whole interval within that), how many move, and how many verdicts hold. Nothing where nobody asked.
pub(crate) fn commanders_sentence(commanders: &[CommanderRow], rows: &[AdviceRow]) -> Option<String> {
    let all = designs(commanders);
    let verdicts: Vec<Settled> = all.iter().filter_map(|(_, found)| (*found)?.verdict).collect();
    let settled = verdicts.iter().filter(|verdict| **verdict == Settled::Settled).count();
    let moved = verdicts.iter().filter(|verdict| matches!(verdict, Settled::Up | Settled::Down)).count();
    let ranges = if moved > 0 { format!(", {moved} move (ranges)") } else { String::new() };
    let words = ["verdicts hold", "turn", "unknown"];
    let names = survival(rows);
    let held = names.iter().zip(words).enumerate().filter(|(nth, (names, _))| *nth == 0 || !names.is_empty());
    let held: Vec<String> = held.map(|(_, (names, word))| format!("{} {word}", names.len())).collect();
    let held = if names.iter().all(Vec::is_empty) { String::new() } else { format!("; {}", held.join(", ")) };
    let count = all.len();
    let within = 100.0 * FAIR_WITHIN;
    (!verdicts.is_empty())
        .then(|| format!("Under a search {settled} of {count} prices stay within {within:.0} %{ranges}{held}."))
}

/// The titles of the commanders beside the study's own policy, in the order of the rows.
fn others(rows: &[CommanderRow]) -> Vec<String> {
    let mut titles: Vec<String> = Vec::new();
    for title in rows.iter().filter(|row| row.decision.is_none()).map(CommanderRow::title) {
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    titles.into_iter().skip(1).collect()
}

/// The heads of a table of all commanders, and its lines: a design's price under the study's own policy, by how many per cent each
/// policy moves it, and what the search does with its interval.
pub(crate) fn table_of(rows: &[CommanderRow]) -> (Vec<String>, Vec<Vec<String>>) {
    let searched = |title: &String| rows.iter().any(|row| row.searched() && row.title() == *title);
    let titles = others(rows);
    let own = rows.first().map(CommanderRow::title).unwrap_or_default();
    let mut heads = vec!["Design".to_owned(), format!("Under {}", clean(&own))];
    heads.extend(titles.iter().map(|title| format!("{} %", clean(title))));
    heads.push(VERDICT.to_owned());
    let line = |(row, found): (&CommanderRow, Option<&CommanderRow>)| {
        let mut cells = vec![clean(&row.name), row.price.as_ref().map_or_else(|| "–".to_owned(), whole)];
        cells.extend(titles.iter().map(|title| {
            let of = rows.iter().find(|other| other.design == row.design && other.title() == *title);
            match of {
                Some(of) if searched(title) => change_text(of),
                Some(CommanderRow { change: Some(change), .. }) => signed_decimal(100.0 * change.estimate, 0),
                _ => "–".to_owned(),
            }
        }));
        // Of an interrupted run the search has not come to all designs.
        let unasked = row.price.is_some() && !rows.iter().any(|of| of.searched() && of.design == row.design);
        let without = if unasked { verdict_text(None) } else { "no price" };
        cells.push(found.map_or(without, |found| verdict_text(found.verdict)).to_owned());
        cells
    };
    (heads, designs(rows).into_iter().map(line).collect())
}

/// The heads and lines of the table of what each decision does to a price; nothing where nobody asked.
pub(crate) fn decisions_of(rows: &[CommanderRow]) -> Option<(Vec<String>, Vec<Vec<String>>)> {
    let mut decisions: Vec<&str> = Vec::new();
    for decision in rows.iter().filter_map(|row| row.decision.as_deref()) {
        if !decisions.contains(&decision) {
            decisions.push(decision);
        }
    }
    let heads =
        ["Design"].into_iter().map(str::to_owned).chain(decisions.iter().map(|decision| format!("{decision} %")));
    let line = |(own, _): (&CommanderRow, Option<&CommanderRow>)| {
        let of = |decision: &&str| {
            let mut rows = rows.iter().filter(|row| row.design == own.design);
            let found = rows.find(|row| row.decision.as_deref() == Some(*decision));
            found.map_or_else(|| "–".to_owned(), |row| format!("{}{}", change_text(row), mark(row)))
        };
        std::iter::once(clean(&own.name)).chain(decisions.iter().map(of)).collect()
    };
    (!decisions.is_empty()).then(|| (heads.collect(), designs(rows).into_iter().map(line).collect()))
}

/// A star where chance does not explain the change.
fn mark(row: &CommanderRow) -> &'static str {
    if matches!(row.verdict, Some(Settled::Up | Settled::Down)) { " *" } else { "" }
}

/// What a reader must know of the table of decisions.
pub(crate) fn decisions_note(rows: &[CommanderRow]) -> String {
    let own = rows.first().map(|row| clean(&row.commander)).unwrap_or_default();
    format!(
        "The design's side alone searches, knows that it meets {own}, and makes one kind of decision; {own} makes all others. By how \
         much that raises its price. *: more than chance explains, at a false discovery rate of {:.0} % for each decision.",
        100.0 * FALSE_DISCOVERY_RATE
    )
}

/// What a reader must know of the table.
pub(crate) fn note(rows: &[CommanderRow]) -> String {
    let battles: u64 = rows.iter().map(|row| row.battles).sum();
    let own = rows.first().map(|row| clean(&row.commander)).unwrap_or_default();
    format!(
        "Each commander has both sides of the same matchups, of at most four ships a side; changes are those of the price under {own} there. \
         Two that search take each other for {own}. –: no price there. {} battles.",
        grouped(battles)
    )
}

/// The prices under other commanders, as text. It is written for `screen`.
#[must_use]
pub fn commanders_text(rows: &[CommanderRow], screen: impl Into<Screen>) -> String {
    text(rows, &commanders_sentences(rows), screen.into())
}

/// Those of the prices that an interrupted run knows: how many of all are settled is not known.
#[must_use]
pub fn commanders_so_far(rows: &[CommanderRow], screen: impl Into<Screen>) -> String {
    text(rows, &[], screen.into())
}

fn text(rows: &[CommanderRow], sentences: &[String], screen: Screen) -> String {
    let mut text = String::from("Parity prices under other commanders\n");
    sentences.iter().for_each(|sentence| text.push_str(&format!("  {sentence}\n")));
    text.push_str(&rendered(table_of(rows), screen));
    folded(&note(rows), COLUMNS).iter().for_each(|line| text.push_str(&format!("{line}\n")));
    if let Some(table) = decisions_of(rows) {
        text.push_str("\nWhich decisions move a price\n");
        text.push_str(&rendered(table, screen));
        folded(&decisions_note(rows), COLUMNS).iter().for_each(|line| text.push_str(&format!("{line}\n")));
    }
    text
}

/// A table whose first column is words, and its last where that is a verdict.
fn rendered((heads, lines): (Vec<String>, Vec<Vec<String>>), screen: Screen) -> String {
    let words = |place: usize| place == 0 || heads[place] == VERDICT;
    let align = |place: usize| if words(place) { Align::Left } else { Align::Right };
    let heads: Vec<(&str, Align)> = heads.iter().enumerate().map(|(i, head)| (head.as_str(), align(i))).collect();
    let mut table = TextTable::new(&heads);
    for line in lines {
        table.row(line.into_iter().map(|cell| (cell, Tone::Plain)));
    }
    table.render(screen)
}
