//! Whole battles of random fleets with random legal choices: what must hold of each.

use std::sync::Arc as Shared;

use lanchester_conformance::staging::Stage;
use lanchester_lanes::dice::{BattleKey, KeyedDice, SplitMix};
use lanchester_scenario::{Kind, Library, draw};

use super::records::check;
use crate::Talon;
use crate::arcs::Boundary;
use crate::design::{Design, MAX_GROUPS};
use crate::event::{Event, Loss, Use};
use crate::options::{FirstInitiative, Fusion, InitiativeChange, Options, PowerLoss, WaveArc};
use crate::reference::random::RandomLegal;
use crate::reference::{play, replay};

pub fn ships() -> Vec<Shared<Design>> {
    let library = Library::<Talon>::shipped();
    library.ids(Kind::Ship).map(|id| library.ship(id).expect("a shipped ship")).collect()
}

/// A short standard game, or any.
fn random_options(random: &mut SplitMix) -> Options {
    let turn_cap = 4 + random.below(6) as u16;
    let options = if random.one_in(2) { Options::default() } else { draw::options::<Talon>(&mut || random.word()) };
    Options { turn_cap, gap: 3, ..options }
}

/// Fleets of one to six ships each.
pub fn random_stage(random: &mut SplitMix, ships: &[Shared<Design>]) -> Stage<Talon> {
    let mut fleet = || loop {
        let count = 1 + random.below(6);
        let fleet: Vec<Design> = (0..count).map(|_| (**random.pick(ships)).clone()).collect();
        if fleet.iter().map(Design::launchers).sum::<usize>() <= crate::design::MAX_MISSILES {
            break fleet;
        }
    };
    let fleets = [fleet(), fleet()];
    Stage { options: random_options(random), ..Stage::new(fleets) }
}

/// A battle, played.
fn played(seed: u64, ships: &[Shared<Design>]) -> (Stage<Talon>, Vec<Event>) {
    let stage = random_stage(&mut SplitMix(seed), ships);
    let key = BattleKey::new(seed, 0, 0);
    let events = play(&stage.setup(), seed % 2, &mut KeyedDice::new(key), &mut RandomLegal::new(!seed));
    let events = events.unwrap_or_else(|illegal| panic!("battle {seed}: {illegal}"));
    (stage, events)
}

#[test]
fn every_record_of_random_battles_adds_up() {
    let ships = ships();
    let mut seen = std::collections::BTreeMap::<&str, u32>::new();
    for seed in 0..4000 {
        let (stage, events) = played(seed, &ships);
        // Seen where the check fails.
        println!("battle {seed}");
        check(&stage, seed % 2, &events);
        for event in &events {
            *seen.entry(kind(event)).or_default() += 1;
            let retreats = matches!(event, Event::Lost { loss: Loss::Retreated, .. });
            if retreats && !stage.options.retreat {
                assert!(stage.options.stray_at.is_some(), "nobody retreats without an option");
                *seen.entry("strayed").or_default() += 1;
            }
        }
    }
    // Every kind of event, the rarest several times.
    for name in KINDS.split(", ") {
        assert!(seen.get(name).is_some_and(|times| *times > 4), "{name}: {:?}", seen.get(name));
    }
}

/// The kinds of events by name; a match, so that a new kind is missed by the compiler.
fn kind(event: &Event) -> &'static str {
    match event {
        Event::Place { .. } => "place",
        Event::Impulse { .. } => "impulse",
        Event::Spend { on, .. } => match on {
            Use::Charge(_) => "charge",
            Use::Slip => "slip marker",
            Use::PowerTurn => "power turn",
            Use::Reinforce(_) => "reinforce",
            Use::ChangeInitiative => "change",
            Use::DefendInitiative => "defend",
            Use::ChargeBattery => "battery",
            Use::Redirect { .. } => "redirect",
        },
        Event::Rotate { .. } => "rotate",
        Event::Move { afterburner: true, .. } => "afterburner",
        Event::Move { step, .. } if step.slips() => "slip",
        Event::Move { step, .. } if step.turns() => "turn",
        Event::Move { .. } => "move",
        Event::Fly { .. } => "fly",
        Event::MissileHit { .. } => "missile hit",
        Event::MissileSpent { .. } => "missile spent",
        Event::MissileDamaged { .. } => "missile damaged",
        Event::Stacked { .. } => "stacked",
        Event::Fire { .. } => "fire",
        Event::Displaced { .. } => "displaced",
        Event::Launch { .. } => "launch",
        Event::Damage { .. } => "damage",
        Event::Critical { .. } => "critical",
        Event::Lost { loss: Loss::Destroyed, .. } => "destroyed",
        Event::Lost { loss: Loss::CoreBreach, .. } => "core breach",
        Event::Lost { loss: Loss::BrokeApart, .. } => "broke apart",
        Event::Lost { loss: Loss::Retreated, .. } => "retreated",
        Event::Explosion { .. } => "explosion",
        Event::Blast { .. } => "blast",
        Event::Repair { .. } => "repair",
        Event::Initiative { .. } => "initiative",
        Event::Power { .. } => "power",
        Event::Over { .. } => "over",
    }
}

const KINDS: &str = "place, impulse, charge, slip marker, power turn, reinforce, change, defend, battery, redirect, rotate, \
    afterburner, slip, turn, move, fly, missile hit, missile spent, missile damaged, stacked, fire, displaced, \
    launch, damage, critical, destroyed, core breach, broke apart, retreated, explosion, blast, repair, initiative, \
    power, over, strayed";

/// A record that was played replays. One with another effect is refused; one with another choice is refused too, or is the
/// battle that follows from that choice: the reference takes nothing over from a record but choices.
#[test]
fn records_replay_and_changed_ones_do_not() {
    let ships = ships();
    let mut refused = [0; 2];
    for seed in 10_000..10_400 {
        let (stage, events) = played(seed, &ships);
        let setup = stage.setup();
        let key = BattleKey::new(seed, 0, 0);
        replay(&setup, key, seed % 2, &events).unwrap_or_else(|mismatch| panic!("battle {seed}: {mismatch}"));
        let mut random = SplitMix(seed);
        for _ in 0..20 {
            let mut changed = events.clone();
            let at = random.below(changed.len() as u64) as usize;
            let choice = mutate(&mut changed, at, &mut random);
            if changed != events {
                let result = replay(&setup, key, seed % 2, &changed);
                assert!(choice || result.is_err(), "battle {seed}: event {at} was {:?}", events[at]);
                refused[usize::from(choice)] += usize::from(result.is_err());
            }
        }
    }
    assert!(refused.iter().all(|times| *times > 2000), "{refused:?}");
}

/// Whether an event holds a choice.
fn is_choice(event: &Event) -> bool {
    use Event::{Fire, Fly, Launch, Lost, Move, Place, Power, Spend};
    matches!(
        event,
        Place { .. }
            | Spend { .. }
            | Move { .. }
            | Fly { .. }
            | Fire { .. }
            | Launch { .. }
            | Power { .. }
            | Lost { loss: Loss::Retreated, .. }
    )
}

/// Changes a record somewhere: an event is dropped, doubled, swapped with the next, or one of its values changed. Returns whether
/// that may be another choice that is legal.
fn mutate(events: &mut Vec<Event>, at: usize, random: &mut SplitMix) -> bool {
    let next = (at + 1).min(events.len() - 1);
    match random.below(4) {
        0 => is_choice(&events.remove(at)),
        1 => {
            events.insert(at, events[at]);
            false
        }
        2 => {
            events.swap(at, next);
            is_choice(&events[at]) || is_choice(&events[next])
        }
        _ => {
            let by = 1 + random.below(200) as u8;
            change(&mut events[at], by, random)
        }
    }
}

/// Changes a value of an event.
fn change(event: &mut Event, by: u8, random: &mut SplitMix) -> bool {
    let effect = random.one_in(2);
    match event {
        Event::Place { at, .. } => at.column = at.column.wrapping_add(by),
        Event::Impulse { impulse, .. } => *impulse ^= by,
        Event::Spend { battery, .. } if effect => *battery = !*battery,
        Event::Spend { on, .. } => *on = Use::Charge(by % (2 * MAX_GROUPS as u8)),
        Event::Move { to, .. } if effect => to.hex.q += 1,
        Event::Move { ship, .. } => ship.slot ^= by,
        Event::Fly { to, .. } if effect => to.facing = to.facing.turned(1),
        Event::Fly { turn, .. } => *turn = turn.wrapping_add(by as i8),
        Event::Fire { face, damage, range, .. } if effect => *[face, damage, range][usize::from(by % 3)] ^= by,
        Event::Fire { ship, group, target, .. } => match by % 3 {
            0 => ship.slot ^= by,
            1 => *group ^= by,
            _ => *target = crate::event::Target::Missile(by),
        },
        Event::Launch { range, .. } if effect => *range ^= by,
        Event::Launch { target, .. } => *target ^= by,
        Event::Power { power, .. } if effect => *power ^= by,
        Event::Power { speed, .. } => *speed ^= by,
        Event::Damage { hull, absorbed, shield, .. } => *[hull, absorbed, shield][usize::from(by % 3)] ^= by,
        Event::Critical { dice, .. } => dice[0] ^= by,
        Event::Repair { face, .. } => *face ^= by,
        Event::Lost { ship, .. } | Event::Explosion { ship } | Event::Blast { ship, .. } => ship.slot ^= by,
        Event::Over { outcome, .. } => outcome.left[0] ^= u16::from(by),
        _ => return true,
    }
    !effect && is_choice(event)
}

/// The two battles of a pair are mirror images: the same fleets with seats and sides swapped play the same battle.
#[test]
fn battles_of_a_pair_are_mirror_images() {
    let ships = ships();
    for seed in 20_000..20_100 {
        let stage = random_stage(&mut SplitMix(seed), &ships);
        let fleets = [stage.fleets[1].clone(), stage.fleets[0].clone()];
        let swapped = Stage { options: stage.options.clone(), ..Stage::new(fleets) };
        let key = BattleKey::new(seed, 0, 0);
        let run = |stage: &Stage<Talon>, battle| {
            play(&stage.setup(), battle, &mut KeyedDice::new(key), &mut RandomLegal::new(seed)).expect("legal")
        };
        let (even, odd) = (run(&stage, 0), run(&swapped, 1));
        assert_eq!(even.len(), odd.len());
        let (Some(Event::Over { outcome: one, .. }), Some(Event::Over { outcome: two, .. })) =
            (even.last(), odd.last())
        else {
            panic!("battle {seed} has no end");
        };
        assert_eq!((one.left[0], one.left[1], one.turns), (two.left[1], two.left[0], two.turns));
    }
}

/// Another value of an option.
type Change = fn(&mut Options);

/// Another value of each option makes other battles of the same choices and dice.
#[test]
fn every_option_changes_battles() {
    let ships = ships();
    let changes: [(&str, Change); 22] = [
        ("turn_cap", |o| o.turn_cap = 2),
        ("gap", |o| o.gap = 2),
        ("first_initiative", |o| o.first_initiative = FirstInitiative::Seat),
        ("unopposed", |o| o.initiative_change = InitiativeChange::Unopposed),
        ("never", |o| o.initiative_change = InitiativeChange::Never),
        ("arc_boundary", |o| o.arc_boundary = Boundary::Sides),
        ("start_turned", |o| o.start_turned = true),
        ("slip_counts", |o| o.slip_counts = false),
        ("stack_damage", |o| o.stack_damage = 1),
        ("reinforcement", |o| o.reinforcement = 2),
        ("reinforcements_ship", |o| o.reinforcements_ship = 1),
        ("reinforcements_arc", |o| o.reinforcements_arc = 2),
        ("fusion ships", |o| o.fusion = Fusion::Ships),
        ("fusion one", |o| o.fusion = Fusion::One),
        ("wave_displaces", |o| o.wave_displaces = false),
        ("wave_arc", |o| o.wave_arc = WaveArc::After),
        ("missile_lost_at", |o| o.missile_lost_at = 9),
        ("power_loss", |o| o.power_loss = PowerLoss::PowerPhase),
        ("critical_stack", |o| o.critical_stack = 1),
        ("destroyed_groups_count", |o| o.destroyed_groups_count = true),
        ("retreat", |o| o.retreat = true),
        ("stray_at", |o| o.stray_at = Some(7)),
    ];
    let run = |seed: u64, options: Options| {
        let stage = Stage { options, ..random_stage(&mut SplitMix(seed), &ships) };
        let mut dice = KeyedDice::new(BattleKey::new(seed, 0, 0));
        play(&stage.setup(), 0, &mut dice, &mut RandomLegal::new(seed)).expect("legal")
    };
    let standard = || Options { turn_cap: 8, gap: 3, ..Options::default() };
    for (name, change) in changes {
        let mut options = standard();
        change(&mut options);
        assert_ne!(options, standard(), "{name}");
        let differs = |seed: u64| run(seed, options.clone()) != run(seed, standard());
        assert!((30_000..40_000).any(differs), "{name} changes nothing");
    }
}
