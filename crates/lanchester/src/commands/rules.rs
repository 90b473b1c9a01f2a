//! `lanchester rules`: the ledger of every rule of a game.

use clap::Args;
use lanchester_core::{LedgerEntry, Status};
use lanchester_games::{Game, GameName};
use serde::Serialize;

use crate::exit::Exit;
use crate::option_values::game_parser;
use crate::output;
use crate::settings::Settings;
use crate::wording::{count, wrapped};

/// Lists every rule of a game: built as the book says, as we ruled, or left out
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester rules nova
  lanchester rules nova --json")]
pub struct RulesOf {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    pub of: Option<GameName>,
}

#[derive(Serialize)]
struct RulesJson {
    game: &'static str,
    title: &'static str,
    rules_version: u32,
    rules: &'static [LedgerEntry],
}

/// Prints the ledger.
pub fn run<G: Game>(settings: &Settings) -> anyhow::Result<Exit> {
    let ledger = G::ledger();
    if settings.json {
        settings.json(&RulesJson { game: G::NAME, title: G::TITLE, rules_version: G::VERSION, rules: ledger })?;
        return Ok(Exit::Done);
    }
    let number = |of: fn(&Status) -> bool| ledger.iter().filter(|entry| of(&entry.status)).count() as u64;
    let mut text = format!(
        "{}, rules version {}: {}. {} built as the book says, {} as we ruled, {} left out{}.\n\n",
        G::TITLE,
        G::VERSION,
        count(ledger.len() as u64, "rule"),
        number(|s| matches!(s, Status::Built)),
        number(|s| matches!(s, Status::Ruled(_))),
        number(|s| matches!(s, Status::LeftOut(_))),
        most_often(ledger),
    );
    let widths = [ledger.iter().map(|entry| entry.id.len()).max(), ledger.iter().map(|entry| entry.page.len()).max()];
    let widths = widths.map(|width| width.unwrap_or(0));
    let indent = widths[0] + widths[1] + 4;
    for entry in ledger.iter().filter(|entry| !matches!(entry.status, Status::LeftOut(_))) {
        text.push_str(&line(entry, widths));
        if let Status::Ruled(why) = entry.status {
            let why = wrapped(&format!("ruled: {why}"), output::width() - indent - 2, indent + 2);
            text.push_str(&format!("{:1$}{why}\n", "", indent + 2));
        }
    }
    text.push_str(&left_out(ledger, widths));
    output::prose(&text)?;
    Ok(Exit::Done)
}

/// Id, page and title in columns of these widths.
fn line(entry: &LedgerEntry, [id, page]: [usize; 2]) -> String {
    format!("{:id$}  {:page$}  {}\n", entry.id, entry.page, entry.title)
}

/// Why most rules are left out that are, as a clause: a file that uses one of them is refused by name.
fn most_often(ledger: &[LedgerEntry]) -> String {
    let reasons: Vec<&str> = ledger
        .iter()
        .filter_map(|entry| match entry.status {
            Status::LeftOut(why) => Some(why),
            Status::Built | Status::Ruled(_) => None,
        })
        .collect();
    let often = |why: &str| reasons.iter().filter(|other| **other == why).count();
    let Some(most) = reasons.iter().max_by_key(|why| often(why)) else { return String::new() };
    format!(" ({} of them because {most}; all are listed at the end)", often(most))
}

/// The rules that are left out, by the reason why.
fn left_out(ledger: &[LedgerEntry], widths: [usize; 2]) -> String {
    let mut reasons: Vec<(&str, Vec<&LedgerEntry>)> = Vec::new();
    for entry in ledger {
        let Status::LeftOut(why) = entry.status else { continue };
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, entries)) => entries.push(entry),
            None => reasons.push((why, vec![entry])),
        }
    }
    let mut text = String::new();
    for (why, entries) in reasons {
        text.push_str(&format!("\n{}\n", wrapped(&format!("Left out: {why}"), output::width(), 2)));
        for entry in entries {
            text.push_str(&format!("  {}", line(entry, widths)));
        }
    }
    text
}
