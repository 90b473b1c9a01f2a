//! Ship files.

use std::sync::LazyLock;

use lanchester_scenario::table_schema::{Key, Length, TableSchema, ValueType, empty_list};
use lanchester_scenario::{Fields, Report, Value, name_key, notes_key, provenance, provenance_keys};

use super::{codes, house_points, words};
use crate::design::{
    Battery, COLUMNS, Design, MAX_BANKS, MAX_BATTERIES, MAX_BOXES, MAX_DICE, MAX_ECM, MAX_RATING, MAX_THRUST, ROW,
};

/// What a bank is, with what each arc covers.
static BANKS: LazyLock<String> = LazyLock::new(|| {
    let arcs = crate::arcs::explained(crate::arcs::Arc::all());
    format!("Banks: arc and arc modifier without its minus sign, such as FX2. {arcs}")
});
const FIRE_CONTROL: &str = "Fire Control";
const HYPERDRIVE: &str = "Hyperdrive";
/// Traits and the boxes that each of their hits checks (NOVA 5.9).
const TRAITS: [(&str, u8); 2] = [("Dx2", 2), ("Dx3", 3)];
/// ### NOVA 1.1 Ship display (p. 5)
/// The keys of a ship file.
pub(super) fn schema() -> TableSchema {
    let row = |max: u8| ValueType::list(ValueType::whole(0, i64::from(max)), ROW, ROW);
    let boxes = |min: i64| ValueType::whole(min, i64::from(MAX_BOXES));
    let icons =
        ValueType::List { of: Box::new(ValueType::whole(1, 6)), length: Length { min: ROW, max: ROW, or_none: true } };
    let systems = ValueType::Choice { what: "system", of: vec![FIRE_CONTROL, HYPERDRIVE], code: codes::UNKNOWN_SYSTEM };
    let batteries = ValueType::Tables { of: std::sync::Arc::new(battery_schema()), min: 0, max: MAX_BATTERIES };
    let [origin, reconstructed] = provenance_keys();
    TableSchema::new(
        "a ship",
        vec![
            name_key(),
            Key::default("class", "Type letters, such as BC.", ValueType::line(0, 20), ""),
            Key::default("faction", "Whose ship it is.", ValueType::line(0, 60), ""),
            Key::optional(
                "rating",
                "Combat rating.",
                ValueType::whole(1, i64::from(MAX_RATING)),
                "no printed rating; where points are needed its house rating counts",
            )
            .hint("the combat rating is printed on the display; a ship without one leaves the key out"),
            origin,
            reconstructed,
            Key::default("armour", "Armour boxes.", boxes(0), 0),
            Key::required("hull", "Hull boxes.", boxes(1)),
            Key::optional("thrust", "Thrust row, left to right.", row(MAX_THRUST), "the display has no such row")
                .hint("thrust 4 is written [4, 3, 2, 1, 1], thrust 5 [5, 4, 3, 2, 1]"),
            Key::optional("ecm", "ECM row, left to right.", row(MAX_ECM), "the display has no such row")
                .hint("ECM 1 is written [1, 1, 1, 0, 0]"),
            Key::default(
                "shields",
                "Shield icons: five faces of a shield die that stop a hit; none for no shields.",
                icons,
                empty_list(),
            )
            .hint("shields of 5+ are written [5, 6, 6, 6, 6], of 4+ [4, 5, 5, 6, 6]"),
            Key::default("systems", "Systems.", ValueType::list(systems, 0, 2), empty_list()),
            notes_key(),
            Key::default("batteries", "Weapon batteries, in print order.", batteries, empty_list()),
        ],
    )
}

/// ### NOVA 1.5 Weapon battery (p. 6)
/// The keys of a battery.
fn battery_schema() -> TableSchema {
    let traits = ValueType::Choice {
        what: "trait",
        of: TRAITS.iter().map(|(name, _)| *name).collect(),
        code: codes::UNKNOWN_TRAIT,
    };
    let bank = ValueType::Word {
        what: "bank",
        pattern: "^(FF|AA|PP|SS|FP|FS|AP|AS|FR|AR|PR|SR|FH|AH|PH|SH|FX|AX|TR|TT)([1-9]|10|11)?$",
        check: |text| words::bank(text).map(drop),
    };
    let range = ValueType::Word {
        what: "range",
        pattern: "^[1-9][0-9]?-[1-9][0-9]?-[1-9][0-9]?$",
        check: |text| words::range(text).map(drop),
    };
    let dice = ValueType::list(ValueType::whole(0, i64::from(MAX_DICE)), COLUMNS, COLUMNS);
    TableSchema::new(
        "a battery",
        vec![
            name_key(),
            // Any number is read here, so that two traits are distinguished from a list that is too long.
            Key::default("traits", "Traits: Dx2 or Dx3.", ValueType::list(traits, 0, 10), empty_list()),
            Key::required("banks", &BANKS, ValueType::list(bank, 1, MAX_BANKS)),
            Key::required("range", "Greatest short, medium and long range, in hexes: 5-10-15.", range),
            Key::required("dice", "Attack dice by column, column 0 first.", dice),
        ],
    )
}

/// Reads a ship file whose values have the right types.
pub(super) fn read(fields: &Fields, report: &mut Report) -> Option<Design> {
    for key in ["thrust", "ecm"] {
        falling(fields, key, "row", report);
    }
    let systems: Vec<&str> = fields.words("systems").map(|(system, _)| system).collect();
    for (nth, (system, at)) in fields.words("systems").enumerate() {
        if systems[..nth].contains(&system) {
            report.problem(at, codes::TWICE, format!("the system `{system}` is named twice"), "each system once");
        }
    }
    let origin = provenance(fields, report);
    let batteries: Vec<Option<Battery>> = fields.tables("batteries").iter().map(|b| battery(b, report)).collect();
    let banks: usize = fields.tables("batteries").iter().map(|b| b.list("banks").len()).sum();
    if banks > MAX_BANKS {
        let message = format!("the ship has {banks} banks");
        report.problem(
            fields.span("batteries"),
            codes::TOO_MANY_BANKS,
            message,
            format!("at most {MAX_BANKS} banks over all batteries"),
        );
    }
    let printed = fields.given("rating");
    let design = Design {
        name: fields.text("name").to_owned(),
        class: fields.text("class").to_owned(),
        faction: fields.text("faction").to_owned(),
        rating: if printed { fields.number("rating")? } else { 1 },
        printed,
        origin: origin?,
        armour: fields.number("armour")?,
        hull: fields.number("hull")?,
        thrust: fields.row("thrust"),
        ecm: fields.row("ecm"),
        shields: fields.row("shields"),
        fire_control: systems.contains(&FIRE_CONTROL),
        hyperdrive: systems.contains(&HYPERDRIVE),
        batteries: batteries.into_iter().collect::<Option<_>>()?,
    };
    let rating = if printed { design.rating } else { house_points(&design) };
    Some(Design { rating, ..design })
}

/// A row is checked off left to right, so it never rises.
fn falling(fields: &Fields, key: &str, what: &str, report: &mut Report) {
    let numbers: Vec<_> = fields
        .list(key)
        .iter()
        .filter_map(|v| if let Value::Whole(n) = v.value { Some((n, v.at)) } else { None })
        .collect();
    if numbers.len() != fields.list(key).len() {
        return;
    }
    if let Some([(before, _), (after, at)]) = numbers.array_windows().find(|[(a, _), (b, _)]| a < b) {
        let message = format!("the {what} `{key}` rises from {before} to {after}");
        report.problem(
            *at,
            codes::RISING_ROW,
            message,
            format!("at most {before} here: such rows never rise from left to right"),
        );
    }
}

fn battery(fields: &Fields, report: &mut Report) -> Option<Battery> {
    falling(fields, "dice", "dice string", report);
    let dice = fields.row::<u8, COLUMNS>("dice");
    if dice.is_some_and(|dice| dice.iter().all(|n| *n == 0)) {
        let expected = "at least one die in the first column, or no such battery";
        report.problem(fields.span("dice"), codes::NO_DICE, "the battery never rolls a die", expected);
    }
    let mut damage = 1;
    for (nth, (name, at)) in fields.words("traits").enumerate() {
        if nth > 0 {
            let message = format!("a second trait `{name}`");
            report.problem(at, codes::TWO_TRAITS, message, "at most one of `Dx2` and `Dx3` for a battery");
        }
        damage = TRAITS.iter().find(|(known, _)| *known == name).map_or(damage, |(_, boxes)| *boxes);
    }
    Some(Battery {
        name: fields.text("name").to_owned(),
        damage,
        banks: fields.words("banks").map(|(text, _)| words::bank(text).ok()).collect::<Option<_>>()?,
        range: words::range(fields.word("range")?).ok()?,
        dice: dice?,
    })
}
