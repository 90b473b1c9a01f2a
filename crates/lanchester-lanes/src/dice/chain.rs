//! Exact distributions over the states of something that dice change one after another, such as a ship's record.
//!
//! A [`Chain`] holds the weight of every state that is possible. [`Chain::after`] lets a random number of dice change it.
//! Weights are whole numbers ([`BigUint`]), so that nothing is rounded, or, where whole numbers would take too long, `f64`.
//! Nothing is ever subtracted, so each addition and multiplication of `f64` adds at most one part in 2⁵³ to the relative
//! error: a thousand dice with a hundred ways into each state stay below one part in 10¹⁰.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash};

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::dice::exact::Dist;

/// A weight of a state: exact or rounded.
pub trait Weight: Clone + One + Zero {
    /// Adds `share` of `of` equal parts of another weight. Exact weights are not divided: all of them grow by `of`.
    fn add_share(&mut self, other: &Self, share: u64, of: u64);
    /// Adds a product.
    fn add_product(&mut self, a: &Self, b: &Self);
    /// By count of dice: the factor of what so many dice lead to, when each die multiplies exact weights by `of`.
    fn factors(number: &Dist, of: u64) -> Vec<Self>;
    /// The same as a fraction.
    fn fraction(&self) -> BigRational;
}

impl Weight for BigUint {
    fn add_share(&mut self, other: &Self, share: u64, _: u64) {
        if share == 1 {
            *self += other;
        } else {
            *self += other * share;
        }
    }

    fn add_product(&mut self, a: &Self, b: &Self) {
        *self += a * b;
    }

    fn factors(number: &Dist, of: u64) -> Vec<Self> {
        // The least common multiple: what is left of a denominator after it is reduced by what is common already.
        let common = number.iter().fold(BigInt::one(), |common, (_, p)| {
            let missing = BigRational::new(common.clone(), p.denom().clone());
            common * missing.denom()
        });
        let whole = |p: &BigRational| (p.numer() * (&common / p.denom())).to_biguint().unwrap_or_default();
        let mut factors: Vec<Self> = number.iter().map(|(_, p)| whole(p)).collect();
        let mut scale = BigUint::one();
        for factor in factors.iter_mut().rev() {
            *factor *= &scale;
            scale *= of;
        }
        factors
    }

    fn fraction(&self) -> BigRational {
        BigRational::from_integer(BigInt::from(self.clone()))
    }
}

impl Weight for f64 {
    fn add_share(&mut self, other: &Self, share: u64, of: u64) {
        *self += other * (share as Self / of as Self);
    }

    fn add_product(&mut self, a: &Self, b: &Self) {
        *self += a * b;
    }

    fn factors(number: &Dist, _: u64) -> Vec<Self> {
        number.to_f64()
    }

    fn fraction(&self) -> BigRational {
        BigRational::from_float(*self).unwrap_or_else(BigRational::zero)
    }
}

/// What a die makes of a state: the states that follow, each with its share.
pub trait Step<S> {
    /// Equal parts that the shares of a state's successors come to.
    fn parts(&self) -> u64;
    /// Calls `follow` with every state that one die can lead to from `state`, and its share.
    fn step(&self, state: &S, follow: &mut impl FnMut(S, u64));
}

/// The chain needs more steps than were allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

type States<S, W> = HashMap<S, W, BuildHasherDefault<DefaultHasher>>;

/// The weight of every state that is possible.
#[derive(Clone, Debug)]
pub struct Chain<S, W> {
    states: States<S, W>,
    steps_left: u64,
}

impl<S: Clone + Eq + Hash, W: Weight> Chain<S, W> {
    /// One certain state. No more than `steps` successors will be looked at, which bounds both time and memory.
    #[must_use]
    pub fn new(state: S, steps: u64) -> Self {
        Self { states: [(state, W::one())].into_iter().collect(), steps_left: steps }
    }

    /// The states after a random number of dice.
    ///
    /// # Errors
    /// That takes more steps than are left.
    pub fn after(mut self, number: &Dist, step: &impl Step<S>) -> Result<Self, TooLong> {
        let factors = W::factors(number, step.parts());
        let mut ended = States::<S, W>::default();
        for (rolled, factor) in factors.iter().enumerate() {
            let stops = if number.p(rolled).is_zero() { None } else { Some(&self.states) };
            for (state, weight) in stops.into_iter().flatten() {
                ended.entry(state.clone()).or_insert_with(W::zero).add_product(weight, factor);
            }
            if rolled + 1 == factors.len() {
                break;
            }
            let mut next = States::<S, W>::with_capacity_and_hasher(self.states.len(), BuildHasherDefault::default());
            let mut steps = 0;
            for (state, weight) in &self.states {
                step.step(state, &mut |follows, share| {
                    steps += 1;
                    next.entry(follows).or_insert_with(W::zero).add_share(weight, share, step.parts());
                });
                if steps > self.steps_left {
                    return Err(TooLong);
                }
            }
            self.steps_left -= steps;
            self.states = next;
        }
        self.states = ended;
        Ok(self)
    }

    /// The distribution of a number that each state has.
    #[must_use]
    pub fn number(&self, of: impl Fn(&S) -> usize) -> Dist {
        let most = self.states.keys().map(&of).max().unwrap_or(0);
        let mut sums = vec![W::zero(); most + 1];
        for (state, weight) in &self.states {
            sums[of(state)].add_share(weight, 1, 1);
        }
        let sums: Vec<BigRational> = sums.iter().map(Weight::fraction).collect();
        let total: BigRational = sums.iter().sum();
        Dist::of(sums.into_iter().map(|sum| sum / &total).collect())
    }

    /// How many states are possible.
    #[must_use]
    pub fn states(&self) -> usize {
        self.states.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::exact::ratio;

    /// A die adds itself to a total that stops at ten.
    struct Sum;

    impl Step<u8> for Sum {
        fn parts(&self) -> u64 {
            6
        }

        fn step(&self, state: &u8, follow: &mut impl FnMut(u8, u64)) {
            for face in 1..=6 {
                follow((state + face).min(10), 1);
            }
        }
    }

    #[test]
    fn sums_of_dice_are_those_of_distributions() {
        let number = Dist::binomial(4, &ratio(1, 3));
        let die = Dist::from_weights(&[0, 1, 1, 1, 1, 1, 1]);
        let mut expected = vec![ratio(0, 1); 11];
        for (n, p) in number.iter() {
            for (sum, q) in die.times(n).capped(10).iter() {
                expected[sum] += p * q;
            }
        }
        let expected = Dist::of(expected);
        let exact = Chain::<u8, BigUint>::new(0, 1000).after(&number, &Sum).unwrap();
        assert_eq!(exact.number(|sum| usize::from(*sum)), expected);
        let twice = exact.after(&number, &Sum).unwrap();
        let both = Dist::binomial(8, &ratio(1, 3));
        let at_once = Chain::<u8, BigUint>::new(0, 1000).after(&both, &Sum).unwrap();
        let of = |sum: &u8| usize::from(*sum);
        assert_eq!(twice.number(of), at_once.number(of), "dice of two rolls are dice of one");
        let rounded = Chain::<u8, f64>::new(0, 1000).after(&number, &Sum).unwrap().number(of);
        for (value, p) in expected.to_f64().into_iter().enumerate() {
            assert!((rounded.to_f64()[value] - p).abs() < 1e-15, "{value}");
        }
    }

    #[test]
    fn a_chain_that_is_too_long_is_given_up() {
        let number = Dist::always(4);
        assert!(Chain::<u8, f64>::new(0, 6 + 36).after(&number, &Sum).is_err());
    }
}
