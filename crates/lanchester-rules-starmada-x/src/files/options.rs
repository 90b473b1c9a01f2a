//! `[options]` and `[[stations]]`.

use lanchester_hex::{Facing, Hex};
use lanchester_scenario::shape::{Field, Record, Shape, Wrong};
use lanchester_scenario::{Fields, Report};

use super::codes;
use crate::design::{MAX_RATING, MAX_SHIPS};
use crate::options::{BOARD, Decay, Declare, Options, Station};

/// Most turns of a battle.
const MAX_TURNS: i64 = 100;

/// The keys of `[options]`; the defaults are the basic game's (a test compares them with [`Options::default`]).
pub(super) fn record() -> Record {
    let points = i64::from(MAX_RATING) * MAX_SHIPS as i64;
    Record::new(
        "[options]",
        vec![
            Field::optional(
                "fleet_limit",
                "Most points a fleet may have (X 2.1.1).",
                Shape::whole(1, points),
                "no limit",
            ),
            Field::default("turn_cap", "Turns after which a battle ends (X 2.3).", Shape::whole(1, MAX_TURNS), 10),
            Field::default(
                "mutual_destruction",
                "Who wins when neither side has a ship left: by victory points, or a draw (X 2.3).",
                Shape::choice("ruling", ["points", "draw"]),
                "points",
            ),
            Field::default(
                "armor_saves_substituted",
                "Armour may cancel the hull hit that stands for damage that cannot be applied (X C).",
                Shape::Flag,
                true,
            ),
            Field::default(
                "declare",
                "When targets are declared: by each ship before its own attacks, or by all ships before any die of the phase (X 4.1.1).",
                Shape::choice("moment", ["ship", "phase"]),
                "ship",
            ),
            Field::default(
                "explosion_decay",
                "Whether explosions lose strength after or before the ships inside are rolled for (X 4.3.1).",
                Shape::choice("moment", ["after", "before"]),
                "after",
            ),
            Field::default(
                "explosions_hinder_dogfights",
                "Explosions weaken flights' attacks on flights too (X 4.3.1).",
                Shape::Flag,
                false,
            ),
        ],
    )
}

/// Reads options; what is absent stays as in `base`.
pub(super) fn read(fields: &Fields, base: &Options) -> Options {
    Options {
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

/// ### X 2.1.2 Setting up (p. 13)
/// The keys of a `[[stations]]` entry.
pub(super) fn station_record() -> Record {
    let hex = Shape::Word { what: "hex", pattern: "^[0-9]{4}$", check: |text| on_board(text).map(drop) };
    Record::new(
        "a station",
        vec![
            Field::required("hex", "Two digits of column and two of row, both from 01.", hex),
            Field::required("facing", "The hex side it faces.", Shape::choice("facing", Facing::NAMES)),
        ],
    )
}

fn on_board(text: &str) -> Result<Hex, Wrong> {
    BOARD.by_label(text).ok_or_else(|| {
        let shown: String = text.chars().take(20).collect();
        let expected =
            format!("four digits in quotes, a column of 01 to {} and a row of 01 to {}", BOARD.cols, BOARD.rows);
        Wrong { code: codes::OFF_BOARD, message: format!("`{shown}` is no hex of the board"), expected }
    })
}

/// Reads a station.
pub(super) fn read_station(fields: &Fields, _report: &mut Report) -> Option<Station> {
    let hex = fields.word("hex").and_then(|text| on_board(text).ok())?;
    Some(Station { hex, facing: fields.word("facing").and_then(Facing::by_name)? })
}
