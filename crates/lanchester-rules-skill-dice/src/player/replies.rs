//! Which end of a move is best after the enemy's reply.
//!
//! A ship that moves before an enemy is fired at from where the enemy goes then. So of the ends that promise most, each counts what the
//! best reply of the nearest such enemy leaves of it: [`mod@super::reply`].

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use super::Player;
use super::gambles::Gamble;
use super::moves::Chooser;
use super::reach::{Reach, reach};
use super::reply::{Candidate, Place, Replier, Reply};
use super::scene::Enemy;
use super::volley::{SETS, Volley};
use crate::reference::choices::Leg;

/// Memory for a choice.
#[derive(Clone, Debug, Default)]
pub struct Replies {
    /// Who replies.
    enemy: Replier,
    /// What both may fire, row by row, and memory for it.
    fire: Vec<[i32; SETS]>,
    most: Vec<[i32; SETS]>,
    /// Hexes, with what each is worth at most.
    hexes: Vec<(i32, u16)>,
    /// Ends of the move by number.
    ends: Vec<u16>,
    /// The same and the outcomes of a gamble, hex by hex, and what the reply to each costs.
    places: Vec<Place>,
    candidates: Vec<Candidate>,
    costs: Vec<i32>,
}

impl Replies {
    /// Chooses so many of the hexes that promise most. Returns what the ends in the one that does promise.
    fn choose(&mut self, chooser: &Chooser<'_, '_>, most: u8) -> i32 {
        let hexes = &mut self.hexes;
        let Chooser { reach, scene, .. } = chooser;
        hexes.clear();
        hexes.extend(scene.mosts(reach.in_hex.len()).iter().copied().zip(0..));
        let most = usize::from(most);
        if most < hexes.len() {
            hexes.select_nth_unstable_by_key(most, |(worth, hex)| (-worth, *hex));
            hexes.truncate(most);
        }
        let top = hexes.iter().max_by_key(|(worth, hex)| (*worth, Reverse(*hex)));
        let ends = top.into_iter().flat_map(|(_, hex)| &reach.in_hex[usize::from(*hex)]);
        ends.filter_map(|nth| chooser.end(&reach.ends[usize::from(*nth)], i32::MIN)).max().unwrap_or(i32::MIN)
    }

    /// Lists the ends in the chosen hexes, and the outcomes of a gamble, for an enemy by its number.
    fn list(&mut self, chooser: &Chooser<'_, '_>, gamble: Option<Gamble>, foe: usize) {
        let Self { hexes, ends, places, candidates, .. } = self;
        let Chooser { reach, scene, .. } = chooser;
        ends.clear();
        places.clear();
        candidates.clear();
        for (_, hex) in hexes {
            let first = candidates.len();
            let at = reach.hex(scene.from, *hex);
            let rest = scene.rest(*hex, at, foe);
            for nth in &reach.in_hex[usize::from(*hex)] {
                let end = &reach.ends[usize::from(*nth)];
                if chooser.is_open(end) {
                    ends.push(*nth);
                    candidates.push(scene.candidate((*hex, scene.from.facing.turned(end.turned.into())), foe, rest));
                }
            }
            places.push(Place { hex: at, ends: first..candidates.len() });
        }
        for (hex, facing) in gamble.into_iter().flat_map(|gamble| gamble.ends(chooser)) {
            let at = reach.hex(scene.from, hex);
            candidates.push(scene.candidate((hex, facing), foe, scene.rest(hex, at, foe)));
            places.push(Place { hex: at, ends: candidates.len() - 1..candidates.len() });
        }
    }
}

/// Hexes that may be between the ship and an enemy when both have moved.
fn distances(chooser: &Chooser<'_, '_>, enemy: &Enemy) -> RangeInclusive<u16> {
    let now = enemy.at.hex.distance(chooser.scene.from.hex);
    let both = u16::from(enemy.thrust) + u16::from(chooser.points);
    now.saturating_sub(both).max(1)..=now + both
}

/// The number of the nearest enemy that has yet to move, if one of the two may come to fire.
fn replier(chooser: &Chooser<'_, '_>) -> Option<usize> {
    let scene = chooser.scene;
    let movers = scene.enemies.iter().enumerate().filter(|(_, enemy)| enemy.thrust > 0);
    let (foe, enemy) = movers.min_by_key(|(_, enemy)| enemy.at.hex.distance(scene.from.hex))?;
    let nearest = *distances(chooser, enemy).start();
    let mut guns = [&enemy.own, &enemy.its].into_iter().flat_map(|guns| &scene.guns[guns.clone()]);
    guns.any(|gun| u16::from(gun.ranges[2]) >= nearest).then_some(foe)
}

/// Where an enemy can end its move, by turns of one hexside.
fn its_reach(chooser: &Chooser<'_, '_>, enemy: &Enemy) -> &'static Reach {
    let ship = &chooser.battle.ships[enemy.place];
    let cost = if ship.straight_on == chooser.battle.turn { u8::MAX } else { ship.turn_cost() };
    reach(enemy.thrust, cost, ship.locked, false)
}

impl Player<'_> {
    /// The legs to the best end after the reply to each, of those in so many hexes at most and a gamble; `None` where no enemy that has
    /// yet to move comes near enough to fire. `noise` is what the number of an end adds.
    pub(super) fn by_replies(
        &self,
        chooser: &Chooser<'_, '_>,
        most: u8,
        noise: impl Fn(u16) -> i32,
    ) -> Option<Vec<Leg>> {
        let foe = replier(chooser)?;
        let mut memory = self.replies.take();
        let promise = memory.choose(chooser, most);
        let gamble = self.best_gamble(chooser, promise);
        memory.list(chooser, gamble, foe);
        self.weigh(chooser, foe, &mut memory);
        let Replies { ends, candidates, costs, .. } = &memory;
        let mut scores = candidates.iter().zip(costs).map(|(end, cost)| end.rest - cost);
        // Of equal ones the first.
        let best = ends.iter().zip(scores.by_ref()).map(|(nth, score)| (score + noise(*nth), Reverse(*nth))).max();
        let outcomes: [i32; 4] = std::array::from_fn(|_| scores.next().unwrap_or(0));
        let gambled = gamble.filter(|gamble| best.is_none_or(|(most, _)| gamble.score(outcomes) > most));
        let legs = match gambled {
            Some(gamble) => Some(gamble.legs()),
            None => best.map(|(_, Reverse(nth))| chooser.reach.ends[usize::from(nth)].legs.clone()),
        };
        self.replies.replace(memory);
        legs
    }

    /// Works out what the reply of an enemy, by its number, to what is listed costs.
    fn weigh(&self, chooser: &Chooser<'_, '_>, foe: usize, memory: &mut Replies) {
        let scene = chooser.scene;
        let enemy = &scene.enemies[foe];
        let Replies { enemy: replier, fire, most, places, candidates, costs, .. } = memory;
        fire.clear();
        let distances = distances(chooser, enemy);
        let rows = [&enemy.own, &enemy.its].map(|guns| {
            let guns = &scene.guns[guns.clone()];
            Volley { guns, assign: scene.assign, distances: distances.clone() }.rows(fire, most)
        });
        replier.fill(enemy.at, [&rows[0], &rows[1]], fire, [scene.moves.deal, scene.take].map(i32::from));
        self.level.dispatch(Reply { enemy: replier, reach: its_reach(chooser, enemy), places, candidates, costs });
    }
}
