//! What a price must not move with, and what it must.

use lanchester_conformance::thorough::is_thorough;
use lanchester_games::{GameName, Visitor};
use lanchester_lanes::Level;
use lanchester_scenario::{Kind, Library, PriceSettings};

use super::*;
use crate::host::Silent;
use crate::slow_games::slow_games;

/// How many matchups of shipped studies' prices were looked at.
struct Playable;

impl Visitor for Playable {
    type Output = usize;

    fn visit<G: Game>(self) -> usize {
        let library = Library::<G>::shipped();
        let mut drawn = 0;
        for id in library.ids(Kind::Study) {
            let study = library.study(id).expect("a shipped study");
            let Some(asked) = &study.prices else { continue };
            let policies = Policies::both(&study.policies[0]);
            let options = asked.readings.iter().map(|reading| &reading.options).chain([&asked.options]);
            let fields: Vec<Field<G>> = options.map(|options| field(asked, options)).collect();
            for (design, field) in asked.designs.iter().flat_map(|d| fields.iter().map(move |f| (d, f))) {
                let question = Question { design, number: Number::Budget(asked.budget), policies: &policies };
                let running = Running::new(&question, field);
                let start = settings(field, question.number, &running.sampler).start.ln();
                let round = Round { number: 3, matchups: 400, low: start - 1.5, high: start + 1.5 };
                for i in 0..round.matchups {
                    let Some((cell, _)) = running.matchup(1, field, &round, i) else { continue };
                    let against = G::check(&cell.matchup);
                    assert!(against.is_empty(), "{id}, {}, matchup {i}: {against:?}", design.id);
                    drawn += 1;
                }
            }
        }
        drawn
    }
}

#[test]
fn prices_are_made_of_battles_that_can_be_played() {
    for game in GameName::ALL.iter().copied() {
        let drawn = game.visit(Playable);
        assert!(drawn > 1000, "{}: {drawn}", game.name());
    }
}

/// The field of the game's default study, with every rating times a factor.
pub(super) fn asked<G: Game>(factor: u32) -> (PriceSettings<G>, Named<G>) {
    let study = Library::<G>::shipped().study("default").expect("a shipped study");
    let mut asked = study.prices.expect("the default study has prices");
    for design in &mut asked.designs {
        design.design = Arc::new(design.design.at_rating(design.design.rating() * factor));
    }
    // Small fleets, so that a price takes a second; of a game whose ships cost thousands larger ones.
    let thousands = asked.designs.iter().any(|design| design.design.rating() > 2_000 * factor);
    asked.budget = if thousands { [1_200, 4_000] } else { [60, 200] }.map(|points| points * factor);
    asked.precision = 0.2;
    asked.pairs = 1;
    (asked, study.policies[0].clone())
}

/// The same under the quickest policy of each game, for what does not hang on who commands.
pub(super) fn quick<G: Game>() -> (PriceSettings<G>, Named<G>) {
    (asked::<G>(1).0, Library::<G>::shipped().policy_and_id("charge").expect("a shipped policy"))
}

/// The id of its design of middle points.
pub(super) fn middle<G: Game>(asked: &PriceSettings<G>) -> String {
    let mut designs: Vec<_> = asked.designs.iter().collect();
    designs.sort_by_key(|d| d.design.rating());
    designs[designs.len() / 2].id.clone()
}

/// Prices a design of that field, printed at `printed` points, commanded by `policy`.
fn priced<G: Game>(asked: &PriceSettings<G>, policy: &Named<G>, design: &str, printed: Option<u32>) -> ParityRow {
    let found = asked.designs.iter().find(|d| d.id == design).expect("of the default study");
    let mut found = found.clone();
    if let Some(printed) = printed {
        found.design = Arc::new(found.design.at_rating(printed));
    }
    let policies = Policies::both(policy);
    let question = Question { design: &found, number: Number::Budget(asked.budget), policies: &policies };
    let runner = Runner { host: &Silent, seed: 1, level: Level::best(), threads: 2, rounds: None, branch: 0 };
    let rows = price(&runner, &field(asked, &asked.options), &[question], &AtomicBool::new(false));
    rows.expect("never stopped").remove(0)
}

/// All that a printed rating may change is what is said of it.
fn without_printed(row: ParityRow) -> ParityRow {
    ParityRow { printed: None, p: None, q: None, verdict: None, ..row }
}

/// What must not move a price, for a game.
struct Unmoved;

impl Visitor for Unmoved {
    type Output = ();

    fn visit<G: Game>(self) {
        let (asked, policy) = asked::<G>(1);
        let design = middle(&asked);
        let own = priced(&asked, &policy, &design, None);
        printed_rating_does_not_matter(&asked, &policy, &design, &own);
        // Fires of Space is decided by a lead of 50 points (FIRES 23), so that with ten times the points it is another game.
        if G::NAME != "fires" {
            ten_times_the_points_give_ten_times_the_price::<G>(&policy, &design);
        }
        at_its_price_it_is_worth_it(&asked, &policy, &design, &own);
    }
}

fn printed_rating_does_not_matter<G: Game>(
    asked: &PriceSettings<G>,
    policy: &Named<G>,
    design: &str,
    printed: &ParityRow,
) {
    let own = printed.printed.expect("shipped ships have ratings");
    assert!(printed.price().is_some(), "{printed:?}");
    // The furthest two where the tests are not thorough.
    let step = if is_thorough() { 1 } else { 4 };
    for rating in [own / 10, own / 3, own - 1, 3 * own, 10 * own].into_iter().step_by(step) {
        let row = priced(asked, policy, design, Some(rating));
        assert_eq!(row.printed, Some(rating));
        let multiplier = row.multiplier().expect("a price").estimate;
        let points = row.price().expect("a price").estimate;
        assert!((multiplier * f64::from(rating) / points - 1.0).abs() < 1e-12, "{multiplier} of {rating}");
        assert_eq!(without_printed(row), without_printed(printed.clone()), "{design} printed at {rating}");
    }
}

/// With all ratings and budgets times ten the price is ten times as high. Policies weigh points in whole steps, and points
/// that are scored are whole, so a few battles differ, and with them the windows of later rounds: two estimates, each with its noise,
/// which four times the pairs make small.
fn ten_times_the_points_give_ten_times_the_price<G: Game>(policy: &Named<G>, design: &str) {
    let [one, ten] = [1, 10].map(|factor| {
        let asked = PriceSettings { precision: 0.02, pairs: 4, ..asked::<G>(factor).0 };
        priced(&asked, policy, design, None).price().expect("a price")
    });
    let noise = (one.high - one.low).hypot((ten.high - ten.low) / 10.0) / 2.0;
    assert!((one.estimate - ten.estimate / 10.0).abs() < noise, "{one:?} {ten:?}");
}

/// A design that is printed at its price is priced at ×1.00, within its interval.
fn at_its_price_it_is_worth_it<G: Game>(asked: &PriceSettings<G>, policy: &Named<G>, design: &str, own: &ParityRow) {
    let first = own.price().expect("a price").estimate;
    let again = priced(asked, policy, design, Some(first.round() as u32));
    assert!(again.multiplier().expect("a price").contains(1.0), "{again:?}");
}

#[test]
fn a_price_moves_with_nothing_that_it_does_not_depend_on() {
    slow_games().for_each(|game| game.visit(Unmoved));
}

/// What must move a price: its field's points.
struct Moved;

impl Visitor for Moved {
    type Output = ();

    fn visit<G: Game>(self) {
        let (mut asked, policy) = asked::<G>(1);
        let design = middle(&asked);
        let before = priced(&asked, &policy, &design, None).price().expect("a price");
        asked.designs = self::asked::<G>(2).0.designs;
        let after = priced(&asked, &policy, &design, None).price().expect("a price");
        assert!(after.low > before.high, "{before:?} {after:?}");
    }
}

#[test]
fn a_price_moves_with_its_field() {
    slow_games().for_each(|game| game.visit(Moved));
}

/// The questions of a game, some at once and one alone.
struct Undisturbed;

impl Visitor for Undisturbed {
    type Output = ();

    fn visit<G: Game>(self) {
        let (asked, policy) = quick::<G>();
        let policies = Policies::both(&policy);
        let question = |design| Question { design, number: Number::Budget(asked.budget), policies: &policies };
        let several: Vec<Question<G>> = asked.designs.iter().take(3).map(question).collect();
        let runner = Runner { host: &Silent, seed: 1, level: Level::best(), threads: 1, rounds: None, branch: 0 };
        let rows = price(&runner, &field(&asked, &asked.options), &several, &AtomicBool::new(false));
        assert_eq!(rows.expect("not stopped")[1], priced(&asked, &policy, &asked.designs[1].id, None));
    }
}

/// Matchups, fleets and dice of a design do not hang on which other designs are asked about, or on threads.
#[test]
fn questions_do_not_disturb_each_other() {
    slow_games().for_each(|game| game.visit(Undisturbed));
}
