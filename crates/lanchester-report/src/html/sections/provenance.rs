//! How the numbers were made, how to make them again, and where all of them stand.

use lanchester_analysis::Analysis;
use lanchester_analysis::commanders::CommanderRow;
use maud::html;

use super::Section;
use crate::charge;
use crate::exploited;
use crate::html::grid::{Col, table};
use crate::html::say;
use crate::schema::TABLES;

/// The section; always there.
pub fn section(analysis: &Analysis) -> Section {
    let heads = [("File", Col::Words), ("Holds", Col::Words), ("Rows", Col::Words)];
    let files = TABLES.iter().map(|t| vec![t.file.into(), about(t.file).into(), t.rows.into()]);
    let options: Vec<String> =
        analysis.options.iter().map(|(k, v)| format!("{} = {}", say::name(k), say::name(v))).collect();
    let policies = exploited::sentences(analysis);
    let body = html! {
        dl {
            dt { "Study" } dd { code { (say::name(&analysis.study)) } " " (say::name(&analysis.name)) }
            dt { "Game" } dd { (say::name(&analysis.game)) ", rules version " (analysis.rules_version) }
            dt { "Dice streams" } dd { "version " (analysis.stream_version) }
            dt { "Lanchester" } dd { "version " (say::name(&analysis.tool_version)) }
            dt { "Seed" } dd { (analysis.seed) }
            dt { "Study hash" } dd { code { (say::name(&analysis.study_hash)) } }
            dt { "Battles" } dd {
                (charge::battles(analysis))
                @if let Some(others) = charge::other_battles(analysis) { "; " (others) }
            }
            @if !analysis.cells.is_empty() { dt { "Cells" } dd { (analysis.cells.len()) } }
            dt { "Options" } dd { @if options.is_empty() { "none" } @else { (options.join(" · ")) } }
        }
        @if !policies.is_empty() { h3 { "How good the policies are" } }
        @for sentence in &policies { p { (sentence) } }
        @for sentence in exploited::efforts(analysis) { p.note { (sentence) } }
        h3 { "The same numbers again" }
        pre { code { (again(analysis)) } }
        (table(&heads, files.collect()))
    };
    Section {
        id: "provenance",
        title: "How this was made",
        how: "Equal versions, study and seed give equal battles on any machine; every number of this page stands, unrounded, \
              in the Parquet files beside it.",
        body,
    }
}

/// What a label of a file inside the program begins with.
const INSIDE: &str = "(inside lanchester)";

/// The command that plays this again, all of it: whatever changes a number stands in it.
pub fn again(analysis: &Analysis) -> String {
    let inside = analysis.study_file.is_empty() || analysis.study_file.starts_with(INSIDE);
    let study = if inside { &analysis.study } else { &analysis.study_file };
    let mut command = format!("lanchester validate {}", say::word(study));
    if let Some(pairs) = analysis.options.get("pairs") {
        command.push_str(&format!(" --pairs {}", say::word(pairs)));
    }
    if analysis.options.get("prices").is_some_and(|prices| prices == "left out") {
        command.push_str(" --no-prices");
    }
    if !analysis.robust.is_empty() {
        command.push_str(" --robust");
    }
    command.push_str(&strength_words(&analysis.commanders));
    format!("{command} --seed {} --game {}", analysis.seed, say::word(&analysis.game))
}

/// The words that ask for the prices under other commanders; none where nobody asked.
fn strength_words(rows: &[CommanderRow]) -> String {
    let Some(search) = rows.iter().find(|row| row.searched()) else { return String::new() };
    let mut policies: Vec<String> = Vec::new();
    for policy in rows.iter().filter(|row| row.rollouts.is_none()).map(|row| say::word(&row.commander)) {
        if !policies.contains(&policy) {
            policies.push(policy);
        }
    }
    let rollouts = search.rollouts.unwrap_or_default();
    let decisions = if rows.iter().any(|row| row.decision.is_some()) { " --decisions" } else { "" };
    let (policies, matchups) = (policies.join(","), search.matchups);
    format!(" --strength --rollouts {rollouts} --portfolio {policies} --strength-matchups {matchups}{decisions}")
}

/// Which sections a file is behind.
fn about(file: &str) -> &'static str {
    match file {
        "cells.parquet" => "fleet actions, sides and turn limit; the counts that the rest is worked out from",
        "designs.parquet" => "the designs",
        "ratings.parquet" => "printed against implied rating, by how much each is off",
        "margins.parquet" => "how clearly battles were won",
        "matrix.parquet" => "who beats whom",
        "prices.parquet" => "parity prices",
        "commanders.parquet" => "parity prices under other commanders",
        "calibration.parquet" => "how well ratings and other values predict",
        "reliability.parquet" => "predicted against observed",
        "structure.parquet" => "slope, side bias, cyclic component, exponent",
        "triples.parquet" => "rock-paper-scissors triples",
        "payoffs.parquet" => "policies against each other, and their equilibrium",
        _ => "more of this study",
    }
}
