//! The choices of a recorded battle, asked again one by one: what a player answers follows from the battle as it stands, whoever
//! played it so far, and every answer is one that the rules allow.

use lanchester_battle::{Recorded, reference, setup};
use lanchester_core::{Matchup, Rules, Side};
use lanchester_lanes::Level;
use lanchester_lanes::dice::{BattleKey, KeyedDice};
use lanchester_lanes::hex::Facing;
use lanchester_rules_skill_dice::SkillDice;
use lanchester_rules_skill_dice::event::{Event, System};
use lanchester_rules_skill_dice::player::Player;
use lanchester_rules_skill_dice::player::tables::Tables;
use lanchester_rules_skill_dice::reference::Battle;
use lanchester_rules_skill_dice::reference::choices::{Choices, Due, Leg, Shot};

/// Recorded choices, and a new player's for each.
struct Judge<'a> {
    recorded: Recorded<'a, Event>,
    tables: &'a Tables,
    key: BattleKey,
    counts: Vec<usize>,
}

impl Judge<'_> {
    /// Compares a choice; `what` is its place in the counts.
    fn same<T: PartialEq + std::fmt::Debug>(&mut self, what: usize, recorded: T, again: T) -> Result<T, String> {
        self.counts[what] += 1;
        if recorded == again {
            Ok(recorded)
        } else {
            Err(format!("{recorded:?} was played, and {again:?} is chosen again"))
        }
    }

    /// It looks at moves by the instructions that every machine has, whatever those were by which the battle was played.
    fn player(&self) -> Player<'_> {
        Player::new(self.tables, Level::FALLBACK, self.key)
    }
}

/// Plays the record again and counts the choices that were judged.
pub fn judge(matchup: &Matchup<SkillDice>, seed: u64, battle: u64, events: &[Event]) -> Result<Vec<usize>, String> {
    let key = BattleKey::new(seed, 0, battle / 2);
    let tables = SkillDice::prepare(matchup);
    let mut judge = Judge { recorded: Recorded::new(events), tables: &tables, key, counts: vec![0; 4] };
    reference::play(&setup(matchup), battle, &mut KeyedDice::new(key), &mut judge)
        .map_err(|illegal| illegal.to_string())?;
    Ok(judge.counts)
}

impl Choices for Judge<'_> {
    fn mover(&mut self, battle: &Battle<'_>, side: Side) -> Result<Option<u8>, String> {
        let (played, again) = (self.recorded.mover(battle, side)?, self.player().mover(battle, side)?);
        self.same(0, played, again)
    }

    fn legs(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Vec<Leg>, String> {
        let (played, again) = (self.recorded.legs(battle, ship)?, self.player().legs(battle, ship)?);
        self.same(1, played, again)
    }

    fn botched(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Facing, String> {
        let (played, again) = (self.recorded.botched(battle, ship)?, self.player().botched(battle, ship)?);
        self.same(1, played, again)
    }

    fn shot(&mut self, battle: &Battle<'_>, ship: usize, crew: usize) -> Result<Option<Shot>, String> {
        let (played, again) = (self.recorded.shot(battle, ship, crew)?, self.player().shot(battle, ship, crew)?);
        self.same(2, played, again)
    }

    fn system(
        &mut self,
        battle: &Battle<'_>,
        by: Side,
        ship: usize,
        due: Due,
        among: &[System],
    ) -> Result<System, String> {
        let again = self.player().system(battle, by, ship, due, among)?;
        let played = self.recorded.system(battle, by, ship, due, among)?;
        self.same(3, played, again)
    }

    fn nixie(&mut self, battle: &Battle<'_>, ship: usize) -> Result<bool, String> {
        let (played, again) = (self.recorded.nixie(battle, ship)?, self.player().nixie(battle, ship)?);
        self.same(3, played, again)
    }

    fn launch(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Option<u8>, String> {
        let (played, again) = (self.recorded.launch(battle, ship)?, self.player().launch(battle, ship)?);
        self.same(3, played, again)
    }
}
