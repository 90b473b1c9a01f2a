//! What a reader should know of the designs that are about to be played.

use std::collections::{BTreeMap, BTreeSet};

use lanchester_core::Combatant;
use lanchester_games::Game;

use crate::settings::Settings;

/// What is to be said of a ship whose file gives no rating.
pub fn unprinted<G: Game>(design: &G::Design) -> Option<String> {
    let house = G::HOUSE_RATING;
    let points = design.rating();
    design
        .printed()
        .is_none()
        .then(|| format!("no printed rating: its house rating ({house}), {points}, counts where points are needed"))
}

/// What is to be said of a ship without weapons that do harm, where the game's formula says so.
pub fn unarmed<G: Game>(design: &G::Design) -> Option<String> {
    let [offence, _] = G::rating_parts(design)?;
    (offence <= 0.0).then(|| format!("no weapons that count in its house rating ({})", G::HOUSE_RATING))
}

/// Says what the game remarks on these designs: each remark once, with the ships that it is about.
pub fn remark_on<'a, G: Game>(settings: &Settings, designs: impl IntoIterator<Item = &'a G::Design>) {
    for line in lines::<G>(designs) {
        settings.remark(&line);
    }
}

fn lines<'a, G: Game>(designs: impl IntoIterator<Item = &'a G::Design>) -> Vec<String> {
    let mut about: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for design in designs {
        for remark in G::remarks(design).into_iter().chain(unprinted::<G>(design)).chain(unarmed::<G>(design)) {
            about.entry(remark).or_default().insert(design.name());
        }
    }
    about
        .into_iter()
        .map(|(remark, ships)| format!("{remark} ({})", ships.into_iter().collect::<Vec<_>>().join(", ")))
        .collect()
}

#[cfg(test)]
mod tests {
    use lanchester_games::Visitor;
    use lanchester_scenario::{Kind, Library};

    use super::*;

    struct OneLineARemark;

    impl Visitor for OneLineARemark {
        type Output = usize;

        fn visit<G: Game>(self) -> usize {
            let library = Library::<G>::shipped();
            let ships: Vec<_> = library.ids(Kind::Ship).map(|id| library.ship(id).expect("a shipped ship")).collect();
            let all = lines::<G>(ships.iter().map(|ship| &**ship));
            let mut distinct = all.clone();
            distinct.dedup();
            assert_eq!(all, distinct);
            all.len()
        }
    }

    #[test]
    fn each_remark_is_made_once() {
        assert_eq!(lanchester_games::GameName::Nova.visit(OneLineARemark), 0);
        assert_eq!(lanchester_games::GameName::StarmadaX.visit(OneLineARemark), 2);
    }
}
