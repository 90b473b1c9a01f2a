//! What the ends of a move are worth: the fire dealt and taken there, and where it lies to friends and enemies.

use lanchester_lanes::hex::{Bearing, Hex16};

use super::Player;
use crate::arcs::Arcs;
use crate::design::{MAX_CREW, MAX_WEAPONS, band, band_modifier};
use crate::event::Position;
use crate::policy::Policy;
use crate::reference::{Battle, Ship};

/// Hexes within which an enemy shares its fire, and has a tail to sit on.
const NEAR: u16 = 12;
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
    /// Own ships in its reach, among which its fire is shared out.
    shared: i32,
    /// What the ship may fire at it.
    own: Vec<Gun>,
    /// What it may fire at the ship.
    its: Vec<Gun>,
}

/// What a ship sees when it chooses its move.
#[derive(Clone, Debug)]
pub struct Scene<'p> {
    policy: &'p Policy,
    enemies: Vec<Enemy>,
    friends: Vec<Hex16>,
    bow: bool,
}

/// The worth of a gun's shot at a distance.
fn at_range(gun: &Gun, distance: u16) -> i32 {
    band(gun.ranges, distance).map_or(0, |band| gun.worth[band])
}

/// What all guns of a ship deal, each crew its best, where they bear on a bearing class.
fn volley(guns: &[Gun], distance: u16, cones: Option<Arcs>) -> i32 {
    let mut best = [0; MAX_CREW];
    for gun in guns {
        if cones.is_none_or(|cones| gun.arcs.meets(cones)) {
            let crew = &mut best[usize::from(gun.crew)];
            *crew = at_range(gun, distance).max(*crew);
        }
    }
    best.iter().sum()
}

impl<'p> Player<'p> {
    /// What a ship may fire at another, gun by gun.
    fn guns(&self, battle: &Battle<'_>, firer: &Ship<'_>, target: &Ship<'_>) -> Vec<Gun> {
        let ready = firer.ready(battle.turn);
        let screens = target.screens_in(battle.turn);
        let off = firer.off_totals();
        let value = self.tables.value(target.design.points);
        let mut guns = Vec::new();
        for (crew, of) in firer.living() {
            for nth in (0..MAX_WEAPONS).filter(|nth| (of.weapons & ready) >> nth & 1 == 1) {
                let weapon = &firer.design.weapons[nth];
                let armour = weapon.against.of(screens);
                let worth = std::array::from_fn(|band| {
                    let need = i32::from(target.screen_now()) - band_modifier(band) + off;
                    let id = (firer.id.side, firer.id.slot);
                    self.tables.shot(id, [crew, nth], [target.structure, armour], need) * value / 40
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
            let thrust = u16::from(enemy.thrust_in(battle.turn));
            Enemy {
                at: enemy.at,
                moved: enemy.moved,
                closes: if enemy.pilot().is_some() { thrust / 2 } else { 0 },
                shared: near.max(1),
                own: self.guns(battle, ship, enemy),
                its: self.guns(battle, enemy, ship),
            }
        });
        let friends = own().filter(|other| other.id != ship.id).map(|other| other.at.hex).collect();
        let bow = !ship.design.weapons.is_empty() || ship.design.tubes > 0;
        Scene { policy, enemies: enemies.collect(), friends, bow }
    }
}

/// Hexsides between straight ahead and a bearing class, 0 to 3.
const fn off_bow(class: u8) -> i32 {
    let off = if class > 12 { 24 - class } else { class };
    ((off + 2) / 4) as i32
}

impl Scene<'_> {
    /// What a place at the end of a move is worth.
    #[must_use]
    pub fn score(&self, at: Position) -> i32 {
        let Policy { moves, keep, unmoved, .. } = self.policy;
        let (mut deal, mut take, mut tail) = (0, 0, 0);
        let mut nearest = (u16::MAX, 0);
        for enemy in &self.enemies {
            let distance = at.hex.distance(enemy.at.hex);
            let eighths = if enemy.moved { 8 } else { i32::from(*unmoved) };
            let class = Bearing::of(at.hex.to(enemy.at.hex)).map_or(0, |to| to.seen_from(at.facing).class());
            let back = Bearing::of(enemy.at.hex.to(at.hex)).map_or(0, |to| to.seen_from(enemy.at.facing).class());
            // Each crew fires once: at the best of the enemies.
            deal = deal.max(volley(&enemy.own, distance, Some(Arcs::of_class(class))) * eighths / 8);
            let taken = if enemy.moved {
                volley(&enemy.its, distance, Some(Arcs::of_class(back)))
            } else {
                let closer = distance.saturating_sub(enemy.closes).max(1);
                volley(&enemy.its, closer, None) * eighths * REPLY[off_bow(back) as usize] / 64
            };
            take += taken / enemy.shared;
            if distance <= NEAR {
                tail += off_bow(back);
            }
            if distance < nearest.0 {
                nearest = (distance, off_bow(class));
            }
        }
        let lone = self.friends.iter().map(|friend| friend.distance(at.hex)).min();
        let lone = i32::from(lone.map_or(0, |distance| distance.saturating_sub(3)));
        let away = (i32::from(nearest.0) - i32::from(*keep)).abs();
        let off = if self.bow { nearest.1 } else { 0 };
        let weigh = |weight: i8, feature: i32| i32::from(weight) * feature;
        weigh(moves.deal, deal) - weigh(moves.take, take)
            + UNIT
                * (weigh(moves.tail, tail)
                    - weigh(moves.range, away)
                    - weigh(moves.bow, off)
                    - weigh(moves.fleet, lone))
    }
}
