//! `[options]` and `[[stations]]`.

use lanchester_scenario::table_schema::{Key, TableSchema, ValueType};
use lanchester_scenario::{Fields, KeyTable, Report};

use crate::arcs::Boundary;
use crate::options::{
    COLUMNS, FirstInitiative, Fusion, InitiativeChange, MAX_GAP, MAX_REACH, MAX_ROUNDS, Options, PowerLoss, ROWS,
    Station, WaveArc,
};

const FIRST: &[(&str, FirstInitiative)] = &[("talon", FirstInitiative::Talon), ("seat", FirstInitiative::Seat)];
const CHANGES: &[(&str, InitiativeChange)] = &[
    ("outbid", InitiativeChange::Outbid),
    ("unopposed", InitiativeChange::Unopposed),
    ("never", InitiativeChange::Never),
];
const BOUNDARIES: &[(&str, Boundary)] = &[("front-rear", Boundary::FrontRear), ("sides", Boundary::Sides)];
const FUSION: &[(&str, Fusion)] = &[("all", Fusion::All), ("ships", Fusion::Ships), ("one", Fusion::One)];
const LOSSES: &[(&str, PowerLoss)] = &[("all", PowerLoss::All), ("power-phase", PowerLoss::PowerPhase)];
const MOMENTS: &[(&str, WaveArc)] = &[("before", WaveArc::Before), ("after", WaveArc::After)];

/// The keys of `[options]`.
pub(super) fn keys() -> KeyTable<Options> {
    let table = KeyTable::with_defaults("[options]", Options::default())
        .whole("turn_cap", "Rounds after which a battle is stopped (TALON P.17).", [1, MAX_ROUNDS.into()], |o| {
            &mut o.turn_cap
        })
        .whole("gap", "Empty rows between the set-up zones (TALON P.16).", [1, MAX_GAP.into()], |o| &mut o.gap)
        .choice(
            "first_initiative",
            "Who has the initiative at the start: the fleet with more points of Talon ships, or seat 0 (TALON P.9).",
            "fleet",
            FIRST,
            |o| &mut o.first_initiative,
        )
        .choice(
            "initiative_change",
            "When the initiative changes: with more markers to change than to defend it, with none to defend it, or never (TALON P.9).",
            "rule",
            CHANGES,
            |o| &mut o.initiative_change,
        )
        .choice(
            "arc_boundary",
            "Which arcs own the hexes on the rays between two arcs (TALON 5.3.1).",
            "arcs",
            BOUNDARIES,
            |o| &mut o.arc_boundary,
        )
        .flag("start_turned", "Ships start as after a turn, their turn radius ahead of them (TALON P.16).", |o| {
            &mut o.start_turned
        })
        .flag("slip_counts", "A side slip counts toward the turn radius (TALON P.5).", |o| &mut o.slip_counts)
        .whole(
            "stack_damage",
            "Damage to each of two ships of a side that end a move in one hex (TALON P.7).",
            [0, 9],
            |o| &mut o.stack_damage,
        );
    more_keys(table)
}

/// The rest of them: shields, weapons, criticals, retreat.
fn more_keys(table: KeyTable<Options>) -> KeyTable<Options> {
    table
        .whole("reinforcement", "Damage that a shield reinforcement absorbs (TALON P.8).", [1, 3], |o| {
            &mut o.reinforcement
        })
        .whole("reinforcements_ship", "Most shield reinforcements of a ship (TALON P.8).", [1, 4], |o| {
            &mut o.reinforcements_ship
        })
        .whole("reinforcements_arc", "Most shield reinforcements of an arc (TALON P.8).", [1, 2], |o| {
            &mut o.reinforcements_arc
        })
        .choice(
            "fusion",
            "What a fusion cannon hits: all enemies in arc and range, ships alone, or one target (TALON P.13).",
            "targets",
            FUSION,
            |o| &mut o.fusion,
        )
        .flag("wave_displaces", "A wave motion gun displaces its target (TALON P.14).", |o| &mut o.wave_displaces)
        .choice(
            "wave_arc",
            "Whether the arc that it hits is taken before or after it displaces its target (TALON P.14).",
            "moment",
            MOMENTS,
            |o| &mut o.wave_arc,
        )
        .whole(
            "missile_lost_at",
            "Hexes from every enemy ship at which a missile is lost (TALON P.10).",
            [5, MAX_REACH.into()],
            |o| &mut o.missile_lost_at,
        )
        .choice(
            "power_loss",
            "What a power loss forbids: action points too, or charging and the curve in the Power Phase alone (TALON 8.5).",
            "rule",
            LOSSES,
            |o| &mut o.power_loss,
        )
        .whole("critical_stack", "How often damage to thrusters and relays counts (TALON 8.5).", [1, 2], |o| {
            &mut o.critical_stack
        })
        .flag(
            "destroyed_groups_count",
            "A destroyed weapon group may be rolled again, to no effect (TALON 8.5).",
            |o| &mut o.destroyed_groups_count,
        )
        .flag("retreat", "Ships may retreat at the end of a Power Phase (TALON P.18).", |o| &mut o.retreat)
        .whole_or_none(
            "stray_at",
            "Hexes from every other ship at which a ship has retreated after six impulses (TALON 7.5.2).",
            [6, MAX_REACH.into()],
            "it may go on alone",
            |o| &mut o.stray_at,
        )
}

/// Reads options; what is absent stays as in `base`.
#[expect(clippy::unnecessary_wraps, reason = "the seam's signature")]
pub(super) fn read(fields: &Fields, base: &Options, _report: &mut Report) -> Option<Options> {
    Some(keys().read(fields, base))
}

/// The keys of a `[[stations]]` entry.
pub(super) fn station_schema() -> TableSchema {
    let whole = |most: u8| ValueType::whole(1, most.into());
    TableSchema::new(
        "a station",
        vec![
            Key::required("column", "Column of its fleet's zone, from the left.", whole(COLUMNS)),
            Key::required("row", "Row of the zone: 1 the rear one, 2 the one nearest to the enemy.", whole(ROWS)),
            Key::default(
                "facing",
                "Sixths of a circle to the right from straight at the enemy.",
                ValueType::whole(0, 5),
                0,
            ),
        ],
    )
}

/// Reads a station.
pub(super) fn read_station(fields: &Fields, _options: &Options, _report: &mut Report) -> Option<Station> {
    Some(Station { column: fields.number("column")?, row: fields.number("row")?, facing: fields.number("facing")? })
}
