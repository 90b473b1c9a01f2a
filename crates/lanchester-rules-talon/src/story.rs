//! A recorded battle in words.

use lanchester_battle::story::{COMBAT, MOVEMENT, SETTING_UP, counted, faces, result};
use lanchester_battle::{Setup, ShipId, Story};
use lanchester_core::Side;
use lanchester_lanes::dice::Pools;

use crate::Talon;
use crate::design::Group;
use crate::event::{Event, Grade, Loss, Marker, MissileId, Spent, Target, Use};
use crate::impulse::letter;
use crate::notation::{hex, missile, place};
use crate::position::Step;
use crate::weapons::Weapon;

const ACTION: &str = "Action points";
const END: &str = "End of the impulse";
const POWER: &str = "Power Phase";

/// The battle of this number line by line, with its dice where they are known.
pub fn story(setup: &Setup<'_, Talon>, names: [&str; 2], battle: u64, events: &[Event], rolls: &[Pools]) -> String {
    let mut story = Story::default();
    story.fleets(setup, names, |design| {
        let guns = design.groups.iter().map(|group| weapons(group.count, group.weapon));
        let guns = if design.groups.is_empty() { "unarmed".to_owned() } else { guns.collect::<Vec<_>>().join(", ") };
        let shields = design.shields.map(|boxes| boxes.to_string()).join("/");
        format!(": hull {}, shields {shields}, {guns}", design.hull.len())
    });
    for (at, event) in events.iter().enumerate() {
        let (part, line) = line(setup, battle, event, rolls.get(at).map_or(&[][..], |pools| pools));
        story.line(part, &line);
    }
    story.into_text()
}

/// A number of weapons: `2 anti-matter torpedoes`.
fn weapons(count: u8, weapon: Weapon) -> String {
    match weapon {
        Weapon::Torpedo if count != 1 => format!("{count} {}es", weapon.word()),
        _ => counted(count.into(), weapon.word()),
    }
}

/// Pools of dice one after another, those that were rolled for ties too, if they are known: ` (5 6 6 1; 2 3)`.
fn all_dice(pools: &[Vec<u8>]) -> String {
    if pools.is_empty() {
        return String::new();
    }
    let pools: Vec<String> = pools.iter().map(|pool| faces(pool)).collect();
    format!(" ({})", pools.join("; "))
}

/// The line of an event, and the heading that it stands under.
fn line(setup: &Setup<'_, Talon>, battle: u64, event: &Event, dice: &[Vec<u8>]) -> (&'static str, String) {
    let name = |ship: ShipId| setup.label(ship);
    match *event {
        Event::Place { ship, at } => {
            let at = setup.options.position(ship.side.seat(battle), at);
            (SETTING_UP, format!("  {} starts at {}", name(ship), place(at)))
        }
        Event::Impulse { round, impulse, first } => {
            ("", format!("\nRound {round}, impulse {}: {first} has the initiative", letter(impulse)))
        }
        Event::Spend { ship, battery, on } => {
            let from = if battery { " from a battery" } else { "" };
            (ACTION, format!("  {} spends a point{from}: {}", name(ship), used(setup, ship, on)))
        }
        Event::Initiative { first } => (END, format!("  {first} takes the initiative")),
        Event::Power { ship, speed, power, radius, bars } => {
            let curve = format!("power {power}, speed {speed}, turn radius {radius}");
            (POWER, format!("  {}: {curve}{}", name(ship), charge(setup, ship, &bars)))
        }
        Event::Over { outcome, grade } => {
            let victory = match grade {
                None => "",
                Some(Grade::Minor) => " a minor victory",
                Some(Grade::Great) => " a great victory",
                Some(Grade::Devastating) => " a devastating victory",
            };
            ("", result(outcome, victory, ""))
        }
        _ => moved(setup, event).map_or_else(|| (COMBAT, fought(setup, event, dice)), |line| (MOVEMENT, line)),
    }
}

/// Filled boxes of the charge bars, red and yellow ones, of those that are printed.
fn charge(setup: &Setup<'_, Talon>, ship: ShipId, bars: &[[u8; 2]]) -> String {
    let groups = setup.design(ship).map_or(&[][..], |design| &design.groups);
    let bar = |(group, [red, yellow]): (&Group, &[u8; 2])| format!("{red}+{yellow} of {}+{}", group.red, group.yellow);
    let bars: Vec<String> = groups.iter().zip(bars).map(bar).collect();
    if bars.is_empty() { String::new() } else { format!(", bars {}", bars.join(", ")) }
}

fn used(setup: &Setup<'_, Talon>, ship: ShipId, on: Use) -> String {
    let enemy = |slot| setup.label(ShipId { side: ship.side.opponent(), slot });
    match on {
        Use::Charge(group) => format!("charges group {}", u16::from(group) + 1),
        Use::Slip => "a side slip".to_owned(),
        Use::PowerTurn => "its turn radius is a hex shorter".to_owned(),
        Use::Reinforce(arc) => format!("reinforces the {} shield", arc.word()),
        Use::ChangeInitiative => "a marker to change the initiative".to_owned(),
        Use::DefendInitiative => "a marker to defend the initiative".to_owned(),
        Use::ChargeBattery => "charges a battery".to_owned(),
        Use::Redirect { missile: slot, target } => {
            format!("redirects {} at {}", missile(setup, MissileId { side: ship.side, slot }), enemy(target))
        }
    }
}

/// What a unit did in the movement step, if the event is that.
fn moved(setup: &Setup<'_, Talon>, event: &Event) -> Option<String> {
    Some(match *event {
        Event::Rotate { ship, facing } => format!("  {} rotates to face {facing}", setup.label(ship)),
        Event::Move { ship, step, afterburner, to } => {
            let with = if afterburner { " with an afterburner" } else { "" };
            let how = match step {
                Step::Straight => "goes straight",
                Step::TurnLeft => "turns left",
                Step::TurnRight => "turns right",
                Step::SlipLeft => "slips left",
                Step::SlipRight => "slips right",
            };
            format!("  {} {how}{with} to {}", setup.label(ship), place(to))
        }
        Event::Fly { missile: which, to, .. } => format!("  {} flies to {}", missile(setup, which), place(to)),
        _ => return None,
    })
}

/// What happened to a unit, in combat or out of it.
fn fought(setup: &Setup<'_, Talon>, event: &Event, pools: &[Vec<u8>]) -> String {
    let name = |ship: ShipId| setup.label(ship);
    let whom = |side: Side, target: Target| match target {
        Target::Ship(slot) => name(ShipId { side: side.opponent(), slot }),
        Target::Missile(slot) => missile(setup, MissileId { side: side.opponent(), slot }),
    };
    let arms = |ship: ShipId, group: u8| {
        let group = setup.design(ship).and_then(|design| design.groups.get(usize::from(group)));
        group.map_or("(unknown)", |group| group.weapon.word())
    };
    match *event {
        Event::MissileHit { missile: which, ship, arc } => {
            format!("  {} hits {} on the {} arc", missile(setup, which), name(ship), arc.word())
        }
        Event::MissileSpent { missile: which, spent } => match spent {
            Spent::Destroyed => format!("  {} is destroyed", missile(setup, which)),
            Spent::Lost => format!("  {} is lost", missile(setup, which)),
        },
        Event::MissileDamaged { missile: which } => format!("  {} is damaged", missile(setup, which)),
        Event::Stacked { ship, other, .. } => {
            format!("  {} shares the hex of {}{}", name(ship), name(ShipId { slot: other, ..ship }), all_dice(pools))
        }
        Event::Fire { ship, group, target, range, face, damage, .. } => {
            let weapon = arms(ship, group);
            let article = if weapon.starts_with('a') { "an" } else { "a" };
            let from = format!("{} fires {article} {weapon} of group {}", name(ship), u16::from(group) + 1);
            let shot = format!("{from} at {}", whom(ship.side, target));
            format!("  {shot}, range {range}, die {face}: {}", counted(damage.into(), "point"))
        }
        Event::Displaced { ship, to } => format!("    {} is displaced to {}", name(ship), hex(to.hex)),
        Event::Launch { ship, target, range, at, missile: which, .. } => {
            let (which, target) = (missile(setup, which), whom(ship.side, Target::Ship(target)));
            format!("  {} launches {which} at {target}, range {range}, from {}", name(ship), place(at))
        }
        Event::Damage { ship, arc, absorbed, shield, hull } => {
            let parts = [(absorbed, "absorbed"), (shield, "shield"), (hull, "hull")];
            let parts = parts.iter().filter(|(points, _)| *points > 0).map(|(points, what)| format!("{points} {what}"));
            format!("    {} takes on the {} arc: {}", name(ship), arc.word(), parts.collect::<Vec<_>>().join(", "))
        }
        Event::Critical { ship, dice, group } => {
            let chosen = all_dice(pools.get(1..).unwrap_or(&[]));
            let which = group.map_or_else(String::new, |group| format!(", group {}{chosen}", u16::from(group) + 1));
            format!(
                "    {}: critical {} {}: {}{which}",
                name(ship),
                dice[0],
                dice[1],
                critical(dice[0] + dice[1], group.is_some())
            )
        }
        Event::Lost { ship, loss } => {
            let how = match loss {
                Loss::Destroyed => "is destroyed",
                Loss::CoreBreach => "is destroyed by a core breach",
                Loss::BrokeApart => "breaks apart",
                Loss::Retreated => "retreats",
            };
            format!("  {} {how}", name(ship))
        }
        Event::Explosion { ship } => format!("  {} explodes", name(ship)),
        Event::Blast { ship, arc, damage } => {
            let points = counted(damage.into(), "point");
            format!("    the blast hits {} on the {} arc: {points}{}", name(ship), arc.word(), all_dice(pools))
        }
        Event::Repair { ship, marker, face } => {
            let what = match marker {
                Marker::ShieldsDown => "shields",
                Marker::HelmDown => "helm",
                Marker::PowerLoss => "power",
            };
            let done = if face == 6 { "repaired" } else { "not repaired" };
            format!("  {} works at its {what}, die {face}: {done}", name(ship))
        }
        _ => String::new(),
    }
}

/// What a result of the Critical Damage Table is. Dice `choose` a weapon group where the ship has one.
fn critical(result: u8, choose: bool) -> &'static str {
    match result {
        2 => "secondary explosion, 3 hull",
        3 => "shields down",
        4 => "helm down",
        5 | 9 if choose => "a weapon group is destroyed",
        5 | 9 => "no weapon group is left",
        6 => "maneuvering thrusters",
        7 => "no effect",
        8 => "power relay",
        10 => "1 hull, FTL offline",
        11 => "power loss",
        _ => "core breach",
    }
}
