//! One shot at one target.

use lanchester_lanes::dice::exact::Dist;
use num_rational::BigRational;

use crate::formulas::damage::{DamageCode, net_damage};
use crate::formulas::dice::Pool;
use crate::odds::throws;
use crate::options::Odd;

/// All that decides a shot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    /// Sides of the weapon's base dice and of the skill die, which are read together.
    pub sides: Vec<u8>,
    /// What is added to their sum: range, stun, damage to the firer.
    pub modifier: i32,
    /// The target's Defensive Screen.
    pub ds: i32,
    /// How the faces become damage.
    pub code: DamageCode,
    /// The target's ASV or ESV, whichever stands against the weapon.
    pub screen: i32,
}

impl Shot {
    /// A shot without modifiers at a target without screens.
    pub fn new(dice: &Pool, skill_die: u8, code: DamageCode, ds: i32) -> Self {
        let sides = [&dice.sides[..], &[skill_die]].concat();
        Self { sides, modifier: 0, ds, code, screen: 0 }
    }

    /// The total of a throw.
    fn total(&self, faces: &[u8]) -> i32 {
        faces.iter().map(|face| i32::from(*face)).sum::<i32>() + self.modifier
    }

    /// The probability of a hit: the total is the Defensive Screen or more.
    pub fn hit(&self) -> BigRational {
        let least = usize::try_from(self.ds - self.modifier).unwrap_or(0);
        throws::sum(&self.sides).at_least(least)
    }

    /// The net damage, 0 where the shot misses or does nothing.
    pub fn net(&self) -> Dist {
        throws::number(&self.sides, |faces| self.net_of(faces))
    }

    /// The net damage of a throw, 0 where it misses or does nothing.
    pub fn net_of(&self, faces: &[u8]) -> usize {
        let total = self.total(faces);
        let net = net_damage(self.code.damage(faces), total, self.ds, self.screen);
        if total < self.ds { 0 } else { usize::try_from(net).unwrap_or(0) }
    }

    /// The probability that a shot does something and its damage is odd, by its dice or as net damage, so that the attacker chooses.
    pub fn attacker_chooses(&self, by: Odd) -> BigRational {
        let odd = |faces: &[u8]| {
            let net = self.net_of(faces);
            let damage = if by == Odd::Dice { self.code.damage(faces) } else { net as i32 };
            usize::from(net > 0 && damage % 2 == 1)
        };
        throws::number(&self.sides, odd).p(1)
    }

    /// Points of net damage that several shots do to a target that none of them changes.
    pub fn together<'s>(shots: impl IntoIterator<Item = &'s Self>) -> Dist {
        shots.into_iter().fold(Dist::always(0), |sum, shot| sum.plus(&shot.net()))
    }

    /// How many of several shots do something to a target that none of them changes.
    pub fn penetrations<'s>(shots: impl IntoIterator<Item = &'s Self>) -> Dist {
        let one = |shot: &Self| shot.net().capped(1);
        shots.into_iter().fold(Dist::always(0), |sum, shot| sum.plus(&one(shot)))
    }
}
