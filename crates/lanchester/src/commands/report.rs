//! `lanchester report`: the page of a stored run, made anew from its tables.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use lanchester_report::{Output, REPORT_FILE, analyse, html, read_run, rebuild, store};

use crate::cli::Settings;
use crate::exit::Exit;
use crate::output;

/// Makes the report page of a stored run anew, from its Parquet files alone
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester report reports/default
  lanchester report reports/default --out page.html

Every file is checked against its hash in the manifest before it is read.")]
pub struct Report {
    /// The folder of the run
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// Where to write the page [default: report.html in the run's folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Reads the run and writes the page.
pub fn run(of: &Report, settings: &Settings) -> anyhow::Result<Exit> {
    let stored = read_run(&of.run).with_context(|| format!("{} cannot be read as a run", of.run.display()))?;
    let analysis = analyse(&rebuild(&stored)?);
    if settings.json {
        output::json(&analysis)?;
        return Ok(Exit::Done);
    }
    let page = html(&analysis).into_bytes();
    let path = match &of.out {
        None => {
            store::replace_output(&of.run, &Output { name: REPORT_FILE.to_owned(), bytes: page })?;
            of.run.join(REPORT_FILE)
        }
        Some(path) => {
            std::fs::write(path, page).with_context(|| format!("{} cannot be written", path.display()))?;
            path.clone()
        }
    };
    output::data(&format!("{}\n", path.display()))?;
    Ok(Exit::Done)
}
