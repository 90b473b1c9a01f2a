//! How the numbers of a sweep were made, how to make them again, and where all of them stand.

use lanchester_analysis::sweep::SweepAnalysis;
use maud::html;

use super::say;
use crate::digits::grouped;
use crate::html::grid::{Cell, Col, table};
use crate::html::sections::Section;
use crate::schema::SWEEP_TABLES;

/// Opponents that are named.
const NAMED: usize = 40;

/// The section; always there.
pub fn section(analysis: &SweepAnalysis) -> Section {
    let options: Vec<String> =
        analysis.options.iter().map(|(k, v)| format!("{} = {}", say::name(k), say::name(v))).collect();
    let files = SWEEP_TABLES.iter().map(|t| vec![t.file.into(), about(t.file).into(), t.rows.into()]);
    let parameters =
        analysis.parameters.iter().map(|p| vec![Cell::from(say::name(&p.name)), say::name(&p.field).into()]);
    let opponents = analysis
        .opponents
        .iter()
        .take(NAMED)
        .map(|o| vec![Cell::from(say::name(&o.name)), say::name(&o.id).into(), o.rating.to_string().into()]);
    let policies: Vec<String> = analysis.policies.iter().map(|p| say::name(p)).collect();
    let body = html! {
        dl {
            dt { "Sweep" } dd { code { (say::name(&analysis.study)) } " " (say::name(&analysis.name)) }
            dt { "Variants" } dd { (say::counted(analysis.variants.len(), "variant", "variants")) ", "
                (grouped(analysis.left_out)) " left out by constraints or by the game; the ship or fleet as its file has it is rated " (analysis.base_rating) }
            dt { "Policies" } dd { @if policies.is_empty() { "none" } @else { (policies.join(", ")) } }
            dt { "Game" } dd { (say::name(&analysis.game)) ", rules version " (analysis.rules_version) }
            dt { "Dice streams" } dd { "version " (analysis.stream_version) "; cells of one opponent and policy share their dice" }
            dt { "Lanchester" } dd { "version " (say::name(&analysis.tool_version)) }
            dt { "Seed" } dd { (analysis.seed) }
            dt { "Sweep hash" } dd { code { (say::name(&analysis.study_hash)) } }
            dt { "Battles" } dd { (grouped(analysis.battles)) " in " (say::counted(analysis.cells as usize, "cell", "cells"))
                "; the turn limit ended " (say::percent(&analysis.capped)) }
            dt { "Intervals" } dd { (analysis.intervals) }
            dt { "Options" } dd { @if options.is_empty() { "none" } @else { (options.join(" · ")) } }
        }
        h3 { "What was varied" }
        (table(&[("Parameter", Col::Words), ("Key of the file", Col::Words)], parameters.collect()))
        h3 { "Against whom" }
        (table(&[("Opponent", Col::Words), ("Id", Col::Words), ("Rating", Col::Numbers)], opponents.collect()))
        @if analysis.opponents.len() > NAMED {
            p.note { "The first " (NAMED) " of " (say::counted(analysis.opponents.len(), "opponent", "opponents")) "; all stand in " code { "sweep.parquet" } "." }
        }
        h3 { "The same numbers again" }
        pre { code { (again(analysis)) } }
        @if analysis.options.get("precision").is_some_and(|p| p.contains("budget")) {
            p.note { "How much a time budget plays depends on the machine; with the same store and --resume it is the same." }
        }
        (table(&[("File", Col::Words), ("Holds", Col::Words), ("Rows", Col::Words)], files.collect()))
    };
    Section {
        id: "provenance",
        title: "How this was made",
        how: "Equal versions, sweep, precision and seed give equal battles on any machine; every number of this page stands, \
              unrounded, in the Parquet files beside it.",
        body,
    }
}

/// The command, as far as it is known from what stands in the files: how much a time budget plays depends on the machine.
fn again(analysis: &SweepAnalysis) -> String {
    let precision = analysis.options.get("precision").map_or("", String::as_str);
    let number = |text: &str| text.parse::<f64>().is_ok();
    let asked = match precision.strip_suffix(" a cell") {
        Some(cell) => match (cell.strip_suffix(" pairs"), cell.strip_prefix("half-width ")) {
            (Some(pairs), _) if number(pairs) => format!(" --pairs {pairs}"),
            (_, Some(width)) if number(width) => format!(" --half-width {width}"),
            _ => String::new(),
        },
        None => String::new(),
    };
    format!("lanchester sweep {}{asked} --seed {}", say::name(&analysis.study), analysis.seed)
}

/// Which sections a file is behind.
fn about(file: &str) -> &'static str {
    match file {
        "sweep.parquet" => "every variant against every opponent; the counts that the rest is worked out from",
        "variants.parquet" => "the variants with score, implied rating and verdict",
        "effects.parquet" => "score and worth by value of each parameter",
        "shares.parquet" => "shares of variance of parameters and pairs",
        "interactions.parquet" => "scores by the values of two parameters",
        _ => "more of this sweep",
    }
}
