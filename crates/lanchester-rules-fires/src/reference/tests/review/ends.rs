//! Ends of engagements, damage control and victory points.

use lanchester_core::{Side, Verdict};

use super::*;
use crate::options::Repair;

#[test]
fn one_near_pair_keeps_an_engagement_going() {
    with([&[cruiser(), cruiser()], &[cruiser(), cruiser()]], &Options::default(), |battle| {
        battle.turn = 10;
        for (unit, north) in [0, 100, 124, 224].into_iter().enumerate() {
            battle.units[unit].track = track([0, 2 * north], [0, 0]);
        }
        assert!(battle.end().is_none(), "24 hexes");
        battle.ships[1].destroyed = true;
        assert!(battle.end().is_some(), "124 hexes");
    });
}

/// Damage control in every turn: what is left after these results and dice, turn by turn.
fn mended(military: bool, turns: [([u8; 2], &[u8]); 2]) -> [(Condition, [u8; 2]); 2] {
    let options = Options { damage_control: Repair::EveryTurn, ..Options::default() };
    with([&[Design { military, ..cruiser() }], &[escort()]], &options, |battle| {
        turns.map(|(results, faces)| {
            battle.ships[0].results = results;
            battle.damage_control(&mut dice(faces), &mut Orders::default()).expect("legal");
            (conditions(battle)[0], battle.ships[0].permanent)
        })
    })
}

#[test]
fn each_result_has_one_attempt() {
    // Degraded twice and damaged: 6 removes one, 7 does not, 4 leaves the damage. Next turn a new one goes; the old ones stay.
    let military = mended(true, [([2, 1], &[6, 7, 4]), ([1, 1], &[1, 3])]);
    assert_eq!(military, [(Condition::Damaged, [1, 1]); 2]);
    // Double dice: 3 counts 6, 1 counts 2; then 4 counts 8 and 2 counts 4.
    let civilian = mended(false, [([1, 1], &[3, 1]), ([1, 1], &[4, 2])]);
    assert_eq!(civilian, [(Condition::Sound, [0, 0]), (Condition::Damaged, [1, 1])]);
}

/// Who wins after 20 turns when A launched so many missiles and B's cruiser is damaged for good, or not.
fn verdict(cost: u16, launched: u8, damaged: bool) -> Verdict {
    let raider = Design { missiles: cruiser().missiles.map(|of| Missiles { cost, ..of }), ..cruiser() };
    with([&[raider], &[cruiser()]], &Options::default(), |battle| {
        battle.turn = 20;
        battle.ships[1].permanent = [0, damaged.into()];
        launch(battle, launched, 0).expect("legal");
        let end = battle.end().expect("the last turn");
        battle.outcome(end).verdict
    })
}

#[test]
fn missiles_cost_a_victory_or_give_one() {
    // Ten of 5 are a lead of 50 for the other side, without a shot.
    assert_eq!([9, 10].map(|launched| verdict(5, launched, false)), [Verdict::Draw, Verdict::Win(Side::B)]);
    // 25 % of 300 less 12 or 13 missiles of 2: 51 and 49.
    assert_eq!([12, 13].map(|launched| verdict(2, launched, true)), [Verdict::Win(Side::A), Verdict::Draw]);
}

#[test]
fn a_civilian_plant_leaks_and_may_explode() {
    let options = Options { detailed_damage: true, ..Options::default() };
    let control = |faces: &[u8]| {
        with([&[Design { military: false, ..cruiser() }], &[escort()]], &options, |battle| {
            battle.ships[0].open.0[System::Power as usize] = 2;
            battle.ships[0].lasting.0[System::Beams as usize] = 3;
            battle.damage_control(&mut dice(faces), &mut Orders::default()).expect("legal");
            (battle.ships[0].open.on(System::Power), battle.victory_points(Side::B))
        })
    };
    // Nobody repairs. An 18 is a roll on the table, 11 there the plant once more; 5 is no explosion, as two hits counted. Three
    // permanent hits: 15 % of 300. Destroyed: 100 %, and nothing for the hits.
    assert_eq!(control(&[17, 18, 5, 11]), (3, 4_500));
    assert_eq!(control(&[17, 18, 4]), (2, 30_000));
}
