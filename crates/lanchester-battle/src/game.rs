//! What the program asks of a game beyond its rules and its files: how it describes its ships, options and policies to a reader,
//! and how it answers [`odds`](crate::odds) questions. Absent on purpose: anything that plays a battle.

use std::sync::Arc;

use lanchester_core::{Commander, Force, Matchup, Rules, SEARCH, Side};
use lanchester_scenario::GameFiles;

use crate::account::Deed;
use crate::odds::{Odds, OddsQuestion, Question};

/// What a reader learns of a design besides name and rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Description {
    /// Its type, such as `BC`; may be empty.
    pub class: String,
    /// Whose ship it is; may be empty.
    pub faction: String,
    /// `published`, `reconstructed` or `original`.
    pub origin: &'static str,
    /// What else the game can say of it in numbers, by name, such as a house rating. Each is tried against the printed
    /// rating as a predictor of battles, summed over the ships of a fleet.
    pub extras: Vec<(&'static str, f64)>,
}

/// A game that the program can offer: its rules, its files, and words about both.
pub trait Game: GameFiles {
    /// What the odds of an attack depend on besides the ships, the range and the options. The default: nothing is lost.
    type Asked: Clone + std::fmt::Debug + Default;

    /// The parts of [`Game::Asked`], each with its key.
    const QUESTIONS: &'static [Question<Self::Asked>];

    /// Hexes from which a ship may be fired at, at least: 0 where that may be in the firer's own hex.
    const NEAREST: u8 = 1;

    /// Ids of ships or fleets that policies are tried on against each other: of different sizes and styles, the first
    /// of each pair against the second.
    const PROVING_GROUND: &'static [[&'static str; 2]];

    /// Turns after which the rules themselves end every battle, if they do: the option `turn_cap` is a limit only below.
    const TURNS: Option<u16> = None;

    /// What harm is counted in, such as `hull boxes`.
    const HARM: &'static str;

    /// A recorded battle as an account of who hurt whom.
    fn account<'m>(matchup: &'m Matchup<Self>, events: &[Self::Event]) -> Vec<Deed<'m>>;

    /// A design for a reader.
    fn describe(design: &Self::Design) -> Description;

    /// The design at one point and without what no battle depends on: names, type letters, whose ship it is (where the rules do
    /// not ask), where its numbers come from. Two designs for which this is equal fight alike at equal points.
    fn bare(design: &Self::Design) -> Self::Design;

    /// The design with one thing more, and what it is, for each thing that a designer might add.
    fn improvements(design: &Self::Design) -> Vec<(String, Self::Design)>;

    /// Offence and defence of a design, where the game's formula for points is √(offence × defence); both in units of which
    /// that is so many points. The default: the game has no such formula.
    fn rating_parts(_design: &Self::Design) -> Option<[f64; 2]> {
        None
    }

    /// What a reader should know of a design before it is played, such as equipment without effect; each a sentence
    /// without its full stop.
    fn remarks(_design: &Self::Design) -> Vec<String> {
        Vec::new()
    }

    /// What a reader should know of a matchup before it is played, such as points that are far from equal; each a sentence
    /// without its full stop.
    fn matchup_remarks(_matchup: &Matchup<Self>) -> Vec<String> {
        Vec::new()
    }

    /// Whether a policy weighs ships by their points, where it commands the first of these and meets the second: what is printed then
    /// decides how it flies. There is a ship or more of each.
    fn weighs_points(_policy: &Self::Policy, _own: &Ships<Self>, _enemies: &Ships<Self>) -> bool {
        false
    }

    /// In which battles the rules let printed points decide who wins, whoever commands; beside those that the turn limit ends.
    fn points_decide(_options: &Self::Options) -> PointsDecide {
        PointsDecide::Never
    }

    /// How battles end with no winner other than at the turn limit or with no ship on either side, in words; none where none do.
    fn other_draws() -> Option<&'static str> {
        None
    }

    /// The side that has the first initiative in every battle of a matchup by the rules, where one has: no throw or seat decides it.
    fn has_first_initiative(_matchup: &Matchup<Self>) -> Option<Side> {
        None
    }

    /// What is played of a design but need not stand in its file; each a line without its full stop.
    fn record_lines(_design: &Self::Design) -> Vec<String> {
        Vec::new()
    }

    /// What a policy is called, its changes included.
    fn policy_name(policy: &Self::Policy) -> &str;

    /// What a commander is called: its policy's name, or [`SEARCH`].
    fn commander_name(commander: &Commander<Self>) -> &str {
        if commander.searches() { SEARCH } else { Self::policy_name(commander) }
    }

    /// Every option by its key, with its value as text; `none` for one that is absent. Then what else a matchup adds to the
    /// options, see [`Game::scene_text`].
    fn options_text(options: &Self::Options) -> Vec<(&'static str, String)> {
        let mut text = Self::options_keys().texts(options);
        text.extend(Self::scene_text(options));
        text
    }

    /// What stands in a matchup beside its options, by its key.
    fn scene_text(_options: &Self::Options) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Options of a battle that finds a design's price, between fleets of about `points` each: without the game's limit
    /// of points, since fleets are sized by the price that is tried.
    fn options_at_price(options: &Self::Options, _points: u32) -> Self::Options {
        options.clone()
    }

    /// The exact odds of one attack.
    ///
    /// # Errors
    /// What is wrong with the question, and what was expected.
    fn odds(question: &OddsQuestion<'_, Self>) -> Result<Odds, String>;
}

/// The ships of a side.
pub type Ships<G> = [Arc<<G as Rules>::Design>];

/// In which battles the points of ships decide who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointsDecide {
    /// In none: the last ships do, or each side's own share of its points.
    Never,
    /// Where no ship is left on either side: who lost fewer points wins.
    NoShipLeft,
    /// In all: victory is counted in points.
    Always,
}

/// The remark on a matchup whose sides' points differ by more than a tenth of the lesser, for [`Game::matchup_remarks`].
#[must_use]
pub fn uneven<G: Game>(matchup: &Matchup<G>) -> Vec<String> {
    let [a, b] = matchup.forces.each_ref().map(Force::rating);
    let [of_a, of_b] = matchup.forces.each_ref().map(|force| format!("{} has {} points", force.name, force.rating()));
    let far = 10 * a.abs_diff(b) > a.min(b);
    far.then(|| format!("the sides are not even: {of_a}, {of_b}")).into_iter().collect()
}
