//! `[options]` and `[[stations]]`.

use lanchester_scenario::table_schema::{Key, TableSchema, ValueType};
use lanchester_scenario::{Fields, Report};

use crate::options::{MAX_ASIDE, MAX_LEAD, Options, Station};

/// Reads options; what is absent stays as in `base`.
#[expect(clippy::unnecessary_wraps, reason = "the seam's signature")]
pub(super) fn read(fields: &Fields, base: &Options, _report: &mut Report) -> Option<Options> {
    Some(Options::keys().read(fields, base))
}

/// The keys of a `[[stations]]` entry.
pub(super) fn station_schema() -> TableSchema {
    let aside = ValueType::whole((-MAX_ASIDE).into(), MAX_ASIDE.into());
    let facing = ValueType::whole(0, 5);
    TableSchema::new(
        "a station",
        vec![
            Key::default("aside", "Columns to the right of its place in the line of its fleet.", aside, 0),
            Key::default("lead", "Hexes ahead of the line.", ValueType::whole(0, MAX_LEAD.into()), 0),
            Key::default("facing", "Sixths of a circle to the right from straight at the enemy.", facing, 0),
        ],
    )
}

/// Reads a station.
pub(super) fn read_station(fields: &Fields, _options: &Options, _report: &mut Report) -> Option<Station> {
    Some(Station { aside: fields.number("aside")?, lead: fields.number("lead")?, facing: fields.number("facing")? })
}
