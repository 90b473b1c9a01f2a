//! A battle in which a side searches, or both do: at each of its decisions every proposal is played out from the position, and the one
//! that scores most is taken.
//!
//! A proposal is a policy of a portfolio, as the tables of the matchup with that policy on the side that searches. To play it
//! out is to let it command from here to the end of the battle, [`Search::rollouts`] times, with dice of its own each time; all
//! proposals meet the same dice. So on average the search is no worse than the best of the portfolio, but for what so few
//! roll-outs leave to chance (policy switching: Chang, Givan & Chong 2004, "Parallel rollout for online solution of partially
//! observable Markov decision processes").
//!
//! The opponent is played out too, by the policy that it is believed to have. A search that knows it is an upper reference for
//! policies, not a policy that could command without that knowledge: where orders are secret it foresees them, unless it takes them as
//! secret. Then its best few proposals meet the opponent's best few in a matrix ([`matrix`]), and it draws from the best mixture. Two that
//! search do not foresee each other. No search knows the dice to come.
//!
//! The battle is played in every lane of a batch alike, so where it stands is what a roll-out begins with: nothing is played
//! twice and no position is read in.

use std::cmp::Reverse;

use lanchester_core::{Outcome, Search, Side, Verdict};
use lanchester_lanes::dice::BattleKey;
use lanchester_lanes::{LANES, LaneMask, Level};

use crate::{LaneEngine, Layout, Part, Play, matrix};

/// Who chooses something in a step of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    /// Whether A does, and B.
    pub sides: [bool; 2],
    /// The part of the battle that the step belongs to, by a number that no other part of it has. A side that searches decides
    /// once in each, in the first step that its policies would play differently; and again where it has decided in another one since.
    pub part: u32,
    /// What is decided, by its place in [`Searchable::DECISIONS`].
    pub decision: usize,
}

/// A game whose battles can be copied from one workspace to another between two steps.
pub trait Searchable: LaneEngine {
    /// What a side decides after placement, in words.
    const DECISIONS: &'static [&'static str];

    /// Those of them that both sides make at the same time, neither knowing the other's choice.
    const SECRET: &'static [&'static str] = &[];

    /// Who chooses in the next step of the first lane; `None` if its battle is over.
    fn choices(tables: &Self::Prepared, workspace: &Self::Workspace) -> Option<Choices>;

    /// Copies the first batch of a workspace, as it stands, to that of another.
    fn copy(from: &Self::Workspace, to: &mut Self::Workspace);

    /// Whether the first batches of two workspaces stand alike, so that whatever comes next is the same in both.
    fn alike(one: &Self::Workspace, other: &Self::Workspace) -> bool;

    /// The keys of the battles of the first batch.
    fn keys(workspace: &mut Self::Workspace) -> &mut [u64; LANES];
}

/// What a side decides, placement first: [`lanchester_core::Rules::decisions`].
#[must_use]
pub fn decisions<G: Searchable>() -> Vec<&'static str> {
    ["placement"].into_iter().chain(G::DECISIONS.iter().copied()).collect()
}

/// Plays one battle in which a side searches, or both do, and returns its events and how it ends: [`lanchester_core::Rules::search`].
///
/// # Panics
/// Without a proposal.
pub fn search<G: Searchable>(
    search: &Search<G::Prepared>,
    level: Level,
    seed: u64,
    cell: u64,
    battle: u64,
) -> (Vec<G::Event>, Outcome) {
    assert!(search.rollouts.iter().all(|of| *of > 0), "a search plays each proposal out at least once");
    let battle = Battle { level, seed, cell, battle };
    let [mut played, mut opened, mut trial] = [(); 3].map(|()| G::workspace());
    G::recorder(&mut played).keep_events(1);
    let (mut part, mut decided) = (Part::Opening, [Decided::default(); 2]);
    let mut choices = Some(Choices { sides: [true; 2], part: u32::MAX, decision: 0 });
    for decision in 0.. {
        let Some(next) = choices else { break };
        // Placement is the first decision of all games.
        let kind = if part == Part::Opening { 0 } else { next.decision + 1 };
        let otherwise = Side::BOTH.map(|side| search.otherwise(side, kind));
        for side in Side::BOTH {
            let proposals = search.believed(side);
            let due = search.sides[side] && next.sides[side] && decided[side].part != Some(next.part);
            if otherwise[side].is_none()
                && due
                && battle.matters::<G>(proposals, part, &played, [&mut opened, &mut trial])
            {
                decided[side].part = Some(next.part);
                let mut score = |tables: &G::Prepared| {
                    let rollouts = search.rollouts[side];
                    if part == Part::Step {
                        return battle.score::<G>(side, tables, &played, &mut trial, decision, rollouts);
                    }
                    battle.play::<G>(tables, &mut opened, part);
                    battle.score::<G>(side, tables, &opened, &mut trial, decision, rollouts)
                };
                let several = proposals.iter().any(|opponents| opponents.len() > 1);
                decided[side].best = if several && kind > 0 && is_secret::<G>(kind - 1) {
                    mixed(proposals, &mut score, battle.draw(side, decision))
                } else {
                    first_best(proposals.iter().map(|opponents| score(&opponents[0])))
                };
            }
        }
        let commander = |side: Side| if search.sides[side] { decided[side].commander(otherwise[side]) } else { 0 };
        let tables = search.commanded(Side::BOTH.map(commander));
        battle.play::<G>(tables, &mut played, part);
        part = Part::Step;
        choices = G::choices(tables, &played);
    }
    let recorder = G::recorder(&mut played);
    let outcome = recorder.outcomes(1)[0];
    (recorder.take_events().pop().unwrap_or_default(), outcome)
}

/// Whether both sides make a decision at the same time, by its place in [`Searchable::DECISIONS`].
fn is_secret<G: Searchable>(decision: usize) -> bool {
    G::DECISIONS.get(decision).is_some_and(|name| G::SECRET.contains(name))
}

/// The most proposals of each side that are weighed against each other.
const FEW: usize = 3;

/// The place of the own proposal that is taken where the opponent decides at the same time. Against the opponent's first proposal the best
/// few of the own are found, against the best of these the opponent's few that score least; these meet each other, and the own is drawn
/// from the mixture that is best against all of them.
fn mixed<P>(against: &[Vec<P>], score: &mut impl FnMut(&P) -> Score, draw: u64) -> usize {
    let mut own: Vec<(usize, Score)> = against.iter().map(|row| score(&row[0])).enumerate().collect();
    own.sort_by_key(|(place, score)| (Reverse(*score), *place));
    own.truncate(FEW);
    let best = own[0].0;
    let mut theirs: Vec<(usize, Score)> = against[best].iter().map(&mut *score).enumerate().collect();
    theirs.sort_by_key(|(place, score)| (*score, *place));
    theirs.truncate(FEW);
    let met: Vec<Vec<Score>> = own
        .iter()
        .map(|(row, _)| {
            let of =
                |(column, known): &(usize, Score)| if *row == best { *known } else { score(&against[*row][*column]) };
            theirs.iter().map(of).collect()
        })
        .collect();
    own[matrix::drawn(&matrix::mixture(&in_one_number(&met)), draw)].0
}

/// Scores as single numbers in the same order: points left decide among equal half points alone.
fn in_one_number(scores: &[Vec<Score>]) -> Vec<Vec<i64>> {
    let all = || scores.iter().flatten().map(|(_, left)| *left);
    let span = 1 + all().max().unwrap_or_default() - all().min().unwrap_or_default();
    scores.iter().map(|row| row.iter().map(|(half, left)| *half as i64 * span + left).collect()).collect()
}

/// What a side decided last.
#[derive(Clone, Copy, Default)]
struct Decided {
    /// The place of the proposal that it goes on with.
    best: usize,
    /// The part of the battle.
    part: Option<u32>,
}

impl Decided {
    /// The place of the proposal that commands a step. A step that is not searched is commanded `otherwise`, and what was decided stays.
    fn commander(&self, otherwise: Option<usize>) -> usize {
        otherwise.unwrap_or(self.best)
    }
}

/// Half points of roll-outs; where they are equal, points left, per mille, own less the opponent's.
type Score = (u64, i64);

/// Which battle it is, and at which level it is played.
struct Battle {
    level: Level,
    seed: u64,
    cell: u64,
    battle: u64,
}

impl Battle {
    /// Plays a part of what stands in the first batch of a workspace.
    fn play<G: Searchable>(&self, tables: &G::Prepared, workspace: &mut G::Workspace, part: Part) {
        self.play_in::<G>(!0, tables, workspace, part);
    }

    /// Plays it in these lanes at least.
    fn play_in<G: Searchable>(&self, lanes: LaneMask, tables: &G::Prepared, workspace: &mut G::Workspace, part: Part) {
        let Self { level, seed, cell, battle } = *self;
        let layout = Layout { batches: 1, lanes, refill: false };
        G::dispatch(level, Play { tables, workspace, seed, cell, battles: battle..battle + 1, layout, part });
    }

    /// Whether the next step of the battle depends on the proposal that commands. Where it does not, nothing is lost by not
    /// playing anything out.
    fn matters<G: Searchable>(
        &self,
        proposals: &[Vec<G::Prepared>],
        part: Part,
        from: &G::Workspace,
        [one, other]: [&mut G::Workspace; 2],
    ) -> bool {
        let next = |proposal: &G::Prepared, to: &mut G::Workspace| {
            if part == Part::Step {
                G::copy(from, to);
            }
            self.play::<G>(proposal, to, part);
        };
        next(&proposals[0][0], one);
        proposals[1..].iter().any(|proposal| {
            next(&proposal[0], other);
            !G::alike(one, other)
        })
    }

    /// What a proposal scores in the roll-outs of a decision, from where `from` stands.
    fn score<G: Searchable>(
        &self,
        side: Side,
        tables: &G::Prepared,
        from: &G::Workspace,
        trial: &mut G::Workspace,
        decision: u64,
        rollouts: u32,
    ) -> Score {
        let mut sum = (0, 0);
        for first in (0..rollouts).step_by(LANES) {
            G::copy(from, trial);
            for (rollout, key) in (u64::from(first)..).zip(G::keys(trial)) {
                *key = self.dice(decision, rollout).0;
            }
            let count = LANES.min((rollouts - first) as usize);
            self.play_in::<G>(!0 >> (LANES - count), tables, trial, Part::Rest);
            // The battles of the lanes are numbered by twos.
            let outcomes = G::recorder(trial).outcomes(2 * count).iter().step_by(2);
            sum = outcomes.map(|outcome| worth(outcome, side)).fold(sum, |sum, one| (sum.0 + one.0, sum.1 + one.1));
        }
        sum
    }

    /// What a side draws by where it mixes its choices in a decision: of the battle, and not of its dice.
    const fn draw(&self, side: Side, decision: u64) -> u64 {
        let own = BattleKey::new(self.seed, self.cell, self.battle);
        BattleKey::new(own.0, decision, u64::MAX - side as u64).0
    }

    /// The dice of a roll-out of a decision, the same for every proposal.
    const fn dice(&self, decision: u64, rollout: u64) -> BattleKey {
        let own = BattleKey::new(self.seed, self.cell, self.battle);
        BattleKey::new(own.0, decision, rollout)
    }
}

/// What an outcome is worth to a side.
fn worth(outcome: &Outcome, side: Side) -> Score {
    let half_points = match outcome.verdict {
        Verdict::Win(winner) => 2 * u64::from(winner == side),
        Verdict::Draw => 1,
    };
    (half_points, i64::from(outcome.left[side]) - i64::from(outcome.left[side.opponent()]))
}

/// The place of the first of the highest.
fn first_best(scores: impl Iterator<Item = Score>) -> usize {
    let mut best = None;
    for (place, score) in scores.enumerate() {
        if best.is_none_or(|(_, highest)| score > highest) {
            best = Some((place, score));
        }
    }
    best.map_or(0, |(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_best_is_taken_and_points_left_break_ties() {
        assert_eq!(first_best([(5, 0), (7, -3), (7, 2), (7, 2), (6, 900)].into_iter()), 2);
        assert_eq!(first_best([(0, 0); 3].into_iter()), 0);
    }

    /// Fire is searched, what it falls on is not: the next shot of the turn is fired as was decided.
    #[test]
    fn what_is_not_searched_leaves_what_was_decided() {
        let decided = Decided { best: 3, part: Some(9) };
        assert_eq!([None, Some(0), None].map(|otherwise| decided.commander(otherwise)), [3, 0, 3]);
    }

    #[test]
    fn a_win_counts_two_and_a_draw_one() {
        let outcome = |verdict| Outcome {
            verdict,
            major: false,
            capped: false,
            contact: true,
            turns: 3,
            left: [400, 150],
            initiative: None,
        };
        assert_eq!(worth(&outcome(Verdict::Win(Side::A)), Side::A), (2, 250));
        assert_eq!(worth(&outcome(Verdict::Win(Side::A)), Side::B), (0, -250));
        assert_eq!(worth(&outcome(Verdict::Draw), Side::B), (1, -250));
    }
}
