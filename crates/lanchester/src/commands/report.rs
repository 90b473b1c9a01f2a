//! `lanchester report`: the page of a stored run, made again from its tables.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;
use lanchester_analysis::analyse;
use lanchester_analysis::analysis::PARTIAL;
use lanchester_report::{
    Output, REPORT_FILE, RebuildError, RunKind, StoredRun, folder, html, read_run, rebuild, sweep, sweep_html,
};
use serde::Serialize;

use super::validate::UNANALYSED;
use crate::exit::Exit;
use crate::settings::Settings;
use crate::{open, output};

/// Makes the report page of a stored study or sweep again, from its Parquet files alone
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester report reports/default
  lanchester report reports/default --out page.html
  lanchester report reports/refits                 of a sweep

Every file is checked against its hash in the manifest before it is read.")]
pub struct Report {
    /// The folder of the run
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// Where to write the page [default: report.html in the run's folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Open the page when it is written, with the program that this machine opens pages with
    #[arg(long)]
    open: bool,
}

/// Reads the run and writes the page.
pub fn run(of: &Report, settings: &Settings) -> anyhow::Result<Exit> {
    let page = of.open || of.out.is_some();
    ensure!(
        !(settings.json && page),
        "--json prints the analysis and writes no page: leave out --open and --out, or --json"
    );
    let stored = read_run(&of.run).with_context(|| unreadable(of))?;
    match stored.kind {
        RunKind::Study => {
            let mut study = rebuilt(of, &stored, rebuild)?;
            // What was left out is worked out here.
            study.setup.options.retain(|key, value| key != PARTIAL || value != UNANALYSED);
            let analysis = analyse(&study);
            reported(of, settings, &analysis, || html(&analysis))
        }
        RunKind::Sweep => {
            let analysis = lanchester_analysis::sweep::analyse(&rebuilt(of, &stored, sweep::rebuild)?);
            reported(of, settings, &analysis, || sweep_html(&analysis))
        }
    }
}

/// What was handed over when the run was finished.
fn rebuilt<T>(
    of: &Report,
    stored: &StoredRun,
    rebuild: fn(&StoredRun) -> Result<T, RebuildError>,
) -> anyhow::Result<T> {
    rebuild(stored).with_context(|| unreadable(of))
}

fn unreadable(of: &Report) -> String {
    let run = of.run.display();
    format!("{run} cannot be read as a run (expected a folder that `lanchester validate` or `lanchester sweep` wrote)")
}

/// Writes the page, or with --json the analysis.
fn reported(
    of: &Report,
    settings: &Settings,
    analysis: &impl Serialize,
    page: impl Fn() -> String,
) -> anyhow::Result<Exit> {
    if settings.json {
        settings.json(analysis)?;
        return Ok(Exit::Done);
    }
    let page = page().into_bytes();
    let path = match &of.out {
        None => {
            folder::replace_output(&of.run, &Output { name: REPORT_FILE.to_owned(), bytes: page })?;
            of.run.join(REPORT_FILE)
        }
        Some(path) => {
            std::fs::write(path, page).with_context(|| format!("{} cannot be written", path.display()))?;
            path.clone()
        }
    };
    output::data(&format!("{}\n", path.display()))?;
    if of.open {
        open::page(&path)?;
    }
    Ok(Exit::Done)
}
