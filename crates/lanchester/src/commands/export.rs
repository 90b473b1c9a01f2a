//! `lanchester export`: ships as a spreadsheet.

use clap::Args;
use lanchester_games::Game;
use lanchester_report::columns::{Align, Format, TextTable, Tone};
use lanchester_scenario::{Kind, Library, id_of};
use serde_json::{Map, Value};
use toml::Table;

use crate::exit::Exit;
use crate::output;
use crate::settings::Settings;
use crate::spreadsheet::cells;

/// Prints ships as a spreadsheet (CSV): a line a ship, a column a key
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester export > ships.csv                       all shipped ships of Nova
  lanchester export --game talon > counters.csv
  lanchester export majestic my-ship.toml > two.csv
  lanchester import ships.csv --out my-ships          and back

The first column is the id of the ship, the name of its file. A key of a table is a column such as `batteries.2.name`, the members of a list
stand in one cell with `;` between them. Every key is explained in the book (book/src/keys/) and in the JSON Schemas
that `lanchester init` writes.")]
pub struct Export {
    /// The ships, by id or path [default: all shipped ships of the game]
    #[arg(value_name = "SHIP")]
    ships: Vec<String>,
}

/// The column of the id.
pub const ID: &str = "id";

/// Prints the lines.
pub fn run<G: Game>(of: &Export, settings: &Settings) -> anyhow::Result<Exit> {
    let library = settings.library::<G>();
    let ships = if of.ships.is_empty() {
        library.ids(Kind::Ship).map(|id| format!("ships/{id}")).collect()
    } else {
        of.ships.clone()
    };
    let mut lines = Vec::new();
    for ship in &ships {
        library.ship(ship.strip_prefix("ships/").unwrap_or(ship))?;
        lines.push((id_of(ship), cells(&document(&library, ship)?)));
    }
    if settings.json {
        let object = |(id, cells): &(String, Vec<(String, String)>)| {
            let cells = cells.iter().map(|(key, cell)| (key.clone(), Value::from(cell.as_str())));
            Value::Object(Map::from_iter([(ID.to_owned(), Value::from(id.as_str()))].into_iter().chain(cells)))
        };
        settings.json(&lines.iter().map(object).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    let heads = heads(&lines);
    let columns: Vec<(&str, Align)> =
        [ID].into_iter().chain(heads.iter().copied()).map(|head| (head, Align::Left)).collect();
    let mut table = TextTable::new(&columns);
    for (id, cells) in &lines {
        let cell =
            |head: &&str| cells.iter().find(|(key, _)| key == head).map(|(_, cell)| cell.clone()).unwrap_or_default();
        table.row([id.clone()].into_iter().chain(heads.iter().map(cell)).map(|cell| (cell, Tone::Plain)));
    }
    output::data(&table.formatted(Format::Csv, false))?;
    Ok(Exit::Done)
}

/// A ship's file with every default filled in.
pub fn document<G: Game>(library: &Library<G>, ship: &str) -> anyhow::Result<Table> {
    Ok(library.show(ship)?.parse()?)
}

/// Keys that stand first: who a ship is.
const FIRST: [&str; 6] = ["name", "class", "faction", "rating", "points", "cost"];

/// The columns: who a ship is, then its other keys; one that only some ships have stands after the one that it follows there.
fn heads(lines: &[(String, Vec<(String, String)>)]) -> Vec<&str> {
    let mut heads: Vec<&str> = Vec::new();
    for (_, cells) in lines {
        let mut after = 0;
        for (key, _) in cells {
            match heads.iter().position(|head| head == key) {
                Some(place) => after = place + 1,
                None => {
                    heads.insert(after, key);
                    after += 1;
                }
            }
        }
    }
    heads.sort_by_key(|head| FIRST.iter().position(|first| first == head).unwrap_or(FIRST.len()));
    heads
}
