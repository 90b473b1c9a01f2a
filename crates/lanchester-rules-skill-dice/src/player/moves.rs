//! Which move a ship makes, and which ship moves.

use lanchester_battle::weights::noise;
use lanchester_core::Side;
use lanchester_lanes::hex::Facing;

use super::Player;
use super::reach::{End, Reach, reach};
use super::scene::Scene;
use crate::event::Position;
use crate::event::code::{Of, of};
use crate::reference::choices::Leg;
use crate::reference::{Battle, Ship};

/// What a ship without arms counts when a side chooses which ship moves, by its weight.
const UNARMED: i32 = 48;

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

/// A ship that chooses a move, and what it sees.
pub(super) struct Chooser<'c, 'a> {
    pub battle: &'c Battle<'a>,
    pub place: usize,
    /// Points that it spends at most.
    pub points: u8,
    /// It may turn by several hexsides.
    pub gambles: bool,
    /// Ships are near enough to be in the way.
    crowded: bool,
    pub reach: &'static Reach,
    pub scene: &'c Scene,
}

impl Chooser<'_, '_> {
    pub(super) fn at(&self) -> Position {
        self.battle.ships[self.place].at
    }

    /// Whether no other ship is in a hex.
    pub(super) fn is_free(&self, hex: u16) -> bool {
        !self.crowded || !self.battle.occupied(self.reach.hex(self.at(), hex), self.place)
    }

    /// The best so far, or in one of these hexes with this facing.
    pub(super) fn best_of(&self, best: i32, hexes: &[u16], facing: Facing) -> i32 {
        hexes
            .iter()
            .filter(|hex| self.is_free(**hex))
            .fold(best, |best, hex| self.scene.score_above(*hex, facing, best).map_or(best, |score| score.max(best)))
    }

    /// What an end is worth, if that may be more than `least` and a ship can end its move there.
    pub(super) fn end(&self, end: &End, least: i32) -> Option<i32> {
        let score = self.scene.score_above(end.hex, self.at().facing.turned(end.turned.into()), least)?;
        (score > least && self.is_open(end)).then_some(score)
    }

    /// Whether no other ship is in the way to an end.
    pub(super) fn is_open(&self, end: &End) -> bool {
        !self.crowded || free(self.battle, self.place, self.at(), &end.legs)
    }

    /// The number of the best end and its score with noise: of equal ones the first. `noise` is what its number adds, at most
    /// `most_noise`.
    ///
    /// PERF: most of what an end is worth is known of its hex. Where those in the hex that promises most are looked at first, few
    /// others may be as good.
    fn best_end(&self, noise: impl Fn(u16) -> i32, most_noise: i32) -> Option<(u16, i32)> {
        let mosts = self.scene.mosts(self.reach.in_hex.len());
        let top = mosts.iter().max()?;
        let promising = (top, mosts.iter().position(|most| most == top)? as u16);
        let mut best: Option<(u16, i32)> = None;
        let mut least = i32::MIN;
        for (most, hex) in std::iter::once(promising).chain(mosts.iter().zip(0u16..)) {
            if *most < least {
                continue;
            }
            for nth in &self.reach.in_hex[usize::from(hex)] {
                let noise = noise(*nth);
                let than = best.map_or(i32::MIN, |(_, score)| score - noise - 1);
                let Some(score) = self.end(&self.reach.ends[usize::from(*nth)], than) else { continue };
                if best.is_none_or(|(first, most)| (score + noise, first) > (most, *nth)) {
                    best = Some((*nth, score + noise));
                    least = score + noise - most_noise;
                }
            }
        }
        best
    }
}

impl Player<'_> {
    /// The legs of the best move from here: to the place with the highest score, or up to a Helm roll that promises more.
    pub(super) fn best_move(&self, battle: &Battle<'_>, place: usize) -> Vec<Leg> {
        let ship = &battle.ships[place];
        let policy = self.policy(ship.id.side);
        let crowded = (0..battle.ships.len()).any(|other| {
            let other = &battle.ships[other];
            other.id != ship.id && other.in_play() && other.at.hex.distance(ship.at.hex) <= ship.points.into()
        });
        let saved = (u16::from(ship.design.thrust) * u16::from(16 - policy.haste) / 16) as u8;
        let points = ship.points.saturating_sub(saved);
        let cost = if ship.no_turns { u8::MAX } else { ship.turn_cost() };
        let reach = reach(points, cost, ship.locked, ship.turned_here);
        let gambles = policy.gamble && !ship.no_turns;
        let mut scene = self.scene.take();
        let hexes = if gambles { reach.hexes } else { reach.in_hex.len() };
        self.see(&mut scene, (battle, place), policy, (reach, hexes));
        let chooser = Chooser { battle, place, points, gambles, crowded, reach, scene: &scene };
        let code = of(ship.seat, ship.id.slot.into(), Of::Policy(ship.rolls));
        let seed = self.key.stream_seed(battle.turn.into(), code) as i16 | 1;
        let weight = policy.moves.noise;
        let noise = |nth: u16| if weight == 0 { 0 } else { i32::from(noise(weight, seed, nth)) };
        let replied = if scene.foresees { self.by_replies(&chooser, policy.replies, noise) } else { None };
        let legs = replied.unwrap_or_else(|| {
            let best = chooser.best_end(noise, (255 * i32::from(weight)).max(0));
            let gamble = self.best_gamble(&chooser, best.map_or(i32::MIN, |(_, score)| score));
            match (gamble, best) {
                (Some(gamble), _) => gamble.legs(),
                (None, Some((nth, _))) => reach.ends[usize::from(nth)].legs.clone(),
                (None, None) => vec![Leg { ahead: 0, turn: 0 }],
            }
        });
        self.scene.replace(scene);
        legs
    }

    /// The facing that is worst for a ship whose turn was botched, as its opponent's policy sees it.
    pub(super) fn worst_facing(&self, battle: &Battle<'_>, place: usize) -> Facing {
        let ship = &battle.ships[place];
        let mut scene = self.scene.take();
        let policy = self.policy(ship.id.side.opponent());
        self.see(&mut scene, (battle, place), policy, (reach(0, 1, [false; 2], false), 1));
        let all = (0..6).map(|turn| ship.at.facing.turned(turn));
        let worst = all.min_by_key(|facing| scene.score(0, *facing));
        self.scene.replace(scene);
        worst.unwrap_or(ship.at.facing)
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
