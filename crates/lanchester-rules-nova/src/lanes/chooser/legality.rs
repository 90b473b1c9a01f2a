//! Which ends of a ship's moves are legal in which lanes, and which of them may make it leave the board.
//!
//! Phase: movement, before a ship chooses. Reads the ships of a batch; writes, of the scratch, `legal`,
//! `may_leave_board`, `forced_run`, `open` and `standing`.

use lanchester_battle::appraisal::edge_margin;
use lanchester_lanes::hex::lanes::{on_board, room};
use lanchester_lanes::ops::{all, flags, is_zero, le, load, lookup16, lt, mask, minus, pick, plus, store};
use lanchester_lanes::{Bytes, LaneMask, Simd};

use crate::design::THRUST;
use crate::lanes::chooser::anticipate::GONE;
use crate::lanes::chooser::candidates::{Candidates, End, EndHex, Kind, MAX_GROUPS, MAX_HEXES};
use crate::lanes::state::{Batch, Scratch};
use crate::lanes::tables::Tables;

/// Turns that the second look takes ahead.
const SOON_TURNS: usize = 3;

/// Hexes a ship is forced on after moving `i` hexes, by its thrust, if its thrust lasts.
pub(in crate::lanes) static FORCED_RUN: [[u8; 16]; 24] = forced_runs(60);

/// The same for the next [`SOON_TURNS`] turns only.
static SOON_RUN: [[u8; 16]; 24] = forced_runs(SOON_TURNS);

const fn forced_runs(turns: usize) -> [[u8; 16]; 24] {
    let mut table = [[0; 16]; 24];
    let mut speed = 0;
    while speed < 24 {
        let mut thrust = 0;
        while thrust < 16 {
            // A ship no faster than its thrust may turn or stop; a faster one sheds at most its thrust a turn.
            let (mut left, mut run, mut turn) = (speed, 0, 0);
            while left > thrust && run < 60 && turn < turns {
                left -= thrust;
                run += left;
                turn += 1;
            }
            table[speed][thrust] = run as u8;
            thrust += 1;
        }
        speed += 1;
    }
    table
}

/// Lanes in which the way to an end is legal, but for what stands there.
#[inline(always)]
pub fn reached(scratch: &Scratch, end: &End) -> LaneMask {
    let open = |corner: u16| scratch.open[usize::from(corner) % MAX_HEXES];
    let [a, b, c] = end.corners;
    scratch.legal[usize::from(end.group) % MAX_GROUPS] & open(a) & open(b) & open(c)
}

/// Lanes in which a facing in a hex is asked about, by sides turned.
pub(in crate::lanes) struct Asked {
    /// Some way to it is legal.
    pub(in crate::lanes) legal: [LaneMask; 8],
    /// Some way to it may make the ship leave the board.
    pub(in crate::lanes) at_risk: [LaneMask; 8],
    /// Some facing is asked about.
    pub(in crate::lanes) anybody: LaneMask,
}

impl Asked {
    /// What is asked about a hex.
    #[inline(always)]
    pub(in crate::lanes) fn of(scratch: &Scratch, candidates: &Candidates, hex: &EndHex) -> Self {
        let mut asked = Self { legal: [0; 8], at_risk: [0; 8], anybody: 0 };
        for end in candidates.ends_in(hex) {
            let legal = reached(scratch, end);
            let turned = usize::from(end.turned) % 8;
            asked.legal[turned] |= legal;
            asked.at_risk[turned] |= legal & scratch.may_leave_board[usize::from(end.group) % MAX_GROUPS];
            asked.anybody |= legal;
        }
        asked
    }
}

/// Hexes that the ship would be forced on, if it were damaged, after the shortest legal way to a spot: by any longer way it
/// would be forced on as far or farther.
#[inline(always)]
pub(in crate::lanes) fn run_after<S: Simd>(simd: S, scratch: &Scratch, ends: &[End]) -> Bytes<S> {
    let mut run = all(simd, 0);
    for end in ends.iter().rev() {
        let legal = reached(scratch, end);
        if legal != 0 {
            run = pick(flags(simd, legal), load(simd, &scratch.forced_run[usize::from(end.group)]), run);
        }
    }
    run
}

/// Works out in which lanes the ends of each group are legal, and where they leave a ship faster than it can afford near
/// the edge. Returns its thrust, the hexes ahead and the farthest that
/// anybody may go.
#[inline(always)]
pub(in crate::lanes) fn permit<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    scratch: &mut Scratch,
    me: usize,
    live: LaneMask,
) -> (Bytes<S>, Bytes<S>, u8) {
    let (ship, rows) = (&tables.ships[me], &batch.ships[me]);
    let (q, h, facing) = (load(simd, &rows.q), load(simd, &rows.h), load(simd, &rows.facing));
    let speed = load(simd, &rows.speed);
    let thrust = lookup16(simd, &ship.thrust, load(simd, &rows.lost[THRUST]));
    // After a bad damage check.
    let thrust_hurt = lookup16(simd, &ship.thrust, load(simd, &rows.lost[THRUST]) + all(simd, 2));
    let ahead = room(simd, tables.board, q, h, facing);
    let margin = edge_margin(simd, tables.board, q, h);
    let agile = le(speed, thrust) & flags(simd, live);
    let (fastest, slowest) = (plus(speed, thrust), minus(speed, thrust));
    let minds_edge = tables.policies[tables.ships.side_of(me)].moves.edge != 0;
    let mut farthest = 0;
    for (number, group) in ship.candidates.groups.iter().enumerate() {
        let moved = all(simd, group.moved);
        let legal = mask(match group.kind {
            Kind::Straight => le(moved, fastest) & le(slowest, moved) & le(moved, ahead) & flags(simd, live),
            Kind::ComeAbout => agile & le(moved, thrust),
            Kind::Reverse => agile & le(moved + speed, thrust),
        });
        scratch.legal[number] = legal;
        scratch.may_leave_board[number] = 0;
        if legal == 0 {
            continue;
        }
        farthest = farthest.max(group.moved);
        if minds_edge {
            // PERF: far from every edge nothing runs off, damaged or not.
            let run = lookup16(simd, &SOON_RUN[usize::from(group.moved)], thrust_hurt);
            store(run, &mut scratch.forced_run[number]);
            scratch.may_leave_board[number] = legal & mask(lt(margin, plus(moved, run)) & !is_zero(simd, run));
        }
    }
    (thrust, ahead, farthest)
}

/// Notes where the other ships stand; those that are gone are out of sight.
#[inline(always)]
pub(in crate::lanes) fn note_standing<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    scratch: &mut Scratch,
    me: usize,
) {
    for (other, [q, h]) in scratch.standing[..tables.ships.len()].iter_mut().enumerate() {
        if other != me {
            let rows = &batch.ships[other];
            store(pick(flags(simd, rows.alive), load(simd, &rows.q), all(simd, GONE)), q);
            store(load(simd, &rows.h), h);
        }
    }
}

/// Finds out which hexes of the candidates are on the board. Those that are farther than anybody may go need no look.
#[inline(always)]
pub(in crate::lanes) fn survey<S: Simd>(
    simd: S,
    tables: &Tables,
    scratch: &mut Scratch,
    candidates: &Candidates,
    (q0, h0, facing): (Bytes<S>, Bytes<S>, Bytes<S>),
    farthest: u8,
) {
    let within = candidates.hexes.iter().take_while(|hex| hex.away <= farthest);
    for (open, hex) in scratch.open.iter_mut().zip(within) {
        let q = q0 + lookup16(simd, &hex.offsets[0], facing);
        let h = h0 + lookup16(simd, &hex.offsets[1], facing);
        *open = mask(on_board(simd, tables.board, q, h));
    }
}
