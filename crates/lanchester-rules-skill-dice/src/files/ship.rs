//! Ship files.

use std::sync::Arc;

use lanchester_scenario::key_value::Words;
use lanchester_scenario::table_schema::{Key, TableSchema, ValueType, empty_list};
use lanchester_scenario::{Fields, Report, Value, name_key, notes_key, provenance, provenance_keys};

use super::{codes, words};
use crate::arcs::{Arcs, CONES};
use crate::card;
use crate::design::{
    Against, Crew, Design, MAX_ARMOUR, MAX_CREW, MAX_EXTRAS, MAX_MANEUVER, MAX_POINTS, MAX_SCREEN, MAX_STRUCTURE,
    MAX_THRUST, MAX_TORPEDOES, MAX_TUBES, MAX_WEAPONS, Role, Weapon,
};
use crate::formulas::skill::MAX_SKILL;

/// Dice as files write them.
const DICE: &str = r"^[1-4]D(4|6|8|10|12)(\+[1-4]D(4|6|8|10|12))*$";

/// The words of a choice.
fn words_of<W: Words + 'static>() -> ValueType {
    ValueType::choice(W::WHAT, W::WORDS.iter().map(|(word, _)| *word))
}

/// The value of a word.
fn value_of<W: Words + Copy + 'static>(fields: &Fields, key: &str) -> Option<W> {
    let word = fields.word(key)?;
    W::WORDS.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
}

/// The keys of a ship file.
pub(super) fn schema() -> TableSchema {
    let count = |most: u8| ValueType::whole(0, most.into());
    let warhead = ValueType::Word { what: "handful of dice", pattern: DICE, check: |text| words::dice(text).map(drop) };
    let tables = |of: TableSchema, min, max| ValueType::Tables { of: Arc::new(of), min, max };
    let [origin, reconstructed] = provenance_keys();
    TableSchema::new(
        "a ship",
        vec![
            name_key(),
            Key::default("class", "Type letters, such as FTR.", ValueType::line(0, 20), ""),
            Key::default("faction", "Whose ship it is.", ValueType::line(0, 60), ""),
            Key::required("points", "Its points.", ValueType::whole(1, MAX_POINTS.into())),
            origin,
            reconstructed,
            Key::required("thrust", "Points of movement in a turn.", count(MAX_THRUST)),
            Key::required("maneuver", "Maneuver number: a hexside costs one point more than it.", count(MAX_MANEUVER)),
            Key::required(
                "screen",
                "Defensive Screen: the total that hits it.",
                ValueType::whole(1, MAX_SCREEN.into()),
            ),
            Key::required("asv", "Armour screen value.", count(MAX_ARMOUR)),
            Key::required("esv", "Energy screen value.", count(MAX_ARMOUR)),
            Key::default("structure", "Structure.", count(MAX_STRUCTURE), 0),
            card::read::key(),
            Key::default("tubes", "Torpedo tubes, each for one launch a turn.", count(MAX_TUBES), 0),
            Key::default("torpedoes", "Torpedoes aboard.", count(MAX_TORPEDOES), 0),
            Key::default("warhead", "The dice of a torpedo, all added.", warhead, "2D8"),
            Key::default("nixies", "Nixies aboard.", count(MAX_EXTRAS), 0),
            Key::default("countermeasures", "Countermeasures, one attempt each a turn.", count(MAX_EXTRAS), 0),
            Key::default("special", "Pieces of special equipment: nothing but targets of G.", count(MAX_EXTRAS), 0),
            notes_key(),
            Key::required("crews", "Crews: one pilot, and gunners.", tables(crew_schema(), 1, MAX_CREW)),
            Key::default("weapons", "Cannon.", tables(weapon_schema(), 0, MAX_WEAPONS), empty_list()),
        ],
    )
}

/// The keys of a crew.
fn crew_schema() -> TableSchema {
    let skill = || ValueType::whole(1, MAX_SKILL.into());
    let list = ValueType::list(ValueType::whole(1, MAX_WEAPONS as i64), 0, MAX_WEAPONS);
    TableSchema::new(
        "a crew",
        vec![
            Key::required("role", "Gunners fire before pilots; the pilot flies the ship.", words_of::<Role>()),
            Key::default("command", "Command: initiative.", skill(), 3),
            Key::default("helm", "Helm: turns of several hexsides, and ties; the pilot's counts.", skill(), 3),
            Key::default("weaponry", "Weaponry: its die is part of each of its shots.", skill(), 3),
            Key::default("electronics", "Electronic warfare: countermeasures.", skill(), 3),
            Key::default("engineering", "Engineering: repairs.", skill(), 3),
            Key::default("weapons", "The cannon that it may fire, by number from 1, one a turn.", list, empty_list()),
        ],
    )
}

/// The keys of a cannon.
fn weapon_schema() -> TableSchema {
    let dice = ValueType::Word { what: "handful of dice", pattern: DICE, check: |text| words::dice(text).map(drop) };
    let damage = ValueType::Word {
        what: "damage code",
        pattern: r"^(L|ML|MH|H|All)(x[2-4])?(\+[1-9])?(/2)?$",
        check: |text| words::damage(text).map(drop),
    };
    let range = ValueType::Word {
        what: "range",
        pattern: "^[1-9][0-9]?-[1-9][0-9]?-[1-9][0-9]?$",
        check: |text| words::range(text).map(drop),
    };
    let arcs = ValueType::list(ValueType::choice("arc", CONES), 1, CONES.len());
    TableSchema::new(
        "a cannon",
        vec![
            name_key(),
            Key::required("dice", "Its base dice, such as 2D8; the crew's Weaponry die is thrown with them.", dice),
            Key::required("damage", "How the dice are read: L, ML, MH, H or All, with x2, +1 or /2 behind it.", damage),
            Key::required("range", "Greatest short, medium and long range, in hexes: 4-8-12.", range),
            Key::required("arcs", "Where it bears: cones of 60 degrees around the six hexsides.", arcs),
            Key::required("against", "What is taken off its damage: the target's ASV or ESV.", words_of::<Against>()),
        ],
    )
}

/// Reads a ship file whose values have the right types.
pub(super) fn read(fields: &Fields, report: &mut Report) -> Option<Design> {
    let origin = provenance(fields, report);
    let weapons: Vec<Option<Weapon>> = fields.tables("weapons").iter().map(|table| weapon(table, report)).collect();
    let crews: Vec<Option<Crew>> =
        fields.tables("crews").iter().map(|table| crew(table, weapons.len(), report)).collect();
    let (weapons, crews) =
        (weapons.into_iter().collect::<Option<Vec<_>>>()?, crews.into_iter().collect::<Option<Vec<_>>>()?);
    let pilots = crews.iter().filter(|crew| crew.role == Role::Pilot).count();
    if pilots != 1 {
        let message = format!("the ship has {pilots} pilots");
        report.problem(fields.span("crews"), codes::PILOTS, message, "one pilot, and gunners for the rest");
    }
    for (nth, (weapon, table)) in weapons.iter().zip(fields.tables("weapons")).enumerate() {
        if crews.iter().all(|crew| crew.list().all(|of| of != nth)) {
            let message = format!("the cannon `{}` is on no crew's list", weapon.name);
            let expected = format!("{} in the list `weapons` of a crew", nth + 1);
            report.problem(table.span("name"), codes::UNMANNED, message, expected);
        }
    }
    let (tubes, torpedoes): (u8, u8) = (fields.number("tubes")?, fields.number("torpedoes")?);
    if (tubes == 0) != (torpedoes == 0) {
        let message = format!("{tubes} torpedo tubes and {torpedoes} torpedoes");
        let key = if torpedoes == 0 { "tubes" } else { "torpedoes" };
        report.problem(fields.span(key), codes::NO_TUBE, message, "both, or neither");
    }
    Some(Design {
        name: fields.text("name").to_owned(),
        class: fields.text("class").to_owned(),
        faction: fields.text("faction").to_owned(),
        points: fields.number("points")?,
        origin: origin?,
        thrust: fields.number("thrust")?,
        maneuver: fields.number("maneuver")?,
        screen: fields.number("screen")?,
        asv: fields.number("asv")?,
        esv: fields.number("esv")?,
        structure: fields.number("structure")?,
        card: card::read::of_ship(fields),
        crews,
        weapons,
        tubes,
        torpedoes,
        warhead: words::dice(fields.word("warhead")?).ok()?,
        nixies: fields.number("nixies")?,
        countermeasures: fields.number("countermeasures")?,
        special: fields.number("special")?,
    })
}

fn crew(fields: &Fields, cannon: usize, report: &mut Report) -> Option<Crew> {
    let mut list = 0u8;
    for entry in fields.list("weapons") {
        let Value::Whole(number) = entry.value else { return None };
        let nth = usize::try_from(number).ok()?.checked_sub(1)?;
        if nth >= cannon {
            let message = format!("the ship has no cannon {number}");
            let expected = match cannon {
                0 => "no list: it has no cannon".to_owned(),
                1 => "1, its only cannon".to_owned(),
                _ => format!("1 to {cannon}"),
            };
            report.problem(entry.at, codes::NO_SUCH_CANNON, message, expected);
        } else if list >> nth & 1 == 1 {
            report.problem(entry.at, codes::TWICE, format!("cannon {number} is named twice"), "each cannon once");
        } else {
            list |= 1 << nth;
        }
    }
    Some(Crew {
        role: value_of(fields, "role")?,
        command: fields.number("command")?,
        helm: fields.number("helm")?,
        weaponry: fields.number("weaponry")?,
        electronics: fields.number("electronics")?,
        engineering: fields.number("engineering")?,
        weapons: list,
    })
}

fn weapon(fields: &Fields, report: &mut Report) -> Option<Weapon> {
    let mut arcs = Arcs::default();
    for (word, at) in fields.words("arcs") {
        let cone = Arcs::one(CONES.iter().position(|cone| *cone == word)?);
        if arcs.meets(cone) {
            report.problem(at, codes::TWICE, format!("the arc `{word}` is named twice"), "each arc once");
        }
        arcs = Arcs(arcs.0 | cone.0);
    }
    Some(Weapon {
        name: fields.text("name").to_owned(),
        dice: words::dice(fields.word("dice")?).ok()?,
        damage: words::damage(fields.word("damage")?).ok()?,
        ranges: words::range(fields.word("range")?).ok()?,
        arcs,
        against: value_of(fields, "against")?,
    })
}
