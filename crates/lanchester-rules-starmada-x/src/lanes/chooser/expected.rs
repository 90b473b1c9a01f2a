//! Which of its typical orders an enemy is expected to choose: those with which it gains most.
//!
//! Phase: movement, before any ship is given its orders. Reads the ships; writes `prospects`, and `hexes` as working memory.

use std::mem::take;

use lanchester_battle::anticipation::{Prospect, turned};
use lanchester_battle::appraisal::arc_shift;
use lanchester_lanes::hex::Board;
use lanchester_lanes::hex::lanes::{bearing, distance};
use lanchester_lanes::ops::{
    all, all_scores, flags, half, le, load, mask, min, minus, mul_scores, pick, pick_scores, scores_eq, scores_gt,
    store, sub_scores,
};
use lanchester_lanes::{LaneMask, Scores, Simd};

use crate::lanes::chooser::anticipate::Course;
use crate::lanes::chooser::hexes::{ITSELF, MAX_HEXES, Places, ScoreRow, Sight};
use crate::lanes::equipment::works;
use crate::lanes::field::LONGEST_WAY;
use crate::lanes::fire::{Duel, Stands, Values};
use crate::lanes::state::{Batch, MIXTURE};
use crate::lanes::tables::Tables;

/// Typical orders that are looked at.
const TYPICAL: usize = 2 * MIXTURE;

const _: () = assert!(TYPICAL <= MAX_HEXES);

/// Writes to the prospects of an enemy, on its course, besides straight on those of its typical orders with which it gains most, what
/// it deals counted so many times.
#[inline(always)]
pub(super) fn aim<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    enemy: usize,
    course: &Course<S>,
    times: i16,
    live: LaneMask,
) {
    let board = tables.options.board;
    let slot = usize::from(tables.ships.slot_of(enemy));
    let mut typical: [Prospect; TYPICAL] = Default::default();
    course.mixture(simd, board, &mut batch.prospects[slot]);
    typical[..MIXTURE].clone_from_slice(&batch.prospects[slot]);
    course.more(simd, board, &mut typical);
    // Taken out while they are written to.
    let mut memory = take(&mut batch.hexes);
    let mut gains = gains(simd, tables, batch, enemy, &typical, times, live, &mut memory[0].enemy);
    batch.hexes = memory;
    for place in &mut batch.prospects[slot][1..] {
        take_best(simd, &typical, &mut gains, place);
    }
}

impl<S: Simd> Course<S> {
    /// More typical orders, in all places past those of the mixture, to either side: all but one ahead and then a turn, a turn at
    /// once and half the rest ahead, a turn on the spot; and half ahead, half back.
    #[inline(always)]
    fn more(&self, simd: S, board: Board, places: &mut [Prospect; TYPICAL]) {
        let rest = minus(self.points, all(simd, 1));
        let on = self.to(simd, self.facing, min(rest, self.ahead));
        for (place, by) in [(MIXTURE, 5), (MIXTURE + 1, 1)] {
            let new = self.turned(simd, by);
            let turned = self.to_or_stay(simd, board, new, half(rest));
            for (place, (q, h)) in [(place, on), (place + 2, turned), (place + 4, self.at)] {
                places[place].set(simd, q, h, new);
            }
        }
        let (q, h) = self.to(simd, self.facing, min(half(self.points), self.ahead));
        places[MIXTURE + 6].set(simd, q, h, self.facing);
        let (q, h) = self.to_or_stay(simd, board, turned(simd, self.facing, 3), half(self.points));
        places[MIXTURE + 7].set(simd, q, h, self.facing);
    }
}

/// What an enemy deals its best target from each place, so many times, less what the best of its opponents deals it, where they go
/// straight on.
#[inline(always)]
fn gains<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    enemy: usize,
    places: &[Prospect; TYPICAL],
    times: i16,
    live: LaneMask,
    sight: &mut Sight,
) -> [Scores<S>; TYPICAL] {
    let (ft, fr) = (&tables.ships[enemy], &batch.ships[enemy]);
    let mut dealt = [ScoreRow::ZERO; TYPICAL];
    let mut taken = dealt;
    let mut sums = dealt;
    let (mut to_me, mut to_it) = (Values::default(), Values::default());
    for me in tables.ships.side(tables.ships.side_of(enemy).opponent()) {
        let (mt, mr) = (&tables.ships[me], &batch.ships[me]);
        if mr.alive & fr.alive & live == 0 {
            continue;
        }
        let alive = flags(simd, mr.alive);
        to_me.note(simd, ft, &mt.worth, load(simd, &mr.shields), alive);
        to_it.note(simd, mt, &ft.worth, load(simd, &fr.shields), alive);
        let course = Course::of(simd, tables, mr, mt.design.engines, live);
        let (q, h) = course.straight_on(simd);
        let mut near = [0; 2];
        for (number, place) in places.iter().enumerate() {
            let (dq, dh) = (load(simd, &place.q) - q, load(simd, &place.h) - h);
            let mut away = distance(dq, dh);
            if tables.far {
                away = min(away, all(simd, LONGEST_WAY));
            }
            for (near, reach) in near.iter_mut().zip([ft.reach, mt.reach]) {
                let anybody = mask(le(away, all(simd, reach))) & live != 0;
                *near |= Places::from(anybody) << number;
            }
            store(away, &mut sight.away[number]);
            store(bearing(simd, dq, dh), &mut sight.class[number]);
        }
        let [in_its, in_mine] = near;
        let its = Duel { firer: (ft, fr), target: mt, ecm: works(simd, mt, mr, mt.ecm) };
        let stands = Stands::new(
            in_its,
            in_its,
            &ITSELF,
            #[inline(always)]
            |place: usize| load(simd, &places[place].arc_shift),
        );
        its.raise_best(simd, &stands, sight, &to_me, &mut sums, &mut dealt);
        let shift = arc_shift(simd, course.facing);
        let mine = Duel { firer: (mt, mr), target: ft, ecm: works(simd, ft, fr, ft.ecm) };
        let stands = Stands::new(
            in_mine,
            in_mine,
            &ITSELF,
            #[inline(always)]
            |_| shift,
        );
        mine.raise_best(simd, &stands, sight, &to_it, &mut sums, &mut taken);
    }
    let mut gains = [all_scores(simd, 0); TYPICAL];
    for ((gain, dealt), taken) in gains.iter_mut().zip(&dealt).zip(&taken) {
        *gain = sub_scores(mul_scores(dealt.load(simd), all_scores(simd, times)), taken.load(simd));
    }
    gains
}

/// Writes the place, of all but the first, with the highest gain, the first of equals, and strikes it off.
#[inline(always)]
fn take_best<S: Simd>(simd: S, places: &[Prospect; TYPICAL], gains: &mut [Scores<S>; TYPICAL], best: &mut Prospect) {
    let struck_off = all_scores(simd, i16::MIN);
    let (mut most, mut of) = (struck_off, all_scores(simd, 0));
    let (mut q, mut h, mut shift) = (load(simd, &best.q), load(simd, &best.h), load(simd, &best.arc_shift));
    for (number, place) in places.iter().enumerate().skip(1) {
        let better = scores_gt(simd, gains[number], most);
        most = pick_scores(simd, better, gains[number], most);
        of = pick_scores(simd, better, all_scores(simd, number as i16), of);
        q = pick(better, load(simd, &place.q), q);
        h = pick(better, load(simd, &place.h), h);
        shift = pick(better, load(simd, &place.arc_shift), shift);
    }
    for (number, gain) in gains.iter_mut().enumerate() {
        let taken = scores_eq(simd, of, all_scores(simd, number as i16));
        *gain = pick_scores(simd, taken, struck_off, *gain);
    }
    store(q, &mut best.q);
    store(h, &mut best.h);
    store(shift, &mut best.arc_shift);
}
