//! Orders and movement (X 3).

use lanchester_hex::{Board, Facing, Hex};

use super::{Battle, Choices, Illegal};
use crate::event::{Event, Loss, ShipId};
use crate::options::{Options, Station, label};
use crate::orders::{Orders, Step};

/// ### X 3.2.1 Maneuvers (p. 14)
/// Why a ship with so many movement points may not have these orders, if it may not. No two maneuvers in a row, at least a
/// hex ahead between them; a move back needs none before or after it. Orders may begin with a maneuver only if the last
/// thing the ship did in the movement phase before was to move ahead.
///
/// RULING: before its first move a ship may begin with one. A move back is a maneuver when it begins the orders, and a ship
/// that did not move did not move ahead.
#[must_use]
pub fn unfit(orders: Orders, movement_points: u8, forward: bool) -> Option<String> {
    if orders.cost() > movement_points {
        return Some(format!("orders of {} movement points, of which the ship has {movement_points}", orders.cost()));
    }
    let steps: Vec<Step> = orders.steps().collect();
    if !forward && steps.first().is_some_and(|step| *step != Step::Forward) {
        return Some("orders begin with a maneuver, and the ship did not end its last movement ahead".to_owned());
    }
    let bound = |step: &Step| !matches!(step, Step::Forward | Step::Back);
    steps.windows(2).any(|two| two.iter().all(bound)).then(|| "two maneuvers in a row".to_owned())
}

/// Where one step leads. Coordinates may be off the board, but are never far from it.
#[must_use]
pub fn after(at: Station, step: Step) -> Station {
    let ahead = |turn: i32| -> Hex { at.hex.ahead(at.facing.turned(turn), 1) };
    let turned = |by: i32| -> Facing { at.facing.turned(by) };
    match step {
        Step::Forward => Station { hex: ahead(0), ..at },
        Step::Port => Station { facing: turned(-1), ..at },
        Step::Starboard => Station { facing: turned(1), ..at },
        Step::Left => Station { hex: ahead(-1), ..at },
        Step::Right => Station { hex: ahead(1), ..at },
        Step::Back => Station { hex: ahead(3), ..at },
    }
}

/// Where orders lead, and whether the way there leaves the board.
#[must_use]
pub fn end(board: Board, from: Station, orders: Orders) -> (Station, bool) {
    orders.steps().fold((from, false), |(at, left), step| {
        let to = after(at, step);
        (to, left || !board.contains(to.hex))
    })
}

/// The first object hex that orders would enter. A sideslip and a move back enter hexes like a move ahead.
#[must_use]
pub fn obstacle(options: &Options, from: Station, orders: Orders) -> Option<Hex> {
    let mut at = from;
    let way = orders.steps().map(|step| {
        at = after(at, step);
        at.hex
    });
    way.into_iter().find(|hex| options.is_solid(*hex))
}

impl Battle<'_> {
    /// ### X 2.2.1 Orders phase (p. 13)
    /// Every ship's orders, before anything has moved.
    pub(super) fn orders_phase(&self, choices: &mut dyn Choices) -> Result<Vec<(ShipId, Orders)>, Illegal> {
        let mut all = Vec::new();
        for ship in self.afloat() {
            let orders = choices.orders(self, ship).map_err(|why| self.log.illegal("X 3.2", why))?;
            let vessel = self.vessel(ship);
            if let Some(why) = unfit(orders, vessel.movement_points(), vessel.forward) {
                // The moves recorded before this one come before its own event.
                return Err(Illegal { at: self.events().len() + all.len(), rule: "X 3.2.1", why });
            }
            if let Some(hex) = obstacle(self.setup.options, vessel.at, orders) {
                let why = format!("orders lead through an object at {}", label(hex));
                return Err(Illegal { at: self.events().len() + all.len(), rule: "X 3.3", why });
            }
            all.push((ship, orders));
        }
        Ok(all)
    }

    /// ### X 2.2.2 Movement phase (p. 13)
    /// ### X 3.3 Moving the ship (p. 15)
    /// All at once, so the order does not matter. No ship moves through an object (X 2.1.2).
    ///
    /// RULING: orders that would take a ship into one, by a sideslip or a move back too, are illegal.
    ///
    /// ### X 3.3.1 Stacking (p. 15)
    /// Ships may end in one hex.
    pub(super) fn movement_phase(&mut self, orders: &[(ShipId, Orders)]) {
        let mut gone = Vec::new();
        for (ship, orders) in orders {
            let from = self.vessel(*ship).at;
            let (to, left) = end(self.setup.options.board, from, *orders);
            let to = if left { from } else { to };
            let vessel = self.vessel_mut(*ship);
            vessel.at = to;
            vessel.forward = orders.ends_forward();
            self.log.record(Event::Move { ship: *ship, orders: *orders, to });
            if left {
                gone.push(*ship);
            }
        }
        for ship in gone {
            self.left_board(ship);
        }
    }

    /// ### X 3.3.2 Leaving the board (p. 15)
    /// A ship that leaves the board does not come back and counts as destroyed.
    ///
    /// RULING: a way that leaves the board and comes back leaves it. No explosion.
    fn left_board(&mut self, ship: ShipId) {
        self.lose(ship, Loss::LeftBoard);
    }
}
