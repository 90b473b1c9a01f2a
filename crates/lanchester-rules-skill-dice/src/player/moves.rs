//! Which move a ship makes, and which ship moves.

use std::borrow::Cow;

use lanchester_battle::weights::noise;
use lanchester_core::Side;
use lanchester_lanes::hex::Facing;

use super::Player;
use super::reach::ends;
use super::scene::Scene;
use crate::event::Position;
use crate::event::code::{Of, of};
use crate::formulas::skill::skill_die;
use crate::reference::choices::Leg;
use crate::reference::{Battle, Ship};

/// What a botched turn counts, by its weight.
const BOTCH: i32 = 16;
/// What a ship without arms counts when a side chooses which ship moves, by its weight.
const UNARMED: i32 = 48;

/// The best move so far.
struct Best {
    score: i32,
    legs: Cow<'static, [Leg]>,
}

impl Best {
    /// Keeps the first of those with the highest score.
    fn try_legs(&mut self, score: i32, legs: impl FnOnce() -> Cow<'static, [Leg]>) {
        if score > self.score {
            *self = Self { score, legs: legs() };
        }
    }
}

/// Whether no leg ends in an occupied hex.
fn free(battle: &Battle<'_>, place: usize, from: Position, legs: &[Leg]) -> bool {
    let mut at = from;
    legs.iter().all(|leg| {
        at = at.ahead(leg.ahead);
        let free = leg.ahead == 0 || !battle.occupied(at.hex, place);
        at = at.turned(leg.turn);
        free
    })
}

impl Player<'_> {
    /// The legs of the best move from here: to the place with the highest score, or up to a Helm roll that promises more.
    pub(super) fn best_move(&self, battle: &Battle<'_>, place: usize) -> Vec<Leg> {
        let ship = &battle.ships[place];
        let policy = self.policy(ship.id.side);
        let mut scene = self.scene(battle, place, policy);
        let mut best = Best { score: i32::MIN, legs: Cow::Borrowed(&[Leg { ahead: 0, turn: 0 }]) };
        // Ships near enough to be in the way.
        let crowded = (0..battle.ships.len()).any(|other| {
            let other = &battle.ships[other];
            other.id != ship.id && other.in_play() && other.at.hex.distance(ship.at.hex) <= ship.points.into()
        });
        let saved = (u16::from(ship.design.thrust) * u16::from(16 - policy.haste) / 16) as u8;
        let points = ship.points.saturating_sub(saved);
        let cost = if ship.no_turns { u8::MAX } else { ship.turn_cost() };
        let code = of(ship.seat, ship.id.slot.into(), Of::Policy(ship.rolls));
        let seed = self.key.stream_seed(battle.turn.into(), code) as i16 | 1;
        for (index, end) in ends(points, cost, ship.locked, ship.turned_here).iter().enumerate() {
            let noise = i32::from(noise(policy.moves.noise, seed, index as u16));
            let Some(score) = scene.score_above(end.of(ship.at), best.score.saturating_sub(noise)) else { continue };
            let score = score + noise;
            if score > best.score && (!crowded || free(battle, place, ship.at, &end.legs)) {
                best.try_legs(score, || Cow::Borrowed(&end.legs));
            }
        }
        if policy.gamble && !ship.no_turns {
            self.gambles(battle, place, &mut scene, points, &mut best);
        }
        best.legs.into_owned()
    }

    /// Turns of two and three hexsides on the line ahead, then straight on: by the chances of the Helm die.
    fn gambles(&self, battle: &Battle<'_>, place: usize, scene: &mut Scene<'_>, points: u8, best: &mut Best) {
        let ship = &battle.ships[place];
        let Some(pilot) = ship.pilot() else { return };
        let die = i32::from(skill_die(pilot.helm));
        let risk = i32::from(self.policy(ship.id.side).moves.risk) * BOTCH * 4 / die;
        let cost = ship.turn_cost();
        // What a ship gets that cannot pay its turn and goes on straight ahead.
        let mut straight = i32::MIN;
        for ahead in (0..=points).rev() {
            let at = ship.at.ahead(ahead);
            if ahead > 0 && battle.occupied(at.hex, place) {
                continue;
            }
            straight = scene.score_above(at, straight).map_or(straight, |score| straight.max(score));
            let left = points - ahead;
            let mut botched = None;
            for turn in [-3i8, -2, 2, 3] {
                // Three hexsides are the same facing either way.
                if !battle.may_turn(place, turn, left, ahead == 0) || (turn == -3 && !ship.locked[1]) {
                    continue;
                }
                let need = i32::from(turn.unsigned_abs() + ship.maneuver) + ship.hindered();
                let well = (die - need.max(2) + 1).max(0);
                if well == 0 {
                    continue;
                }
                let turned = at.turned(turn);
                let free = |hexes: &u8| *hexes == 0 || !battle.occupied(turned.ahead(*hexes).hex, place);
                let good = (0..=left - cost).filter(free).fold(None, |most: Option<i32>, hexes| {
                    most.max(scene.score_above(turned.ahead(hexes), most.unwrap_or(i32::MIN)))
                });
                let good = good.unwrap_or(i32::MIN / 4);
                let botched = *botched.get_or_insert_with(|| {
                    (0..6).map(|facing| scene.score(Position { facing: Facing::new(facing), ..at })).min().unwrap_or(0)
                });
                // A roll that misses by k costs k points more.
                let late = i32::from(left - cost).min(need - 2).max(0);
                let outcomes =
                    [(good, well), (botched, 1), (scene.score(turned), late), (straight, (need - 2 - late).max(0))];
                let sum: i64 = outcomes.iter().map(|(score, faces)| i64::from(*score) * i64::from(*faces)).sum();
                best.try_legs((sum / i64::from(die)) as i32 - risk, || Cow::Owned(vec![Leg { ahead, turn }]));
            }
        }
    }

    /// The facing that is worst for a ship whose turn was botched, as its opponent's policy sees it.
    pub(super) fn worst_facing(&self, battle: &Battle<'_>, place: usize) -> Facing {
        let ship = &battle.ships[place];
        let mut scene = self.scene(battle, place, self.policy(ship.id.side.opponent()));
        let all = (0..6).map(|turn| ship.at.facing.turned(turn));
        all.min_by_key(|facing| scene.score(Position { facing: *facing, ..ship.at })).unwrap_or(ship.at.facing)
    }

    /// The ship that a side moves next; `None` to pass.
    pub(super) fn next_ship(&self, battle: &Battle<'_>, side: Side) -> Option<u8> {
        let policy = self.policy(side);
        if policy.pass && battle.may_pass(battle.seat(side)) {
            return None;
        }
        let seat = battle.seat(side);
        let score = |ship: &Ship<'_>| {
            let enemies = battle.ships.iter().filter(|other| other.seat != seat && other.in_play());
            let (mut nearest, mut covered) = (0, 0);
            for (nth, enemy) in enemies.enumerate() {
                let distance = i32::from(enemy.at.hex.distance(ship.at.hex));
                nearest = if nth == 0 { distance } else { distance.min(nearest) };
                covered += i32::from(enemy.moved && distance <= 12) * 10;
            }
            i32::from(policy.order.points) * self.tables.sixteenths(side, ship.design.points)
                + i32::from(policy.order.distance) * nearest
                + i32::from(policy.order.covered) * covered
                + if ship.armed() { 0 } else { i32::from(policy.order.unarmed) * UNARMED }
        };
        let mut best: Option<(u8, i32)> = None;
        for ship in battle.ships.iter().filter(|ship| ship.seat == seat && ship.in_play() && !ship.moved) {
            let score = score(ship);
            if best.is_none_or(|(_, most)| score > most) {
                best = Some((ship.id.slot, score));
            }
        }
        best.map(|(slot, _)| slot)
    }
}
