//! `lanchester list`: what is shipped.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use lanchester_core::Combatant;
use lanchester_games::Game;
use lanchester_report::columns::{Align, TextTable, Tone};
use lanchester_scenario::{Headline, Kind, Library};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::exit::Exit;
use crate::output;
use crate::settings::Settings;
use crate::wording::{count, grouped};

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
    let library = settings.library::<G>();
    let mut json = Map::new();
    let mut text = String::new();
    let colour = output::colour(&std::io::stdout());
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
        text.push_str(&format!("{}\n{}", title(kind), table.render(colour)));
    }
    if settings.json {
        settings.json(&json)?;
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
        Kind::Card => "Cards",
    }
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
