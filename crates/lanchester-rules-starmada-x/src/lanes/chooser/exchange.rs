//! What a ship can expect to deal and to take in a hex: the features that policies weigh.
//!
//! Phase: movement. Reads the ships and `prospects`; writes `opponents` before a ship is given its orders, and what is found
//! about hexes.

use lanchester_lanes::hex::lanes::{bearing, distance};
use lanchester_lanes::ops::{
    add_scores, all, all_scores, eighth_of_scores, flags, is_zero, le, load, lookup64, lt, mask, min, only, permute,
    pick, signed_add, store, sub_scores, widen, widen_signed,
};
use lanchester_lanes::{Bytes, Flags, LaneMask, Row, Scores, Simd};

use crate::lanes::chooser::hexes::{Hexes, ITSELF, MAX_FACINGS, Nearest, Places, ScoreRow, each_of};
use crate::lanes::chooser::shared_fire::part;
use crate::lanes::equipment::works;
use crate::lanes::field::LONGEST_WAY;
use crate::lanes::fire::{Duel, Stands};
use crate::lanes::state::{Batch, Opponent, ShipRows};
use crate::lanes::tables::{ShipTables, Tables};
use crate::policy::MoveWeights;

/// The ship that is given orders, and what stays the same wherever it goes.
pub(super) struct Ground<'a, S: Simd> {
    pub(super) tables: &'a Tables,
    pub(super) batch: &'a Batch,
    pub(super) me: usize,
    /// Its movement points.
    pub(super) points: Bytes<S>,
    /// The 256ths of the enemies' fire that fall on it, for a policy that shares it out.
    share: Scores<S>,
    /// Lanes in which its own Electronic Countermeasures work.
    my_ecm: Flags<S>,
    /// Whether its policy weighs how it faces the nearest enemy.
    faces: bool,
}

/// An enemy.
#[derive(Clone, Copy)]
struct Enemy<'a, S: Simd> {
    slot: usize,
    ship: (&'a ShipTables, &'a ShipRows),
    noted: &'a Opponent,
    ecm: Flags<S>,
}

/// Notes what the ship `me` that is given orders in the lanes of `live` sees of every enemy, wherever it goes. It minds their fire
/// in the lanes of `minds` alone.
#[inline(always)]
pub(super) fn note_opponents<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    me: usize,
    live: LaneMask,
    minds: LaneMask,
) {
    let side = tables.ships.side_of(me);
    let weights = &tables.policies[side].moves;
    let Batch { ships, opponents, .. } = batch;
    let (mt, my_shields) = (&tables.ships[me], load(simd, &ships[me].shields));
    for (opponent, enemy) in opponents.iter_mut().zip(tables.ships.side(side.opponent())) {
        let (ft, fr) = (&tables.ships[enemy], &ships[enemy]);
        let alive = flags(simd, fr.alive);
        let minded = flags(simd, fr.alive & minds);
        opponent.alive = fr.alive & live;
        opponent.ecm = mask(works(simd, ft, fr, ft.ecm));
        opponent.dealt.note(simd, mt, &ft.value_dealt, load(simd, &fr.shields), alive);
        if weights.take != 0 {
            opponent.taken.note(simd, ft, &mt.value_taken, my_shields, minded);
        }
        if weights.share != 0 {
            opponent.shared.note(simd, ft, &mt.value_shared, my_shields, minded);
        }
    }
}

impl<'a, S: Simd> Ground<'a, S> {
    /// Ship `me`, of whose enemies [`note_opponents`] has noted what it sees.
    #[inline(always)]
    pub(super) fn new(
        simd: S,
        tables: &'a Tables,
        batch: &'a Batch,
        me: usize,
        points: Bytes<S>,
        share: Scores<S>,
    ) -> Self {
        let my_ecm = works(simd, &tables.ships[me], &batch.ships[me], tables.ships[me].ecm);
        let weights = &tables.policies[tables.ships.side_of(me)].moves;
        Self { tables, batch, me, points, share, my_ecm, faces: weights.bow != 0 || weights.beam != 0 }
    }

    #[inline(always)]
    pub(super) fn weights(&self) -> &'a MoveWeights {
        &self.tables.policies[self.tables.ships.side_of(self.me)].moves
    }

    /// Looks from some hexes at every enemy: at the first so many of its places in `batch.prospects`, as likely as each other.
    /// Where objects block the line nothing is dealt or taken, and the distance that a policy wants is that of the shortest way
    /// around them; out of sight it wants the shortest.
    #[inline(always)]
    pub(super) fn look(&self, simd: S, places: usize, hexes: &mut Hexes) {
        let side = self.tables.ships.side_of(self.me).opponent();
        for (slot, number) in self.tables.ships.side(side).enumerate() {
            let noted = &self.batch.opponents[slot];
            if noted.alive == 0 {
                continue;
            }
            let ship = (&self.tables.ships[number], &self.batch.ships[number]);
            let enemy = Enemy { slot, ship, noted, ecm: flags(simd, noted.ecm) };
            if places > 1 {
                self.engage_everywhere(simd, places, enemy, hexes);
            } else {
                self.engage(simd, enemy, hexes);
            }
        }
    }

    /// What a facing of a hex that was looked at counts for: weighted damage to the best target less what is `taken` there,
    /// and the pull of range and facing relative to the nearest enemy.
    #[inline(always)]
    pub(super) fn score(&self, simd: S, hexes: &Hexes, facing: usize, taken: Scores<S>) -> Scores<S> {
        let nearest = &hexes.nearest[usize::from(hexes.hex_of[facing])];
        let mut pull = load(simd, &nearest.pull);
        if self.faces {
            let index = load(simd, &nearest.class) + load(simd, &hexes.shifts[facing]);
            let facing = lookup64(simd, &self.tables.ships[self.me].facing_pull, index);
            pull = only(simd, lt(load(simd, &nearest.away), all(simd, 255)), signed_add(facing, pull));
        }
        let exchange = sub_scores(hexes.best[facing].load(simd), taken);
        add_scores(exchange, widen_signed(pull))
    }

    /// Weighted damage from everybody in a hex that was looked at.
    #[inline(always)]
    pub(super) fn taken(&self, simd: S, hexes: &Hexes, hex: usize) -> Scores<S> {
        let mut taken = hexes.taken[hex].load(simd);
        let share = self.weights().share;
        if share != 0 {
            let own = part(hexes.shared[hex].load(simd), self.share);
            taken = if share > 0 { add_scores(taken, own) } else { sub_scores(taken, own) };
        }
        taken
    }

    /// Looks at one place of an enemy: notes how far away it is and where. Returns the hexes from which the ship might fire in
    /// some lane, and those at which the enemy might.
    #[inline(always)]
    fn sight(&self, simd: S, enemy: Enemy<'_, S>, place: usize, hexes: &mut Hexes) -> [Places; 2] {
        let reaches = [self.tables.ships[self.me].reach, enemy.ship.0.reach];
        let prospect = &self.batch.prospects[enemy.slot][place];
        let there = (load(simd, &prospect.q), load(simd, &prospect.h));
        let in_reach = all(simd, reaches[0].max(reaches[1]));
        let alive = flags(simd, enemy.noted.alive);
        let pulls = load(simd, &self.tables.ships[self.me].range_pull[enemy.slot]);
        let mut near = [0; 2];
        for hex in 0..hexes.count {
            let at = hexes.at(simd, hex);
            let asked = hexes.asked[hex] & enemy.noted.alive;
            let [away, way] = self.distances(simd, at, there, asked, (place > 0).then_some(in_reach));
            store(away, &mut hexes.enemy.away[hex]);
            for (near, reach) in near.iter_mut().zip(reaches) {
                let anybody = mask(le(away, all(simd, reach))) & asked != 0;
                *near |= Places::from(anybody) << hex;
            }
            if place == 0 {
                let pull = permute(pulls, self.wanted(simd, enemy, [away, way]));
                let closer = hexes.nearest[hex].consider(simd, alive, way, pull);
                if self.faces {
                    let class = bearing(simd, there.0 - at.0, there.1 - at.1);
                    let known = &mut hexes.nearest[hex].class;
                    store(pick(closer, class, load(simd, known)), known);
                }
            }
        }
        // PERF: most hexes of the approach are out of everybody's range, and of those of a fleet's melee a quarter.
        for hex in each_of(near[0] | near[1]) {
            let (q, h) = hexes.at(simd, hex);
            store(bearing(simd, there.0 - q, there.1 - h), &mut hexes.enemy.class[hex]);
        }
        near
    }

    /// The distance by which a policy judges a hex from which an enemy is so far away, and so far by the way around objects.
    #[inline(always)]
    fn wanted(&self, simd: S, enemy: Enemy<'_, S>, [away, way]: [Bytes<S>; 2]) -> Bytes<S> {
        if self.tables.field.is_none() {
            return way;
        }
        // Out of sight no distance is the right one: the nearer by the way around, the better.
        let hidden = is_zero(simd, away) & !is_zero(simd, way);
        let goal = self.tables.ships[self.me].range_goal[enemy.slot];
        pick(hidden, min(way + all(simd, goal), all(simd, LONGEST_WAY)), way)
    }

    /// Distances to a place of an enemy: for fire, and by the way around objects; beyond `reach`, if it is given, nobody asks.
    #[inline(always)]
    fn distances(
        &self,
        simd: S,
        (q, h): (Bytes<S>, Bytes<S>),
        there: (Bytes<S>, Bytes<S>),
        mut asked: LaneMask,
        reach: Option<Bytes<S>>,
    ) -> [Bytes<S>; 2] {
        let mut away = distance(there.0 - q, there.1 - h);
        if self.tables.far {
            away = min(away, all(simd, LONGEST_WAY));
        }
        let Some(field) = &self.tables.field else { return [away; 2] };
        if let Some(reach) = reach {
            asked &= mask(le(away, reach));
        }
        field.seen(simd, [there.0, there.1], [q, h], away, asked)
    }

    /// Looks at an enemy where it is most likely to be.
    #[inline(always)]
    fn engage(&self, simd: S, enemy: Enemy<'_, S>, hexes: &mut Hexes) {
        let [in_mine, in_its] = self.sight(simd, enemy, 0, hexes);
        let weights = self.weights();
        let (mine, its) = (self.fires_at(enemy), self.is_fired_at(enemy));
        if in_its != 0 && (weights.take != 0 || weights.share != 0) {
            let Hexes { taken, shared, enemy: sight, .. } = &mut *hexes;
            let stands = self.its_stands(simd, enemy, 0, in_its);
            for (number, salvo) in enemy.ship.0.salvos.iter().enumerate() {
                its.volleys(
                    simd,
                    salvo,
                    &stands,
                    sight,
                    #[inline(always)]
                    |hex, damage| {
                        let damage = widen(damage);
                        if weights.take != 0 {
                            taken[hex].add(simd, enemy.noted.taken.weigh(simd, number, damage));
                        }
                        if weights.share != 0 {
                            shared[hex].add(simd, enemy.noted.shared.weigh(simd, number, damage));
                        }
                    },
                );
            }
        }
        if in_mine != 0 && weights.deal != 0 {
            let facings = hexes.faced(in_mine);
            let Hexes { hex_of, shifts, best, sums, enemy: sight, .. } = hexes;
            let stands = my_stands(simd, [in_mine, facings], hex_of, shifts);
            mine.raise_best(simd, &stands, sight, &enemy.noted.dealt, sums, best);
        }
    }

    /// The ship's fire at an enemy.
    #[inline(always)]
    fn fires_at<'e>(&self, enemy: Enemy<'e, S>) -> Duel<'e, S>
    where
        'a: 'e,
    {
        let firer = (&self.tables.ships[self.me], &self.batch.ships[self.me]);
        Duel { firer, target: enemy.ship.0, ecm: enemy.ecm }
    }

    /// The enemy's fire at the ship.
    #[inline(always)]
    fn is_fired_at<'e>(&self, enemy: Enemy<'e, S>) -> Duel<'e, S>
    where
        'a: 'e,
    {
        Duel { firer: enemy.ship, target: &self.tables.ships[self.me], ecm: self.my_ecm }
    }

    /// A place of an enemy as seen from some hexes.
    #[inline(always)]
    fn its_stands(
        &self,
        simd: S,
        enemy: Enemy<'_, S>,
        place: usize,
        hexes: Places,
    ) -> Stands<'static, impl Fn(usize) -> Bytes<S>> {
        let shift = load(simd, &self.batch.prospects[enemy.slot][place].arc_shift);
        Stands::new(
            hexes,
            hexes,
            &ITSELF,
            #[inline(always)]
            move |_| shift,
        )
    }

    /// Looks at an enemy at all of its places, the first of them its most likely one.
    #[inline(always)]
    fn engage_everywhere(&self, simd: S, places: usize, enemy: Enemy<'_, S>, hexes: &mut Hexes) {
        let weights = self.weights();
        let (mine, its) = (self.fires_at(enemy), self.is_fired_at(enemy));
        let mut engaged = false;
        for place in 0..places {
            let [in_mine, in_its] = self.sight(simd, enemy, place, hexes);
            if in_mine | in_its == 0 {
                continue;
            }
            if !engaged {
                engaged = true;
                clear_sums([mine.firer.0, enemy.ship.0], hexes);
            }
            if in_its != 0 && (weights.take != 0 || weights.share != 0) {
                let Hexes { suffered, enemy: sight, .. } = &mut *hexes;
                let stands = self.its_stands(simd, enemy, place, in_its);
                for (sums, salvo) in suffered.iter_mut().zip(&enemy.ship.0.salvos) {
                    its.volleys(
                        simd,
                        salvo,
                        &stands,
                        sight,
                        #[inline(always)]
                        |hex, damage| sums[hex].add(simd, widen(damage)),
                    );
                }
            }
            if in_mine != 0 && weights.deal != 0 {
                let facings = hexes.faced(in_mine);
                let Hexes { hex_of, shifts, dealt, enemy: sight, .. } = &mut *hexes;
                let stands = my_stands(simd, [in_mine, facings], hex_of, shifts);
                for (sums, salvo) in dealt.iter_mut().zip(&mine.firer.0.salvos) {
                    mine.volleys(
                        simd,
                        salvo,
                        &stands,
                        sight,
                        #[inline(always)]
                        |facing, damage| sums[facing].add(simd, widen(damage)),
                    );
                }
            }
        }
        if engaged {
            weigh_sums(simd, enemy, mine.firer.0, weights, hexes);
        }
    }
}

/// The ship in some hexes, by facing.
#[inline(always)]
fn my_stands<'a, S: Simd>(
    simd: S,
    [hexes, facings]: [Places; 2],
    hex_of: &'a [u8; MAX_FACINGS],
    shifts: &'a [Row],
) -> Stands<'a, impl Fn(usize) -> Bytes<S>> {
    Stands::new(
        hexes,
        facings,
        hex_of,
        #[inline(always)]
        move |facing| load(simd, &shifts[facing]),
    )
}

/// No fire of and at an enemy.
#[inline(always)]
fn clear_sums([mine, its]: [&ShipTables; 2], hexes: &mut Hexes) {
    for sums in &mut hexes.suffered[..its.salvos.len()] {
        sums[..hexes.count].fill(ScoreRow::ZERO);
    }
    for sums in &mut hexes.dealt[..mine.salvos.len()] {
        sums[..hexes.facings].fill(ScoreRow::ZERO);
    }
}

/// Weighs the means of the sums over all places of an enemy.
#[inline(always)]
fn weigh_sums<S: Simd>(simd: S, enemy: Enemy<'_, S>, mine: &ShipTables, weights: &MoveWeights, hexes: &mut Hexes) {
    let Hexes { count, facings, taken, shared, best, suffered, dealt, .. } = hexes;
    let noted = enemy.noted;
    for (salvo, sums) in suffered[..enemy.ship.0.salvos.len()].iter().enumerate() {
        for (hex, sum) in sums[..*count].iter().enumerate() {
            let mean = eighth_of_scores(sum.load(simd));
            if weights.take != 0 {
                taken[hex].add(simd, noted.taken.weigh(simd, salvo, mean));
            }
            if weights.share != 0 {
                shared[hex].add(simd, noted.shared.weigh(simd, salvo, mean));
            }
        }
    }
    for (facing, best) in best[..*facings].iter_mut().enumerate() {
        let mut counts = all_scores(simd, 0);
        for (salvo, sums) in dealt[..mine.salvos.len()].iter().enumerate() {
            let mean = eighth_of_scores(sums[facing].load(simd));
            counts = add_scores(counts, noted.dealt.weigh(simd, salvo, mean));
        }
        best.raise(simd, counts);
    }
}

impl Nearest {
    /// Takes an enemy that is nearer, in the lanes in which it is alive. Returns where it is.
    #[inline(always)]
    fn consider<S: Simd>(&mut self, simd: S, alive: Flags<S>, away: Bytes<S>, pull: Bytes<S>) -> Flags<S> {
        let alive_away = pick(alive, away, all(simd, 255));
        let known = load(simd, &self.away);
        let closer = lt(alive_away, known);
        store(min(alive_away, known), &mut self.away);
        store(pick(closer, pull, load(simd, &self.pull)), &mut self.pull);
        closer
    }
}
