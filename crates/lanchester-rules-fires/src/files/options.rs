//! `[options]` and `[[stations]]`.

use lanchester_scenario::table_schema::{Key, TableSchema, ValueType};
use lanchester_scenario::{Fields, Report};

use crate::options::{AREA, MAX_AHEAD, MAX_ASIDE, Options, Station};

/// Reads options; what is absent stays as in `base`.
#[expect(clippy::unnecessary_wraps, reason = "the seam's signature")]
pub(super) fn read(fields: &Fields, base: &Options, _report: &mut Report) -> Option<Options> {
    Some(Options::keys().read(fields, base))
}

/// The keys of a `[[stations]]` entry.
pub(super) fn station_schema() -> TableSchema {
    let number = |most: u8| ValueType::whole(1, most.into());
    let hex = "The hex of the area, row by row from the innermost, left to right as one faces the centre.";
    let aside = "Hexes that the future marker then goes around the present one, clockwise.";
    TableSchema::new(
        "a station",
        vec![
            Key::required("area", "The entry area, from 1 in the north clockwise.", number(6)),
            Key::required("hex", hex, number(AREA)),
            Key::required(
                "ahead",
                "Hexes from the present marker to the future one, toward the centre.",
                ValueType::whole(0, MAX_AHEAD.into()),
            ),
            Key::default("aside", aside, ValueType::whole((-MAX_ASIDE).into(), MAX_ASIDE.into()), 0),
        ],
    )
}

/// Reads a station.
pub(super) fn read_station(fields: &Fields, _options: &Options, _report: &mut Report) -> Option<Station> {
    Some(Station {
        area: fields.number("area")?,
        hex: fields.number("hex")?,
        ahead: fields.number("ahead")?,
        aside: fields.number("aside")?,
    })
}
