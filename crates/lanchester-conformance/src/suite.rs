//! The tests, generic over the game. Each panics with what it found.

use std::collections::BTreeSet;
use std::sync::Arc;

pub use lanchester_core::Rules;
use lanchester_core::{Force, Job, Matchup, Outcome, Side, Tally, Verdict};
use lanchester_lanes::Level;
use lanchester_scenario::{GameFiles, Kind, Library};

use crate::TestGame;

/// Battles of each matchup that are looked at, a whole number of pairs.
const BATTLES: u64 = 24;
/// Ships that meet their neighbour in the list, and themselves.
const SHIPS: usize = 12;

/// What the suite plays: every shipped matchup, and ships against the next in the list, by every shipped policy in turn.
fn matchups<G: GameFiles>() -> Vec<Matchup<G>> {
    let library = Library::<G>::shipped();
    let mut all: Vec<Matchup<G>> =
        library.ids(Kind::Matchup).map(|id| library.matchup(id).expect("a shipped matchup")).collect();
    let mut ships = ids(&library, Kind::Ship);
    let policies = ids(&library, Kind::Policy);
    // The only ship of a game meets itself.
    ships.extend((ships.len() == 1).then(|| ships[0].clone()));
    assert!(ships.len() > 1 && !policies.is_empty(), "{} ships nothing to play with", G::NAME);
    for (i, pair) in ships.windows(2).take(SHIPS).enumerate() {
        let force = |ship: &String, policy: usize| Force {
            name: ship.clone(),
            ships: vec![library.ship(ship).expect("a shipped ship")],
            stations: None,
            commander: library.policy(&policies[policy % policies.len()]).expect("a shipped policy").into(),
        };
        let forces = [force(&pair[0], i), force(&pair[1], i + 1)];
        all.push(Matchup { name: pair.join(" v "), forces, options: G::Options::default() });
    }
    for fleet in ids(&library, Kind::Fleet).iter().take(3) {
        let fleet = library.fleet(fleet).expect("a shipped fleet");
        all.push(mirror(&fleet.name, fleet.ships.iter().map(|(_, ship)| Arc::clone(ship)).collect(), &library, 0));
    }
    all
}

fn ids<G: GameFiles>(library: &Library<G>, kind: Kind) -> Vec<String> {
    library.ids(kind).map(str::to_owned).collect()
}

/// A force against itself.
fn mirror<G: GameFiles>(name: &str, ships: Vec<Arc<G::Design>>, library: &Library<G>, policy: usize) -> Matchup<G> {
    let policies = ids(library, Kind::Policy);
    let policy = library.policy(&policies[policy % policies.len()]).expect("a shipped policy");
    let force = Force { name: name.to_owned(), ships, stations: None, commander: policy.into() };
    Matchup { name: format!("{name} mirror"), forces: [force.clone(), force], options: G::Options::default() }
}

fn recorded<G: GameFiles>(matchup: &Matchup<G>, seed: u64) -> Vec<Vec<G::Event>> {
    G::record(&G::prepare(matchup), Level::best(), seed, 3, 0..BATTLES)
}

/// The outcome with the names of the sides exchanged.
pub(crate) fn reflected(outcome: Outcome) -> Outcome {
    Outcome {
        verdict: match outcome.verdict {
            Verdict::Win(side) => Verdict::Win(side.opponent()),
            Verdict::Draw => Verdict::Draw,
        },
        left: [outcome.left[1], outcome.left[0]],
        initiative: outcome.initiative.map(Side::opponent),
        ..outcome
    }
}

fn outcome<T: TestGame>(events: &[<T::Game as Rules>::Event], name: &str) -> Outcome {
    let outcomes: Vec<Outcome> = events.iter().filter_map(T::Game::outcome).collect();
    let [one] = outcomes[..] else { panic!("{name}: {} outcomes in one battle", outcomes.len()) };
    assert!(events.last().is_some_and(|last| T::Game::outcome(last).is_some()), "{name}: something after the end");
    one
}

/// Every file that the game ships is read without a problem.
pub fn every_shipped_file_loads<T: TestGame>() {
    let library = Library::<T::Game>::shipped();
    for kind in Kind::ALL {
        for id in ids(&library, kind) {
            let read = match kind {
                Kind::Ship => library.ship(&id).map(drop),
                Kind::Fleet => library.fleet(&id).map(drop),
                Kind::Matchup => library.matchup(&id).map(drop),
                Kind::Study => library.study(&id).map(drop),
                Kind::Policy => library.policy(&id).map(drop),
                Kind::Sweep => library.sweep(&id).map(drop),
                Kind::Card => library.show(&format!("{}/{id}", kind.folder())).map(drop),
            };
            assert!(read.is_ok(), "{kind} {id}: {}", read.expect_err("a problem"));
        }
    }
    for kind in [Kind::Ship, Kind::Fleet, Kind::Policy, Kind::Study] {
        assert!(!ids(&library, kind).is_empty(), "{} ships no {kind}", T::Game::NAME);
    }
}

/// Every battle ends, no later than the turn limit says.
pub fn battles_end_within_their_cap<T: TestGame>() {
    for matchup in matchups::<T::Game>() {
        for events in recorded(&matchup, 1) {
            let outcome = outcome::<T>(&events, &matchup.name);
            let most = T::turn_cap(&matchup.options);
            assert!((1..=most).contains(&outcome.turns), "{}: {} turns of {most}", matchup.name, outcome.turns);
            assert!(outcome.left.iter().all(|left| *left <= 1000), "{}: {:?}", matchup.name, outcome.left);
        }
    }
}

/// No ship is mended by damage, and a ship that is out of the game neither acts nor is damaged.
pub fn damage_is_never_negative_and_the_dead_do_nothing<T: TestGame>() {
    let (mut harmed, mut lost_in_all) = (0, 0);
    for matchup in matchups::<T::Game>() {
        for (battle, events) in recorded(&matchup, 2).iter().enumerate() {
            let mut lost = BTreeSet::new();
            for (at, event) in events.iter().enumerate() {
                let place = || format!("{}, battle {battle}, event {at}: {event:?}", matchup.name);
                if let Some(ship) = T::actor(event) {
                    assert!(!lost.contains(&ship), "a lost ship acts: {}", place());
                }
                if let Some((ship, harm)) = T::harm(event) {
                    assert!(harm >= 0, "damage below zero: {}", place());
                    assert!(!lost.contains(&ship), "a lost ship is damaged: {}", place());
                    harmed += 1;
                }
                if let Some(ship) = T::lost(event) {
                    assert!(lost.insert(ship), "lost twice: {}", place());
                    lost_in_all += 1;
                }
            }
        }
    }
    assert!(
        harmed > 100 && lost_in_all > 10,
        "{harmed} times damage, {lost_in_all} ships lost: too few to mean anything"
    );
}

/// In a mirror match the two battles of a pair are each other's mirror image.
pub fn mirror_matches_are_symmetric<T: TestGame>() {
    let library = Library::<T::Game>::shipped();
    let ships = ids(&library, Kind::Ship);
    let ships = ships.iter().map(|id| (id.clone(), vec![library.ship(id).expect("a shipped ship")]));
    let fleets = ids(&library, Kind::Fleet).into_iter().map(|id| {
        let fleet = library.fleet(&id).expect("a shipped fleet");
        (id, fleet.ships.iter().map(|(_, ship)| Arc::clone(ship)).collect())
    });
    for (i, (name, ships)) in ships.chain(fleets).enumerate() {
        let matchup = mirror::<T::Game>(&name, ships, &library, i);
        for (n, pair) in recorded(&matchup, 4).chunks_exact(2).enumerate() {
            let [first, second] = [0, 1].map(|battle: usize| outcome::<T>(&pair[battle], &matchup.name));
            assert_eq!(first, reflected(second), "{}, pair {n}", matchup.name);
        }
    }
}

/// The same seed gives the same battles at every level of the machine, another seed others.
pub fn the_same_seed_is_the_same_battle<T: TestGame>() {
    let mut differing = 0;
    for matchup in matchups::<T::Game>() {
        let first = recorded(&matchup, 5);
        for level in Level::available() {
            let again = T::Game::record(&T::Game::prepare(&matchup), level, 5, 3, 0..BATTLES);
            assert_eq!(first, again, "{} at {level}", matchup.name);
        }
        differing += usize::from(first != recorded(&matchup, 6));
    }
    assert!(differing > 0, "the seed decides nothing");
}

/// The reference reproduces every record, tells a spoiled one, and every record can be told in words, with its dice.
pub fn records_replay_through_the_reference<T: TestGame>() {
    for matchup in matchups::<T::Game>() {
        for (battle, events) in recorded(&matchup, 7).iter().enumerate() {
            let battle = battle as u64;
            let verified = T::Game::verify(&matchup, 7, 3, battle, events);
            assert!(verified.is_ok(), "{}, battle {battle}: {}", matchup.name, verified.expect_err("a mismatch"));
            let cut = &events[..events.len() - 1];
            assert!(
                T::Game::verify(&matchup, 7, 3, battle, cut).is_err(),
                "{}: a record without its end",
                matchup.name
            );
            let rolls = T::Game::rolls(&matchup, 7, 3, battle, events);
            assert_eq!(rolls.len(), events.len(), "{}, battle {battle}: dice of every event", matchup.name);
            let [told, silent] = [&*rolls, &[]].map(|rolls| T::Game::narrate(&matchup, battle, events, rolls));
            assert_eq!(told.lines().count(), silent.lines().count(), "dice add words, not lines");
        }
    }
}

/// A battle is the same alone as among others.
pub fn lanes_do_not_touch_each_other<T: TestGame>() {
    for matchup in matchups::<T::Game>() {
        let tables = T::Game::prepare(&matchup);
        let together = recorded(&matchup, 8);
        for battle in [0, 7, BATTLES - 1] {
            let alone = T::Game::record(&tables, Level::best(), 8, 3, battle..battle + 1);
            assert_eq!(alone[0], together[battle as usize], "{}, battle {battle}", matchup.name);
        }
    }
}

/// A chunk's tally is the count of the outcomes that its records tell.
pub fn tallies_count_what_is_recorded<T: TestGame>() {
    for matchup in matchups::<T::Game>() {
        let mut counted = Tally::new();
        for pair in recorded(&matchup, 9).chunks_exact(2) {
            counted.record_pair([0, 1].map(|battle: usize| outcome::<T>(&pair[battle], &matchup.name)));
        }
        let mut played = Tally::new();
        let job = Job { seed: 9, cell: 3, pairs: 0..BATTLES / 2 };
        T::Game::play(&T::Game::prepare(&matchup), &mut T::Game::workspace(), Level::best(), &job, &mut played);
        assert_eq!(played, counted, "{}", matchup.name);
        assert_eq!(played.wins[Side::A] + played.wins[Side::B] + played.draws, BATTLES);
        assert!(played.major.iter().zip(&played.wins).all(|(major, wins)| major <= wins), "{}", matchup.name);
        assert!(T::Game::GRADES_VICTORIES || played.major == [0, 0], "{} has no grades of victory", T::Game::NAME);
    }
}
