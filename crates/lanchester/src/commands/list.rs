//! `lanchester list`: what is shipped.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use lanchester_core::Combatant;
use lanchester_games::Game;
use lanchester_report::columns::{Align, Format, TextTable, Tone};
use lanchester_report::manifest::MANIFEST_FILE;
use lanchester_report::{price_list, read_run, rebuild};
use lanchester_scenario::{Headline, Kind, Library};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::exit::Exit;
use crate::output;
use crate::settings::Settings;
use crate::which_game::other_games;
use crate::wording::{count, grouped};

/// Lists the shipped ships, fleets, matchups, studies, policies and sweeps
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester list
  lanchester list ships
  lanchester list ships --format markdown
  lanchester list ships --prices reports/default --format bbcode      a price list for a forum

With --prices every ship stands beside its parity price of a stored run, with its interval.")]
pub struct List {
    /// Only these
    #[arg(value_parser = PossibleValuesParser::new(Kind::ALL.map(Kind::folder))
        .try_map(|name| Kind::by_name(&name).ok_or("no such kind")))]
    kind: Option<Kind>,
    /// The ships of a stored run beside their parity prices there [default RUN: reports/default]
    #[arg(long, value_name = "RUN", num_args = 0..=1, default_missing_value = "reports/default")]
    prices: Option<PathBuf>,
    /// How tables are written: text, markdown, bbcode or csv
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_default_value = true, hide_possible_values = true,
        value_parser = PossibleValuesParser::new(Format::ALL.map(|(name, _)| name))
            .try_map(|name| Format::ALL.iter().find(|(of, _)| *of == name).map(|(_, format)| *format).ok_or("no such format")))]
    format: Format,
}

#[derive(Serialize)]
struct ShipJson {
    id: String,
    name: String,
    class: String,
    faction: String,
    rating: u32,
    origin: &'static str,
}

#[derive(Serialize)]
struct FleetJson {
    id: String,
    name: String,
    rating: u32,
    ships: Vec<String>,
    #[serde(skip)]
    roll: String,
}

#[derive(Serialize)]
struct StudyJson {
    id: String,
    name: String,
    notes: String,
    cells: usize,
    battles: u64,
    /// Ships that it prices, and other readings of the rules that it prices them under.
    prices: usize,
    readings: usize,
}

#[derive(Serialize)]
struct NotedJson {
    id: String,
    name: String,
    notes: String,
}

/// Prints the lists.
pub fn run<G: Game>(of: &List, settings: &Settings) -> anyhow::Result<Exit> {
    if let Some(run) = &of.prices {
        return priced_ships(of, run, settings);
    }
    let library = settings.library::<G>();
    let mut json = Map::new();
    let mut text = String::new();
    ensure!(
        of.format != Format::Csv || of.kind.is_some(),
        "a CSV file is one table; expected one kind beside --format csv, such as `lanchester list ships --format csv`"
    );
    let screen = output::screen();
    for kind in Kind::of::<G>().filter(|kind| of.kind.is_none_or(|only| only == *kind)) {
        let (value, table) = match kind {
            Kind::Ship => ships(&library)?,
            Kind::Fleet => fleets(&library)?,
            Kind::Study => studies(&library)?,
            Kind::Matchup | Kind::Policy | Kind::Sweep | Kind::Card => noted(&library, kind)?,
        };
        json.insert(kind.folder().to_owned(), value);
        if !text.is_empty() {
            text.push('\n');
        }
        let table = table.formatted(of.format, screen);
        text.push_str(&if of.format == Format::Csv { table } else { format!("{}\n{table}", title(kind, of.format)) });
    }
    if settings.json {
        settings.json(&json)?;
    } else {
        output::data(&text)?;
        if json.contains_key(Kind::Ship.folder()) {
            settings.remark(
                "\nOrigin of a ship: published by its game's publisher or author; reconstructed where parts of that are lost; \
                 original, made for this project.",
            );
        }
        settings.remark(&format!(
            "\n`lanchester show ID` prints one of them, `lanchester init DIR` writes them all out to be changed. {}",
            other_games(G::NAME)
        ));
    }
    Ok(Exit::Done)
}

/// The heading of a table; Markdown wants a line between them.
fn title(kind: Kind, format: Format) -> String {
    let title = match kind {
        Kind::Ship => "Ships",
        Kind::Fleet => "Fleets",
        Kind::Matchup => "Matchups (lanchester duel ID, lanchester replay ID)",
        Kind::Study => "Studies (lanchester validate ID)",
        Kind::Policy => "Policies",
        Kind::Sweep => "Sweeps (lanchester sweep ID)",
        Kind::Card => "Cards",
    };
    if format == Format::Markdown { format!("**{title}**\n") } else { title.to_owned() }
}

fn plain(cells: impl IntoIterator<Item = String>) -> impl Iterator<Item = (String, Tone)> {
    cells.into_iter().map(|cell| (cell, Tone::Plain))
}

fn ships<G: Game>(library: &Library<G>) -> anyhow::Result<(Value, TextTable)> {
    let mut ships = Vec::new();
    for id in library.ids(Kind::Ship) {
        let design = library.ship(id)?;
        let about = G::describe(&design);
        let (name, rating) = (design.name().to_owned(), design.rating());
        ships.push(ShipJson {
            id: id.to_owned(),
            name,
            class: about.class,
            faction: about.faction,
            rating,
            origin: about.origin,
        });
    }
    ships.sort_by(|a, b| (&a.faction, a.rating, &a.id).cmp(&(&b.faction, b.rating, &b.id)));
    let mut table = TextTable::new(&[
        ("Id", Align::Left),
        ("Name", Align::Left),
        ("Class", Align::Left),
        ("Faction", Align::Left),
        ("Rating", Align::Right),
        ("Origin", Align::Left),
    ]);
    for s in &ships {
        let cells = [&s.id, &s.name, &s.class, &s.faction, &s.rating.to_string(), s.origin].map(str::to_owned);
        table.row(plain(cells));
    }
    Ok((serde_json::to_value(ships)?, table))
}

/// The ships of a stored run with their prices.
fn priced_ships(of: &List, run: &Path, settings: &Settings) -> anyhow::Result<Exit> {
    ensure!(
        of.kind.is_none_or(|kind| kind == Kind::Ship),
        "prices are those of ships; expected `lanchester list ships --prices`"
    );
    let name = run.display();
    let expected = "expected the folder of a study's run, such as reports/default, which `lanchester validate` writes";
    ensure!(run.exists(), "there is no `{name}`; {expected}");
    ensure!(run.is_dir(), "`{name}` is a file; {expected}");
    ensure!(run.join(MANIFEST_FILE).exists(), "`{name}` holds no {MANIFEST_FILE}, so it is no run; {expected}");
    let stored = read_run(run).with_context(|| format!("the run in `{name}` cannot be read; {expected}"))?;
    let study = rebuild(&stored).with_context(|| format!("`{name}` is no run of a study; {expected}"))?;
    let Some((table, said)) = price_list(&study) else {
        bail!("the run in `{name}` found no parity prices; expected one of a study with [prices]")
    };
    if settings.json {
        settings.json(&study.prices)?;
        return Ok(Exit::Done);
    }
    output::data(&table.formatted(of.format, output::screen()))?;
    if of.format == Format::Csv {
        settings.remark(&said)
    } else {
        output::prose(&format!("\n{said}\n"))?
    }
    Ok(Exit::Done)
}

fn fleets<G: Game>(library: &Library<G>) -> anyhow::Result<(Value, TextTable)> {
    let mut fleets = Vec::new();
    for id in library.ids(Kind::Fleet) {
        let fleet = library.fleet(id)?;
        let ships = fleet.ships.iter().map(|(id, _)| id.clone()).collect();
        let (name, roll) = (fleet.name.clone(), fleet.roll());
        fleets.push(FleetJson { id: id.to_owned(), name, rating: fleet.rating(), ships, roll });
    }
    let mut table =
        TextTable::new(&[("Id", Align::Left), ("Name", Align::Left), ("Rating", Align::Right), ("Ships", Align::Left)]);
    for f in &fleets {
        table.row(plain([f.id.clone(), f.name.clone(), f.rating.to_string(), f.roll.clone()]));
    }
    Ok((serde_json::to_value(fleets)?, table))
}

fn studies<G: Game>(library: &Library<G>) -> anyhow::Result<(Value, TextTable)> {
    let mut studies = Vec::new();
    for id in library.ids(Kind::Study) {
        let study = library.study(id)?;
        let Headline { name, notes } = library.headline(Kind::Study, id)?;
        let battles = study.cells.iter().map(|cell| 2 * cell.pairs).sum();
        let (prices, readings) = study.prices.as_ref().map_or((0, 0), |p| (p.designs.len(), p.readings.len()));
        studies.push(StudyJson { id: id.to_owned(), name, notes, cells: study.cells.len(), battles, prices, readings });
    }
    let mut table = TextTable::new(&[
        ("Id", Align::Left),
        ("Name", Align::Left),
        ("Cells", Align::Right),
        ("Battles", Align::Right),
        ("Prices", Align::Left),
    ]);
    // Battles that prices take depend on what comes out: no number is known beforehand.
    let or_nothing = |n: u64| if n == 0 { String::new() } else { grouped(n) };
    for s in &studies {
        let cells = [or_nothing(s.cells as u64), or_nothing(s.battles)];
        table.row(plain([s.id.clone(), s.name.clone()].into_iter().chain(cells).chain([priced(s.prices, s.readings)])));
    }
    Ok((serde_json::to_value(studies)?, table))
}

fn noted<G: Game>(library: &Library<G>, kind: Kind) -> anyhow::Result<(Value, TextTable)> {
    let mut list = Vec::new();
    for id in library.ids(kind) {
        let Headline { name, notes } = library.headline(kind, id)?;
        list.push(NotedJson { id: id.to_owned(), name, notes });
    }
    let mut table = TextTable::new(&[("Id", Align::Left), ("Notes", Align::Left)]);
    for n in &list {
        table.row(plain([n.id.clone(), if n.notes.is_empty() { n.name.clone() } else { n.notes.clone() }]));
    }
    Ok((serde_json::to_value(list)?, table))
}

/// `of 17 ships, under 5 readings`: the study's own options are the first reading.
fn priced(ships: usize, readings: usize) -> String {
    match (ships, readings) {
        (0, _) => String::new(),
        (_, 0) => format!("of {}", count(ships as u64, "ship")),
        _ => format!("of {}, under {}", count(ships as u64, "ship"), count(readings as u64 + 1, "reading")),
    }
}

#[cfg(test)]
mod tests {
    use super::priced;

    #[test]
    fn what_a_study_prices_is_said_in_words() {
        let texts = [priced(0, 0), priced(13, 0), priced(2, 4)];
        assert_eq!(texts, ["", "of 13 ships", "of 2 ships, under 5 readings"]);
    }
}
