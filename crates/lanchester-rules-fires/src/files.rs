//! Fires of Space's half of the scenario files: the keys of ships and stations; those of options and policies stand with them.

use lanchester_core::Matchup;
use lanchester_scenario::table_schema::{Key, TableSchema, ValueType};
use lanchester_scenario::{
    Fields, GameFiles, KeyTable, Objection, Report, name_key, notes_key, provenance, provenance_keys,
};

use crate::Fires;
use crate::design::{DICE, Design, MAX_GUNS, MAX_HULL, MAX_POINTS, MAX_SHIPS};
use crate::options::{MAX_LEAD, Options, Station};
use crate::policy::Policy;

/// A die that the game does not have.
pub const NO_SUCH_DIE: &str = "fires::no-such-die";

impl GameFiles for Fires {
    const MAX_SHIPS: usize = MAX_SHIPS;
    const RATING_KEY: &'static str = "points";
    const FORMATIONS: bool = true;

    fn ship_schema() -> TableSchema {
        let [origin, reconstructed] = provenance_keys();
        let whole = |most: i64| ValueType::whole(1, most);
        TableSchema::new(
            "a ship",
            vec![
                name_key(),
                Key::required("points", "Build points.", whole(MAX_POINTS.into())),
                origin,
                reconstructed,
                Key::required("hull", "Hull boxes.", whole(MAX_HULL.into())),
                Key::required("guns", "Guns, a die each.", whole(MAX_GUNS as i64)),
                Key::required("die", "Sides of their dice: 4, 6, 8, 10, 12 or 20.", whole(20)),
                notes_key(),
            ],
        )
    }

    fn options_keys() -> KeyTable<Options> {
        Options::keys()
    }

    fn station_schema() -> TableSchema {
        let lead = ValueType::whole(0, MAX_LEAD.into());
        TableSchema::new("a station", vec![Key::required("lead", "Hexes ahead of the line of its fleet.", lead)])
    }

    fn policy_keys() -> KeyTable<Policy> {
        Policy::keys()
    }

    fn ship(fields: &Fields, report: &mut Report) -> Option<Design> {
        let die = fields.number("die")?;
        if !DICE.contains(&die) {
            let message = format!("no gun rolls a die of {die} sides");
            report.problem(fields.span("die"), NO_SUCH_DIE, message, "4, 6, 8, 10, 12 or 20 sides");
        }
        Some(Design {
            name: fields.text("name").to_owned(),
            points: fields.number("points")?,
            origin: provenance(fields, report)?,
            hull: fields.number("hull")?,
            guns: fields.number("guns")?,
            die,
            formation: None,
        })
    }

    fn options(fields: &Fields, base: &Options, _report: &mut Report) -> Option<Options> {
        Some(Options::keys().read(fields, base))
    }

    fn station(fields: &Fields, _options: &Options, _report: &mut Report) -> Option<Station> {
        Some(Station { lead: fields.number("lead")? })
    }

    fn policy(fields: &Fields, name: String, base: Option<&Policy>, _report: &mut Report) -> Option<Policy> {
        Policy::keys().read_whole(fields, base).map(|policy| Policy { name, ..policy })
    }

    fn in_formation(design: &Design, formation: u8) -> Option<Design> {
        Some(Design { formation: Some(formation), ..design.clone() })
    }

    fn check(_matchup: &Matchup<Self>) -> Vec<Objection> {
        Vec::new()
    }

    fn codes() -> &'static [(&'static str, &'static str)] {
        &[(NO_SUCH_DIE, "A die that the game does not have.")]
    }
}
