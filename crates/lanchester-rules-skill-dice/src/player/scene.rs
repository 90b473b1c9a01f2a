//! What the ends of a move are worth: the fire dealt and taken there, and where it lies to friends and enemies.

use std::ops::Range;

use lanchester_lanes::hex::{Bearing, Facing, Hex16};

use super::Player;
use super::volley::{Gun, Volley};
use crate::design::{MAX_WEAPONS, band_modifier};
use crate::event::Position;
use crate::flight::Flight;
use crate::policy::Policy;
use crate::reference::{Battle, Ship};

/// Hexes within which an enemy shares its fire, and has a tail to sit on.
const NEAR: u16 = 12;
/// Hexes from the nearest enemy that a ship without arms seeks: beyond the thrust and range of most, and not yet gone.
const AWAY: i32 = 24;
/// What hexes and hexsides count, beside fire.
const UNIT: i32 = 8;
/// Eighths of its fire that an enemy that has yet to move brings to bear, by hexsides between its bow and the ship.
const REPLY: [i32; 4] = [8, 7, 5, 3];

/// An enemy as the ship that chooses sees it.
#[derive(Clone, Debug)]
struct Enemy {
    at: Position,
    moved: bool,
    /// Hexes that it may come nearer.
    closes: u16,
    /// What the ship may fire at it.
    own: Volley,
    /// What it may fire at the ship: its share, as an enemy's fire is shared out among the ships near it.
    its: Volley,
}

/// What a ship sees when it chooses its move.
#[derive(Clone, Debug)]
pub struct Scene<'p> {
    policy: &'p Policy,
    /// The weight of the fire that it may take.
    take: i8,
    enemies: Vec<Enemy>,
    friends: Vec<Hex16>,
    flight: Flight,
    /// The torpedoes that track it: where they are, and how many.
    torpedoes: Vec<(Position, usize)>,
    /// What they do, by the number that arrives.
    salvos: Vec<i32>,
    /// Hexes from the nearest enemy that it seeks.
    keep: i32,
    armed: bool,
    /// Where the ship is.
    from: Hex16,
    /// Hexes that a move leads away at most.
    radius: i16,
    /// PERF: of each hex that a move leads to its number in `known`, from 1.
    slots: Vec<u16>,
    /// The hexes that were scored.
    known: Vec<Here>,
    /// The enemies in reach of those hexes.
    in_reach: Vec<InReach>,
}

/// An enemy in reach of the ship's guns from a hex.
#[derive(Clone, Copy, Debug)]
struct InReach {
    /// Its number.
    enemy: u16,
    distance: u16,
    /// In which bearing class from the north it is.
    to: Option<u8>,
}

impl<'p> Player<'p> {
    /// What a ship may fire at another of a value in 512ths of the costliest ship's, gun by gun.
    fn guns(&self, battle: &Battle<'_>, firer: &Ship<'_>, target: &Ship<'_>, value: i32) -> Vec<Gun> {
        let ready = firer.ready(battle.turn);
        let screens = target.screens_in(battle.turn);
        let off = firer.off_totals();
        let mut guns = Vec::new();
        for (crew, of) in firer.living() {
            for nth in (0..MAX_WEAPONS).filter(|nth| (of.weapons & ready) >> nth & 1 == 1) {
                let weapon = &firer.design.weapons[nth];
                let armour = weapon.against.of(screens);
                let worth = std::array::from_fn(|band| {
                    let need = i32::from(target.screen_now()) - band_modifier(band) + off;
                    let id = (firer.id.side, firer.id.slot);
                    self.tables.shot(id, [crew, nth], [target.structure, armour], need) * value / 320
                });
                let arcs = firer.arcs[nth];
                guns.push(Gun { crew: crew as u8, weapon: nth as u8, ranges: weapon.ranges, arcs, worth });
            }
        }
        guns
    }

    /// What a ship sees, by the policy of a side.
    pub(super) fn scene(&self, battle: &Battle<'_>, place: usize, policy: &'p Policy) -> Scene<'p> {
        let ship = &battle.ships[place];
        let own = || battle.ships.iter().filter(|other| other.seat == ship.seat && other.in_play());
        let enemies = battle.enemies(place).map(|enemy| {
            let enemy = &battle.ships[enemy];
            let near = own().filter(|own| own.at.hex.distance(enemy.at.hex) <= NEAR).count() as i32;
            let share = 8 * self.tables.value(ship.design.points) / near.max(1);
            Enemy {
                at: enemy.at,
                moved: enemy.moved,
                closes: if enemy.pilot().is_some() { u16::from(enemy.thrust_in(battle.turn)) / 2 } else { 0 },
                own: Volley::new(self.guns(battle, ship, enemy, self.prize(enemy)), policy.assign),
                its: Volley::new(self.guns(battle, enemy, ship, share), policy.assign),
            }
        });
        let friends = own().filter(|other| other.id != ship.id).map(|other| other.at.hex).collect();
        let mut torpedoes: Vec<(Position, usize)> = Vec::new();
        let mut salvos = vec![0];
        for (_, torpedo) in battle.in_flight().filter(|(_, torpedo)| torpedo.target == place) {
            match torpedoes.iter_mut().find(|(at, _)| *at == torpedo.at) {
                Some((_, count)) => *count += 1,
                None => torpedoes.push((torpedo.at, 1)),
            }
            let harm = self.salvo(battle.options, &battle.ships[torpedo.from], ship, salvos.len());
            salvos.push(harm * self.tables.value(ship.design.points) / 40);
        }
        let armed = ship.armed();
        let keep = if armed { policy.keep.into() } else { AWAY };
        let radius = i16::from(ship.points);
        let across = 2 * usize::from(ship.points) + 1;
        let forces = !battle.contact && policy.force.is_some_and(|turn| u16::from(turn) <= battle.turn);
        Scene {
            policy,
            take: if forces { 0 } else { policy.moves.take },
            enemies: enemies.collect(),
            friends,
            flight: battle.flight(),
            torpedoes,
            salvos,
            keep,
            armed,
            from: ship.at.hex,
            radius,
            slots: vec![0; across * across],
            known: Vec::new(),
            in_reach: Vec::new(),
        }
    }
}

/// Hexsides off the bow at most.
const MOST_OFF: i32 = 3;

/// Hexsides between straight ahead and a bearing class, 0 to [`MOST_OFF`].
const fn off_bow(class: u8) -> i32 {
    let off = if class > 12 { 24 - class } else { class };
    ((off + 2) / 4) as i32
}

/// The bearing class in which another place is seen from a facing, by its class from the north; 0 in the own hex.
fn seen(to: Option<u8>, facing: Facing) -> u8 {
    to.map_or(0, |to| (to + 4 * (6 - facing.index())) % Bearing::CLASSES)
}

/// Eighths of the fire between a ship and an enemy that count: less where the enemy may yet move away.
fn eighths(policy: &Policy, enemy: &Enemy) -> i32 {
    if enemy.moved { 8 } else { i32::from(policy.unmoved) }
}

/// A score that was not worked out yet.
const UNKNOWN: i32 = i32::MIN;

/// What a hex is worth at the end of a move.
#[derive(Clone, Debug)]
struct Here {
    /// Whatever the facing there.
    score: i32,
    /// In the best facing that there could be.
    most: i32,
    /// By facing.
    facings: [i32; 6],
    /// In which bearing class from the north the nearest enemy is, if a ship looks for one.
    nearest: Option<Option<u8>>,
    /// Its part of [`Scene::in_reach`].
    in_reach: Range<usize>,
}

impl Scene<'_> {
    /// What a place at the end of a move is worth.
    #[must_use]
    pub fn score(&mut self, at: Position) -> i32 {
        self.score_above(at, i32::MIN).unwrap_or(i32::MIN)
    }

    /// What a place at the end of a move is worth, or `None` where it is seen at once that this is no more than `least`.
    #[must_use]
    pub fn score_above(&mut self, at: Position, least: i32) -> Option<i32> {
        let nth = self.known(at.hex);
        let here = &self.known[nth];
        // PERF: most ends of a move cannot be the best, whatever the facing.
        if here.most <= least {
            return None;
        }
        let score = here.facings[usize::from(at.facing.index())];
        Some(if score == UNKNOWN { self.facing(at.facing, nth) } else { score })
    }

    /// The number in `known` of a hex, which is worked out where it is new.
    fn known(&mut self, hex: Hex16) -> usize {
        let slot = self.slot(hex);
        match slot.map_or(0, |slot| self.slots[slot]) {
            0 => self.new_hex(hex, slot),
            nth => usize::from(nth - 1),
        }
    }

    #[inline(never)]
    fn new_hex(&mut self, hex: Hex16, slot: Option<usize>) -> usize {
        let here = self.here(hex);
        self.known.push(here);
        if let Some(slot) = slot {
            self.slots[slot] = self.known.len() as u16;
        }
        self.known.len() - 1
    }

    /// The slot of a hex, if a move leads there.
    fn slot(&self, hex: Hex16) -> Option<usize> {
        let by = self.from.to(hex);
        // In a column every second half-hex is the centre of a hex.
        let [q, h] = [by.q + self.radius, (by.h + 2 * self.radius) >> 1];
        let across = 2 * self.radius + 1;
        ((0..across).contains(&q) && (0..across).contains(&h)).then(|| (q * across + h) as usize)
    }

    /// What a facing is worth in a known hex: the fire that it deals, and the nearest enemy before its bow.
    #[inline(never)]
    fn facing(&mut self, facing: Facing, nth: usize) -> i32 {
        let here = &self.known[nth];
        let mut deal = 0;
        for InReach { enemy, distance, to } in &self.in_reach[here.in_reach.clone()] {
            let enemy = &mut self.enemies[usize::from(*enemy)];
            // Each crew fires once: at the best of the enemies.
            let fire = enemy.own.at(*distance, Some(seen(*to, facing)));
            deal = deal.max(fire * eighths(self.policy, enemy) / 8);
        }
        let off = here.nearest.map_or(0, |to| off_bow(seen(to, facing)));
        let moves = &self.policy.moves;
        let score = here.score + i32::from(moves.deal) * deal - UNIT * i32::from(moves.bow) * off;
        self.known[nth].facings[usize::from(facing.index())] = score;
        score
    }

    /// What a hex is worth: the fire taken there, tails, and how far friends and enemies are.
    fn here(&mut self, at: Hex16) -> Here {
        let (mut take, mut tail, mut deal) = (0, 0, 0);
        let mut nearest: Option<(u16, Option<u8>)> = None;
        let first = self.in_reach.len();
        for (enemy, nth) in self.enemies.iter_mut().zip(0..) {
            let distance = at.distance(enemy.at.hex);
            let to = Bearing::of(at.to(enemy.at.hex)).map(Bearing::class);
            let back = seen(to.map(|to| to + Bearing::CLASSES / 2), enemy.at.facing);
            take += if enemy.moved {
                enemy.its.at(distance, Some(back))
            } else {
                let closer = distance.saturating_sub(enemy.closes).max(1);
                enemy.its.at(closer, None) * eighths(self.policy, enemy) * REPLY[off_bow(back) as usize] / 64
            };
            if distance <= NEAR && self.armed {
                tail += off_bow(back);
            }
            if nearest.is_none_or(|(most, _)| distance < most) {
                nearest = Some((distance, to));
            }
            if enemy.own.reaches(distance) {
                deal = deal.max(enemy.own.at(distance, None) * eighths(self.policy, enemy) / 8);
                self.in_reach.push(InReach { enemy: nth, distance, to });
            }
        }
        let arriving =
            self.torpedoes.iter().filter(|(from, _)| self.flight.cost(*from, at) <= self.flight.speed.into());
        take += self.salvos[arriving.map(|(_, count)| count).sum::<usize>()];
        let lone = self.friends.iter().map(|friend| friend.distance(at)).min();
        let lone = i32::from(lone.map_or(0, |distance| distance.saturating_sub(3)));
        let away = (i32::from(nearest.map_or(u16::MAX, |(distance, _)| distance)) - self.keep).abs();
        let moves = &self.policy.moves;
        let weigh = |weight: i8, feature: i32| i32::from(weight) * feature;
        let score = UNIT * (weigh(moves.tail, tail) - weigh(moves.range, away) - weigh(moves.fleet, lone))
            - weigh(self.take, take);
        let nearest = nearest.filter(|_| self.armed).map(|(_, to)| to);
        let most = score + weigh(moves.deal, deal).max(0) - (UNIT * weigh(moves.bow, MOST_OFF)).min(0);
        Here { score, most, facings: [UNKNOWN; 6], nearest, in_reach: first..self.in_reach.len() }
    }
}
