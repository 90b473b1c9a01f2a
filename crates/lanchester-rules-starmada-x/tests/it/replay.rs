//! Every die of a recorded battle is told, and they are the dice that decided it.

use crate::common::{Random, random_matchup, shipped_policies};
use lanchester_core::{Rules, Side};
use lanchester_lanes::Level;
use lanchester_rules_starmada_x::StarmadaX;
use lanchester_rules_starmada_x::event::{Event, Target};

/// The penetrations among these dice, for some shield rating.
fn penetrate(dice: &[u8], through: u8) -> bool {
    (0..=5).any(|shields| dice.iter().filter(|face| **face > shields).count() == usize::from(through))
}

/// The hits of these dice at this need: above 6, natural sixes are pooled (X 4.2.1).
fn hits_of(dice: &[u8], need: u8) -> u8 {
    let sixes = dice.iter().filter(|face| **face == 6).count() as u8;
    let high = dice.iter().filter(|face| **face >= need.max(2)).count() as u8;
    if need > 6 { sixes / (need - 5) } else { high }
}

#[test]
fn dice_of_attacks_are_those_that_were_counted() {
    let (mut attacks, mut strikes, mut blasts) = (0, 0, 0);
    for seed in 0..240 {
        let mut random = Random::new(seed);
        let matchup = random_matchup(&mut random, &shipped_policies(), 4);
        let record = StarmadaX::record(&StarmadaX::prepare(&matchup), Level::best(), seed, 1, 0..8);
        for (battle, events) in record.iter().enumerate() {
            let rolls = StarmadaX::rolls(&matchup, seed, 1, battle as u64, events);
            assert_eq!(rolls.len(), events.len());
            for (event, rolls) in events.iter().zip(&rolls) {
                assert!(rolls.iter().flatten().all(|face| (1..=6).contains(face)));
                match event {
                    Event::Attack { attack } => {
                        let weapon = &matchup.forces[attack.ship.side].ships[usize::from(attack.ship.slot)].batteries
                            [usize::from(attack.battery)];
                        let hits = hits_of(&rolls[0], attack.need);
                        assert_eq!((rolls[0].len(), hits), (attack.dice.into(), attack.hits), "{attack:?}: {rolls:?}");
                        if hits > 0 && matches!(attack.target, Target::Ship(_)) {
                            assert_eq!(rolls[1].len(), usize::from(hits * weapon.pen), "{attack:?}: {rolls:?}");
                            let last = rolls.last().expect("penetration dice");
                            // Those that had to penetrate again were not rolled if there were none.
                            assert!(attack.through == 0 || penetrate(last, attack.through), "{attack:?}: {rolls:?}");
                            attacks += 1;
                        }
                    }
                    Event::StrikeShip { need, hits, through, .. } => {
                        assert_eq!(hits_of(&rolls[0], *need), *hits);
                        let penetration = rolls.get(1).map_or(&[][..], Vec::as_slice);
                        assert!(penetration.len() == usize::from(*hits) && penetrate(penetration, *through));
                        strikes += 1;
                    }
                    Event::Blast { through, .. } => {
                        assert!(penetrate(&rolls[0], *through), "{rolls:?}");
                        blasts += 1;
                    }
                    Event::FighterDice { throws, dice, .. } | Event::CombatDice { throws, dice, .. } => {
                        let last = rolls.last().expect("a throw");
                        let seats = Side::BOTH.map(|side| last[side.seat(battle as u64)]);
                        assert_eq!((rolls.len(), seats), (usize::from(*throws), *dice));
                    }
                    _ => {}
                }
            }
            let told = StarmadaX::narrate(&matchup, events, &rolls);
            for faces in rolls.iter().flatten().filter(|pool| pool.len() > 2) {
                let faces = faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
                assert!(told.contains(&faces), "{faces} is not told in\n{told}");
            }
        }
    }
    assert!(attacks > 500 && strikes > 50 && blasts > 5, "{attacks} attacks, {strikes} strikes, {blasts} blasts");
}
