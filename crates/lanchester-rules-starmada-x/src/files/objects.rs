//! `[[objects]]`: asteroids and planets.

use std::collections::BTreeSet;
use std::sync::Arc;

use lanchester_lanes::hex::{Board, Hex};
use lanchester_scenario::table_schema::{Key, TableSchema, ValueType, empty_list};
use lanchester_scenario::{Fields, Report, code};

use super::codes;
use super::options::{hex_type, off_board};
use crate::objects::{Kind, MAX_OBJECT_HEXES, MAX_OBJECTS, MAX_RADIUS, Object, disc};
use crate::options::label;

/// ### X 2.1.2 Setting up (p. 13)
/// The key of a matchup file, and the keys of an entry.
pub(super) fn key() -> Key {
    let kinds = [Kind::Asteroid, Kind::Planet].map(Kind::name);
    let entry = TableSchema::new(
        "an object",
        vec![
            Key::required("kind", "What it is; both do the same.", ValueType::choice("kind of object", kinds)),
            Key::default("name", "What to call it.", ValueType::line(0, 60), ""),
            Key::required(
                "hexes",
                "The hexes that it occupies: two digits of column and two of row, both from 01. With `radius` its middle.",
                ValueType::list(hex_type(), 1, MAX_OBJECT_HEXES),
            ),
            Key::optional(
                "radius",
                "A planet occupies all hexes of the board within so many of its one hex.",
                ValueType::whole(1, MAX_RADIUS.into()),
                "the hexes that are listed",
            ),
        ],
    );
    let objects = ValueType::Tables { of: Arc::new(entry), min: 0, max: MAX_OBJECTS };
    let doc = "Asteroids and planets: they block lines of sight and movement (X 2.1.2).";
    Key::default("objects", doc, objects, empty_list())
}

/// Reads the objects of a matchup on such a board.
pub(super) fn read(fields: &Fields, board: Board, report: &mut Report) -> Vec<Object> {
    let mut taken = BTreeSet::new();
    let mut objects = Vec::new();
    for entry in fields.tables("objects") {
        let kind = if entry.text("kind") == Kind::Planet.name() { Kind::Planet } else { Kind::Asteroid };
        let radius: u8 = entry.whole("radius", 0);
        let mut listed = Vec::new();
        for (text, span) in entry.words("hexes") {
            match board.by_label(text) {
                Some(hex) => listed.push((hex, span)),
                None => {
                    let wrong = off_board(text, board);
                    report.problem(span, wrong.code, wrong.message, wrong.expected);
                }
            }
        }
        if radius > 0 && !fits_radius(entry, kind, report) {
            continue;
        }
        let mut hexes = Vec::new();
        for (middle, span) in listed {
            let disc = disc(board, middle, radius);
            if let Some(twice) = disc.iter().find(|hex| taken.contains(*hex)) {
                let message = format!("an object occupies `{}` already", label(*twice));
                report.problem(span, codes::TWICE, message, "hexes that no other entry occupies, each once");
            }
            let before = taken.len();
            taken.extend(disc.iter().copied());
            if taken.len() > MAX_OBJECT_HEXES && before <= MAX_OBJECT_HEXES {
                let message = format!("the objects occupy more than {MAX_OBJECT_HEXES} hexes up to here");
                let expected = format!("at most {MAX_OBJECT_HEXES} hexes for all objects together");
                report.problem(span, codes::TOO_MANY_OBJECT_HEXES, message, expected);
            }
            hexes.extend::<Vec<Hex>>(disc);
        }
        objects.push(Object { kind, name: entry.text("name").to_owned(), hexes, radius });
    }
    objects
}

/// Whether an entry with a radius is a planet of one hex.
fn fits_radius(entry: &Fields, kind: Kind, report: &mut Report) -> bool {
    let named = entry.list("hexes").len();
    if kind != Kind::Planet && !entry.faulty("kind") {
        let message = "`radius` is for planets, and this is an asteroid";
        report.problem(entry.span("radius"), codes::NOT_FOR_THIS, message, "`kind = \"planet\"`, or no `radius`");
        return false;
    }
    if named > 1 {
        let message = format!("a planet with a radius has {named} hexes");
        report.problem(entry.span("hexes"), code::WRONG_LENGTH, message, "its middle hex alone, or no `radius`");
        return false;
    }
    true
}
