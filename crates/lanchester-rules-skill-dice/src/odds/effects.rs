//! What a hit does: the codes of its row, its critical hits, and chains of weapon malfunctions.

use lanchester_lanes::dice::exact::{Dist, ratio};
use num_rational::BigRational;

use crate::card::{Card, Code, Critical, MAX_CHAIN};
use crate::formulas::damage::DamageCode;
use crate::formulas::dice::weight_2d12;
use crate::formulas::readings::Reading;
use crate::odds::throws;

/// What a weapon malfunction does: one more row, of 3D8 read Med L, in which there may be a malfunction again, up to [`MAX_CHAIN`] rows
/// in all. `nothing` is what it does where the chain is full; `row` says what the row of a net damage does if a malfunction in it does
/// what its second argument says.
pub(super) fn malfunction<T>(nothing: T, row: impl Fn(&Dist, T) -> T) -> T {
    let throw = throws::damage(&[8; 3], DamageCode::plain(Reading::MedLow));
    (1..MAX_CHAIN).fold(nothing, |after, _| row(&throw, after))
}

/// The hits on ships of one structure, by one card.
#[derive(Clone, Copy, Debug)]
pub struct Effects<'c> {
    /// The card.
    pub card: &'c Card,
    /// The structure that the ship has left.
    pub structure: u8,
}

impl Effects<'_> {
    /// How often hits of a distribution of net damage (0 is none) bring about what `code` and `critical` count. Each row of a chain
    /// counts, and each critical hit.
    pub fn count(&self, net: &Dist, code: impl Fn(Code) -> usize, critical: impl Fn(Critical) -> usize) -> Dist {
        let row = |net: &Dist, after: Dist| self.row(net, &code, &critical, &after);
        row(net, malfunction(Dist::always(0), row))
    }

    /// The row of a random net damage, where `after` is what a malfunction does.
    fn row(
        &self,
        net: &Dist,
        code: &impl Fn(Code) -> usize,
        critical: &impl Fn(Critical) -> usize,
        after: &Dist,
    ) -> Dist {
        let criticals = mixed(weighed(self.card).map(|(p, effect)| {
            let own = Dist::always(critical(effect));
            let does = if effect == Critical::WeaponMalfunction { own.plus(after) } else { own };
            (p, does)
        }));
        mixed(net.iter().map(|(net, p)| {
            let codes = self.card.codes(self.structure, net as i32);
            let own = Dist::always(codes.iter().map(|of| code(*of)).sum());
            let does = if codes.contains(&Code::Critical) { own.plus(&criticals) } else { own };
            (p.clone(), does)
        }))
    }

    /// How often a code comes up.
    pub fn codes(&self, net: &Dist, wanted: Code) -> Dist {
        self.count(net, |code| usize::from(code == wanted), |_| 0)
    }

    /// The probability that a critical hit comes up.
    pub fn critical(&self, net: &Dist, wanted: Critical) -> BigRational {
        self.count(net, |_| 0, |critical| usize::from(critical == wanted)).at_least(1)
    }
}

/// The critical hits of all throws of 2D12, with their probabilities.
pub(super) fn weighed(card: &Card) -> impl Iterator<Item = (BigRational, Critical)> + '_ {
    (2..=24).map(|sum| (ratio(weight_2d12(sum), 144), card.critical(sum)))
}

/// One of several distributions, each with its probability.
fn mixed(parts: impl IntoIterator<Item = (BigRational, Dist)>) -> Dist {
    let mut sum: Vec<BigRational> = Vec::new();
    for (chance, part) in parts {
        if sum.len() <= part.most() {
            sum.resize(part.most() + 1, ratio(0, 1));
        }
        for (value, p) in part.iter() {
            sum[value] += &chance * p;
        }
    }
    Dist::of(sum)
}
