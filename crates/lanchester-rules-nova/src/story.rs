//! A recorded battle as readable text.

use lanchester_battle::Story;
use lanchester_battle::story::{self, COMBAT, MOVEMENT, SETTING_UP, counted, faces, in_brackets, result, ties};
use lanchester_core::Side;
use lanchester_lanes::dice::Pools;
use lanchester_lanes::hex::Hex;

use crate::design::{Bank, Battery, Design, ROW};
use crate::design::{ECM, SHIELDS, THRUST, WEAPONS};
use crate::event::{Arrival, Condition, Event, Maneuver, ShipId, Shot};
use crate::formulas::range_modifier;
use crate::options::Station;
use crate::reference::Setup;

/// The text of a recorded battle of two forces with these names. Reads the record as it stands; whether it is a possible
/// battle is for [`crate::reference::replay`] to say. `rolls` are the pools of dice of each event, as far as they are known
/// ([`crate::reference::rolls`]).
pub fn story(setup: &Setup<'_>, names: [&str; 2], events: &[Event], rolls: &[Pools]) -> String {
    let mut narrator = Narrator::new(setup);
    narrator.story.fleets(setup, names, |design| {
        let class = if design.class.is_empty() { String::new() } else { format!("-class {}", design.class) };
        format!("{class} ({})", design.rating)
    });
    let mut rest = events;
    let mut rolls = rolls.iter();
    while let [event, after @ ..] = rest {
        narrator.rolls = rolls.next().map_or(&[][..], Vec::as_slice);
        narrator.event(event, after.first());
        rest = after;
    }
    narrator.story.into_text()
}

/// The story so far, and as much of the displays as the rest of it needs.
struct Narrator<'a> {
    setup: &'a Setup<'a>,
    story: Story,
    track: [Vec<u8>; 2],
    lost: [Vec<[u8; 4]>; 2],
    firer: Option<ShipId>,
    /// The pools of dice of the event.
    rolls: &'a [Vec<u8>],
}

impl<'a> Narrator<'a> {
    fn new(setup: &'a Setup<'a>) -> Self {
        Self {
            setup,
            story: Story::default(),
            track: [0, 1].map(|i| vec![0; setup.ships[i].len()]),
            lost: [0, 1].map(|i| vec![[0; 4]; setup.ships[i].len()]),
            firer: None,
            rolls: &[],
        }
    }

    /// Writes the lines of an event, before the event `next`.
    fn event(&mut self, event: &Event, next: Option<&Event>) {
        let (part, line) = match *event {
            Event::PlacementDie { face } => {
                (SETTING_UP, format!("  Both fleets have as many ships; the die shows {face}."))
            }
            Event::Place { ship, at } => {
                (SETTING_UP, format!("  {} starts at {}", self.setup.label(ship), self.station(at)))
            }
            Event::Initiative { turn, throws, dice, winner, active } => {
                let order = if active == winner { "first" } else { "second" };
                let after = if throws > 1 { format!(" on throw {throws}{}", ties(self.rolls)) } else { String::new() };
                let [won, lost] = [winner, winner.opponent()].map(|side| dice[side]);
                ("", format!("\nTurn {turn}: {winner} wins initiative {won}-{lost}{after} and moves {order}."))
            }
            Event::Move { ship, maneuver, arrival, to } => {
                let arrival = self.arrival(ship, arrival, to);
                (MOVEMENT, format!("  {}: {}{arrival}", self.setup.label(ship), path(maneuver)))
            }
            Event::Fire { ship } => {
                self.firer = Some(ship);
                if let Some(Event::Attack { .. } | Event::Wasted { .. }) = next {
                    return;
                }
                (COMBAT, format!("  {} does not fire", self.setup.label(ship)))
            }
            Event::Attack { shot } => (COMBAT, self.attack(shot)),
            Event::Wasted { bank, target } => (COMBAT, self.wasted(bank, target)),
            Event::Damage { ship, boxes, condition } => (COMBAT, self.damage(ship, boxes, condition)),
            Event::Check { ship, faces, lost, .. } => (COMBAT, self.check(ship, faces, lost)),
            Event::TurnEnd { vp, .. } => {
                let [a, b] = vp.map(points);
                ("", format!(" Victory points: A {a}, B {b}"))
            }
            Event::Over { outcome } => ("", result(outcome, "", "")),
        };
        self.story.line(part, &line);
    }

    fn station(&self, at: Station) -> String {
        format!("{} facing {}, speed {}", self.hex(at.hex), at.facing, at.speed)
    }

    fn hex(&self, hex: Hex) -> String {
        let board = self.setup.options.board();
        if board.contains(hex) { board.label(hex) } else { "a hex off the board".to_owned() }
    }

    fn arrival(&self, ship: ShipId, arrival: Arrival, to: Station) -> String {
        match arrival {
            Arrival::Clear => format!(" → {}", self.station(to)),
            Arrival::LeftBoard => " → leaves the board and is lost".to_owned(),
            Arrival::Shifted(_) => {
                format!(" → an occupied hex; {} shifts it to {}", ship.side.opponent(), self.station(to))
            }
            Arrival::NoRoom => format!(" → {}, where there is no room; it is lost", self.hex(to.hex)),
        }
    }

    fn attack(&self, shot: Shot) -> String {
        let Shot { bank, target, range, modifier, dice, hits, through } = shot;
        let firer = self.firer();
        let weapon = self.weapon(bank);
        let band = self.mounted(bank).map_or("", |(battery, _)| match range_modifier(battery, range) {
            Some(1) => " (short)",
            Some(0) => " (medium)",
            Some(_) => " (long)",
            None => " (out of range)",
        });
        let modifier = match modifier {
            m if m < 0 => format!("−{}", m.unsigned_abs()),
            0 => "0".to_owned(),
            m => format!("+{m}"),
        };
        let dice = story::dice(dice) + &in_brackets(self.rolls);
        let shields = self.rolls.get(1).map_or(String::new(), |pool| format!(", shield dice {}", faces(pool)));
        let hits = match (hits, through) {
            (0, _) => "no hit".to_owned(),
            _ => format!("{}{shields}, {through} through", counted(hits.into(), "hit")),
        };
        let target = self.setup.label(ShipId { side: firer.side.opponent(), slot: target });
        format!(
            "  {} fires {weapon} at {target}: range {range}{band}, modifier {modifier}, {dice}, {hits}",
            self.setup.label(firer)
        )
    }

    fn wasted(&self, bank: u8, target: u8) -> String {
        let firer = self.firer();
        let target = self.setup.label(ShipId { side: firer.side.opponent(), slot: target });
        format!("  {} does not fire {} at {target}, which is lost by now", self.setup.label(firer), self.weapon(bank))
    }

    fn firer(&self) -> ShipId {
        self.firer.unwrap_or(ShipId { side: Side::A, slot: 0 })
    }

    /// A bank of the ship that fires, and its battery.
    fn mounted(&self, bank: u8) -> Option<(&'a Battery, &'a Bank)> {
        let design = self.setup.design(self.firer())?;
        design.banks().nth(usize::from(bank)).map(|(battery, bank)| (&design.batteries[battery], bank))
    }

    /// A bank as the display prints it: `Fusion Beams [FF]`.
    fn weapon(&self, bank: u8) -> String {
        let Some((battery, mount)) = self.mounted(bank) else { return format!("bank {bank}") };
        let step = if mount.modifier == 0 { String::new() } else { mount.modifier.to_string() };
        format!("{} [{}{step}]", battery.name, mount.arc.name())
    }

    fn damage(&mut self, ship: ShipId, boxes: u8, condition: Condition) -> String {
        let label = self.setup.label(ship);
        let boxes_text = if boxes == 1 { "1 box".to_owned() } else { format!("{boxes} boxes") };
        let left = match (self.setup.design(ship), self.track[ship.side].get_mut(usize::from(ship.slot))) {
            (Some(design), Some(track)) => {
                *track = track.saturating_add(boxes);
                let [.., all] = design.thresholds();
                format!(", {} of {all} left", all.saturating_sub(*track))
            }
            _ => String::new(),
        };
        let state = match condition {
            Condition::Sound => "",
            Condition::Damaged => ": damaged",
            Condition::Crippled => ": crippled",
            Condition::Destroyed => return format!("    {label} loses {boxes_text}: destroyed"),
        };
        format!("    {label} loses {boxes_text}{left}{state}")
    }

    fn check(&mut self, ship: ShipId, faces: [u8; 4], lost: [u8; 4]) -> String {
        let label = self.setup.label(ship);
        let before = self.lost[ship.side].get(usize::from(ship.slot)).copied().unwrap_or([0; 4]);
        let mut rows = Vec::new();
        if let Some(design) = self.setup.design(ship) {
            for (row, name) in [(THRUST, "thrust"), (WEAPONS, "weapon hits"), (ECM, "ECM"), (SHIELDS, "shields")] {
                if faces[row] != 0 {
                    let (old, new) = (value(design, row, before[row]), value(design, row, lost[row]));
                    let change = if old == new { "still" } else { "now" };
                    rows.push(format!("{name} {} ({change} {new})", faces[row]));
                }
            }
        }
        if let Some(now) = self.lost[ship.side].get_mut(usize::from(ship.slot)) {
            *now = lost;
        }
        format!("    {label} checks for damage: {}", rows.join(", "))
    }
}

/// What a row shows with `lost` boxes checked.
fn value(design: &Design, row: usize, lost: u8) -> String {
    let lost = lost.min(ROW as u8 - 1);
    match row {
        THRUST => design.thrust_after(lost).to_string(),
        ECM => design.ecm_after(lost).to_string(),
        SHIELDS => {
            let icons = design.shields.map_or(Vec::new(), |row| row[usize::from(lost)..].to_vec());
            icons.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
        }
        _ => lost.to_string(),
    }
}

/// A maneuver in words.
fn path(maneuver: Maneuver) -> String {
    let side = if maneuver.turns > 0 { "starboard" } else { "port" };
    let turns = usize::from(maneuver.turns.unsigned_abs()).min(3);
    let mut words: Vec<String> = Vec::new();
    let mut turned = 0;
    for (leg, hexes) in maneuver.legs.into_iter().take(turns + 1).enumerate() {
        turned += usize::from(leg > 0);
        // Turns in one hex are reported together: when the ship moves on, or at the end.
        if turned > 0 && (hexes > 0 || leg == turns) {
            words.push(match turned {
                1 => side.to_owned(),
                2 => format!("{side} twice"),
                _ => format!("{side} three times"),
            });
            turned = 0;
        }
        if hexes > 0 {
            words.push(format!("{hexes} ahead"));
        }
    }
    if words.is_empty() { "holds its place".to_owned() } else { words.join(", ") }
}

/// Quarter points as points.
fn points(quarters: u32) -> String {
    let fraction = ["", ".25", ".5", ".75"][(quarters % 4) as usize];
    format!("{}{fraction}", quarters / 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::staging::{Stage, at, majestic};
    use crate::reference::tampering::tampered_battles;
    use lanchester_lanes::hex::Facing;

    #[test]
    fn paths_in_words() {
        let path = |turns, legs| path(Maneuver { turns, legs });
        assert_eq!(path(0, [0; 4]), "holds its place");
        assert_eq!(path(0, [7, 0, 0, 0]), "7 ahead");
        assert_eq!(path(1, [2, 1, 0, 0]), "2 ahead, starboard, 1 ahead");
        assert_eq!(path(-2, [1, 0, 1, 0]), "1 ahead, port twice, 1 ahead");
        assert_eq!(path(3, [0, 1, 0, 0]), "starboard, 1 ahead, starboard twice");
        assert_eq!(path(-3, [0; 4]), "port three times");
        assert_eq!(path(-128, [255; 4]), "255 ahead, port, 255 ahead, port, 255 ahead, port, 255 ahead");
    }

    #[test]
    fn quarter_points() {
        assert_eq!([0, 1, 162, 163, 1376].map(points), ["0", "0.25", "40.5", "40.75", "344"]);
    }

    #[test]
    fn a_turn_reads_well() {
        let stage = Stage::new([vec![majestic()], vec![majestic()]]);
        let setup = stage.setup();
        let [a, b] = Side::BOTH.map(|side| ShipId { side, slot: 0 });
        let to = at("1309", Facing::new(1), 2);
        let shot = Shot { bank: 0, target: 0, range: 7, modifier: -1, dice: 5, hits: 3, through: 2 };
        let events = [
            Event::Place { ship: a, at: at("1208", Facing::NORTH, 0) },
            Event::Initiative { turn: 1, throws: 2, dice: [5, 2], winner: Side::A, active: Side::B },
            Event::Move { ship: a, maneuver: Maneuver { turns: 1, legs: [1, 1, 0, 0] }, arrival: Arrival::Clear, to },
            Event::Move {
                ship: b,
                maneuver: Maneuver { turns: 0, legs: [9, 0, 0, 0] },
                arrival: Arrival::LeftBoard,
                to,
            },
            Event::Fire { ship: b },
            Event::Fire { ship: a },
            Event::Attack { shot },
            Event::Wasted { bank: 5, target: 0 },
            Event::Damage { ship: b, boxes: 6, condition: Condition::Damaged },
            Event::Check { ship: b, condition: Condition::Damaged, faces: [2, 4, 6, 3], lost: [2, 1, 0, 1] },
            Event::TurnEnd { turn: 1, vp: [344, 0] },
        ];
        let text = story(&setup, ["Home", "Away"], &events, &[]);
        let expected = "\
Fleet A: Home, combat rating 344
  A1 MAJESTIC-class BC (344)
Fleet B: Away, combat rating 344
  B1 MAJESTIC-class BC (344)
 Setting up
  A1 MAJESTIC starts at 1208 facing N, speed 0

Turn 1: A wins initiative 5-2 on throw 2 and moves second.
 Movement
  A1 MAJESTIC: 1 ahead, starboard, 1 ahead → 1309 facing NE, speed 2
  B1 MAJESTIC: 9 ahead → leaves the board and is lost
 Combat
  B1 MAJESTIC does not fire
  A1 MAJESTIC fires Fusion Beams [FF] at B1 MAJESTIC: range 7 (medium), modifier −1, 5 dice, 3 hits, 2 through
  A1 MAJESTIC does not fire Close Defense [SH4] at B1 MAJESTIC, which is lost by now
    B1 MAJESTIC loses 6 boxes, 11 of 17 left: damaged
    B1 MAJESTIC checks for damage: thrust 2 (now 2), weapon hits 4 (now 1), ECM 6 (still 1), shields 3 (now 6 6 6 6)
 Victory points: A 86, B 0
";
        assert_eq!(text, expected);
        let mut rolls = vec![Vec::new(); events.len()];
        rolls[1] = vec![vec![3, 3], vec![5, 2]];
        rolls[6] = vec![vec![6, 5, 1, 5, 2], vec![3, 6, 4]];
        let text = story(&setup, ["Home", "Away"], &events, &rolls);
        for line in [
            "Turn 1: A wins initiative 5-2 on throw 2 (tied before: 3 3) and moves second.",
            "  A1 MAJESTIC fires Fusion Beams [FF] at B1 MAJESTIC: range 7 (medium), modifier −1, 5 dice (6 5 1 5 2), 3 hits, shield dice 3 6 4, 2 through",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\nin\n{text}");
        }
    }

    /// Every record has a text.
    #[test]
    fn garbled_records_have_a_text_too() {
        for (matchup, events) in tampered_battles() {
            assert!(!story(&matchup.setup(), ["", ""], &events, &[vec![], vec![vec![0]]]).is_empty());
        }
    }
}
