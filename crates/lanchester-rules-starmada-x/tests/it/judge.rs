//! Whether the chooser finds the best orders and the best targets: each choice of a record is scored again.

mod ahead;
mod flights;

use std::cell::RefCell;
use std::collections::BTreeMap;

use lanchester_conformance::weights::{edge_pull, facing_pull, fleet_pull, shortlisted};
use lanchester_core::{Matchup, Rules, Side};
use lanchester_dice::{BattleKey, KeyedDice};
use lanchester_hex::{Bearing, Hex, clear_line};
use lanchester_rules_starmada_x::StarmadaX;
use lanchester_rules_starmada_x::design::{Battery, Kind as Piece};
use lanchester_rules_starmada_x::event::{Event, Flight, ShipId, Target};
use lanchester_rules_starmada_x::game::setup;
use lanchester_rules_starmada_x::lanes::candidates::Permit;
use lanchester_rules_starmada_x::lanes::field::LONGEST_WAY;
use lanchester_rules_starmada_x::lanes::tables::Tables;
use lanchester_rules_starmada_x::options::{Options, Station};
use lanchester_rules_starmada_x::orders::Orders;
use lanchester_rules_starmada_x::policy::Anticipate;
use lanchester_rules_starmada_x::reference::combat::range_modifier;
use lanchester_rules_starmada_x::reference::movement::{end, obstacle, unfit};
use lanchester_rules_starmada_x::reference::{Battle, Choices, Declared, Recorded, Vessel, play};

use crate::matchups::ways as ways_around;
use crate::values::Values;

/// Reads choices from a record and judges each by plain code.
struct Judge<'a> {
    record: Recorded<'a>,
    tables: &'a Tables,
    values: Values<'a>,
    /// The turn whose orders are judged.
    turn: u16,
    /// Where each ship's last movement began, and where this turn's begins.
    runs: BTreeMap<ShipId, Hex>,
    began: BTreeMap<ShipId, Hex>,
    /// Where each ship may be this turn.
    expected: RefCell<BTreeMap<ShipId, Vec<Station>>>,
    /// Ways around objects, by where they begin.
    ways: RefCell<BTreeMap<Hex, BTreeMap<Hex, u8>>>,
    /// Orders whose score was compared with every alternative.
    orders: usize,
    /// Orders that a second look preferred.
    reconsidered: usize,
    /// Mounts that fired, and mounts that had nothing to fire at.
    mounts: [usize; 2],
    /// Mounts and flights that had a choice of targets, mounts that could have fired at an enemy that was lost already,
    /// flights that had a choice of hexes to attack from, and flights that attacked nothing.
    choices: [usize; 5],
}

impl Choices for Judge<'_> {
    fn place(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Station, String> {
        self.record.place(battle, ship)
    }

    fn place_flight(&mut self, battle: &Battle<'_>, flight: Flight) -> Result<Hex, String> {
        self.record.place_flight(battle, flight)
    }

    fn orders(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Orders, String> {
        if self.turn != battle.turn {
            self.turn = battle.turn;
            self.runs = std::mem::take(&mut self.began);
            self.expected.take();
            let all = Side::BOTH.into_iter().flat_map(|side| battle.ships(side));
            self.began = all.map(|ship| (ship, battle.vessel(ship).at.hex)).collect();
        }
        let chosen = self.record.orders(battle, ship)?;
        let weights = self.values.policy(ship.side);
        let vessel = battle.vessel(ship);
        let list = &self.tables.ships[self.tables.ships.side(ship.side).start + usize::from(ship.slot)].candidates;
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
        if weights.moves.noise == 0 {
            let whole = |orders: Orders| self.score(battle, ship, orders, true);
            let policy = self.values.policy(ship.side);
            let several = matches!(policy.anticipate, Anticipate::Mixture | Anticipate::Aim);
            if let Some(length) = policy.shortlist.filter(|_| several) {
                let looks = |orders: Orders| [self.score(battle, ship, orders, false), whole(orders)];
                let all: Vec<[i64; 2]> = legal.iter().map(|o| looks(*o)).collect();
                let second =
                    shortlisted(&all, looks(chosen), length.into()).map_err(|why| format!("{chosen} {why}"))?;
                self.reconsidered += usize::from(second);
            } else {
                let best = legal.iter().map(|o| whole(*o)).max().expect("doing nothing is legal");
                if whole(chosen) != best {
                    return Err(format!("{chosen} scores {}, the best orders {best}", whole(chosen)));
                }
            }
            self.orders += 1;
        }
        Ok(chosen)
    }

    fn fly(&mut self, battle: &Battle<'_>, chooser: Side) -> Result<(Flight, Hex, Option<Target>), String> {
        let (flight, to, target) = self.record.fly(battle, chooser)?;
        let next = self.next_flight(battle, chooser);
        if next != Some(flight) {
            return Err(format!("{chooser} makes {flight:?} act, not {next:?}"));
        }
        self.flight(battle, flight, to, target)?;
        Ok((flight, to, target))
    }

    fn attacks(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Vec<Declared>, String> {
        let declared = self.record.attacks(battle, ship)?;
        let flights = self.values.policy(ship.side).targets.flights > 0;
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

/// Expected damage dice of everything of `firer` at `from` that bears on a hex, each battery's kind of penetration dice for
/// itself: those that are read alike are summed up to 255.
fn volley<'b>(
    values: &Values<'_>,
    vessel: &'b Vessel<'_>,
    from: Station,
    target: &Vessel<'_>,
    to: Hex,
) -> Vec<(&'b Battery, i64)> {
    let mut sums: Vec<(&Battery, i64)> = Vec::new();
    let Some(bearing) = Bearing::of(from.hex.to(to)).map(|b| b.seen_from(from.facing)) else { return sums };
    let ecm = target.working(Piece::Ecm).is_some();
    for (nth, battery) in vessel.design.batteries.iter().enumerate() {
        let Some(modifier) = range_modifier(battery, from.hex.distance(to)) else { continue };
        let own =
            vessel.design.mounts().enumerate().filter(|(_, (of, mount))| *of == nth && mount.arcs.covers(bearing));
        let weapons: u8 = own.map(|(mount, _)| vessel.weapons[mount]).sum();
        let dice = values.fire(battery, weapons, modifier, ecm);
        sums.push((battery, dice));
    }
    summed(&sums).into_iter().map(|(battery, dice)| (battery, dice.min(255))).collect()
}

/// Damage dice of batteries whose penetration dice are read alike together.
fn summed<'b>(fire: &[(&'b Battery, i64)]) -> Vec<(&'b Battery, i64)> {
    let read = |battery: &Battery| (battery.abilities.halves_shields, battery.abilities.re_roll);
    let mut sums: Vec<(&Battery, i64)> = Vec::new();
    for (battery, dice) in fire {
        match sums.iter_mut().find(|(other, _)| read(other) == read(battery)) {
            Some((_, sum)) => *sum += dice,
            None => sums.push((battery, *dice)),
        }
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
        let opponent = ship.side.opponent();
        let weights = &self.values.policy(ship.side).targets;
        let from = battle.vessel(ship);
        let away = from.at.hex.distance(battle.place(ship.side, target).expect("it may be attacked"));
        let gun = &from.design.batteries[battery];
        let modifier = range_modifier(gun, away).expect("in range");
        let weapons = battle.seen(ship).weapons[mount];
        match target {
            Target::Ship(slot) => {
                let other = ShipId { side: opponent, slot };
                let (now, then) = (battle.vessel(other), battle.seen(other));
                if now.marked >= now.design.hull {
                    return i64::MIN;
                }
                let dice = self.values.fire(gun, weapons, modifier, then.working(Piece::Ecm).is_some());
                self.values.target(gun, other, away, now.design.hull - now.hull, dice, then.shield_rating())
            }
            Target::Flights(slot) => {
                let hex = battle.flight(Flight { side: opponent, slot }).expect("it exists").hex;
                if battle.stack(opponent, hex).next().is_none() {
                    return i64::MIN;
                }
                4 * self.values.shot_down(gun, weapons, modifier) * i64::from(weights.flights)
                    - i64::from(away) * i64::from(weights.near)
            }
        }
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

    /// The score of orders as the policy page defines it, in plain code: the `whole` of it, or what a first look for a shortlist
    /// sees, enemies that go straight on in this turn. Comparable within one decision.
    fn score(&self, battle: &Battle<'_>, ship: ShipId, orders: Orders, whole: bool) -> i64 {
        let (at, _) = end(battle.setup.options.board, battle.vessel(ship).at, orders);
        let me = battle.vessel(ship);
        let policy = self.values.policy(ship.side);
        let (mut dealt, mut taken, mut shared, mut nearest, mut pull) = (0i64, 0i64, 0i64, u8::MAX, 0i64);
        for (slot, opponent) in battle.vessels[ship.side.opponent()].iter().enumerate() {
            let other = ShipId { side: ship.side.opponent(), slot: slot as u8 };
            if !opponent.alive() {
                continue;
            }
            let mut places = self.places(battle, other);
            if !whole {
                places.truncate(1);
            }
            let seen = places[0];
            let (clear, way) = self.sees(battle, at.hex, seen.hex);
            let (mut mine, mut its) = (Vec::new(), Vec::new());
            for place in places.iter().filter(|place| self.sees(battle, at.hex, place.hex).0) {
                mine.extend(volley(&self.values, me, at, opponent, place.hex));
                its.extend(volley(&self.values, opponent, *place, me, at.hex));
            }
            let weighed = |fire: &[(&Battery, i64)], each: &dyn Fn(&Battery) -> i64| -> i64 {
                summed(fire).into_iter().map(|(battery, dice)| dice / places.len() as i64 * each(battery)).sum()
            };
            dealt = dealt.max(weighed(&mine, &|b| self.values.dealt(b, other, opponent.shield_rating())));
            taken += weighed(&its, &|b| self.values.taken(b, ship, me.shield_rating()));
            shared += weighed(&its, &|b| self.values.shared(b, ship, me.shield_rating()));
            let way = way.min(LONGEST_WAY);
            // Out of sight, the shorter the way the better.
            let goal = self.values.goal(ship, other);
            let away = if clear { way } else { (way + goal).min(LONGEST_WAY) };
            if way < nearest {
                nearest = way;
                let class = Bearing::of(at.hex.to(seen.hex))
                    .map_or((27 - 4 * at.facing.index()) % 24, |b| b.seen_from(at.facing).class());
                let facing = facing_pull(policy.moves.bow, policy.moves.beam, class);
                pull = (self.values.range_pull(ship, other, away) + facing).clamp(-128, 127);
            }
        }
        let friends: Vec<Hex> = battle
            .ships(ship.side)
            .filter(|s| *s != ship && battle.vessel(*s).alive())
            .map(|s| battle.vessel(s).at.hex)
            .collect();
        taken += self.values.share(ship.side, shared, 1 + friends.len());
        let mut score = (dealt - taken).clamp(-32768, 32767) + pull;
        if whole {
            score += self.next(battle, ship, at, 1 + friends.len());
        }
        score += edge_pull(policy.moves.edge, battle.setup.options.board, at.hex.q as u8, at.hex.h as u8 / 2);
        let crowd = friends.iter().filter(|f| f.distance(at.hex) <= 1).count() as i64;
        score -= crowd * i64::from(policy.moves.crowd);
        score += fleet_pull(policy.moves.fleet, ship.side.seat(battle.number), &friends, at.hex);
        score -= 16 * i64::from(policy.moves.blast) * i64::from(battle.blast(at.hex));
        score += i64::from(policy.moves.forward) * i64::from(orders.ends_forward());
        score - i64::from(policy.moves.moved) * i64::from(orders.cost())
    }
}

/// Judges every choice of a recorded battle. Every mount that bears fires, and nobody leaves the board.
pub fn judge(matchup: &Matchup<StarmadaX>, seed: u64, battle: u64, events: &[Event]) -> Result<Vec<usize>, String> {
    let mut judge = Judge {
        record: Recorded::new(events),
        tables: &StarmadaX::prepare(matchup),
        values: Values::new(matchup),
        turn: 0,
        runs: BTreeMap::new(),
        began: BTreeMap::new(),
        expected: RefCell::default(),
        ways: RefCell::default(),
        orders: 0,
        reconsidered: 0,
        mounts: [0; 2],
        choices: [0; 5],
    };
    let key = BattleKey::new(seed, 0, battle / 2);
    play(&setup(matchup), battle, &mut KeyedDice::new(key), &mut judge).map_err(|illegal| illegal.to_string())?;
    let mut counts = vec![judge.orders, judge.reconsidered];
    counts.extend(judge.mounts);
    counts.extend(judge.choices);
    Ok(counts)
}
