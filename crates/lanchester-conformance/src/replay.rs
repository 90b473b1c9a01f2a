//! Every die of a recorded battle is printed, and they are the dice that decided it.

use lanchester_core::Rules;
use lanchester_lanes::Level;

use crate::thorough::repetitions;
use crate::{Random, TestGame, shipped_policies};

/// The dice of random battles are those that their events count, and the words of a battle have them.
///
/// # Panics
/// If they differ, or too few were compared to mean anything.
pub fn dice_are_those_that_were_counted<T: TestGame>() {
    let shipped = shipped_policies::<T::Game>();
    let mut total = vec![0; T::ROLLED.len()];
    for seed in 0..repetitions(T::ROLLS, 3) {
        let matchup = T::random_matchup(&mut Random::new(seed), &shipped, 4);
        let record = T::Game::record(&T::Game::prepare(&matchup), Level::best(), seed, 1, 0..8);
        for (battle, events) in (0..).zip(&record) {
            let rolls = T::Game::rolls(&matchup, seed, 1, battle, events);
            assert_eq!(
                rolls.len(),
                events.len(),
                "seed {seed}, battle {battle}: lanes and reference differ, see lanes_agree_with_the_reference_on_20_480_battles"
            );
            for (event, rolls) in events.iter().zip(&rolls) {
                T::rolled(&matchup, battle, event, rolls).into_iter().for_each(|what| total[what] += 1);
            }
            let words = T::Game::narrate(&matchup, battle, events, &rolls);
            for faces in rolls.iter().flatten().filter(|pool| pool.len() > T::TOLD_ABOVE) {
                let faces = faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
                assert!(words.contains(&faces), "{faces} is missing in\n{words}");
            }
        }
    }
    for (sum, (what, least)) in total.iter().zip(T::ROLLED) {
        assert!(*sum as u64 > repetitions(*least as u64, 3), "too few {what}: {sum}");
    }
}
