//! The designs that are made, and that no rating enters their prices.

use crate::DesignGenerator;
use std::sync::Arc;

use lanchester_core::{Combatant, Force, Matchup};
use lanchester_games::{GameName, Nova, Visitor};
use lanchester_lanes::Level;

use lanchester_scenario::{Library, PriceSettings, Study};

use super::*;
use crate::host::Silent;
use crate::price::{Named, field, ids_in_order};
use crate::slow_games::slow_games;

fn of_study<G: Game>(ask: impl FnOnce(&Study<G>, &PriceSettings<G>, &Policies<G>, &DesignGenerator<G>)) {
    of_study_listed::<G>(false, ask);
}

/// The default study, its ships as it lists them or from the last to the first.
fn of_study_listed<G: Game>(
    reversed: bool,
    ask: impl FnOnce(&Study<G>, &PriceSettings<G>, &Policies<G>, &DesignGenerator<G>),
) {
    let library = Library::<G>::shipped();
    let mut study = library.study("default").expect("a shipped study");
    if reversed {
        study.designs.reverse();
    }
    let asked = study.prices.clone().expect("the default study has prices");
    let policy: Named<G> = study.policies[0].clone();
    ask(
        &study,
        &asked,
        &Policies::both(&policy),
        &DesignGenerator::new(&library, &study, &ids_in_order(&study.designs)),
    );
}

/// How the logarithms of offence and defence go together.
fn correlation(parts: &[[f64; 2]]) -> f64 {
    let n = parts.len() as f64;
    let mean = [0, 1].map(|i| parts.iter().map(|p| p[i].ln()).sum::<f64>() / n);
    let moment = |i: usize, j: usize| parts.iter().map(|p| (p[i].ln() - mean[i]) * (p[j].ln() - mean[j])).sum::<f64>();
    moment(0, 1) / (moment(0, 0) * moment(1, 1)).sqrt()
}

struct Families;

impl Visitor for Families {
    type Output = ();

    fn visit<G: Game>(self) {
        of_study::<G>(|study, asked, policies, generator| {
            let field = field(asked, &asked.options);
            let inquiry = |designs| Inquiry {
                generator,
                families: 40,
                designs,
                ships: 4,
                points: points(field.designs),
                field: &field,
                policies,
            };
            if study.designs.iter().all(|design| G::rating_parts(&design.design).is_none()) {
                // Every try fails, and a family is two hundred of them.
                let few = Inquiry { families: 2, ..inquiry(4) };
                assert!(families(&few, 1).is_empty(), "{} has no parts to choose by", G::NAME);
                return;
            }
            let members = families(&inquiry(240), 1);
            assert_eq!(members.len(), 240, "{}", G::NAME);
            let parts: Vec<[f64; 2]> = members.iter().map(|member| member.parts).collect();
            let printed = asked.designs.iter().map(|design| f64::from(design.design.rating()));
            let (least, most) = (printed.clone().fold(f64::MAX, f64::min), printed.fold(0.0, f64::max));
            assert!(parts.iter().all(|[a, d]| (least..=most).contains(&(a * d).sqrt())));
            assert!(correlation(&parts).abs() < 0.8, "{}: the parts must vary apart: {}", G::NAME, correlation(&parts));
            for (i, member) in members.iter().enumerate() {
                assert!(members[..i].iter().all(|other| other.design.id != member.design.id));
                assert_eq!(G::rating_parts(&member.design.design), Some(member.parts));
                let force = |name: &str, design: &Arc<G::Design>, ships| Force {
                    name: name.to_owned(),
                    ships: vec![Arc::clone(design); ships],
                    stations: None,
                    commander: study.policies[0].1.clone(),
                };
                let forces = [force("A", &member.design.design, 4), force("B", &asked.designs[0].design, 1)];
                let options = G::options_at_price(&asked.options, 300);
                let against = G::check(&Matchup { name: String::new(), forces, options });
                assert!(against.is_empty(), "{}: {against:?}", member.design.id);
            }
            // A function of the seed; asking for fewer leaves the others as they were.
            let fewer = families(&inquiry(120), 1);
            let same = |member: &Member<G>| {
                let other = members.iter().find(|other| other.design.id == member.design.id);
                other.is_some_and(|other| other.design.design == member.design.design)
            };
            assert!(fewer.len() == 120 && fewer.iter().all(same), "{}", G::NAME);
            assert!(families(&inquiry(120), 2).iter().any(|member| !same(member)));
        });
    }
}

#[test]
fn families_are_legal_designs_that_vary_both_parts() {
    slow_games().for_each(|game| game.visit(Families));
}

struct AnyOrder;

impl Visitor for AnyOrder {
    type Output = ();

    fn visit<G: Game>(self) {
        let made = |reversed: bool| {
            let mut made = Vec::new();
            of_study_listed::<G>(reversed, |study, asked, policies, generator| {
                let field = field(asked, &asked.options);
                let points = points(field.designs);
                // More families than ships, so that some are made of two; of a game without parts there are none.
                let parts = study.designs.iter().any(|design| G::rating_parts(&design.design).is_some());
                let count = if parts { study.designs.len() as u32 + 6 } else { 1 };
                let inquiry =
                    Inquiry { generator, families: count, designs: count, ships: 2, points, field: &field, policies };
                made = families(&inquiry, 1).iter().map(|member| format!("{:?}", member.design)).collect();
                assert_eq!(made.len(), if parts { count as usize } else { 0 }, "{}", G::NAME);
            });
            made
        };
        assert_eq!(made(false), made(true), "{}", G::NAME);
    }
}

#[test]
fn designs_do_not_move_with_the_order_of_ships() {
    GameName::ALL.iter().for_each(|game| game.visit(AnyOrder));
}

/// What is asked of the default study so that prices take a moment: its six cheapest ships, and a policy of this name.
fn quick<G: Game>(policy: &str, ask: impl FnOnce(&Inquiry<G>)) {
    let library = Library::<G>::shipped();
    let policies = Policies::both(&library.policy_and_id(policy).expect("a shipped policy"));
    of_study::<G>(|_, asked, _, generator| {
        let mut asked = PriceSettings { precision: 0.2, pairs: 1, most_matchups: 832, ..asked.clone() };
        asked.designs.sort_by_key(|design| design.design.rating());
        asked.designs.truncate(6);
        let field = field(&asked, &asked.options);
        let points = points(field.designs);
        ask(&Inquiry { generator, families: 2, designs: 2, ships: 2, points, field: &field, policies: &policies });
    });
}

struct AnyRating;

impl Visitor for AnyRating {
    type Output = ();

    fn visit<G: Game>(self) {
        // Of the quick policies one that looks at the points of its targets.
        quick::<G>("greedy", |inquiry| {
            let runner = Runner { host: &Silent, seed: 5, level: Level::best(), threads: 2, rounds: None, branch: 0 };
            let stop = AtomicBool::new(false);
            let priced = |points: Option<u32>| {
                let mut members = families(inquiry, 5);
                for (member, points) in members.iter_mut().zip(points.into_iter().cycle()) {
                    member.design.design = Arc::new(member.design.design.at_rating(points));
                }
                let priced = prices(&runner, inquiry, &members, &stop);
                priced.iter().map(|one| (one.row.parity, one.row.battles, one.parts)).collect::<Vec<_>>()
            };
            let own = priced(None);
            assert!(own.len() == 2 && own.iter().any(|one| one.0.price().is_some()), "{own:?}");
            assert_eq!(priced(Some(1)), own);
            assert_eq!(priced(Some(2000)), own);
        });
    }
}

#[test]
fn the_rating_of_a_design_enters_nowhere() {
    AnyRating.visit::<Nova>();
}

/// Presses Ctrl-C when the third family begins.
#[derive(Default)]
struct Impatient {
    stop: AtomicBool,
}

impl Clock for Impatient {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

impl Host for Impatient {
    fn date(&self) -> Option<String> {
        None
    }

    fn note(&self, _: &str) {}

    fn meter(&self, what: &str, battles: u64) -> Box<dyn Meter> {
        self.stop.fetch_or(what.starts_with("family 3 of"), Ordering::Relaxed);
        Silent.meter(what, battles)
    }

    fn heartbeat(&self, _: &Path, _: &[u8]) {}
}

struct Interrupted;

impl Visitor for Interrupted {
    type Output = ();

    fn visit<G: Game>(self) {
        quick::<G>("charge", |inquiry| {
            let inquiry = Inquiry { families: 4, designs: 8, ..*inquiry };
            let members = families(&inquiry, 5);
            let found = |host: &dyn Host, stop: &AtomicBool| {
                let runner = Runner { host, seed: 5, level: Level::best(), threads: 2, rounds: None, branch: 0 };
                let priced = prices(&runner, &inquiry, &members, stop);
                priced.iter().map(|one| (one.family, one.parts, one.row.parity, one.row.battles)).collect::<Vec<_>>()
            };
            let all = found(&Silent, &AtomicBool::new(false));
            let impatient = Impatient::default();
            let partial = found(&impatient, &impatient.stop);
            assert_eq!((all.len(), partial.len()), (8, 4));
            assert_eq!(all[..4], partial[..]);
        });
    }
}

#[test]
fn what_is_priced_before_an_interruption_is_whole_families_as_they_would_have_been() {
    Interrupted.visit::<Nova>();
}

#[test]
fn prices_enter_with_their_errors_and_bounds_as_bounds() {
    use lanchester_analysis::parity::ParityRow;
    use lanchester_core::Tally;
    use lanchester_stats::Interval;
    use lanchester_stats::meta::LogPrice;
    use lanchester_stats::parity::{Finding, Parity};

    let priced = |parity: Parity| {
        let finding = Finding { parity, reason: None, test: None, matchups: 300, opponents: 50, undrawn: 0 };
        let names = ("x".to_owned(), "X".to_owned());
        let row = ParityRow::new(names, None, [String::new(), String::new()], &finding, &Tally::new());
        Priced { family: 3, parts: [100.0, 25.0], row }
    };
    // Limits of e⁵ times 1.1 to either side: two standard errors but for 2 %.
    let (low, high) = (5f64.exp() / 1.1, 5f64.exp() * 1.1);
    let all = [
        priced(Parity::Price(Interval { estimate: 5f64.exp(), low, high })),
        priced(Parity::AtLeast(100.0)),
        priced(Parity::AtMost(100.0)),
        priced(Parity::Range(50.0, 60.0)),
        priced(Parity::Unclear),
    ];
    let [one, at_least, at_most, range] = observations(&all)[..] else { panic!("of one design nothing is known") };
    let LogPrice::Measured { value, error } = one.log_price else { panic!("it has a price") };
    assert!((value - 5.0).abs() < 1e-12 && (error - 1.1f64.ln() / 1.959_964).abs() < 1e-8);
    assert!((one.log_parts[0] - 100f64.ln()).abs() < 1e-12 && one.family == 3);
    let ends = |of: Observation| match of.log_price {
        LogPrice::Within { low, high } => [low.exp(), high.exp()].map(|x| (1e9 * x).round() / 1e9),
        LogPrice::Measured { .. } => panic!("it has bounds"),
    };
    assert_eq!(ends(at_least), [100.0, f64::INFINITY]);
    assert_eq!(ends(at_most), [0.0, 100.0]);
    assert_eq!(ends(range), [50.0, 60.0]);
}

/// By hand: four families in two minutes are half a minute each, eighteen minutes for the other thirty-six.
#[test]
fn a_fit_says_how_long_it_will_take() {
    let said = |before, seconds| heading(before, 40, Duration::from_secs(seconds));
    assert_eq!(said(0, 0), "family 1 of 40");
    assert_eq!(said(4, 120), "family 5 of 40 (some 18 min to the last)");
    assert_eq!(said(39, 2000), "family 40 of 40 (some 50 s to the last)");
    assert_eq!(said(39, 100), "family 40 of 40");
}
