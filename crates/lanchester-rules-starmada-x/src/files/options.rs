//! `[options]` and `[[stations]]`.

use lanchester_hex::{Board, Facing};
use lanchester_scenario::table_schema::{Key, TableSchema, ValueType, Wrong};
use lanchester_scenario::{Fields, Report, code};

use super::codes;
use crate::design::{MAX_RATING, MAX_SHIPS};
use crate::options::{BOARD, Decay, Declare, LARGEST, Options, Station};

/// Most turns of a battle.
const MAX_TURNS: i64 = 100;

/// The keys of `[options]`; the defaults are the basic game's (a test compares them with [`Options::default`]).
pub(super) fn schema() -> TableSchema {
    let points = i64::from(MAX_RATING) * MAX_SHIPS as i64;
    TableSchema::new(
        "[options]",
        vec![
            Key::optional(
                "fleet_limit",
                "Most points a fleet may have (X 2.1.1).",
                ValueType::whole(1, points),
                "no limit",
            ),
            Key::default("turn_cap", "Turns after which a battle ends (X 2.3).", ValueType::whole(1, MAX_TURNS), 10),
            Key::default(
                "mutual_destruction",
                "Who wins when neither side has a ship left: by victory points, or a draw (X 2.3).",
                ValueType::choice("ruling", ["points", "draw"]),
                "points",
            ),
            Key::default(
                "armor_saves_substituted",
                "Armour may cancel the hull hit that stands for damage that cannot be applied (X C).",
                ValueType::Flag,
                true,
            ),
            Key::default(
                "declare",
                "When targets are declared: by each ship before its own attacks, or by all ships before any die of the phase (X 4.1.1).",
                ValueType::choice("moment", ["ship", "phase"]),
                "ship",
            ),
            Key::default(
                "explosion_decay",
                "Whether explosions lose strength after or before the ships inside are rolled for (X 4.3.1).",
                ValueType::choice("moment", ["after", "before"]),
                "after",
            ),
            Key::default(
                "explosions_hinder_dogfights",
                "Explosions weaken flights' attacks on flights too (X 4.3.1).",
                ValueType::Flag,
                false,
            ),
            Key::default(
                "board",
                "Columns (an even number, 40 to 60) and rows (30 to 50) of hexes (X 0.1.1).",
                ValueType::list(ValueType::whole(BOARD.rows.into(), LARGEST.cols.into()), 2, 2),
                vec![i64::from(BOARD.cols), i64::from(BOARD.rows)],
            ),
        ],
    )
}

/// Reads options; what is absent stays as in `base`.
pub(super) fn read(fields: &Fields, base: &Options, report: &mut Report) -> Options {
    Options {
        board: if fields.given("board") { read_board(fields, report).unwrap_or(base.board) } else { base.board },
        objects: base.objects.clone(),
        fleet_limit: fields.number("fleet_limit").or(base.fleet_limit),
        turn_cap: if fields.given("turn_cap") { fields.whole("turn_cap", base.turn_cap) } else { base.turn_cap },
        mutual_draw: match fields.word("mutual_destruction").filter(|_| fields.given("mutual_destruction")) {
            Some(word) => word == "draw",
            None => base.mutual_draw,
        },
        armor_saves_substituted: fields
            .flag("armor_saves_substituted")
            .filter(|_| fields.given("armor_saves_substituted"))
            .unwrap_or(base.armor_saves_substituted),
        declare: match fields.word("declare").filter(|_| fields.given("declare")) {
            Some("phase") => Declare::Phase,
            Some(_) => Declare::Ship,
            None => base.declare,
        },
        explosion_decay: match fields.word("explosion_decay").filter(|_| fields.given("explosion_decay")) {
            Some("before") => Decay::Before,
            Some(_) => Decay::After,
            None => base.explosion_decay,
        },
        explosions_hinder_dogfights: fields
            .flag("explosions_hinder_dogfights")
            .filter(|_| fields.given("explosions_hinder_dogfights"))
            .unwrap_or(base.explosions_hinder_dogfights),
    }
}

fn read_board(fields: &Fields, report: &mut Report) -> Option<Board> {
    let [cols, rows] = fields.row::<u8, 2>("board")?;
    let fits = (BOARD.cols..=LARGEST.cols).contains(&cols) && (BOARD.rows..=LARGEST.rows).contains(&rows);
    if !fits || cols % 2 != 0 {
        let expected = format!(
            "an even number of columns from {} to {}, then a number of rows from {} to {}",
            BOARD.cols, LARGEST.cols, BOARD.rows, LARGEST.rows
        );
        let message = format!("a board of {cols} columns and {rows} rows");
        report.problem(fields.span("board"), code::OUT_OF_RANGE, message, expected);
        return None;
    }
    Some(Board { cols, rows })
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
pub(super) fn read_station(fields: &Fields, board: Board, report: &mut Report) -> Option<Station> {
    let text = fields.word("hex")?;
    let Some(hex) = board.by_label(text) else {
        let wrong = off_board(text, board);
        report.problem(fields.span("hex"), wrong.code, wrong.message, wrong.expected);
        return None;
    };
    Some(Station { hex, facing: fields.word("facing").and_then(Facing::by_name)? })
}
