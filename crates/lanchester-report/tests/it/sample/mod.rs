//! A small study with hostile names.

use std::collections::BTreeMap;

use lanchester_analysis::commanders::{CommanderRow, SEARCH};
use lanchester_analysis::parity::ParityRow;
use lanchester_analysis::readings::{OWN, PricesUnder};
use lanchester_analysis::sizes::{PriceOfSize, PricesBySize, SizeVerdict, judged_sizes};
use lanchester_analysis::study::{CellResult, DesignInfo, Entrant, FieldedForce, Input, Setup, StudyResults};
use lanchester_core::{MARGIN_BINS, Tally};
use lanchester_stats::Interval;
use lanchester_stats::jackknife::Jackknife;
use lanchester_stats::parity::{Parity, Reason};
use lanchester_stats::price::Verdict;

pub const HOSTILE: &str = "</script><img onerror=\"x\">'\n\u{1b}[31m";

/// A tally of so many pairs won twice, split, drawn twice and lost twice.
pub fn tally(won: u64, split: u64, drawn: u64, lost: u64) -> Tally {
    let pairs = won + split + drawn + lost;
    let mut margins = vec![0; MARGIN_BINS];
    (margins[36], margins[20], margins[4]) = (2 * won + split, 2 * drawn, 2 * lost + split);
    Tally {
        pairs,
        wins: [2 * won + split, 2 * lost + split],
        major: [won, lost],
        draws: 2 * drawn,
        capped: drawn,
        no_contact: 0,
        mutual: 0,
        turns: 2 * pairs * 6,
        pair_scores: [lost, 0, split + drawn, 0, won],
        seat_wins: [won + lost + split, won + lost + split],
        initiative: [won + lost + 2 * split, won + lost],
        left: [800 * (2 * won + split), 800 * (2 * lost + split)],
        margin: 1600 * (won as i64 - lost as i64),
        pair_margin_squares: 1600 * 1600 * (won + lost),
        margins,
    }
}

fn entrant(id: &str, rating: u32, policy: &str) -> Entrant {
    let name = if id == "b" { HOSTILE.to_owned() } else { id.to_uppercase() };
    let ships = match id {
        "reds" => vec!["a", "a", "b"],
        "blues" => vec!["c"],
        ship => vec![ship],
    };
    let ships = ships.into_iter().map(str::to_owned).collect();
    Entrant { id: id.to_owned(), name, rating, policy: policy.to_owned(), ships }
}

pub fn study() -> StudyResults {
    let design = |id: &str, rating, faction: Option<&str>, extras: &[(&str, f64)]| DesignInfo {
        id: id.to_owned(),
        name: if id == "b" { HOSTILE.to_owned() } else { id.to_uppercase() },
        class: "cruiser".to_owned(),
        faction: faction.map(str::to_owned),
        rating,
        unrated: false,
        origin: "original".to_owned(),
        extras: extras.iter().map(|(n, v)| ((*n).to_owned(), *v)).collect(),
    };
    let mut cells = Vec::new();
    let mut cell = |group: &str, a: (&str, u32, &str), b: (&str, u32, &str), duel, tally| {
        let entrants = [a, b].map(|(id, rating, policy)| entrant(id, rating, policy));
        cells.push(CellResult { number: cells.len() as u64 + 1, group: group.to_owned(), entrants, duel, tally });
    };
    let (a, b, c, d) = (("a", 100, "greedy"), ("b", 150, "greedy"), ("c", 210, "greedy"), ("d", 400, "greedy"));
    cell("greedy", a, a, true, tally(0, 1000, 24, 0));
    cell("greedy", a, b, true, tally(150, 550, 50, 274));
    cell("greedy", a, c, true, tally(50, 450, 50, 474));
    cell("greedy", b, c, true, tally(130, 550, 50, 294));
    cell("greedy", a, d, true, tally(0, 0, 0, 1024));
    cell("greedy", c, c, true, tally(0, 990, 34, 0));
    cell("fleets", ("reds", 900, "greedy"), ("blues", 905, "greedy"), false, tally(400, 500, 24, 100));
    cell("policies", ("a", 100, "charge"), ("a", 100, "greedy"), true, tally(200, 500, 24, 300));
    let input = |name: &str, text: &str| Input { name: name.to_owned(), text: text.to_owned() };
    StudyResults {
        setup: Setup {
            id: "first-look".to_owned(),
            name: format!("A first look {HOSTILE}"),
            tool_version: "0.1.0".to_owned(),
            game: "toy".to_owned(),
            rules_version: 3,
            stream_version: 1,
            seed: u64::MAX,
            options: BTreeMap::from([("board".to_owned(), "24".to_owned())]),
            inputs: vec![input("studies/first-look.toml", "x = 1"), input("ships/b.toml", HOSTILE)],
            forces: vec![FieldedForce { name: HOSTILE.to_owned(), ships: vec!["b".into(), "b".into()], rating: 300 }],
            level: "avx2".to_owned(),
            threads: 2,
            hash: None,
            created: None,
            exploitability: Vec::new(),
        },
        designs: vec![
            design("a", 100, Some("reds"), &[("house_rating", 104.5)]),
            design("b", 150, None, &[("house_rating", f64::NAN), ("hull", 7.0)]),
            design("c", 210, Some("blues"), &[]),
            design("d", 400, None, &[]),
            design("unused", 1, None, &[]),
        ],
        cells,
        prices: vec![
            price("a", Some(1.31), None, 1e-9),
            price("b", Some(0.99), None, 0.4),
            price("d", None, Some(8.0), 1.0),
        ],
        prices_by_size: judged_sizes(&[by_size()]),
        readings: Vec::new(),
        robust: Vec::new(),
        commanders: Vec::new(),
    }
}

/// A hostile design under the own policy, another, a search of both sides and one of a single decision; and one without a price.
pub fn commanders() -> Vec<CommanderRow> {
    let about = |estimate, half| Interval { estimate, low: estimate - half, high: estimate + half };
    let row = |design: &str, rollouts: Option<u32>, decision: Option<&str>, change: Option<f64>| CommanderRow {
        design: design.to_owned(),
        name: HOSTILE.to_owned(),
        commander: if rollouts.is_some() { SEARCH.to_owned() } else { "greedy".to_owned() },
        rollouts,
        decision: decision.map(str::to_owned),
        price: change.map(|change| about(100.0 * (1.0 + change), 4.0)),
        change: change.filter(|change| *change != 0.0).map(|change| about(change, 0.03)),
        p: change.filter(|change| *change != 0.0).map(|_| 0.000_1),
        q: None,
        verdict: None,
        matchups: 200,
        battles: 400,
        capped: 3,
    };
    let charge = CommanderRow { commander: "charge".to_owned(), ..row("a", None, None, Some(-0.2)) };
    vec![
        row("a", None, None, Some(0.0)),
        row("d", None, None, None),
        charge,
        row("a", Some(64), None, Some(0.12)),
        row("a", Some(64), Some("moves"), Some(0.07)),
    ]
}

/// The prices under the own options and under a reading of a hostile name: it raises one price, and of one no number is known.
pub fn readings() -> Vec<PricesUnder> {
    let own = [price("a", Some(1.31), None, 1e-9), price("d", None, Some(8.0), 1.0)];
    let other = [price("a", Some(1.4), None, 1e-9), price("d", None, Some(9.0), 1.0)];
    let gap = Jackknife { estimate: 9.0, error: 1.5, freedom: 24.0 };
    vec![
        PricesUnder::new(OWN.to_owned(), &own.map(|row| (row, None))),
        PricesUnder::new(HOSTILE.to_owned(), &other.into_iter().zip([Some(gap), None]).collect::<Vec<_>>()),
    ]
}

/// The hostile design by the number of ships: a range alone, then prices that rise.
fn by_size() -> PricesBySize {
    let price = |(ships, parity): (u32, Parity)| PriceOfSize {
        ships,
        parity,
        reason: parity.price().is_none().then_some(Reason::FewOpponents),
        matchups: 400,
        opponents: 90,
        undrawn: 5,
        battles: 30_000,
        capped: 3,
        draws: 8,
    };
    let known = |points: f64| Parity::Price(Interval { estimate: points, low: points - 2.0, high: points + 3.0 });
    let prices = [(1, Parity::Range(80.0, 125.0)), (2, known(100.0)), (8, known(130.0))];
    PricesBySize {
        design: "b".to_owned(),
        name: HOSTILE.to_owned(),
        printed: Some(150),
        policies: ["greedy", "greedy"].map(str::to_owned),
        prices: prices.into_iter().map(price).collect(),
        test: None,
        q: None,
        verdict: SizeVerdict::Untested,
    }
}

fn price(design: &str, multiplier: Option<f64>, at_least: Option<f64>, p: f64) -> ParityRow {
    ParityRow {
        design: design.to_owned(),
        name: if design == "b" { HOSTILE.to_owned() } else { design.to_uppercase() },
        printed: Some(100),
        policies: ["greedy", "greedy"].map(str::to_owned),
        parity: match (multiplier, at_least) {
            (Some(m), _) => Parity::Price(Interval { estimate: m, low: m - 0.02, high: m + 0.02 }),
            (None, Some(bound)) => Parity::AtLeast(bound),
            (None, None) => Parity::Unclear,
        }
        .times(100.0),
        reason: at_least.map(|_| Reason::OutOfReach),
        p: multiplier.map(|_| p),
        verdict: Some(if at_least.is_some() { Verdict::Bound } else { Verdict::Inconclusive }),
        q: None,
        matchups: 400,
        opponents: 390,
        undrawn: 0,
        battles: 20_000,
        capped: 7,
        draws: 11,
    }
}

/// Three designs under two policies, each pair of them in every seat: a cell for every ordered policy pair.
pub fn payoffs() -> StudyResults {
    let mut study = study();
    let numbers = [("a", 100), ("b", 150), ("c", 210)];
    let mut cells = Vec::new();
    for (i, a) in numbers.iter().enumerate() {
        for b in &numbers[i..] {
            for (p, q) in [("bold", "bold"), ("bold", "shy"), ("shy", "bold"), ("shy", "shy")] {
                if a.0 == b.0 && (p, q) == ("shy", "bold") {
                    continue;
                }
                // The costlier wins more, and more so under bold policies; bold beats shy.
                let lean = 60 * (i64::from(b.1) - i64::from(a.1)) / 110;
                let lean = if (p, q) == ("shy", "shy") { lean / 2 } else { lean };
                let lean = lean - 100 * (i64::from(p == "bold") - i64::from(q == "bold"));
                let tally = tally((200 - lean) as u64, 600, 24, (200 + lean) as u64);
                let entrants = [entrant(a.0, a.1, p), entrant(b.0, b.1, q)];
                cells.push(CellResult {
                    number: cells.len() as u64,
                    group: "duels".to_owned(),
                    entrants,
                    duel: true,
                    tally,
                });
            }
        }
    }
    study.cells = cells;
    study.prices.clear();
    study
}
