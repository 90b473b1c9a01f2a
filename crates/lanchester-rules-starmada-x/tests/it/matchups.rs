//! Random matchups of Starmada X, named by their seeds.

use std::sync::Arc;

use lanchester_conformance::Random;
use lanchester_core::{Force, Matchup, Side};
use lanchester_lanes::hex::{Facing, Hex};
use lanchester_rules_starmada_x::StarmadaX;
use lanchester_rules_starmada_x::design::generate::random_design;
use lanchester_rules_starmada_x::design::{Design, Equipment, Kind as Piece, MAX_FLIGHTS};
use lanchester_rules_starmada_x::objects::{Kind as ObjectKind, Object, disc};
use lanchester_rules_starmada_x::options::{Options, Station};
use lanchester_rules_starmada_x::policy::Policy;

/// Any policy, most of which attack with flights and fire at them.
pub fn random_policy(random: &mut Random) -> Policy {
    let mut policy = random.policy::<StarmadaX>();
    policy.targets.flights = random.urge();
    policy.flights.ships = random.urge();
    policy.flights.flights = random.urge();
    policy.force = policy.force.map(|turn| 1 + turn % 6);
    policy
}

/// Any options: in a third of cases with objects, asteroids strewn about the middle, where fleets meet, at times a planet, at times
/// asteroids in a set-up area.
pub fn random_options(random: &mut Random) -> Options {
    let turn_cap = if random.one_in(2) { 10 } else { 3 + random.below(15) as u16 };
    let mut options = Options { turn_cap, ..random.options::<StarmadaX>() };
    if !random.one_in(3) {
        return options;
    }
    let board = options.board;
    let add = |options: &mut Options, kind, hexes: Vec<Hex>, radius| {
        if hexes.iter().all(|hex| !options.is_solid(*hex)) {
            options.objects.push(Object { kind, name: String::new(), hexes, radius });
        }
    };
    if random.one_in(2) {
        let radius = random.below(4) as u8;
        let middle = board.hex(15 + random.below(12) as u8, 10 + random.below(12) as u8).expect("on the board");
        add(&mut options, ObjectKind::Planet, disc(board, middle, radius), radius);
    }
    for _ in 0..random.below(40) {
        let hex = board.hex(12 + random.below(18) as u8, 7 + random.below(16) as u8).expect("on the board");
        add(&mut options, ObjectKind::Asteroid, vec![hex], 0);
    }
    if random.one_in(3) {
        for _ in 0..random.below(40) {
            let row = if random.one_in(2) { random.below(5) as u8 } else { board.rows - 1 - random.below(5) as u8 };
            let hex = board.hex(5 + random.below(u64::from(board.cols) - 10) as u8, row).expect("on the board");
            add(&mut options, ObjectKind::Asteroid, vec![hex], 0);
        }
    }
    options
}

/// A matchup with any designs, any policies (shipped ones half of the time), any options, and fixed stations at times,
/// close to each other at others.
pub fn random_matchup(random: &mut Random, shipped: &[Arc<Policy>], most: u64) -> Matchup<StarmadaX> {
    let options = random_options(random);
    let board = options.board;
    let knife_fight = random.one_in(2);
    let forces = Side::BOTH.map(|side| {
        let mut flights = 0;
        let ships: Vec<Arc<Design>> = (0..1 + random.below(most))
            .map(|_| {
                let mut word = || random.word();
                let mut design = random_design(&mut word);
                // A carrier among them, with as many bays as the side has room for.
                if random.one_in(6) {
                    design.equipment.retain(|piece| piece.kind != Piece::FighterBay);
                    let count = 1 + random.below(8) as u8;
                    design.equipment.push(Equipment { kind: Piece::FighterBay, boxes: 1, count, cancels_on: 5 });
                }
                if flights + design.flights() > MAX_FLIGHTS {
                    design.equipment.retain(|piece| piece.kind != Piece::FighterBay);
                }
                flights += design.flights();
                Arc::new(design)
            })
            .collect();
        let stations = (knife_fight || random.one_in(6)).then(|| {
            ships
                .iter()
                .map(|_| {
                    loop {
                        let (column, row) = if knife_fight {
                            (16 + random.below(9) as u8, 11 + random.below(9) as u8)
                        } else {
                            (random.below(board.cols.into()) as u8, random.below(board.rows.into()) as u8)
                        };
                        let hex = board.hex(column, row).expect("within the board");
                        let facing = Facing::new(random.below(6) as i32);
                        if !options.is_solid(hex) && !options.is_solid(board.turned(hex)) {
                            return Station { hex, facing };
                        }
                    }
                })
                .collect()
        });
        let policy = if random.one_in(2) { random.pick(shipped) } else { Arc::new(random_policy(random)) };
        Force { name: side.to_string(), ships, stations, commander: policy.into() }
    });
    Matchup { name: "any".into(), forces, options }
}
