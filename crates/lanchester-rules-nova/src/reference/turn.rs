//! The sequence of play (NOVA 3): initiative, and who activates a ship next.

use lanchester_core::Side;
use lanchester_lanes::dice::DiceSource;

use super::{Battle, Choices, Illegal};
use crate::event::{Event, ShipId, code};
use crate::options::AtATime;

impl Battle<'_> {
    /// Sets up and plays turns until one of them ends the battle.
    pub(super) fn play(&mut self, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        self.set_up(dice, choices)?;
        loop {
            self.turn += 1;
            let active = self.initiative_phase(dice, choices)?;
            self.movement_phase(active, choices)?;
            self.combat_phase(active, dice, choices)?;
            if self.end_phase() {
                return Ok(());
            }
        }
    }

    /// ### NOVA 3.1 Initiative (p. 9)
    /// One die a side, seat 0's first, thrown again while tied; the higher one chooses to be active or reactive.
    fn initiative_phase(&mut self, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<Side, Illegal> {
        dice.open(u32::from(self.turn), code::INITIATIVE);
        let mut throws = 0u8;
        let faces = loop {
            throws = throws.saturating_add(1);
            let throw = dice.pool(2);
            if throw[0] != throw[1] {
                break throw;
            }
        };
        let winner = Side::in_seat(usize::from(faces[1] > faces[0]), self.number);
        self.first_throw.get_or_insert(winner);
        let active = choices.active(self, winner).map_err(|why| self.log.illegal("NOVA 3.1", why))?;
        let dice = Side::BOTH.map(|side| faces[side.seat(self.number)]);
        self.log.record(Event::Initiative { turn: self.turn, throws, dice, winner, active });
        Ok(active)
    }

    /// The movement phase: every ship in the game moves once.
    fn movement_phase(&mut self, active: Side, choices: &mut dyn Choices) -> Result<(), Illegal> {
        let mut alternation = self.begin_phase(active);
        while let Some(side) = alternation.next(self.waiting()) {
            let ship = choices.next_to_move(self, side).map_err(|why| self.log.illegal("NOVA 3.2", why))?;
            self.activate("NOVA 3.2", side, ship)?;
            self.move_ship(ship, choices)?;
        }
        Ok(())
    }

    /// ### NOVA 3.3 Combat phase (p. 9)
    /// The same alternation, counted again from the ships that are left after movement. A ship makes all its attacks
    /// when it is activated; one with nothing to fire at is activated all the same.
    ///
    /// RULING: ships that a side activates together fire one after the other, and each declares its targets when it is
    /// its turn. With the option `at_a_time = "declared"` all of them declare before the first of them rolls.
    ///
    /// ### NOVA 5.11 Destroyed before its activation (p. 14)
    /// A ship that is destroyed while it waits is no longer ready, and so it never fires.
    fn combat_phase(
        &mut self,
        active: Side,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        let mut alternation = self.begin_phase(active);
        while let Some(side) = alternation.next(self.waiting()) {
            self.declare_next(side, choices)?;
            if self.setup.options.at_a_time == AtATime::Declared {
                while alternation.again(self.waiting()) {
                    self.declare_next(side, choices)?;
                }
            }
            for declaration in std::mem::take(&mut self.declared) {
                self.resolve(declaration, dice);
            }
        }
        Ok(())
    }

    /// The next ship of a side to fire, and its targets.
    fn declare_next(&mut self, side: Side, choices: &mut dyn Choices) -> Result<(), Illegal> {
        let ship = choices.next_to_fire(self, side).map_err(|why| self.log.illegal("NOVA 3.3", why))?;
        self.activate("NOVA 3.3", side, ship)?;
        let declaration = self.declare(ship, choices)?;
        self.declared.push(declaration);
        Ok(())
    }

    /// Makes every ship in the game ready.
    fn begin_phase(&mut self, active: Side) -> Alternation {
        for vessel in self.vessels.iter_mut().flatten() {
            vessel.ready = vessel.alive();
        }
        Alternation::new(active, self.afloat())
    }

    /// How many ships of A and of B are ready.
    fn waiting(&self) -> [usize; 2] {
        Side::BOTH.map(|side| self.ready(side).count())
    }

    /// Takes a chosen ship from its side's ready ones.
    fn activate(&mut self, rule: &'static str, side: Side, ship: ShipId) -> Result<(), Illegal> {
        if ship.side != side {
            return Err(self.log.illegal(rule, format!("it is {side}'s turn to activate a ship")));
        }
        if !self.ready(side).any(|ready| ready == ship) {
            return Err(self.log.illegal(rule, format!("ship {} of {side} is not ready", ship.slot)));
        }
        self.vessel_mut(ship).ready = false;
        Ok(())
    }
}

/// ### NOVA 3.2 Alternation (p. 9)
/// The active side first, one ship each; a side with at least twice (three times …) as many ships activates two
/// (three …) at a time.
///
/// RULING: the factor is fixed when the phase begins. A side with no ready ship left is passed over. Ships that a side
/// moves together move one after the other: no die falls between their moves, so a player who chose them all beforehand
/// would know no less.
#[derive(Clone, Debug)]
pub struct Alternation {
    at_a_time: [usize; 2],
    side: Side,
    /// Ships that `side` still activates before the other side's turn.
    left: usize,
}

impl Alternation {
    /// The order of a phase that begins with `ships` ships of A and of B.
    pub fn new(active: Side, ships: [usize; 2]) -> Self {
        let at_a_time = Side::BOTH.map(|side| (ships[side] / ships[side.opponent()].max(1)).max(1));
        Self { at_a_time, side: active, left: at_a_time[active] }
    }

    /// The side that activates a ship now, when A and B have `ready` ships waiting.
    pub fn next(&mut self, ready: [usize; 2]) -> Option<Side> {
        if ready == [0, 0] {
            return None;
        }
        if self.left == 0 || ready[self.side] == 0 {
            self.pass();
        }
        if ready[self.side] == 0 {
            self.pass();
        }
        self.left -= 1;
        Some(self.side)
    }

    /// Lets the same side activate a ship more, if that comes before the other side's turn and it has one.
    pub fn again(&mut self, ready: [usize; 2]) -> bool {
        let again = self.left > 0 && ready[self.side] > 0;
        self.left -= usize::from(again);
        again
    }

    fn pass(&mut self) {
        self.side = self.side.opponent();
        self.left = self.at_a_time[self.side];
    }
}
