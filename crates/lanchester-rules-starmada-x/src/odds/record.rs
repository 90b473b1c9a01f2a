//! What damage dice do to one ship's record, for exact odds.
//!
//! Only counts decide what a die marks: hull boxes hit and marked, and how many boxes each letter of the chart has left.
//! Which piece of equipment or which mount a defender gives up decides nothing within a phase, because armour, shields and
//! weapons are those of its beginning; so the record is lumped into [`Boxes`] without loss.

use super::Volley;
use crate::design::{Abilities, Design, Kind};
use lanchester_lanes::dice::chain::Step;

/// Letters other than H: E, S, Q, a, b, c.
const LETTERS: usize = 6;
/// The shields among them.
const S: usize = 1;
/// The first weapon among them.
const A: usize = 3;

/// A record, as far as damage dice look at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Boxes {
    /// Hull boxes hit.
    pub hull: u8,
    /// Hull boxes marked, by hits or casualties.
    pub marked: u8,
    /// Boxes left of E, S, Q, a, b, c; 0 for letters that decide nothing.
    left: [u8; LETTERS],
}

/// When a face is a hull hit instead, because nothing of it can be applied (X 4.2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instead {
    /// Never: it has an H, or a letter whose boxes outlast all dice.
    Never,
    /// When these letters have no box left.
    Without([bool; LETTERS]),
}

/// A target's damage chart and record, simplified for no more than a number of damage dice.
#[derive(Clone, Debug)]
pub(super) struct Target {
    hull: u8,
    /// Hull hits by face.
    hits: [u8; 6],
    /// Boxes that each face takes, of letters that decide something.
    takes: [[u8; LETTERS]; 6],
    instead: [Instead; 6],
    /// Faces of six on which the armour for hull, weapons and shields cancels.
    cancelling: [u8; 3],
    /// Armour saves the hull hit that stands for something else.
    saves_instead: bool,
}

impl Target {
    /// The target of a volley of at most `dice` damage dice, and its record before them.
    pub(super) fn new(volley: &Volley<'_>, dice: usize) -> (Self, Boxes) {
        let design = volley.target;
        let cancelling = [Kind::ArmorPlating, Kind::ArmoredGuns, Kind::RedundantShielding]
            .map(|kind| design.piece(kind).map_or(0, |piece| 7 - piece.cancels_on));
        let mut takes = design.chart.map(|entry| std::array::from_fn(|letter| entry.0[letter + 1]));
        let mut boxes = boxes_of(volley);
        // A letter that outlasts all dice keeps its faces from ever being hull hits.
        let most = |letter: usize| takes.iter().map(|face| usize::from(face[letter])).max().unwrap_or(0);
        let outlasts: [bool; LETTERS] = std::array::from_fn(|letter| usize::from(boxes[letter]) > dice * most(letter));
        let mut instead = [Instead::Never; 6];
        for (face, entry) in design.chart.iter().enumerate() {
            let needed: [bool; LETTERS] = std::array::from_fn(|letter| takes[face][letter] > 0);
            if entry.0[0] == 0 && !(0..LETTERS).any(|letter| needed[letter] && outlasts[letter]) {
                instead[face] = Instead::Without(needed);
            }
        }
        let decides = |letter: usize, instead: &[Instead; 6]| {
            instead.iter().any(|face| matches!(face, Instead::Without(needed) if needed[letter]))
        };
        let armoured = |letter: usize| match letter {
            S => cancelling[2] > 0,
            A.. => cancelling[1] > 0,
            _ => false,
        };
        for letter in 0..LETTERS {
            // A letter decides nothing that runs out no later than another that stands on all of its faces.
            let outlived = |other: usize| {
                (boxes[other], other) > (boxes[letter], letter)
                    && (0..6).all(|face| {
                        let together = takes[face][letter] == 0 || takes[face][other] > 0;
                        takes[face][other] <= takes[face][letter] && (instead[face] == Instead::Never || together)
                    })
            };
            let twin = !armoured(letter) && (0..LETTERS).any(outlived);
            if twin || !decides(letter, &instead) {
                boxes[letter] = 0;
                takes.iter_mut().for_each(|face| face[letter] = 0);
            }
        }
        for face in &mut instead {
            if let Instead::Without(needed) = face {
                needed.iter_mut().enumerate().for_each(|(letter, needed)| *needed &= boxes[letter] > 0);
            }
        }
        let target = Self {
            hull: design.hull,
            hits: design.chart.map(|entry| entry.0[0]),
            takes,
            instead,
            cancelling,
            saves_instead: volley.options.armor_saves_substituted,
        };
        (target, Boxes { hull: volley.hull_lost, marked: volley.hull_lost, left: boxes })
    }

    /// What a die of an attack with these abilities does.
    pub(super) fn die(&self, abilities: Abilities) -> Die<'_> {
        let (saved, sure) = if self.saves_instead { (1, 0) } else { (0, 1) };
        let instead = self.changes(saved, sure, [0; LETTERS], abilities);
        let faces: [[Vec<Change>; 2]; 6] = std::array::from_fn(|face| {
            [self.changes(self.hits[face], 0, self.takes[face], abilities), instead.clone()]
        });
        // Equal parts of a face: the least number that all shares are whole parts of.
        let total = |changes: &Vec<Change>| -> u64 { changes.iter().map(|change| change.share).sum() };
        let parts = faces.iter().flatten().map(total).fold(1, lcm);
        let changes = (0..64).map(|dead: usize| {
            let mut merged: Vec<Change> = Vec::new();
            for (face, changes) in faces.iter().enumerate() {
                let changes = &changes[dead >> face & 1];
                let share = parts / total(changes);
                for change in changes {
                    match merged.iter_mut().find(|known| (known.hull, known.takes) == (change.hull, change.takes)) {
                        Some(known) => known.share += share * change.share,
                        None => merged.push(Change { share: share * change.share, ..change.clone() }),
                    }
                }
            }
            merged
        });
        Die { target: self, changes: changes.collect(), parts: 6 * parts, crew: abilities.extra_crew }
    }

    /// What a face does that hits the hull `hits` times as far as armour lets it and `sure` times in any case, and takes
    /// these boxes, as far as there are any.
    fn changes(&self, hits: u8, sure: u8, takes: [u8; LETTERS], abilities: Abilities) -> Vec<Change> {
        let mut changes = vec![Change { hull: 0, takes: [0; LETTERS], share: 1 }];
        let [hull, weapons, shields] = self.cancelling;
        if !abilities.no_hull {
            changes[0].hull = sure;
            let hits = hits + u8::from(abilities.extra_hull);
            changes = spread(&changes, &landing(hits, hull), |change, n| change.hull += n);
        }
        for (letter, boxes) in takes.into_iter().enumerate() {
            let cancelling = match letter {
                S => shields,
                A.. => weapons,
                _ => 0,
            };
            changes = spread(&changes, &landing(boxes, cancelling), |change, n| change.takes[letter] = n);
        }
        changes
    }
}

/// Boxes of E, S, Q, a, b, c that the target has left before the volley.
fn boxes_of(volley: &Volley<'_>) -> [u8; LETTERS] {
    let design: &Design = volley.target;
    let ecm = design.piece(Kind::Ecm).map_or(0, |piece| piece.boxes);
    let equipment: u8 = design.equipment.iter().map(|piece| piece.boxes).sum();
    let mut boxes = [
        design.engines,
        design.shields.saturating_sub(volley.shields_lost),
        equipment.saturating_sub(volley.ecm_lost.min(ecm)),
        0,
        0,
        0,
    ];
    design.batteries.iter().zip(&mut boxes[A..]).for_each(|(battery, boxes)| *boxes = battery.weapons());
    boxes
}

/// One outcome of a face.
#[derive(Clone, Debug)]
struct Change {
    /// Hull hits.
    hull: u8,
    takes: [u8; LETTERS],
    share: u64,
}

/// How many of `hits` land if each is cancelled on `cancelling` faces of six: shares by count.
fn landing(hits: u8, cancelling: u8) -> Vec<u64> {
    if cancelling == 0 {
        return (0..=hits).map(|n| u64::from(n == hits)).collect();
    }
    // Two, three or six parts, as few as will do.
    let divisor = (1..=3).rev().find(|d| cancelling.is_multiple_of(*d) && 6u8.is_multiple_of(*d)).unwrap_or(1);
    let (cancelled, landed) = (u64::from(cancelling / divisor), u64::from((6 - cancelling) / divisor));
    let mut shares = vec![1u64];
    for _ in 0..hits {
        let mut next = vec![0; shares.len() + 1];
        for (n, share) in shares.iter().enumerate() {
            next[n] += share * cancelled;
            next[n + 1] += share * landed;
        }
        shares = next;
    }
    shares
}

/// Every change with every count that has a share.
fn spread(changes: &[Change], shares: &[u64], set: impl Fn(&mut Change, u8)) -> Vec<Change> {
    let mut all = Vec::new();
    for change in changes {
        for (n, share) in shares.iter().enumerate().filter(|(_, share)| **share > 0) {
            let mut next = change.clone();
            set(&mut next, n as u8);
            next.share *= share;
            all.push(next);
        }
    }
    all
}

fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

/// A damage die.
#[derive(Debug)]
pub(super) struct Die<'a> {
    target: &'a Target,
    /// What it does, by the set of faces of which nothing can be applied (bit 0: face 1).
    changes: Vec<Vec<Change>>,
    parts: u64,
    crew: bool,
}

impl Step<Boxes> for Die<'_> {
    fn parts(&self) -> u64 {
        self.parts
    }

    fn step(&self, state: &Boxes, follow: &mut impl FnMut(Boxes, u64)) {
        let most = self.target.hull;
        if state.hull == most {
            // Nothing is rolled once the last hull box is hit.
            return follow(*state, self.parts);
        }
        let mut dead = 0;
        for (face, instead) in self.target.instead.iter().enumerate() {
            if let Instead::Without(needed) = instead {
                let left = (0..LETTERS).any(|letter| needed[letter] && state.left[letter] > 0);
                dead |= usize::from(!left) << face;
            }
        }
        for change in &self.changes[dead] {
            let hull = (state.hull + change.hull).min(most);
            let marked = (state.marked.max(hull) + u8::from(self.crew)).min(most);
            // Of a destroyed ship nothing else matters.
            let left = if hull == most {
                [0; LETTERS]
            } else {
                std::array::from_fn(|letter| state.left[letter].saturating_sub(change.takes[letter]))
            };
            follow(Boxes { hull, marked, left }, change.share);
        }
    }
}
