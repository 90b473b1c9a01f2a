//! What the ends of a move are worth: the fire dealt and taken there, and where it lies to friends and enemies.

use lanchester_lanes::hex::{Bearing, Facing, Hex16};

use super::Player;
use super::fire::mean;
use crate::arcs::Arcs;
use crate::design::{MAX_CREW, MAX_WEAPONS, band, band_modifier};
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

/// A cannon of a crew and what its shot is worth at short, medium and long range.
#[derive(Clone, Copy, Debug)]
struct Gun {
    crew: u8,
    ranges: [u8; 3],
    arcs: Arcs,
    worth: [i32; 3],
}

/// An enemy as the ship that chooses sees it.
#[derive(Clone, Debug)]
struct Enemy {
    at: Position,
    moved: bool,
    /// Hexes that it may come nearer.
    closes: u16,
    /// What the ship may fire at it.
    own: Vec<Gun>,
    /// What it may fire at the ship: its share, as an enemy's fire is shared out among the ships near it.
    its: Vec<Gun>,
}

/// What a ship sees when it chooses its move.
#[derive(Clone, Debug)]
pub struct Scene<'p> {
    policy: &'p Policy,
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
}

/// What all guns of a ship deal, each crew its best, where they bear on a bearing class.
fn volley(guns: &[Gun], distance: u16, cones: Option<Arcs>) -> i32 {
    let mut best = [0; MAX_CREW];
    for gun in guns {
        if cones.is_none_or(|cones| gun.arcs.meets(cones)) {
            let crew = &mut best[usize::from(gun.crew)];
            *crew = band(gun.ranges, distance).map_or(0, |band| gun.worth[band]).max(*crew);
        }
    }
    best.iter().sum()
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
                guns.push(Gun { crew: crew as u8, ranges: weapon.ranges, arcs: firer.arcs[nth], worth });
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
                own: self.guns(battle, ship, enemy, self.prize(enemy)),
                its: self.guns(battle, enemy, ship, share),
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
            let harm = self.salvo(ship, mean(&battle.ships[torpedo.from]), salvos.len() as i32);
            salvos.push(harm * self.tables.value(ship.design.points) / 40);
        }
        let armed = ship.armed();
        let keep = if armed { policy.keep.into() } else { AWAY };
        Scene { policy, enemies: enemies.collect(), friends, flight: battle.flight(), torpedoes, salvos, keep, armed }
    }
}

/// Hexsides between straight ahead and a bearing class, 0 to 3.
const fn off_bow(class: u8) -> i32 {
    let off = if class > 12 { 24 - class } else { class };
    ((off + 2) / 4) as i32
}

/// The distance from one place to another, and the bearing classes in which each sees the other.
fn sight(at: Position, there: Position) -> (u16, [u8; 2]) {
    let to = Bearing::of(at.hex.to(there.hex)).map(Bearing::class);
    let seen =
        |half: u8, facing: Facing| to.map_or(0, |to| (to + half + 4 * (6 - facing.index() as u8)) % Bearing::CLASSES);
    (at.hex.distance(there.hex), [seen(0, at.facing), seen(Bearing::CLASSES / 2, there.facing)])
}

impl Scene<'_> {
    /// What a place at the end of a move is worth.
    #[must_use]
    pub fn score(&self, at: Position) -> i32 {
        let Policy { moves, unmoved, .. } = self.policy;
        let (mut deal, mut take, mut tail) = (0, 0, 0);
        let mut nearest = (u16::MAX, 0);
        for enemy in &self.enemies {
            let (distance, [class, back]) = sight(at, enemy.at);
            let eighths = if enemy.moved { 8 } else { i32::from(*unmoved) };
            // Each crew fires once: at the best of the enemies.
            deal = deal.max(volley(&enemy.own, distance, Some(Arcs::of_class(class))) * eighths / 8);
            take += if enemy.moved {
                volley(&enemy.its, distance, Some(Arcs::of_class(back)))
            } else {
                let closer = distance.saturating_sub(enemy.closes).max(1);
                volley(&enemy.its, closer, None) * eighths * REPLY[off_bow(back) as usize] / 64
            };
            if distance <= NEAR && self.armed {
                tail += off_bow(back);
            }
            if distance < nearest.0 {
                nearest = (distance, off_bow(class));
            }
        }
        let arriving =
            self.torpedoes.iter().filter(|(from, _)| self.flight.cost(*from, at.hex) <= self.flight.speed.into());
        take += self.salvos[arriving.map(|(_, count)| count).sum::<usize>()];
        let lone = self.friends.iter().map(|friend| friend.distance(at.hex)).min();
        let lone = i32::from(lone.map_or(0, |distance| distance.saturating_sub(3)));
        let away = (i32::from(nearest.0) - self.keep).abs();
        let off = if self.armed { nearest.1 } else { 0 };
        let weigh = |weight: i8, feature: i32| i32::from(weight) * feature;
        weigh(moves.deal, deal) - weigh(moves.take, take)
            + UNIT
                * (weigh(moves.tail, tail)
                    - weigh(moves.range, away)
                    - weigh(moves.bow, off)
                    - weigh(moves.fleet, lone))
    }
}
