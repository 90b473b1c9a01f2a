//! Every die of a recorded battle is told, and they are the dice that decided it.

use crate::common::{Random, random_matchup, shipped_policies};
use lanchester_core::{Rules, Side};
use lanchester_lanes::Level;
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::event::Event;

#[test]
fn dice_are_those_that_were_counted() {
    let (mut attacks, mut blocked, mut checks) = (0, 0, 0);
    for seed in 0..30 {
        let mut random = Random::new(seed);
        let matchup = random_matchup(&mut random, &shipped_policies(), 4);
        let record = Nova::record(&Nova::prepare(&matchup), Level::best(), seed, 1, 0..8);
        for (battle, events) in record.iter().enumerate() {
            let rolls = Nova::rolls(&matchup, seed, 1, battle as u64, events);
            assert_eq!(rolls.len(), events.len());
            for (event, rolls) in events.iter().zip(&rolls) {
                match event {
                    Event::Attack { shot } => {
                        let hits = rolls[0].iter().filter(|face| **face >= 5).count();
                        assert_eq!((rolls[0].len(), hits), (shot.dice.into(), shot.hits.into()), "{shot:?}: {rolls:?}");
                        // A face that blocks blocks wherever it falls.
                        if let Some(shields) = rolls.get(1) {
                            assert_eq!(shields.len(), hits);
                            let sets = 0..64u8;
                            let through = |set: u8| shields.iter().filter(|face| set >> (**face - 1) & 1 == 0).count();
                            assert!(sets.into_iter().any(|set| through(set) == usize::from(shot.through)));
                            blocked += 1;
                        } else {
                            assert_eq!(shot.hits, shot.through, "nothing blocks");
                        }
                        attacks += 1;
                    }
                    Event::Check { faces, .. } => {
                        let rolled: Vec<u8> = faces.iter().copied().filter(|face| *face > 0).collect();
                        assert_eq!(rolls.concat(), rolled);
                        checks += 1;
                    }
                    Event::Initiative { throws, dice, .. } => {
                        let last = rolls.last().expect("a throw");
                        let seats = Side::BOTH.map(|side| last[side.seat(battle as u64)]);
                        assert_eq!((rolls.len(), seats), (usize::from(*throws), *dice));
                    }
                    Event::PlacementDie { face } => assert_eq!(rolls[..], [[*face]]),
                    _ => assert!(rolls.is_empty(), "{event:?}: {rolls:?}"),
                }
            }
            let told = Nova::narrate(&matchup, events, &rolls);
            for faces in rolls.iter().flatten().filter(|pool| pool.len() > 4) {
                let faces = faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
                assert!(told.contains(&faces), "{faces} is not told in\n{told}");
            }
        }
    }
    assert!(attacks > 500 && blocked > 100 && checks > 50, "{attacks} attacks, {blocked} blocked, {checks} checks");
}
