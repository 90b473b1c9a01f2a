//! `[options]` and `[[stations]]`.

use lanchester_scenario::table_schema::{Key, TableSchema, ValueType};
use lanchester_scenario::{Fields, Report};

use crate::options::{COLUMNS, Options, ROWS, Station};

/// Reads options; what is absent stays as in `base`.
#[expect(clippy::unnecessary_wraps, reason = "the seam's signature")]
pub(super) fn read(fields: &Fields, base: &Options, _report: &mut Report) -> Option<Options> {
    Some(Options::keys().read(fields, base))
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
