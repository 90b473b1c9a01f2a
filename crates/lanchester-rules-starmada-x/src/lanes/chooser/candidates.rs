//! The end positions that orders can lead to, listed once per movement allowance.
//!
//! Phase: none: listed once per allowance. Reads and writes no workspace.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use lanchester_lanes::hex::{Facing, Hex};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{LANES, LaneMask, Row};

use crate::design::MAX_ENGINES;
use crate::orders::{Orders, Step};

/// East components, then north components, by facing, as signed bytes.
pub type Offsets = [[u8; 16]; 2];

/// Which ships may have an end's orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Permit {
    /// All that can pay for them.
    Any,
    /// Those that may begin with a maneuver; the others need dearer orders for this end, or cannot reach it.
    Free,
    /// Those that may not.
    Bound,
}

/// One end position, with the cheapest orders that lead there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Its place in [`Candidates::ends`].
    pub index: usize,
    /// That of its hex in [`Candidates::spots`].
    pub spot: usize,
    /// Hexsides turned to starboard, 0 to 5.
    pub turn: u8,
    /// The last step is a hex ahead.
    pub forward: bool,
    /// Movement points.
    pub cost: u8,
    /// Who may.
    pub permit: Permit,
    /// The orders.
    pub orders: Orders,
    /// Corners of the way that are neither its start nor its end.
    pub corners: Vec<Offsets>,
}

/// A hex in which orders can end.
#[derive(Clone, Debug)]
pub struct Spot {
    /// Its place in [`Candidates::spots`].
    pub number: usize,
    /// Displacement when the ship faces each of the six sides.
    pub offsets: Offsets,
    /// The turns of its ends, each once.
    pub turns: Vec<Turn>,
    /// First and past-the-last end.
    pub ends: (usize, usize),
    /// Movement points of the cheapest end.
    pub cost: u8,
}

/// The ends in a hex after one turn.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// Hexsides turned to starboard, 0 to 5.
    pub turn: u8,
    /// Its number among those of all spots.
    pub number: usize,
    /// First and past-the-last end.
    pub ends: (usize, usize),
}

/// All end positions of a design.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    /// By hex, nearest to the ship in movement points first.
    pub spots: Vec<Spot>,
    /// Ends, spot by spot.
    pub ends: Vec<End>,
    /// By end and facing of the ship, eight to an end: displacement, and the facing afterwards.
    leads: Vec<[u8; 3]>,
}

/// What a way looks like at its end: what may follow depends on the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Last {
    Nothing,
    Ahead,
    Maneuver,
    Back,
}

/// Ways kept for an end and permit where objects are on the board. With three, every end that any orders reach around a
/// lone asteroid is reached: a way is kept only if it avoids a hex that each cheaper one enters.
const DETOURS: usize = 3;

/// Most ends of a design with detours: those of ten movement points.
pub const MAX_ENDS: usize = 8192;

/// Cheapest orders by end: hex, turn and whether the last step was ahead. The cheapest first.
type Cheapest = BTreeMap<((i8, i8), u8, bool), Vec<Orders>>;

impl Candidates {
    /// Every distinct end position (hex, facing, last step ahead) of orders of at most `points` movement points, at most
    /// [`MAX_ENGINES`], once; with `detours` up to `DETOURS` ways to each, for a board with objects.
    ///
    /// They depend on nothing else, so they are listed when they are first asked for and kept: parity prices prepare thousands
    /// of matchups of a few battles each.
    pub fn of(points: u8, detours: bool) -> &'static Self {
        static LISTS: [[OnceLock<Candidates>; MAX_ENGINES as usize + 1]; 2] =
            [const { [const { OnceLock::new() }; MAX_ENGINES as usize + 1] }; 2];
        let points = points.min(MAX_ENGINES);
        LISTS[usize::from(detours)][usize::from(points)]
            .get_or_init(|| Self::with_ways(points, if detours { DETOURS } else { 1 }))
    }

    fn with_ways(points: u8, ways: usize) -> Self {
        let (free, bound) = (cheapest(points, true, ways), cheapest(points, false, ways));
        let mut found: Vec<((i8, i8), End)> = Vec::new();
        for ((hex, turn, forward), free) in &free {
            let mut add = |permit, orders: Orders| {
                let (turn, forward, cost) = (*turn, *forward, orders.cost());
                found.push((
                    *hex,
                    End { index: 0, spot: 0, turn, forward, cost, permit, orders, corners: corners(orders) },
                ));
            };
            let bound = bound.get(&(*hex, *turn, *forward)).map_or(&[][..], Vec::as_slice);
            match bound.first() {
                Some(same) if same.cost() == free[0].cost() => add(Permit::Any, *same),
                Some(dearer) => {
                    add(Permit::Free, free[0]);
                    add(Permit::Bound, *dearer);
                }
                None => add(Permit::Free, free[0]),
            }
            if ways > 1 {
                let first = bound.first().filter(|same| same.cost() == free[0].cost()).unwrap_or(&free[0]);
                free.iter().filter(|orders| *orders != first).for_each(|orders| add(Permit::Free, *orders));
                bound.iter().skip(1).for_each(|orders| add(Permit::Bound, *orders));
            }
        }
        let mut all = Self::default();
        let mut hexes: Vec<(u8, (i8, i8))> = Vec::new();
        for (hex, end) in &found {
            match hexes.iter_mut().find(|(_, known)| known == hex) {
                Some((cost, _)) => *cost = (*cost).min(end.cost),
                None => hexes.push((end.cost, *hex)),
            }
        }
        hexes.sort_unstable();
        for (cost, hex) in hexes {
            let start = all.ends.len();
            let mut here: Vec<End> = found.iter().filter(|(at, _)| *at == hex).map(|(_, end)| end.clone()).collect();
            here.sort_by_key(|end| (end.turn, end.cost, end.permit));
            let mut turns = Vec::new();
            let number = all.spots.last().map_or(0, |spot: &Spot| spot.turns[0].number + spot.turns.len());
            let mut first = start;
            for same in here.chunk_by(|a, b| a.turn == b.turn) {
                turns.push(Turn {
                    turn: same[0].turn,
                    number: number + turns.len(),
                    ends: (first, first + same.len()),
                });
                first += same.len();
            }
            here.iter_mut().for_each(|end| end.spot = all.spots.len());
            all.ends.extend(here);
            let ends = (start, all.ends.len());
            all.spots.push(Spot {
                number: all.spots.len(),
                offsets: offsets(all.ends[start].orders),
                turns,
                ends,
                cost,
            });
        }
        assert!(all.ends.len() <= MAX_ENDS, "{} ends", all.ends.len());
        all.ends.iter_mut().enumerate().for_each(|(index, end)| end.index = index);
        let lead = |end: &End| -> [[u8; 3]; 8] {
            let [east, north] = &all.spots[end.spot].offsets;
            std::array::from_fn(|facing| [east[facing], north[facing], (facing as u8 + end.turn) % 6])
        };
        all.leads = all.ends.iter().flat_map(lead).collect();
        all
    }

    /// Coordinates and facing in which the ends of these numbers, one a lane, leave ships that are `at` theirs; 0 in lanes that
    /// are not asked.
    ///
    /// PERF: looked up, and not gone step by step as the orders say: that took an eighth of the time of a duel.
    pub fn lead(&self, numbers: &[i16; LANES], asked: LaneMask, at: [&Row; 3]) -> [Row; 3] {
        let mut to = [Row::ZERO; 3];
        for lane in lanes_of(asked) {
            let facing = at[2].0[lane];
            let [east, north, turned] = self.leads[usize::from(numbers[lane] as u16) << 3 | usize::from(facing & 7)];
            to[0].0[lane] = at[0].0[lane].wrapping_add(east);
            to[1].0[lane] = at[1].0[lane].wrapping_add(north);
            to[2].0[lane] = turned;
        }
        to
    }
}

/// The hexes that orders enter, facing north, each once.
fn entered(orders: Orders) -> Vec<Hex> {
    let mut at = (Hex::default(), Facing::NORTH);
    let mut hexes = Vec::new();
    for step in orders.steps() {
        at = after(at, step);
        if !hexes.contains(&at.0) {
            hexes.push(at.0);
        }
    }
    hexes
}

/// The cheapest orders for each end, by cost and then in the order of [`Step::ALL`]: up to so many `ways`, each without a
/// hex that the ones before it enter.
fn cheapest(points: u8, free: bool, ways: usize) -> Cheapest {
    let mut seen = BTreeMap::<_, Vec<Vec<Hex>>>::new();
    let mut ends = Cheapest::new();
    let mut waiting: Vec<Vec<Orders>> = vec![Vec::new(); usize::from(points) + 1];
    waiting[0].push(Orders::default());
    for cost in 0..=points {
        let mut next = 0;
        while next < waiting[usize::from(cost)].len() {
            let orders = waiting[usize::from(cost)][next];
            next += 1;
            let (hex, turn) = end_of(orders, Hex::default(), Facing::NORTH);
            let last = match orders.steps().last() {
                None => Last::Nothing,
                Some(Step::Forward) => Last::Ahead,
                Some(Step::Back) => Last::Back,
                Some(_) => Last::Maneuver,
            };
            let place = ((hex.q, hex.h), turn.index());
            let known = seen.entry((place.0, place.1, last)).or_default();
            let hexes = entered(orders);
            // Whatever closes a way also closes one that enters the same hexes and more.
            if known.len() == ways || known.iter().any(|way| way.iter().all(|hex| hexes.contains(hex))) {
                continue;
            }
            known.push(hexes);
            let listed = ends.entry((place.0, place.1, last == Last::Ahead)).or_default();
            if listed.len() < ways {
                listed.push(orders);
            }
            for step in Step::ALL {
                let may = match (last, step) {
                    (_, Step::Forward) => true,
                    (Last::Nothing, _) => free,
                    (Last::Maneuver, Step::Back) => true,
                    (Last::Maneuver, _) => false,
                    (Last::Ahead | Last::Back, _) => true,
                };
                let dearer = usize::from(cost + step.cost());
                if may
                    && dearer < waiting.len()
                    && let Some(more) = orders.then(step)
                {
                    waiting[dearer].push(more);
                }
            }
        }
    }
    ends
}

/// Where orders lead that begin at `hex`, facing `facing`. The caller keeps it near the board.
pub fn end_of(orders: Orders, hex: Hex, facing: Facing) -> (Hex, Facing) {
    orders.steps().fold((hex, facing), after)
}

/// Where one step leads.
pub fn after((hex, facing): (Hex, Facing), step: Step) -> (Hex, Facing) {
    match step {
        Step::Forward => (hex.ahead(facing, 1), facing),
        Step::Port => (hex, facing.turned(-1)),
        Step::Starboard => (hex, facing.turned(1)),
        Step::Left => (hex.ahead(facing.turned(-1), 1), facing),
        Step::Right => (hex.ahead(facing.turned(1), 1), facing),
        Step::Back => (hex.ahead(facing.turned(3), 1), facing),
    }
}

fn offsets(orders: Orders) -> Offsets {
    let mut table = [[0; 16]; 2];
    for facing in Facing::ALL {
        let (hex, _) = end_of(orders, Hex::default(), facing);
        table[0][usize::from(facing.index())] = hex.q as u8;
        table[1][usize::from(facing.index())] = hex.h as u8;
    }
    table
}

/// Where the direction of movement changes: the board is convex, so these decide whether a way stays on it.
fn corners(orders: Orders) -> Vec<Offsets> {
    let steps: Vec<Step> = orders.steps().collect();
    let whole = offsets(orders);
    let mut corners = Vec::new();
    for kept in 1..steps.len() {
        if let Some(part) = Orders::new(&steps[..kept]) {
            let corner = offsets(part);
            let ahead = steps[kept - 1] == Step::Forward && steps[kept] == Step::Forward;
            if !ahead && corner != [[0; 16]; 2] && corner != whole && !corners.contains(&corner) {
                corners.push(corner);
            }
        }
    }
    corners
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::formulas::{end, obstacle, unfit};
    use crate::objects::Object;
    use crate::options::{BOARD, Options, Station};

    /// Every order there is, by the reference: each string of steps that the rules allow.
    fn all_orders(points: u8, forward: bool) -> Vec<Orders> {
        let mut all = vec![Orders::default()];
        let mut next = 0;
        while next < all.len() {
            let orders = all[next];
            next += 1;
            all.extend(
                Step::ALL.iter().filter_map(|step| orders.then(*step)).filter(|o| unfit(*o, points, forward).is_none()),
            );
        }
        all
    }

    /// Exactly the ends that legal orders reach, each at its least cost, with or without the permit to begin with a
    /// maneuver.
    #[test]
    fn the_list_is_what_legal_orders_reach() {
        let from = Station { hex: BOARD.hex(20, 15).unwrap(), facing: Facing::NORTH };
        for points in 0..=6 {
            let list = Candidates::of(points, false);
            for forward in [true, false] {
                let mut reached: BTreeMap<_, u8> = BTreeMap::new();
                for orders in all_orders(points, forward) {
                    let (to, _) = end(BOARD, from, orders);
                    let key = (to.hex, to.facing, orders.ends_forward());
                    let cost = reached.entry(key).or_insert(u8::MAX);
                    *cost = (*cost).min(orders.cost());
                }
                let mut listed = BTreeMap::new();
                for end_position in
                    list.ends.iter().filter(|e| e.permit == Permit::Any || (e.permit == Permit::Free) == forward)
                {
                    let (to, _) = end(BOARD, from, end_position.orders);
                    assert_eq!(unfit(end_position.orders, points, forward), None);
                    assert_eq!(end_position.cost, end_position.orders.cost());
                    let key = (to.hex, to.facing, end_position.forward);
                    assert_eq!(listed.insert(key, end_position.cost), None, "listed twice");
                }
                assert_eq!(reached, listed, "{points} points, free to begin: {forward}");
            }
        }
    }

    /// With an asteroid anywhere near, the ways listed with detours reach every end that any orders reach, and the plain list
    /// does not.
    #[test]
    fn detours_lead_around_a_lone_asteroid() {
        let from = Station { hex: BOARD.hex(20, 15).unwrap(), facing: Facing::NORTH };
        let mut saved = 0;
        for points in [3, 5] {
            let (plain, detours) = (Candidates::of(points, false), Candidates::of(points, true));
            let mut lost = 0;
            for solid in crate::objects::disc(BOARD, from.hex, points).into_iter().skip(1) {
                let object =
                    Object { kind: crate::objects::Kind::Asteroid, name: String::new(), hexes: vec![solid], radius: 0 };
                let options = Options { objects: vec![object], ..Options::default() };
                for forward in [true, false] {
                    let reached = |orders: &mut dyn Iterator<Item = Orders>| -> BTreeSet<_> {
                        orders
                            .filter(|o| obstacle(&options, from, *o).is_none() && unfit(*o, points, forward).is_none())
                            .map(|o| (end(BOARD, from, o).0, o.ends_forward()))
                            .map(|(to, ahead)| (to.hex, to.facing.index(), ahead))
                            .collect()
                    };
                    let any = reached(&mut all_orders(points, forward).into_iter());
                    let listed = reached(&mut detours.ends.iter().map(|end| end.orders));
                    let without = reached(&mut plain.ends.iter().map(|end| end.orders));
                    assert!(listed.is_subset(&any) && without.is_subset(&listed));
                    lost += any.len() - listed.len();
                    saved += listed.len() - without.len();
                }
            }
            assert_eq!(lost, 0, "{points} points");
        }
        assert!(saved > 0);
    }

    #[test]
    fn the_longest_lists_fit() {
        let ends = Candidates::of(MAX_ENGINES, true).ends.len();
        assert!(ends <= MAX_ENDS, "{ends}");
    }

    #[test]
    fn spots_hold_all_ends_once() {
        let list = Candidates::of(5, false);
        let all: BTreeSet<usize> = list.spots.iter().flat_map(|spot| spot.ends.0..spot.ends.1).collect();
        assert_eq!(all.len(), list.ends.len());
        for spot in &list.spots {
            for end in &list.ends[spot.ends.0..spot.ends.1] {
                assert_eq!(offsets(end.orders), spot.offsets);
                let turn = spot.turns.iter().find(|turn| turn.turn == end.turn).unwrap();
                assert!((turn.ends.0..turn.ends.1).contains(&end.index) && end.cost >= spot.cost);
            }
        }
        // A ship of five engine boxes, such as Mouse; what they are is checked above.
        assert_eq!((list.spots.len(), list.ends.len()), (40, 155));
    }
}
