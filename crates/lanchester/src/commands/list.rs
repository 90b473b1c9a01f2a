//! `lanchester list`: what is shipped.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use lanchester_core::Combatant;
use lanchester_games::Game;
use lanchester_report::table::{Align, TextTable, Tone};
use lanchester_scenario::{Kind, Library};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::exit::Exit;
use crate::output;
use crate::settings::Settings;
use crate::wording::grouped;

/// Lists the shipped ships, fleets, matchups, studies, policies and sweeps
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester list
  lanchester list ships")]
pub struct List {
    /// Only these
    #[arg(value_parser = PossibleValuesParser::new(Kind::ALL.map(Kind::folder))
        .try_map(|name| Kind::by_name(&name).ok_or("no such kind")))]
    kind: Option<Kind>,
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
}

#[derive(Serialize)]
struct StudyJson {
    id: String,
    name: String,
    notes: String,
    cells: usize,
    battles: u64,
}

#[derive(Serialize)]
struct NotedJson {
    id: String,
    name: String,
    notes: String,
}

/// Prints the lists.
pub fn run<G: Game>(of: &List, settings: &Settings) -> anyhow::Result<Exit> {
    let library = Library::<G>::shipped();
    let mut json = Map::new();
    let mut text = String::new();
    let colour = output::colour(&std::io::stdout());
    for kind in Kind::ALL.into_iter().filter(|kind| of.kind.is_none_or(|only| only == *kind)) {
        let (value, table) = match kind {
            Kind::Ship => ships(&library)?,
            Kind::Fleet => fleets(&library)?,
            Kind::Study => studies(&library)?,
            Kind::Matchup | Kind::Policy | Kind::Sweep => noted(&library, kind)?,
        };
        json.insert(kind.folder().to_owned(), value);
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&format!("{}\n{}", title(kind), table.render(colour)));
    }
    if settings.json {
        output::json(&json)?;
    } else {
        output::data(&text)?;
        settings.remark(
            "\n`lanchester show ID` prints one of them, `lanchester init DIR` writes them all out to be changed.",
        );
    }
    Ok(Exit::Done)
}

const fn title(kind: Kind) -> &'static str {
    match kind {
        Kind::Ship => "Ships",
        Kind::Fleet => "Fleets",
        Kind::Matchup => "Matchups (lanchester duel ID, lanchester replay ID)",
        Kind::Study => "Studies (lanchester validate ID)",
        Kind::Policy => "Policies",
        Kind::Sweep => "Sweeps (lanchester sweep ID)",
    }
}

fn plain(cells: impl IntoIterator<Item = String>) -> impl Iterator<Item = (String, Tone)> {
    cells.into_iter().map(|cell| (cell, Tone::Plain))
}

fn ships<G: Game>(library: &Library<G>) -> anyhow::Result<(Value, TextTable)> {
    let mut ships = Vec::new();
    for (id, name) in library.ids(Kind::Ship) {
        let design = library.ship(&id)?;
        let about = G::describe(&design);
        let rating = design.rating();
        ships.push(ShipJson { id, name, class: about.class, faction: about.faction, rating, origin: about.origin });
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

fn fleets<G: Game>(library: &Library<G>) -> anyhow::Result<(Value, TextTable)> {
    let mut fleets = Vec::new();
    for (id, name) in library.ids(Kind::Fleet) {
        let fleet = library.fleet(&id)?;
        let ships = fleet.ships.iter().map(|(id, _)| id.clone()).collect();
        fleets.push(FleetJson { id, name, rating: fleet.rating(), ships });
    }
    let mut table =
        TextTable::new(&[("Id", Align::Left), ("Name", Align::Left), ("Rating", Align::Right), ("Ships", Align::Left)]);
    for f in &fleets {
        let runs = f.ships.chunk_by(|a, b| a == b);
        let ships = runs.map(|run| if run.len() == 1 { run[0].clone() } else { format!("{} {}", run.len(), run[0]) });
        let ships = ships.collect::<Vec<_>>().join(", ");
        table.row(plain([f.id.clone(), f.name.clone(), f.rating.to_string(), ships]));
    }
    Ok((serde_json::to_value(fleets)?, table))
}

fn studies<G: Game>(library: &Library<G>) -> anyhow::Result<(Value, TextTable)> {
    let mut studies = Vec::new();
    for (id, name) in library.ids(Kind::Study) {
        let study = library.study(&id)?;
        let battles = study.cells.iter().map(|cell| 2 * cell.pairs).sum();
        studies.push(StudyJson {
            notes: notes(library, Kind::Study, &id)?,
            id,
            name,
            cells: study.cells.len(),
            battles,
        });
    }
    let mut table = TextTable::new(&[
        ("Id", Align::Left),
        ("Name", Align::Left),
        ("Cells", Align::Right),
        ("Battles", Align::Right),
    ]);
    for s in &studies {
        table.row(plain([s.id.clone(), s.name.clone(), s.cells.to_string(), grouped(s.battles)]));
    }
    Ok((serde_json::to_value(studies)?, table))
}

fn noted<G: Game>(library: &Library<G>, kind: Kind) -> anyhow::Result<(Value, TextTable)> {
    let mut list = Vec::new();
    for (id, name) in library.ids(kind) {
        list.push(NotedJson { notes: notes(library, kind, &id)?, id, name });
    }
    let mut table = TextTable::new(&[("Id", Align::Left), ("Notes", Align::Left)]);
    for n in &list {
        table.row(plain([n.id.clone(), if n.notes.is_empty() { n.name.clone() } else { n.notes.clone() }]));
    }
    Ok((serde_json::to_value(list)?, table))
}

/// The `notes` of a shipped file.
fn notes<G: Game>(library: &Library<G>, kind: Kind, id: &str) -> anyhow::Result<String> {
    let shown = library.show(&format!("{}/{id}", kind.folder()))?;
    let line = shown.lines().find_map(|line| line.strip_prefix("notes = "));
    // A TOML string on one line is a JSON string.
    Ok(line.and_then(|text| serde_json::from_str(text.trim_end_matches("  # default")).ok()).unwrap_or_default())
}
