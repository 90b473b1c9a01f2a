//! Which flight acts, where it flies and what it attacks.

use lanchester_battle::weights::first_best;
use lanchester_core::Side;
use lanchester_lanes::hex::{Bearing, Facing, Hex};

use super::Player;
use super::exchange::bearing_weapons;
use super::fire::enemies;
use crate::event::{Flight, ShipId, Target};
use crate::formulas::FLY;
use crate::formulas::range_modifier;
use crate::policy::{FlightOrder, WAITS};
use crate::reference::Battle;

/// Expected hits at 5+, 6+, 7+ (two sixes for one) and beyond, in eighths of the first.
const HITS_LEFT: [i64; 4] = [8, 4, 1, 0];

impl Player<'_> {
    /// The flight that a side makes act: the first that waits, its own or the enemy's as its policy says, and its own where
    /// the enemy has none left.
    pub(super) fn next_flight(&self, battle: &Battle<'_>, chooser: Side) -> Option<Flight> {
        let enemy = battle.waiting(chooser.opponent()).next();
        match self.policy(chooser).flight_order {
            FlightOrder::Enemy if enemy.is_some() => enemy,
            FlightOrder::Own | FlightOrder::Enemy => battle.waiting(chooser).next(),
        }
    }

    /// Where a flight flies and what it attacks: the best target that it can be next to from the best hex, or nothing on its way to
    /// the nearest enemy that it would attack.
    pub(super) fn sortie(&self, battle: &Battle<'_>, flight: Flight) -> (Hex, Option<Target>) {
        let best = first_best(self.prey(battle, flight)).map(|(target, _)| target);
        let spot = best.and_then(|target| first_best(self.spots(battle, flight, target)));
        match spot {
            Some((hex, _)) => (hex, best),
            None => (self.approach(battle, flight), None),
        }
    }

    /// What a flight may attack now if it can be next to it, and what it gains by that.
    pub fn prey(&self, battle: &Battle<'_>, flight: Flight) -> Vec<(Target, i64)> {
        let Some(from) = battle.flight(flight).map(|flight| flight.hex) else { return Vec::new() };
        let near = self.policy(flight.side).flights.near;
        let open = self.wanted(battle, flight.side).filter(|(_, at)| from.distance(*at) <= FLY + 1);
        let scored = open.map(|(target, at)| {
            let away = i64::from(from.distance(at)) * i64::from(near);
            (target, self.gain(battle, flight.side, target, at) - away)
        });
        scored.collect()
    }

    /// What a side's flights would attack, and where it is.
    fn wanted(&self, battle: &Battle<'_>, side: Side) -> impl Iterator<Item = (Target, Hex)> {
        let weights = &self.policy(side).flights;
        let wanted = enemies(battle, side).filter(|target| match target {
            Target::Ship(_) => weights.ships > 0,
            Target::Flights(_) => weights.flights > 0,
        });
        wanted.filter_map(move |target| Some((target, battle.place(side, target)?)))
    }

    /// What a flight gains by attacking something.
    fn gain(&self, battle: &Battle<'_>, side: Side, target: Target, at: Hex) -> i64 {
        let (opponent, weights) = (side.opponent(), &self.policy(side).flights);
        let left = HITS_LEFT[usize::from(battle.blast(at).min(3))];
        match target {
            Target::Ship(slot) => {
                let other = ShipId { side: opponent, slot };
                let vessel = battle.vessel(other);
                // Shields are halved against fighters (X 5.3.1).
                let open = i64::from(6 - vessel.shield_rating().div_ceil(2));
                self.tables.ship(other).price * open * i64::from(weights.ships) * left / 8
                    - i64::from(vessel.design.hull - vessel.hull) * i64::from(weights.finish)
            }
            Target::Flights(slot) => {
                let fighters = battle.flight(Flight { side: opponent, slot }).map_or(0, |flight| flight.fighters);
                let hindered = battle.setup.options.explosions_hinder_dogfights;
                let whole = 12 * i64::from(fighters) * i64::from(weights.flights);
                if hindered { whole * left / 8 } else { whole }
            }
        }
    }

    /// The hexes that a flight can reach without flying into an explosion and from which it can attack a target, as its seat sees them
    /// around it, and the score of each: the shorter the way the better, away from enemy fire, and out of explosions that weaken the
    /// attack, each step of strength worth sixteen hexes.
    pub fn spots(&self, battle: &Battle<'_>, flight: Flight, target: Target) -> Vec<(Hex, i64)> {
        let side = flight.side;
        let (Some(from), Some(at)) = (battle.flight(flight).map(|flight| flight.hex), battle.place(side, target))
        else {
            return Vec::new();
        };
        let (safe, cover) = (safe(battle, from), i64::from(self.policy(side).flights.cover));
        let (turn, ship) = (3 * side.seat(battle.number) as i32, matches!(target, Target::Ship(_)));
        let around = Facing::ALL.into_iter().map(|way| at.ahead(way.turned(turn), 1));
        let open = around.chain((!ship).then_some(at)).filter(|hex| match &safe {
            Some(safe) => safe.contains(hex),
            None => battle.setup.options.board.contains(*hex) && from.distance(*hex) <= FLY,
        });
        let scored = open.map(|hex| {
            let weakens = ship || battle.setup.options.explosions_hinder_dogfights;
            let blast = if weakens { i64::from(battle.blast(hex)) } else { 0 };
            let fire = if cover == 0 { 0 } else { cover * self.flak(battle, side, hex) };
            (hex, -i64::from(from.distance(hex)) - fire - 16 * blast)
        });
        scored.collect()
    }

    /// Fighters that the enemies of a side could be expected to shoot down in a hex, in eighths, at most 255.
    fn flak(&self, battle: &Battle<'_>, side: Side, hex: Hex) -> i64 {
        let mut sum = 0;
        for ship in battle.ships(side.opponent()) {
            let enemy = battle.vessel(ship);
            let Some(bearing) = Bearing::of(enemy.at.hex.to(hex)).filter(|_| enemy.alive()) else { continue };
            let (away, bearing) = (enemy.at.hex.distance(hex), bearing.seen_from(enemy.at.facing));
            for (nth, battery) in enemy.design.batteries.iter().enumerate() {
                let Some(modifier) = range_modifier(battery, away) else { continue };
                let weapons = bearing_weapons(enemy, nth, bearing);
                sum = (sum + self.tables.ship(ship).batteries[nth].shot_down(weapons, modifier)).min(255);
            }
        }
        sum
    }

    /// Where a flight ends that attacks nothing: ten hexes on its way to something, or fewer in the first half of the turns, where its
    /// policy waits for what comes and that spares it enough fire.
    fn advance(&self, battle: &Battle<'_>, side: Side, goal: Target, way: impl Fn(u8) -> Hex) -> Hex {
        let wait = i64::from(self.policy(side).flights.wait);
        let comes = match goal {
            Target::Ship(slot) => {
                let other = ShipId { side: side.opponent(), slot };
                self.known(other).began != battle.vessel(other).at.hex
            }
            Target::Flights(_) => true,
        };
        if wait == 0 || !comes || 2 * battle.turn > battle.setup.options.turn_cap {
            return way(FLY);
        }
        let ends = WAITS.map(|most| {
            let end = way(most);
            (end, i64::from(most) - wait * self.flak(battle, side, end))
        });
        first_best(ends).map_or_else(|| way(FLY), |(hex, _)| hex)
    }

    /// Where a flight flies that attacks nothing: up to ten hexes toward the nearest enemy that it would attack, or to the hex before
    /// it. Where something is in the way, to the hex that it can reach from which the way is shortest.
    fn approach(&self, battle: &Battle<'_>, flight: Flight) -> Hex {
        let (options, seat) = (battle.setup.options, flight.side.seat(battle.number));
        let from = battle.flight(flight).map_or_else(Hex::default, |flight| flight.hex);
        let nearest = self.wanted(battle, flight.side).min_by_key(|(_, hex)| from.distance(*hex));
        let Some((target, goal)) = nearest else { return from };
        let straight = self.advance(battle, flight.side, target, |most| toward(from, goal, seat, most));
        let Some(mut safe) = safe(battle, from) else { return straight };
        if options.objects.is_empty() && safe.contains(&straight) {
            return straight;
        }
        // By columns and rows, as the seat sees them.
        safe.sort_by_key(|hex| options.board.place(*hex));
        if seat == 1 {
            safe.reverse();
        }
        let ways = self.tables.ways(options.board, goal);
        safe.into_iter().min_by_key(|hex| self.tables.way(&ways, goal, *hex)).unwrap_or(from)
    }
}

/// The hexes that a flight can reach without flying into an explosion; `None` where nothing is in the way: all within ten hexes.
fn safe(battle: &Battle<'_>, from: Hex) -> Option<Vec<Hex>> {
    if battle.setup.options.objects.is_empty() && battle.explosions().next().is_none() {
        return None;
    }
    Some(battle.reach(from).into_iter().filter(|hex| *hex == from || battle.blast(*hex) == 0).collect())
}

/// At most so many hexes toward a goal, or to the hex before it: across the columns first, each step half a hex up or down, then straight.
fn toward(from: Hex, goal: Hex, seat: usize, most: u8) -> Hex {
    let (east, north) = (goal.q - from.q, goal.h - from.h);
    let (columns, rise) = (east.abs(), north.abs());
    let steps = from.distance(goal).saturating_sub(1).min(most) as i8;
    let across = steps.min(columns);
    // As far up or down as the steps across lead: an even or odd number as they are.
    let odd = (rise.min(across) ^ across) & 1;
    let slope = if rise == 0 || across == 0 { odd } else { rise.min(across) - odd };
    let straight = (steps - across).min((rise - slope).max(0) / 2);
    let up = slope + 2 * straight;
    // Level with the goal it is all the same, so each seat has its own way and pairs of battles are mirror images.
    let south = north < 0 || (north == 0 && seat == 1);
    let west = east < 0;
    Hex { q: from.q + if west { -across } else { across }, h: from.h + if south { -up } else { up } }
}
