//! Which parameters change what another does: shares of pairs, and the scores of the most telling ones.

use std::collections::BTreeMap;

use lanchester_analysis::sweep::{InteractionRow, ShareRow, SweepAnalysis};
use maud::{Markup, html};

use super::{effects, say, whose};
use crate::digits::{digits, rounded};
use crate::html::charts::{Fit, bars};
use crate::html::sections::Section;

/// Pairs whose shares are drawn.
const DRAWN: usize = 10;
/// Pairs whose scores are shown.
const TABLES: usize = 4;
/// Values of a parameter that a table has at most.
const VALUES: usize = 10;
/// The least departure that is shown in full colour: less is noise or of no use.
const FULL: f64 = 0.02;

/// The section; none with fewer than two parameters that have two values, or where all scored alike.
pub fn section(analysis: &SweepAnalysis) -> Option<Section> {
    let values = |name: &str| analysis.effects.iter().filter(|e| e.parameter == name).count();
    let policy_pairs: Vec<&ShareRow> = analysis
        .shares
        .iter()
        .filter(|s| s.parameters.len() == 2 && s.parameters.iter().all(|p| values(p) > 1))
        .collect();
    if policy_pairs.is_empty() {
        return None;
    }
    let shown: Vec<PolicyPair<'_>> = policy_pairs.iter().take(TABLES).map(|s| PolicyPair::new(analysis, s)).collect();
    let full = shown.iter().flat_map(|c| c.cells.values()).map(|i| i.beyond.abs()).fold(FULL, f64::max);
    let uneven = shown.iter().any(PolicyPair::uneven);
    let body = html! {
        (effects::chance_legend())
        figure { (bars(Fit::Any, &policy_pairs.iter().take(DRAWN).map(|s| effects::bar(s)).collect::<Vec<_>>(), "share of the variance beyond each alone", "Shares of variance of pairs of parameters")) }
        @if policy_pairs.len() > DRAWN {
            p.note { "The " (DRAWN) " most telling of " (say::counted(policy_pairs.len(), "pair of parameters", "pairs of parameters")) "; all stand in " code { "shares.parquet" } "." }
        }
        p { "Each cell is the mean score, in per cent, of the variants that have both values, and by how many points it departs from what the two do "
            "each alone, added up: orange where they help each other, blue where they hinder each other. Where all departures are small, each "
            "parameter does what it does whatever the other is." }
        @if uneven {
            p.note { "Not every pair of values has as many variants, so what else was varied shows in these cells too: believe pairs whose bar passes its mark." }
        }
        div.legend { span { (format!("−{:.0} points", 100.0 * full)) span.bar { @for step in 0..=20 { i class={ "h" (step) } {} } } (format!("+{:.0} points", 100.0 * full)) } }
        @for policy_pair in &shown { (grid(policy_pair, full)) }
        @if policy_pairs.len() > TABLES {
            p.note { "The " (TABLES) " most telling of " (say::counted(policy_pairs.len(), "pair of parameters", "pairs of parameters")) "; all stand in " code { "interactions.parquet" } "." }
        }
    };
    Some(Section {
        id: "interactions",
        title: "Interactions",
        how: "How much of the difference between variants two parameters make together, beyond what each makes alone.",
        body,
    })
}

/// A pair of parameters, with the values that are shown.
struct PolicyPair<'a> {
    share: &'a ShareRow,
    values: [Vec<&'a str>; 2],
    found: [usize; 2],
    cells: BTreeMap<[usize; 2], &'a InteractionRow>,
}

impl<'a> PolicyPair<'a> {
    fn new(analysis: &'a SweepAnalysis, share: &'a ShareRow) -> Self {
        let mut found = [0, 0];
        let mut side = 0;
        let values = [&share.parameters[0], &share.parameters[1]].map(|name| {
            let all: Vec<&str> =
                analysis.effects.iter().filter(|e| e.parameter == *name).map(|e| e.value.as_str()).collect();
            found[side] = all.len();
            side += 1;
            all.into_iter().take(VALUES).collect::<Vec<&str>>()
        });
        let of = analysis.interactions.iter().filter(|i| i.parameters.as_slice() == share.parameters.as_slice());
        let place = |i: &InteractionRow| {
            let at = |side: usize| values[side].iter().position(|v| *v == i.values[side]);
            Some([at(0)?, at(1)?])
        };
        let cells = of.filter_map(|i| Some((place(i)?, i))).collect();
        Self { share, values, found, cells }
    }

    /// Whether cells are missing, or are of more variants than others.
    fn uneven(&self) -> bool {
        let mut counts = self.cells.values().map(|i| i.variants);
        let first = counts.next();
        self.cells.len() < self.values[0].len() * self.values[1].len() || counts.any(|n| Some(n) != first)
    }
}

fn grid(policy_pair: &PolicyPair<'_>, full: f64) -> Markup {
    let [down, across] = &policy_pair.values;
    let names = [0, 1].map(|side| say::name(&policy_pair.share.parameters[side]));
    let name = whose(policy_pair.share);
    html! {
        h3 { (name) ", " (super::percent(policy_pair.share.share)) }
        div.wide tabindex="0" role="region" aria-label={ "Scores by " (name) } {
            table.pay {
                thead {
                    tr { th scope="col" { (names[0]) " ↓  " (names[1]) " →" } @for value in across { th scope="col" { (value_head(value)) } } }
                }
                tbody {
                    @for (x, value) in down.iter().enumerate() {
                        tr {
                            th scope="row" { (value_head(value)) }
                            @for y in 0..across.len() { (cell(policy_pair.cells.get(&[x, y]).copied(), full)) }
                        }
                    }
                }
            }
        }
        @for side in [0, 1] {
            @if policy_pair.found[side] > policy_pair.values[side].len() {
                p.note { "The first " (policy_pair.values[side].len()) " of " (policy_pair.found[side]) " values of " (names[side]) "." }
            }
        }
    }
}

/// A value as a head: a short one, such as a range, keeps to one line.
fn value_head(value: &str) -> String {
    let name = say::name(value);
    if name.chars().count() <= 16 { name.replace(' ', "\u{a0}") } else { name }
}

fn cell(row: Option<&InteractionRow>, full: f64) -> Markup {
    let Some(row) = row else { return html! { td { "–" } } };
    let score = row.score.map_rising(|x| 100.0 * x);
    let places = digits(&score).max(0) as usize;
    html! {
        td class={ "h" (step(row.beyond, full)) } {
            b { (rounded(&score).estimate.replace('-', "−")) } " " span.i { (signed(100.0 * row.beyond, places)) }
        }
    }
}

/// A departure as one of twenty-one steps, 10 being none.
fn step(beyond: f64, full: f64) -> u8 {
    // A cast of what is not a number is 0: a departure is one wherever there is a variant.
    (10.0 + 10.0 * (beyond / full).clamp(-1.0, 1.0)).round() as u8
}

fn signed(x: f64, places: usize) -> String {
    let text = format!("{x:.places$}");
    match text.strip_prefix('-') {
        Some(zero) if zero.chars().all(|c| matches!(c, '0' | '.')) => format!("±{zero}"),
        Some(less) => format!("−{less}"),
        None if text.chars().all(|c| matches!(c, '0' | '.')) => format!("±{text}"),
        None => format!("+{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn departures_have_signs_and_colours() {
        assert_eq!([1.24, -1.24, 0.04, -0.04].map(|x| signed(x, 1)), ["+1.2", "−1.2", "±0.0", "±0.0"]);
        assert_eq!([-9.0, -0.05, 0.0, 0.1, 9.0].map(|x| step(x, 0.1)), [0, 5, 10, 20, 20]);
    }
}
