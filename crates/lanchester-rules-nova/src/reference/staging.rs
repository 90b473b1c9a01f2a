//! Ships, matchups and players for tests.

use std::collections::VecDeque;

use lanchester_conformance::Random;
pub(crate) use lanchester_conformance::staging::{a, b, garbled_records_are_refused, key, records_replay};
use lanchester_core::Side;
use lanchester_lanes::hex::{Board, Facing, Hex};
use lanchester_scenario::draw;

use super::random::RandomLegal;
use super::{Battle, Choices};
use crate::arcs::Arc;
use crate::design::generate::{dice_string, random_design, row, shield_icons};
use crate::design::{Bank, Battery, Design, Origin};
use crate::event::{Event, Maneuver, ShipId};
use crate::game::Nova;
use crate::options::{Options, Station};

/// A battery whose `banks` are arcs with an optional modifier, such as `FX2`.
pub(crate) fn battery(name: &str, damage: u8, banks: &[&str], range: [u8; 3], dice: [u8; 12]) -> Battery {
    let bank = |text: &&str| Bank {
        arc: Arc::by_name(&text[..2]).expect("an arc"),
        modifier: if text.len() > 2 { text[2..].parse().expect("a modifier") } else { 0 },
    };
    Battery { name: name.to_owned(), damage, banks: banks.iter().map(bank).collect(), range, dice }
}

/// The book's one display: its hull as the designer gives it, its shield icons, which cannot be read, as 5+.
pub(crate) fn majestic() -> Design {
    Design {
        name: "MAJESTIC".to_owned(),
        class: "BC".to_owned(),
        faction: "Imperial".to_owned(),
        rating: 344,
        printed: true,
        origin: Origin::Reconstructed(vec!["shields".to_owned()]),
        armour: 0,
        hull: 17,
        thrust: Some(row(4)),
        ecm: Some(row(1)),
        shields: shield_icons(2),
        fire_control: true,
        hyperdrive: true,
        batteries: vec![
            battery("Fusion Beams", 3, &["FF"], [5, 10, 15], [7, 5, 3, 2, 2, 1, 1, 1, 0, 0, 0, 0]),
            battery("Lightning Turrets", 2, &["FX2", "AX2"], [5, 10, 15], [6, 5, 3, 2, 2, 1, 1, 1, 0, 0, 0, 0]),
            battery("Close Defense", 1, &["FF2", "PH4", "SH4"], [2, 4, 6], [9, 6, 5, 3, 2, 2, 1, 1, 1, 0, 0, 0]),
        ],
    }
}

/// A ship of three hull boxes, thrust 4 and nothing else.
pub(crate) fn plain() -> Design {
    Design {
        name: "PLAIN".to_owned(),
        rating: 100,
        printed: true,
        hull: 3,
        ecm: None,
        shields: None,
        fire_control: false,
        batteries: Vec::new(),
        ..majestic()
    }
}

/// The plain ship with a turret of `dice` dice at medium range (3 to 10).
pub(crate) fn gunboat(dice: u8) -> Design {
    Design { batteries: vec![battery("Gun", 1, &["TT"], [2, 10, 20], dice_string(dice.into(), 1))], ..plain() }
}

/// A station on the 24 × 18 board.
pub(crate) fn at(label: &str, facing: Facing, speed: u8) -> Station {
    Station { hex: Board { cols: 24, rows: 18 }.by_label(label).expect("a hex"), facing, speed }
}

/// A straight move.
pub(crate) fn straight(hexes: u8) -> Maneuver {
    Maneuver { turns: 0, legs: [hexes, 0, 0, 0] }
}

/// Matchups of the tests.
pub(crate) type Stage = lanchester_conformance::staging::Stage<Nova>;

/// A random matchup, half of its fleets close together in the middle so that there is something to fire at.
pub(crate) fn random(seed: u64) -> Stage {
    let mut words = Random::new(seed);
    let mut rng = || words.word();
    let sizes = [1 + rng() % 5, 1 + rng() % 5];
    let fleets = sizes.map(|n| (0..n).map(|_| random_design(&mut rng)).collect::<Vec<_>>());
    let options = Options { turn_cap: 1 + (rng() % 12) as u16, ..draw::options::<Nova>(&mut rng) };
    let board = options.board();
    let mut column = 3;
    let stations = [0, 1].map(|i| {
        (rng() % 2 == 0).then(|| {
            let station = |_: &Design| {
                column += 1;
                let hex = board.hex(column, 8 + (rng() % 4) as u8).expect("on the board");
                Station { hex, facing: Facing::new((rng() % 6) as i32), speed: (rng() % 7) as u8 }
            };
            fleets[i].iter().map(station).collect()
        })
    });
    Stage { fleets, stations, options }
}

/// A battle played by random legal choices.
pub(crate) fn recorded(stage: &Stage, battle: u64) -> Vec<Event> {
    stage.played(battle, RandomLegal::new(battle))
}

/// A player with orders. Without one: the winner is active, ships act in slot order, move straight on at their speed,
/// are shifted north, and hold their fire.
#[derive(Clone, Debug, Default)]
pub(crate) struct Orders {
    pub(crate) reactive: bool,
    pub(crate) places: VecDeque<Station>,
    pub(crate) moves: VecDeque<(ShipId, Maneuver)>,
    pub(crate) shift: Facing,
    pub(crate) fire: VecDeque<(ShipId, Vec<Option<u8>>)>,
}

impl Orders {
    pub(crate) fn moves(moves: &[(ShipId, Maneuver)]) -> Self {
        Self { moves: moves.iter().copied().collect(), ..Self::default() }
    }

    pub(crate) fn fire(fire: &[(ShipId, &[Option<u8>])]) -> Self {
        Self { fire: fire.iter().map(|(ship, targets)| (*ship, targets.to_vec())).collect(), ..Self::default() }
    }
}

impl Choices for Orders {
    fn place(&mut self, _: &Battle<'_>, _: ShipId) -> Result<Station, String> {
        self.places.pop_front().ok_or_else(|| "no orders".to_owned())
    }

    fn active(&mut self, _: &Battle<'_>, winner: Side) -> Result<Side, String> {
        Ok(if self.reactive { winner.opponent() } else { winner })
    }

    fn next_to_move(&mut self, battle: &Battle<'_>, side: Side) -> Result<ShipId, String> {
        let first = battle.ready(side).next().ok_or("no ship")?;
        Ok(self.moves.front().map_or(first, |(ship, _)| *ship))
    }

    fn maneuver(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Maneuver, String> {
        let speed = battle.vessel(ship).at.map_or(0, |at| at.speed);
        Ok(self.moves.pop_front().map_or(straight(speed), |(_, maneuver)| maneuver))
    }

    fn shift(&mut self, _: &Battle<'_>, _: ShipId, _: Hex) -> Result<Facing, String> {
        Ok(self.shift)
    }

    fn next_to_fire(&mut self, battle: &Battle<'_>, side: Side) -> Result<ShipId, String> {
        let first = battle.ready(side).next().ok_or("no ship")?;
        Ok(self.fire.front().map_or(first, |(ship, _)| *ship))
    }

    fn targets(&mut self, _: &Battle<'_>, _: ShipId) -> Result<Vec<Option<u8>>, String> {
        Ok(self.fire.pop_front().map_or(Vec::new(), |(_, targets)| targets))
    }
}
