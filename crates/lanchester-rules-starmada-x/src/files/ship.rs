//! Ship files.

use std::sync::{Arc, LazyLock};

use lanchester_scenario::table_schema::{Key, TableSchema, ValueType, empty_list};
use lanchester_scenario::{Fields, Report, name_key, notes_key, provenance, provenance_keys};

use super::{codes, house_points, words};
use crate::design::{
    Abilities, Battery, Chart, Design, Equipment, Kind, MAX_BATTERIES, MAX_DICE, MAX_ENGINES, MAX_EQUIPMENT,
    MAX_EQUIPMENT_BOXES, MAX_FACTOR, MAX_FLIGHTS, MAX_HULL, MAX_MOUNTS, MAX_RANGE, MAX_RATING, MAX_SHIELDS,
    MAX_WEAPONS, Mount, chart_for, kinds_with_boxes,
};

/// Weapon abilities by name, and the flag that each sets.
type Ability = (&'static str, fn(&mut Abilities) -> &mut bool);
const ABILITIES: [Ability; 5] = [
    ("Halves Shields", |a| &mut a.halves_shields),
    ("Extra Hull Damage", |a| &mut a.extra_hull),
    ("Extra Crew Casualties", |a| &mut a.extra_crew),
    ("Must Re-Roll Penetration Dice", |a| &mut a.re_roll),
    ("No Hull Damage", |a| &mut a.no_hull),
];

/// What a chart is, with what its letters mean.
static CHART: LazyLock<String> = LazyLock::new(|| format!("Damage chart. {}", crate::design::chart::explained()));
/// What a mount is, with what each arc covers.
static WEAPONS: LazyLock<String> =
    LazyLock::new(|| format!("Weapons by their arcs: 5xAB. {}", crate::arcs::explained()));

/// ### X 1.1 Starship record (p. 11)
/// The keys of a ship file.
pub(super) fn schema() -> TableSchema {
    let boxes = |min: i64, max: u8| ValueType::whole(min, i64::from(max));
    let entry = ValueType::Word {
        what: "chart code",
        pattern: "^([23]?[HESQabc])+$",
        check: |text| words::entry(text).map(drop),
    };
    let batteries = ValueType::Tables { of: Arc::new(battery_schema()), min: 0, max: MAX_BATTERIES };
    let equipment = ValueType::Tables { of: Arc::new(equipment_schema()), min: 0, max: MAX_EQUIPMENT };
    let [origin, reconstructed] = provenance_keys();
    TableSchema::new(
        "a ship",
        vec![
            name_key(),
            Key::default("class", "Type letters, such as CVL.", ValueType::line(0, 20), ""),
            Key::default("faction", "Whose ship it is.", ValueType::line(0, 60), ""),
            Key::optional(
                "rating",
                "Combat rating.",
                ValueType::whole(1, i64::from(MAX_RATING)),
                "no printed rating; where points are needed its house rating counts",
            )
            .hint("the combat rating is printed on the record; a ship without one leaves the key out"),
            origin,
            reconstructed,
            Key::required("hull", "Hull boxes.", boxes(1, MAX_HULL)),
            Key::required("engines", "Engine boxes: movement points.", boxes(0, MAX_ENGINES)),
            Key::required("shields", "Shield boxes.", boxes(0, MAX_SHIELDS)),
            Key::optional("chart", &CHART, ValueType::list(entry, 6, 6), "made from the boxes (X A.3.2)"),
            notes_key(),
            Key::default("batteries", "Batteries a, b and c.", batteries, empty_list()),
            Key::default("equipment", "Special equipment.", equipment, empty_list()),
        ],
    )
}

/// ### X 1.8 Battery (p. 12)
/// The keys of a battery.
fn battery_schema() -> TableSchema {
    let names = ABILITIES.iter().map(|(name, _)| *name).collect();
    let ability = ValueType::Choice { what: "ability", of: names, code: codes::UNKNOWN_ABILITY };
    let mount = ValueType::Word {
        what: "weapon mount",
        pattern: "^([1-9][0-9]?x)?[A-F]{1,6}$",
        check: |text| words::mount(text).map(drop),
    };
    let factor = || ValueType::whole(1, i64::from(MAX_FACTOR));
    TableSchema::new(
        "a battery",
        vec![
            name_key(),
            Key::required(
                "range",
                "Longest range, in hexes; three equal bands.",
                ValueType::whole(1, MAX_RANGE.into()),
            ),
            Key::required("to_hit", "To-hit number: 4 for 4+.", ValueType::whole(2, 6)),
            Key::default("rof", "To-hit dice per weapon.", factor(), 1),
            Key::default("pen", "Penetration dice per hit.", factor(), 1),
            Key::default("dmg", "Damage dice per penetration.", factor(), 1),
            Key::default("abilities", "Weapon abilities.", ValueType::list(ability, 0, 5), empty_list()),
            Key::required("weapons", &WEAPONS, ValueType::list(mount, 1, MAX_WEAPONS.into())),
        ],
    )
}

/// ### X 1.9 Special equipment (p. 12)
/// The keys of a piece of special equipment.
fn equipment_schema() -> TableSchema {
    let name = ValueType::Word { what: "equipment", pattern: "^.+$", check: |text| words::equipment(text).map(drop) };
    TableSchema::new(
        "a piece of equipment",
        vec![
            Key::required("name", "What it is.", name),
            Key::required("boxes", "Boxes; 0: it cannot be lost.", ValueType::whole(0, MAX_EQUIPMENT_BOXES.into())),
            Key::optional("count", "How many fighter bays.", ValueType::whole(1, MAX_FLIGHTS as i64), "1"),
            Key::optional("cancels_on", "The least face that cancels a hit.", ValueType::whole(2, 6), "5"),
        ],
    )
}

/// Reads a ship file whose values have the right types.
pub(super) fn read(fields: &Fields, report: &mut Report) -> Option<Design> {
    let origin = provenance(fields, report);
    let batteries: Vec<Option<Battery>> = fields.tables("batteries").iter().map(|b| battery(b, report)).collect();
    let equipment = pieces(fields, report);
    let batteries = batteries.into_iter().collect::<Option<Vec<_>>>()?;
    let kinds: usize = batteries.iter().map(|b| b.mounts.len()).sum();
    if kinds > MAX_MOUNTS {
        let message = format!("the ship has {kinds} kinds of mount");
        let expected =
            format!("at most {MAX_MOUNTS} over all batteries; weapons of a battery with the same arcs are one");
        report.problem(fields.span("batteries"), codes::TOO_MANY_MOUNTS, message, expected);
    }
    let equipment = equipment?;
    let (hull, engines, shields) = (fields.number("hull")?, fields.number("engines")?, fields.number("shields")?);
    let mut weapons = [0; 3];
    batteries.iter().zip(&mut weapons).for_each(|(battery, weapons)| *weapons = battery.weapons());
    let chart: Option<Chart> = match fields.given("chart") {
        false => Some(chart_for(hull, engines, shields, weapons, kinds_with_boxes(&equipment))),
        true => {
            let entries = fields.words("chart").map(|(text, _)| words::entry(text).ok());
            entries.collect::<Option<Vec<_>>>().and_then(|entries| entries.try_into().ok())
        }
    };
    let printed = fields.given("rating");
    let design = Design {
        name: fields.text("name").to_owned(),
        class: fields.text("class").to_owned(),
        faction: fields.text("faction").to_owned(),
        rating: if printed { fields.number("rating")? } else { 1 },
        printed,
        origin: origin?,
        hull,
        engines,
        shields,
        chart: chart?,
        batteries,
        equipment,
    };
    let rating = if printed { design.rating } else { house_points(&design) };
    Some(Design { rating, ..design })
}

fn battery(fields: &Fields, report: &mut Report) -> Option<Battery> {
    let mut abilities = Abilities::default();
    for (name, at) in fields.words("abilities") {
        let Some((_, flag)) = ABILITIES.iter().find(|(known, _)| *known == name) else { continue };
        if std::mem::replace(flag(&mut abilities), true) {
            report.problem(at, codes::TWICE, format!("the ability `{name}` is named twice"), "each ability once");
        }
    }
    let mut mounts: Vec<Mount> = Vec::new();
    let mut weapons = 0u16;
    for (text, _) in fields.words("weapons") {
        let mount = words::mount(text).ok()?;
        weapons += u16::from(mount.weapons);
        match mounts.iter_mut().find(|known| known.arcs == mount.arcs) {
            Some(known) => known.weapons = known.weapons.saturating_add(mount.weapons),
            None => mounts.push(mount),
        }
    }
    if weapons > u16::from(MAX_WEAPONS) {
        let message = format!("the battery has {weapons} weapons");
        let expected = format!("at most {MAX_WEAPONS} in a battery");
        report.problem(fields.span("weapons"), codes::TOO_MANY_MOUNTS, message, expected);
        return None;
    }
    let factor = |key| fields.number::<u8>(key);
    let (rof, pen, dmg) = (factor("rof")?, factor("pen")?, factor("dmg")?);
    let dice = weapons * u16::from(rof) * u16::from(pen) * u16::from(dmg);
    if dice > MAX_DICE {
        let message = format!("the battery could roll {dice} damage dice at once: weapons × ROF × PEN × DMG");
        report.problem(fields.span("weapons"), codes::TOO_MANY_DICE, message, format!("at most {MAX_DICE}"));
    }
    Some(Battery {
        name: fields.text("name").to_owned(),
        range: fields.number("range")?,
        to_hit: fields.number("to_hit")?,
        rof,
        pen,
        dmg,
        abilities,
        mounts,
    })
}

fn pieces(fields: &Fields, report: &mut Report) -> Option<Vec<Equipment>> {
    let mut pieces: Vec<Equipment> = Vec::new();
    for table in fields.tables("equipment") {
        let name = table.word("name")?;
        let kind = words::equipment(name).ok()?;
        for (key, fits) in [("count", kind == Kind::FighterBay), ("cancels_on", kind.cancels())] {
            if table.given(key) && !fits {
                let message = format!("`{name}` has no `{key}`");
                let expected = "`count` with a Fighter Bay alone, `cancels_on` with what cancels hits alone";
                report.problem(table.span(key), codes::NOT_FOR_THIS, message, expected);
            }
        }
        if pieces.iter().any(|known| known.kind == kind) {
            report.problem(table.span("name"), codes::TWICE, format!("`{name}` is named twice"), "each kind once");
        }
        let count = table.whole("count", 1);
        pieces.push(Equipment { kind, boxes: table.number("boxes")?, count, cancels_on: table.whole("cancels_on", 5) });
    }
    Some(pieces)
}
