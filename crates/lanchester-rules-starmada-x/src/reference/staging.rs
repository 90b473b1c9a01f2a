//! Designs, fleets and players for the tests of the reference.

use std::collections::VecDeque;

use lanchester_conformance::Random;
pub(crate) use lanchester_conformance::staging::{a, b, garbled_records_are_refused, key, records_replay};
use lanchester_core::Side;
use lanchester_lanes::dice::{ScriptedDice, mix64};
use lanchester_lanes::hex::{Facing, Hex};
use lanchester_scenario::draw;

use super::random::RandomLegal;
use super::{Battle, Choices, Declared, play};
use crate::arcs::Arcs;
use crate::design::generate::random_design;
use crate::design::{Abilities, Battery, Design, Entry, Equipment, Kind, MAX_MOUNTS, Mount, Origin};
use crate::event::{Event, Flight, ShipId, Target};
use crate::game::StarmadaX;
use crate::objects::Object;
use crate::options::{BOARD, Options, Station};
use crate::orders::Orders;

/// A battery of `weapons` weapons with these arcs, 1/1/1, without abilities.
pub(crate) fn battery(range: u8, to_hit: u8, weapons: u8, arcs: &str) -> Battery {
    let arcs = Arcs::by_letters(arcs).expect("arcs");
    Battery {
        name: format!("Gun {range}"),
        range,
        to_hit,
        rof: 1,
        pen: 1,
        dmg: 1,
        abilities: Abilities::default(),
        mounts: vec![Mount { arcs, weapons }],
    }
}

/// A piece of equipment with one box.
pub(crate) fn piece(kind: Kind) -> Equipment {
    Equipment { kind, boxes: 1, count: 1, cancels_on: 5 }
}

/// A chart from its entries, separated by spaces.
pub(crate) fn chart(text: &str) -> [Entry; 6] {
    let entries: Vec<Entry> = text.split(' ').map(|entry| Entry::read(entry).expect("an entry")).collect();
    entries.try_into().expect("six entries")
}

/// Mouse, a player's test ship: hull 15, engines 5, shields 2, five torpedoes and five lasers.
pub(crate) fn mouse() -> Design {
    Design {
        name: "Mouse".to_owned(),
        class: "BB".to_owned(),
        faction: String::new(),
        rating: 133,
        printed: true,
        origin: Origin::Published,
        hull: 15,
        engines: 5,
        shields: 2,
        chart: chart("Ha Eb H S H Q"),
        batteries: vec![battery(15, 3, 5, "AB"), battery(9, 4, 5, "AB")],
        equipment: vec![piece(Kind::Hyperdrive)],
    }
}

/// A ship of six hull boxes, four engines, a chart of hull hits, and nothing else.
pub(crate) fn plain() -> Design {
    Design {
        name: "Plain".to_owned(),
        rating: 100,
        printed: true,
        hull: 6,
        engines: 4,
        shields: 0,
        chart: chart("H H H H H H"),
        batteries: Vec::new(),
        equipment: Vec::new(),
        ..mouse()
    }
}

/// The plain ship with these weapons.
pub(crate) fn gunboat(battery: Battery) -> Design {
    Design { batteries: vec![battery], ..plain() }
}

/// The plain ship with so many fighter bays.
pub(crate) fn carrier(bays: u8) -> Design {
    Design { equipment: vec![Equipment { count: bays, ..piece(Kind::FighterBay) }], ..plain() }
}

/// A hex by its label.
pub(crate) fn hex(label: &str) -> Hex {
    BOARD.by_label(label).expect("a hex")
}

/// A station by its label.
pub(crate) fn at(label: &str, facing: Facing) -> Station {
    Station { hex: hex(label), facing }
}

/// Matchups of the tests.
pub(crate) type Stage = lanchester_conformance::staging::Stage<StarmadaX>;

/// One ship against another from these stations.
pub(crate) fn duel(ships: [Design; 2], stations: [Station; 2]) -> Stage {
    Stage::new(ships.map(|ship| vec![ship])).fixed(stations.map(|station| vec![station]))
}

/// What the tests add to a matchup.
pub(crate) trait Staged {
    /// With a turn limit.
    fn turns(self, turns: u16) -> Self;
    /// With asteroids in these hexes.
    fn asteroids(self, labels: &[&str]) -> Self;
    /// The events of battle 0 with these dice and this plan.
    fn planned(&self, dice: &[u8], plan: Plan) -> Vec<Event>;
    /// The rule that this plan breaks.
    fn refused(&self, dice: &[u8], plan: Plan) -> &'static str;
}

impl Staged for Stage {
    fn turns(mut self, turns: u16) -> Self {
        self.options.turn_cap = turns;
        self
    }

    fn asteroids(mut self, labels: &[&str]) -> Self {
        let hexes = labels.iter().map(|label| hex(label)).collect();
        self.options.objects.push(Object {
            kind: crate::objects::Kind::Asteroid,
            name: String::new(),
            hexes,
            radius: 0,
        });
        self
    }

    fn planned(&self, dice: &[u8], mut plan: Plan) -> Vec<Event> {
        play(&self.setup(), 0, &mut ScriptedDice::new(dice), &mut plan).expect("a legal plan")
    }

    fn refused(&self, dice: &[u8], mut plan: Plan) -> &'static str {
        play(&self.setup(), 0, &mut ScriptedDice::new(dice), &mut plan).expect_err("a rule that it breaks").rule
    }
}

/// Lays a stage out as a battle: `lay_out!(mut battle, Stage::new([vec![plain()], vec![mouse()]]));`
macro_rules! lay_out {
    ($($battle:ident)+, $stage:expr) => {
        let stage = $stage;
        let setup = stage.setup();
        let $($battle)+ = $crate::reference::Battle::new(&setup, 0);
    };
}
pub(crate) use lay_out;

/// A random matchup, most of its fleets close together in the middle so that there is something to fire at.
pub(crate) fn random(seed: u64) -> Stage {
    let mut words = Random::new(seed);
    let mut rng = || words.word();
    let sizes = [1 + rng() % 4, 1 + rng() % 4];
    let fleets = sizes.map(|n| (0..n).map(|_| random_design(&mut rng)).collect::<Vec<_>>());
    let any = draw::options::<StarmadaX>(&mut rng);
    let options = Options { turn_cap: 1 + (rng() % 12) as u16, board: BOARD, ..any };
    let stations = [0, 1].map(|i: usize| {
        (rng() % 4 != 0).then(|| {
            let mut station = |_: &Design| {
                let hex = BOARD.hex(14 + (rng() % 12) as u8, 9 + (rng() % 12) as u8).expect("on the board");
                Station { hex, facing: Facing::new((rng() % 6) as i32) }
            };
            fleets[i].iter().map(&mut station).collect()
        })
    });
    strewn(Stage { fleets, stations, options }, seed)
}

/// With asteroids in the middle for every other seed, none where a ship has its station in either seat.
fn strewn(mut stage: Stage, seed: u64) -> Stage {
    let board = stage.options.board;
    let stations = stage.stations.iter().flatten().flatten();
    let taken: Vec<Hex> = stations.flat_map(|station| [station.hex, board.turned(station.hex)]).collect();
    let mut state = mix64(!seed);
    let mut hexes = Vec::new();
    for _ in 0..if seed.is_multiple_of(2) { 12 } else { 0 } {
        state = mix64(state);
        let hex = board.hex(14 + (state % 12) as u8, 9 + (state >> 32) as u8 % 12).expect("on the board");
        if !taken.contains(&hex) && !hexes.contains(&hex) {
            hexes.push(hex);
        }
    }
    if !hexes.is_empty() {
        stage.options.objects =
            vec![Object { kind: crate::objects::Kind::Asteroid, name: String::new(), hexes, radius: 0 }];
    }
    stage
}

/// A battle played by random legal choices.
pub(crate) fn recorded(stage: &Stage, battle: u64) -> Vec<Event> {
    stage.played(battle, RandomLegal::new(battle))
}

/// A player with a plan. Without one: ships do not move and hold their fire, flights stay where their carriers are and
/// attack nothing, and what is lost is the first that there is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// Orders by turn and ship.
    pub(crate) orders: Vec<(u16, ShipId, &'static str)>,
    pub(crate) flights: VecDeque<(Flight, Hex, Option<Target>)>,
    /// Battery and target by turn and ship: every weapon that may takes part.
    pub(crate) fire: Vec<(u16, ShipId, u8, Target)>,
    /// Which ships were asked for their attacks, in order, and the hull boxes of the first enemy slashed by then.
    pub(crate) looked: Vec<(ShipId, u8)>,
}

impl Choices for Plan {
    fn place(&mut self, _: &Battle<'_>, _: ShipId) -> Result<Station, String> {
        Err("the tests fix stations".to_owned())
    }

    fn place_flight(&mut self, battle: &Battle<'_>, flight: Flight) -> Result<Hex, String> {
        let carrier = battle.flight(flight).expect("it exists").carrier;
        Ok(battle.vessel(ShipId { side: flight.side, slot: carrier }).at.hex)
    }

    fn orders(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Orders, String> {
        let planned = self.orders.iter().find(|(turn, of, _)| (*turn, *of) == (battle.turn, ship));
        Ok(Orders::read(planned.map_or("", |(_, _, text)| text)).expect("orders"))
    }

    fn fly(&mut self, battle: &Battle<'_>, chooser: Side) -> Result<(Flight, Hex, Option<Target>), String> {
        if let Some(planned) = self.flights.pop_front() {
            return Ok(planned);
        }
        let flight = battle.waiting(chooser).next().expect("a flight waits");
        Ok((flight, battle.flight(flight).expect("it exists").hex, None))
    }

    fn attacks(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Vec<Declared>, String> {
        self.looked.push((ship, battle.vessel(ShipId { side: ship.side.opponent(), slot: 0 }).hull));
        let planned = self.fire.iter().filter(|(turn, of, ..)| (*turn, *of) == (battle.turn, ship));
        Ok(planned
            .map(|(_, _, battery, target)| {
                let mut weapons = [0; MAX_MOUNTS];
                let vessel = battle.seen(ship);
                for (mount, (of, _)) in vessel.design.mounts().enumerate() {
                    if of == usize::from(*battery) {
                        weapons[mount] = vessel.weapons[mount];
                    }
                }
                Declared { battery: *battery, target: *target, weapons }
            })
            .collect())
    }

    fn weapon(&mut self, battle: &Battle<'_>, ship: ShipId, battery: u8, _: usize) -> Result<u8, String> {
        let vessel = battle.vessel(ship);
        let mut mounts = vessel.design.mounts().enumerate();
        let first = mounts.find(|(m, (of, _))| *of == usize::from(battery) && vessel.weapons[*m] > 0);
        Ok(first.expect("a weapon is left").0 as u8)
    }

    fn equipment(&mut self, battle: &Battle<'_>, ship: ShipId, _: usize) -> Result<u8, String> {
        let boxes = battle.vessel(ship).boxes;
        Ok(boxes.iter().position(|left| *left > 0).expect("a box is left") as u8)
    }

    fn losses(&mut self, battle: &Battle<'_>, leader: Flight, fighters: u8) -> Result<Vec<(Flight, u8)>, String> {
        let stack = battle.stack(leader.side, battle.flight(leader).expect("it exists").hex);
        let mut left = fighters;
        let mut losses = Vec::new();
        for flight in stack {
            let lost = left.min(battle.flight(flight).map_or(0, |f| f.fighters));
            left -= lost;
            if lost > 0 {
                losses.push((flight, lost));
            }
        }
        Ok(losses)
    }
}
