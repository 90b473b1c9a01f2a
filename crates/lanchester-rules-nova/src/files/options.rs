//! `[options]` and `[[stations]]`.

use lanchester_hex::{Board, Facing, Hex};
use lanchester_scenario::table_schema::{Key, TableSchema, ValueType, Wrong};
use lanchester_scenario::{Fields, Report};

use super::codes;
use crate::design::{MAX_ECM, MAX_RATING, MAX_SHIPS};
use crate::options::{AT_A_TIME, BATTLE_SIZES, Options, Station};

/// Most turns of a battle.
const MAX_TURNS: i64 = 200;
/// Fastest start, in hexes a turn.
const MAX_SPEED: i64 = 30;

/// The keys of `[options]`; the defaults are the standard game's (a test compares them with [`Options::default`]).
pub(super) fn schema() -> TableSchema {
    let points = i64::from(MAX_RATING) * MAX_SHIPS as i64;
    let depth = ValueType::list(ValueType::whole(1, 11), 2, 2);
    TableSchema::new(
        "[options]",
        vec![
            Key::optional(
                "size",
                "Battle size: fleet limit and victory-point target (NOVA 2.1).",
                ValueType::choice("battle size", BATTLE_SIZES.iter().map(|(name, ..)| *name)),
                "no fleet limit and no target: fought to the last ship",
            ),
            Key::optional(
                "vp_target",
                "Victory-point target, in points, instead of the size's (NOVA 7.1).",
                ValueType::whole(1, points),
                "the size's",
            ),
            Key::default("swapped_edges", "Play from the 18-hex edges, 24 apart (NOVA 2.2).", ValueType::Flag, false),
            Key::default(
                "deployment_depth",
                "Rows that the first and the second to place may use (NOVA 2.3).",
                depth,
                vec![4, 3],
            ),
            Key::default(
                "turn_cap",
                "Turns after which a battle is stopped (NOVA 3.4).",
                ValueType::whole(1, MAX_TURNS),
                30,
            ),
            Key::default("partial_victory", "Damaged and crippled ships score too (NOVA 7.2).", ValueType::Flag, false),
            Key::default(
                "fire_control_ecm",
                "By how much Fire Control lowers the target's ECM (NOVA 5.9).",
                ValueType::whole(0, i64::from(MAX_ECM)),
                1,
            ),
            Key::default(
                "at_a_time",
                "How ships that fire together do: one after the other, or all targets declared first (NOVA 3.3).",
                ValueType::choice("way to fire together", AT_A_TIME.iter().map(|(name, _)| *name)),
                "one",
            ),
        ],
    )
}

/// Reads options; what is absent stays as in `base`.
pub(super) fn read(fields: &Fields, base: &Options, report: &mut Report) -> Option<Options> {
    let size = fields.word("size").and_then(|name| BATTLE_SIZES.iter().position(|(known, ..)| *known == name));
    let options = Options {
        size: size.or(base.size),
        // A size given here brings its own target.
        vp_target: fields.number("vp_target").or(if size.is_some() { None } else { base.vp_target }),
        swapped_edges: fields.flag("swapped_edges").unwrap_or(base.swapped_edges),
        deployment_depth: fields.row("deployment_depth").unwrap_or(base.deployment_depth),
        turn_cap: fields.whole("turn_cap", base.turn_cap),
        partial_victory: fields.flag("partial_victory").unwrap_or(base.partial_victory),
        fire_control_ecm: fields.whole("fire_control_ecm", base.fire_control_ecm),
        at_a_time: fields
            .word("at_a_time")
            .and_then(|word| AT_A_TIME.iter().find(|(name, _)| *name == word))
            .map_or(base.at_a_time, |(_, way)| *way),
    };
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
