//! The numbers of cells. A cell's number is part of the key of all its dice, so what is asked under one seed must not share
//! numbers by accident: this is the one place that gives them out.
//!
//! A command plays one plan, whose cells count from 0: a study's cells, a sweep's opponents and policies, a comparison's
//! opponents, a round robin's meetings, a duel. What a command plays *beside* its plan has ranges of its own above.

use crate::tune::Draw;

/// What a cell is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellNumber {
    /// The cell at this place of a study: duels first, then actions, as its file lists them.
    Study(u64),
    /// An opponent under a policy in a sweep of so many policies; all variants share it, and so their dice.
    Sweep {
        /// Index of the opponent.
        opponent: usize,
        /// Index of the policy.
        policy: usize,
        /// How many policies there are.
        policies: usize,
    },
    /// An opponent that a ship and its variants meet; all of them share it.
    Opponent(u64),
    /// The meeting at this place of a round robin of policies.
    Meeting(u64),
    /// The only cell of a duel or a replay.
    Duel,
    /// Every cell of the self-test: levels are compared cell by cell, and cells need not differ.
    Selftest,
    /// Two opponents of a comparison against each other, by the place of the two in a list of them all.
    Field(u64),
    /// A random matchup of a round of a search for a price; all designs and policies share it.
    Price {
        /// Number of the round.
        round: u32,
        /// Number of the matchup, below 2²⁴.
        matchup: u64,
    },
    /// A random matchup of a round of a search for the price of exactly so many ships: prices of different numbers of ships
    /// share nothing, so that they are independent.
    PriceOfSize {
        /// Ships of the design, below 2⁸.
        ships: u32,
        /// Number of the round, below 2²⁴ as those of prices.
        round: u32,
        /// Number of the matchup, below 2²⁴.
        matchup: u64,
    },
    /// A matchup in which policies are tried, from one of its places; all policies of a round share it.
    Tune {
        /// What it is played for.
        draw: Draw,
        /// Number of the round, below 2²⁴.
        round: u32,
        /// Number of the matchup, below 2²³.
        matchup: u64,
        /// Which fleet the policy that is tried commands.
        place: usize,
    },
    /// A random matchup of a round in which all designs are priced together.
    Joint {
        /// Number of the round, below 2²⁴ as those of prices.
        round: u32,
        /// Number of the matchup, below 2²⁴.
        matchup: u64,
    },
}

/// The first number that no command's own plan has.
const FIELD: u64 = 1 << 32;

/// The first number of prices: beyond every cell of a study or comparison.
const PRICE: u64 = 1 << 40;

/// The first number of joint prices: beyond every round of prices.
const JOINT: u64 = 1 << 49;

/// The first number of tuning: beyond every round of joint prices; and what each kind of draw has of them.
const TUNE: u64 = 1 << 52;
const ROUNDS_OF_DRAW: u64 = 1 << 48;

/// The first number of prices by fleet size, and what each number of ships has of them: every round of prices.
const PRICE_OF_SIZE: u64 = 1 << 56;
const ROUNDS_OF_SIZE: u64 = 1 << 48;

/// Matchups of a round have numbers of their own below this.
const MATCHUPS_PER_ROUND: u64 = 1 << 24;

impl CellNumber {
    /// The number, part of the key of the cell's dice.
    #[must_use]
    pub const fn get(self) -> u64 {
        match self {
            Self::Study(n) | Self::Opponent(n) | Self::Meeting(n) => n,
            Self::Sweep { opponent, policy, policies } => (opponent * policies + policy) as u64,
            Self::Duel | Self::Selftest => 0,
            Self::Field(n) => FIELD + n,
            Self::Price { round, matchup } => PRICE + round as u64 * MATCHUPS_PER_ROUND + matchup,
            Self::PriceOfSize { ships, round, matchup } => {
                PRICE_OF_SIZE + ships as u64 * ROUNDS_OF_SIZE + round as u64 * MATCHUPS_PER_ROUND + matchup
            }
            Self::Tune { draw, round, matchup, place } => {
                let draw = match draw {
                    Draw::Training => 0,
                    Draw::Validation => 1,
                    Draw::HeldOut => 2,
                    Draw::Payoffs => 3,
                };
                TUNE + draw * ROUNDS_OF_DRAW + round as u64 * MATCHUPS_PER_ROUND + 2 * matchup + place as u64
            }
            Self::Joint { round, matchup } => JOINT + round as u64 * MATCHUPS_PER_ROUND + matchup,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The most cells of a plan that memory holds.
    const MOST: u64 = 1 << 31;

    #[test]
    fn what_one_command_plays_never_shares_a_number() {
        // A study and the prices of its designs; a comparison and its field: the largest number of each range lies below
        // the smallest of the next.
        let of_size = |ships| {
            [
                CellNumber::PriceOfSize { ships, round: 0, matchup: 0 },
                CellNumber::PriceOfSize { ships, round: u32::MAX >> 8, matchup: (1 << 24) - 1 },
            ]
        };
        let of_draw = |draw| {
            [
                CellNumber::Tune { draw, round: 0, matchup: 0, place: 0 },
                CellNumber::Tune { draw, round: u32::MAX >> 8, matchup: (1 << 23) - 1, place: 1 },
            ]
        };
        let ranges = [
            [CellNumber::Study(0), CellNumber::Study(MOST)],
            [CellNumber::Field(0), CellNumber::Field(MOST)],
            [
                CellNumber::Price { round: 0, matchup: 0 },
                CellNumber::Price { round: u32::MAX >> 8, matchup: (1 << 24) - 1 },
            ],
            [
                CellNumber::Joint { round: 0, matchup: 0 },
                CellNumber::Joint { round: u32::MAX >> 8, matchup: (1 << 24) - 1 },
            ],
            of_draw(Draw::Training),
            of_draw(Draw::Validation),
            of_draw(Draw::HeldOut),
            of_draw(Draw::Payoffs),
            of_size(0),
            of_size(1),
            of_size(254),
            of_size(255),
        ];
        for (lower, upper) in ranges.iter().zip(&ranges[1..]) {
            assert!(lower[1].get() < upper[0].get(), "{lower:?} {upper:?}");
        }
        assert!(CellNumber::Opponent(MOST).get() < CellNumber::Field(0).get());
        assert!(CellNumber::Meeting(MOST).get() < CellNumber::Field(0).get());
        // No two cells of a range have one number.
        let prices = (0..20)
            .flat_map(|round| [0, 1, 99, (1 << 24) - 1].map(|matchup| CellNumber::Price { round, matchup }.get()));
        let sweep = (0..7)
            .flat_map(|opponent| (0..3).map(move |policy| CellNumber::Sweep { opponent, policy, policies: 3 }.get()));
        let numbers: Vec<u64> = prices.chain(sweep).chain((0..50).map(|n| CellNumber::Field(n).get())).collect();
        assert_eq!(numbers.iter().collect::<HashSet<_>>().len(), numbers.len());
    }

    /// Written out by hand: stored runs and printed commands have these numbers in their dice.
    #[test]
    fn the_numbers_are_those_that_dice_have_always_had() {
        assert_eq!(CellNumber::Study(17).get(), 17);
        assert_eq!(CellNumber::Sweep { opponent: 2, policy: 1, policies: 3 }.get(), 7);
        assert_eq!([CellNumber::Duel.get(), CellNumber::Selftest.get(), CellNumber::Opponent(5).get()], [0, 0, 5]);
        assert_eq!(CellNumber::Field(3).get(), 4_294_967_299);
        assert_eq!(CellNumber::Price { round: 2, matchup: 5 }.get(), 1_099_511_627_776 + 33_554_432 + 5);
        assert_eq!(CellNumber::PriceOfSize { ships: 4, round: 2, matchup: 5 }.get(), 73_183_493_978_324_997);
        assert_eq!(CellNumber::Joint { round: 2, matchup: 5 }.get(), 562_949_953_421_312 + 33_554_432 + 5);
        let tuned = CellNumber::Tune { draw: Draw::HeldOut, round: 1, matchup: 3, place: 1 };
        assert_eq!(tuned.get(), 4_503_599_627_370_496 + 562_949_953_421_312 + 16_777_216 + 7);
    }
}
