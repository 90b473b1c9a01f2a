//! What a ship can expect to deal and to take from a position: the features that policies weigh.

use lanchester_core::Side;
use lanchester_hex::lanes::{bearing, distance};
use lanchester_lanes::ops::{
    add_scores, all, all_scores, count_if, eq, flags, is_zero, lacks_bit, le, load, lookup16, lookup64, lt, mask,
    max_scores, min, minus, mul_scores, pick, pick_scores, plus, scores_gt, signed_add, sub_scores, widen,
    widen_signed,
};
use lanchester_lanes::{Bytes, Flags, LaneMask, Row, Scores, Simd};

use crate::design::MAX_BANKS;
use crate::lanes::state::{Batch, Scratch};
use crate::lanes::tables::{EDGE_SUMS_FIT, NO_DICE, ShipTables, Tables};

/// Farther than anybody but ships that are gone, which are farther still; see [`crate::lanes::anticipate::GONE`].
const NOBODY: u8 = 64;

/// What is known of one enemy before positions are compared.
#[derive(Clone, Copy)]
pub struct Foe<S: Simd> {
    /// Column index of my fire at it before range and bank: 1 + its ECM (less Fire Control) + my weapon hits; none where
    /// it is gone.
    mine: Bytes<S>,
    /// The same for its fire at me.
    its: Bytes<S>,
    /// Weight on each box I deal it.
    worth: Bytes<S>,
}

impl<S: Simd> Foe<S> {
    /// Reads it for ship `me` against ship `enemy`.
    #[inline(always)]
    pub fn new(simd: S, tables: &Tables, batch: &Batch, me: usize, enemy: usize) -> Self {
        let (mt, ft) = (&tables.ships[me], &tables.ships[enemy]);
        let (mr, fr) = (&batch.ships[me], &batch.ships[enemy]);
        let (alive, gone) = (flags(simd, fr.alive), all(simd, NO_DICE));
        Self {
            mine: pick(alive, base_column(simd, tables, mt, ft, &mr.lost[1], &fr.lost[2]), gone),
            its: pick(alive, base_column(simd, tables, ft, mt, &fr.lost[1], &mr.lost[2]), gone),
            worth: lookup16(simd, &ft.worth_dealt, load(simd, &fr.lost[3])),
        }
    }
}

/// Column index before range and bank: 1 + target's ECM less the firer's Fire Control + the firer's weapon hits.
///
/// It is 2 − modifier with the range column (0, 1, 2) and the bank's modifier still to be added; see NOVA 5.4.
#[inline(always)]
pub fn base_column<S: Simd>(
    simd: S,
    tables: &Tables,
    firer: &ShipTables,
    target: &ShipTables,
    weapon_hits: &Row,
    ecm_lost: &Row,
) -> Bytes<S> {
    let assist = if firer.design.fire_control { tables.options.fire_control_ecm } else { 0 };
    let ecm = minus(lookup16(simd, &target.ecm, load(simd, ecm_lost)), all(simd, assist));
    ecm + load(simd, weapon_hits) + all(simd, 1)
}

/// What each broadside of a ship expects at a distance from a bank that bears: dice × boxes.
pub struct Volley<S: Simd> {
    worth: [Bytes<S>; MAX_BANKS],
}

impl<S: Simd> Volley<S> {
    /// Nothing yet.
    #[inline(always)]
    pub fn new(simd: S) -> Self {
        Self { worth: [all(simd, 0); MAX_BANKS] }
    }

    /// Works it out for `firer` with a column `base` at a distance.
    #[inline(always)]
    fn aim(&mut self, simd: S, firer: &ShipTables, base: Bytes<S>, away: Bytes<S>) {
        for (worth, broadside) in self.worth.iter_mut().zip(&firer.broadsides) {
            let column = lookup64(simd, &broadside.column, away) + base;
            *worth = lookup16(simd, &broadside.worth, min(column, all(simd, NO_DICE)));
        }
    }

    /// The sum over all banks that bear, at most 255.
    ///
    /// PERF: what is tested is that a gun is not blind: "add where a bit is not set" is one operation, where it is set two.
    #[inline(always)]
    fn bearing(&self, simd: S, firer: &ShipTables, arc_index: Bytes<S>) -> Bytes<S> {
        let mut sum = all(simd, 0);
        for guns in &firer.guns {
            let blind = lookup64(simd, &guns.blind, arc_index);
            for gun in 0..guns.count {
                let worth = self.worth[usize::from(guns.broadside[gun % 8]) % MAX_BANKS];
                sum = pick(lacks_bit(simd, blind, gun % 8), plus(sum, worth), sum);
            }
        }
        sum
    }
}

/// What stays the same while the end positions of ship `me` are compared.
pub struct Ground<'a, S: Simd> {
    tables: &'a Tables,
    batch: &'a Batch,
    scratch: &'a Scratch,
    me: usize,
    /// Places of each enemy that count; with several, each enemy takes the one that is best for it.
    replies: usize,
    /// Weight on each box that it takes.
    worth_taken: Scores<S>,
    /// Whether its policy weighs fire at all.
    fights: bool,
    /// Whether hexes that cannot be better than the best so far are left alone; never where enemies answer.
    choosy: bool,
}

impl<'a, S: Simd> Ground<'a, S> {
    /// The ground on which `me` looks at so many places of each enemy in `scratch.prospects`. It may be `choosy` where nothing
    /// but a hex and a facing can make a score higher.
    #[inline(always)]
    pub fn new(
        simd: S,
        tables: &'a Tables,
        batch: &'a Batch,
        scratch: &'a Scratch,
        me: usize,
        replies: usize,
        choosy: bool,
    ) -> Self {
        let lost = load(simd, &batch.ships[me].lost[3]);
        let worth_taken = widen_signed(lookup16(simd, &tables.ships[me].worth_taken, lost));
        let weights = &tables.policies[tables.side_of(me)].moves;
        let fights = weights.deal != 0 || weights.take != 0;
        let choosy = choosy && weights.crowd >= 0;
        Self { tables, batch, scratch, me, replies, worth_taken, fights, choosy }
    }
}

/// What is known of one hex: what fire is to be dealt and taken there, and how it lies.
pub struct View<S: Simd> {
    /// Weighted damage to the best target by sides turned; where enemies answer, less weighted damage from everybody.
    exchange: [Scores<S>; 6],
    /// Weighted range to the nearest enemy (signed).
    range: Bytes<S>,
    /// Displacement and bearing class of the nearest enemy, and the lanes in which there is one.
    toward: (Bytes<S>, Bytes<S>),
    class: Bytes<S>,
    seen: Flags<S>,
    /// What does not depend on the facing: weighted nearness of the edge and of friends, and where enemies do not answer
    /// weighted damage from everybody.
    place: Scores<S>,
    /// Working memory: fire dealt and taken at the hex, and that of one enemy's best answer.
    volley: Volley<S>,
    taken: [Bytes<S>; 6],
    best: [Answer<S>; 6],
}

/// What an enemy's best answer to a facing is.
#[derive(Clone, Copy)]
struct Answer<S: Simd> {
    /// Dealt less taken, weighted.
    net: Scores<S>,
    dealt: Scores<S>,
    taken: Bytes<S>,
}

impl<S: Simd> View<S> {
    /// Of no hex yet.
    #[inline(always)]
    pub fn new(simd: S) -> Self {
        let (nothing, none) = (all_scores(simd, 0), all(simd, 0));
        Self {
            exchange: [nothing; 6],
            range: none,
            toward: (none, none),
            class: none,
            seen: flags(simd, 0),
            place: nothing,
            volley: Volley::new(simd),
            taken: [none; 6],
            best: [Answer { net: nothing, dealt: nothing, taken: none }; 6],
        }
    }

    /// Looks at the hex `(q, h)` in the lanes of `open`, with the facings that somebody asks about: `asked` has the lanes
    /// and `shifts` the arc shifts (24 − 4·facing) by sides turned. Returns the lanes in which the hex is free and some
    /// facing may be better than `best`; in others nothing more is worked out.
    ///
    /// PERF: most hexes cannot be better than the best so far. What it takes to know that, fire above all, is worked out for
    /// each; the bearing of the nearest enemy, the friends near it and the scores are not.
    #[inline(always)]
    pub fn look(
        &mut self,
        simd: S,
        ground: &Ground<'_, S>,
        enemies: &[Foe<S>],
        (q, h): (Bytes<S>, Bytes<S>),
        shifts: &[Bytes<S>; 6],
        asked: &[LaneMask; 8],
        open: LaneMask,
        best: Scores<S>,
    ) -> LaneMask {
        let Ground { tables, scratch, me, choosy, .. } = *ground;
        let ship = &tables.ships[me];
        let weights = &tables.policies[tables.side_of(me)].moves;
        self.place = all_scores(simd, 0);
        if weights.edge != 0 {
            let [columns, rows] = &tables.edge_pull[tables.side_of(me)];
            let (east, north) = (lookup64(simd, columns, q), lookup64(simd, rows, h));
            // PERF: widening is dear.
            self.place = if weights.edge.unsigned_abs() <= EDGE_SUMS_FIT {
                widen_signed(east + north)
            } else {
                add_signed(widen_signed(east), north)
            };
        }
        let mut free = open & !mask(occupied(simd, tables, scratch, me, q, h));
        if free == 0 {
            return 0;
        }
        if ground.replies > 1 {
            self.exchange_after_replies(simd, ground, enemies, (q, h), shifts, asked, free);
        } else {
            let deals = self.exchange_at_once(simd, ground, enemies, (q, h), shifts, asked, free);
            if choosy {
                free &= mask(scores_gt(simd, self.bound(simd, ship, deals), best));
                if free == 0 {
                    return 0;
                }
            }
        }
        if ship.faces && ground.replies == 1 {
            self.class = bearing(simd, self.toward.0, self.toward.1);
        }
        if weights.crowd != 0 && tables.side(tables.side_of(me)).len() > 1 {
            let friends = widen(crowd(simd, tables, scratch, me, q, h));
            self.place = sub_scores(self.place, mul_scores(friends, all_scores(simd, weights.crowd.into())));
        }
        free
    }

    /// No facing in the hex has a higher score than this; whether any deals something is known.
    #[inline(always)]
    fn bound(&self, simd: S, ship: &ShipTables, deals: bool) -> Scores<S> {
        let pull = if ship.faces { signed_add(self.range, all(simd, ship.facing_most)) } else { self.range };
        let bound = add_signed(self.place, pull);
        if !deals {
            return bound;
        }
        let [a, b, c, d, e, f] = self.exchange;
        add_scores(bound, max_scores(max_scores(max_scores(a, b), max_scores(c, d)), max_scores(e, f)))
    }

    /// The exchange with enemies that are each expected in one place. Returns whether anything can be dealt.
    #[inline(always)]
    fn exchange_at_once(
        &mut self,
        simd: S,
        ground: &Ground<'_, S>,
        enemies: &[Foe<S>],
        (q, h): (Bytes<S>, Bytes<S>),
        shifts: &[Bytes<S>; 6],
        asked: &[LaneMask; 8],
        free: LaneMask,
    ) -> bool {
        let Ground { tables, batch, scratch, me, fights, worth_taken, .. } = *ground;
        let ship = &tables.ships[me];
        let mut taken = all(simd, 0);
        let mut nearest = all(simd, NOBODY);
        let (mut east, mut north) = (nearest, nearest);
        let mut dealt = false;
        self.range = all(simd, 0);
        if fights {
            for turned in 0..6 {
                self.exchange[turned] = all_scores(simd, 0);
            }
        }
        for (slot, enemy) in tables.side(tables.side_of(me).opponent()).enumerate() {
            // PERF: late in a fleet action most are gone.
            let near = batch.ships[enemy].alive & free;
            if near == 0 {
                continue;
            }
            let (ft, known, place) = (&tables.ships[enemy], &enemies[slot], &scratch.prospects[slot][0]);
            let (dq, dh) = (load(simd, &place.q) - q, load(simd, &place.h) - h);
            let away = distance(dq, dh);
            let closer = lt(away, nearest);
            nearest = min(away, nearest);
            self.range = pick(closer, lookup64(simd, &ship.range_pull[slot], away), self.range);
            if ship.faces {
                (east, north) = (pick(closer, dq, east), pick(closer, dh, north));
            }
            // PERF: most positions of the approach are out of everybody's range.
            let takes = fights && mask(le(away, all(simd, ft.reach))) & near != 0;
            let deals = fights && mask(le(away, all(simd, ship.reach))) & near != 0;
            if !takes && !deals {
                continue;
            }
            let class = bearing(simd, dq, dh);
            if takes {
                self.volley.aim(simd, ft, known.its, away);
                taken = plus(taken, self.volley.bearing(simd, ft, class + load(simd, &place.arc_shift)));
            }
            if deals {
                dealt = true;
                self.volley.aim(simd, ship, known.mine, away);
                let worth = widen_signed(known.worth);
                for turned in 0..6 {
                    if asked[turned] & free != 0 {
                        let boxes = self.volley.bearing(simd, ship, class + shifts[turned]);
                        self.exchange[turned] = max_scores(self.exchange[turned], mul_scores(widen(boxes), worth));
                    }
                }
            }
        }
        if fights {
            self.place = sub_scores(self.place, mul_scores(widen(taken), worth_taken));
        }
        self.seen = lt(nearest, all(simd, NOBODY));
        self.toward = (east, north);
        dealt
    }

    /// The exchange with enemies that each answer as is best for them.
    #[inline(always)]
    fn exchange_after_replies(
        &mut self,
        simd: S,
        ground: &Ground<'_, S>,
        enemies: &[Foe<S>],
        (q, h): (Bytes<S>, Bytes<S>),
        shifts: &[Bytes<S>; 6],
        asked: &[LaneMask; 8],
        free: LaneMask,
    ) {
        let Ground { tables, batch, scratch, me, worth_taken, replies, fights, .. } = *ground;
        let mt = &tables.ships[me];
        let mut nearest = all(simd, NOBODY);
        self.range = all(simd, 0);
        for turned in 0..6 {
            self.exchange[turned] = all_scores(simd, 0);
            self.taken[turned] = all(simd, 0);
        }
        for (slot, enemy) in tables.side(tables.side_of(me).opponent()).enumerate() {
            let (ft, known) = (&tables.ships[enemy], &enemies[slot]);
            let worth = widen_signed(known.worth);
            for (n, place) in scratch.prospects[slot][..replies].iter().enumerate() {
                let (dq, dh) = (load(simd, &place.q) - q, load(simd, &place.h) - h);
                let (away, class) = (distance(dq, dh), bearing(simd, dq, dh));
                if n == 0 {
                    let closer = lt(away, nearest);
                    nearest = min(away, nearest);
                    self.range = pick(closer, lookup64(simd, &mt.range_pull[slot], away), self.range);
                    self.class = pick(closer, class, self.class);
                }
                let possible = flags(simd, place.possible);
                if !fights || n > 0 && place.possible & free == 0 {
                    continue;
                }
                let near = batch.ships[enemy].alive & free;
                let (mut take, mut deals) = (all(simd, 0), false);
                if mask(le(away, all(simd, ft.reach))) & near != 0 {
                    self.volley.aim(simd, ft, known.its, away);
                    take = self.volley.bearing(simd, ft, class + load(simd, &place.arc_shift));
                }
                if mask(le(away, all(simd, mt.reach))) & near != 0 {
                    self.volley.aim(simd, mt, known.mine, away);
                    deals = true;
                }
                let cost = mul_scores(widen(take), worth_taken);
                for turned in 0..6 {
                    if asked[turned] & free == 0 {
                        continue;
                    }
                    let mut deal = all_scores(simd, 0);
                    if deals {
                        let boxes = self.volley.bearing(simd, mt, class + shifts[turned]);
                        deal = mul_scores(widen(boxes), worth);
                    }
                    let net = sub_scores(deal, cost);
                    let best = &mut self.best[turned];
                    if n == 0 {
                        *best = Answer { net, dealt: deal, taken: take };
                        continue;
                    }
                    let better = scores_gt(simd, best.net, net) & possible;
                    best.net = pick_scores(simd, better, net, best.net);
                    best.dealt = pick_scores(simd, better, deal, best.dealt);
                    best.taken = pick(better, take, best.taken);
                }
            }
            if !fights {
                continue;
            }
            for turned in 0..6 {
                if asked[turned] & free != 0 {
                    let best = &self.best[turned];
                    self.exchange[turned] = max_scores(self.exchange[turned], best.dealt);
                    self.taken[turned] = plus(self.taken[turned], best.taken);
                }
            }
        }
        self.seen = lt(nearest, all(simd, NOBODY));
        for turned in 0..6 {
            if fights && asked[turned] & free != 0 {
                let taken = mul_scores(widen(self.taken[turned]), worth_taken);
                self.exchange[turned] = sub_scores(self.exchange[turned], taken);
            }
        }
    }

    /// The score of a facing in it, the hexes moved to get there left out.
    #[inline(always)]
    pub fn score(&self, simd: S, ground: &Ground<'_, S>, turned: usize, shift: Bytes<S>) -> Scores<S> {
        let mut score = self.place;
        if ground.fights {
            score = add_scores(self.exchange[turned], score);
        }
        let ship = &ground.tables.ships[ground.me];
        if ship.faces {
            let facing = lookup64(simd, &ship.facing_pull, self.class + shift);
            return add_signed(score, pick(self.seen, signed_add(facing, self.range), self.range));
        }
        add_signed(score, self.range)
    }
}

/// Lanes in which any ship of `side` bears on any enemy with at least one die, from where they stand.
#[inline(always)]
pub fn bears<S: Simd>(simd: S, tables: &Tables, batch: &Batch, side: Side) -> LaneMask {
    let mut any = 0;
    let mut volley = Volley::new(simd);
    for me in tables.side(side) {
        let rows = &batch.ships[me];
        let facing = load(simd, &rows.facing);
        let arc_shift = all(simd, 24) - (facing + facing + facing + facing);
        for enemy in tables.side(side.opponent()) {
            let known = Foe::new(simd, tables, batch, me, enemy);
            let other = &batch.ships[enemy];
            let (dq, dh) = (load(simd, &other.q) - load(simd, &rows.q), load(simd, &other.h) - load(simd, &rows.h));
            let arc_index = bearing(simd, dq, dh) + arc_shift;
            volley.aim(simd, &tables.ships[me], known.mine, distance(dq, dh));
            let fire = volley.bearing(simd, &tables.ships[me], arc_index);
            any |= !mask(is_zero(simd, fire)) & rows.alive & other.alive;
        }
    }
    any
}

/// Adds a signed byte to a score.
#[inline(always)]
pub fn add_signed<S: Simd>(score: Scores<S>, byte: Bytes<S>) -> Scores<S> {
    add_scores(score, widen_signed(byte))
}

/// Lanes in which another ship holds the hex.
#[inline(always)]
fn occupied<S: Simd>(simd: S, tables: &Tables, scratch: &Scratch, me: usize, q: Bytes<S>, h: Bytes<S>) -> Flags<S> {
    let mut held = flags(simd, 0);
    for other in 0..tables.ships.len() {
        if other != me {
            let [east, north] = &scratch.standing[other];
            held |= eq(load(simd, east), q) & eq(load(simd, north), h);
        }
    }
    held
}

/// Friends within one hex.
#[inline(always)]
fn crowd<S: Simd>(simd: S, tables: &Tables, scratch: &Scratch, me: usize, q: Bytes<S>, h: Bytes<S>) -> Bytes<S> {
    let mut count = all(simd, 0);
    // Of displacements within (±1, ±2) only neighbours' are those of a hex.
    let (west, south) = (q - all(simd, 1), h - all(simd, 2));
    for friend in tables.side(tables.side_of(me)) {
        if friend != me {
            let [east, north] = &scratch.standing[friend];
            let near = le(load(simd, east) - west, all(simd, 2)) & le(load(simd, north) - south, all(simd, 4));
            count = count_if(simd, near, count);
        }
    }
    count
}
