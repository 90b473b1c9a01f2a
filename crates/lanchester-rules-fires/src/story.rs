//! A recorded battle in words.

use lanchester_battle::story::{COMBAT, MOVEMENT, counted, faces, result};
use lanchester_battle::{Setup, ShipId, Story};
use lanchester_core::Side;
use lanchester_lanes::dice::Pools;

use crate::Fires;
use crate::design::Design;
use crate::event::{Aim, Event, Mark, SalvoId, UnitId};
use crate::formulas::beams::Fire;
use crate::formulas::damage::Condition;
use crate::formulas::detailed::{Hits, Mended, System};
use crate::notation::{beams, missiles, place, salvo, unit};

/// The heading of set-up and initial thrust.
const OPENING: &str = "Initial phase";
/// The heading of missiles that are launched, thrust and attack.
const MISSILES: &str = "Missiles";
/// The heading of what comes at the end.
const CLOSING: &str = "Damage control";

/// What a class is, behind its name.
fn class(design: &Design) -> String {
    let Design { electronics, armour, screen, maneuver, damage, increase, .. } = design;
    let mut text = format!(": electronics {electronics}, armour {armour}, screen {screen}, maneuver {maneuver}");
    for of in &design.beams {
        text.push_str(&format!(", {}", beams(of)));
    }
    if design.batteries > 0 {
        text.push_str(&format!(", point defence {} × {}", design.batteries, design.strength));
    }
    if let Some(of) = &design.missiles {
        text.push_str(&format!(", {}", missiles(of)));
    }
    text.push_str(&format!(", damage {damage}/{increase}"));
    text
}

/// The battle line by line, with its dice where they are known.
pub fn story(setup: &Setup<'_, Fires>, names: [&str; 2], events: &[Event], rolls: &[Pools]) -> String {
    let mut story = Story::default();
    story.fleets(setup, names, class);
    let mut opening = true;
    for (at, event) in events.iter().enumerate() {
        let dice = rolls.get(at).map_or_else(String::new, |rolls| dice(rolls));
        opening &= !matches!(event, Event::Turn { .. });
        let (part, text) = line(setup, event, &dice);
        let part = if opening && part == MOVEMENT { OPENING } else { part };
        story.line(part, &text);
    }
    story.into_text()
}

/// An event's heading and line.
fn line(setup: &Setup<'_, Fires>, event: &Event, dice: &str) -> (&'static str, String) {
    let ship = |id: ShipId| setup.label(id);
    match *event {
        Event::Turn { turn } => ("", format!("\nTurn {turn}")),
        Event::Over { outcome } => ("", result(outcome, "", "")),
        Event::Score { hundredths } => {
            let [a, b] = hundredths.map(points);
            ("", format!("\nVictory points: A {a}, B {b}"))
        }
        Event::Initiative { results: [a, b], first } => {
            (MOVEMENT, format!("  initiative{dice}: A {a}, B {b}; {first} acts first"))
        }
        Event::Place { .. } | Event::Thrust { .. } | Event::Move { .. } => (MOVEMENT, moved(event, dice)),
        Event::Launch { ship: by, missiles, committed, salvo: id } => {
            let what = counted(missiles.into(), "missile");
            (MISSILES, format!("  {} launches {what} as {}, committed to {committed}", ship(by), salvo(id)))
        }
        Event::Course { salvo: id, part, missiles, aim, thrust, future } => {
            let split = if part == id { String::new() } else { format!(" of {}", salvo(id)) };
            let target = aimed(id.side.opponent(), aim);
            let way = format!("thrust {}, next at {}", place(thrust), place(future));
            let what = counted(missiles.into(), "missile");
            (MISSILES, format!("  {}{split}: {what} for {target}, {way}", salvo(part)))
        }
        Event::Fire { .. } => (COMBAT, fire(setup, event, dice)),
        Event::Damage { ship: id, hits, number, result, condition } => {
            let hits = counted(hits.into(), "effective hit");
            let what = match result {
                Condition::Sound => "nothing".to_owned(),
                Condition::Disabled if condition == Condition::Destroyed => "disabled again".to_owned(),
                result => result.name().to_owned(),
            };
            (COMBAT, format!("    {}: {hits}, damage number {number}{dice}: {what}", ship(id)))
        }
        Event::Defend { ship: by, salvo: id, batteries, hit, destroyed } => {
            let batteries = if batteries == 1 { "1 battery".to_owned() } else { format!("{batteries} batteries") };
            let shots = format!("{batteries} of {}", ship(by));
            (COMBAT, format!("  {shots} at {}, needs {hit}{dice}: {destroyed} destroyed", salvo(id)))
        }
        Event::Intercept { salvo: id, target, missiles, hit, destroyed } => {
            let attack = format!("{} of {} attack {}", counted(missiles.into(), "missile"), salvo(id), salvo(target));
            (MISSILES, format!("  {attack}, need {hit}{dice}: {destroyed} destroyed"))
        }
        Event::Strike { salvo: id, target, missiles, hit, hits, pierce, effective } => {
            let attack = format!("{} of {} attack {}", counted(missiles.into(), "missile"), salvo(id), ship(target));
            let what = format!("{}, {effective} penetrating", counted(hits.into(), "hit"));
            (MISSILES, format!("  {attack}, need {hit} and {pierce}{dice}: {what}"))
        }
        Event::Struck { ship: id, effective, failed, hits } => {
            let what = format!("{effective} penetrated, {failed} did not{dice}");
            (COMBAT, format!("    {}: {what}: {}", ship(id), systems(&hits)))
        }
        Event::Mend { ship: id, system, result } => {
            let what = match result {
                Mended::Repaired => "repaired",
                Mended::Open => "not repaired",
                Mended::Permanent => "permanent",
            };
            (CLOSING, format!("  {} works on {}{dice}: {what}", ship(id), system.letter()))
        }
        Event::Shutdown { ship: id } => (CLOSING, format!("  {} shuts its power plant down", ship(id))),
        Event::Leak { ship: id, unattended, hits, explodes } => {
            let what = if explodes { "it explodes".to_owned() } else { systems(&hits) };
            let plant = format!("{} unattended to on the plant of {}", counted(unattended.into(), "hit"), ship(id));
            (CLOSING, format!("  {plant}{dice}: {what}"))
        }
        Event::Overhaul { ship: id, left, explodes } => {
            let what = if explodes { ", and it explodes" } else { "" };
            (CLOSING, format!("  {}: permanent hits{dice}: {}{what}", ship(id), systems(&left)))
        }
        Event::Lost { ship: id } => (COMBAT, format!("    {} is destroyed", ship(id))),
        Event::Control { ship: id, removed: [degraded, damaged], condition } => {
            let what = format!("{degraded} degraded and {damaged} damaged results removed");
            (CLOSING, format!("  {}{dice}: {what}; it is {}", ship(id), condition.name()))
        }
    }
}

/// Set-up, thrust and movement of units in words.
fn moved(event: &Event, dice: &str) -> String {
    match *event {
        Event::Place { unit: id, present, future } => {
            format!("  {} begins at {}, next at {}{dice}", unit(id), place(present), place(future))
        }
        Event::Thrust { unit: id, to: Some(to), future } => {
            format!("  {} thrusts {to}: next at {}", unit(id), place(future))
        }
        Event::Thrust { unit: id, to: None, .. } => format!("  {} does not thrust", unit(id)),
        Event::Move { unit: id, present } => format!("  {} moves to {}", unit(id), place(present)),
        _ => String::new(),
    }
}

/// A shot in words.
fn fire(setup: &Setup<'_, Fires>, event: &Event, dice: &str) -> String {
    let Event::Fire { ship, kind, beams, fire, mark, range, hit, hits, pierce, effective } = *event else {
        return String::new();
    };
    let side = ship.side.opponent();
    let way = match fire {
        Fire::Single => String::new(),
        way => format!(", {}", way.name()),
    };
    let shot =
        format!("  {} fires {}{way}", setup.label(ship), counted(beams.into(), &format!("{} beam", kind.name())));
    match mark {
        Mark::Salvo(number) => {
            let target = salvo(SalvoId { side, number });
            format!("{shot} at {target}, distance {range}, needs {hit}{dice}: {effective} destroyed")
        }
        Mark::Ship(slot) => {
            let target = setup.label(ShipId { side, slot });
            let what = format!("{}, {effective} penetrating", counted(hits.into(), "hit"));
            format!("{shot} at {target}, distance {range}, needs {hit} and {pierce}{dice}: {what}")
        }
    }
}

/// Hits on systems: `2 B, 1 S`.
fn systems(hits: &Hits) -> String {
    let told = System::ALL.into_iter().filter(|system| hits.on(*system) > 0);
    let told: Vec<String> = told.map(|system| format!("{} {}", hits.on(system), system.letter())).collect();
    if told.is_empty() { "no hit on a system".to_owned() } else { told.join(", ") }
}

/// What missiles go for.
fn aimed(side: Side, aim: Aim) -> String {
    match aim {
        Aim::Unit(number) => unit(UnitId { side, number }),
        Aim::Salvo(number) => salvo(SalvoId { side, number }),
    }
}

/// All pools of an event, in the order in which they were rolled: ` (3 11 20; 7)`.
fn dice(rolls: &[Vec<u8>]) -> String {
    let pools: Vec<String> = rolls.iter().map(|pool| faces(pool)).collect();
    if pools.is_empty() { String::new() } else { format!(" ({})", pools.join("; ")) }
}

/// Victory points, without a fraction where there is none.
fn points(hundredths: u32) -> String {
    (f64::from(hundredths) / 100.0).to_string()
}
