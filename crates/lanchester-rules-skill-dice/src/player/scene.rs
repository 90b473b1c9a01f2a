//! What the ends of a move are worth: the fire dealt and taken there, and where it lies to friends and enemies.

use std::ops::Range;

use lanchester_battle::appraisal::forces_from;
use lanchester_lanes::hex::{Bearing, Facing, Hex16};
use lanchester_lanes::{Kernel, LANES, Simd};

use super::Player;
use super::hexes::{Foe, Hexes};
use super::reach::Reach;
use super::reply::Candidate;
use super::volley::{Gun, SET_OF, SETS, Volley};
use crate::design::{MAX_WEAPONS, band_modifier};
use crate::event::Position;
use crate::flight::Flight;
use crate::policy::{MoveWeights, Policy};
use crate::reference::{Battle, Ship};

/// Hexes within which an enemy shares its fire, and has a tail to sit on.
pub const NEAR: u16 = 12;
/// Hexes from the nearest enemy that a ship without arms seeks: beyond the thrust and range of most, and not yet gone.
const AWAY: i32 = 24;
/// Eighths of the fire between a ship and an enemy that count in what an end promises whose reply will be weighed.
const FORETOLD: i32 = 1;
/// What hexes and hexsides count, beside fire.
pub const UNIT: i32 = 8;
/// Hexsides off the bow at most.
pub const MOST_OFF: i32 = 3;

/// An enemy as the ship that chooses sees it.
#[derive(Clone, Debug)]
pub struct Enemy {
    /// Where it is.
    pub at: Position,
    /// Its place in the battle.
    pub place: usize,
    /// It has made its move.
    pub moved: bool,
    /// Hexes that it may yet move.
    pub thrust: u8,
    /// Hexes that it may come nearer; none where it has moved.
    pub closes: u16,
    /// Eighths of the fire between both that count: fewer where it may yet move away.
    pub eighths: i32,
    /// What the ship may fire at it.
    pub own: Range<usize>,
    /// What it may fire at the ship: its share, as an enemy's fire is shared out among the ships near it.
    pub its: Range<usize>,
}

/// What a ship sees when it chooses its move. It is filled anew for each choice.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// What its policy weighs a move by.
    pub moves: MoveWeights,
    /// Crews share out the cannon of their ship.
    pub assign: bool,
    /// The weight of the fire that it may take.
    pub take: i8,
    /// Its enemies in play.
    pub enemies: Vec<Enemy>,
    /// All guns of theirs, and its own at each of them.
    pub guns: Vec<Gun>,
    /// Where its friends are.
    pub friends: Vec<Hex16>,
    /// What torpedoes pay for their path.
    pub flight: Flight,
    /// The torpedoes that track it: where they are, and how many.
    pub torpedoes: Vec<(Position, usize)>,
    /// What they do, by the number that arrives.
    pub salvos: Vec<i32>,
    /// Its side has so few ships that it weighs the enemy's reply to its move.
    pub foresees: bool,
    /// Hexes from the nearest enemy that it seeks.
    pub keep: i32,
    /// Whether it can do harm.
    pub armed: bool,
    /// Where it is.
    pub from: Position,
    /// Its enemies, and what they and it do to each other.
    pub foes: Vec<Foe>,
    /// What they come to, row by row.
    pub fire: Vec<[i32; SETS]>,
    /// Memory for it.
    most: Vec<[i32; SETS]>,
    /// The hexes that a move leads to.
    hexes: Hexes,
}

impl Player<'_> {
    /// Adds what a ship may fire at another of a value in 512ths of the costliest ship's, gun by gun.
    fn aim(
        &self,
        battle: &Battle<'_>,
        [firer, target]: [&Ship<'_>; 2],
        value: i32,
        guns: &mut Vec<Gun>,
    ) -> Range<usize> {
        let ready = firer.ready(battle.turn);
        let screens = target.screens_in(battle.turn);
        let need = i32::from(target.screen_now()) + firer.off_totals();
        let first = guns.len();
        for (crew, of) in firer.living() {
            for nth in (0..MAX_WEAPONS).filter(|nth| (of.weapons & ready) >> nth & 1 == 1) {
                let weapon = &firer.design.weapons[nth];
                let armour = weapon.against.of(screens);
                let shot = self.tables.shots((firer.id.side, firer.id.slot), [crew, nth], [target.structure, armour]);
                let worth = std::array::from_fn(|band| shot(need - band_modifier(band)) * value / 320);
                let arcs = firer.arcs[nth];
                guns.push(Gun { crew: crew as u8, weapon: nth as u8, ranges: weapon.ranges, arcs, worth });
            }
        }
        first..guns.len()
    }

    /// What a ship sees, by the policy of a side, in the first hexes that a move leads to.
    pub(super) fn see(
        &self,
        scene: &mut Scene,
        (battle, place): (&Battle<'_>, usize),
        policy: &Policy,
        (reach, hexes): (&'static Reach, usize),
    ) {
        let ship = &battle.ships[place];
        let forces = !battle.contact && forces_from(policy.force).is_some_and(|turn| u16::from(turn) <= battle.turn);
        (scene.moves, scene.assign) = (policy.moves, policy.assign);
        scene.take = if forces { 0 } else { policy.moves.take };
        scene.armed = ship.armed();
        scene.keep = if scene.armed { policy.keep.into() } else { AWAY };
        (scene.flight, scene.from) = (battle.flight(), ship.at);
        self.see_ships(scene, battle, ship, policy);
        self.see_torpedoes(scene, battle, place);
        self.level.dispatch(Look { scene, reach, hexes });
    }

    fn see_ships(&self, scene: &mut Scene, battle: &Battle<'_>, ship: &Ship<'_>, policy: &Policy) {
        scene.friends.clear();
        scene.enemies.clear();
        scene.guns.clear();
        let friends =
            battle.ships.iter().filter(|other| other.seat == ship.seat && other.id != ship.id && other.in_play());
        scene.friends.extend(friends.map(|other| other.at.hex));
        scene.foresees = policy.replies > 0 && scene.friends.len() < usize::from(policy.few);
        for (place, enemy) in battle.ships.iter().enumerate() {
            if enemy.seat == ship.seat || !enemy.in_play() {
                continue;
            }
            let comes = !enemy.moved && enemy.pilot().is_some();
            let thrust = if comes { enemy.thrust_in(battle.turn) } else { 0 };
            let near = |hex: Hex16| hex.distance(enemy.at.hex) <= NEAR;
            let friends = scene.friends.iter().filter(|hex| near(**hex)).count() as i32 + i32::from(near(ship.at.hex));
            let share = 8 * self.tables.value(ship.design.points) / friends.max(1);
            let own = self.aim(battle, [ship, enemy], self.prize(enemy), &mut scene.guns);
            let its = self.aim(battle, [enemy, ship], share, &mut scene.guns);
            scene.enemies.push(Enemy {
                at: enemy.at,
                place,
                moved: enemy.moved,
                thrust,
                closes: u16::from(thrust) * u16::from(policy.closing) / 16,
                eighths: match enemy.moved {
                    true => 8,
                    false if scene.foresees => FORETOLD,
                    false => policy.unmoved.into(),
                },
                own,
                its,
            });
        }
    }

    fn see_torpedoes(&self, scene: &mut Scene, battle: &Battle<'_>, place: usize) {
        let ship = &battle.ships[place];
        scene.torpedoes.clear();
        scene.salvos.clear();
        scene.salvos.push(0);
        for (_, torpedo) in battle.in_flight().filter(|(_, torpedo)| torpedo.target == place) {
            match scene.torpedoes.iter_mut().find(|(at, _)| *at == torpedo.at) {
                Some((_, count)) => *count += 1,
                None => scene.torpedoes.push((torpedo.at, 1)),
            }
            let harm = self.salvo(battle.options, &battle.ships[torpedo.from], ship, scene.salvos.len());
            scene.salvos.push(harm * self.tables.value(ship.design.points) / 40);
        }
    }
}

/// Hexsides between straight ahead and a bearing seen from the ship, 0 to [`MOST_OFF`].
pub const fn off_bow(bearing: Bearing) -> i32 {
    let class = bearing.class();
    let off = if class > 12 { 24 - class } else { class };
    ((off + 2) / 4) as i32
}

/// Works out what the first hexes that a move leads to are worth.
struct Look<'s> {
    scene: &'s mut Scene,
    reach: &'static Reach,
    hexes: usize,
}

impl Kernel for Look<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Look { scene, reach, hexes } = self;
        let farthest = reach.onward.len() as u16 - 1;
        scene.foes.clear();
        scene.fire.clear();
        for enemy in &scene.enemies {
            let distance = enemy.at.hex.distance(scene.from.hex);
            let distances = distance.saturating_sub(farthest)..=distance + farthest;
            let closer = distances.start().saturating_sub(enemy.closes);
            let volley = |guns: &Range<usize>, distances| Volley {
                guns: &scene.guns[guns.clone()],
                assign: scene.assign,
                distances,
            };
            let own = volley(&enemy.own, distances.clone()).rows(&mut scene.fire, &mut scene.most);
            let its = volley(&enemy.its, closer..=*distances.end()).rows(&mut scene.fire, &mut scene.most);
            scene.foes.push(Foe::new(enemy, [own, its], &mut scene.fire));
        }
        let mut all = std::mem::take(&mut scene.hexes);
        all.clear();
        for offsets in reach.offsets(scene.from.facing, hexes) {
            all.add(simd, scene, offsets);
        }
        scene.hexes = all;
    }
}

impl Scene {
    /// What a hex is worth at most, whatever the facing.
    pub fn most(&self, hex: u16) -> i32 {
        self.hexes.most[usize::from(hex)]
    }

    /// The same of the first hexes.
    pub fn mosts(&self, hexes: usize) -> &[i32] {
        &self.hexes.most[..hexes]
    }

    /// The fire dealt in a hex with a facing, at all enemies but one.
    fn dealt(&self, hex: usize, facing: Facing, without: Option<usize>) -> i32 {
        let (first, lane) = (hex / LANES * self.foes.len(), hex % LANES);
        let mut deal = 0;
        for (nth, (foe, there)) in self.foes.iter().zip(&self.hexes.views[first..]).enumerate() {
            if Some(nth) != without {
                let set = SET_OF[usize::from(Bearing::of_class(there.class.0[lane]).seen_from(facing).class())];
                // Each crew fires once: at the best of the enemies.
                deal = deal.max(self.fire[foe.deals + usize::from(there.row.0[lane])][usize::from(set) % SETS]);
            }
        }
        deal
    }

    /// What a facing in a hex is worth, fire aside: the nearest enemy before the bow.
    fn bow(&self, hex: usize, facing: Facing) -> i32 {
        let seen = Bearing::of_class(self.hexes.nearest[hex]).seen_from(facing);
        if self.armed { -UNIT * i32::from(self.moves.bow) * off_bow(seen) } else { 0 }
    }

    /// What the end of a move is worth, by its hex and facing: what the hex is worth, the fire dealt there, and the nearest enemy before
    /// the bow.
    pub fn score(&self, hex: u16, facing: Facing) -> i32 {
        let hex = usize::from(hex);
        let deal = self.dealt(hex, facing, None);
        self.hexes.score[hex] + i32::from(self.moves.deal) * deal + self.bow(hex, facing)
    }

    /// What a hex is worth without the fire of an enemy, by its number.
    pub fn rest(&self, hex: u16, at: Hex16, enemy: usize) -> i32 {
        self.hexes.score[usize::from(hex)] + i32::from(self.take) * self.foes[enemy].taken(&self.fire, at)
    }

    /// An end of a move by its hex and facing, without the fire between the ship and an enemy; the hex is worth so much then.
    pub fn candidate(&self, (hex, facing): (u16, Facing), enemy: usize, rest: i32) -> Candidate {
        let hex = usize::from(hex);
        let others = i32::from(self.moves.deal.max(0)) * self.dealt(hex, facing, Some(enemy));
        Candidate { facing, others, rest: rest + others + self.bow(hex, facing) }
    }

    /// What the end of a move is worth, or `None` where it is seen at once that this is no more than `least`.
    pub fn score_above(&self, hex: u16, facing: Facing, least: i32) -> Option<i32> {
        (self.most(hex) > least).then(|| self.score(hex, facing))
    }
}
