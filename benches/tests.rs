//! The plain programs that the lanes' speed is compared with play the same battles: event for event, so the ratio of their
//! speeds is one of speed alone.

use crate::scalar::Benched;
use crate::{Case, STARMADA_X, TALON, checksum, matchup, play};
use lanchester_core::Matchup;
use lanchester_lanes::Level;
use lanchester_rules_starmada_x::StarmadaX;
use lanchester_rules_talon::Talon;

/// Plays `battles` battles both ways and compares every event.
fn same<G: Benched>(matchup: &Matchup<G>, battles: u64) {
    let tables = G::prepare(matchup);
    let record = G::record(&tables, Level::best(), 1, 0, 0..battles);
    let program = G::program(matchup, &tables).expect("the game has a player");
    for (battle, lanes) in (0..).zip(&record) {
        let events = program.battle(1, battle);
        if let Some(at) = (0..events.len().max(lanes.len())).find(|at| events.get(*at) != lanes.get(*at)) {
            let (got, wanted) = (events.get(at), lanes.get(at));
            panic!("{}, battle {battle}, event {at}: {got:?}, lanes {wanted:?}", matchup.name);
        }
    }
    let events = record.iter().map(Vec::len).sum::<usize>();
    assert!(events > 10 * battles as usize, "{}: {events} events", matchup.name);
}

/// Plays every case both ways.
fn played<G: Benched>(cases: &[Case]) {
    for case in cases {
        let matchup = case.matchup::<G>();
        let battles = if matchup.forces.iter().all(|f| f.ships.len() == 1) { 400 } else { 40 };
        same(&matchup, battles);
    }
}

#[test]
fn the_plain_programs_play_every_case_as_the_lanes_do() {
    played::<StarmadaX>(&STARMADA_X);
    played::<Talon>(&TALON);
}

/// The policies of Starmada X that no case has, in duels, lines and carrier fleets.
#[test]
fn every_policy_of_starmada_x_is_played_alike() {
    for policy in ["broadside", "counter", "default", "random", "standoff"] {
        same::<StarmadaX>(&matchup("mouse", "monkey", policy), 100);
        same::<StarmadaX>(&matchup("league-line", "pact-line", policy), 8);
        same::<StarmadaX>(&matchup("league-carriers", "pact-carriers", policy), 8);
    }
}

#[test]
fn the_checksums_are_the_same() {
    fn compare<G: Benched>(case: &Case) {
        let matchup = case.matchup::<G>();
        let tables = G::prepare(&matchup);
        let program = G::program(&matchup, &tables).expect("the game has a player");
        let plain = program.play(1, case.pairs);
        assert_eq!(checksum(&plain), checksum(&play(&matchup, Level::best(), case.pairs)), "{}", case.name);
    }
    compare::<StarmadaX>(&STARMADA_X[0]);
    compare::<Talon>(&TALON[2]);
}
