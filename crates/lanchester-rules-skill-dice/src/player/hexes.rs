//! What the hexes of a move are worth whatever the facing there, a vector of them at a time.

use lanchester_lanes::hex::{Bearing, Hex16, lanes16};
use lanchester_lanes::ops::{
    add_scores, all, all_scores, load_scores, lookup64, lt, max_scores, min_scores, narrow, only, plus, scores_gt,
    store, store_scores, store_where, sub_scores,
};
use lanchester_lanes::{LANES, Row, Scores, Simd};

use super::reach::Offsets;
use super::scene::{Enemy, MOST_OFF, NEAR, Scene, UNIT, off_bow};
use super::volley::{ALL, DISTANCES, Rows, SET_OF, SETS};
use crate::event::Position;

/// Eighths of its fire that an enemy that has yet to move brings to bear, by hexsides between its bow and the ship.
const REPLY: [i32; 4] = [8, 7, 5, 3];

/// What an enemy does in whatever hex a ship ends its move, and what the ship does to it.
#[derive(Clone, Debug)]
pub struct Foe {
    at: Position,
    /// The first row of what counts of the ship's fire in [`Scene::fire`]; its columns are sets of cones.
    pub deals: usize,
    /// The first row of what the enemy's fire comes to.
    takes: usize,
    /// The rows of both, by distance.
    rows: [Row; 2],
    /// The columns of the latter, by the bearing class of the enemy from the north.
    columns: Row,
    /// Hexsides between its bow and the ship, by that class.
    off_bow: Row,
}

impl Foe {
    /// Of an enemy and the rows of what both may fire at each other. The rows are changed to what counts of them.
    #[inline(always)]
    pub fn new(enemy: &Enemy, [own, its]: [Rows; 2], fire: &mut [[i32; SETS]]) -> Self {
        let mut rows = [Row(own.by_distance), Row(its.by_distance)];
        let [mut columns, mut off] = [Row::ZERO; 2];
        for class in 0..Bearing::CLASSES {
            // In which class the enemy sees the ship.
            let back = Bearing::of_class(class + Bearing::CLASSES / 2).seen_from(enemy.at.facing);
            off.0[usize::from(class)] = off_bow(back) as u8;
            columns.0[usize::from(class)] = SET_OF[usize::from(back.class())];
        }
        if !enemy.moved {
            // It may come nearer and turn.
            for distance in 0..DISTANCES as u16 {
                let closer = distance.saturating_sub(enemy.closes).max(1);
                rows[1].0[usize::from(distance)] = its.by_distance[usize::from(closer)];
            }
            columns = off;
            for row in &mut fire[its.first..] {
                let fire = row[ALL] * enemy.eighths;
                REPLY.iter().zip(row).for_each(|(reply, take)| *take = fire * reply / 64);
            }
            for fire in fire[own.first..its.first].as_flattened_mut() {
                *fire = *fire * enemy.eighths / 8;
            }
        }
        Self { at: enemy.at, deals: own.first, takes: its.first, rows, columns, off_bow: off }
    }
}

impl Foe {
    /// What is taken from it in a hex.
    pub fn taken(&self, fire: &[[i32; SETS]], at: Hex16) -> i32 {
        let Some(bearing) = Bearing::of(at.to(self.at.hex)) else { return 0 };
        let near = usize::from(at.distance(self.at.hex)).min(DISTANCES - 1);
        let column = self.columns.0[usize::from(bearing.class())];
        fire[self.takes + usize::from(self.rows[1].0[near])][usize::from(column) % SETS]
    }
}

/// An enemy as it is seen from [`LANES`] hexes.
#[derive(Clone, Debug)]
pub struct View {
    /// The row of [`Foe::deals`].
    pub row: Row,
    /// The bearing class, from the north.
    pub class: Row,
}

/// What hexes are worth at the end of a move. All hexes of the last vector are in it, those too that fill it up.
#[derive(Clone, Debug, Default)]
pub struct Hexes {
    /// Whatever the facing there.
    pub score: Vec<i32>,
    /// In the best facing that there could be.
    pub most: Vec<i32>,
    /// The bearing class of the nearest enemy from the north.
    pub nearest: Vec<u8>,
    /// All enemies, as they are seen from the first [`LANES`] hexes, then from the next.
    pub views: Vec<View>,
}

impl Hexes {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.score.clear();
        self.most.clear();
        self.nearest.clear();
        self.views.clear();
    }

    /// Adds hexes, by where they are from the ship: the fire taken there, tails, and how far friends and enemies are.
    #[inline(always)]
    pub fn add<S: Simd>(&mut self, simd: S, scene: &Scene, offsets: &Offsets) {
        let from = scene.from.hex;
        let q = add_scores(load_scores(simd, &offsets[0]), all_scores(simd, from.q));
        let h = add_scores(load_scores(simd, &offsets[1]), all_scores(simd, from.h));
        let (mut take, mut deal) = ([0i32; LANES], [0i32; LANES]);
        let (mut tail, mut nearest) = (all(simd, 0), all_scores(simd, i16::MAX));
        let mut nearest_class = Row::ZERO;
        for foe in &scene.foes {
            let [dq, dh] = way(simd, foe.at.hex, q, h);
            let (distance, class) = (lanes16::distance(simd, dq, dh), lanes16::bearing(simd, dq, dh));
            let near = narrow(min_scores(distance, all_scores(simd, DISTANCES as i16 - 1)));
            store_where(simd, scores_gt(simd, nearest, distance), class, &mut nearest_class);
            nearest = min_scores(nearest, distance);
            if scene.armed {
                let off = lookup64(simd, &foe.off_bow, class);
                tail = plus(tail, only(simd, lt(near, all(simd, NEAR as u8 + 1)), off));
            }
            let mut view = View { row: Row::ZERO, class: Row::ZERO };
            let [mut row, mut column] = [Row::ZERO; 2];
            store(lookup64(simd, &foe.rows[0], near), &mut view.row);
            store(class, &mut view.class);
            store(lookup64(simd, &foe.rows[1], near), &mut row);
            store(lookup64(simd, &foe.columns, class), &mut column);
            let (deals, takes) = (&scene.fire[foe.deals..], &scene.fire[foe.takes..]);
            for lane in 0..LANES {
                let taken = takes[usize::from(row.0[lane])][usize::from(column.0[lane]) % SETS];
                take[lane] = take[lane].wrapping_add(taken);
                deal[lane] = deal[lane].max(deals[usize::from(view.row.0[lane])][ALL]);
            }
            self.views.push(view);
        }
        add_salvos(scene, &store_scores(q), &store_scores(h), &mut take);
        let mut tails = Row::ZERO;
        store(tail, &mut tails);
        let (nearest, lone) = (store_scores(nearest), store_scores(lone(simd, scene, q, h)));
        let moves = &scene.moves;
        let [deals, tail, range, fleet, takes] =
            [moves.deal, moves.tail, moves.range, moves.fleet, scene.take].map(i32::from);
        let bow = (UNIT * i32::from(moves.bow) * MOST_OFF).min(0);
        // PERF: products of a weight and a feature are small; a check for each of them would keep the compiler from vectors.
        let weigh = |weight: i32, feature: i32| weight.wrapping_mul(feature);
        let (mut score, mut most) = ([0; LANES], [0; LANES]);
        for lane in 0..LANES {
            let away = weigh(range, i32::from(nearest[lane]).wrapping_sub(scene.keep).wrapping_abs());
            let lone = weigh(fleet, i32::from(lone[lane]));
            let place = weigh(tail, i32::from(tails.0[lane])).wrapping_sub(away).wrapping_sub(lone);
            score[lane] = weigh(UNIT, place).wrapping_sub(weigh(takes, take[lane]));
            most[lane] = score[lane].wrapping_add(weigh(deals, deal[lane]).max(0)).wrapping_sub(bow);
        }
        self.score.extend_from_slice(&score);
        self.most.extend_from_slice(&most);
        self.nearest.extend_from_slice(&nearest_class.0);
    }
}

/// Hexes beyond three to the nearest friend.
#[inline(always)]
fn lone<S: Simd>(simd: S, scene: &Scene, q: Scores<S>, h: Scores<S>) -> Scores<S> {
    let Some(first) = scene.friends.first() else { return all_scores(simd, 0) };
    let mut nearest = distance(simd, *first, q, h);
    for friend in &scene.friends[1..] {
        nearest = min_scores(nearest, distance(simd, *friend, q, h));
    }
    max_scores(sub_scores(nearest, all_scores(simd, 3)), all_scores(simd, 0))
}

/// Hexes to a place.
#[inline(always)]
fn distance<S: Simd>(simd: S, to: Hex16, q: Scores<S>, h: Scores<S>) -> Scores<S> {
    let [dq, dh] = way(simd, to, q, h);
    lanes16::distance(simd, dq, dh)
}

/// The displacement to a place.
#[inline(always)]
fn way<S: Simd>(simd: S, to: Hex16, q: Scores<S>, h: Scores<S>) -> [Scores<S>; 2] {
    [sub_scores(all_scores(simd, to.q), q), sub_scores(all_scores(simd, to.h), h)]
}

/// Adds what the torpedoes that arrive do.
fn add_salvos(scene: &Scene, q: &[i16; LANES], h: &[i16; LANES], take: &mut [i32; LANES]) {
    if scene.torpedoes.is_empty() {
        return;
    }
    for (take, (q, h)) in take.iter_mut().zip(q.iter().zip(h)) {
        let at = Hex16 { q: *q, h: *h };
        let arriving =
            scene.torpedoes.iter().filter(|(from, _)| scene.flight.cost(*from, at) <= scene.flight.speed.into());
        *take += scene.salvos[arriving.map(|(_, count)| count).sum::<usize>()];
    }
}
