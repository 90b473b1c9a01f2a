//! A player who chooses at random among everything the rules allow. Tests only.

use lanchester_conformance::Random;
use lanchester_core::Side;
use lanchester_lanes::hex::{Facing, Hex};

use super::{Battle, Choices, Declared};
use crate::design::MAX_MOUNTS;
use crate::event::{Flight, ShipId, Target};
use crate::formulas::{may_place, obstacle, unfit};
use crate::options::Station;
use crate::orders::{Orders, Step};

/// Random legal choices from a seed.
#[derive(Clone, Debug)]
pub(crate) struct RandomLegal(Random);

impl RandomLegal {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Random::new(seed ^ 0x5eed))
    }

    fn open_hex(&mut self, battle: &Battle<'_>, side: Side) -> Hex {
        loop {
            let options = battle.setup.options;
            let board = options.board;
            let (column, row) = (self.0.below(board.cols.into()), self.0.below(board.rows.into()));
            let hex = board.hex(column as u8, row as u8).expect("on the board");
            if may_place(options, side.seat(battle.number), hex) {
                return hex;
            }
        }
    }
}

impl Choices for RandomLegal {
    fn place(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Station, String> {
        Ok(Station { hex: self.open_hex(battle, ship.side), facing: self.0.pick(&Facing::ALL) })
    }

    fn place_flight(&mut self, battle: &Battle<'_>, flight: Flight) -> Result<Hex, String> {
        Ok(self.open_hex(battle, flight.side))
    }

    fn orders(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Orders, String> {
        let vessel = battle.vessel(ship);
        let mut orders = Orders::default();
        // Mostly ahead, so that fleets meet.
        loop {
            let step = if self.0.one_in(2) { Step::Forward } else { self.0.pick(&Step::ALL) };
            match orders.then(step) {
                Some(more)
                    if unfit(more, vessel.movement_points(), vessel.forward).is_none()
                        && obstacle(battle.setup.options, vessel.at, more).is_none() =>
                {
                    orders = more
                }
                _ if self.0.one_in(4) => return Ok(orders),
                _ => {}
            }
        }
    }

    fn fly(&mut self, battle: &Battle<'_>, chooser: Side) -> Result<(Flight, Hex, Option<Target>), String> {
        let own: Vec<Flight> = battle.waiting(chooser).collect();
        let all: Vec<Flight> = own.iter().copied().chain(battle.waiting(chooser.opponent())).collect();
        let flight = if own.is_empty() { all[0] } else { self.0.pick(&all) };
        let from = battle.flight(flight).expect("it waits").hex;
        let reach: Vec<Hex> = battle.reach(from).into_iter().collect();
        // Half of the time it looks for prey.
        let hunting: Vec<Hex> =
            reach.iter().copied().filter(|hex| !battle.prey(flight.side, *hex).is_empty()).collect();
        let to = if hunting.is_empty() || self.0.one_in(3) { self.0.pick(&reach) } else { self.0.pick(&hunting) };
        let prey = battle.prey(flight.side, to);
        let doomed = to != from && battle.blast(to) > 0;
        let target = if prey.is_empty() || doomed { None } else { Some(self.0.pick(&prey)) };
        Ok((flight, to, target))
    }

    fn attacks(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Vec<Declared>, String> {
        let vessel = battle.seen(ship);
        let opponent = ship.side.opponent();
        let ships = (0..battle.vessels[opponent].len() as u8).map(Target::Ship);
        let all: Vec<Target> = ships.chain((0..battle.flights[opponent].len() as u8).map(Target::Flights)).collect();
        let mut attacks: Vec<Declared> = Vec::new();
        for (mount, (battery, _)) in vessel.design.mounts().enumerate() {
            for _ in 0..vessel.weapons[mount] {
                let one = |target| {
                    let mut weapons = [0; MAX_MOUNTS];
                    weapons[mount] = 1;
                    Declared { battery: battery as u8, target, weapons }
                };
                let open: Vec<Target> = all.iter().copied().filter(|t| battle.aim(ship, one(*t)).is_ok()).collect();
                if open.is_empty() || self.0.one_in(8) {
                    continue;
                }
                let new = one(self.0.pick(&open));
                match attacks.iter_mut().find(|a| (a.battery, a.target) == (new.battery, new.target)) {
                    Some(attack) => attack.weapons[mount] += 1,
                    None => attacks.push(new),
                }
            }
        }
        attacks.sort_by_key(|attack| (attack.battery, attack.target));
        Ok(attacks)
    }

    fn weapon(&mut self, battle: &Battle<'_>, ship: ShipId, battery: u8, _: usize) -> Result<u8, String> {
        let vessel = battle.vessel(ship);
        let mounts = vessel.design.mounts().enumerate();
        let left = mounts.filter(|(m, (of, _))| *of == usize::from(battery) && vessel.weapons[*m] > 0);
        let left: Vec<u8> = left.map(|(mount, _)| mount as u8).collect();
        Ok(self.0.pick(&left))
    }

    fn equipment(&mut self, battle: &Battle<'_>, ship: ShipId, _: usize) -> Result<u8, String> {
        let boxes = battle.vessel(ship).boxes;
        let left: Vec<u8> = (0..boxes.len() as u8).filter(|piece| boxes[usize::from(*piece)] > 0).collect();
        Ok(self.0.pick(&left))
    }

    fn losses(&mut self, battle: &Battle<'_>, leader: Flight, fighters: u8) -> Result<Vec<(Flight, u8)>, String> {
        let hex = battle.flight(leader).expect("the leader was there").hex;
        let stack: Vec<(Flight, u8)> =
            battle.stack(leader.side, hex).map(|f| (f, battle.flight(f).map_or(0, |s| s.fighters))).collect();
        let mut lost = vec![0u8; stack.len()];
        for _ in 0..fighters {
            let open: Vec<usize> = (0..stack.len()).filter(|i| lost[*i] < stack[*i].1).collect();
            lost[self.0.pick(&open)] += 1;
        }
        Ok(stack.iter().zip(lost).filter(|(_, n)| *n > 0).map(|((flight, _), n)| (*flight, n)).collect())
    }
}
