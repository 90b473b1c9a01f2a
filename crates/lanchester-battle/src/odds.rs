//! The question and the answer of `lanchester odds`. What a game asks beside two ships and a range, and what it calls the numbers
//! that it answers with, the game says itself.

use lanchester_lanes::dice::exact::Dist;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::game::Game;

/// A number that a game asks for beside the two ships and the range, such as what the target has lost; 0 where it is not given.
/// `part` is its place in the game's record of questions.
#[derive(Debug)]
pub struct Question<A> {
    /// Its key in JSON.
    pub key: &'static str,
    /// Its flag on the command line, without the hyphens in front.
    pub flag: &'static str,
    /// What is asked.
    pub doc: &'static str,
    /// The largest answer that any ship can have.
    pub most: u8,
    /// Where it stands.
    pub part: fn(&mut A) -> &mut u8,
}

impl<A> Question<A> {
    /// A question.
    #[must_use]
    pub const fn new([key, flag]: [&'static str; 2], doc: &'static str, most: u8, part: fn(&mut A) -> &mut u8) -> Self {
        Self { key, flag, doc, most, part }
    }
}

/// One ship attacks another.
#[derive(Debug)]
pub struct OddsQuestion<'a, G: Game> {
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
    /// What else the game asks.
    pub asked: G::Asked,
}

/// The odds of an attack.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// How the game speaks of them.
    pub words: &'static OddsWords,
    /// Boxes that the target has left before the attack.
    pub boxes_left: u8,
    /// One for each bank asked for, in firing order.
    pub banks: Vec<BankOdds>,
    /// What all of these banks do together. They fire one after another at one target. Arcs are not looked at: all of them
    /// are taken to bear.
    pub together: Damage,
}

/// How a game speaks of odds.
#[derive(Debug, PartialEq, Eq)]
pub struct OddsWords {
    /// What the first distribution of a [`Damage`] counts, one of it: `box`.
    pub unit: &'static str,
    /// What is done to that many of them, behind their number: ` hit`, or nothing.
    pub done: &'static str,
    /// The heading of their mean.
    pub mean: &'static str,
    /// What fires at once, one and several: `bank`, `banks`.
    pub banks: [&'static str; 2],
    /// The heading of where they bear.
    pub mount: &'static str,
}

/// What an attack does to its target.
#[derive(Clone, Debug, PartialEq)]
pub struct Damage {
    /// What it does, in numbers: first what [`OddsWords`] speaks of, such as boxes checked, never more than the target has.
    pub distributions: Vec<Distribution>,
    /// The ways in which it puts the target out of the game.
    pub ends: Vec<End>,
    /// Any of them.
    pub out: Probability,
}

/// A way to be put out of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// Its key in JSON.
    pub key: &'static str,
    /// In words, as in "**destroyed** in 12 %".
    pub words: &'static str,
    /// The heading of its column.
    pub heading: &'static str,
    /// How likely it is.
    pub probability: Probability,
}

/// A distribution and its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// Its key in JSON.
    pub key: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// What to say instead of its numbers where they are those of the first of the list; may be empty.
    pub if_as_first: &'static str,
    /// The distribution.
    pub chances: Chances,
}

/// A fact about the dice of an attack.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// Its key in JSON.
    pub key: &'static str,
    /// The heading of its column.
    pub heading: &'static str,
    /// Its value.
    pub value: FactValue,
    /// How a reader sees it.
    pub text: String,
}

/// The value of a [`Fact`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum FactValue {
    /// A word.
    Word(&'static str),
    /// A whole number.
    Number(i64),
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
#[derive(Clone, Debug, PartialEq)]
pub struct AttackOdds {
    /// What decides the dice: range, modifiers, shields.
    pub facts: Vec<Fact>,
    /// The dice, step by step.
    pub rolls: Vec<Distribution>,
    /// What this bank alone does.
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

impl Distribution {
    /// A distribution whose numbers are always shown.
    #[must_use]
    pub const fn new(key: &'static str, title: &'static str, chances: Chances) -> Self {
        Self { key, title, if_as_first: "", chances }
    }
}

impl Fact {
    /// A word or number that a reader sees as it is.
    #[must_use]
    pub fn new(key: &'static str, heading: &'static str, value: FactValue) -> Self {
        let text = match value {
            FactValue::Word(word) => word.to_owned(),
            FactValue::Number(n) => n.to_string(),
        };
        Self { key, heading, value, text }
    }
}

/// How likely a target is out of the game: each end by its key, and `out`.
struct Fate<'d>(&'d Damage);

impl Serialize for Fate<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for end in &self.0.ends {
            map.serialize_entry(end.key, &end.probability)?;
        }
        map.serialize_entry("out", &self.0.out)?;
        map.end()
    }
}

/// `boxes_left`, `banks`, `together` (the first distribution of all banks together), `together_…` for the others, and
/// `together_fate`.
impl Serialize for Odds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("boxes_left", &self.boxes_left)?;
        map.serialize_entry("banks", &self.banks)?;
        for (nth, distribution) in self.together.distributions.iter().enumerate() {
            let key = if nth == 0 { "together".to_owned() } else { format!("together_{}", distribution.key) };
            map.serialize_entry(&key, &distribution.chances)?;
        }
        map.serialize_entry("together_fate", &Fate(&self.together))?;
        map.end()
    }
}

/// The facts and distributions by their keys, and `fate`.
impl Serialize for AttackOdds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for fact in &self.facts {
            map.serialize_entry(fact.key, &fact.value)?;
        }
        for distribution in self.rolls.iter().chain(&self.alone.distributions) {
            map.serialize_entry(distribution.key, &distribution.chances)?;
        }
        map.serialize_entry("fate", &Fate(&self.alone))?;
        map.end()
    }
}

/// The modifier of a roll, with its sign.
#[must_use]
pub fn modifier_fact(modifier: i32) -> Fact {
    let text = format!("{modifier:+}").replace('-', "−").replace("+0", "0");
    Fact { key: "modifier", heading: "Modifier", value: FactValue::Number(modifier.into()), text }
}

/// How many faces of a six-sided die the target's shields block.
#[must_use]
pub fn blocked_fact(faces: u32) -> Fact {
    let text = format!("{faces} faces of 6");
    Fact { key: "blocking_faces", heading: "Blocked by", value: FactValue::Number(faces.into()), text }
}
