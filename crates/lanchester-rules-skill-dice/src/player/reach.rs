//! Where a ship can end its move by turns of one hexside, or find itself after a Helm roll, for every thrust and cost of a turn:
//! worked out once, as the ship sees it.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use lanchester_lanes::hex::{Facing, Hex16};
use lanchester_lanes::{LANES, LaneMask};

use crate::design::MAX_THRUST;
use crate::event::Position;
use crate::reference::choices::Leg;

/// Greatest cost of a turn that is told apart; from a thrust on, a ship cannot turn.
const MAX_COST: usize = MAX_THRUST as usize + 1;

/// An end of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The number of its hex.
    pub hex: u16,
    /// Hexsides to the right that the ship has turned there, 0 to 5.
    pub turned: u8,
    /// How it gets there; the last leg does not turn.
    pub legs: Vec<Leg>,
}

/// The columns and half-hexes between a ship and [`LANES`] hexes.
pub type Offsets = [[i16; LANES]; 2];

/// A hex as steps in the direction in which a ship faces and in the next one to the right.
type Place = [i8; 2];

/// Where a move can lead. Hexes have numbers: those in which it can end without a Helm roll come first.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// Its ends.
    pub ends: Vec<End>,
    /// The numbers of those in each hex in which there are any.
    pub in_hex: Vec<Vec<u16>>,
    /// How many hexes there are.
    pub hexes: usize,
    /// The hexes straight ahead, from that of the ship.
    pub ahead: Vec<u16>,
    /// By how many hexes ahead a ship turns, and by two, three or four hexsides to the right: the hexes straight on after the turn, the
    /// one in which it turned first.
    pub onward: Vec<[Vec<u16>; 3]>,
    /// Of hexes in which a move can end, a vector at a time: those with each facing, by hexsides turned to the right.
    pub turned: Vec<[LaneMask; 6]>,
    /// Where the hexes are from the ship, by its facing; those behind the last one are that of the ship.
    offsets: [Vec<Offsets>; 6],
}

impl Reach {
    /// Where so many of the hexes are from a ship that faces so, and those that fill the last vector.
    pub fn offsets(&self, facing: Facing, hexes: usize) -> &[Offsets] {
        &self.offsets[usize::from(facing.index())][..hexes.div_ceil(LANES)]
    }

    /// A hex, by its number, for a ship at a place.
    pub fn hex(&self, from: Position, hex: u16) -> Hex16 {
        let (vector, lane) = (usize::from(hex) / LANES, usize::from(hex) % LANES);
        let [q, h] = &self.offsets[usize::from(from.facing.index())][vector];
        Hex16 { q: from.hex.q + q[lane], h: from.hex.h + h[lane] }
    }

    /// All of a ship with so many points, whose turns cost so much.
    fn new(key: Key) -> Self {
        let (points, cost, ..) = key;
        let mut numbers: HashMap<Place, u16> = HashMap::new();
        let mut places = Vec::new();
        let mut number = |place: Place| {
            *numbers.entry(place).or_insert_with(|| {
                places.push(place);
                places.len() as u16 - 1
            })
        };
        let ends: Vec<End> =
            explore(key).into_iter().map(|(place, turned, legs)| End { hex: number(place), turned, legs }).collect();
        let mut in_hex: Vec<Vec<u16>> = Vec::new();
        for (nth, end) in (0..).zip(&ends) {
            in_hex.resize_with(in_hex.len().max(usize::from(end.hex) + 1), Vec::new);
            in_hex[usize::from(end.hex)].push(nth);
        }
        let mut turned = vec![[0; 6]; in_hex.len().div_ceil(LANES)];
        for end in &ends {
            let (vector, lane) = (usize::from(end.hex) / LANES, usize::from(end.hex) % LANES);
            turned[vector][usize::from(end.turned)] |= 1 << lane;
        }
        let straight = |from: Place, turned: usize, hexes: u8| {
            let [ahead, aside] = STEPS[turned].map(|step| step * hexes as i8);
            [from[0] + ahead, from[1] + aside]
        };
        let line: Vec<Place> = (0..=points).map(|hexes| straight([0, 0], 0, hexes)).collect();
        let ahead = line.iter().map(|place| number(*place)).collect();
        let mut onward: Vec<[Vec<u16>; 3]> = Vec::new();
        for (from, left) in line.into_iter().zip((0..=points).rev()) {
            let hexes = if left < cost { 0 } else { left - cost + 1 };
            onward.push([2, 3, 4].map(|turned| (0..hexes).map(|on| number(straight(from, turned, on))).collect()));
        }
        let offsets = Facing::ALL.map(|facing| {
            let mut vectors = vec![[[0; LANES]; 2]; places.len().div_ceil(LANES)];
            let steps = [facing.step(), facing.turned(1).step()];
            for (nth, place) in places.iter().enumerate() {
                let along = |of: [i8; 2]| i16::from(place[0] * of[0] + place[1] * of[1]);
                vectors[nth / LANES][0][nth % LANES] = along(steps.map(|step| step.q));
                vectors[nth / LANES][1][nth % LANES] = along(steps.map(|step| step.h));
            }
            vectors
        });
        Self { ends, in_hex, hexes: places.len(), ahead, onward, turned, offsets }
    }
}

/// What a ship may do: its points, the cost of a turn, no turn to the left, none to the right, and none in the hex where it is.
type Key = (u8, u8, [bool; 2], bool);

/// The steps of one hex in each direction.
const STEPS: [Place; 6] = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];

/// Explores by cost: at each hex on, or a turn where the hex has had none.
fn explore((points, cost, locked, turned_here): Key) -> Vec<(Place, u8, Vec<Leg>)> {
    // A state: place, facing, whether this hex has had its turn; by points spent.
    type State = (Place, i8, bool);
    let mut at: Vec<Vec<(State, Vec<Leg>)>> = vec![Vec::new(); usize::from(points) + 1];
    let mut seen: HashMap<State, ()> = HashMap::new();
    let mut ends = Vec::new();
    let mut known: HashMap<(Place, i8), ()> = HashMap::new();
    at[0].push((([0, 0], 0, turned_here), vec![Leg { ahead: 0, turn: 0 }]));
    for spent in 0..=usize::from(points) {
        for (state, legs) in std::mem::take(&mut at[spent]) {
            if seen.insert(state, ()).is_some() {
                continue;
            }
            let (place, facing, turned) = state;
            if known.insert((place, facing), ()).is_none() {
                ends.push((place, facing as u8, legs.clone()));
            }
            let step = STEPS[facing as usize];
            if spent < usize::from(points) {
                let mut on = legs.clone();
                if let Some(last) = on.last_mut() {
                    last.ahead += 1;
                }
                at[spent + 1].push((([place[0] + step[0], place[1] + step[1]], facing, false), on));
            }
            for (way, turn) in [(0, -1), (1, 1)] {
                let then = spent + usize::from(cost);
                if !turned && !locked[way] && then <= usize::from(points) {
                    let mut on = legs.clone();
                    if let Some(last) = on.last_mut() {
                        last.turn = turn;
                    }
                    on.push(Leg { ahead: 0, turn: 0 });
                    at[then].push(((place, (facing + turn).rem_euclid(6), true), on));
                }
            }
        }
    }
    ends
}

/// Where the move of a ship with so many points can lead, by what it may do: `turned_here` in the hex where it is.
pub fn reach(points: u8, cost: u8, locked: [bool; 2], turned_here: bool) -> &'static Reach {
    static KNOWN: LazyLock<Vec<OnceLock<Reach>>> = LazyLock::new(|| {
        std::iter::repeat_with(OnceLock::new).take((usize::from(MAX_THRUST) + 1) * (MAX_COST + 1) * 8).collect()
    });
    let points = points.min(MAX_THRUST);
    let cost = cost.clamp(1, MAX_COST as u8);
    let at = ((usize::from(points) * (MAX_COST + 1) + usize::from(cost)) * 2 + usize::from(locked[0])) * 2;
    let at = (at + usize::from(locked[1])) * 2 + usize::from(turned_here);
    KNOWN[at].get_or_init(|| Reach::new((points, cost, locked, turned_here)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the rules page: thrust 6 with maneuver number 2, thrust 10 and 12 with 1.
    #[test]
    fn reachable_places_are_as_many_as_a_trial_found() {
        let count = |points, maneuver: u8| reach(points, maneuver + 1, [false; 2], false).ends.len();
        assert_eq!([count(6, 2), count(10, 1), count(12, 1)], [27, 263, 505]);
    }

    #[test]
    fn legs_lead_to_their_ends() {
        let from = Position { hex: Hex16::new(3, 5), facing: Facing::new(4) };
        let reach = reach(9, 2, [false, true], false);
        for end in &reach.ends {
            let mut at = from;
            let mut paid = 0;
            for leg in &end.legs {
                assert!(leg.turn <= 0, "no turn to the right");
                at = at.ahead(leg.ahead).turned(leg.turn);
                paid += leg.ahead + 2 * leg.turn.unsigned_abs();
            }
            assert!(at == Position { hex: reach.hex(from, end.hex), facing: from.facing.turned(end.turned.into()) });
            assert!(paid <= 9 && end.legs.last().is_some_and(|leg| leg.turn == 0));
        }
        let listed =
            reach.in_hex.iter().flatten().map(|nth| usize::from(*nth)).collect::<std::collections::BTreeSet<_>>();
        assert!(listed.into_iter().eq(0..reach.ends.len()));
        let there = |hex: usize, nth: &u16| usize::from(reach.ends[usize::from(*nth)].hex) == hex;
        assert!((0..).zip(&reach.in_hex).all(|(hex, ends)| ends.iter().all(|nth| there(hex, nth))));
    }

    #[test]
    fn a_helm_roll_leads_straight_on() {
        let from = Position { hex: Hex16::new(-2, 4), facing: Facing::new(2) };
        let reach = reach(7, 3, [false; 2], false);
        for (ahead, onward) in (0u8..).zip(&reach.onward) {
            let there = from.ahead(ahead);
            assert_eq!(reach.hex(from, reach.ahead[usize::from(ahead)]), there.hex);
            for (turned, hexes) in (2..).zip(onward) {
                let expected: Vec<_> =
                    (0..(8 - ahead).saturating_sub(3)).map(|on| there.turned(turned).ahead(on).hex).collect();
                assert_eq!(
                    hexes.iter().map(|hex| reach.hex(from, *hex)).collect::<Vec<_>>(),
                    expected,
                    "{ahead} {turned}"
                );
            }
        }
        assert_eq!(reach.offsets(from.facing, reach.hexes).len(), reach.hexes.div_ceil(LANES));
    }
}
