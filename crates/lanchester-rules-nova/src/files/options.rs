//! `[options]` and `[[stations]]`.

use lanchester_hex::{Board, Facing, Hex};
use lanchester_scenario::table_schema::{Key, TableSchema, ValueType, Wrong};
use lanchester_scenario::{Fields, KeyTable, Report};

use super::codes;
use crate::design::{MAX_ECM, MAX_RATING, MAX_SHIPS};
use crate::options::{AtATime, BATTLE_SIZES, Options, Station};

/// Most turns of a battle.
const MAX_TURNS: i64 = 200;
/// Fastest start, in hexes a turn.
const MAX_SPEED: i64 = 30;

/// The keys of `[options]`.
pub(super) fn keys() -> KeyTable<Options> {
    let points = i64::from(MAX_RATING) * MAX_SHIPS as i64;
    let sizes = ValueType::choice("battle size", BATTLE_SIZES.iter().map(|(name, ..)| *name));
    KeyTable::with_defaults("[options]", Options::default())
        .key(
            "size",
            "Battle size: fleet limit and victory-point target (NOVA 2.1).",
            sizes,
            |o: &Options| o.size.map(|size| BATTLE_SIZES[size].0.into()),
            |fields, o| {
                let word = fields.word("size")?;
                o.size = Some(BATTLE_SIZES.iter().position(|(known, ..)| *known == word)?);
                // It brings its own target.
                o.vp_target = None;
                Some(())
            },
        )
        .absent("no fleet limit and no target: fought to the last ship")
        .whole_or_none(
            "vp_target",
            "Victory-point target, in points, instead of the size's (NOVA 7.1).",
            [1, points],
            "the size's",
            |o| &mut o.vp_target,
        )
        .in_words(|o| o.target_quarters().map_or_else(|| "none".to_owned(), |quarters| (quarters / 4).to_string()))
        .flag("swapped_edges", "Play from the 18-hex edges, 24 apart (NOVA 2.2).", |o| &mut o.swapped_edges)
        .two("deployment_depth", "Rows that the first and the second to place may use (NOVA 2.3).", [1, 11], |o| {
            &mut o.deployment_depth
        })
        .whole("turn_cap", "Turns after which a battle is stopped (NOVA 3.4).", [1, MAX_TURNS], |o| &mut o.turn_cap)
        .flag("partial_victory", "Damaged and crippled ships score too (NOVA 7.2).", |o| &mut o.partial_victory)
        .whole(
            "fire_control_ecm",
            "By how much Fire Control lowers the target's ECM (NOVA 5.9).",
            [0, i64::from(MAX_ECM)],
            |o| &mut o.fire_control_ecm,
        )
        .choice(
            "at_a_time",
            "How ships that fire together do: one after the other, or all targets declared first (NOVA 3.3).",
            "way to fire together",
            &[("one", AtATime::One), ("declared", AtATime::Declared)],
            |o| &mut o.at_a_time,
        )
}

/// Reads options; what is absent stays as in `base`.
pub(super) fn read(fields: &Fields, base: &Options, report: &mut Report) -> Option<Options> {
    let options = keys().read(fields, base);
    let most = options.board().rows / 2 - 1;
    if options.deployment_depth.iter().any(|depth| *depth > most) {
        let [first, second] = options.deployment_depth;
        report.problem(
            fields.span("deployment_depth"),
            codes::DEPLOYMENT_DEPTH,
            format!(
                "deployment rows of {first} and {second} reach the middle of a board {} deep",
                options.board().rows
            ),
            format!("two numbers from 1 to {most}"),
        );
    }
    Some(options)
}

/// ### NOVA 2.4 Fixed stations (p. 8)
/// The keys of a `[[stations]]` entry.
pub(super) fn station_schema() -> TableSchema {
    let hex = ValueType::Word { what: "hex", pattern: "^[0-9]{4}$", check: label };
    TableSchema::new(
        "a station",
        vec![
            Key::required("hex", "Two digits of column and two of row, both from 01.", hex),
            Key::required("facing", "The hex side it faces.", ValueType::choice("facing", Facing::NAMES)),
            Key::default("speed", "Hexes moved last turn.", ValueType::whole(0, MAX_SPEED), 0),
        ],
    )
}

/// A hex label of any board; which board it is, the options say.
fn label(text: &str) -> Result<(), Wrong> {
    if text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit()) {
        return Ok(());
    }
    let shown: String = text.chars().take(20).collect();
    let expected = "four digits in quotes, two of column and two of row, such as \"1201\"".into();
    Err(Wrong { code: codes::OFF_BOARD, message: format!("`{shown}` is no hex"), expected })
}

/// Reads a station on the board that the options choose.
pub(super) fn read_station(fields: &Fields, options: &Options, report: &mut Report) -> Option<Station> {
    let board = options.board();
    let hex = fields.word("hex").and_then(|text| on_board(board, text, fields, report));
    let facing = fields.word("facing").and_then(Facing::by_name);
    Some(Station { hex: hex?, facing: facing?, speed: fields.number("speed")? })
}

fn on_board(board: Board, text: &str, fields: &Fields, report: &mut Report) -> Option<Hex> {
    let hex = board.by_label(text);
    if hex.is_none() {
        let expected = format!("a column of 01 to {:02} and a row of 01 to {:02}", board.cols, board.rows);
        report.problem(fields.span("hex"), codes::OFF_BOARD, format!("the hex `{text}` is not on the board"), expected);
    }
    hex
}
