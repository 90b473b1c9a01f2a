//! Ships as the lines of a spreadsheet: a column a key, a line a ship.
//!
//! A key of a table is `missiles.count`, a key of the second of several `batteries.2.name`. The members of a list stand in one cell,
//! with `;` between them. An empty cell is a key that the file does not have.

use std::collections::BTreeMap;

use toml::{Table, Value};

/// What a column's cells are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellType {
    /// Text, as it stands.
    Text,
    /// A number, or `true` or `false`: as TOML has it.
    Bare,
    /// A list of these.
    List(Box<CellType>),
}

/// The keys of a ship with their cells, in alphabetical order.
pub fn cells(ship: &Table) -> Vec<(String, String)> {
    let mut cells = Vec::new();
    flatten(ship, "", &mut |path, value| cells.push((path, cell(value))));
    cells
}

/// What the cells of each key are, by its path with `*` for a number, out of ships that are right.
pub fn types<'s>(ships: impl IntoIterator<Item = &'s Table>) -> BTreeMap<String, CellType> {
    let mut types = BTreeMap::new();
    for ship in ships {
        flatten(ship, "", &mut |path, value| {
            // An empty list says nothing of its members.
            if value.as_array().is_none_or(|list| !list.is_empty()) {
                types.insert(starred(&path), type_of(value));
            }
        });
    }
    types
}

/// Calls back with every key that is no table, and its path.
fn flatten(table: &Table, above: &str, say: &mut impl FnMut(String, &Value)) {
    for (key, value) in table {
        let path = if above.is_empty() { key.clone() } else { format!("{above}.{key}") };
        match value {
            Value::Table(inner) => flatten(inner, &path, say),
            Value::Array(list) if list.first().is_some_and(Value::is_table) => {
                let tables = list.iter().filter_map(Value::as_table);
                tables.zip(1..).for_each(|(inner, nth)| flatten(inner, &format!("{path}.{nth}"), say));
            }
            value => say(path, value),
        }
    }
}

fn cell(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(cell).collect::<Vec<_>>().join("; "),
        other => other.to_string(),
    }
}

fn type_of(value: &Value) -> CellType {
    match value {
        Value::String(_) => CellType::Text,
        Value::Array(list) => CellType::List(Box::new(list.first().map_or(CellType::Text, type_of))),
        _ => CellType::Bare,
    }
}

/// `batteries.*.name` of `batteries.2.name`.
fn starred(path: &str) -> String {
    path.split('.').map(|part| if is_number(part) { "*" } else { part }).collect::<Vec<_>>().join(".")
}

fn is_number(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
}

/// A ship's file, and for each of its lines the column and the table that it comes from.
pub struct Written {
    /// The file.
    pub text: String,
    /// By line, from 0.
    pub columns: Vec<Option<usize>>,
    /// The table that each line is in, as heads have it: empty for the ship's own.
    pub tables: Vec<String>,
}

/// The file of a line of cells under these heads. A head that is empty is no key.
pub fn file(heads: &[String], cells: &[String], types: &BTreeMap<String, CellType>) -> Written {
    // By the table that a key is in, tables in the order of their numbers, keys in that of the columns.
    let mut tables: Vec<(String, Vec<(usize, String)>)> = vec![(String::new(), Vec::new())];
    for (column, (head, cell)) in heads.iter().zip(cells).enumerate() {
        let (head, cell) = (head.trim(), cell.trim());
        if head.is_empty() || cell.is_empty() {
            continue;
        }
        let (table, key) = in_table(head);
        let line = format!("{key} = {}", value(cell, types.get(&starred(head))));
        match tables.iter_mut().find(|(of, _)| *of == table) {
            Some((_, lines)) => lines.push((column, line)),
            None => tables.push((table, vec![(column, line)])),
        }
    }
    let nth = |table: &str| table.rsplit_once('.').and_then(|(_, nth)| nth.parse::<u64>().ok());
    tables.sort_by_key(|(table, _)| (!table.is_empty(), nth(table)));
    let mut written = Written { text: String::new(), columns: Vec::new(), tables: Vec::new() };
    for (table, lines) in &tables {
        let mut add = |line: &str, column| {
            written.text.push_str(&format!("{line}\n"));
            written.columns.push(column);
            written.tables.push(table.clone());
        };
        match table.rsplit_once('.').filter(|(_, nth)| is_number(nth)) {
            _ if table.is_empty() => {}
            Some((name, _)) => add(&format!("[[{name}]]"), None),
            None => add(&format!("[{table}]"), None),
        }
        lines.iter().for_each(|(column, line)| add(line, Some(*column)));
    }
    written
}

/// The table of a key, and the key in it: `batteries.2` and `name`.
pub fn in_table(head: &str) -> (String, &str) {
    head.rsplit_once('.').map_or((String::new(), head), |(table, key)| (table.to_owned(), key))
}

/// A cell as TOML. What cannot be of the column's type is text, so that the reader says what it expected.
fn value(cell: &str, of: Option<&CellType>) -> String {
    match of {
        Some(CellType::List(member)) => {
            let members = cell.split(';').map(str::trim).filter(|member| !member.is_empty());
            format!("[{}]", members.map(|cell| value(cell, Some(member))).collect::<Vec<_>>().join(", "))
        }
        Some(CellType::Text) => quoted(cell),
        Some(CellType::Bare) if is_bare(cell) => cell.to_owned(),
        Some(CellType::Bare) => quoted(cell),
        None if cell.contains(';') => value(cell, Some(&CellType::List(Box::new(CellType::Bare)))),
        None if is_bare(cell) => cell.to_owned(),
        None => quoted(cell),
    }
}

fn is_bare(cell: &str) -> bool {
    let number = |cell: &str| cell.parse::<f64>().is_ok_and(f64::is_finite);
    matches!(cell, "true" | "false") || format!("x = {cell}").parse::<Table>().is_ok() && number(cell)
}

fn quoted(text: &str) -> String {
    Value::String(text.replace('\n', " ")).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHIP: &str = "name = \"A \\\"B\\\"\"\nhull = 17\nthrust = [4, 3]\nsystems = [\"Fire Control\"]\nflag = true\n\
                        [magazine]\nshots = 3\n[[guns]]\nname = \"2\"\n[[guns]]\nname = \"x\"\nrange = 1.5\n";

    fn table(text: &str) -> Table {
        text.parse().expect("TOML")
    }

    #[test]
    fn a_ship_goes_to_a_line_and_back() {
        let ship = table(SHIP);
        let (heads, line): (Vec<String>, Vec<String>) = cells(&ship).into_iter().unzip();
        assert_eq!(
            heads.join(" "),
            "flag guns.1.name guns.2.name guns.2.range hull magazine.shots name systems thrust"
        );
        assert_eq!(line.join("|"), "true|2|x|1.5|17|3|A \"B\"|Fire Control|4; 3");
        let back = file(&heads, &line, &types([&ship]));
        assert_eq!(table(&back.text), ship, "{}", back.text);
        let hull = back.text.lines().position(|line| line == "hull = 17").expect("a line");
        assert_eq!(back.columns[hull], Some(4));
        assert_eq!([back.columns.len(), back.tables.len()], [back.text.lines().count(); 2]);
        let range = back.text.lines().position(|line| line == "range = 1.5").expect("a line");
        assert_eq!([back.tables[hull].as_str(), &back.tables[range]], ["", "guns.2"]);
    }

    /// What is no number becomes text, which the reader refuses; a key that no ship has is a number where it can be one.
    #[test]
    fn cells_that_do_not_fit_are_left_to_the_reader() {
        let types = types([&table(SHIP)]);
        let heads = ["hull", "thrust", "ahead", "", "behind"].map(str::to_owned);
        let back = file(&heads, &["ten", "4; x", "3", "?", " "].map(str::to_owned), &types);
        assert_eq!(back.text, "hull = \"ten\"\nthrust = [4, \"x\"]\nahead = 3\n");
    }
}
