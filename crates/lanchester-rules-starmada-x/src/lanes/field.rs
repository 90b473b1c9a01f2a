//! Objects on the board as the lanes look at them: everything that follows from where they lie, worked out once a matchup.
//!
//! Objects are in the same hexes in every lane, so what they do depends on hexes alone: which two see each other, how long
//! the way around is, and which orders a hex and a facing allow. All of it is looked up, lane by lane. Without objects
//! there is no field, and nothing of this is done.
//!
//! Phase: none, but for movement, where [`Field::bar`] reads where the ship is and writes `barred`. It is worked out
//! before the first battle.

use std::collections::{BTreeMap, VecDeque};

use lanchester_lanes::hex::{Board, Facing, Hex, Line};
use lanchester_lanes::ops::{load, store};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LaneMask, Row, Simd};

use crate::lanes::chooser::candidates::{Candidates, after, end_of};
use crate::lanes::state::Batch;
use crate::options::{LARGEST, Options, Station};

/// Columns of the largest board.
pub const MAX_COLUMNS: usize = LARGEST.cols as usize;
/// The longest way that is told from longer ones: tables by distance end there.
pub const LONGEST_WAY: u8 = 63;
/// A pair of hexes that do not see each other.
const HIDDEN: u8 = 128;

/// What objects do on a board.
#[derive(Debug)]
pub struct Field {
    board: Board,
    /// The hexes that they occupy.
    pub hexes: Vec<Hex>,
    /// The same by column, a bit a row.
    pub solid: [u64; MAX_COLUMNS],
    /// By hex and hex: hexes of the shortest way, and [`HIDDEN`] where objects block the line between them.
    pairs: Vec<u8>,
    /// By hex and facing: hexes ahead, to an object or the edge.
    room: Vec<u8>,
    /// By movement points that a design has: the orders that objects forbid.
    barred: BTreeMap<u8, Barred>,
}

/// The ends that a ship does not choose, by hex and facing, a bit each.
#[derive(Debug)]
struct Barred {
    words: usize,
    bits: Vec<u64>,
}

impl Field {
    /// The field of a matchup, for designs that have these ends by their movement points; `None` without objects.
    pub fn new(options: &Options, lists: &BTreeMap<u8, &Candidates>) -> Option<Self> {
        let board = options.board;
        let hexes: Vec<Hex> = options.solid().collect();
        if hexes.is_empty() {
            return None;
        }
        let mut solid = [0; MAX_COLUMNS];
        for hex in &hexes {
            let (column, row) = board.place(*hex);
            solid[usize::from(column)] |= 1 << row;
        }
        let mut field = Self { board, hexes, solid, pairs: Vec::new(), room: Vec::new(), barred: BTreeMap::new() };
        field.measure();
        field.look();
        field.barred = lists.iter().map(|(points, list)| (*points, Barred::new(&field, list))).collect();
        Some(field)
    }

    /// Every hex, in the order of their indices.
    fn all(&self) -> impl Iterator<Item = Hex> + use<> {
        let board = self.board;
        (0..board.cols).flat_map(move |column| (0..board.rows).filter_map(move |row| board.hex(column, row)))
    }

    fn count(&self) -> usize {
        usize::from(self.board.cols) * usize::from(self.board.rows)
    }

    /// The index of an on-board hex.
    #[inline(always)]
    fn index(&self, q: u8, h: u8) -> usize {
        usize::from(q) * usize::from(self.board.rows) + usize::from(h >> 1)
    }

    fn index_of(&self, hex: Hex) -> usize {
        self.index(hex.q as u8, hex.h as u8)
    }

    /// Whether an object occupies an on-board hex.
    #[inline(always)]
    pub fn is_solid(&self, hex: Hex) -> bool {
        self.solid[hex.q as usize] >> (hex.h >> 1) & 1 == 1
    }

    /// Shortest ways from every hex to every other, and room ahead. An object's hex is one more than its nearest neighbour.
    fn measure(&mut self) {
        let count = self.count();
        self.pairs = vec![LONGEST_WAY; count * count];
        self.room = vec![0; 6 * count];
        let mut next = VecDeque::new();
        for from in self.all() {
            let start = self.index_of(from);
            for facing in Facing::ALL {
                let room = self.board.room(from, facing);
                let steps = (1..=room).take_while(|n| !self.is_solid(from.ahead(facing, *n))).count();
                self.room[6 * start + usize::from(facing.index())] = steps as u8;
            }
            let row = &mut self.pairs[start * count..(start + 1) * count];
            let mut seen = [0u64; MAX_COLUMNS];
            let bit = |hex: Hex| (hex.q as usize, 1u64 << (hex.h >> 1));
            seen[bit(from).0] |= bit(from).1;
            next.push_back((from, 0));
            while let Some((hex, way)) = next.pop_front() {
                row[usize::from(hex.q as u8) * usize::from(self.board.rows) + usize::from(hex.h as u8 >> 1)] = way;
                if way == LONGEST_WAY || (hex != from && self.solid[bit(hex).0] & bit(hex).1 != 0) {
                    continue;
                }
                for neighbour in hex.neighbours() {
                    if self.board.contains(neighbour) {
                        let (column, bit) = bit(neighbour);
                        if seen[column] & bit == 0 {
                            seen[column] |= bit;
                            next.push_back((neighbour, way + 1));
                        }
                    }
                }
            }
        }
    }

    /// Which hexes see each other.
    fn look(&mut self) {
        let (east, north) = (self.board.cols as i8 - 1, 2 * self.board.rows as i8 - 1);
        for q in 0..=east {
            for h in (-north..=north).filter(|h| (h ^ q) & 1 == 0 && (q > 0 || *h > 0)) {
                let to = Hex { q, h };
                // From where the line crosses an object, or runs between two.
                let line = Line::new(to);
                for solid in self.hexes.clone() {
                    // Beyond a signed byte is off every board, and so is its end.
                    let from = |off: Hex| Hex { q: solid.q - off.q, h: solid.h.saturating_sub(off.h) };
                    line.through().iter().for_each(|off| self.hide(from(*off), to));
                    for [a, b] in line.beside() {
                        let other = Hex { q: from(*a).q + b.q, h: from(*a).h.saturating_add(b.h) };
                        if self.board.contains(other) && self.is_solid(other) {
                            self.hide(from(*a), to);
                        }
                    }
                }
            }
        }
    }

    /// Notes that the line along a displacement is blocked, where both its ends are on the board.
    fn hide(&mut self, from: Hex, along: Hex) {
        let to = Hex { q: from.q.saturating_add(along.q), h: from.h.saturating_add(along.h) };
        if self.board.contains(from) && self.board.contains(to) {
            let (a, b, count) = (self.index_of(from), self.index_of(to), self.count());
            self.pairs[a * count + b] |= HIDDEN;
            self.pairs[b * count + a] |= HIDDEN;
        }
    }

    /// Whether objects block the line between two on-board hexes.
    #[inline(always)]
    pub fn hides(&self, from: Hex, to: Hex) -> bool {
        self.pairs[self.index_of(from) * self.count() + self.index_of(to)] & HIDDEN != 0
    }

    /// Hexes of the shortest way between two on-board hexes that does not enter an object; [`LONGEST_WAY`] for longer ones and
    /// where there is none.
    #[inline(always)]
    pub fn way(&self, from: Hex, to: Hex) -> u8 {
        self.pairs[self.index_of(from) * self.count() + self.index_of(to)] & !HIDDEN
    }

    /// Lanes of `asked` in which objects block the line between two hexes.
    #[inline(always)]
    pub fn hidden<S: Simd>(&self, from: [Bytes<S>; 2], to: [Bytes<S>; 2], asked: LaneMask) -> LaneMask {
        let mut hidden = 0;
        self.each_pair::<S>(from, to, asked, |lane, pair| hidden |= u64::from(pair >> 7) << lane);
        hidden
    }

    /// Distances from here to there as a policy sees them: for fire, 0 where objects block the line, so that nothing is in
    /// range; for everything else the shortest way around them. `away` is kept in lanes that are not asked.
    #[inline(always)]
    pub fn seen<S: Simd>(
        &self,
        simd: S,
        from: [Bytes<S>; 2],
        to: [Bytes<S>; 2],
        away: Bytes<S>,
        asked: LaneMask,
    ) -> [Bytes<S>; 2] {
        let mut rows = [Row::ZERO; 2];
        rows.iter_mut().for_each(
            #[inline(always)]
            |row| store(away, row),
        );
        self.each_pair::<S>(from, to, asked, |lane, pair| {
            rows[1].0[lane] = pair & !HIDDEN;
            if pair & HIDDEN != 0 {
                rows[0].0[lane] = 0;
            }
        });
        rows.map(
            #[inline(always)]
            |row| load(simd, &row),
        )
    }

    #[inline(always)]
    fn each_pair<S: Simd>(
        &self,
        from: [Bytes<S>; 2],
        to: [Bytes<S>; 2],
        asked: LaneMask,
        mut found: impl FnMut(usize, u8),
    ) {
        let mut rows = [Row::ZERO; 4];
        for (row, value) in rows.iter_mut().zip([from[0], from[1], to[0], to[1]]) {
            store(value, row);
        }
        let count = self.count();
        let [q, h, to_q, to_h] = &rows;
        for lane in lanes_of(asked) {
            // LANES: the caller asks only lanes in which both hexes are on the board of this matchup.
            let (a, b) = (self.index(q.0[lane], h.0[lane]), self.index(to_q.0[lane], to_h.0[lane]));
            found(lane, self.pairs[a * count + b]);
        }
    }

    /// Hexes ahead to an object or the edge, in the lanes of `asked`.
    #[inline(always)]
    pub fn room(&self, [q, h, facing]: [&Row; 3], asked: LaneMask) -> Row {
        let mut room = Row::ZERO;
        for lane in lanes_of(asked) {
            room.0[lane] = self.room[6 * self.index(q.0[lane], h.0[lane]) + usize::from(facing.0[lane])];
        }
        room
    }

    /// Writes to `batch.barred` in which lanes of `asked` ship `me`, with so many movement points by design, does not choose
    /// each of its ends. Whether there is any such end.
    pub fn bar(&self, batch: &mut Batch, me: usize, points: u8, ends: usize, asked: LaneMask) -> bool {
        let Some(barred) = self.barred.get(&points) else { return false };
        batch.barred[..ends].fill(0);
        let mut any = false;
        for lane in lanes_of(asked) {
            let Station { hex, facing } = batch.station(me, lane);
            let state = 6 * self.index_of(hex) + usize::from(facing.index());
            for (n, word) in barred.bits[state * barred.words..(state + 1) * barred.words].iter().enumerate() {
                let mut word = *word;
                any |= word != 0;
                while word != 0 {
                    batch.barred[64 * n + word.trailing_zeros() as usize] |= 1 << lane;
                    word &= word - 1;
                }
            }
        }
        any
    }
}

impl Barred {
    /// Ends whose way enters an object, and ends that leave a ship before an object without the right to begin with a
    /// maneuver: it could never move again. Staying may be one of those; it is what is left when everything is barred.
    fn new(field: &Field, candidates: &Candidates) -> Self {
        let words = candidates.ends.len().div_ceil(64);
        let mut barred = Self { words, bits: vec![0; 6 * field.count() * words] };
        for facing in Facing::ALL {
            for end in &candidates.ends {
                let mut at = (Hex::default(), facing);
                let mut closing = Vec::new();
                for step in end.orders.steps() {
                    at = after(at, step);
                    if !closing.contains(&at.0) {
                        closing.push(at.0);
                    }
                }
                if !end.forward {
                    let (hex, facing) = end_of(end.orders, Hex::default(), facing);
                    closing.push(hex.ahead(facing, 1));
                }
                for (solid, off) in field.hexes.iter().flat_map(|solid| closing.iter().map(move |off| (solid, off))) {
                    let from = Hex { q: solid.q - off.q, h: solid.h - off.h };
                    if field.board.contains(from) {
                        let state = 6 * field.index_of(from) + usize::from(facing.index());
                        barred.bits[state * words + end.index / 64] |= 1 << (end.index % 64);
                    }
                }
            }
        }
        barred
    }
}

#[cfg(test)]
mod tests {
    use lanchester_lanes::hex::clear_line;

    use super::*;
    use crate::objects::{Kind, Object, disc};
    use crate::options::BOARD;

    fn options(board: Board, seed: u64) -> Options {
        let mut state = lanchester_lanes::dice::mix64(seed);
        let mut hexes = disc(board, board.by_label("2015").unwrap(), 2);
        for _ in 0..40 {
            state = lanchester_lanes::dice::mix64(state);
            let hex = board.hex((state % u64::from(board.cols)) as u8, (state >> 32) as u8 % board.rows).unwrap();
            if !hexes.contains(&hex) {
                hexes.push(hex);
            }
        }
        Options {
            board,
            objects: vec![Object { kind: Kind::Asteroid, name: String::new(), hexes, radius: 0 }],
            ..Options::default()
        }
    }

    /// Lines and ways against the plain code, from hexes all over the board.
    #[test]
    fn lines_and_ways_are_those_of_plain_code() {
        for board in [BOARD, LARGEST] {
            let options = options(board, u64::from(board.cols));
            let field = Field::new(&options, &BTreeMap::new()).unwrap();
            let open: Vec<Hex> = field.all().filter(|hex| !options.is_solid(*hex)).collect();
            let (mut hidden, mut around) = (0, 0);
            for from in open.iter().step_by(41) {
                let mut ways = BTreeMap::from([(*from, 0u8)]);
                let mut ring = vec![*from];
                for way in 1..=LONGEST_WAY {
                    let near = ring.iter().flat_map(|hex| hex.neighbours()).filter(|hex| board.contains(*hex));
                    let next: Vec<Hex> = near.filter(|hex| !options.is_solid(*hex)).collect();
                    ring = next
                        .into_iter()
                        .filter(|hex| ways.insert(*hex, way.min(ways.get(hex).copied().unwrap_or(way))).is_none())
                        .collect();
                }
                for to in open.iter().filter(|to| *to != from) {
                    assert_eq!(field.way(*from, *to), ways.get(to).copied().unwrap_or(LONGEST_WAY), "{from:?} {to:?}");
                    around += u32::from(field.way(*from, *to) > from.distance(*to));
                    let blocked = !clear_line(*from, *to, &field.hexes);
                    assert_eq!(field.hides(*from, *to), blocked, "{from:?} {to:?}");
                    hidden += u32::from(blocked);
                }
            }
            assert!(hidden > 1_000 && around > 100, "{hidden} {around}");
        }
    }

    /// What is barred for a state is what plain code finds on the way of each end, or a dead end.
    #[test]
    fn barred_ends_are_those_of_plain_code() {
        let options = options(BOARD, 5);
        let list = Candidates::of(4, true);
        let field = Field::new(&options, &BTreeMap::from([(4, list)])).unwrap();
        let mut batch = Batch::default();
        let mut states = 0;
        for hex in field.all().filter(|hex| !options.is_solid(*hex)).step_by(7) {
            for facing in Facing::ALL {
                let at = Station { hex, facing };
                batch.put(0, 3, at);
                let any = field.bar(&mut batch, 0, 4, list.ends.len(), 1 << 3);
                states += u32::from(any);
                for end in &list.ends {
                    let (to, left) = crate::formulas::end(BOARD, at, end.orders);
                    let stuck = !end.forward && options.is_solid(to.hex.ahead(to.facing, 1));
                    let barred = stuck || crate::formulas::obstacle(&options, at, end.orders).is_some();
                    assert!(left || (batch.barred[end.index] != 0) == (any && barred), "{at:?} {}", end.orders);
                }
            }
        }
        assert!(states > 200, "{states}");
    }
}
