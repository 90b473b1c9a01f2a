//! What a ship can expect to deal and to take from a position: the features that policies weigh.
//!
//! Phase: movement. Reads the ships and `prospects`; writes nothing.

use lanchester_hex::lanes::{bearing, distance};
use lanchester_lanes::ops::{
    add_scores, all, all_scores, eighth_of_scores, flags, is_zero, le, load, lookup64, lt, mask, max_scores, min,
    mul_scores, only, pick, signed_add, sub_scores, widen, widen_signed,
};
use lanchester_lanes::{Bytes, Flags, LaneMask, Scores, Simd};

use crate::lanes::equipment::works;
use crate::lanes::field::LONGEST_WAY;
use crate::lanes::fire::{reach, volley, weighed};
use crate::lanes::friends::part;
use crate::lanes::next::Ahead;
use crate::lanes::state::Batch;
use crate::lanes::tables::{READINGS, ShipTables, Tables};

/// Most turns of a spot.
pub const TURNS: usize = 6;

/// What a hex counts for, before weights on the hex itself.
pub struct Exchange<S: Simd> {
    /// By turn of the spot: weighted damage to the best target less weighted damage from everybody, and the pull of range
    /// and facing relative to the nearest enemy.
    pub scores: [Scores<S>; TURNS],
}

/// What stays the same while a hex is looked at.
pub(super) struct Ground<'a, S: Simd> {
    pub(super) tables: &'a Tables,
    pub(super) batch: &'a Batch,
    pub(super) me: usize,
    /// Places of each enemy that count.
    places: usize,
    pub(super) at: (Bytes<S>, Bytes<S>),
    /// 24 − 4·facing of the facings that somebody asks about.
    arc_shifts: &'a [Bytes<S>],
    /// Lanes anybody asks about.
    pub(super) live: LaneMask,
    /// Whether the policy weighs fire at all.
    fights: bool,
    /// Lanes in which the ship's own Electronic Countermeasures work.
    pub(super) my_ecm: Flags<S>,
}

/// The nearest living enemy so far.
struct Nearest<S: Simd> {
    away: Bytes<S>,
    class: Bytes<S>,
    /// The pull of its range.
    pull: Bytes<S>,
}

/// Fire of and at one enemy, summed over the places where it may be, by reading.
///
/// PERF: made once for all hexes that a ship looks at, and cleared only where an enemy is engaged: setting it to zero for each
/// hex and enemy was a third of all instructions.
pub struct Fire<S: Simd> {
    /// By turn of the spot.
    dealt: [[Scores<S>; READINGS]; TURNS],
    suffered: [Scores<S>; READINGS],
    /// Some enemy was engaged before: the sums are not zero.
    used: bool,
}

/// What ship `me` can expect at `at` with each of the facings for which `class + arc_shift` is an arc index
/// (24 − 4·facing). `places` of each enemy are taken from `batch.prospects`, as likely as each other. `live` are the lanes
/// anybody asks about, all of them on the board. `share` is the 256ths of the enemies' fire that fall on the ship, for a
/// policy that shares it out. `aheads` are the ways ahead by turn of the spot, where the next turn is weighed. `fire` is working
/// memory, whatever it holds. Where objects block the line nothing is dealt or taken, and the distance that a policy wants is that
/// of the shortest way around them; out of sight it wants the shortest.
#[inline(always)]
pub fn exchange<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    me: usize,
    places: usize,
    at: (Bytes<S>, Bytes<S>),
    arc_shifts: &[Bytes<S>],
    aheads: Option<&[Ahead<S>; TURNS]>,
    live: LaneMask,
    share: Scores<S>,
    fire: &mut Fire<S>,
) -> Exchange<S> {
    let side = tables.ships.side_of(me);
    let (mt, mr) = (&tables.ships[me], &batch.ships[me]);
    let weights = &tables.policies[side].moves;
    let shares = weights.share != 0;
    let fights = weights.deal != 0 || weights.take != 0 || shares;
    let my_ecm = works(simd, mt, mr, mt.ecm);
    let ground = Ground { tables, batch, me, places, at, arc_shifts, live, fights, my_ecm };
    let none = all_scores(simd, 0);
    let mut best = [none; TURNS];
    let mut taken = none;
    let mut shared = none;
    let mut nearest = Nearest { away: all(simd, 255), class: all(simd, 0), pull: all(simd, 0) };
    let my_shields = load(simd, &mr.shields);
    for (slot, enemy) in tables.ships.side(side.opponent()).enumerate() {
        let (ft, fr) = (&tables.ships[enemy], &batch.ships[enemy]);
        if !ground.engage(simd, slot, enemy, &mut nearest, fire) {
            continue;
        }
        let alive = widen(only(simd, flags(simd, fr.alive), all(simd, 1)));
        let suffered = mean(places, fire.suffered);
        let from_it = weighed(simd, ft, &suffered, &mt.value_taken, my_shields);
        taken = add_scores(taken, mul_scores(from_it, alive));
        if shares {
            let from_it = weighed(simd, ft, &suffered, &mt.value_shared, my_shields);
            shared = add_scores(shared, mul_scores(from_it, alive));
        }
        let its_shields = load(simd, &fr.shields);
        for turn in 0..arc_shifts.len() {
            let value = weighed(simd, mt, &mean(places, fire.dealt[turn]), &ft.value_dealt, its_shields);
            best[turn] = max_scores(best[turn], mul_scores(value, alive));
        }
    }
    if shares {
        let own = part(shared, share);
        taken = if weights.share > 0 { add_scores(taken, own) } else { sub_scores(taken, own) };
    }
    let mut scores = best;
    for (turn, shift) in arc_shifts.iter().enumerate() {
        let pulls = if weights.bow != 0 || weights.beam != 0 {
            let facing = lookup64(simd, &mt.facing_pull, nearest.class + *shift);
            only(simd, lt(nearest.away, all(simd, 255)), signed_add(facing, nearest.pull))
        } else {
            nearest.pull
        };
        scores[turn] = add_scores(sub_scores(best[turn], taken), widen_signed(pulls));
        if let Some(aheads) = aheads {
            scores[turn] = add_scores(scores[turn], ground.next_turn(simd, &aheads[turn], *shift, share));
        }
    }
    Exchange { scores }
}

/// Sums over all places as a mean of them.
#[inline(always)]
fn mean<S: Simd>(places: usize, mut sums: [Scores<S>; READINGS]) -> [Scores<S>; READINGS] {
    if places > 1 {
        for sum in &mut sums {
            *sum = eighth_of_scores(*sum);
        }
    }
    sums
}

impl<S: Simd> Ground<'_, S> {
    /// Looks at every place of one enemy. Returns whether anybody may fire.
    #[inline(always)]
    fn engage(&self, simd: S, slot: usize, enemy: usize, nearest: &mut Nearest<S>, fire: &mut Fire<S>) -> bool {
        let Self { tables, batch, me, live, fights, .. } = *self;
        let (mt, mr) = (&tables.ships[me], &batch.ships[me]);
        let (ft, fr) = (&tables.ships[enemy], &batch.ships[enemy]);
        let alive = flags(simd, fr.alive);
        let its_ecm = works(simd, ft, fr, ft.ecm);
        let mut engaged = false;
        for (number, place) in batch.prospects[slot][..self.places].iter().enumerate() {
            let there = (load(simd, &place.q), load(simd, &place.h));
            let [away, way] = self.distances(simd, there, enemy, number == 0);
            let class = bearing(simd, there.0 - self.at.0, there.1 - self.at.1);
            if number == 0 {
                nearest.consider(simd, tables, mt, slot, alive, [away, way], class);
            }
            // PERF: most positions of the approach are out of everybody's range.
            let near = alive & le(away, all(simd, mt.reach.max(ft.reach)));
            if !fights || mask(near) & live == 0 {
                continue;
            }
            if !engaged {
                engaged = true;
                if fire.used {
                    fire.clear(simd, self.arc_shifts.len());
                }
                fire.used = true;
            }
            let mine = reach(simd, (mt, mr), ft, its_ecm, away);
            for (turn, shift) in self.arc_shifts.iter().enumerate() {
                let sums = volley(simd, (mt, mr), ft, its_ecm, &mine, class + *shift);
                add(mt, &mut fire.dealt[turn], sums);
            }
            let its = reach(simd, (ft, fr), mt, self.my_ecm, away);
            let sums = volley(simd, (ft, fr), mt, self.my_ecm, &its, class + load(simd, &place.arc_shift));
            add(ft, &mut fire.suffered, sums);
        }
        engaged
    }

    /// Distances to a place of an enemy: for fire, and by the way around objects. Of all but the first only the fire counts.
    #[inline(always)]
    fn distances(&self, simd: S, (q, h): (Bytes<S>, Bytes<S>), enemy: usize, first: bool) -> [Bytes<S>; 2] {
        let mut away = distance(q - self.at.0, h - self.at.1);
        if self.tables.far {
            away = min(away, all(simd, LONGEST_WAY));
        }
        let Some(field) = &self.tables.field else { return [away; 2] };
        let reach = if first { u8::MAX } else { self.tables.ships[self.me].reach.max(self.tables.ships[enemy].reach) };
        let asked = self.live & self.batch.ships[enemy].alive & mask(le(away, all(simd, reach)));
        field.seen(simd, [q, h], [self.at.0, self.at.1], away, asked)
    }
}

impl<S: Simd> Fire<S> {
    /// No fire.
    #[inline(always)]
    pub fn new(simd: S) -> Self {
        let none = all_scores(simd, 0);
        Self { dealt: [[none; READINGS]; TURNS], suffered: [none; READINGS], used: false }
    }

    /// No fire, for so many turns.
    #[inline(always)]
    fn clear(&mut self, simd: S, turns: usize) {
        self.suffered = [all_scores(simd, 0); READINGS];
        for dealt in &mut self.dealt[..turns] {
            *dealt = [all_scores(simd, 0); READINGS];
        }
    }
}

impl<S: Simd> Nearest<S> {
    /// Takes an enemy that is nearer.
    #[inline(always)]
    fn consider(
        &mut self,
        simd: S,
        tables: &Tables,
        ship: &ShipTables,
        slot: usize,
        alive: Flags<S>,
        [away, way]: [Bytes<S>; 2],
        class: Bytes<S>,
    ) {
        let alive_way = pick(alive, way, all(simd, 255));
        let closer = lt(alive_way, self.away);
        self.away = min(alive_way, self.away);
        self.class = pick(closer, class, self.class);
        let mut index = way;
        if tables.field.is_some() {
            // Out of sight no distance is the right one: the nearer by the way around, the better.
            let hidden = is_zero(simd, away) & !is_zero(simd, way);
            let beyond = min(way + all(simd, ship.range_goal[slot]), all(simd, LONGEST_WAY));
            index = pick(hidden, beyond, way);
        }
        self.pull = pick(closer, lookup64(simd, &ship.range_pull[slot], index), self.pull);
    }
}

/// Adds the fire of a ship to sums, by the readings that its batteries have.
#[inline(always)]
pub(super) fn add<S: Simd>(firer: &ShipTables, sums: &mut [Scores<S>; READINGS], fire: [Bytes<S>; READINGS]) {
    for reading in 0..READINGS {
        if firer.batteries.iter().any(|battery| battery.reading == reading) {
            sums[reading] = add_scores(sums[reading], widen(fire[reading]));
        }
    }
}
