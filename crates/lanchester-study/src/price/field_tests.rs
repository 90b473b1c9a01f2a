//! What the order of a field hangs on, and what prices must not move with: files' order, ids, names.

use lanchester_games::{GameName, Visitor};
use lanchester_lanes::Level;
use lanchester_scenario::{Kind, Library, PriceSettings};

use super::tests::{asked, middle, quick};
use super::*;
use crate::host::Silent;
use crate::slow_games::slow_games;

/// The design under another id, without any of its words.
fn copy<G: Game>(of: &StudyDesign<G>, id: &str) -> StudyDesign<G> {
    let design = G::bare(&of.design).at_rating(of.design.rating());
    StudyDesign { id: id.to_owned(), design: Arc::new(design) }
}

/// Prices by budgets and for exactly two ships, of these designs.
fn priced<G: Game>(asked: &PriceSettings<G>, policy: &Named<G>, designs: &[&StudyDesign<G>]) -> Vec<ParityRow> {
    let policies = Policies::both(policy);
    let numbers = [Number::Budget(asked.budget), Number::Exactly(2)];
    let ask = |design| numbers.map(|number| Question { design, number, policies: &policies });
    let questions: Vec<Question<G>> = designs.iter().flat_map(|design| ask(design)).collect();
    let runner = Runner { host: &Silent, seed: 1, level: Level::best(), threads: 2, rounds: None, branch: 0 };
    price(&runner, &field(asked, &asked.options), &questions, &AtomicBool::new(false)).expect("never stopped")
}

/// All but what the ship is called.
fn unnamed(row: &ParityRow) -> ParityRow {
    ParityRow { design: String::new(), name: String::new(), ..row.clone() }
}

/// The cheapest ships of a game's default study: so few make up fleets enough.
fn few<G: Game>(count: usize) -> (PriceSettings<G>, Named<G>) {
    let (mut asked, policy) = quick::<G>();
    asked.designs.sort_by_key(|design| design.design.rating());
    asked.designs.truncate(count);
    (asked, policy)
}

struct Rearranged;

impl Visitor for Rearranged {
    type Output = ();

    fn visit<G: Game>(self) {
        let (listed, policy) = few::<G>(5);
        let mut other = listed.clone();
        // Ids in the reverse of what they were.
        let mut ids: Vec<String> = listed.designs.iter().map(|design| design.id.clone()).collect();
        ids.sort_unstable_by(|a, b| b.cmp(a));
        other.designs = listed.designs.iter().zip(&ids).map(|(design, id)| copy(design, id)).collect();
        other.designs.reverse();
        let of = |asked: &PriceSettings<G>, places: [usize; 2]| {
            let rows = priced(asked, &policy, &places.map(|place| &asked.designs[place]));
            rows.iter().map(unnamed).collect::<Vec<_>>()
        };
        let known = of(&listed, [1, 4]);
        assert!(known.iter().any(|row| row.price().is_some()), "{known:?}");
        assert_eq!(known, of(&other, [3, 0]), "{}", G::NAME);
    }
}

/// Five ships of each game, and the same in reverse order under other names and ids: the same prices to the last bit.
#[test]
fn prices_do_not_move_with_the_order_of_ships_nor_with_names_and_ids() {
    slow_games().for_each(|game| game.visit(Rearranged));
}

struct Copied;

impl Visitor for Copied {
    type Output = ();

    fn visit<G: Game>(self) {
        let (asked, policy) = quick::<G>();
        let id = middle(&asked);
        let known = asked.designs.iter().find(|design| design.id == id).expect("of the study");
        let copied = copy(known, "a-copy-of-it");
        let rows = priced(&asked, &policy, &[known, &copied]);
        assert_eq!(unnamed(&rows[0]), unnamed(&rows[2]), "{}", G::NAME);
        assert_eq!(unnamed(&rows[1]), unnamed(&rows[3]), "{}", G::NAME);
        let field = field(&asked, &asked.options);
        let met = |of| field.others(of).iter().map(|design| design.id.as_str()).collect::<Vec<_>>();
        assert_eq!(met(&copied), met(known));
        assert_eq!(met(known).len(), asked.designs.len() - 1);
    }
}

/// A copy is told by its data: it meets whom the original meets, and not the original.
#[test]
fn a_copy_under_another_name_has_the_price_of_the_original() {
    slow_games().for_each(|game| game.visit(Copied));
}

struct Changed;

impl Visitor for Changed {
    type Output = ();

    fn visit<G: Game>(self) {
        let (asked, policy) = few::<G>(4);
        // The dearest of them, of which fleets are of few ships.
        let before = &asked.designs[3];
        let improved = G::improvements(&before.design);
        assert!(!improved.is_empty());
        for (what, better) in &improved {
            assert_ne!(data::<G>(better), data::<G>(&before.design), "{}: {what}", G::NAME);
            assert_ne!(G::bare(better), G::bare(&before.design), "{}: {what}", G::NAME);
        }
        let after =
            StudyDesign { id: before.id.clone(), design: Arc::new(improved[0].1.at_rating(before.design.rating())) };
        let rows = priced(&asked, &policy, &[before, &after]);
        assert_ne!(rows[0], rows[2], "{}", G::NAME);
    }
}

#[test]
fn prices_move_with_what_a_ship_is() {
    slow_games().for_each(|game| game.visit(Changed));
}

struct Ordered;

impl Visitor for Ordered {
    type Output = ();

    fn visit<G: Game>(self) {
        let (asked, _) = asked::<G>(1);
        let known: Vec<StudyDesign<G>> = asked.designs.iter().take(3).cloned().collect();
        let ids = |designs: &[StudyDesign<G>]| {
            order::<G>(designs).into_iter().map(|place| designs[place].id.clone()).collect::<Vec<_>>()
        };
        let first = ids(&known);
        // Copies stand beside their original: the cheaper first, of the same points by their ids.
        let original = known.iter().find(|design| design.id == first[1]).expect("the second in order");
        let at = |id: &str, points: u32| {
            let copied = copy(original, id);
            StudyDesign { design: Arc::new(copied.design.at_rating(points)), ..copied }
        };
        let rating = original.design.rating();
        let mut all = known.clone();
        all.extend([at("~later", rating), at("~cheaper", rating - 1), at(" sooner", rating)]);
        let expected = [&*first[0], "~cheaper", " sooner", &*first[1], "~later", &*first[2]];
        assert_eq!(ids(&all), expected);
        all.reverse();
        assert_eq!(ids(&all), expected);
    }
}

#[test]
fn copies_are_ordered_by_points_and_then_by_id() {
    GameName::ALL.iter().for_each(|game| game.visit(Ordered));
}

struct FirstTwo;

impl Visitor for FirstTwo {
    type Output = Vec<String>;

    fn visit<G: Game>(self) -> Vec<String> {
        let library = Library::<G>::shipped();
        let ids: Vec<String> = library.ids(Kind::Ship).take(2).map(str::to_owned).collect();
        let of = |id: String| {
            let (id, design) = library.ship_and_id(&id).expect("a shipped ship");
            let data = format!("{:?}", data::<G>(&design));
            format!("{id} {}", &data[6..18])
        };
        ids.into_iter().map(of).collect()
    }
}

/// What decides the order of shipped ships, pinned: a change of these draws other fleets for every seed, and raises [`DRAWS`].
#[test]
fn golden_data() {
    let found: Vec<Vec<String>> = GameName::ALL.iter().map(|game| game.visit(FirstTwo)).collect();
    let nova = ["alidade 12acaf6b7bd2", "astrolabe 6e588b5d325a"];
    let starmada_x = ["adder 47286ba2dc55", "amphisbaena 9e8319363584"];
    let talon = ["talon-base a05baefa10c8", "talon-bb ca92b3c7020d"];
    let skill_dice = ["albatross 03d2cab5cc94", "anvil 6fb34b8c2c8e"];
    let fires = ["aurochs d4b011c64463", "bison 85b0caa33639"];
    assert_eq!(found, [nova, starmada_x, talon, skill_dice, fires]);
}
