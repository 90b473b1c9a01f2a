//! A design with more of one thing, or of two: the ships of a sensitivity.

use std::sync::Arc;

use lanchester_games::Game;

use super::Combination;

/// A ship with so many steps more of one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What one step is.
    pub what: String,
    /// How many of them.
    pub steps: u32,
}

/// The ships of a sensitivity: the one that is asked about first.
pub struct Stepped<G: Game> {
    /// The ships.
    pub ships: Vec<Arc<G::Design>>,
    /// What each ship but the first has more.
    pub of: Vec<Step>,
    /// Several steps of one thing against as many times the first.
    pub combinations: Vec<Combination>,
    /// Two things, one step of each: their places in `of`, and the combination.
    pub pairs: Vec<([usize; 2], Combination)>,
}

/// The design with one step of each thing that it has room for, with several where `counts` asks for them, and with every
/// two things at once if `together`. A count beyond the room that there is becomes the most that there is.
#[must_use]
pub fn stepped<G: Game>(base: &Arc<G::Design>, counts: &[u32], together: bool) -> Stepped<G> {
    let mut all =
        Stepped { ships: vec![Arc::clone(base)], of: Vec::new(), combinations: Vec::new(), pairs: Vec::new() };
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    // The places of the first steps, and how to take each again.
    let mut singles: Vec<(usize, Key)> = Vec::new();
    for key in keys(&G::improvements(base)) {
        let mut design = Arc::clone(base);
        let mut chain: Vec<Arc<G::Design>> = Vec::new();
        while (chain.len() as u32) < most {
            let Some(next) = key.take::<G>(&design) else { break };
            design = Arc::new(next);
            chain.push(Arc::clone(&design));
        }
        let room = chain.len() as u32;
        let mut wanted: Vec<u32> = counts.iter().map(|count| (*count).min(room)).chain([1]).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let single = all.ships.len();
        for steps in wanted.into_iter().filter(|steps| (1..=room).contains(steps)) {
            if steps > 1 {
                all.combinations.push(Combination { whole: all.ships.len(), parts: vec![(single, f64::from(steps))] });
            }
            all.ships.push(Arc::clone(&chain[steps as usize - 1]));
            all.of.push(Step { what: key.what.clone(), steps });
        }
        singles.push((single, key));
    }
    let both = singles.iter().enumerate().flat_map(|(i, one)| singles[i + 1..].iter().map(move |other| (one, other)));
    for ((one, _), (other, key)) in both.filter(|_| together) {
        if let Some(design) = key.take::<G>(&all.ships[*one]) {
            let parts = vec![(*one, 1.0), (*other, 1.0)];
            all.pairs.push(([one - 1, other - 1], Combination { whole: all.ships.len(), parts }));
            all.ships.push(Arc::new(design));
        }
    }
    all
}

/// Which improvement of a list is meant: its words, and which of those with these words.
struct Key {
    what: String,
    nth: usize,
}

fn keys<D>(improvements: &[(String, D)]) -> Vec<Key> {
    let key = |(place, (what, _)): (usize, &(String, D))| Key {
        what: what.clone(),
        nth: improvements[..place].iter().filter(|(known, _)| known == what).count(),
    };
    improvements.iter().enumerate().map(key).collect()
}

impl Key {
    /// The design with this improvement, if it has room for it.
    fn take<G: Game>(&self, design: &G::Design) -> Option<G::Design> {
        let named = G::improvements(design).into_iter().filter(|(what, _)| *what == self.what);
        named.map(|(_, better)| better).nth(self.nth)
    }
}
