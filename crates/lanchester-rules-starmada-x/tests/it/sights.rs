//! What happened in a battle, so that a test can say that everything did.

use std::collections::BTreeMap;

use lanchester_core::{Matchup, Side, Verdict};
use lanchester_lanes::hex::{Crossing, Hex, clear_line, crossing};
use lanchester_rules_starmada_x::StarmadaX;
use lanchester_rules_starmada_x::event::{Event, Flight, Loss, Mark, ShipId, Target};
use lanchester_rules_starmada_x::lanes::chooser::candidates::Candidates;
use lanchester_rules_starmada_x::options::{BOARD, Decay, Declare, Options};

/// What must have happened at least once for an agreement to mean something.
pub const SIGHTS: &[&str] = &[
    "maneuver first",
    "back",
    "sideslip",
    "stayed after a maneuver",
    "tied throw",
    "chosen by the foe",
    "strike ship",
    "strike flights",
    "fighters shot down by ships",
    "kills spread over a stack",
    "needs seven",
    "three marks or more",
    "hull cancelled",
    "weapon cancelled",
    "shield cancelled",
    "crew",
    "destroyed by fighters or blast",
    "blast penetrates",
    "mutual destruction",
    "draw",
    "strike weakened by an explosion",
    "strike that needs seven",
    "dogfight in an explosion",
    "scored by flights alone",
    "declared after an enemy was slashed out",
    "B attacks first",
    "explosion of an end phase spared",
    "larger board",
    "object blocks a line",
    "two objects block along a side",
    "object and explosion block along a side",
    "one object beside a line of fire",
    "way around an object",
    "flight around an object",
];

/// Everything that is to be seen in a battle.
pub fn sights(matchup: &Matchup<StarmadaX>, events: &[Event]) -> Vec<&'static str> {
    let mut seen = objects_seen(matchup, events);
    seen.extend(events.windows(2).map(|two| sight(&two[0], &two[1])));
    seen.extend(Watch::battle(&matchup.options, events));
    seen
}

/// What objects did in a battle, by plain code: the rules themselves are the reference's to check.
fn objects_seen(matchup: &Matchup<StarmadaX>, events: &[Event]) -> Vec<&'static str> {
    let options = &matchup.options;
    let mut seen = Vec::new();
    if options.board != BOARD {
        seen.push("larger board");
    }
    if options.objects.is_empty() {
        return seen;
    }
    let solid: Vec<Hex> = options.solid().collect();
    let design = |ship: ShipId| &matchup.forces[ship.side].ships[usize::from(ship.slot)];
    let mut ships: BTreeMap<ShipId, Hex> = BTreeMap::new();
    let mut flights: BTreeMap<Flight, Hex> = BTreeMap::new();
    // A record does not say when an explosion is gone, so it is taken to last for a turn.
    let mut wrecks: Vec<(Hex, u16)> = Vec::new();
    let mut turn = 0;
    for event in events {
        match event {
            Event::Turn { turn: now } => turn = *now,
            Event::Place { ship, at } => drop(ships.insert(*ship, at.hex)),
            Event::PlaceFlight { flight, hex } => drop(flights.insert(*flight, *hex)),
            Event::Move { ship, orders, to } => {
                let list = Candidates::of(design(*ship).engines, false);
                if list.ends.iter().all(|end| end.orders != *orders) {
                    seen.push("way around an object");
                }
                ships.insert(*ship, to.hex);
            }
            Event::Fly { flight, to, .. } => {
                let from = flights.insert(*flight, *to).expect("it was placed");
                if !straight(&solid, from, *to) {
                    seen.push("flight around an object");
                }
            }
            Event::Attack { attack } => {
                if let Target::Ship(slot) = attack.target {
                    let (from, to) = (ships[&attack.ship], ships[&ShipId { side: attack.ship.side.opponent(), slot }]);
                    if solid.iter().any(|hex| crossing(from, to, *hex) == Crossing::Side) {
                        seen.push("one object beside a line of fire");
                    }
                }
            }
            Event::TurnEnd { .. } => {
                let blasts: Vec<Hex> = wrecks.iter().filter(|(_, at)| at + 1 == turn).map(|(hex, _)| *hex).collect();
                for (ship, from) in &ships {
                    let reach = design(*ship).batteries.iter().map(|battery| battery.range).max().unwrap_or(0);
                    let targets =
                        ships.iter().filter(|(other, to)| other.side != ship.side && from.distance(**to) <= reach);
                    seen.extend(targets.filter_map(|(_, to)| blocked(*from, *to, &solid, &blasts)));
                }
            }
            Event::Lost { ship, loss, .. } => {
                let hex = ships.remove(ship).expect("it was there");
                if *loss == Loss::Destroyed {
                    wrecks.push((hex, turn));
                }
            }
            _ => {}
        }
    }
    seen
}

/// Whether a way as long as the distance enters none of these hexes.
fn straight(solid: &[Hex], from: Hex, to: Hex) -> bool {
    let mut ring = vec![from];
    for left in (0..from.distance(to)).rev() {
        let next = ring.iter().flat_map(|hex| hex.neighbours()).filter(|hex| hex.distance(to) == left);
        ring = next.filter(|hex| !solid.contains(hex)).collect();
        ring.sort_unstable();
        ring.dedup();
    }
    !ring.is_empty()
}

/// How objects, or objects and explosions, block a line, if they do.
fn blocked(from: Hex, to: Hex, solid: &[Hex], blasts: &[Hex]) -> Option<&'static str> {
    if from == to {
        return None;
    }
    let both: Vec<Hex> =
        solid.iter().chain(blasts.iter().filter(|hex| **hex != from && **hex != to)).copied().collect();
    let through = |hexes: &[Hex]| hexes.iter().any(|hex| crossing(from, to, *hex) == Crossing::Through);
    match (clear_line(from, to, solid), clear_line(from, to, &both)) {
        (false, _) if through(solid) => Some("object blocks a line"),
        (false, _) => Some("two objects block along a side"),
        (true, false) if !through(&both) && clear_line(from, to, blasts) => {
            Some("object and explosion block along a side")
        }
        _ => None,
    }
}

fn sight(event: &Event, next: &Event) -> &'static str {
    match (event, next) {
        (Event::Move { orders, .. }, _) => {
            let text = orders.to_string();
            match text.chars().next() {
                None => "stayed after a maneuver",
                Some(c) if !c.is_ascii_digit() => "maneuver first",
                _ if text.contains('B') => "back",
                _ if text.contains(['L', 'R']) => "sideslip",
                _ => "else",
            }
        }
        (Event::FighterDice { throws: 2.., .. } | Event::CombatDice { throws: 2.., .. }, _) => "tied throw",
        (Event::Fly { chooser, flight, .. }, _) if *chooser != flight.side => "chosen by the foe",
        (Event::StrikeShip { need: 7.., .. }, _) => "strike that needs seven",
        (Event::StrikeShip { need: 6, .. }, _) => "strike weakened by an explosion",
        (Event::StrikeFlights { need: 6.., .. }, _) => "dogfight in an explosion",
        (Event::StrikeShip { .. }, _) => "strike ship",
        (Event::StrikeFlights { .. }, _) => "strike flights",
        (Event::Attack { attack }, Event::FightersLost { .. }) if matches!(attack.target, Target::Flights(_)) => {
            "fighters shot down by ships"
        }
        (Event::FightersLost { flight, .. }, Event::FightersLost { flight: other, .. })
            if flight.side == other.side =>
        {
            "kills spread over a stack"
        }
        (Event::Attack { attack }, _) if attack.need > 6 => "needs seven",
        (Event::Damage { marks, .. }, _) if marks.iter().count() > 2 => "three marks or more",
        (Event::Damage { marks, .. }, _) if marks.iter().any(|m| m == Mark::Hull { cancelled: true }) => {
            "hull cancelled"
        }
        (Event::Damage { marks, .. }, _) if marks.iter().any(|m| matches!(m, Mark::Weapon { mount: 255, .. })) => {
            "weapon cancelled"
        }
        (Event::Damage { marks, .. }, _) if marks.iter().any(|m| m == Mark::Shield { cancelled: true }) => {
            "shield cancelled"
        }
        (Event::Lost { loss: Loss::Crew, .. }, _) => "crew",
        (Event::Lost { loss: Loss::Destroyed, .. }, Event::Fly { .. }) => "destroyed by fighters or blast",
        (Event::Blast { through: 1.., .. }, _) => "blast penetrates",
        (Event::TurnEnd { .. }, Event::Over { mutual: true, .. }) => "mutual destruction",
        (Event::TurnEnd { .. }, Event::Over { outcome, .. }) if outcome.verdict == Verdict::Draw => "draw",
        _ => "else",
    }
}

/// Looks for sights that take more than two events to see.
#[derive(Default)]
struct Watch {
    seen: Vec<&'static str>,
    /// Ships of A and of B that are left.
    ships: [usize; 2],
    turn: u16,
    /// The side whose flight attacked last in the fighter phase that is played.
    striker: Option<Side>,
    /// Of the combat phase: attacks at ships in order, and the number of them when each ship was last damaged.
    attacks: Vec<(ShipId, u8)>,
    damaged: BTreeMap<ShipId, usize>,
    /// The end phase has begun.
    end: bool,
    /// Ships destroyed in an end phase: the turn, and the strength of their explosions.
    late: BTreeMap<ShipId, (u16, u16)>,
}

impl Watch {
    fn battle(options: &Options, events: &[Event]) -> Vec<&'static str> {
        let mut watch = Self::default();
        events.iter().for_each(|event| watch.see(options, event));
        watch.seen
    }

    fn see(&mut self, options: &Options, event: &Event) {
        match event {
            Event::Place { ship, .. } => self.ships[ship.side] += 1,
            Event::Turn { turn } => {
                (self.turn, self.end) = (*turn, false);
                (self.attacks, self.damaged) = Default::default();
            }
            Event::Fly { flight, .. } => self.striker = Some(flight.side),
            Event::Attack { attack } => {
                self.striker = None;
                if self.attacks.iter().all(|(by, _)| by.side == Side::B) && attack.ship.side == Side::A {
                    self.seen.extend((!self.attacks.is_empty()).then_some("B attacks first"));
                }
                if let Target::Ship(slot) = attack.target {
                    self.attacks.push((attack.ship, slot));
                }
            }
            Event::Damage { ship, .. } => drop(self.damaged.insert(*ship, self.attacks.len())),
            Event::Blast { from, .. } => {
                (self.striker, self.end) = (None, true);
                if let Some((turn, strength)) = self.late.get(from) {
                    // The last turn in which it would roll a die if its first end phase took strength off it.
                    let last = turn + strength - u16::from(options.explosion_decay == Decay::Before);
                    self.seen.extend((self.turn > last).then_some("explosion of an end phase spared"));
                }
            }
            Event::Lost { ship, explosion, .. } => self.lose(options, *ship, *explosion),
            _ => {}
        }
    }

    fn lose(&mut self, options: &Options, ship: ShipId, explosion: u8) {
        self.ships[ship.side] -= 1;
        let alone = self.ships[ship.side.opponent()] == 0 && self.striker == Some(ship.side.opponent());
        self.seen.extend(alone.then_some("scored by flights alone"));
        if self.end {
            self.late.insert(ship, (self.turn, explosion.into()));
        } else if let Some(done) = self.damaged.get(&ship).filter(|_| options.declare == Declare::Ship) {
            // Attacks of other ships after its last box was slashed went elsewhere.
            let Some((by, _)) = self.attacks.get(done.wrapping_sub(1)) else { return };
            let later = self.attacks[*done..]
                .iter()
                .any(|(other, at)| other.side == by.side && other != by && *at != ship.slot);
            self.seen.extend(later.then_some("declared after an enemy was slashed out"));
        }
    }
}
