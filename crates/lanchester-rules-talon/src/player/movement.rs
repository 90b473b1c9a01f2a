//! How ships move.

use lanchester_core::Side;
use lanchester_hex::Bearing;

use super::ahead::{Ahead, Enemy, TIMES, enemies, own_turn};
use super::exchange::{MOST_VALUE, Stand, eighths, hull, worth};
use super::{Player, first_best, noise};
use crate::design::MAX_SHIPS;
use crate::event::ShipId;
use crate::position::{Position, Step};
use crate::reference::{Battle, Mover};

/// Against a hex with a friend in it.
pub const STACKED: i16 = 1500;
/// Farthest off the range wanted, and from the nearest friend, that counts.
pub const FARTHEST: i16 = 31;
/// Hexes from the nearest friend that cost nothing.
pub const CLOSE: i16 = 3;
/// Hull boxes of a ship that may explode soon.
pub const CRIPPLED: i16 = 2;
/// The bearing class of what is astern.
const ASTERN: u8 = 12;
/// Scores of moves are kept within this, so that differences of two fit 16 bits.
pub const LIMIT: i16 = 16_383;

/// What a ship looks at when it moves.
pub(super) struct View<'b, 'a> {
    pub battle: &'b Battle<'a>,
    pub ship: ShipId,
    pub ahead: Ahead,
    pub enemies: Vec<Enemy>,
}

impl<'b, 'a> View<'b, 'a> {
    pub fn new(battle: &'b Battle<'a>, ship: ShipId) -> Self {
        let ahead = Ahead::new(battle.vessel(ship), std::array::from_fn(|turn| own_turn(battle, turn as u8 + 1)));
        Self { battle, ship, ahead, enemies: enemies(battle, ship.side) }
    }
}

impl Player<'_> {
    /// The next ship of a side that moves. Ships go in slot order; one whose way leads into the hex of a friend that has yet to
    /// move waits until all others have moved.
    pub(super) fn next_ship(&mut self, battle: &Battle<'_>, side: Side) -> Option<Mover> {
        while self.turn.ship < 2 * MAX_SHIPS as u8 {
            let waited = self.turn.ship >= MAX_SHIPS as u8;
            let slot = self.turn.ship % MAX_SHIPS as u8;
            self.turn.ship += 1;
            let Some(ship) = battle.there(side, slot).filter(|ship| !battle.vessel(*ship).design.base) else {
                continue;
            };
            if waited && !self.turn.waits[usize::from(slot)] {
                continue;
            }
            let view = View::new(battle, ship);
            let step = self.best_step(&view, waited);
            if !waited && step.is_some_and(|step| self.in_the_way(&view, step)) {
                self.turn.waits[usize::from(slot)] = true;
                continue;
            }
            self.turn.moved[usize::from(slot)] = true;
            if let Some(step) = step {
                return Some(Mover::Ship(slot, step));
            }
        }
        None
    }

    /// The step with the highest score; `None` for a ship that need not move and stays.
    fn best_step(&self, view: &View<'_, '_>, waited: bool) -> Option<Step> {
        let (battle, ship) = (view.battle, view.ship);
        let vessel = battle.vessel(ship);
        let must = battle.must_move(ship);
        if !must && vessel.burners == 0 {
            return None;
        }
        let price = if must { 0 } else { 16 * i16::from(self.policy(ship.side).moves.burn) };
        let stay = (None, self.position_score(view, vessel.at));
        let steps = Step::ALL.into_iter().enumerate();
        let moves = steps.filter(|(_, step)| battle.may_move(ship, *step).is_ok()).map(|(index, step)| {
            let score = self.step_score(view, step, index, waited).saturating_sub(price);
            (Some(step), score)
        });
        let candidates = (!must).then_some(stay).into_iter().chain(moves);
        first_best(candidates).and_then(|(step, _)| step)
    }

    /// The score of the position that a step leads to, with friends in the way of it.
    pub(super) fn step_score(&self, view: &View<'_, '_>, step: Step, index: usize, waited: bool) -> i16 {
        let (battle, ship) = (view.battle, view.ship);
        let to = battle.vessel(ship).at.after(step);
        let stays = |other: &ShipId| waited || self.turn.moved[usize::from(other.slot)] || !battle.must_move(*other);
        let friends = battle.afloat(ship.side).into_iter().filter(|other| *other != ship);
        let stacked = friends.filter(stays).any(|other| battle.vessel(other).at.hex == to.hex);
        let score = self.position_score(view, to) + self.noise(battle, ship, noise::STEPS + index as i16);
        (score - if stacked { STACKED } else { 0 }).clamp(-LIMIT, LIMIT)
    }

    /// Whether a friend that has yet to move stands where a step leads.
    fn in_the_way(&self, view: &View<'_, '_>, step: Step) -> bool {
        let (battle, ship) = (view.battle, view.ship);
        let to = battle.vessel(ship).at.after(step).hex;
        let friends = battle.afloat(ship.side).into_iter().filter(|other| *other != ship);
        let mut ahead = friends.filter(|other| !self.turn.moved[usize::from(other.slot)] && battle.must_move(*other));
        ahead.any(|other| battle.vessel(other).at.hex == to)
    }

    /// How good it is to be there after the move of this impulse.
    pub(super) fn position_score(&self, view: &View<'_, '_>, there: Position) -> i16 {
        let weights = &self.policy(view.ship.side).moves;
        let mut score =
            i16::from(weights.deal) * self.deal(view, there) - i16::from(weights.take) * self.take(view, there);
        if let Some((range, hours)) = self.bearing(view, there) {
            score -= i16::from(weights.range) * range + i16::from(weights.bow) * hours;
        }
        let (crowd, apart) = company(view, there);
        score - i16::from(weights.spread) * crowd - i16::from(weights.fleet) * apart
    }

    /// The value of the best shot at one enemy: now, or later, which counts as `patience` says.
    pub(super) fn deal(&self, view: &View<'_, '_>, there: Position) -> i16 {
        let policy = self.policy(view.ship.side);
        let times = (0..TIMES).map(|time| {
            let shot = self.best_shot(view, there, time, view.ahead.charged[time]);
            eighths(shot, if time == 0 { 8 } else { policy.patience })
        });
        times.max().unwrap_or(0)
    }

    /// The value of the best shot of these groups at a time.
    pub(super) fn best_shot(&self, view: &View<'_, '_>, there: Position, time: usize, groups: [bool; 4]) -> i16 {
        let (battle, extra) = (view.battle, self.policy(view.ship.side).hull);
        let boundary = battle.setup.options.arc_boundary;
        let firer = Stand { ship: view.ship, vessel: battle.vessel(view.ship), at: view.ahead.at(there, time) };
        let shots = view.enemies.iter().map(|enemy| {
            let target = Stand { ship: enemy.ship, vessel: battle.vessel(enemy.ship), at: enemy.at[time] };
            worth(self.tables, boundary, &firer, groups, &target, extra)
        });
        shots.max().unwrap_or(0)
    }

    /// The value of the enemies' answers, the better one of the next two turns of each; its share of them.
    fn take(&self, view: &View<'_, '_>, there: Position) -> i16 {
        let (battle, policy) = (view.battle, self.policy(view.ship.side));
        let boundary = battle.setup.options.arc_boundary;
        let mut sum = 0;
        for enemy in &view.enemies {
            let answers = (1..TIMES).map(|time| {
                let firer = Stand { ship: enemy.ship, vessel: battle.vessel(enemy.ship), at: enemy.at[time] };
                let target =
                    Stand { ship: view.ship, vessel: battle.vessel(view.ship), at: view.ahead.at(there, time - 1) };
                let shot = worth(self.tables, boundary, &firer, enemy.charged[time], &target, policy.hull);
                eighths(shot, if time == 1 { 8 } else { policy.patience })
            });
            sum += (answers.max().unwrap_or(0) * enemy.share) >> 6;
        }
        sum.min(MOST_VALUE)
    }

    /// Hexes off the range wanted, and hours off the bow, of the enemy that will be nearest.
    fn bearing(&self, view: &View<'_, '_>, there: Position) -> Option<(i16, i16)> {
        let distance = |enemy: &Enemy| there.hex.distance(enemy.at[1].hex);
        let nearest = view.enemies.iter().min_by_key(|enemy| distance(enemy))?;
        let wanted =
            self.tables.ships[view.ship.side][usize::from(view.ship.slot)].wanted[usize::from(nearest.ship.slot)];
        let charged = view.ahead.charged.iter().flatten().any(|charged| *charged);
        let wanted = i16::from(wanted) + if charged { 0 } else { i16::from(self.policy(view.ship.side).withdraw) };
        let range = (distance(nearest) as i16 - wanted).abs().min(FARTHEST);
        // Nobody can be fired at in the own hex: that is no better than astern.
        let class = Bearing::of(there.hex.to(nearest.at[1].hex)).map_or(ASTERN, |b| b.seen_from(there.facing).class());
        let off = i16::from(class.min(24 - class));
        Some((range, (off + 1) >> 1))
    }
}

/// Friends and cripples that may explode within a hex, and hexes beyond three from the nearest friend.
fn company(view: &View<'_, '_>, there: Position) -> (i16, i16) {
    let battle = view.battle;
    let (mut crowd, mut nearest) = (0, i16::MAX);
    for side in Side::BOTH {
        for other in battle.afloat(side).into_iter().filter(|other| *other != view.ship) {
            let vessel = battle.vessel(other);
            let distance = there.hex.distance(vessel.at.hex) as i16;
            if side == view.ship.side {
                nearest = nearest.min(distance);
                crowd += i16::from(distance <= 1);
            }
            if distance <= 1 && hull(vessel) <= CRIPPLED {
                crowd += i16::from(vessel.design.explosion);
            }
        }
    }
    let apart = if nearest == i16::MAX { 0 } else { (nearest - CLOSE).clamp(0, FARTHEST) };
    (crowd.min(FARTHEST), apart)
}
