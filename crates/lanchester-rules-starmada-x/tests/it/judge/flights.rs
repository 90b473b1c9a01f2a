//! Whether flights attack the best target from the best hex, in the order that their policies want.

use lanchester_core::Side;
use lanchester_hex::{Bearing, Hex};
use lanchester_rules_starmada_x::event::{Flight, ShipId, Target};
use lanchester_rules_starmada_x::policy::FlightOrder;
use lanchester_rules_starmada_x::reference::Battle;
use lanchester_rules_starmada_x::reference::combat::range_modifier;
use lanchester_rules_starmada_x::reference::fighters::FLY;

use super::Judge;
use crate::matchups::ways;

impl Judge<'_> {
    /// The flight that a side makes act: the first that waits, its own or the enemy's as its policy says, and its own where
    /// the enemy has none left.
    pub(super) fn next_flight(&self, battle: &Battle<'_>, chooser: Side) -> Option<Flight> {
        let enemy = battle.waiting(chooser.opponent()).next();
        match self.values.policy(chooser).flight_order {
            FlightOrder::Enemy if enemy.is_some() => enemy,
            FlightOrder::Own | FlightOrder::Enemy => battle.waiting(chooser).next(),
        }
    }

    /// Judges where a flight goes and what it attacks.
    pub(super) fn flight(
        &mut self,
        battle: &Battle<'_>,
        flight: Flight,
        to: Hex,
        target: Option<Target>,
    ) -> Result<(), String> {
        let from = battle.flight(flight).expect("it flies").hex;
        let open: Vec<(Target, i64)> = self
            .enemies(battle, flight.side)
            .filter_map(|target| Some((target, self.gain(battle, flight, from, target)?)))
            .collect();
        // The first of those that are equal.
        let most = open.iter().map(|(_, gain)| *gain).max();
        let best = open.iter().find(|(_, gain)| Some(*gain) == most).map(|(target, _)| *target);
        let safe: Vec<Hex> =
            battle.reach(from).into_iter().filter(|hex| *hex == from || battle.blast(*hex) == 0).collect();
        let spots: Vec<Hex> = best.map_or_else(Vec::new, |best| {
            safe.iter().copied().filter(|hex| battle.prey(flight.side, *hex).contains(&best)).collect()
        });
        let expected = best.filter(|_| !spots.is_empty());
        if target != expected {
            return Err(format!("{flight:?} attacks {target:?}, not {expected:?}, the best of {open:?}"));
        }
        let Some(target) = target else {
            self.choices[4] += 1;
            return self.approach(battle, flight, from, to, &safe);
        };
        let score = |hex: Hex| self.spot(battle, flight, from, hex, target);
        if spots.iter().map(|hex| score(*hex)).max() != spots.contains(&to).then(|| score(to)) {
            return Err(format!("{flight:?} attacks {target:?} from {to:?}, not from the best of {spots:?}"));
        }
        self.choices[1] += usize::from(open.len() > 1);
        self.choices[3] += usize::from(spots.len() > 1);
        Ok(())
    }

    /// What a flight gains by attacking something, if its policy attacks it and it can be next to it.
    fn gain(&self, battle: &Battle<'_>, flight: Flight, from: Hex, target: Target) -> Option<i64> {
        let opponent = flight.side.opponent();
        let weights = &self.values.policy(flight.side).flights;
        let at = battle.place(flight.side, target).filter(|at| from.distance(*at) <= FLY + 1)?;
        // Expected hits at 5+, 6+, 7+ (two sixes for one) and beyond, in eighths of the first.
        let left = [8, 4, 1, 0][usize::from(battle.blast(at).min(3))];
        let near = i64::from(from.distance(at)) * i64::from(weights.near);
        let gain = match target {
            Target::Ship(slot) if weights.ships > 0 => {
                let other = ShipId { side: opponent, slot };
                let vessel = battle.vessel(other);
                self.values.prey(other, vessel.shield_rating()) * i64::from(weights.ships) * left / 8
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

    /// The score of a hex to attack from: the shorter the way the better, away from enemy fire, and out of explosions that
    /// weaken the attack, each step of strength worth sixteen hexes.
    fn spot(&self, battle: &Battle<'_>, flight: Flight, from: Hex, hex: Hex, target: Target) -> i64 {
        let weakens = matches!(target, Target::Ship(_)) || battle.setup.options.explosions_hinder_dogfights;
        let blast = if weakens { i64::from(battle.blast(hex)) } else { 0 };
        let cover = i64::from(self.values.policy(flight.side).flights.cover);
        -i64::from(from.distance(hex)) - cover * self.flak(battle, flight.side, hex) - 16 * blast
    }

    /// Fighters that the enemies of a side could be expected to shoot down in a hex, in eighths, at most 255.
    fn flak(&self, battle: &Battle<'_>, side: Side, hex: Hex) -> i64 {
        let mut sum = 0;
        for enemy in battle.ships(side.opponent()).map(|ship| battle.vessel(ship)).filter(|enemy| enemy.alive()) {
            let Some(bearing) = Bearing::of(enemy.at.hex.to(hex)).map(|b| b.seen_from(enemy.at.facing)) else {
                continue;
            };
            for (nth, battery) in enemy.design.batteries.iter().enumerate() {
                let Some(modifier) = range_modifier(battery, enemy.at.hex.distance(hex)) else { continue };
                let mounts = enemy.design.mounts().enumerate();
                let bearing = mounts.filter(|(_, (of, mount))| *of == nth && mount.arcs.covers(bearing));
                let weapons = bearing.map(|(mount, _)| enemy.weapons[mount]).sum();
                sum = (sum + self.values.shot_down(battery, weapons, modifier)).min(255);
            }
        }
        sum
    }

    /// A flight that attacks nothing flies up to ten hexes toward the nearest enemy that it would attack, or to the hex before
    /// it; where something is in the way, to the hex that it can reach from which the way is shortest.
    fn approach(&self, battle: &Battle<'_>, flight: Flight, from: Hex, to: Hex, safe: &[Hex]) -> Result<(), String> {
        let weights = &self.values.policy(flight.side).flights;
        let wanted = self.enemies(battle, flight.side).filter(|target| match target {
            Target::Ship(_) => weights.ships > 0,
            Target::Flights(_) => weights.flights > 0,
        });
        let goals: Vec<Hex> = wanted.filter_map(|target| battle.place(flight.side, target)).collect();
        let Some(goal) = goals.iter().copied().min_by_key(|hex| from.distance(*hex)) else {
            return if to == from { Ok(()) } else { Err(format!("{flight:?} flies though it wants nothing")) };
        };
        let away = from.distance(goal);
        let straight = away - away.saturating_sub(1).min(FLY);
        let options = battle.setup.options;
        let good = if options.objects.is_empty() {
            let nearest = safe.iter().map(|hex| hex.distance(goal)).min();
            to.distance(goal) == straight || battle.explosions().next().is_some() && Some(to.distance(goal)) == nearest
        } else {
            let ways = ways(options, goal);
            safe.iter().filter_map(|hex| ways.get(hex)).min() == ways.get(&to)
        };
        let known = safe.contains(&to);
        if good && known {
            Ok(())
        } else {
            Err(format!("{flight:?} flies from {from:?} to {to:?} on its way to {goal:?}"))
        }
    }
}
