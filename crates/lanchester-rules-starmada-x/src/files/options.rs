//! `[options]` and `[[stations]]`.

use lanchester_hex::{Board, Facing};
use lanchester_scenario::table_schema::{Key, TableSchema, ValueType, Wrong};
use lanchester_scenario::{Fields, KeyTable, Report, code};

use super::codes;
use crate::design::{MAX_RATING, MAX_SHIPS};
use crate::options::{BOARD, Decay, Declare, LARGEST, Options, Station};

/// Most turns of a battle.
const MAX_TURNS: i64 = 100;

/// The keys of `[options]`.
pub(super) fn keys() -> KeyTable<Options> {
    let points = i64::from(MAX_RATING) * MAX_SHIPS as i64;
    let board = ValueType::list(ValueType::whole(BOARD.rows.into(), LARGEST.cols.into()), 2, 2);
    KeyTable::with_defaults("[options]", Options::default())
        .whole_or_none(
            "fleet_limit",
            "Most points a fleet may have (X 2.1.1).",
            [1, points],
            "no limit",
            |o| &mut o.fleet_limit,
        )
        .whole("turn_cap", "Turns after which a battle ends (X 2.3).", [1, MAX_TURNS], |o| &mut o.turn_cap)
        .choice(
            "mutual_destruction",
            "Who wins when neither side has a ship left: by victory points, or a draw (X 2.3).",
            "ruling",
            &[("points", false), ("draw", true)],
            |o| &mut o.mutual_draw,
        )
        .flag(
            "armor_saves_substituted",
            "Armour may cancel the hull hit that stands for damage that cannot be applied (X C).",
            |o| &mut o.armor_saves_substituted,
        )
        .choice(
            "declare",
            "When targets are declared: by each ship before its own attacks, or by all ships before any die of the phase (X 4.1.1).",
            "moment",
            &[("ship", Declare::Ship), ("phase", Declare::Phase)],
            |o| &mut o.declare,
        )
        .choice(
            "explosion_decay",
            "Whether explosions lose strength after or before the ships inside are rolled for (X 4.3.1).",
            "moment",
            &[("after", Decay::After), ("before", Decay::Before)],
            |o| &mut o.explosion_decay,
        )
        .flag(
            "explosions_hinder_dogfights",
            "Explosions weaken flights' attacks on flights too (X 4.3.1).",
            |o| &mut o.explosions_hinder_dogfights,
        )
        .key(
            "board",
            "Columns (an even number, 40 to 60) and rows (30 to 50) of hexes (X 0.1.1).",
            board,
            |o| Some(vec![i64::from(o.board.cols), i64::from(o.board.rows)].into()),
            |fields, o| {
                let [cols, rows] = fields.row("board")?;
                o.board = Board { cols, rows };
                Some(())
            },
        )
        .in_words(|o| format!("{} x {}", o.board.cols, o.board.rows))
}

/// Reads options; what is absent stays as in `base`. `None` for a board that is none of the game's.
pub(super) fn read(fields: &Fields, base: &Options, report: &mut Report) -> Option<Options> {
    let options = keys().read(fields, base);
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
