//! The question and the answer of `lanchester odds`, in words that any game with attacks can fill.

use lanchester_core::Rules;
use lanchester_dice::exact::Dist;
use serde::Serialize;

/// One ship attacks another.
#[derive(Debug)]
pub struct OddsQuestion<'a, G: Rules> {
    /// The attacker.
    pub firer: &'a G::Design,
    /// The target.
    pub target: &'a G::Design,
    /// Options of the battle.
    pub options: &'a G::Options,
    /// Distance in hexes.
    pub range: u8,
    /// Banks by number (from 1), mount or weapon; empty: all of them.
    pub banks: &'a [String],
    /// ECM boxes that the target has lost.
    pub ecm_lost: u8,
    /// Shields that the target has lost.
    pub shields_lost: u8,
    /// Weapon hits that the attacker has taken.
    pub weapon_hits: u8,
    /// Damage boxes that the target has lost.
    pub boxes_lost: u8,
}

/// The odds of an attack.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Odds {
    /// Boxes that the target has left before the attack.
    pub boxes_left: u8,
    /// One for each bank asked for, in firing order.
    pub banks: Vec<BankOdds>,
    /// Boxes that all of these banks together check (Starmada X: hull boxes hit), never more than the target has. They fire
    /// one after another at one record. Arcs are not looked at: all of them are taken to bear.
    pub together: Chances,
    /// Boxes of the hull that they mark by hits or by crew casualties; nothing in a game without crew casualties.
    pub together_marked: Option<Chances>,
    /// Whether the target is out of the game after them.
    pub together_fate: Fate,
}

/// What an attack does to its target.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Damage {
    /// Boxes checked (Starmada X: hull boxes hit), never more than the target has.
    pub boxes: Chances,
    /// Boxes of the hull marked by hits or by crew casualties; nothing in a game without crew casualties.
    pub marked: Option<Chances>,
    /// Whether the target is out of the game.
    pub fate: Fate,
}

/// How likely a target is out of the game after an attack.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fate {
    /// Its last box is checked, its last hull box hit.
    pub destroyed: Probability,
    /// Hull is left, but the crew is gone; nothing in a game without crew casualties.
    pub crew_lost: Option<Probability>,
    /// Either.
    pub out: Probability,
}

/// A probability.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Probability {
    /// As a fraction; nothing where it was rounded.
    pub exact: Option<String>,
    /// As a number.
    pub probability: f64,
}

/// The odds of one bank.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BankOdds {
    /// Its number, from 1, in firing order.
    pub bank: usize,
    /// The weapon.
    pub weapon: String,
    /// Where it is mounted and what that costs, such as `FX2`.
    pub mount: String,
    /// The weapon's reach in hexes.
    pub reach: u8,
    /// Its attack; nothing when the target is out of its reach.
    pub attack: Option<AttackOdds>,
}

/// The odds of one bank that reaches its target.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AttackOdds {
    /// `short`, `medium` or `long`.
    pub band: &'static str,
    /// Attack modifier.
    pub modifier: i32,
    /// Attack dice; 0: no attack.
    pub dice: u32,
    /// Faces of six that the target's shields block.
    pub blocking_faces: u32,
    /// Boxes that each hit checks (Starmada X: damage dice of each penetration).
    pub damage: u8,
    /// Dice that hit.
    pub hits: Chances,
    /// Hits that come through the shields (Starmada X: penetrations).
    pub through: Chances,
    /// What this bank alone does.
    #[serde(flatten)]
    pub alone: Damage,
}

/// The distribution of a number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chances {
    /// Its mean as a fraction; nothing where it was rounded.
    pub mean_exact: Option<String>,
    /// Its mean.
    pub mean: f64,
    /// Every value that is possible, rising.
    pub values: Vec<Chance>,
}

/// The chance of one value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chance {
    /// The value.
    pub value: usize,
    /// Its probability as a fraction; nothing where it was rounded.
    pub exact: Option<String>,
    /// Its probability.
    pub probability: f64,
    /// The probability of this or more.
    pub at_least: f64,
}

/// A distribution for a reader; as fractions too if it is exact.
#[must_use]
pub fn chances(of: &Dist, exact: bool) -> Chances {
    let probabilities = of.to_f64();
    let at_least = |value: usize| if value == 0 { 1.0 } else { probabilities[value..].iter().rev().sum() };
    let values = probabilities.iter().enumerate().filter(|(_, p)| **p > 0.0);
    Chances {
        mean_exact: exact.then(|| of.mean().to_string()),
        mean: values.clone().map(|(value, p)| value as f64 * p).sum(),
        values: values
            .map(|(value, p)| Chance {
                value,
                exact: exact.then(|| of.p(value).to_string()),
                probability: *p,
                at_least: at_least(value),
            })
            .collect(),
    }
}

/// The chance that a number is one of these values, for a reader.
#[must_use]
pub fn probability(of: &Dist, values: &[usize], exact: bool) -> Probability {
    let one_of = of.map(|value| usize::from(values.contains(&value)));
    Probability {
        exact: exact.then(|| one_of.p(1).to_string()),
        probability: one_of.to_f64().get(1).copied().unwrap_or(0.0),
    }
}
