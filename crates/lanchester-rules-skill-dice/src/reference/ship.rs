//! A ship of the battle: what is left of it, and what it is doing.

use lanchester_battle::ShipId;

use crate::arcs::Arcs;
use crate::design::{Crew, Design, MAX_CREW, MAX_WEAPONS, Role};
use crate::event::{Loss, Position, System};
use crate::formulas::damage::DamageCode;

/// What a stunned crew, a damaged HUD and the like take off a roll.
pub const HINDERED: i32 = 2;
/// What a short takes off the thrust.
pub const SHORT_THRUST: u8 = 5;
/// What a short takes off the Defensive Screen.
pub const SHORT_SCREEN: u8 = 2;

/// Counters that last for the rest of a turn and all of the next: those of the turn before, and those of this turn.
pub type Counters = [u8; 2];

/// Systems that are short. Those of the turn before end with this one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shorts {
    /// Times that the thrust is short.
    pub thrust: Counters,
    /// Times that the Defensive Screen is short.
    pub screen: Counters,
    /// Tubes.
    pub tubes: Counters,
    /// Countermeasures.
    pub countermeasures: Counters,
    /// Nixies.
    pub nixies: Counters,
    /// Cannon, a bit each.
    pub weapons: Counters,
}

/// A ship of the battle. Times are numbers of turns, 0 for never.
#[derive(Clone, Copy, Debug)]
pub struct Ship<'a> {
    /// Whose, and its place in the list.
    pub id: ShipId,
    /// The seat of its side.
    pub seat: usize,
    /// What it is.
    pub design: &'a Design,
    /// Where it is.
    pub at: Position,
    /// How it left the battle, if it did.
    pub loss: Option<Loss>,
    /// Thrust, before shorts.
    pub thrust: u8,
    /// Maneuver number.
    pub maneuver: u8,
    /// Defensive Screen, before shorts.
    pub screen: u8,
    /// ASV.
    pub asv: u8,
    /// ESV, while it works.
    pub esv: u8,
    /// Structure.
    pub structure: u8,
    /// Structure hits to be marked.
    pub marks: u8,
    /// Living crews, a bit each.
    pub crews: u8,
    /// Working cannon, a bit each.
    pub weapons: u8,
    /// The damage codes of its cannon.
    pub codes: [Option<DamageCode>; MAX_WEAPONS],
    /// Where its cannon bear.
    pub arcs: [Arcs; MAX_WEAPONS],
    /// Torpedo tubes.
    pub tubes: u8,
    /// Torpedoes aboard.
    pub torpedoes: u8,
    /// Nixies aboard.
    pub nixies: u8,
    /// Countermeasures.
    pub countermeasures: u8,
    /// Special equipment.
    pub special: u8,
    /// Systems that are short.
    pub shorts: Shorts,
    /// Turns of stun.
    pub stun: Counters,
    /// Its thrusters are locked: no left turns, no right turns.
    pub locked: [bool; 2],
    /// It has no ESV for good.
    pub esv_gone: bool,
    /// It has no ESV until this turn ends.
    pub esv_until: u16,
    /// It moves first in this turn.
    pub first_on: u16,
    /// It goes straight ahead at full speed in this turn.
    pub straight_on: u16,
    /// Its weapons are down until this turn ends.
    pub weapons_until: u16,
    /// It has a thrust of 5 at most until this turn ends.
    pub slow_until: u16,
    /// It does not move from the first of these turns to the second.
    pub stopped: [u16; 2],
    /// Its totals are reduced.
    pub hud: bool,
    /// Its countermeasures are reduced.
    pub ew: bool,
    /// Its initiative is reduced.
    pub comms: bool,
    /// Its hull creaks each upkeep.
    pub creaks: bool,
    /// The cascade acts from this turn on.
    pub cascade_from: u16,
    /// It explodes in the upkeep of this turn.
    pub boom_on: u16,
    /// When each crew dies.
    pub doomed: [u16; MAX_CREW],
    /// It has made its move.
    pub moved: bool,
    /// Points of movement that it has left.
    pub points: u8,
    /// Hexes that it went this turn.
    pub went: u8,
    /// Hexes that it went last turn.
    pub drift: u8,
    /// It has turned, or tried to, in this hex.
    pub turned_here: bool,
    /// It may not try to turn again in this move.
    pub no_turns: bool,
    /// Helm rolls this turn.
    pub rolls: u8,
    /// Cannon that fired this turn, a bit each.
    pub fired: u8,
    /// Crews that had their turn to fire, a bit each.
    pub acted: u8,
    /// Torpedoes that it launched this turn.
    pub launched: u8,
    /// Times that it was damaged this turn.
    pub hits: u8,
}

impl<'a> Ship<'a> {
    /// An undamaged ship at a place.
    pub fn new(id: ShipId, seat: usize, design: &'a Design, at: Position) -> Self {
        let weapon = |nth: usize| design.weapons.get(nth);
        Self {
            id,
            seat,
            design,
            at,
            loss: None,
            thrust: design.thrust,
            maneuver: design.maneuver,
            screen: design.screen,
            asv: design.asv,
            esv: design.esv,
            structure: design.structure,
            marks: 0,
            crews: (1u16 << design.crews.len()).wrapping_sub(1) as u8,
            weapons: (1u16 << design.weapons.len()).wrapping_sub(1) as u8,
            codes: std::array::from_fn(|nth| weapon(nth).map(|weapon| weapon.damage)),
            arcs: std::array::from_fn(|nth| weapon(nth).map(|weapon| weapon.arcs).unwrap_or_default()),
            tubes: design.tubes,
            torpedoes: design.torpedoes,
            nixies: design.nixies,
            countermeasures: design.countermeasures,
            special: design.special,
            shorts: Shorts::default(),
            stun: [0; 2],
            locked: [false; 2],
            esv_gone: false,
            esv_until: 0,
            first_on: 0,
            straight_on: 0,
            weapons_until: 0,
            slow_until: 0,
            stopped: [0; 2],
            hud: false,
            ew: false,
            comms: false,
            creaks: false,
            cascade_from: 0,
            boom_on: 0,
            doomed: [0; MAX_CREW],
            moved: false,
            points: 0,
            went: 0,
            drift: 0,
            turned_here: false,
            no_turns: false,
            rolls: 0,
            fired: 0,
            acted: 0,
            launched: 0,
            hits: 0,
        }
    }

    /// Whether it is still in the battle.
    pub const fn in_play(&self) -> bool {
        self.loss.is_none()
    }

    /// Whether a crew lives.
    pub const fn lives(&self, crew: usize) -> bool {
        self.crews >> crew & 1 == 1
    }

    /// Its living crews, with their numbers.
    pub fn living(&self) -> impl Iterator<Item = (usize, Crew)> + use<'a> {
        let crews = self.crews;
        self.design.crews.iter().copied().enumerate().filter(move |(nth, _)| crews >> nth & 1 == 1)
    }

    /// Its living pilot.
    pub fn pilot(&self) -> Option<Crew> {
        self.living().map(|(_, crew)| crew).find(|crew| crew.role == Role::Pilot)
    }

    /// The best of a skill among living crews; 0 without one.
    pub fn best(&self, skill: impl Fn(Crew) -> u8) -> u8 {
        self.living().map(|(_, crew)| skill(crew)).max().unwrap_or(0)
    }

    /// ### SKILLDICE 5.7 Stun (lines 152-153, corrections 5 and 9)
    /// What a stunned crew takes off every roll: 2, however many turns of stun there are.
    ///
    /// RULING: initiative, Helm, totals, countermeasures and engineering are rolls; the Defensive Screen and the order of fire
    /// are not.
    pub const fn hindered(&self) -> i32 {
        if self.stun[0] + self.stun[1] > 0 { HINDERED } else { 0 }
    }

    /// Points of movement in a turn.
    pub fn thrust_in(&self, turn: u16) -> u8 {
        if self.stopped[0] > 0 && (self.stopped[0]..=self.stopped[1]).contains(&turn) {
            return 0;
        }
        let short = SHORT_THRUST.saturating_mul(self.shorts.thrust[0] + self.shorts.thrust[1]);
        let thrust = self.thrust.saturating_sub(short);
        if turn <= self.slow_until { thrust.min(5) } else { thrust }
    }

    /// The total that hits it.
    pub const fn screen_now(&self) -> u8 {
        self.screen.saturating_sub(SHORT_SCREEN.saturating_mul(self.shorts.screen[0] + self.shorts.screen[1]))
    }

    /// Its ESV in a turn.
    pub const fn esv_in(&self, turn: u16) -> u8 {
        if self.esv_gone || turn <= self.esv_until { 0 } else { self.esv }
    }

    /// Its ASV, and its ESV in a turn.
    pub const fn screens_in(&self, turn: u16) -> [u8; 2] {
        [self.asv, self.esv_in(turn)]
    }

    /// What stun and a damaged HUD take off its totals.
    pub const fn off_totals(&self) -> i32 {
        self.hindered() + if self.hud { HINDERED } else { 0 }
    }

    /// What stun and damaged electronics take off its countermeasures.
    pub const fn off_counters(&self) -> i32 {
        self.hindered() + if self.ew { HINDERED } else { 0 }
    }

    /// Cannon that can fire in a turn, a bit each, fired or not.
    pub const fn ready(&self, turn: u16) -> u8 {
        if turn <= self.weapons_until { 0 } else { self.weapons & !(self.shorts.weapons[0] | self.shorts.weapons[1]) }
    }

    /// Tubes that can launch in a turn, used or not.
    pub const fn ready_tubes(&self, turn: u16) -> u8 {
        let short = self.shorts.tubes[0] + self.shorts.tubes[1];
        if turn <= self.weapons_until { 0 } else { self.tubes.saturating_sub(short) }
    }

    /// Countermeasures that are not short.
    pub const fn ready_countermeasures(&self) -> u8 {
        self.countermeasures.saturating_sub(self.shorts.countermeasures[0] + self.shorts.countermeasures[1])
    }

    /// Nixies that are not short.
    pub const fn ready_nixies(&self) -> u8 {
        self.nixies.saturating_sub(self.shorts.nixies[0] + self.shorts.nixies[1])
    }

    /// Points that a turn of one hexside costs.
    pub const fn turn_cost(&self) -> u8 {
        1 + self.maneuver
    }

    /// Whether a living crew has a cannon that is not destroyed, or torpedoes and a tube.
    pub fn armed(&self) -> bool {
        let cannon = self.living().any(|(_, crew)| crew.weapons & self.weapons != 0);
        self.in_play() && self.crews != 0 && (cannon || (self.tubes > 0 && self.torpedoes > 0))
    }

    /// What `W` may fall on.
    pub fn weapon_systems(&self) -> Vec<System> {
        let mut all: Vec<System> = self.cannon(self.weapons).collect();
        all.extend((self.tubes > 0).then_some(System::Tube));
        all
    }

    /// Cannon of a set, as systems.
    pub fn cannon(&self, of: u8) -> impl Iterator<Item = System> + use<> {
        (0..MAX_WEAPONS as u8).filter(move |nth| of >> nth & 1 == 1).map(System::Weapon)
    }

    /// What `~` may fall on: what is not yet short to the end of the next turn.
    pub fn shortable(&self) -> Vec<System> {
        let mut all = Vec::new();
        let mut add = |may: bool, system| all.extend(may.then_some(system));
        add(self.thrust > SHORT_THRUST.saturating_mul(self.shorts.thrust[1]), System::Thrust);
        add(self.screen > SHORT_SCREEN.saturating_mul(self.shorts.screen[1]), System::Screen);
        add(self.tubes > self.shorts.tubes[1], System::Tube);
        add(self.countermeasures > self.shorts.countermeasures[1], System::Countermeasure);
        add(self.nixies > self.shorts.nixies[1], System::Nixie);
        all.extend(self.cannon(self.weapons & !self.shorts.weapons[1]));
        all
    }

    /// What `G` may fall on.
    pub fn special_systems(&self) -> Vec<System> {
        let each = [
            (self.special, System::Special),
            (self.countermeasures, System::Countermeasure),
            (self.nixies, System::Nixie),
        ];
        each.into_iter().filter(|(left, _)| *left > 0).map(|(_, system)| system).collect()
    }

    /// What engineers may clear: stun, and shorts of what is not destroyed.
    pub fn counters(&self) -> Vec<System> {
        let Shorts { thrust, screen, tubes, countermeasures, nixies, weapons } = self.shorts;
        let each = [
            (self.stun, 1, System::Stun),
            (thrust, self.thrust, System::Thrust),
            (screen, self.screen, System::Screen),
            (tubes, self.tubes, System::Tube),
            (countermeasures, self.countermeasures, System::Countermeasure),
            (nixies, self.nixies, System::Nixie),
        ];
        let counted = each.into_iter().filter(|(counters, left, _)| counters[0] + counters[1] > 0 && *left > 0);
        let mut all: Vec<System> = counted.map(|(_, _, system)| system).collect();
        all.extend(self.cannon((weapons[0] | weapons[1]) & self.weapons));
        all
    }
}
