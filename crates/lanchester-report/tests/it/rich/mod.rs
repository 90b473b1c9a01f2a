//! An analysis with something in every field, as a study of the shipped designs would fill it: the strengths are those
//! of a real run, the rest follows from them by rule. Nothing is drawn at random.

use std::collections::BTreeMap;

use lanchester_analysis::analysis::{
    Analysis, CalibrationSummary, CellSummary, CyclesSummary, FleetLaw, Matrix, MeetingRow, Mirror, ModelScore,
    Payoffs, PolicyShift, PolicyStanding, RatingRow, ReliabilityBin, TripleRow,
};
use lanchester_analysis::parity::{EQUILIBRIUM, ParityRow};
use lanchester_analysis::readings::{OWN, PricesUnder};
use lanchester_analysis::sizes::{PriceOfSize, PricesBySize, SizeVerdict, judged_sizes};
use lanchester_analysis::study::{DesignInfo, Entrant};
use lanchester_core::Tally;
use lanchester_stats::Interval;
use lanchester_stats::jackknife::Jackknife;
use lanchester_stats::parity::{Parity, Reason};
use lanchester_stats::price::{Implied, Verdict};

/// A name that tries everything: to end a script, an attribute and a comment, to load an image, to steer a terminal.
pub const HOSTILE: &str = "</script><img src=x onerror=alert(1)>\"'--><svg onload=alert(2)>\u{202e}\u{1b}[2J&amp;";

/// Name, class, faction, printed, implied rating of a real run.
const SHIPS: [(&str, &str, &str, u32, f64); 17] = [
    ("ALIDADE", "CL", "Meridian Compact", 145, 153.6),
    ("ASTROLABE", "CA", "Meridian Compact", 251, 384.7),
    ("BASALT", "BC", "Karst Holds", 268, 265.0),
    ("CARACAL", "CL", "Vesper Kin", 224, 196.7),
    ("DIOPTRE", "BM", "Meridian Compact", 305, 374.7),
    ("GNEISS", "CL", "Karst Holds", 161, 143.9),
    ("GNOMON", "FB", "Meridian Compact", 225, 193.9),
    ("MAJESTIC", "BC", "Imperial", 344, 421.2),
    ("MIDGE", "PC", "Vesper Kin", 48, 38.8),
    ("MONOLITH", "DN", "Karst Holds", 738, 625.2),
    ("MORAINE", "DD", "Karst Holds", 98, 63.8),
    ("NIGHTJAR", "FF", "Vesper Kin", 106, 83.3),
    ("NOCTULE", "BC", "Vesper Kin", 434, 557.3),
    ("ORRERY", "BB", "Meridian Compact", 593, 908.2),
    ("SCREE", "PG", "Karst Holds", 48, 46.3),
    ("SEXTANT", "FF", "Meridian Compact", 63, 67.1),
    ("STOAT", "DD", "Vesper Kin", 95, 82.3),
];
const SLOPE: f64 = 3.77;

/// The estimate give or take `half`.
pub fn give(estimate: f64, half: f64) -> Interval {
    Interval { estimate, low: estimate - half, high: estimate + half }
}

/// A share from 30,000 battles.
fn share(estimate: f64) -> Interval {
    let half = 1.96 * (estimate * (1.0 - estimate) / 30_000.0).sqrt() + 1e-4;
    Interval { estimate, low: (estimate - half).max(0.0), high: (estimate + half).min(1.0) }
}

/// A number between −1 and 1 that only these three decide.
fn wobble(a: usize, b: usize, salt: usize) -> f64 {
    let mut x = (a as u64) << 40 | (b as u64) << 20 | salt as u64;
    for _ in 0..3 {
        x = (x ^ (x >> 31)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    (x >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

fn policy_pair(a: &str, b: &str) -> [String; 2] {
    [a.to_owned(), b.to_owned()]
}

fn judged(residual: &Interval) -> Verdict {
    match residual {
        r if r.low >= 0.95 && r.high <= 1.05 => Verdict::Fair,
        r if r.high < 1.0 => Verdict::Overpriced,
        r if r.low > 1.0 => Verdict::Underpriced,
        _ => Verdict::Inconclusive,
    }
}

/// A matrix of `n` designs, the shipped ones over and over, under these policies.
pub fn matrix(n: usize, policies: [String; 2], salt: usize) -> Matrix {
    let ship = |i: usize| SHIPS[i % SHIPS.len()];
    let moved = |i: usize| if salt == 0 { 1.0 } else { 1.0 + 0.25 * wobble(i, i, salt) };
    let implied = |i: usize| ship(i).4 * moved(i) * (1.0 + 0.07 * (i / SHIPS.len()) as f64);
    let mut meetings = Vec::new();
    for a in 0..n {
        for b in a + 1..n {
            let log_odds = SLOPE * (implied(a) / implied(b)).ln() + 0.5 * wobble(a, b, salt);
            let score = share(1.0 / (1.0 + (-log_odds).exp()));
            let significant = !score.contains(0.5);
            let draws = share(0.04 * (1.0 - (2.0 * score.estimate - 1.0).abs()));
            meetings.push(MeetingRow { a, b, score, draws, capped: share(0.002), significant, battles: 30_000 });
        }
    }
    let mean = |i: usize| {
        let of = |m: &MeetingRow| if m.a == i { m.score.estimate } else { 1.0 - m.score.estimate };
        meetings.iter().filter(|m| m.a == i || m.b == i).map(of).sum::<f64>() / (n - 1) as f64
    };
    let ratings = (0..n)
        .map(|i| {
            let (name, _, _, printed, _) = ship(i);
            let name = if i < SHIPS.len() { name.to_owned() } else { format!("{name} {}", i / SHIPS.len() + 1) };
            let interval = give(implied(i), 0.004 * implied(i));
            let residual = interval.map_rising(|x| x / f64::from(printed));
            RatingRow {
                design: name.to_lowercase().replace(' ', "-"),
                name,
                rating: printed,
                printed: Some(printed),
                strength: Some(give(SLOPE * (implied(i) / 170.0).ln(), 0.02)),
                implied: Some(Implied::Rating(interval)),
                residual: Some(residual),
                q: Some(0.001),
                verdict: Some(judged(&residual)),
                score: give(mean(i), 0.0008),
                battles: 30_000 * (n as u64 - 1),
            }
        })
        .collect();
    Matrix {
        group: "duels".to_owned(),
        policies,
        slope: Some(give(SLOPE, 0.01)),
        no_strengths: None,
        no_prices: None,
        ratings,
        meetings,
        calibration: Some(calibration()),
        cycles: Some(CyclesSummary {
            share: give(0.034, 0.004),
            triples: vec![
                TripleRow {
                    designs: [3, 6, 5],
                    legs: [give(0.58, 0.01), give(0.71, 0.009), give(0.55, 0.01)],
                    q: 1e-9,
                },
                TripleRow {
                    designs: [14, 8, 15],
                    legs: [give(0.53, 0.01), give(0.54, 0.01), give(0.52, 0.01)],
                    q: 0.01,
                },
            ],
            triples_found: 4,
        }),
    }
}

fn calibration() -> CalibrationSummary {
    let bin = |predicted: f64, observed: f64, half: f64| ReliabilityBin {
        predicted,
        observed: give(observed, half),
        cells: 14,
        pairs: 210_000,
    };
    let model = |model: &str, slope: Option<f64>, brier: f64, log_loss: f64| ModelScore {
        model: model.to_owned(),
        slope: slope.map(|k| give(k, 0.06)),
        brier: give(brier, 0.004),
        log_loss: give(log_loss, 0.011),
        brier_excess: (model != "rating").then(|| give(brier - 0.097, 0.003)),
        log_loss_excess: (model != "rating").then(|| give(log_loss - 0.311, 0.009)),
        brier_excess_designs: (model != "rating").then(|| give(brier - 0.097, 0.003)),
        log_loss_excess_designs: (model != "rating").then(|| give(log_loss - 0.311, 0.009)),
    };
    CalibrationSummary {
        slope: give(2.91, 0.05),
        side_bias: Some(give(0.004, 0.007)),
        reliability: vec![
            bin(0.53, 0.51, 0.03),
            bin(0.62, 0.57, 0.035),
            bin(0.71, 0.64, 0.04),
            bin(0.8, 0.79, 0.03),
            bin(0.9, 0.93, 0.015),
            bin(0.98, 0.991, 0.004),
        ],
        models: vec![
            model("rating", Some(2.91), 0.097, 0.311),
            model("hull", Some(2.2), 0.131, 0.409),
            model("house_rating", Some(2.88), 0.099, 0.315),
            model("coin", None, 0.25, 0.693),
        ],
    }
}

fn fleets() -> Vec<CellSummary> {
    let fights = [
        ("Meridian picket", 585, "Karst patrol", 575, 0.998),
        ("Karst patrol", 575, "Vesper prowl", 579, 0.258),
        ("Meridian station", 764, "Vesper flag and flock", 790, 0.793),
        ("Karst dreadnought group", 997, "Vesper pack", 993, 0.970),
        ("Karst avalanche", 1198, "Vesper hunt", 1178, 0.182),
        ("Meridian wall", 1359, "Karst fleet_sampler", 1363, 0.976),
    ];
    let cell = |number: usize, names: [&str; 2], ratings: [u32; 2], score: f64, duel: bool, mirror: bool| {
        let side = |i: usize| Entrant {
            id: names[i].to_lowercase().replace(' ', "-"),
            name: names[i].to_owned(),
            rating: ratings[i],
            policy: "greedy".to_owned(),
            ships: Vec::new(),
        };
        let capped = 0.004 + 0.0005 * number as f64;
        CellSummary {
            number: number as u64,
            group: if duel { "duels" } else { "fleets" }.to_owned(),
            entrants: [side(0), side(1)],
            duel,
            mirror,
            score: share(score),
            wins: share(score * 0.99),
            draws: share(0.012),
            losses: share(1.0 - score),
            major: [share(0.4 * score), share(0.3 * (1.0 - score))],
            capped: share(capped),
            turns_mean: 8.2,
            left_mean: [0.6, 0.1],
            margin: give(2.0 * score - 1.0, 0.01),
            tally: Tally { pairs: 4000, capped: (8000.0 * capped) as u64, ..Tally::new() },
        }
    };
    let actions = fights
        .iter()
        .enumerate()
        .map(|(i, (a, ra, b, rb, score))| cell(i + 1, [a, b], [*ra, *rb], *score, false, false));
    let duels = (0..8).map(|i| {
        let (a, b) = (SHIPS[i], SHIPS[i + 1]);
        cell(i + 20, [a.0, b.0], [a.3, b.3], 0.4 + 0.02 * i as f64, true, false)
    });
    actions.chain(duels).chain([cell(40, ["MAJESTIC"; 2], [344; 2], 0.5, true, true)]).collect()
}

/// A study of `n` designs under two policies, everything filled in.
pub fn rich(n: usize) -> Analysis {
    let policy_pairs = [
        policy_pair("greedy", "greedy"),
        policy_pair("charge", "charge"),
        policy_pair("greedy", "charge"),
        policy_pair(EQUILIBRIUM, EQUILIBRIUM),
    ];
    let matrices: Vec<Matrix> = policy_pairs.iter().enumerate().map(|(i, c)| matrix(n, c.clone(), i)).collect();
    let rows = &matrices[0].ratings;
    let prices = policy_pairs[..2]
        .iter()
        .enumerate()
        .flat_map(|(salt, c)| rows.iter().enumerate().map(move |(i, r)| parity(i, r, c, salt)));
    let prices: Vec<ParityRow> = prices.collect();
    let shift = |i: usize| {
        let at = |m: usize| (policy_pairs[m].clone(), matrices[m].ratings[i].residual.expect("all have one"));
        let (least, most) = if at(0).1.estimate < at(1).1.estimate { (at(0), at(1)) } else { (at(1), at(0)) };
        let moves = least.1.high < most.1.low;
        PolicyShift {
            group: "duels".to_owned(),
            design: rows[i].design.clone(),
            name: rows[i].name.clone(),
            least,
            most,
            moves,
        }
    };
    let design = |(i, r): (usize, &RatingRow)| DesignInfo {
        id: r.design.clone(),
        name: r.name.clone(),
        class: SHIPS[i % SHIPS.len()].1.to_owned(),
        faction: (i != 7).then(|| SHIPS[i % SHIPS.len()].2.to_owned()),
        rating: r.rating,
        unrated: false,
        origin: if i == 7 { "reconstructed" } else { "original" }.to_owned(),
        extras: [("house_rating".to_owned(), f64::from(r.rating) + 0.3), ("hull".to_owned(), (i % 9 + 2) as f64)]
            .into(),
    };
    let law = |c: &[String; 2], p: f64| FleetLaw {
        policies: c.clone(),
        actions: 15,
        exponent: Some(give(p, 0.06)),
        no_exponent: None,
        calibration: Some(calibration()),
    };
    let refused = FleetLaw {
        policies: policy_pairs[2].clone(),
        actions: 2,
        exponent: None,
        no_exponent: Some("fewer than three actions".to_owned()),
        calibration: None,
    };
    let mirror = |i: usize, name: &str| Mirror {
        cell: (!name.is_empty()).then_some(i as u64),
        name: name.to_owned(),
        policy: if name.is_empty() { "" } else { "greedy" }.to_owned(),
        seat: give(0.5 + 0.003 * wobble(i, 1, 9), 0.004),
        initiative: Some(give(0.505 + 0.006 * wobble(i, 2, 9), 0.004)),
        battles: 30_000,
    };
    let standing = |policy: &str, score: f64| PolicyStanding {
        group: "fleets".to_owned(),
        policy: policy.to_owned(),
        score: give(score, 0.002),
        cells: 34,
        pairs: 136_000,
    };
    Analysis {
        study: "default".to_owned(),
        name: "The shipped ships".to_owned(),
        tool_version: "0.1.0".to_owned(),
        game: "nova".to_owned(),
        rules_version: 1,
        stream_version: 1,
        seed: 1,
        study_file: String::new(),
        study_hash: "b0f1c6d2a94e77c15d3f".to_owned(),
        options: BTreeMap::from([
            ("turn_limit".to_owned(), "40".to_owned()),
            ("board".to_owned(), "24 x 36".to_owned()),
        ]),
        battles: 4_812_000,
        capped: give(0.0047, 0.0001),
        no_contact: give(0.00011, 0.00002),
        major: None,
        designs: rows.iter().enumerate().map(design).collect(),
        cells: fleets(),
        fleet_laws: vec![law(&policy_pairs[0], 0.84), law(&policy_pairs[1], 1.02), refused],
        readings: readings(&prices),
        robust: Vec::new(),
        commanders: Vec::new(),
        prices,
        prices_by_size: judged_sizes(&sizes(rows)),
        payoffs: Some(Payoffs {
            policies: vec!["greedy".to_owned(), "charge".to_owned()],
            scores: vec![vec![None, Some(give(0.621, 0.004))], vec![Some(give(0.379, 0.004)), None]],
            weights: vec![0.93, 0.07],
            against: vec![give(0.509, 0.004), give(0.388, 0.004)],
            exploitable_by: 0.009,
        }),
        shifts: (0..n).map(shift).collect(),
        mirrors: SHIPS.iter().enumerate().map(|(i, s)| mirror(i + 1, s.0)).chain([mirror(0, "")]).collect(),
        exploitability: Vec::new(),
        policies: vec![standing("greedy", 0.621), standing("charge", 0.379)],
        matrices,
    }
}

/// The prices under the own options and under two readings: one that moves every third price by a fifth of it, one that moves
/// none.
fn readings(prices: &[ParityRow]) -> Vec<PricesUnder> {
    let own: Vec<&ParityRow> = prices.iter().filter(|row| row.policies == prices[0].policies).collect();
    let under = |name: &str, shift: &dyn Fn(usize) -> f64| {
        let row = |(i, row): (usize, &&ParityRow)| {
            let factor = 1.0 + shift(i);
            let gap = row.price().map(|price| Jackknife {
                estimate: shift(i) * price.estimate,
                error: 0.01 * price.estimate,
                freedom: 24.0,
            });
            (ParityRow { parity: row.parity.times(factor), ..(*row).clone() }, gap)
        };
        PricesUnder::new(name.to_owned(), &own.iter().enumerate().map(row).collect::<Vec<_>>())
    };
    let first: Vec<_> = own.iter().map(|row| ((*row).clone(), None)).collect();
    let third = |i: usize| if i.is_multiple_of(3) { 0.2 } else { 0.0 };
    vec![PricesUnder::new(OWN.to_owned(), &first), under("to the target", &third), under("other edges", &|_| 0.0)]
}

/// Three designs by the number of ships: one worth more in numbers, one worth the same, and one with a range alone and a bound
/// at the limit.
fn sizes(rows: &[RatingRow]) -> Vec<PricesBySize> {
    let numbers = [1, 2, 4, 8, 12];
    let priced = |row: &RatingRow, parities: [Parity; 5]| {
        let price = |(ships, parity): (u32, Parity)| PriceOfSize {
            ships,
            parity,
            reason: parity.price().is_none().then_some(Reason::FewOpponents),
            matchups: 640,
            opponents: 500,
            undrawn: 3,
            battles: 40_000,
            capped: 90,
            draws: 600,
        };
        PricesBySize {
            design: row.design.clone(),
            name: row.name.clone(),
            printed: row.printed,
            policies: policy_pair("greedy", "greedy"),
            prices: numbers.into_iter().zip(parities).map(price).collect(),
            test: None,
            q: None,
            verdict: SizeVerdict::Untested,
        }
    };
    let rising = |row: &RatingRow, power: f64| {
        let points = |ships: u32| f64::from(row.rating) * f64::from(ships).powf(power);
        numbers.map(|ships| Parity::Price(give(points(ships), 0.02 * points(ships))))
    };
    let mut several = vec![priced(&rows[0], rising(&rows[0], 0.15)), priced(&rows[1], rising(&rows[1], 0.0))];
    let mut last = rising(&rows[2], 0.01);
    (last[0], last[4]) = (Parity::Range(90.0, 130.0), Parity::AtLeast(300.0));
    several.push(priced(&rows[2], last));
    several
}

fn parity(i: usize, r: &RatingRow, policies: &[String; 2], salt: usize) -> ParityRow {
    let worth = r.residual.expect("all have one").estimate.powf(0.6) * (1.0 + 0.08 * wobble(i, 3, salt));
    let multiplier = give(worth, 0.012);
    let parity = match i {
        13 => Parity::AtLeast(1.6),
        10 => Parity::AtMost(0.6),
        _ => Parity::Price(multiplier),
    };
    let multiplier = parity.price();
    ParityRow {
        design: r.design.clone(),
        name: r.name.clone(),
        printed: r.printed,
        policies: policies.clone(),
        parity: parity.times(f64::from(r.rating)),
        reason: if multiplier.is_none() { Some(Reason::OutOfReach) } else { None },
        p: multiplier.map(|_| 0.002),
        verdict: Some(multiplier.as_ref().map_or(Verdict::Bound, judged)),
        q: multiplier.map(|_| 0.01),
        matchups: 2000,
        opponents: 1800,
        undrawn: 3,
        battles: 64_000,
        capped: 310,
        draws: 1204,
    }
}

/// Puts [`HOSTILE`] wherever a name or a text can stand.
pub fn spoil(a: &mut Analysis) {
    let set = |text: &mut String| *text = HOSTILE.to_owned();
    [&mut a.study, &mut a.name, &mut a.tool_version, &mut a.game, &mut a.study_hash].into_iter().for_each(set);
    a.options = BTreeMap::from([(HOSTILE.to_owned(), HOSTILE.to_owned())]);
    for d in &mut a.designs {
        [&mut d.id, &mut d.name, &mut d.class, &mut d.origin].into_iter().for_each(set);
        d.faction = Some(HOSTILE.to_owned());
        d.extras = std::mem::take(&mut d.extras)
            .into_iter()
            .map(|(mut name, value)| {
                set(&mut name);
                (name, value)
            })
            .collect();
    }
    for c in &mut a.cells {
        set(&mut c.group);
        c.entrants.iter_mut().for_each(|e| [&mut e.id, &mut e.name].into_iter().for_each(set));
        c.entrants[0].policy = HOSTILE.to_owned();
    }
    for m in &mut a.matrices {
        set(&mut m.group);
        m.policies.iter_mut().for_each(set);
        m.ratings.iter_mut().for_each(|r| [&mut r.design, &mut r.name].into_iter().for_each(set));
        m.calibration.iter_mut().flat_map(|c| &mut c.models).for_each(|model| set(&mut model.model));
    }
    if let Some(last) = a.matrices.last_mut() {
        last.no_strengths = Some(HOSTILE.to_owned());
    }
    for law in &mut a.fleet_laws {
        law.policies.iter_mut().for_each(set);
        law.no_exponent.iter_mut().for_each(set);
    }
    for under in &mut a.readings {
        set(&mut under.reading);
        under.rows.iter_mut().for_each(|row| set(&mut row.price.name));
    }
    for p in &mut a.prices_by_size {
        [&mut p.design, &mut p.name].into_iter().for_each(set);
        p.policies.iter_mut().for_each(set);
    }
    for p in &mut a.prices {
        [&mut p.design, &mut p.name].into_iter().for_each(set);
        p.policies.iter_mut().for_each(set);
    }
    for s in &mut a.shifts {
        [&mut s.group, &mut s.design, &mut s.name].into_iter().for_each(set);
        s.least.0.iter_mut().chain(&mut s.most.0).for_each(set);
    }
    a.payoffs.iter_mut().flat_map(|c| &mut c.policies).for_each(set);
    a.mirrors.iter_mut().for_each(|m| [&mut m.name, &mut m.policy].into_iter().for_each(set));
    a.policies.iter_mut().for_each(|p| [&mut p.group, &mut p.policy].into_iter().for_each(set));
}
