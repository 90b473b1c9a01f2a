//! Policies: whether the chooser really finds the best orders, what a sane admiral would never do, and that orders are blind.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::common::{Random, random_matchup, random_policy, shipped_policies, ways as ways_around};
use lanchester_core::{Force, Matchup, Rules, Side};
use lanchester_dice::{BattleKey, KeyedDice};
use lanchester_hex::{Bearing, Facing, Hex, clear_line};
use lanchester_lanes::Level;
use lanchester_rules_starmada_x::StarmadaX;
use lanchester_rules_starmada_x::design::Kind as Piece;
use lanchester_rules_starmada_x::event::{Event, Flight, ShipId, Target};
use lanchester_rules_starmada_x::game::setup;
use lanchester_rules_starmada_x::lanes::candidates::Permit;
use lanchester_rules_starmada_x::lanes::field::LONGEST_WAY;
use lanchester_rules_starmada_x::lanes::tables::{READINGS, Tables};
use lanchester_rules_starmada_x::objects::{Kind, Object, disc};
use lanchester_rules_starmada_x::options::{Options, Station};
use lanchester_rules_starmada_x::orders::Orders;
use lanchester_rules_starmada_x::policy::Anticipate;
use lanchester_rules_starmada_x::reference::combat::range_modifier;
use lanchester_rules_starmada_x::reference::movement::{end, obstacle, unfit};
use lanchester_rules_starmada_x::reference::{Battle, Choices, Declared, Recorded, Vessel, play};
use lanchester_scenario::Library;

/// Reads choices from a record and judges each by plain code.
struct Judge<'a> {
    record: Recorded<'a>,
    tables: &'a Tables,
    /// Where each ship's last movement began.
    runs: BTreeMap<ShipId, Hex>,
    /// Ways around objects, by where they begin.
    ways: RefCell<BTreeMap<Hex, BTreeMap<Hex, u8>>>,
    /// Orders whose score was compared with every alternative.
    orders: usize,
    /// Mounts that fired, and mounts that had nothing to fire at.
    mounts: [usize; 2],
    /// Mounts and flights that had a choice of targets, and mounts that could have fired at an enemy that was lost already.
    choices: [usize; 3],
}

impl Choices for Judge<'_> {
    fn place(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Station, String> {
        self.record.place(battle, ship)
    }

    fn place_flight(&mut self, battle: &Battle<'_>, flight: Flight) -> Result<Hex, String> {
        self.record.place_flight(battle, flight)
    }

    fn orders(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Orders, String> {
        let chosen = self.record.orders(battle, ship)?;
        let weights = &self.tables.policies[ship.side];
        let vessel = battle.vessel(ship);
        let list = &self.tables.ships[index(self.tables, ship)].candidates;
        let open = list.ends.iter().filter(|e| match e.permit {
            Permit::Any => true,
            Permit::Free => vessel.forward,
            Permit::Bound => !vessel.forward,
        });
        let legal: Vec<Orders> = open
            .map(|e| e.orders)
            .filter(|o| unfit(*o, vessel.movement_points(), vessel.forward).is_none())
            .filter(|o| allowed(battle.setup.options, vessel.at, *o))
            .collect();
        // Whoever has nothing else stays.
        let legal = if legal.is_empty() { vec![Orders::default()] } else { legal };
        if !legal.contains(&chosen) {
            return Err(format!("orders {chosen} are not on the list, or leave the board"));
        }
        if weights.anticipate != Anticipate::Mixture && weights.moves.noise == 0 {
            let score = |orders: Orders| self.score(battle, ship, orders);
            let best = legal.iter().map(|o| score(*o)).max().expect("doing nothing is legal");
            if score(chosen) != best {
                return Err(format!("{chosen} scores {}, the best orders {best}", score(chosen)));
            }
            self.orders += 1;
        }
        Ok(chosen)
    }

    fn fly(&mut self, battle: &Battle<'_>, chooser: Side) -> Result<(Flight, Hex, Option<Target>), String> {
        let (flight, to, target) = self.record.fly(battle, chooser)?;
        let from = battle.flight(flight).expect("it flies").hex;
        if to != from && battle.blast(to) > 0 {
            return Err("a flight enters an explosion".to_owned());
        }
        if let Some(target) = target {
            let open: Vec<i64> =
                self.enemies(battle, flight.side).filter_map(|t| self.prey(battle, flight, from, t)).collect();
            let best = open.iter().copied().max();
            if self.prey(battle, flight, from, target) != best {
                return Err(format!("flight {flight:?} attacks {target:?}, the best of {open:?} is another"));
            }
            self.choices[1] += usize::from(open.len() > 1);
        }
        Ok((flight, to, target))
    }

    fn attacks(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Vec<Declared>, String> {
        let declared = self.record.attacks(battle, ship)?;
        let flights = self.tables.policies[ship.side].targets.flights > 0;
        let vessel = battle.seen(ship);
        for (mount, (battery, _)) in vessel.design.mounts().enumerate() {
            let mut weapons = [0; lanchester_rules_starmada_x::design::MAX_MOUNTS];
            weapons[mount] = vessel.weapons[mount];
            let wanted = self.enemies(battle, ship.side).filter(|t| flights || matches!(t, Target::Ship(_)));
            let legal = |t: &Target| battle.aim(ship, Declared { battery: battery as u8, target: *t, weapons }).is_ok();
            let open: Vec<Target> = wanted.filter(legal).collect();
            let may = !open.is_empty();
            let fires: u8 = declared.iter().map(|d| d.weapons[mount]).sum();
            if may != (fires > 0) || (fires > 0 && fires != vessel.weapons[mount]) {
                return Err(format!(
                    "mount {mount} fires {fires} weapons of {}, may fire: {may}",
                    vessel.weapons[mount]
                ));
            }
            self.mounts[usize::from(fires == 0)] += 1;
            let Some(at) = declared.iter().find(|d| d.weapons[mount] > 0) else { continue };
            let score = |target: Target| self.target(battle, ship, mount, battery, target);
            let best = open.iter().map(|target| score(*target)).max();
            if Some(score(at.target)) != best {
                return Err(format!("mount {mount} fires at {:?}, not at the best of {open:?}", at.target));
            }
            let lost = open.iter().any(|target| score(*target) == i64::MIN);
            self.choices[0] += usize::from(open.len() > 1);
            self.choices[2] += usize::from(lost);
        }
        Ok(declared)
    }

    fn weapon(&mut self, battle: &Battle<'_>, ship: ShipId, battery: u8, nth: usize) -> Result<u8, String> {
        self.record.weapon(battle, ship, battery, nth)
    }

    fn equipment(&mut self, battle: &Battle<'_>, ship: ShipId, nth: usize) -> Result<u8, String> {
        self.record.equipment(battle, ship, nth)
    }

    fn losses(&mut self, battle: &Battle<'_>, leader: Flight, fighters: u8) -> Result<Vec<(Flight, u8)>, String> {
        self.record.losses(battle, leader, fighters)
    }
}

fn index(tables: &Tables, ship: ShipId) -> usize {
    tables.ships.side(ship.side).start + usize::from(ship.slot)
}

/// Worth of everything of `firer` at `from` that bears on a hex, by reading of its penetration dice.
fn volley(
    tables: &Tables,
    firer: usize,
    vessel: &Vessel<'_>,
    from: Station,
    target: &Vessel<'_>,
    to: Hex,
) -> [i64; READINGS] {
    let mut sums = [0i64; READINGS];
    let Some(bearing) = Bearing::of(from.hex.to(to)).map(|b| b.seen_from(from.facing)) else { return sums };
    let away = from.hex.distance(to);
    let ecm = usize::from(target.working(Piece::Ecm).is_some());
    for (nth, battery) in vessel.design.batteries.iter().enumerate() {
        let Some(modifier) = range_modifier(battery, away) else { continue };
        let own =
            vessel.design.mounts().enumerate().filter(|(_, (of, mount))| *of == nth && mount.arcs.covers(bearing));
        let weapons: u8 = own.map(|(mount, _)| vessel.weapons[mount]).sum();
        let table = &tables.ships[firer].batteries[nth];
        let worth = table.worth[ecm].0[usize::from(16 * (1 - modifier) as u8 + weapons)];
        sums[table.reading] = (sums[table.reading] + i64::from(worth)).min(255);
    }
    sums
}

/// Whether policies take orders: they stay on the board and out of objects, and do not end with an object ahead and without
/// the right to begin with a maneuver.
fn allowed(options: &Options, at: Station, orders: Orders) -> bool {
    let (to, left) = end(options.board, at, orders);
    let stuck = !orders.ends_forward() && options.is_solid(to.hex.ahead(to.facing, 1));
    !left && !stuck && obstacle(options, at, orders).is_none()
}

/// Hexes straight ahead to an object or the edge.
fn room(options: &Options, at: Station) -> u8 {
    let open = |steps: &u8| !options.is_solid(at.hex.ahead(at.facing, *steps));
    (1..=options.board.room(at.hex, at.facing)).take_while(open).count() as u8
}

impl Judge<'_> {
    /// What a side may attack in the order of preference between equals.
    fn enemies(&self, battle: &Battle<'_>, side: Side) -> impl Iterator<Item = Target> + use<> {
        let opponent = side.opponent();
        let ships = (0..battle.vessels[opponent].len() as u8).map(Target::Ship);
        ships.chain((0..battle.flights[opponent].len() as u8).map(Target::Flights))
    }

    /// The score of a mount's target by what is on the table when its ship declares: the least for what is lost already.
    fn target(&self, battle: &Battle<'_>, ship: ShipId, mount: usize, battery: usize, target: Target) -> i64 {
        let (tables, opponent) = (self.tables, ship.side.opponent());
        let weights = &tables.policies[ship.side].targets;
        let from = battle.vessel(ship);
        let away = from.at.hex.distance(battle.place(ship.side, target).expect("it may be attacked"));
        let gun = &tables.ships[index(tables, ship)].batteries[battery];
        let modifier = range_modifier(&from.design.batteries[battery], away).expect("in range");
        let at = usize::from(16 * (1 - modifier) as u8 + battle.seen(ship).weapons[mount]);
        let near = i64::from(away) * i64::from(weights.near);
        match target {
            Target::Ship(slot) => {
                let other = ShipId { side: opponent, slot };
                let (now, then) = (battle.vessel(other), battle.seen(other));
                if now.marked >= now.design.hull {
                    return i64::MIN;
                }
                let theirs = &tables.ships[index(tables, other)];
                let ecm = usize::from(then.working(Piece::Ecm).is_some());
                let each = theirs.value_as_target[gun.reading][usize::from(then.shields)] as i8;
                let left = i64::from(now.design.hull - now.hull);
                i64::from(theirs.target_rating) - near - left * i64::from(weights.finish)
                    + i64::from(gun.worth[ecm].0[at]) * i64::from(each)
            }
            Target::Flights(slot) => {
                let hex = battle.flight(Flight { side: opponent, slot }).expect("it exists").hex;
                if battle.stack(opponent, hex).next().is_none() {
                    return i64::MIN;
                }
                4 * i64::from(gun.kills.0[at]) * i64::from(weights.flights) - near
            }
        }
    }

    /// The score of a flight's target, if it is one and near enough.
    fn prey(&self, battle: &Battle<'_>, flight: Flight, from: Hex, target: Target) -> Option<i64> {
        let opponent = flight.side.opponent();
        let weights = &self.tables.policies[flight.side].flights;
        let at = battle.place(flight.side, target).filter(|at| from.distance(*at) <= 11)?;
        // Expected hits at 5+, 6+, 7+ (two sixes for one) and beyond, in eighths of the first.
        let left = [8, 4, 1, 0][usize::from(battle.blast(at).min(3))];
        let near = i64::from(from.distance(at)) * i64::from(weights.near);
        let gain = match target {
            Target::Ship(slot) if weights.ships > 0 => {
                let other = ShipId { side: opponent, slot };
                let vessel = battle.vessel(other);
                let prey = self.tables.ships[index(self.tables, other)].prey[usize::from(vessel.shields)];
                i64::from(prey) * i64::from(weights.ships) * left / 8
                    - i64::from(vessel.design.hull - vessel.hull) * i64::from(weights.finish)
            }
            Target::Flights(slot) if weights.flights > 0 => {
                let fighters = battle.flight(Flight { side: opponent, slot })?.fighters;
                let hindered = battle.setup.options.explosions_hinder_dogfights;
                let whole = 12 * i64::from(fighters) * i64::from(weights.flights);
                if hindered { whole * left / 8 } else { whole }
            }
            _ => return None,
        };
        Some(gain - near)
    }

    /// Whether objects alone leave a line clear, and the shortest way around them.
    fn sees(&self, battle: &Battle<'_>, from: Hex, to: Hex) -> (bool, u8) {
        let options = battle.setup.options;
        if options.objects.is_empty() {
            return (true, from.distance(to));
        }
        let solid: Vec<Hex> = options.solid().collect();
        let mut ways = self.ways.borrow_mut();
        let from_there = ways.entry(to).or_insert_with(|| ways_around(options, to));
        (clear_line(from, to, &solid), from_there.get(&from).copied().unwrap_or(u8::MAX))
    }

    /// The score of orders as the policy page defines it, in plain code. Comparable within one decision.
    fn score(&self, battle: &Battle<'_>, ship: ShipId, orders: Orders) -> i64 {
        let tables = self.tables;
        let (at, _) = end(battle.setup.options.board, battle.vessel(ship).at, orders);
        let me = battle.vessel(ship);
        let own = &tables.ships[index(tables, ship)];
        let policy = &tables.policies[ship.side];
        let signed = |byte: u8| i64::from(byte as i8);
        let (mut dealt, mut taken, mut nearest, mut pull) = (0i64, 0i64, u8::MAX, 0i64);
        for (slot, opponent) in battle.vessels[ship.side.opponent()].iter().enumerate() {
            let other = ShipId { side: ship.side.opponent(), slot: slot as u8 };
            if !opponent.alive() {
                continue;
            }
            let run = match policy.anticipate {
                Anticipate::Drift => {
                    let run =
                        self.runs.get(&other).map_or(opponent.design.engines, |from| from.distance(opponent.at.hex));
                    run.min(opponent.movement_points()).min(room(battle.setup.options, opponent.at))
                }
                _ => 0,
            };
            let seen = Station { hex: opponent.at.hex.ahead(opponent.at.facing, run), ..opponent.at };
            let theirs = &tables.ships[index(tables, other)];
            let (clear, way) = self.sees(battle, at.hex, seen.hex);
            let unless = |sums: [i64; READINGS]| if clear { sums } else { [0; READINGS] };
            let mine = unless(volley(tables, index(tables, ship), me, at, opponent, seen.hex));
            let its = unless(volley(tables, index(tables, other), opponent, seen, me, at.hex));
            let weighed = |sums: [i64; READINGS], worth: &[[u8; 16]; READINGS], lost: u8| -> i64 {
                (0..READINGS).map(|reading| sums[reading] * signed(worth[reading][usize::from(lost)])).sum()
            };
            dealt = dealt.max(weighed(mine, &theirs.value_dealt, opponent.shields));
            taken += weighed(its, &own.value_taken, me.shields);
            let way = way.min(LONGEST_WAY);
            // Out of sight, the shorter the way the better.
            let index = if clear { way } else { (way + own.range_goal[slot]).min(LONGEST_WAY) };
            if way < nearest {
                nearest = way;
                let class = Bearing::of(at.hex.to(seen.hex))
                    .map_or((27 - 4 * at.facing.index()) % 24, |b| b.seen_from(at.facing).class());
                let facing = signed(own.facing_pull.0[usize::from(class)]);
                pull = (signed(own.range_pull[slot].0[usize::from(index)]) + facing).clamp(-128, 127);
            }
        }
        let mut score = (dealt - taken).clamp(-32768, 32767) + pull;
        let edge = &tables.edge_pull[ship.side];
        if policy.moves.edge != 0 {
            score += signed(edge[0].0[at.hex.q as usize]) + signed(edge[1].0[at.hex.h as usize / 2]);
        }
        let friends = battle.ships(ship.side).filter(|s| *s != ship && battle.vessel(*s).alive());
        let crowd = friends.filter(|s| battle.vessel(*s).at.hex.distance(at.hex) <= 1).count() as i64;
        score -= crowd * i64::from(policy.moves.crowd);
        score -= 16 * i64::from(policy.moves.blast) * i64::from(battle.blast(at.hex));
        score += i64::from(policy.moves.forward) * i64::from(orders.ends_forward());
        score - i64::from(policy.moves.moved) * i64::from(orders.cost())
    }
}

/// Every order of the lanes is the best by plain code, every mount that bears fires, nobody leaves the board.
fn judged(matchup: &Matchup<StarmadaX>, seed: u64, battles: u64) -> Result<[usize; 6], String> {
    let tables = StarmadaX::prepare(matchup);
    let mut total = [0; 6];
    for (battle, events) in StarmadaX::record(&tables, Level::best(), seed, 0, 0..battles).iter().enumerate() {
        let mut judge = Judge {
            record: Recorded::new(events),
            tables: &tables,
            runs: BTreeMap::new(),
            ways: RefCell::default(),
            orders: 0,
            mounts: [0; 2],
            choices: [0; 3],
        };
        let key = BattleKey::new(seed, 0, battle as u64 / 2);
        let mut runs = Runs { judge: &mut judge, turn: 0, began: BTreeMap::new() };
        play(&setup(matchup), battle as u64, &mut KeyedDice::new(key), &mut runs)
            .map_err(|illegal| format!("seed {seed}, battle {battle}: {illegal}"))?;
        let ([fired, idle], [targets, prey, lost]) = (judge.mounts, judge.choices);
        for (sum, count) in total.iter_mut().zip([judge.orders, fired, idle, targets, prey, lost]) {
            *sum += count;
        }
    }
    Ok(total)
}

/// Remembers where ships began each turn, so that the judge knows how far they went.
struct Runs<'j, 'a> {
    judge: &'j mut Judge<'a>,
    turn: u16,
    began: BTreeMap<ShipId, Hex>,
}

impl Choices for Runs<'_, '_> {
    fn place(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Station, String> {
        self.judge.place(battle, ship)
    }

    fn place_flight(&mut self, battle: &Battle<'_>, flight: Flight) -> Result<Hex, String> {
        self.judge.place_flight(battle, flight)
    }

    fn orders(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Orders, String> {
        if self.turn != battle.turn {
            self.turn = battle.turn;
            self.judge.runs = std::mem::take(&mut self.began);
            let all = Side::BOTH.into_iter().flat_map(|side| battle.ships(side));
            self.began = all.map(|ship| (ship, battle.vessel(ship).at.hex)).collect();
        }
        self.judge.orders(battle, ship)
    }

    fn fly(&mut self, battle: &Battle<'_>, chooser: Side) -> Result<(Flight, Hex, Option<Target>), String> {
        self.judge.fly(battle, chooser)
    }

    fn attacks(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Vec<Declared>, String> {
        self.judge.attacks(battle, ship)
    }

    fn weapon(&mut self, battle: &Battle<'_>, ship: ShipId, battery: u8, nth: usize) -> Result<u8, String> {
        self.judge.weapon(battle, ship, battery, nth)
    }

    fn equipment(&mut self, battle: &Battle<'_>, ship: ShipId, nth: usize) -> Result<u8, String> {
        self.judge.equipment(battle, ship, nth)
    }

    fn losses(&mut self, battle: &Battle<'_>, leader: Flight, fighters: u8) -> Result<Vec<(Flight, u8)>, String> {
        self.judge.losses(battle, leader, fighters)
    }
}

#[test]
fn every_choice_is_the_best_and_no_mount_that_bears_is_silent() {
    let shipped = shipped_policies();
    let mut total = [0; 6];
    for seed in 5000..5060 {
        let mut random = Random::new(seed);
        let mut matchup = random_matchup(&mut random, &shipped, 4);
        for force in &mut matchup.forces {
            if force.policy.anticipate == Anticipate::Mixture || force.policy.moves.noise != 0 {
                let mut policy = random_policy(&mut random);
                policy.moves.noise = 0;
                policy.anticipate = random.pick(&[Anticipate::Still, Anticipate::Drift]);
                force.policy = Arc::new(policy);
            }
            // Within what a score holds: the clamps of the lanes are not the policy.
            let mut policy = (*force.policy).clone();
            policy.moves.deal %= 5;
            policy.moves.take %= 5;
            force.policy = Arc::new(policy);
        }
        let counts = judged(&matchup, seed, 4).unwrap_or_else(|why| panic!("{why}"));
        total.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    // Orders, mounts that fire and that do not, choices of targets for mounts and flights, lost enemies that were spared.
    let least = [2_000, 1_000, 1_000, 500, 50, 50];
    assert!(total.iter().zip(least).all(|(sum, least)| *sum > least), "too little was judged: {total:?}");
}

fn duel(policies: [&str; 2]) -> Matchup<StarmadaX> {
    let library = Library::<StarmadaX>::shipped();
    let forces = policies.map(|policy| Force {
        name: policy.to_owned(),
        ships: vec![library.ship("mouse").expect("a shipped ship")],
        stations: None,
        policy: library.policy(policy).expect("a shipped policy"),
    });
    Matchup { name: "duel".into(), forces, options: Options::default() }
}

/// Orders are blind: on the first turn a ship's orders are the same whoever commands the other side.
#[test]
fn first_orders_do_not_depend_on_the_enemys_captain() {
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
    for policy in ["greedy", "foresight", "standoff"] {
        assert_eq!(first([policy, "charge"]), first([policy, "greedy"]), "{policy}");
    }
}

/// Ships on either side of a planet, out of each other's sight, do not wait there for the battle to end. (Equal ships at places
/// that are exactly each other's image circle it: neither policy knows what the other does.)
#[test]
fn a_planet_keeps_nobody_apart() {
    for policy in ["charge", "standoff", "broadside", "greedy", "foresight"] {
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

/// Whoever holds stays, and every captain beats the one who moves by chance.
#[test]
fn captains_are_worth_their_name() {
    let record = StarmadaX::record(&StarmadaX::prepare(&duel(["hold", "hold"])), Level::best(), 1, 0, 0..4);
    assert!(record.iter().flatten().all(|e| !matches!(e, Event::Move { orders, .. } if orders.cost() > 0)));
    for policy in ["charge", "standoff", "broadside", "greedy", "foresight"] {
        let tables = StarmadaX::prepare(&duel([policy, "random"]));
        let mut tally = lanchester_core::Tally::new();
        let job = lanchester_core::Job { seed: 2, cell: 0, pairs: 0..500 };
        StarmadaX::play(&tables, &mut StarmadaX::workspace(), Level::best(), &job, &mut tally);
        // Of 1,000 battles; with equal captains the difference would exceed 190 six standard errors out, 2·10⁻⁹.
        assert!(tally.wins[0] > tally.wins[1] + 190, "{policy}: {:?}", tally.wins);
    }
}
