//! `[options]` and `[[stations]]`.

use lanchester_lanes::hex::{Board, Facing};
use lanchester_scenario::table_schema::{Key, TableSchema, ValueType, Wrong};
use lanchester_scenario::{Fields, Report, code};

use super::codes;
use crate::options::{BOARD, LARGEST, Options, Station};

/// Reads options; what is absent stays as in `base`. `None` for a board that is none of the game's.
pub(super) fn read(fields: &Fields, base: &Options, report: &mut Report) -> Option<Options> {
    let options = Options::keys().read(fields, base);
    let Board { cols, rows } = options.board;
    let fits = (BOARD.cols..=LARGEST.cols).contains(&cols) && (BOARD.rows..=LARGEST.rows).contains(&rows);
    if fits && cols.is_multiple_of(2) {
        return Some(options);
    }
    let expected = format!(
        "an even number of columns from {} to {}, then a number of rows from {} to {}",
        BOARD.cols, LARGEST.cols, BOARD.rows, LARGEST.rows
    );
    let message = format!("a board of {cols} columns and {rows} rows");
    report.problem(fields.span("board"), code::OUT_OF_RANGE, message, expected);
    None
}

/// The label of a hex. Whether the board has it is judged when the board is known.
pub(super) fn hex_type() -> ValueType {
    let check = |text: &str| {
        let digits = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then_some(()).ok_or_else(|| off_board(text, BOARD))
    };
    ValueType::Word { what: "hex label", pattern: "^[0-9]{4}$", check }
}

/// ### X 2.1.2 Setting up (p. 13)
/// The keys of a `[[stations]]` entry.
pub(super) fn station_schema() -> TableSchema {
    let hex = hex_type();
    TableSchema::new(
        "a station",
        vec![
            Key::required("hex", "Two digits of column and two of row, both from 01.", hex),
            Key::required("facing", "The hex side it faces.", ValueType::choice("facing", Facing::NAMES)),
        ],
    )
}

/// What is wrong with a label of no hex of the board.
pub(super) fn off_board(text: &str, board: Board) -> Wrong {
    let shown: String = text.chars().take(20).collect();
    let expected = format!("four digits in quotes, a column of 01 to {} and a row of 01 to {}", board.cols, board.rows);
    Wrong { code: codes::OFF_BOARD, message: format!("`{shown}` is no hex of the board"), expected }
}

/// Reads a station.
pub(super) fn read_station(fields: &Fields, options: &Options, report: &mut Report) -> Option<Station> {
    let (text, board) = (fields.word("hex")?, options.board);
    let Some(hex) = board.by_label(text) else {
        let wrong = off_board(text, board);
        report.problem(fields.span("hex"), wrong.code, wrong.message, wrong.expected);
        return None;
    };
    Some(Station { hex, facing: fields.word("facing").and_then(Facing::by_name)? })
}
