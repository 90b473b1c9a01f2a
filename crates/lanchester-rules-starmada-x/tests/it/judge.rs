//! The choices of a recorded battle, each made again by the plain player, who sees the battle as it stood then.

use std::fmt::Debug;

use lanchester_core::{Matchup, Side};
use lanchester_lanes::dice::{BattleKey, KeyedDice};
use lanchester_lanes::hex::Hex;
use lanchester_rules_starmada_x::StarmadaX;
use lanchester_rules_starmada_x::event::{Event, Flight, ShipId, Target};
use lanchester_rules_starmada_x::game::setup;
use lanchester_rules_starmada_x::options::Station;
use lanchester_rules_starmada_x::orders::Orders;
use lanchester_rules_starmada_x::player::{Player, Tables};
use lanchester_rules_starmada_x::reference::{Battle, Choices, Declared, Recorded, play};

/// Reads choices from a record and has the plain player make each of them too.
struct Judge<'a> {
    record: Recorded<'a>,
    player: Player<'a>,
    /// Orders.
    orders: usize,
    /// Orders that a second look preferred.
    reconsidered: usize,
    /// Mounts that fired, and mounts that had nothing to fire at.
    mounts: [usize; 2],
    /// Mounts and flights that had a choice of targets, mounts that could have fired at an enemy that was lost already,
    /// flights that had a choice of hexes to attack from, and flights that attacked nothing.
    choices: [usize; 5],
}

/// The choice, if both make the same.
fn same<T: PartialEq + Debug>(lanes: T, player: T) -> Result<T, String> {
    if lanes == player { Ok(lanes) } else { Err(format!("lanes {lanes:?}, plain player {player:?}")) }
}

impl Choices for Judge<'_> {
    fn place(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Station, String> {
        same(self.record.place(battle, ship)?, self.player.place(battle, ship)?)
    }

    fn place_flight(&mut self, battle: &Battle<'_>, flight: Flight) -> Result<Hex, String> {
        same(self.record.place_flight(battle, flight)?, self.player.place_flight(battle, flight)?)
    }

    fn orders(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Orders, String> {
        let (orders, reconsidered) = self.player.best_orders(battle, ship);
        self.orders += 1;
        self.reconsidered += usize::from(reconsidered);
        same(self.record.orders(battle, ship)?, orders)
    }

    fn fly(&mut self, battle: &Battle<'_>, chooser: Side) -> Result<(Flight, Hex, Option<Target>), String> {
        let (flight, to, target) = same(self.record.fly(battle, chooser)?, self.player.fly(battle, chooser)?)?;
        match target {
            None => self.choices[4] += 1,
            Some(target) => {
                self.choices[1] += usize::from(self.player.prey(battle, flight).len() > 1);
                self.choices[3] += usize::from(self.player.spots(battle, flight, target).len() > 1);
            }
        }
        Ok((flight, to, target))
    }

    fn attacks(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Vec<Declared>, String> {
        for mount in 0..battle.seen(ship).design.mounts().count() {
            let targets = self.player.targets(battle, ship, mount);
            self.mounts[usize::from(targets.is_empty())] += 1;
            self.choices[0] += usize::from(targets.len() > 1);
            self.choices[2] += usize::from(targets.iter().any(|(_, score)| *score == i64::MIN));
        }
        same(self.record.attacks(battle, ship)?, self.player.attacks(battle, ship)?)
    }

    fn weapon(&mut self, battle: &Battle<'_>, ship: ShipId, battery: u8, nth: usize) -> Result<u8, String> {
        same(self.record.weapon(battle, ship, battery, nth)?, self.player.weapon(battle, ship, battery, nth)?)
    }

    fn equipment(&mut self, battle: &Battle<'_>, ship: ShipId, nth: usize) -> Result<u8, String> {
        same(self.record.equipment(battle, ship, nth)?, self.player.equipment(battle, ship, nth)?)
    }

    fn losses(&mut self, battle: &Battle<'_>, leader: Flight, fighters: u8) -> Result<Vec<(Flight, u8)>, String> {
        same(self.record.losses(battle, leader, fighters)?, self.player.losses(battle, leader, fighters)?)
    }
}

/// Compares every choice of a recorded battle with the plain player's.
pub fn judge(matchup: &Matchup<StarmadaX>, seed: u64, battle: u64, events: &[Event]) -> Result<Vec<usize>, String> {
    let (setup, policies) = (setup(matchup), matchup.forces.each_ref().map(|force| &*force.commander));
    let (tables, key) = (Tables::new(&setup, policies), BattleKey::new(seed, 0, battle / 2));
    let player = Player::new(&tables, key);
    let record = Recorded::new(events);
    let mut judge = Judge { record, player, orders: 0, reconsidered: 0, mounts: [0; 2], choices: [0; 5] };
    play(&setup, battle, &mut KeyedDice::new(key), &mut judge).map_err(|illegal| illegal.to_string())?;
    let mut counts = vec![judge.orders, judge.reconsidered];
    counts.extend(judge.mounts);
    counts.extend(judge.choices);
    Ok(counts)
}
