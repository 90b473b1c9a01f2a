//! When a battle is over, and who wins.

use std::cmp::Ordering;

use lanchester_core::{Outcome, Side, Verdict};

use super::Battle;
use crate::event::Loss;

/// What is left of the points of a side, in halves.
#[derive(Clone, Copy, Debug)]
struct Left {
    halves: u32,
    /// All of its points, in halves too.
    of: u32,
}

impl Left {
    /// The share in per mille, rounded up, so that whatever is left is more than nothing.
    const fn per_mille(self) -> u16 {
        (1000 * self.halves).div_ceil(self.of) as u16
    }

    /// Which share is larger.
    fn compared(self, other: Self) -> Ordering {
        (u64::from(self.halves) * u64::from(other.of)).cmp(&(u64::from(other.halves) * u64::from(self.of)))
    }
}

impl Battle<'_> {
    /// ### SKILLDICE 6.1 Ends of a battle (corrections 8, third reading)
    /// A battle ends when a side has no ship with a living crew in play, after 30 turns (option `turn_cap`), when a side has neither
    /// a working cannon with a crew nor a torpedo, or after six turns without a shot or a torpedo (option `quiet_turns`).
    ///
    /// RULING: the page has no victory. A side that is alone in play wins, and so does one that faces an enemy without arms; else the
    /// larger share of points left decides, and equal shares are a draw. As long as a torpedo flies no turn is quiet.
    pub(super) fn outcome(&mut self) -> Option<Outcome> {
        self.leave();
        let in_play = [0, 1].map(|seat| self.ships.iter().any(|ship| ship.seat == seat && ship.in_play()));
        let armed = [0, 1].map(|seat| {
            let ships = self.ships.iter().any(|ship| ship.seat == seat && ship.armed());
            ships || self.torpedoes.keys().any(|[of, _]| *of == seat)
        });
        let alone = |of: [bool; 2]| (of[0] != of[1]).then(|| Side::in_seat(usize::from(of[1]), self.number));
        let disarmed = self.options.disarmed_loses && armed != [true; 2];
        let quiet = self.quiet >= self.options.quiet_turns.into();
        let capped = self.turn >= self.options.turn_cap && in_play == [true; 2] && !disarmed;
        if in_play == [true; 2] && !disarmed && !quiet && !capped {
            return None;
        }
        let left = self.left();
        let winner = alone(in_play).or_else(|| if disarmed { alone(armed) } else { None });
        let verdict = winner.map_or_else(|| by_points(left), Verdict::Win);
        let (contact, turns, left) = (self.contact, self.turn, left.map(Left::per_mille));
        Some(Outcome { verdict, major: false, capped, contact, turns, left, initiative: None })
    }

    /// ### SKILLDICE 6.2 Points left (corrections 8, third reading)
    /// The points of A and of B that are left: ships in play, and half of those that left.
    ///
    /// RULING: ships without a living crew score nothing.
    fn left(&self) -> [Left; 2] {
        Side::BOTH.map(|side| {
            let fleet = || self.ships.iter().filter(move |ship| ship.id.side == side);
            let all: u32 = fleet().map(|ship| ship.design.points).sum();
            let halves = fleet().map(|ship| match ship.loss {
                None => 2 * ship.design.points,
                Some(Loss::Left) => ship.design.points,
                Some(_) => 0,
            });
            Left { halves: halves.sum(), of: 2 * all }
        })
    }

    /// Ships that are too far from all enemies have left.
    fn leave(&mut self) {
        let most = self.options.leaves_at;
        let far = |place: &usize| {
            let here = self.ships[*place].at.hex;
            let mut enemies = self.enemies(*place).map(|enemy| self.ships[enemy].at.hex.distance(here)).peekable();
            enemies.peek().is_some() && enemies.all(|distance| distance > most.into())
        };
        let leaving: Vec<usize> = self.in_play().filter(far).collect();
        for place in leaving {
            self.lose(place, Loss::Left);
        }
    }
}

fn by_points(left: [Left; 2]) -> Verdict {
    match left[0].compared(left[1]) {
        Ordering::Greater => Verdict::Win(Side::A),
        Ordering::Less => Verdict::Win(Side::B),
        Ordering::Equal => Verdict::Draw,
    }
}
