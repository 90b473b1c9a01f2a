//! What orders a ship is given.

use lanchester_battle::appraisal::noise_seed;
use lanchester_battle::weights::{edge_pull, facing_pull, first_best, fleet_pull, noise, outranged_pull, range_pull};
use lanchester_lanes::hex::{Bearing, Hex};

use super::Player;
use super::exchange::{Stand, opponents};
use crate::event::{ShipId, code};
use crate::formulas::{end, obstacle};
use crate::lanes::chooser::candidates::{Candidates, End, Permit};
use crate::lanes::field::LONGEST_WAY;
use crate::options::Station;
use crate::orders::Orders;
use crate::reference::Battle;

/// What a way on costs that ends in an object or off the board.
const CLOSED: i64 = -8000;
/// An eighth of the best exchange next turn counts up to this.
const MOST: i64 = 1600;

/// A ship that is given orders.
struct Mover<'b, 'a> {
    battle: &'b Battle<'a>,
    stand: Stand<'b, 'a>,
    /// Where the other ships of its side are.
    friends: Vec<Hex>,
    /// The policy's random number.
    seed: i16,
}

impl<'b, 'a> Mover<'b, 'a> {
    fn new(battle: &'b Battle<'a>, ship: ShipId, seed: i16) -> Self {
        let others = battle.ships(ship.side).filter(|other| *other != ship).map(|other| battle.vessel(other));
        let friends = others.filter(|vessel| vessel.alive()).map(|vessel| vessel.at.hex).collect();
        Self { battle, stand: Stand::new(battle, ship), friends, seed }
    }

    /// The ends of a list that a policy takes, and the ship there: it may go there, stays on the board and out of objects, and does not
    /// end with an object ahead and without the right to begin with a maneuver.
    fn legal(
        &self,
        list: &'static Candidates,
    ) -> impl Iterator<Item = (&'static End, Stand<'b, 'a>)> + use<'_, 'b, 'a> {
        let (options, Stand { vessel, at, .. }) = (self.battle.setup.options, self.stand);
        let payable = list.ends.iter().filter(move |choice| choice.cost <= vessel.movement_points());
        let permitted = payable.filter(move |choice| match choice.permit {
            Permit::Any => true,
            Permit::Free => vessel.forward,
            Permit::Bound => !vessel.forward,
        });
        permitted.filter_map(move |choice| {
            let (to, left) = end(options.board, at, choice.orders);
            let barred = || {
                let stuck = !choice.forward && options.is_solid(to.hex.ahead(to.facing, 1));
                stuck || obstacle(options, at, choice.orders).is_some()
            };
            let closed = left || (!options.objects.is_empty() && barred());
            (!closed).then_some((choice, self.stand.moved(to)))
        })
    }
}

impl Player<'_> {
    /// The best orders of a ship, of equals those that are listed first, and whether a second look at a shortlist preferred them.
    pub fn best_orders(&mut self, battle: &Battle<'_>, ship: ShipId) -> (Orders, bool) {
        self.note(battle);
        let policy = self.policy(ship.side);
        let turn = battle.turn as u8;
        let seed = noise_seed(self.key.0, turn, code::steer(ship.side.seat(battle.number), ship.slot.into()));
        let mover = Mover::new(battle, ship, seed);
        let list = Candidates::of(mover.stand.vessel.design.engines, !self.tables.solid.is_empty());
        let several = policy.anticipate.looks_everywhere();
        let Some(length) = policy.shortlist.filter(|_| several) else {
            let scored = mover.legal(list).map(|(choice, me)| (choice.orders, self.score(&mover, choice, &me, false)));
            // Whoever has nothing else stays.
            return (first_best(scored).map_or_else(Orders::default, |(orders, _)| orders), false);
        };
        let scored = mover.legal(list).map(|(choice, me)| ((choice, me), self.score(&mover, choice, &me, true)));
        let mut first: Vec<_> = scored.collect();
        // The sort is stable: the first of equals stays first.
        first.sort_by_key(|(_, score)| -score);
        first.truncate(length.into());
        let again = first.iter().map(|((choice, me), _)| (choice.orders, self.score(&mover, choice, me, false)));
        let best = first_best(again).map_or_else(Orders::default, |(orders, _)| orders);
        (best, first.first().is_some_and(|((choice, _), _)| choice.orders != best))
    }

    /// The score of orders that lead a ship there, as the page of policies defines it: all of it, or what a `first` look for a
    /// shortlist sees, enemies in the first of their places in this turn.
    fn score(&self, mover: &Mover<'_, '_>, choice: &End, me: &Stand<'_, '_>, first: bool) -> i64 {
        let Mover { battle, friends, .. } = mover;
        let weights = &self.policy(me.ship.side).moves;
        let (at, board) = (me.at.hex, battle.setup.options.board);
        let exchange = self.exchange(battle, me, first, 1 + friends.len()).clamp(i16::MIN.into(), i16::MAX.into());
        let mut score = exchange + self.pull(battle, me);
        if !first && weights.next != 0 {
            score += self.next(mover, me);
        }
        score += edge_pull(weights.edge, board, at.q as u8, at.h as u8 / 2);
        let crowd = friends.iter().filter(|friend| friend.distance(at) <= 1).count() as i64;
        score -= crowd * i64::from(weights.crowd);
        if !self.forces(battle, me.ship.side) {
            score += fleet_pull(weights.fleet, me.ship.side.seat(battle.number), friends, at);
        }
        score -= 16 * i64::from(weights.blast) * i64::from(battle.blast(at));
        score += i64::from(weights.forward) * i64::from(choice.forward);
        score -= i64::from(weights.moved) * i64::from(choice.cost);
        score + i64::from(noise(weights.noise, mover.seed, choice.index as u16))
    }

    /// The pull of range and facing relative to the nearest enemy by the way around objects, where it most likely is.
    fn pull(&self, battle: &Battle<'_>, me: &Stand<'_, '_>) -> i64 {
        let way = |enemy: &ShipId| {
            let known = self.known(*enemy);
            self.tables.way(&known.ways, known.places[0].hex, me.at.hex)
        };
        let Some(enemy) = opponents(battle, me.ship).map(|enemy| enemy.ship).min_by_key(way) else { return 0 };
        let (there, tables) = (self.known(enemy).places[0].hex, self.tables.ship(me.ship));
        let weights = &self.policy(me.ship.side).moves;
        let goal = tables.goals[usize::from(enemy.slot)];
        // Out of sight, the shorter the way the better.
        let hidden = if self.sees(me.at.hex, there) { 0 } else { goal };
        let away = (way(&enemy) + hidden).min(LONGEST_WAY);
        let outranged = outranged_pull(weights.outranged, [tables.reach, self.tables.ship(enemy).reach], away);
        let range = (range_pull(weights.range, goal, away) + outranged).clamp(-127, 127);
        // An enemy in the same hex counts as if it were to the east.
        let class = Bearing::of(me.at.hex.to(there))
            .map_or((27 - 4 * me.at.facing.index()) % 24, |bearing| bearing.seen_from(me.at.facing).class());
        (range + facing_pull(weights.bow, weights.beam, class)).clamp(-128, 127)
    }

    /// The score of the best of seven ways on from where a ship ends its movement: what it exchanges then with enemies in the first
    /// of the places where they may be, an eighth of it.
    fn next(&self, mover: &Mover<'_, '_>, me: &Stand<'_, '_>) -> i64 {
        let options = mover.battle.setup.options;
        let points = me.vessel.movement_points();
        let ways = [(points / 2, 0), (points, 0), (0, 0), (points / 2, 1), (points / 2, -1), (0, 1), (0, -1)];
        let exchange = ways.map(|(hexes, turn)| {
            let at = Station { hex: me.at.hex.ahead(me.at.facing, hexes), facing: me.at.facing.turned(turn) };
            if !options.board.contains(at.hex) || options.is_solid(at.hex) {
                return CLOSED;
            }
            self.exchange(mover.battle, &me.moved(at), true, 1 + mover.friends.len())
        });
        let best = exchange.into_iter().max().unwrap_or(CLOSED);
        i64::from(self.policy(me.ship.side).moves.next) * best.div_euclid(8).clamp(-MOST, MOST)
    }
}
