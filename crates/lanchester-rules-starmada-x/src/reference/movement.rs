//! Orders and movement (X 3).

use super::{Battle, Choices, Illegal};
use crate::event::{Event, Loss, ShipId};
use crate::formulas::{end, obstacle, unfit};
use crate::options::label;
use crate::orders::Orders;

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
