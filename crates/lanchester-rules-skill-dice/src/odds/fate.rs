//! Where hits leave a ship: with so many crews, destroyed, or without a living crew.

use lanchester_lanes::dice::exact::{Dist, ratio};
use num_rational::BigRational;

use super::Effects;
use super::effects::{malfunction, weighed};
use crate::card::{Code, Critical};

/// How likely each fate of a ship is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fate {
    /// It is in play with one crew, with two, …
    crews: Vec<BigRational>,
    /// It exploded, or a critical hit destroyed it.
    pub destroyed: BigRational,
    /// Its last crew died.
    pub crew_lost: BigRational,
}

impl Fate {
    /// In play with so many crews, one or more.
    fn of(crews: usize) -> Self {
        let mut fate = Self::nothing(crews);
        fate.crews[crews - 1] = ratio(1, 1);
        fate
    }

    /// No probability at all, of up to so many crews.
    fn nothing(crews: usize) -> Self {
        Self { crews: vec![ratio(0, 1); crews], destroyed: ratio(0, 1), crew_lost: ratio(0, 1) }
    }

    /// It is out of the battle.
    pub fn out(&self) -> BigRational {
        &self.destroyed + &self.crew_lost
    }

    /// Adds another one with this probability.
    fn add(&mut self, p: &BigRational, other: &Self) {
        self.crews.iter_mut().zip(&other.crews).for_each(|(sum, crews)| *sum += p * crews);
        self.destroyed += p * &other.destroyed;
        self.crew_lost += p * &other.crew_lost;
    }

    /// What comes after, of a ship in play with so many crews.
    fn then(&self, next: impl Fn(usize) -> Self) -> Self {
        let mut all = Self::nothing(self.crews.len());
        (all.destroyed, all.crew_lost) = (self.destroyed.clone(), self.crew_lost.clone());
        for (p, crews) in self.crews.iter().zip(1..).filter(|(p, _)| **p != ratio(0, 1)) {
            all.add(p, &next(crews));
        }
        all
    }

    /// A crew of a ship with so many dies.
    fn crew_dies(crews: usize) -> Self {
        if crews > 1 {
            return Self::of(crews - 1);
        }
        Self { crew_lost: ratio(1, 1), ..Self::nothing(1) }
    }

    /// A ship is destroyed.
    fn destruction() -> Self {
        Self { destroyed: ratio(1, 1), ..Self::nothing(1) }
    }
}

impl Effects<'_> {
    /// Where hits with these net damages (0 is none), one after the other, leave a ship with so many crews, one or more.
    pub fn fate<'h>(&self, hits: impl IntoIterator<Item = &'h Dist>, crews: usize) -> Fate {
        // By the number of crews.
        let nothing: Vec<Fate> = (1..=crews).map(Fate::of).collect();
        let after = malfunction(nothing, |net, after| (1..=crews).map(|crews| self.hit(net, crews, &after)).collect());
        hits.into_iter().fold(Fate::of(crews), |fate, net| fate.then(|crews| self.hit(net, crews, &after)))
    }

    /// The row of a random net damage, code by code, where `after` is what a malfunction does by the number of crews.
    fn hit(&self, net: &Dist, crews: usize, after: &[Fate]) -> Fate {
        let critical = |crews: usize| {
            let mut all = Fate::nothing(crews);
            for (p, critical) in weighed(self.card) {
                all.add(
                    &p,
                    &match critical {
                        Critical::Destroyed => Fate::destruction(),
                        Critical::WeaponMalfunction => after[crews - 1].clone(),
                        _ => Fate::of(crews),
                    },
                );
            }
            all
        };
        let mut all = Fate::nothing(crews);
        for (net, p) in net.iter() {
            let codes = self.card.codes(self.structure, net as i32);
            let row = codes.iter().fold(Fate::of(crews), |fate, code| match code {
                Code::Boom => fate.then(|_| Fate::destruction()),
                Code::Crew => fate.then(Fate::crew_dies),
                Code::Critical => fate.then(critical),
                _ => fate,
            });
            all.add(p, &row);
        }
        all
    }
}
