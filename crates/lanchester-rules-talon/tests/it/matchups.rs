//! Random matchups of random designs, options and policies.

use std::sync::Arc as Shared;

use lanchester_conformance::Random;
use lanchester_core::{Force, Matchup};
use lanchester_rules_talon::Talon;
use lanchester_rules_talon::arcs::{Arc, Arcs};
use lanchester_rules_talon::design::{
    Design, Group, HullBox, Line, MAX_AFTERBURNERS, MAX_BATTERIES, MAX_EXPLOSION, MAX_HULL, MAX_LINES, MAX_MISSILES,
    MAX_MODIFIER, MAX_RED, MAX_SHIELD, MAX_VALUE, MAX_WEAPONS, MAX_YELLOW,
};
use lanchester_rules_talon::options::{COLUMNS, MAX_GAP, MAX_ROUNDS, Options, ROWS, Station};
use lanchester_rules_talon::policy::Policy;
use lanchester_rules_talon::weapons::Weapon;
use lanchester_scenario::Provenance;

/// From 0 to a limit of a byte.
fn up_to(random: &mut Random, most: u8) -> u8 {
    random.below(u64::from(most) + 1) as u8
}

/// From 0 to one limit half of the time, to another else.
fn up_to_either(random: &mut Random, one: u8, other: u8) -> u8 {
    let most = if random.one_in(2) { one } else { other };
    up_to(random, most)
}

/// Any weapon group.
fn group(random: &mut Random) -> Group {
    let (_, weapon) = random.pick(Weapon::WORDS);
    let arcs: Arcs = Arc::ALL.into_iter().filter(|_| random.one_in(2)).collect();
    let (red, yellow) = (up_to_either(random, 1, MAX_RED), up_to_either(random, 2, MAX_YELLOW));
    Group {
        weapon,
        count: 1 + up_to(random, MAX_WEAPONS - 1),
        arcs: if arcs == Arcs::default() { arcs.with(Arc::Forward) } else { arcs },
        red,
        yellow: if red == 0 { yellow.max(1) } else { yellow },
    }
}

/// Any ship.
pub fn design(random: &mut Random) -> Design {
    let base = random.one_in(10);
    let lines = 1 + random.below(MAX_LINES as u64) as u8;
    let fastest = lines + up_to(random, MAX_VALUE - lines);
    let line = |random: &mut Random, speed: u8| {
        let (power, radius) = (up_to(random, MAX_VALUE), up_to(random, 3));
        Line { power, speed, radius: if base { 0 } else { radius } }
    };
    let curve: Vec<Line> = (0..lines).map(|n| line(random, fastest - n)).collect();
    let hull = 1 + random.below(MAX_HULL as u64) as usize;
    let critical = random.one_in(2);
    let hull_box = |random: &mut Random| HullBox {
        modifier: up_to_either(random, 1, MAX_MODIFIER),
        critical: random.one_in(if critical { 2 } else { 5 }),
    };
    Design {
        name: format!("SHIP {}", random.below(100)),
        class: String::new(),
        faction: (*random.pick(&["Talon", "Terran", ""])).to_owned(),
        points: 1 + random.below(300) as u32,
        origin: Provenance::Original,
        base,
        hull: (0..hull).map(|_| hull_box(random)).collect(),
        shields: [(); 4].map(|()| up_to_either(random, 3, MAX_SHIELD)),
        start: random.pick(&curve).speed,
        curve,
        explosion: up_to(random, MAX_EXPLOSION),
        batteries: up_to(random, MAX_BATTERIES),
        afterburners: up_to(random, MAX_AFTERBURNERS),
        groups: (0..random.below(5)).map(|_| group(random)).collect(),
    }
}

/// Any policy, two in three without noise, which hides what is weighed; if it forces a decision, soon.
pub fn policy(random: &mut Random) -> Policy {
    let mut policy = random.policy::<Talon>();
    if !random.one_in(3) {
        policy.moves.noise = 0;
    }
    policy.force = policy.force.map(|rounds| 1 + rounds % 4);
    policy
}

/// The standard game but for its length, or any game.
pub fn options(random: &mut Random) -> Options {
    let gap = if random.one_in(8) { 1 + up_to(random, MAX_GAP - 1) } else { 1 + up_to(random, 4) };
    let long = random.one_in(40);
    let turn_cap = if long { MAX_ROUNDS } else { 3 + random.below(8) as u16 };
    let options = if random.one_in(3) { Options::default() } else { random.options::<Talon>() };
    Options { turn_cap, gap, ..options }
}

/// Stations for so many ships, each in a hex of its own, close together.
fn stations(random: &mut Random, ships: usize) -> Vec<Station> {
    let mut taken: Vec<Station> = Vec::new();
    while taken.len() < ships {
        let column = 8 + up_to(random, 8).min(COLUMNS - 8);
        let facing = if random.one_in(3) { up_to(random, 5) } else { 0 };
        let at = Station { column, row: 1 + up_to(random, ROWS - 1), facing };
        if taken.iter().all(|other| (other.column, other.row) != (at.column, at.row)) {
            taken.push(at);
        }
    }
    taken
}

/// Any matchup of up to `most` ships a side.
pub fn matchup(random: &mut Random, shipped: &[Shared<Policy>], most: u64) -> Matchup<Talon> {
    let options = options(random);
    let forces = ["A", "B"].map(|name| {
        let count = 1 + random.below(most) as usize;
        let mut ships: Vec<Shared<Design>> = Vec::new();
        let mut launchers = 0;
        while ships.len() < count {
            let ship = if !ships.is_empty() && random.one_in(3) {
                Shared::clone(&ships[0])
            } else {
                Shared::new(design(random))
            };
            launchers += ship.launchers();
            if launchers > MAX_MISSILES {
                break;
            }
            ships.push(ship);
        }
        let stations = (!random.one_in(4)).then(|| stations(random, ships.len()));
        let policy = if random.one_in(2) { random.pick(shipped) } else { Shared::new(policy(random)) };
        Force { name: name.to_owned(), ships, stations, commander: policy.into() }
    });
    Matchup { name: "random".to_owned(), forces, options }
}
