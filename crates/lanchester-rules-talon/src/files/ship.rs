//! Ship files.

use std::sync::{Arc as Shared, LazyLock};

use lanchester_scenario::table_schema::{Key, TableSchema, ValueType, empty_list};
use lanchester_scenario::{Fields, Report, name_key, notes_key, provenance, provenance_keys};

use super::{codes, words};
use crate::arcs::{Arc, Arcs};
use crate::design::{
    Design, Group, HullBox, Line, MAX_AFTERBURNERS, MAX_BATTERIES, MAX_EXPLOSION, MAX_GROUPS, MAX_HULL, MAX_LINES,
    MAX_POINTS, MAX_RED, MAX_SHIELD, MAX_VALUE, MAX_WEAPONS, MAX_YELLOW,
};
use crate::weapons::Weapon;

/// The word for a race that has no published counters.
const OTHER: &str = "other";

/// The keys of a ship file.
pub(super) fn schema() -> TableSchema {
    let hull_box = ValueType::Word {
        what: "hull box",
        pattern: r"^(0|-[1-5])\*?$",
        check: |text| words::hull_box(text).map(drop),
    };
    let line = ValueType::Word {
        what: "power curve line",
        pattern: "^[0-6]-[1-6]-([0-6]|n)$",
        check: |text| words::line(text).map(drop),
    };
    let groups = ValueType::Tables { of: Shared::new(group_schema()), min: 0, max: MAX_GROUPS };
    let count = |most: u8| ValueType::whole(0, most.into());
    let [origin, reconstructed] = provenance_keys();
    TableSchema::new(
        "a ship",
        vec![
            name_key(),
            Key::default("class", "Type letters, such as CA.", ValueType::line(0, 20), ""),
            Key::required(
                "faction",
                "Its race: the fleet with more points of Talon ships begins (option `first_initiative`).",
                ValueType::choice("race", ["Talon", "Terran", OTHER]),
            ),
            Key::required("points", "Printed points.", ValueType::whole(1, MAX_POINTS.into())),
            origin,
            reconstructed,
            Key::required(
                "hull",
                "Hull boxes from left to right: the power modifier, with an asterisk behind a critical box.",
                ValueType::list(hull_box, 1, MAX_HULL),
            ),
            Key::required(
                "shields",
                "Shield boxes: forward, right, rear, left.",
                ValueType::list(count(MAX_SHIELD), 4, 4),
            ),
            Key::required(
                "curve",
                "Power curve, one line a speed from the fastest down: power, speed and turn radius, such as 3-3-1.",
                ValueType::list(line, 1, MAX_LINES),
            ),
            Key::required("start", "Speed at the start.", ValueType::whole(1, MAX_VALUE.into())),
            Key::required("explosion", "Explosion rating.", count(MAX_EXPLOSION)),
            Key::default("batteries", "Batteries.", count(MAX_BATTERIES), 0),
            Key::default("afterburners", "Afterburner boxes.", count(MAX_AFTERBURNERS), 0),
            Key::default("base", "A base: it rotates and never moves.", ValueType::Flag, false),
            notes_key(),
            Key::default("groups", "Weapon groups.", groups, empty_list()),
        ],
    )
}

/// The keys of a weapon group.
fn group_schema() -> TableSchema {
    static ARCS: LazyLock<String> = LazyLock::new(|| format!("Where they bear. {}", Arc::explained()));
    let arc = ValueType::choice("arc", Arc::WORDS);
    TableSchema::new(
        "a weapon group",
        vec![
            Key::required(
                "weapon",
                "What its weapons are.",
                ValueType::choice("weapon", Weapon::WORDS.iter().map(|(word, _)| *word)),
            ),
            Key::default("count", "How many.", ValueType::whole(1, MAX_WEAPONS.into()), 1),
            Key::required("arcs", &ARCS, ValueType::list(arc, 1, 4)),
            Key::required("red", "Red boxes of the charge bar.", ValueType::whole(0, MAX_RED.into())),
            Key::required("yellow", "Yellow boxes of the charge bar.", ValueType::whole(0, MAX_YELLOW.into())),
        ],
    )
}

/// Reads a ship file whose values have the right types.
pub(super) fn read(fields: &Fields, report: &mut Report) -> Option<Design> {
    let origin = provenance(fields, report);
    let base = fields.flag("base").unwrap_or(false);
    let hull = fields.words("hull").map(|(text, _)| words::hull_box(text).ok()).collect::<Option<Vec<HullBox>>>();
    let curve = curve(fields, base, report);
    let groups: Vec<Option<Group>> = fields.tables("groups").iter().map(|table| group(table, report)).collect();
    let afterburners = fields.number("afterburners")?;
    if base && afterburners > 0 {
        let message = "a base has afterburners";
        report.problem(fields.span("afterburners"), codes::NOT_FOR_THIS, message, "none: a base does not move");
    }
    let (curve, start) = (curve?, fields.number("start")?);
    if !curve.iter().any(|line| line.speed == start) {
        let message = format!("the power curve has no line of speed {start}");
        let speeds: Vec<String> = curve.iter().map(|line| line.speed.to_string()).collect();
        report.problem(fields.span("start"), codes::NO_SUCH_SPEED, message, speeds.join(" or "));
    }
    Some(Design {
        name: fields.text("name").to_owned(),
        class: fields.text("class").to_owned(),
        faction: fields.word("faction").filter(|race| *race != OTHER).unwrap_or_default().to_owned(),
        points: fields.number("points")?,
        origin: origin?,
        base,
        hull: hull?,
        shields: fields.row("shields")?,
        curve,
        start,
        explosion: fields.number("explosion")?,
        batteries: fields.number("batteries")?,
        afterburners,
        groups: groups.into_iter().collect::<Option<Vec<_>>>()?,
    })
}

fn curve(fields: &Fields, base: bool, report: &mut Report) -> Option<Vec<Line>> {
    let mut lines: Vec<Line> = Vec::new();
    for (text, at) in fields.words("curve") {
        let (line, rotates) = words::line(text).ok()?;
        if rotates != base {
            let (message, expected) = if base {
                (format!("the line `{text}` of a base has a turn radius"), "n for the radius of a base")
            } else {
                (format!("the line `{text}` has no turn radius"), "a number, or base = true")
            };
            report.problem(at, codes::NOT_FOR_THIS, message, expected);
        }
        if let Some(before) = lines.last().filter(|before| before.speed != line.speed + 1) {
            let message = format!("speed {} follows speed {}", line.speed, before.speed);
            report.problem(at, codes::BAD_CURVE, message, "speeds that go down one by one");
        }
        lines.push(line);
    }
    (!lines.is_empty()).then_some(lines)
}

fn group(fields: &Fields, report: &mut Report) -> Option<Group> {
    let mut arcs = Arcs::default();
    for (word, at) in fields.words("arcs") {
        let arc = Arc::ALL.into_iter().find(|arc| arc.word() == word)?;
        if arcs.contains(arc) {
            report.problem(at, codes::TWICE, format!("the arc `{word}` is named twice"), "each arc once");
        }
        arcs = arcs.with(arc);
    }
    let (red, yellow): (u8, u8) = (fields.number("red")?, fields.number("yellow")?);
    if red + yellow == 0 {
        let message = "the charge bar has no box";
        report.problem(fields.span("yellow"), codes::NO_BAR, message, "at least one red or yellow box");
    }
    let word = fields.word("weapon")?;
    Some(Group {
        weapon: Weapon::WORDS.iter().find(|(known, _)| *known == word)?.1,
        count: fields.number("count")?,
        arcs,
        red,
        yellow,
    })
}
