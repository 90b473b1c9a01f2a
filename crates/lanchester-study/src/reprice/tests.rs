//! Fleets of the shipped studies under both laws.

use lanchester_core::Combatant;
use lanchester_games::{GameName, Nova, Visitor};
use lanchester_lanes::Level;
use lanchester_scenario::{Kind, Library};
use lanchester_stats::joint::Anchor;

use super::*;
use crate::host::Silent;

/// How many matchups of shipped studies were looked at.
struct Playable;

impl Visitor for Playable {
    type Output = usize;

    fn visit<G: Game>(self) -> usize {
        let library = Library::<G>::shipped();
        let mut drawn = 0;
        for id in library.ids(Kind::Study) {
            let study = library.study(id).expect("a shipped study");
            let Some(asked) = &study.prices else { continue };
            for law in [FleetLaw::Two, FleetLaw::All] {
                drawn += playable(&question(asked, &study.policies[0], law), id);
            }
        }
        drawn
    }
}

fn question<'q, G: Game>(
    asked: &'q lanchester_scenario::PriceSettings<G>,
    policy: &Named<G>,
    law: FleetLaw,
) -> Question<'q, G> {
    let printed = asked.designs.iter().map(|design| f64::from(design.design.rating())).collect();
    Question {
        designs: &asked.designs,
        options: &asked.options,
        budget: asked.budget,
        law,
        policies: [policy.clone(), policy.clone()],
        limits: Limits::anchored(printed, Anchor::Sum),
        settings: Settings { precision: 0.1, most_matchups: 2000 },
        step: None,
    }
}

/// Draws matchups at the printed points and looks at them.
fn playable<G: Game>(question: &Question<G>, id: &str) -> usize {
    let prices = &question.limits.printed;
    let yard = Yard::new(question.law, question.designs, prices);
    let (mut drawn, mut seen) = (0, vec![0; prices.len()]);
    for i in 0..400u64 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(i);
        let log_ratio = 0.5 * (i as f64 / 400.0 - 0.5);
        let Some(fleets) = pair_of_fleets(&yard, question.budget, log_ratio, &mut rng) else { continue };
        let points = fleets.each_ref().map(|fleet| {
            assert!(question.law == FleetLaw::All || fleet.len() <= 2, "{fleet:?}");
            fleet.iter().for_each(|(design, _)| seen[*design] += 1);
            fleet.iter().map(|(design, ships)| f64::from(*ships) * prices[*design]).sum::<f64>()
        });
        // Each is within 12 % of what was asked, and a rounding.
        let off = ((points[0] / points[1]).ln() - log_ratio).abs();
        assert!(off < (1.12f64 / 0.88).ln() + 0.01, "{id}: {off}");
        let matchup = matchup(question, prices, &priced(question, prices), &fleets, &mut rng);
        let against = G::check(&matchup);
        assert!(against.is_empty(), "{id}, matchup {i}: {against:?}");
        drawn += 1;
    }
    assert!(seen.iter().all(|fleets| *fleets >= 8), "{id}: every design is in fleets: {seen:?}");
    drawn
}

#[test]
fn joint_prices_are_made_of_battles_that_can_be_played() {
    for game in GameName::ALL.iter().copied() {
        let drawn = game.visit(Playable);
        assert!(drawn > 700, "{}: {drawn}", game.name());
    }
}

#[test]
fn fleets_of_two_designs_are_any_of_their_mixtures() {
    // Designs of 100 and 50 points: 200 points are 2 + 0, 1 + 2 or 0 + 4 ships, each in a third of fleets.
    let yard = Yard::of(FleetLaw::Two, vec![(100.0, 0), (50.0, 0)], 12, 0);
    let mut counts = std::collections::BTreeMap::new();
    let tries = 3000;
    for seed in 0..tries {
        let mut fleet = yard.fleet(200.0, &mut Xoshiro256PlusPlus::seed_from_u64(seed)).expect("there are three");
        fleet.sort_unstable();
        *counts.entry(fleet).or_insert(0u64) += 1;
    }
    let expected = [vec![(0, 1), (1, 2)], vec![(0, 2)], vec![(1, 4)]];
    assert_eq!(counts.keys().cloned().collect::<Vec<_>>(), expected);
    // A share of a third of 3,000: five standard deviations are 129, which chance leaves once in 1.7 million.
    assert!(counts.values().all(|count| count.abs_diff(tries / 3) < 129), "{counts:?}");
}

/// The first ships of the default study, priced together in file order and reversed.
struct Reversed;

impl Visitor for Reversed {
    type Output = ();

    fn visit<G: Game>(self) {
        let library = Library::<G>::shipped();
        let study = library.study("default").expect("a shipped study");
        // A quick one: who commands plays no part in what is asked here.
        let quick = library.policy_and_id("charge").expect("a shipped policy");
        let mut asked = study.prices.expect("the default study has prices");
        // The cheapest, so that fleets are of many ships at few points.
        asked.designs.sort_by_key(|design| design.design.rating());
        asked.designs.truncate(4);
        asked.budget = [60, 200];
        let [held, first, last] = [1, 0, 3].map(|place: usize| asked.designs[place].id.clone());
        let mut turned = asked.clone();
        turned.designs.reverse();
        let runner = Runner { host: &Silent, seed: 1, level: Level::best(), threads: 2, rounds: None, branch: 0 };
        let of = |asked: &lanchester_scenario::PriceSettings<G>| {
            let mut question = question(asked, &quick, FleetLaw::All);
            question.settings = Settings { precision: 0.2, most_matchups: 4_000 };
            // The scale hangs on a ship that is held: it is found again wherever it stands.
            question.limits.holds = asked.designs.iter().map(|design| design.id == held).collect();
            let found = reprice(&runner, &question, &AtomicBool::new(false)).expect("prices").expect("never stopped");
            let finding = &found.finding;
            let design = |place: usize| {
                let id = asked.designs[place].id.clone();
                (id, finding.prices[place], finding.standing[place], found.points[place])
            };
            let mut prices: Vec<_> = (0..asked.designs.len()).map(design).collect();
            prices.sort_by(|one, other| one.0.cmp(&other.0));
            let names = |pair: [usize; 2]| {
                let mut ids = pair.map(|place| asked.designs[place].id.clone());
                ids.sort_unstable();
                ids
            };
            let pairs: Vec<_> = found.misfit.pairs.iter().map(|pair| (names(pair.designs), pair.effect)).collect();
            let ratio = [&first, &last].map(|id| asked.designs.iter().position(|design| design.id == *id));
            let ratio = finding.ratio(ratio[0].expect("listed"), ratio[1].expect("listed"));
            (prices, pairs, ratio, finding.slope, found.advantage, found.unmade, found.spent.battles())
        };
        let listed = of(&asked);
        assert!(listed.0.iter().any(|(_, price, _, _)| price.half_width() > 0.0), "{listed:?}");
        assert_eq!(listed, of(&turned), "{}", G::NAME);
    }
}

#[test]
fn joint_prices_do_not_move_with_the_order_of_ships() {
    // The order of a list is no affair of a game; one is enough.
    Reversed.visit::<Nova>();
}
