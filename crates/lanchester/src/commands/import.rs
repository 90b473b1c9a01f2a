//! `lanchester import`: the files of the ships of a spreadsheet.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use clap::Args;
use lanchester_games::Game;
use lanchester_scenario::code::{MISSING_KEY, UNKNOWN_KEY};
use lanchester_scenario::{Documents, Kind, Library, Problem, is_id};
use serde::Serialize;

use super::export::{ID, document};
use crate::exit::Exit;
use crate::output;
use crate::settings::Settings;
use crate::spreadsheet::{Written, file, in_table, types};
use crate::wording::{command, count};

/// Writes the files of ships out of a spreadsheet (CSV), as `lanchester export` prints one
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester export > ships.csv                       a table to begin with: change lines, add lines
  lanchester import ships.csv --out my-ships
  lanchester price my-ships                           what they should cost

Every line becomes a file, DIR/‹id›.toml; without a column `game` it is a ship of the game of --game. Every mistake is named by the line and the column of its cell, with what was expected; then nothing
is written. A file that is there already and differs is never overwritten.")]
pub struct Import {
    /// The spreadsheet: values in UTF-8 separated by commas, semicolons or tabs, with a line of heads
    #[arg(value_name = "CSV")]
    table: PathBuf,
    /// The folder for the files; made if it does not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

#[derive(Serialize)]
struct ImportJson {
    written: Vec<PathBuf>,
    kept: Vec<PathBuf>,
}

/// A ship of the table.
struct Row {
    /// The line of the table, from 1.
    line: u64,
    path: PathBuf,
    file: Written,
}

/// Reads, checks, writes.
pub fn run<G: Game>(of: &Import, settings: &Settings) -> anyhow::Result<Exit> {
    let library = settings.library::<G>();
    let (heads, rows) = read(of, &library)?;
    let texts: Documents = rows.iter().map(|row| (row.path.clone(), row.file.text.clone())).collect();
    let checked = Library::<G>::shipped().with(&texts);
    let mut wrong: Vec<String> = Vec::new();
    for row in &rows {
        if let Err(problems) = checked.check(&row.path) {
            let said = problems.list().iter().map(|problem| said(of, &heads, row, problem));
            for said in said {
                // The mistake of a head is found in every ship.
                if !wrong.contains(&said) {
                    wrong.push(said);
                }
            }
        }
    }
    ensure!(
        wrong.is_empty(),
        "{}\n{} in {}{}; nothing is written",
        wrong.join("\n"),
        count(wrong.len() as u64, "mistake"),
        of.table.display(),
        if heads.iter().any(|head| head == "game") { String::new() } else { format!(", read as ships of {}", G::NAME) }
    );
    let (mut written, mut kept) = (Vec::new(), Vec::new());
    for row in rows {
        match fs::read_to_string(&row.path) {
            Ok(text) if text == row.file.text => kept.push(row),
            Ok(_) => bail!(
                "{} is there already and differs; expected another --out, and nothing is written",
                row.path.display()
            ),
            Err(_) => written.push(row),
        }
    }
    output::make_folder(&of.out)?;
    for row in &written {
        fs::write(&row.path, &row.file.text).with_context(|| format!("{} cannot be written", row.path.display()))?;
    }
    let [written, kept] = [written, kept].map(|rows| rows.into_iter().map(|row| row.path).collect::<Vec<_>>());
    if settings.json {
        settings.json(&ImportJson { written, kept })?;
        return Ok(Exit::Done);
    }
    let there = if kept.is_empty() { String::new() } else { format!("; {} there already, unchanged", kept.len()) };
    let next = command(["price", &of.out.to_string_lossy()]);
    output::data(&format!(
        "{} written to {}{there}.\nNext: what should they cost?\n  {next}\n",
        count(written.len() as u64, "file"),
        of.out.display()
    ))?;
    Ok(Exit::Done)
}

/// The key by which ships of Starmada (2024) are told from others: their community's exchange format, `ship-spec.json` of
/// github.com/shadowmouse/starmada-tools, requires it. That edition gives weapons accuracy and damage by range band, which neither
/// Nova nor X has, so its ships would be others under the same names.
const TECH_LEVELS: &[u8] = b"\"tech_levels\"";

/// The text of a table, with a line feed at the end of each line.
fn text(table: &Path) -> anyhow::Result<String> {
    let name = table.display();
    let bytes = fs::read(table)
        .with_context(|| format!("{name} cannot be read; expected a CSV file such as `lanchester export` prints"))?;
    let text = str::from_utf8(&bytes).map_err(|error| {
        let (good, rest) = bytes.split_at(error.valid_up_to());
        let delimiter = delimiter(bytes.split(|byte| *byte == b'\n').next().unwrap_or_default());
        anyhow!(
            "{name}, line {}, {}: byte {} of the file, {:#04x}, is not UTF-8; expected a CSV file in UTF-8, which spreadsheets offer \
             as an encoding when they save",
            1 + good.iter().filter(|byte| **byte == b'\n').count(),
            column_of(&bytes, delimiter, cells_begun(good, delimiter)),
            1 + good.len(),
            rest[0]
        )
    })?;
    // With Windows line ends the reader counts one line too few: to it a record ends before the line feed.
    Ok(text.replace("\r\n", "\n"))
}

/// The heads of the table, and its ships.
fn read<G: Game>(of: &Import, library: &Library<G>) -> anyhow::Result<(Vec<String>, Vec<Row>)> {
    let name = of.table.display();
    let documents = library.ids(Kind::Ship).map(|id| document(library, &format!("ships/{id}")));
    let types = types(&documents.collect::<anyhow::Result<Vec<_>>>()?);
    let text = text(&of.table)?;
    let bytes = text.as_bytes();
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    if first.trim_ascii_start().starts_with(b"{") || first.trim_ascii_start().starts_with(b"[") {
        let of_2024 = bytes.windows(TECH_LEVELS.len()).any(|window| window == TECH_LEVELS);
        let what = if of_2024 { "a ship of Starmada (2024), a game that is not here" } else { "JSON" };
        bail!("{name} is {what}; expected a CSV file such as `lanchester export` prints");
    }
    let delimiter = delimiter(first);
    if let Some([line, cell]) = open_quote(bytes, delimiter) {
        let between = if delimiter == b'\t' { "tab".to_owned() } else { format!("`{}`", char::from(delimiter)) };
        let cell = column_of(bytes, delimiter, cell);
        bail!(
            "{name}, line {line}, {cell}: a quote opens the cell and none closes it; expected a `\"` before the next {between} or \
             the end of the line, and `\"\"` for one inside"
        );
    }
    let mut table =
        csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).trim(csv::Trim::All).from_reader(bytes);
    let heads: Vec<String> = table
        .headers()
        .with_context(|| format!("{name} is no CSV file in UTF-8"))?
        .iter()
        .map(|head| head.trim_start_matches('\u{feff}').to_owned())
        .collect();
    let id = heads.iter().position(|head| head == ID).with_context(|| {
        format!("{name}: no column is called `{ID}`; expected a first line of heads such as `{ID},name,…`")
    })?;
    if let Some(twice) = heads.iter().enumerate().find(|(at, head)| !head.is_empty() && heads[..*at].contains(head)) {
        bail!("{name}: two columns are called `{}`; expected each key once", twice.1);
    }
    let keys: Vec<String> =
        heads.iter().enumerate().map(|(at, head)| if at == id { String::new() } else { head.clone() }).collect();
    // A table whose columns do not say so is one of ships, of the game that is asked for.
    let unsaid = [("game", G::NAME), ("kind", Kind::Ship.name())].into_iter();
    let unsaid: Vec<(&str, &str)> = unsaid.filter(|(key, _)| heads.iter().all(|head| head != key)).collect();
    let keys: Vec<String> = keys.into_iter().chain(unsaid.iter().map(|(key, _)| (*key).to_owned())).collect();
    let (mut rows, mut ids) = (Vec::new(), BTreeSet::new());
    for record in table.records() {
        let record = record.with_context(|| format!("{name} is no CSV file in UTF-8"))?;
        let line = record.position().map_or(0, csv::Position::line);
        let cells: Vec<String> = record.iter().map(str::to_owned).collect();
        if cells.iter().all(String::is_empty) {
            continue;
        }
        ensure!(
            cells.len() <= heads.len(),
            "{name}, line {line}: {} cells under {} heads; expected at most one for each",
            cells.len(),
            heads.len()
        );
        let ship = cells.get(id).map_or("", String::as_str);
        ensure!(
            is_id(ship),
            "{name}, line {line}, column `{ID}`: `{ship}` is no id; expected lower-case letters, digits and single hyphens"
        );
        ensure!(
            ids.insert(ship.to_owned()),
            "{name}, line {line}, column `{ID}`: a second ship has the id `{ship}`; expected each once"
        );
        let path = of.out.join(format!("{ship}.toml"));
        let blank = std::iter::repeat_n(String::new(), heads.len() - cells.len());
        let values = unsaid.iter().map(|(_, value)| (*value).to_owned());
        let cells: Vec<String> = cells.into_iter().chain(blank).chain(values).collect();
        rows.push(Row { line, path, file: file(&keys, &cells, &types) });
    }
    ensure!(!rows.is_empty(), "{name} has no ship; expected a line for each below the heads");
    Ok((heads, rows))
}

/// What stands between the cells of the first line: commas, or what spreadsheets write where commas stand in numbers.
fn delimiter(heads: &[u8]) -> u8 {
    let most = |one: &u8| heads.iter().filter(|byte| *byte == one).count();
    // Of equally many the last.
    [b'\t', b';', b','].into_iter().max_by_key(most).unwrap_or(b',')
}

/// Cells that the last line of a table has begun. Delimiters and line feeds in quotes are text.
fn cells_begun(table: &[u8], delimiter: u8) -> usize {
    let (mut cells, mut quoted) = (1, false);
    for byte in table {
        match *byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'\n' => cells = 1,
            byte => cells += usize::from(byte == delimiter),
        }
    }
    cells
}

/// A cell, from 1, by the head of its column where that can be read.
fn column_of(table: &[u8], delimiter: u8, cell: usize) -> String {
    let table = table.strip_prefix("\u{feff}".as_bytes()).unwrap_or(table);
    let heads = table.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let head = heads.split(|byte| *byte == delimiter).nth(cell - 1).and_then(|head| str::from_utf8(head).ok());
    let head = head.map(|head| head.trim().trim_matches('"')).filter(|head| !head.is_empty());
    head.map_or_else(|| format!("cell {cell}"), |head| format!("column `{head}`"))
}

/// Line and cell, from 1, of the first quote that opens a cell which does not end with a quote. The reader of tables takes the rest
/// of the file, or the text after the quote, into that cell.
fn open_quote(table: &[u8], delimiter: u8) -> Option<[usize; 2]> {
    let table = table.strip_prefix("\u{feff}".as_bytes()).unwrap_or(table);
    let ends = |byte: u8| byte == delimiter || byte == b'\n' || byte == b'\r';
    let [mut line, mut cell] = [1, 1];
    // Where the quote stands that opened this cell; whether a quote has closed it since.
    let mut opened: Option<([usize; 2], bool)> = None;
    let mut begins = true;
    for byte in table {
        opened = match opened {
            None if begins && *byte == b'"' => Some(([line, cell], false)),
            Some((at, closed)) if *byte == b'"' => Some((at, !closed)),
            Some((at, true)) if !ends(*byte) => return Some(at),
            Some((_, true)) => None,
            other => other,
        };
        line += usize::from(*byte == b'\n');
        begins = opened.is_none() && ends(*byte);
        cell = match *byte {
            _ if !begins => cell,
            byte if byte == delimiter => cell + 1,
            _ => 1,
        };
    }
    opened.filter(|(_, closed)| !closed).map(|(at, _)| at)
}

/// The column of a key that is missing: its cell is empty. None where the spreadsheet has no such column.
fn empty(heads: &[String], row: &Row, problem: &Problem) -> Option<usize> {
    let table = row.file.tables.get(problem.line?.checked_sub(1)?)?;
    heads.iter().position(|head| {
        let (of, key) = in_table(head);
        of == *table && problem.message.ends_with(&format!(" `{key}`"))
    })
}

/// A mistake in a ship's file by the cell that it comes from; one of a head by its first line.
fn said(of: &Import, heads: &[String], row: &Row, problem: &Problem) -> String {
    // Beyond the heads stands what the table does not say.
    let column = match problem.code {
        MISSING_KEY => empty(heads, row, problem),
        _ => problem.line.and_then(|line| *row.file.columns.get(line - 1)?).filter(|column| *column < heads.len()),
    };
    let line = if problem.code == UNKNOWN_KEY && column.is_some() { 1 } else { row.line };
    let place = column.map(|column| format!(", column `{}`", heads[column])).unwrap_or_default();
    let expected = if problem.expected.is_empty() { String::new() } else { format!("; expected {}", problem.expected) };
    format!("{}, line {}{place}: {}{expected}", Path::display(&of.table), line, problem.message)
}
