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
//! secret. Then its best few proposals meet the opponent's best few in a matrix (`question.rs`), and it draws from the best mixture. Two that
//! search do not foresee each other. No search knows the dice to come.
//!
//! A battle is played in every lane of a batch alike, so where it stands is what a roll-out begins with: nothing is played
//! twice and no position is read in. Several battles are under way at a time, and those that wait for the same proposal of the same
//! side are played out together (`trial.rs`), so that lanes are full.

use std::ops::Range;

use lanchester_core::arena::SEARCHED_PAIRS;
use lanchester_core::{Outcome, Search, Side};
use lanchester_lanes::dice::BattleKey;
use lanchester_lanes::{LANES, LaneMask, Level};

use crate::{LaneEngine, Layout, Part, Play};

mod question;
mod trial;

use question::{Question, Score};
use trial::Trial;

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

    /// Batches of a workspace in which battles can go on.
    const BATCHES: usize = 1;

    /// Different battles that can go on together in a workspace, at most.
    const BATTLES: usize = usize::MAX;

    /// Who chooses in the next step of the first lane; `None` if its battle is over.
    fn choices(tables: &Self::Prepared, workspace: &Self::Workspace) -> Option<Choices>;

    /// What all lanes of a batch share: battles of which this number differs cannot go on in one batch.
    fn shared(_: &Self::Workspace) -> u32 {
        0
    }

    /// Takes the battles away from all lanes of all batches.
    fn clear(workspace: &mut Self::Workspace);

    /// Copies the first batch of a workspace, as it stands, to that of another.
    fn copy(from: &Self::Workspace, to: &mut Self::Workspace);

    /// Copies these lanes of it to a batch of another, whose other lanes stay as they are. Returns what these lanes hold by chance: the
    /// numbers of the battles of that batch and the keys of their dice.
    fn copy_lanes<'w>(
        from: &Self::Workspace,
        to: &'w mut Self::Workspace,
        batch: usize,
        lanes: LaneMask,
    ) -> [&'w mut [u64; LANES]; 2];

    /// Whether the first batches of two workspaces stand alike, so that whatever comes next is the same in both.
    fn alike(one: &Self::Workspace, other: &Self::Workspace) -> bool;
}

/// The methods of [`Searchable`] that copy and compare, of a game whose workspace is one batch by [`rows!`](macro@crate::rows), which is
/// dealt `battles` and `keys`, or has the same fields and methods: to be written inside its `impl Searchable`.
#[macro_export]
macro_rules! searchable_by_batch {
    () => {
        fn copy(from: &Self::Workspace, to: &mut Self::Workspace) {
            from.copy_to(to);
        }

        fn copy_lanes<'w>(
            from: &Self::Workspace,
            to: &'w mut Self::Workspace,
            _: usize,
            lanes: $crate::signatures::LaneMask,
        ) -> [&'w mut [u64; $crate::signatures::LANES]; 2] {
            from.copy_lanes_to(to, lanes);
            [&mut to.battles, &mut to.keys]
        }

        fn alike(one: &Self::Workspace, other: &Self::Workspace) -> bool {
            one.is_like(other)
        }
    };
}

/// What a side decides, placement first: [`lanchester_core::Rules::decisions`].
#[must_use]
pub fn decisions<G: Searchable>() -> Vec<&'static str> {
    ["placement"].into_iter().chain(G::DECISIONS.iter().copied()).collect()
}

/// Plays a range of battles in which a side searches, or both do, and returns the events of each and how it ends:
/// [`lanchester_core::Rules::search`].
///
/// # Panics
/// Without a proposal.
pub fn search<G: Searchable>(
    search: &Search<G::Prepared>,
    level: Level,
    seed: u64,
    cell: u64,
    battles: Range<u64>,
) -> Vec<(Vec<G::Event>, Outcome)> {
    assert!(search.rollouts.iter().all(|of| *of > 0), "a search plays each proposal out at least once");
    let mut table = Table::<G> {
        search,
        setting: Setting { level, seed, cell },
        ahead: [(); 2].map(|()| G::workspace()),
        trial: Trial::new(),
    };
    let mut ended = Vec::new();
    let Range { start, end } = battles;
    for first in (start..end).step_by(2 * SEARCHED_PAIRS as usize) {
        let mut under_way: Vec<Battle<G>> = (first..end.min(first + 2 * SEARCHED_PAIRS)).map(Battle::new).collect();
        while table.play_until_asked(&mut under_way) {
            table.answer(&mut under_way);
        }
        ended.extend(under_way.into_iter().map(Battle::ended));
    }
    ended
}

/// Whether both sides make a decision at the same time, by its place in [`Searchable::DECISIONS`].
fn is_secret<G: Searchable>(decision: usize) -> bool {
    G::DECISIONS.get(decision).is_some_and(|name| G::SECRET.contains(name))
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

/// What a side that was asked has to know.
struct Want {
    side: Side,
    /// The place of its proposal, and of its opponent's.
    cell: [usize; 2],
    /// The place of the battle.
    battle: usize,
}

/// A battle under way.
struct Battle<G: Searchable> {
    number: u64,
    played: G::Workspace,
    /// The part that is played next.
    part: Part,
    /// Who chooses in it; `None` if the battle is over.
    choices: Option<Choices>,
    /// Steps that were played.
    steps: u64,
    decided: [Decided; 2],
    /// What each side has yet to decide before the next step.
    asked: [Option<Question>; 2],
}

impl<G: Searchable> Battle<G> {
    fn new(number: u64) -> Self {
        let mut played = G::workspace();
        G::recorder(&mut played).keep_events(1);
        Self {
            number,
            played,
            part: Part::Opening,
            choices: Some(Choices { sides: [true; 2], part: u32::MAX, decision: 0 }),
            steps: 0,
            decided: [Decided::default(); 2],
            asked: [None, None],
        }
    }

    /// What is decided next, by its place among all decisions: placement is the first of all games.
    fn kind(&self, next: Choices) -> usize {
        if self.part == Part::Opening { 0 } else { next.decision + 1 }
    }

    /// Its events, and how it ended.
    fn ended(mut self) -> (Vec<G::Event>, Outcome) {
        let recorder = G::recorder(&mut self.played);
        let outcome = recorder.outcomes(1)[0];
        (recorder.take_events().pop().unwrap_or_default(), outcome)
    }
}

/// What all battles of a cell are played with.
#[derive(Clone, Copy)]
struct Setting {
    level: Level,
    seed: u64,
    cell: u64,
}

impl Setting {
    /// Plays a part of what stands in the first batch of a workspace.
    fn play<G: Searchable>(self, battle: u64, tables: &G::Prepared, workspace: &mut G::Workspace, part: Part) {
        let Self { level, seed, cell } = self;
        let layout = Layout { batches: 1, lanes: !0, refill: false };
        G::dispatch(level, Play { tables, workspace, seed, cell, battles: battle..battle + 1, layout, part });
    }

    /// What a side draws by where it mixes its choices in a step: of the battle, and not of its dice.
    const fn draw(self, battle: u64, step: u64, side: Side) -> u64 {
        let own = BattleKey::new(self.seed, self.cell, battle);
        BattleKey::new(own.0, step, u64::MAX - side as u64).0
    }

    /// The dice of a roll-out before a step, the same for every proposal.
    const fn dice(self, battle: u64, step: u64, rollout: u64) -> BattleKey {
        let own = BattleKey::new(self.seed, self.cell, battle);
        BattleKey::new(own.0, step, rollout)
    }
}

/// Where the battles of a matchup are played.
struct Table<'s, G: Searchable> {
    search: &'s Search<G::Prepared>,
    setting: Setting,
    /// Working memory: a battle one step on.
    ahead: [G::Workspace; 2],
    trial: Trial<G>,
}

impl<G: Searchable> Table<'_, G> {
    /// Plays each battle until a side has something to decide, or to its end. Whether a side has in any.
    fn play_until_asked(&mut self, under_way: &mut [Battle<G>]) -> bool {
        let mut any = false;
        for battle in under_way {
            while let Some(next) = battle.choices {
                self.ask(battle, next);
                if battle.asked.iter().any(Option::is_some) {
                    any = true;
                    break;
                }
                self.step(battle, next);
            }
        }
        any
    }

    /// Asks the sides that have something to decide before the next step.
    fn ask(&mut self, battle: &mut Battle<G>, next: Choices) {
        let kind = battle.kind(next);
        for side in Side::BOTH {
            let due = self.search.sides[side] && next.sides[side] && battle.decided[side].part != Some(next.part);
            if due && self.search.otherwise(side, kind).is_none() && self.matters(battle, side) {
                battle.decided[side].part = Some(next.part);
                let proposals = self.search.believed(side);
                let several = proposals.iter().any(|opponents| opponents.len() > 1);
                let secret = several && kind > 0 && is_secret::<G>(kind - 1);
                battle.asked[side] = Some(Question::new(proposals.iter().map(Vec::len), secret));
            }
        }
    }

    /// Whether the next step depends on the proposal that commands. Where it does not, nothing is lost by not playing anything out.
    fn matters(&mut self, battle: &Battle<G>, side: Side) -> bool {
        let Self { search, setting, ahead: [one, other], .. } = self;
        let next = |proposal: &G::Prepared, to: &mut G::Workspace| {
            if battle.part == Part::Step {
                G::copy(&battle.played, to);
            }
            setting.play::<G>(battle.number, proposal, to, battle.part);
        };
        let proposals = search.believed(side);
        next(&proposals[0][0], one);
        proposals[1..].iter().any(|proposal| {
            next(&proposal[0], other);
            !G::alike(one, other)
        })
    }

    /// Plays the next step as it was decided.
    fn step(&self, battle: &mut Battle<G>, next: Choices) {
        let Self { search, setting, .. } = self;
        let kind = battle.kind(next);
        let commander = |side: Side| {
            if search.sides[side] { battle.decided[side].commander(search.otherwise(side, kind)) } else { 0 }
        };
        let tables = search.commanded(Side::BOTH.map(commander));
        setting.play::<G>(battle.number, tables, &mut battle.played, battle.part);
        (battle.part, battle.steps) = (Part::Step, battle.steps + 1);
        battle.choices = G::choices(tables, &battle.played);
    }

    /// Plays out whatever the sides that were asked have to know, then the step as they decided.
    fn answer(&mut self, under_way: &mut [Battle<G>]) {
        loop {
            let mut wanted = self.wanted(under_way);
            if wanted.is_empty() {
                break;
            }
            wanted.sort_by_key(|want| (want.side as usize, want.cell, G::shared(&under_way[want.battle].played)));
            for group in wanted.chunk_by(|one, other| (one.side, one.cell) == (other.side, other.cell)) {
                self.play_out(group, under_way);
            }
        }
        for battle in under_way {
            if let Some(next) = battle.choices {
                self.step(battle, next);
            }
        }
    }

    /// What the sides that were asked have yet to know; a side that knows enough decides.
    fn wanted(&self, under_way: &mut [Battle<G>]) -> Vec<Want> {
        let mut wanted = Vec::new();
        for (place, battle) in under_way.iter_mut().enumerate() {
            for side in Side::BOTH {
                let draw = self.setting.draw(battle.number, battle.steps, side);
                match battle.asked[side].as_ref().map(|question| question.answer(draw)) {
                    Some(Ok(best)) => (battle.decided[side].best, battle.asked[side]) = (best, None),
                    Some(Err(cells)) => wanted.extend(cells.into_iter().map(|cell| Want { side, cell, battle: place })),
                    None => {}
                }
            }
        }
        wanted
    }

    /// Plays what several battles want of the same side and cell out.
    fn play_out(&mut self, group: &[Want], under_way: &mut [Battle<G>]) {
        let Self { search, setting, ahead: [opened, _], trial } = self;
        let Want { side, cell, .. } = group[0];
        let tables = &search.believed(side)[cell[0]][cell[1]];
        let rollouts = search.rollouts[side];
        let mut sums: Vec<Score> = vec![(0, 0); under_way.len()];
        let mut count = |battle: usize, one: Score| sums[battle] = (sums[battle].0 + one.0, sums[battle].1 + one.1);
        for want in group {
            let Battle { number, steps, part, ref played, .. } = under_way[want.battle];
            let from = if part == Part::Step {
                played
            } else {
                setting.play::<G>(number, tables, opened, part);
                &*opened
            };
            let key = |rollout| setting.dice(number, steps, u64::from(rollout)).0;
            let mut done = 0;
            while done < rollouts {
                let added = trial.add(want.battle, (number, from), (done..rollouts).map(key));
                if added == 0 {
                    trial.play(*setting, tables, side, &mut count);
                }
                done += added as u32;
            }
        }
        trial.play(*setting, tables, side, &mut count);
        for want in group {
            if let Some(question) = &mut under_way[want.battle].asked[side] {
                question.know(cell, sums[want.battle]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fire is searched, what it falls on is not: the next shot of the turn is fired as was decided.
    #[test]
    fn what_is_not_searched_leaves_what_was_decided() {
        let decided = Decided { best: 3, part: Some(9) };
        assert_eq!([None, Some(0), None].map(|otherwise| decided.commander(otherwise)), [3, 0, 3]);
    }
}
