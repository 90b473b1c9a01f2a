//! `[options]` and `[[stations]]`.

use lanchester_lanes::hex::{Board, Facing, Hex};
use lanchester_scenario::table_schema::{Key, TableSchema, ValueType, Wrong};
use lanchester_scenario::{Fields, Report};

use super::codes;
use crate::options::{Options, Station};

/// Fastest start, in hexes a turn.
const MAX_SPEED: i64 = 30;

/// Reads options; what is absent stays as in `base`.
pub(super) fn read(fields: &Fields, base: &Options, report: &mut Report) -> Option<Options> {
    let options = Options::keys().read(fields, base);
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
