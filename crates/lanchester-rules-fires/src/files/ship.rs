//! Ship files.

use std::sync::Arc;

use lanchester_scenario::table_schema::{Key, TableSchema, ValueType, Wrong, empty_list};
use lanchester_scenario::{Fields, Report, name_key, notes_key, provenance, provenance_keys};

use super::codes;
use crate::design::{
    Beams, Design, MAX_COST, MAX_DAMAGE, MAX_ELECTRONICS, MAX_MANEUVER, MAX_MISSILE_COST, MAX_MISSILES, MAX_VALUE,
    MAX_WEAPONS, Missiles,
};
use crate::formulas::beams::BeamKind;
use crate::formulas::detailed::{DamageTable, System};
use crate::formulas::dice::SIDES;
use crate::formulas::missiles::Missile;
use crate::formulas::range::BRACKETS;

/// A number from 0.
fn upto(most: impl Into<i64>) -> ValueType {
    ValueType::whole(0, most.into())
}

/// A number for each bracket of range.
fn by_range() -> ValueType {
    ValueType::list(upto(MAX_VALUE), BRACKETS, BRACKETS)
}

/// A damage table in twenty letters.
fn table(text: &str) -> Result<(), Wrong> {
    DamageTable::entries(text).map(drop).ok_or_else(|| {
        let shown: String = text.chars().take(20).collect();
        let letters = System::LETTERS.map(String::from).join(", ");
        Wrong {
            code: codes::BAD_TABLE,
            message: format!("`{shown}` is no damage table"),
            expected: format!("twenty letters, of {letters}: what a D20 hits, face 1 first"),
        }
    })
}

/// The keys of a ship file.
pub(super) fn schema() -> TableSchema {
    let beams = ValueType::Tables { of: Arc::new(beams_schema()), min: 0, max: BeamKind::ALL.len() };
    let missiles = ValueType::Table(Arc::new(missiles_schema()));
    let letters = ValueType::Word { what: "damage table", pattern: "^[BDEMPST]{20}$", check: table };
    let [origin, reconstructed] = provenance_keys();
    let military = "Civilian ships, which are not military, repair half as well.";
    let target = "Target values at 0-4, 5-8, 9-12 and 13-16 hexes.";
    TableSchema::new(
        "a ship",
        vec![
            name_key(),
            Key::default("class", "Type letters, such as CA.", ValueType::line(0, 20), ""),
            Key::default("faction", "Whose ship it is.", ValueType::line(0, 60), ""),
            Key::required("cost", "Its cost in millions of credits.", ValueType::whole(1, MAX_COST.into())),
            origin,
            reconstructed,
            Key::default("military", military, ValueType::Flag, true),
            Key::required("electronics", "Electronic suite rating.", upto(MAX_ELECTRONICS)),
            Key::required("armour", "Armour, against particle accelerators and missiles.", upto(MAX_VALUE)),
            Key::required("screen", "Meson screen, against meson guns.", upto(MAX_VALUE)),
            Key::required("maneuver", "Maneuver rating.", upto(MAX_MANEUVER)),
            Key::required("target", target, by_range()),
            Key::default("batteries", "Batteries of point defence.", upto(MAX_WEAPONS), 0),
            Key::default("strength", "The strength of a battery.", upto(MAX_VALUE), 0),
            Key::required("damage", "Basic damage number: what an effective hit on it counts.", upto(MAX_DAMAGE)),
            Key::required("increase", "The D20 at or below which an effective hit on it counts one more.", upto(SIDES)),
            Key::default("table", "For detailed damage: what a D20 hits, face 1 first.", letters, DamageTable::COMMON),
            Key::optional(
                "rolls",
                "For detailed damage: rolls of an effective hit on the table.",
                upto(MAX_DAMAGE),
                "`damage`",
            ),
            Key::optional("extra", "For detailed damage: the D20 for one roll more.", upto(SIDES), "`increase`"),
            notes_key(),
            Key::default("beams", "Main beams, by kind.", beams, empty_list()),
            Key::optional("missiles", "Missiles, of one kind.", missiles, "it carries none"),
        ],
    )
}

/// The keys of beams.
fn beams_schema() -> TableSchema {
    let kind = "Particle accelerators, which armour stops, or meson guns, which screens stop.";
    let penetration = "Penetration at 0-4, 5-8, 9-12 and 13-16 hexes.";
    TableSchema::new(
        "beams",
        vec![
            Key::required("kind", kind, ValueType::choice("kind of beams", BeamKind::ALL.map(BeamKind::name))),
            Key::required("count", "How many.", ValueType::whole(1, MAX_WEAPONS.into())),
            Key::required("penetration", penetration, by_range()),
        ],
    )
}

/// The keys of missiles.
fn missiles_schema() -> TableSchema {
    let least_one = |most: u8| ValueType::whole(1, most.into());
    let cost = "What each costs, in millions of credits: the opponent's victory points when it is launched.";
    TableSchema::new(
        "missiles",
        vec![
            Key::required("count", "How many.", least_one(MAX_MISSILES)),
            Key::required("cost", cost, upto(MAX_MISSILE_COST)),
            Key::required("maneuver", "Hexes of thrust in a turn, at most.", least_one(MAX_MANEUVER)),
            Key::required("guidance", "Guidance.", upto(MAX_VALUE)),
            Key::required("penetration", "Penetration at full maneuver.", upto(MAX_VALUE)),
            Key::required(
                "bonus",
                "Penetration for each hex of maneuver that it commits not to use.",
                upto(MAX_DAMAGE),
            ),
            Key::required("size", "Size: what other missiles hit it by.", upto(MAX_VALUE)),
            Key::required("defence", "What the strength of point defence is divided by.", least_one(MAX_VALUE)),
        ],
    )
}

/// Reads a ship file whose values have the right types.
pub(super) fn read(fields: &Fields, report: &mut Report) -> Option<Design> {
    let origin = provenance(fields, report);
    let mut beams: Vec<Beams> = Vec::new();
    for table in fields.tables("beams") {
        let kind = table.word("kind").and_then(|word| BeamKind::ALL.into_iter().find(|kind| kind.name() == word))?;
        if beams.iter().any(|of| of.kind == kind) {
            let message = format!("{} beams are listed twice", kind.name());
            report.problem(
                table.span("kind"),
                codes::TWICE,
                message,
                "each kind once, with the number of all of its beams",
            );
        }
        beams.push(Beams { kind, count: table.number("count")?, penetration: table.row("penetration")? });
    }
    beams.sort_by_key(|beams| beams.kind);
    let (batteries, strength): (u8, u8) = (fields.number("batteries")?, fields.number("strength")?);
    if (batteries == 0) != (strength == 0) {
        let message = format!("{batteries} batteries of strength {strength}");
        let key = if batteries == 0 { "strength" } else { "batteries" };
        report.problem(fields.span(key), codes::POINT_DEFENCE, message, "both, or neither");
    }
    let missiles = match fields.table("missiles") {
        Some(table) => Some(missiles(table)?),
        None => None,
    };
    let (damage, increase) = (fields.number("damage")?, fields.number("increase")?);
    let (rolls, extra) = (fields.whole("rolls", damage), fields.whole("extra", increase));
    let table = DamageTable { rolls, extra, entries: DamageTable::entries(fields.word("table")?)? };
    Some(Design {
        name: fields.text("name").to_owned(),
        class: fields.text("class").to_owned(),
        faction: fields.text("faction").to_owned(),
        cost: fields.number("cost")?,
        origin: origin?,
        military: fields.flag("military")?,
        electronics: fields.number("electronics")?,
        armour: fields.number("armour")?,
        screen: fields.number("screen")?,
        maneuver: fields.number("maneuver")?,
        target: fields.row("target")?,
        beams,
        batteries,
        strength,
        damage,
        increase,
        table,
        missiles,
        formation: None,
    })
}

fn missiles(fields: &Fields) -> Option<Missiles> {
    Some(Missiles {
        kind: Missile {
            maneuver: fields.number("maneuver")?,
            guidance: fields.number("guidance")?,
            penetration: fields.number("penetration")?,
            bonus: fields.number("bonus")?,
            size: fields.number("size")?,
            defence: fields.number("defence")?,
        },
        count: fields.number("count")?,
        cost: fields.number("cost")?,
    })
}
