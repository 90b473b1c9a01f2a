//! A recorded battle as readable text.

use std::fmt::Write as _;

use lanchester_battle::Story;
use lanchester_battle::story::{self, COMBAT, MOVEMENT, SETTING_UP, counted, faces, in_brackets, result, ties};
use lanchester_core::Side;
use lanchester_lanes::dice::Pools;

use crate::event::{Attack, Event, Flight, Loss, Mark, Marks, ShipId, Target};
use crate::formulas::range_modifier;
use crate::options::{BOARD, Station, label};
use crate::orders::Orders;
use crate::reference::Setup;

/// The heading of a fighter phase.
const FIGHTERS: &str = "Fighters";

/// The text of a recorded battle of two forces with these names. Reads the record as it stands; whether it is a possible
/// battle is for [`crate::reference::replay`] to say. `rolls` are the pools of dice of each event, as far as they are known
/// ([`crate::reference::rolls`]).
pub fn story(setup: &Setup<'_>, names: [&str; 2], events: &[Event], rolls: &[Pools]) -> String {
    let ships = [0, 1].map(|i: usize| setup.ships[i].len());
    let mut narrator = Narrator {
        setup,
        story: Story::default(),
        hull: ships.map(|n| vec![0; n]),
        rolls: &[],
        damage_dice: 0,
        ships: ships.map(Some),
    };
    narrator.story.fleets(setup, names, |design| {
        let class = if design.class.is_empty() { String::new() } else { format!(" {}", design.class) };
        let flights = match design.flights() {
            0 => String::new(),
            n => format!(", {}", counted(n, "flight")),
        };
        format!("{class} ({}){flights}", design.rating)
    });
    narrator.scene();
    let mut rolls = rolls.iter();
    for event in events {
        narrator.rolls = rolls.next().map_or(&[][..], Vec::as_slice);
        narrator.event(event);
    }
    narrator.story.into_text()
}

/// The story so far, and the hull boxes hit.
struct Narrator<'a> {
    setup: &'a Setup<'a>,
    story: Story,
    hull: [Vec<u8>; 2],
    /// The pools of dice of the event.
    rolls: &'a [Vec<u8>],
    /// Damage dice that were rolled with the one before, and whose effect is in a later event.
    damage_dice: usize,
    /// Ships left; nothing once the story says that none is.
    ships: [Option<usize>; 2],
}

impl Narrator<'_> {
    /// What lies where, if it is not the usual empty board.
    fn scene(&mut self) {
        let options = self.setup.options;
        if options.board == BOARD && options.objects.is_empty() {
            return;
        }
        self.story.line("", &format!("Board of {} × {} hexes", options.board.cols, options.board.rows));
        for object in &options.objects {
            self.story.line("", &format!("  {object}"));
        }
    }

    /// Writes the lines of an event.
    fn event(&mut self, event: &Event) {
        if !matches!(event, Event::Damage { .. }) {
            self.damage_dice = 0;
        }
        let (part, line) = match *event {
            Event::PlacementDice { dice, first, .. } => (SETTING_UP, self.throw(dice, first, "places")),
            Event::Place { ship, at } => {
                (SETTING_UP, format!("  {} starts at {}", self.setup.label(ship), station(at)))
            }
            Event::PlaceFlight { flight, hex } => (SETTING_UP, format!("  {} starts at {}", name(flight), label(hex))),
            Event::Turn { turn } => return self.turn(turn),
            Event::Move { ship, orders, to } => {
                (MOVEMENT, format!("  {}: {} → {}", self.setup.label(ship), written(orders), station(to)))
            }
            Event::FighterDice { dice, first, .. } => (FIGHTERS, self.throw(dice, first, "chooses")),
            Event::Fly { chooser, flight, to, target } => {
                let chosen = if chooser == flight.side { String::new() } else { format!(" (at {chooser}'s choice)") };
                let prey = target.map(|target| format!(" and attacks {}", self.target(flight.side, target)));
                let prey = prey.unwrap_or_default();
                (FIGHTERS, format!("  {}{chosen} flies to {}{prey}", name(flight), label(to)))
            }
            Event::StrikeShip { need, hits, through, .. } => {
                let (dice, again) = (self.rolled("dice", 0), self.penetration(1));
                let hits = counted(hits.into(), "hit");
                (FIGHTERS, format!("    {}{dice}{hits}{again}, {through} through", weakened(need)))
            }
            Event::StrikeFlights { need, kills, losses } => {
                let (dice, kills) = (self.rolled("dice", 0), counted(kills.into(), "fighter"));
                (FIGHTERS, format!("    {}{dice}{kills} shot down, {losses} lost", weakened(need)))
            }
            Event::CombatDice { dice, first, .. } => (COMBAT, self.throw(dice, first, "resolves")),
            Event::Attack { attack } => (COMBAT, self.attack(attack)),
            Event::Blast { ship, from, through } => {
                let [ship, from] = [ship, from].map(|ship| self.setup.label(ship));
                let dice = self.rolled("penetration dice", 0);
                ("End", format!("  {ship} in the explosion of {from}: {dice}{through} through"))
            }
            // Losses stand under the heading of what did them.
            Event::FightersLost { flight, fighters } => {
                let lost = counted(fighters.into(), "fighter");
                return self.story.same_part(&format!("    {} loses {lost}", name(flight)));
            }
            Event::Damage { ship, face, marks } => {
                let line = self.damage(ship, face, marks);
                return self.story.same_part(&line);
            }
            Event::Lost { ship, loss, explosion } => return self.lost(ship, loss, explosion),
            Event::TurnEnd { vp: [a, b], .. } => ("", format!(" Victory points: A {a}, B {b}")),
            Event::Over { outcome, mutual } => {
                let victory = if outcome.major { " a major victory" } else { " a minor victory" };
                ("", result(outcome, victory, if mutual { " Neither side has a ship left." } else { "" }))
            }
        };
        self.story.line(part, &line);
    }

    /// A turn begins. Says once that a side without ships plays on.
    fn turn(&mut self, turn: u16) {
        self.story.line("", &format!("\nTurn {turn}"));
        for side in Side::BOTH {
            if self.ships[side] == Some(0) {
                self.ships[side] = None;
                self.story.line("", &format!("  Fleet {side} has no ship left; its flights play on."));
            }
        }
    }

    /// Two dice that decide which side does something first.
    fn throw(&self, [a, b]: [u8; 2], first: Side, does: &str) -> String {
        format!("  A rolls {a}, B {b}{}: {first} {does} first.", ties(self.rolls))
    }

    fn lost(&mut self, ship: ShipId, loss: Loss, explosion: u8) {
        self.ships[ship.side] = self.ships[ship.side].map(|left| left.saturating_sub(1));
        let how = match loss {
            Loss::Destroyed => format!("is destroyed and explodes with strength {explosion}"),
            Loss::Crew => "has no crew left and is out".to_owned(),
            Loss::LeftBoard => "leaves the board and is lost".to_owned(),
        };
        self.story.same_part(&format!("  {} {how}", self.setup.label(ship)));
    }

    fn target(&self, side: Side, target: Target) -> String {
        match target {
            Target::Ship(slot) => self.setup.label(ShipId { side: side.opponent(), slot }),
            Target::Flights(slot) => name(Flight { side: side.opponent(), slot }),
        }
    }

    fn attack(&self, attack: Attack) -> String {
        let Attack { ship, battery, target, weapons, range, need, dice, hits, through } = attack;
        let weapon = self.setup.design(ship).and_then(|d| d.batteries.get(usize::from(battery)));
        let band = match weapon.and_then(|weapon| range_modifier(weapon, range)) {
            Some(1) => " (short)",
            Some(0) => " (medium)",
            Some(_) => " (long)",
            None => "",
        };
        let count: u32 = weapons.iter().map(|n| u32::from(*n)).sum();
        let gun = weapon.map_or_else(|| format!("battery {battery}"), |weapon| weapon.name.clone());
        // Which of several mounts, by their arcs.
        let mounts = self.setup.design(ship).into_iter().flat_map(|design| design.mounts()).zip(weapons);
        let fire = mounts.filter(|((of, _), count)| *of == usize::from(battery) && *count > 0);
        let arcs: Vec<String> = fire.map(|((_, mount), count)| format!("{count} {}", mount.arcs)).collect();
        let several = weapon.is_some_and(|weapon| weapon.mounts.len() > 1);
        let which = if several { format!(" ({})", arcs.join(", ")) } else { String::new() };
        let needs = needed(need);
        let effect = match (hits, target) {
            (0, _) => "no hit".to_owned(),
            (_, Target::Flights(_)) => counted(hits.into(), "fighter"),
            _ => format!("{}{}, {through} through", counted(hits.into(), "hit"), self.penetration(1)),
        };
        format!(
            "  {} fires {count} {gun}{which} at {}: range {range}{band}, {} at {needs}{}, {effect}",
            self.setup.label(ship),
            self.target(ship.side, target),
            story::dice(dice),
            in_brackets(self.rolls),
        )
    }

    fn damage(&mut self, ship: ShipId, face: u8, marks: Marks) -> String {
        let design = self.setup.design(ship);
        let mut words = Vec::new();
        for mark in marks.iter() {
            words.push(match mark {
                Mark::Hull { cancelled: true } => "hull (cancelled)".to_owned(),
                Mark::Hull { .. } => {
                    if let Some(hull) = self.hull[ship.side].get_mut(usize::from(ship.slot)) {
                        *hull = hull.saturating_add(1);
                    }
                    "hull".to_owned()
                }
                Mark::Engine => "engine".to_owned(),
                Mark::Shield { cancelled } => if cancelled { "shield (cancelled)" } else { "shield" }.to_owned(),
                Mark::Equipment(piece) => design
                    .and_then(|d| d.equipment.get(usize::from(piece)))
                    .map_or("equipment", |piece| piece.kind.name())
                    .to_owned(),
                Mark::Weapon { battery, mount } => {
                    let gun = design.and_then(|d| d.batteries.get(usize::from(battery)));
                    let gun = gun.map_or_else(|| format!("battery {battery}"), |gun| gun.name.clone());
                    match design.and_then(|d| d.mounts().nth(usize::from(mount))) {
                        Some((_, mount)) => format!("{gun} [{}]", mount.arcs),
                        None => format!("{gun} (cancelled)"),
                    }
                }
                Mark::Crew => "crew".to_owned(),
            });
        }
        let effect = if words.is_empty() { "nothing".to_owned() } else { words.join(", ") };
        let hull = self.hull[ship.side].get(usize::from(ship.slot)).copied().unwrap_or(0);
        let left = design.map_or(0, |design| design.hull.saturating_sub(hull));
        let armour = self.armour_dice();
        format!("    {} damage {face}: {effect}{armour}; hull {left}", self.setup.label(ship))
    }

    /// The dice of armour that the damage die called for. Damage dice are rolled two at a time, so the pool of the second
    /// stands with the first.
    fn armour_dice(&mut self) -> String {
        let mut rolls = self.rolls;
        if self.damage_dice == 0 {
            let Some((pool, rest)) = rolls.split_first() else { return String::new() };
            (self.damage_dice, rolls) = (pool.len(), rest);
        }
        self.damage_dice = self.damage_dice.saturating_sub(1);
        if rolls.is_empty() { String::new() } else { format!(", armour dice {}", faces(&rolls.concat())) }
    }

    /// A pool of the event with a word for it, if it is known.
    fn rolled(&self, what: &str, pool: usize) -> String {
        self.rolls.get(pool).map_or(String::new(), |pool| format!("{what} {}: ", faces(pool)))
    }

    /// Penetration dice from this pool on: those that must penetrate again have a second one.
    fn penetration(&self, pool: usize) -> String {
        let mut text = String::new();
        for (nth, pool) in self.rolls.iter().skip(pool).enumerate() {
            let what = if nth == 0 { "penetration dice" } else { "again" };
            let _ = write!(text, ", {what} {}", faces(pool));
        }
        text
    }
}

/// The number that a die needs, in words.
fn needed(need: u8) -> String {
    if need > 6 { format!("{} sixes a hit", need - 5) } else { format!("{}+", need.max(2)) }
}

/// What a flight needs where explosions weaken its attack.
fn weakened(need: u8) -> String {
    if need > 5 { format!("at {} for explosions, ", needed(need)) } else { String::new() }
}

/// Side and number from 1 of a flight.
fn name(flight: Flight) -> String {
    format!("flight {}{}", flight.side, u16::from(flight.slot) + 1)
}

fn station(at: Station) -> String {
    format!("{} facing {}", label(at.hex), at.facing)
}

fn written(orders: Orders) -> String {
    let text = orders.to_string();
    if text.is_empty() { "holds its place".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::staging;
    use crate::reference::staging::{Stage, Staged, a, at, b, carrier, mouse, recorded};
    use lanchester_lanes::hex::Facing;

    #[test]
    fn events_read_well() {
        let stage = Stage::new([vec![mouse()], vec![carrier(1)]]);
        let setup = stage.setup();
        let mut weapons = [0; crate::design::MAX_MOUNTS];
        weapons[0] = 5;
        let attack = Attack {
            ship: a(0),
            battery: 0,
            target: Target::Ship(0),
            weapons,
            range: 12,
            need: 4,
            dice: 5,
            hits: 3,
            through: 2,
        };
        let mut marks = Marks::default();
        marks.push(Mark::Hull { cancelled: false });
        marks.push(Mark::Engine);
        let events = [
            Event::Turn { turn: 1 },
            Event::Move { ship: a(0), orders: Orders::read("3P2").unwrap(), to: at("2010", Facing::new(5)) },
            Event::Fly {
                chooser: Side::A,
                flight: Flight { side: Side::B, slot: 0 },
                to: at("2009", Facing::NORTH).hex,
                target: Some(Target::Ship(0)),
            },
            Event::Attack { attack },
            Event::Attack { attack: Attack { target: Target::Flights(0), need: 8, hits: 1, ..attack } },
            Event::Damage { ship: b(0), face: 1, marks },
            Event::Lost { ship: b(0), loss: Loss::Crew, explosion: 0 },
            Event::Turn { turn: 2 },
            Event::StrikeShip { ship: a(0), need: 7, hits: 1, through: 0 },
            Event::Turn { turn: 3 },
        ];
        let text = story(&setup, ["cats", "dogs"], &events, &[]);
        for line in [
            "Fleet A: cats, combat rating 133",
            "  B1 Plain BB (100), 1 flight",
            "  A1 Mouse: 3P2 → 2010 facing NW",
            "  flight B1 (at A's choice) flies to 2009 and attacks A1 Mouse",
            "  A1 Mouse fires 5 Gun 15 at B1 Plain: range 12 (long), 5 dice at 4+, 3 hits, 2 through",
            "  A1 Mouse fires 5 Gun 15 at flight B1: range 12 (long), 5 dice at 3 sixes a hit, 1 fighter",
            "    B1 Plain damage 1: hull, engine; hull 5",
            "  B1 Plain has no crew left and is out",
            "  Fleet B has no ship left; its flights play on.",
            "    at 2 sixes a hit for explosions, 1 hit, 0 through",
        ] {
            assert_eq!(text.lines().filter(|found| *found == line).count(), 1, "{line}\nin\n{text}");
        }
    }

    #[test]
    fn an_attack_names_the_mounts_of_a_battery_with_several() {
        let mut mouse = mouse();
        let arcs = crate::arcs::Arcs::by_letters("AB").expect("two arcs");
        let first = mouse.batteries[0].mounts[0].arcs;
        mouse.batteries[0].mounts.push(crate::design::Mount { arcs, weapons: 2 });
        let stage = Stage::new([vec![mouse], vec![carrier(1)]]);
        let mut weapons = [0; crate::design::MAX_MOUNTS];
        (weapons[0], weapons[1]) = (3, 2);
        let (target, range, need) = (Target::Ship(0), 12, 4);
        let attack = Attack { ship: a(0), battery: 0, target, weapons, range, need, dice: 5, hits: 0, through: 0 };
        let text = story(&stage.setup(), ["cats", "dogs"], &[Event::Attack { attack }], &[]);
        let line = format!("  A1 Mouse fires 5 Gun 15 (3 {first}, 2 AB) at B1 Plain: range 12");
        assert!(text.contains(&line), "{line}\nin\n{text}");
    }

    /// Dice stand where they fell; the second of two damage dice was rolled with the first.
    #[test]
    fn dice_stand_in_order() {
        let stage = Stage::new([vec![mouse()], vec![carrier(1)]]);
        let target = Target::Ship(0);
        let (range, need, weapons) = (12, 4, [0; crate::design::MAX_MOUNTS]);
        let attack = Attack { ship: a(0), battery: 0, target, weapons, range, need, dice: 5, hits: 3, through: 2 };
        let mut marks = Marks::default();
        marks.push(Mark::Hull { cancelled: true });
        let events = [
            Event::CombatDice { throws: 2, dice: [5, 1], first: Side::A },
            Event::Attack { attack },
            Event::Damage { ship: b(0), face: 1, marks },
            Event::Damage { ship: b(0), face: 3, marks },
            Event::Blast { ship: b(0), from: a(0), through: 0 },
        ];
        let rolls = [
            vec![vec![4, 4], vec![5, 1]],
            vec![vec![6, 2, 4, 1, 5], vec![3, 3, 1]],
            vec![vec![1, 3], vec![6]],
            vec![vec![5]],
            vec![vec![1, 1]],
        ];
        let text = story(&stage.setup(), ["cats", "dogs"], &events, &rolls);
        for line in [
            "  A rolls 5, B 1 (tied before: 4 4): A resolves first.",
            "  A1 Mouse fires 0 Gun 15 at B1 Plain: range 12 (long), 5 dice at 4+ (6 2 4 1 5), 3 hits, penetration dice 3 3 1, 2 through",
            "    B1 Plain damage 1: hull (cancelled), armour dice 6; hull 6",
            "    B1 Plain damage 3: hull (cancelled), armour dice 5; hull 6",
            "  B1 Plain in the explosion of A1 Mouse: penetration dice 1 1: 0 through",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\nin\n{text}");
        }
    }

    /// What lies on the board is said once, at the beginning.
    #[test]
    fn objects_are_listed() {
        let mut stage = Stage::new([vec![mouse()], vec![mouse()]]).asteroids(&["2015", "2016"]);
        assert!(
            story(&stage.setup(), ["a", "b"], &[], &[]).ends_with("Board of 40 × 30 hexes\n  asteroid at 2015, 2016\n")
        );
        let middle = at("1010", Facing::NORTH).hex;
        let planet = |name: &str, radius| crate::objects::Object {
            kind: crate::objects::Kind::Planet,
            name: name.to_owned(),
            hexes: crate::objects::disc(BOARD, middle, radius),
            radius,
        };
        stage.options.objects = vec![planet("Vulcan", 2), planet("", 1), planet("Dust", 0)];
        let text = story(&stage.setup(), ["a", "b"], &[], &[]);
        for line in [
            "  planet Vulcan at 1010 and all hexes within 2 of it",
            "  planet at 1010 and the hexes around it",
            "  planet Dust at 1010",
        ] {
            assert_eq!(text.lines().filter(|found| *found == line).count(), 1, "{line}\nin\n{text}");
        }
    }

    /// Any record has a text, whatever battle it is read as.
    #[test]
    fn a_story_never_panics() {
        for seed in 0..40 {
            let stage = staging::random(seed);
            let other = staging::random(seed + 1);
            let events = recorded(&stage, seed);
            assert!(story(&stage.setup(), ["a", "b"], &events, &[]).contains("victory") || !events.is_empty());
            assert!(!story(&other.setup(), ["a", "b"], &events, &[vec![Vec::new()], vec![vec![7], vec![]]]).is_empty());
        }
    }
}
