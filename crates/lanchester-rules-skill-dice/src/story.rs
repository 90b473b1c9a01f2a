//! A recorded battle in words.

use lanchester_battle::story::{COMBAT, MOVEMENT, counted, faces, result};
use lanchester_battle::{Setup, ShipId, Story};
use lanchester_core::Side;
use lanchester_lanes::dice::Pools;
use lanchester_scenario::key_value::Words;

use crate::SkillDice;
use crate::arcs::CONES;
use crate::card::{Code, Critical};
use crate::design::{Design, Role};
use crate::event::{Event, Helm, Loss, Spent, System, Turned};
use crate::notation::{cannon, place, torpedo};

const TORPEDOES: &str = "Torpedoes";
const UPKEEP: &str = "Upkeep";
const LAUNCH: &str = "Launch";

/// What a reader sees of a ship before the battle.
fn class(design: &Design) -> String {
    let Design { thrust, maneuver, screen, asv, esv, structure, .. } = design;
    let pilots = design.crews.iter().filter(|crew| crew.role == Role::Pilot).count();
    let crews = format!("{}, {}", counted(pilots, "pilot"), counted(design.crews.len() - pilots, "gunner"));
    let mut parts =
        vec![format!("thrust {thrust}/{maneuver}, DS {screen}, ASV {asv}, ESV {esv}, structure {structure}"), crews];
    parts.extend(design.weapons.iter().map(cannon));
    if design.tubes > 0 {
        let [tubes, torpedoes] =
            [(design.tubes, "tube"), (design.torpedoes, "torpedo")].map(|(n, what)| (usize::from(n), what));
        let plural = if torpedoes.0 == 1 { "" } else { "es" };
        parts.push(format!("{} with {} torpedo{plural} of {}", counted(tubes.0, tubes.1), torpedoes.0, design.warhead));
    }
    let extras = [(design.nixies, "nixie"), (design.countermeasures, "countermeasure")];
    parts.extend(extras.into_iter().filter(|(n, _)| *n > 0).map(|(n, what)| counted(n.into(), what)));
    format!(": {}", parts.join("; "))
}

/// All pools of an event: ` (6 1; 2)`.
fn dice(rolls: &[Vec<u8>]) -> String {
    let pools: Vec<String> = rolls.iter().map(|pool| faces(pool)).collect();
    if pools.is_empty() { String::new() } else { format!(" ({})", pools.join("; ")) }
}

/// A word of files in a sentence: `right-turns-only` is right turns only.
fn plain<W: Words + PartialEq>(value: &W) -> String {
    W::WORDS.iter().find(|(_, of)| of == value).map_or_else(String::new, |(word, _)| word.replace('-', " "))
}

/// A turn to the right or left.
fn turn(sides: i8) -> String {
    let way = if sides > 0 { "right" } else { "left" };
    format!("{} to the {way}", counted(sides.unsigned_abs().into(), "hexside"))
}

/// What became of a Helm roll.
fn helm(Helm { face, need, paid, result }: Helm) -> String {
    let so = match result {
        Turned::Well => "well done".to_owned(),
        Turned::Late => format!("late, for {paid} points"),
        Turned::NotAtAll => "failed, it cannot pay".to_owned(),
        Turned::Botched => format!("botched: the enemy turns it, for {paid} points"),
    };
    format!(" (Helm {face} of {need}: {so})")
}

/// Battles in words: names of ships and of what they have.
struct Teller<'a, 's> {
    setup: &'s Setup<'a, SkillDice>,
}

impl Teller<'_, '_> {
    fn ship(&self, id: ShipId) -> String {
        self.setup.label(id)
    }

    fn enemy(&self, of: Side, slot: u8) -> String {
        self.ship(ShipId { side: of.opponent(), slot })
    }

    fn weapon(&self, id: ShipId, nth: u8) -> String {
        let weapon = self.setup.design(id).and_then(|design| design.weapons.get(usize::from(nth)));
        weapon.map_or_else(|| "(unknown)".to_owned(), |weapon| weapon.name.clone())
    }

    fn crew(&self, id: ShipId, nth: u8) -> String {
        let crew = self.setup.design(id).and_then(|design| design.crews.get(usize::from(nth)));
        crew.map_or_else(|| "(unknown)".to_owned(), |crew| format!("{} (crew {})", plain(&crew.role), nth + 1))
    }

    fn system(&self, id: ShipId, system: System) -> String {
        match system {
            System::Hull => "nothing".to_owned(),
            System::Weapon(nth) => format!("its {}", self.weapon(id, nth)),
            System::Turret(nth, cone) => {
                format!("its {} keeps the {} arc", self.weapon(id, nth), CONES[usize::from(cone) % CONES.len()])
            }
            System::Tube => "a torpedo tube".to_owned(),
            System::Thrust => "thrust −5".to_owned(),
            System::Screen => "DS −2".to_owned(),
            System::Countermeasure => "a countermeasure".to_owned(),
            System::Nixie => "a nixie".to_owned(),
            System::Special => "special equipment".to_owned(),
            System::Crew(nth) => format!("its {}", self.crew(id, nth)),
            System::Stun => "a turn of stun".to_owned(),
        }
    }

    /// One code of a hit.
    fn effect(&self, id: ShipId, code: Code, on: System) -> String {
        let what = match code {
            Code::Thrust => "thrust −1".to_owned(),
            Code::Esv => "ESV −1".to_owned(),
            Code::Asv => "ASV −1".to_owned(),
            Code::Maneuver => "maneuver number +1".to_owned(),
            Code::Weapon => format!("{} is destroyed", self.system(id, on)),
            Code::Crew => format!("{} is killed", self.system(id, on)),
            Code::Short => format!("short until the end of next turn: {}", self.system(id, on)),
            Code::Screen => "DS −1".to_owned(),
            Code::Stun => "the crew is stunned for a turn".to_owned(),
            Code::Special => format!("{} is lost", self.system(id, on)),
            Code::Critical => "a critical hit".to_owned(),
            Code::Structure => "a structure hit".to_owned(),
            Code::Cascade => return format!("    {}: a cascade begins", self.ship(id)),
            Code::BoomNextTurn => return format!("    {}: it will explode next turn", self.ship(id)),
            Code::Boom => return format!("    {}: it explodes", self.ship(id)),
        };
        format!("    {}: {} {what}", self.ship(id), code.name())
    }

    fn critical(&self, id: ShipId, critical: Critical, on: System) -> String {
        let on = if on == System::Hull { String::new() } else { format!(", {}", self.system(id, on)) };
        format!("    {}: X critical hit: {}{on}", self.ship(id), plain(&critical))
    }
}

/// What became of a ship.
const fn loss(loss: Loss) -> &'static str {
    match loss {
        Loss::Destroyed => "is destroyed",
        Loss::Exploded => "explodes",
        Loss::CrewDead => "has no living crew and is out of the battle",
        Loss::Left => "is too far from every enemy and has left",
    }
}

/// What became of a torpedo.
const fn spent(why: Spent) -> &'static str {
    match why {
        Spent::Fooled => "is fooled",
        Spent::Countered => "is removed",
        Spent::Burnt => "has no fuel left",
        Spent::NoTarget => "has no target any more",
    }
}

/// Net damage for a reader.
fn net(net: i16) -> String {
    if net > 0 { format!("net damage {net}") } else { "the screens hold".to_owned() }
}

/// The battle line by line, with its dice where they are known.
pub fn story(setup: &Setup<'_, SkillDice>, names: [&str; 2], events: &[Event], rolls: &[Pools]) -> String {
    let mut story = Story::default();
    story.fleets(setup, names, class);
    let teller = Teller { setup };
    let mut part = "";
    for (at, event) in events.iter().enumerate() {
        let dice = rolls.get(at).map_or_else(String::new, |rolls| dice(rolls));
        let (own, text) = line(&teller, event, &dice);
        // What a hit does stands where the hit does.
        part = own.unwrap_or(part);
        story.line(part, &text);
    }
    story.into_text()
}

/// An event's line, and its heading unless it stands under the one before.
fn line(teller: &Teller<'_, '_>, event: &Event, dice: &str) -> (Option<&'static str>, String) {
    match *event {
        Event::Turn { turn } => (Some(""), format!("\nTurn {turn}")),
        Event::Over { outcome } => (Some(""), result(outcome, "", "")),
        Event::Initiative { results: [a, b], first } => {
            (Some(MOVEMENT), format!("  initiative{dice}: A {a}, B {b}; {first} moves a ship first"))
        }
        Event::Drift { .. } | Event::Pass { .. } | Event::Move { .. } => (Some(MOVEMENT), moved(teller, event, dice)),
        Event::Fly { .. } | Event::Nixie { .. } | Event::Counter { .. } | Event::Salvo { .. } => {
            (Some(TORPEDOES), flight(teller, event, dice))
        }
        Event::Fire { ship, crew, weapon, target, range, total, screen, damage, net: left } => {
            let (cannon, by) = (teller.weapon(ship, weapon), teller.crew(ship, crew));
            let enemy = teller.enemy(ship.side, target);
            let shot = format!("  {}, {by}, fires {cannon} at {enemy}, distance {range}", teller.ship(ship));
            let what = if i16::from(total) < i16::from(screen) {
                "missed".to_owned()
            } else {
                format!("hit, damage {damage}, {}", net(left))
            };
            (Some(COMBAT), format!("{shot}{dice}: total {total} of {screen}, {what}"))
        }
        Event::Engineer { ship, result, cleared } => {
            let what = cleared.map_or_else(|| "nothing".to_owned(), |system| teller.system(ship, system));
            (Some(UPKEEP), format!("  engineers of {}{dice}, {result}: cleared {what}", teller.ship(ship)))
        }
        Event::Structure { ship, left } => (Some(UPKEEP), format!("  {} has structure {left}", teller.ship(ship))),
        Event::Creak { ship, damage, net: left } => {
            (Some(UPKEEP), format!("  the hull of {} creaks{dice}: damage {damage}, {}", teller.ship(ship), net(left)))
        }
        Event::Suffocated { ship, crew } => {
            (Some(UPKEEP), format!("  {} of {} dies", teller.crew(ship, crew), teller.ship(ship)))
        }
        Event::Launch { ship, torpedo: slot, target } => {
            let id = torpedo(crate::event::TorpedoId { side: ship.side, slot });
            (Some(LAUNCH), format!("  {} launches {id} at {}", teller.ship(ship), teller.enemy(ship.side, target)))
        }
        Event::Effect { ship, code, on } => (None, teller.effect(ship, code, on)),
        Event::Critical { ship, critical, on } => (None, format!("{}{dice}", teller.critical(ship, critical, on))),
        Event::Malfunction { ship, damage } => {
            (None, format!("    {}: the malfunction does {damage}{dice}", teller.ship(ship)))
        }
        Event::Retarget { torpedo: id, ship } => (None, format!("    {} tracks {}", torpedo(id), teller.ship(ship))),
        Event::Spent { torpedo: id, why } => (None, format!("    {} {}", torpedo(id), spent(why))),
        Event::Lost { ship, loss: how } => (None, format!("  {} {}", teller.ship(ship), loss(how))),
    }
}

/// A move in words.
fn moved(teller: &Teller<'_, '_>, event: &Event, dice: &str) -> String {
    match *event {
        Event::Drift { ship, hexes, to } => {
            format!("  {} drifts {} to {}", teller.ship(ship), hex(hexes), place(to))
        }
        Event::Move { ship, ahead, turn: sides, helm: roll, to } => {
            let roll = roll.map_or_else(|| dice.to_owned(), helm);
            if (ahead, sides) == (0, 0) {
                return format!("  {} ends its move at {}", teller.ship(ship), place(to));
            }
            let ahead = (ahead > 0).then(|| format!("goes {} ahead", hex(ahead)));
            let turned = (sides != 0).then(|| format!("turns {}", turn(sides)));
            let ways: Vec<String> = ahead.into_iter().chain(turned).collect();
            format!("  {} {}{roll}: {}", teller.ship(ship), ways.join(", "), place(to))
        }
        Event::Pass { side } => format!("  {side} passes"),
        _ => String::new(),
    }
}

/// A torpedo in words.
fn flight(teller: &Teller<'_, '_>, event: &Event, dice: &str) -> String {
    match *event {
        Event::Fly { torpedo: id, arrived: true, .. } => format!("  {} reaches its target", torpedo(id)),
        Event::Fly { torpedo: id, to, .. } => format!("  {} flies to {}", torpedo(id), place(to)),
        Event::Nixie { ship, tracked } => {
            format!("  {} drops a nixie for {}{dice}", teller.ship(ship), counted(tracked.into(), "tracking torpedo"))
        }
        Event::Counter { ship, result } => format!("  {} uses a countermeasure{dice}: {result}", teller.ship(ship)),
        Event::Salvo { ship, torpedoes, damage, net: left } => {
            let what = format!("damage {damage}, {}", net(left));
            format!("  {} is hit by {} of them{dice}: {what}", teller.ship(ship), torpedoes)
        }
        _ => String::new(),
    }
}

/// A number of hexes.
fn hex(hexes: u8) -> String {
    if hexes == 1 { "1 hex".to_owned() } else { format!("{hexes} hexes") }
}
