//! Policies: orders are blind, nobody waits behind a planet, and policies beat the one that moves by chance.

use lanchester_core::{Force, Matchup, Rules, Side};
use lanchester_lanes::Level;
use lanchester_lanes::hex::Facing;
use lanchester_rules_starmada_x::StarmadaX;
use lanchester_rules_starmada_x::event::Event;
use lanchester_rules_starmada_x::objects::{Kind, Object, disc};
use lanchester_rules_starmada_x::options::{BOARD, Options, Station};
use lanchester_rules_starmada_x::orders::Orders;
use lanchester_scenario::Library;

fn duel(policies: [&str; 2]) -> Matchup<StarmadaX> {
    let library = Library::<StarmadaX>::shipped();
    let forces = policies.map(|policy| Force {
        name: policy.to_owned(),
        ships: vec![library.ship("mouse").expect("a shipped ship")],
        stations: None,
        commander: library.policy(policy).expect("a shipped policy").into(),
    });
    Matchup { name: "duel".into(), forces, options: Options::default() }
}

/// Orders are blind: on the first turn a ship's orders are the same whatever policy the other side plays.
#[test]
fn first_orders_do_not_depend_on_the_enemys_policy() {
    let first = |policies| -> Vec<Orders> {
        let record = StarmadaX::record(&StarmadaX::prepare(&duel(policies)), Level::best(), 3, 0, 0..64);
        let moves = record.iter().map(|events| {
            events.iter().find_map(|e| match e {
                Event::Move { ship, orders, .. } if ship.side == Side::A => Some(*orders),
                _ => None,
            })
        });
        moves.map(|orders| orders.expect("A moves")).collect()
    };
    for policy in ["greedy", "foresight", "standoff", "default"] {
        assert_eq!(first([policy, "charge"]), first([policy, "greedy"]), "{policy}");
    }
}

/// Ships on either side of a planet, out of each other's sight, do not wait there for the battle to end. (Equal ships at places
/// that are exactly each other's image circle it: neither policy knows what the other does.)
#[test]
fn a_planet_keeps_nobody_apart() {
    for policy in ["charge", "standoff", "broadside", "greedy", "foresight", "default"] {
        let mut matchup = duel([policy, policy]);
        let middle = matchup.options.board.by_label("2015").expect("a hex");
        let hexes = disc(matchup.options.board, middle, 4);
        matchup.options.objects = vec![Object { kind: Kind::Planet, name: String::new(), hexes, radius: 4 }];
        for (force, (label, facing)) in
            matchup.forces.iter_mut().zip([("1908", Facing::NORTH), ("2222", Facing::SOUTH)])
        {
            let hex = matchup.options.board.by_label(label).expect("a hex");
            force.stations = Some(vec![Station { hex, facing }]);
        }
        let record = StarmadaX::record(&StarmadaX::prepare(&matchup), Level::best(), 1, 0, 0..200);
        let met = |events: &&Vec<Event>| events.iter().any(|event| matches!(event, Event::Attack { .. }));
        assert_eq!(record.iter().filter(met).count(), 200, "{policy}");
    }
}

/// Shipped ships of two sides under these policies, at their usual places.
fn action(sides: [(&[&str], &str); 2]) -> Matchup<StarmadaX> {
    let library = Library::<StarmadaX>::shipped();
    let forces = sides.map(|(ships, policy)| Force {
        name: policy.to_owned(),
        ships: ships.iter().map(|ship| library.ship(ship).expect("a shipped ship")).collect(),
        stations: None,
        commander: library.policy(policy).expect("a shipped policy").into(),
    });
    Matchup { name: "action".into(), forces, options: Options::default() }
}

/// A flight of Halo starts twenty hexes ahead of a Mouse whose torpedoes reach fifteen (five of them shoot down a fighter or two
/// there). While it comes on the flights wait out of its fire, into which `straight-on` flies; one that stays where it is they go
/// and strike in turn 2.
#[test]
fn flights_wait_out_of_reach_of_who_comes() {
    let flown = |policy: &str, enemy: &str| {
        let mut matchup = action([(&["halo"], policy), (&["mouse"], enemy)]);
        for (force, (label, facing)) in
            matchup.forces.iter_mut().zip([("2005", Facing::NORTH), ("2025", Facing::SOUTH)])
        {
            force.stations = Some(vec![Station { hex: BOARD.by_label(label).expect("a hex"), facing }]);
        }
        let record = StarmadaX::record(&StarmadaX::prepare(&matchup), Level::best(), 5, 0, 0..2);
        // Battle 0: A has seat 0.
        let mut there = BOARD.by_label("2025").expect("a hex");
        let ends = record[0].iter().filter_map(|event| match event {
            Event::Move { ship, to, .. } if ship.side == Side::B => {
                there = to.hex;
                None
            }
            Event::Fly { to, target, .. } => Some((to.distance(there), target.is_some())),
            _ => None,
        });
        ends.collect::<Vec<_>>()
    };
    let [waits, comes] = ["default", "straight-on"].map(|policy| flown(policy, "greedy")[0]);
    assert!(!waits.1 && !comes.1 && waits.0 > comes.0, "{waits:?}, {comes:?}");
    let staying = flown("default", "hold");
    assert!(staying[0] == (10, false) && staying[2].1, "{staying:?}");
}

/// Monkey and two Taipans score over 90 % where they go for two Beacons and two Taipans that stay where they are. Two ships Pharos
/// go for two ships Halo. Without `force` the fire that they would take, and a fleet that none of them left first, kept both out of
/// reach for all ten turns. An Adder, not half as strong as a Zenith, keeps out of its reach.
#[test]
fn who_does_not_come_is_gone_for() {
    let fought = |sides| {
        let record = StarmadaX::record(&StarmadaX::prepare(&action(sides)), Level::best(), 1, 0, 0..40);
        let fires = |event: &Event| matches!(event, Event::Attack { .. });
        record.iter().filter(|events| events.iter().any(fires)).count()
    };
    assert_eq!(
        fought([(&["beacon", "beacon", "taipan", "taipan"], "hold"), (&["monkey", "taipan", "taipan"], "default")]),
        40
    );
    assert_eq!(fought([(&["pharos", "pharos"], "default"), (&["halo", "halo"], "hold")]), 40);
    assert!(fought([(&["pharos", "pharos"], "steady"), (&["halo", "halo"], "hold")]) < 40);
    assert_eq!(fought([(&["adder"], "default"), (&["zenith"], "hold")]), 0);
}

/// Whoever holds stays, and every policy beats the one that moves by chance.
#[test]
fn policies_beat_chance() {
    let record = StarmadaX::record(&StarmadaX::prepare(&duel(["hold", "hold"])), Level::best(), 1, 0, 0..4);
    assert!(record.iter().flatten().all(|e| !matches!(e, Event::Move { orders, .. } if orders.cost() > 0)));
    for policy in ["charge", "standoff", "broadside", "greedy", "foresight", "default"] {
        let tables = StarmadaX::prepare(&duel([policy, "random"]));
        let mut tally = lanchester_core::Tally::new();
        let job = lanchester_core::Job { seed: 2, cell: 0, pairs: 0..500 };
        StarmadaX::play(&tables, &mut StarmadaX::workspace(), Level::best(), &job, &mut tally);
        // Of 1,000 battles; with equal policies the difference would exceed 190 six standard errors out, 2·10⁻⁹.
        assert!(tally.wins[0] > tally.wins[1] + 190, "{policy}: {:?}", tally.wins);
    }
}
