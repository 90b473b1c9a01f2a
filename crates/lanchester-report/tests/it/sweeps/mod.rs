//! Finished sweeps of a toy game: scores follow from what a variant is worth, by rule. Nothing is drawn at random.

use std::collections::BTreeMap;

use lanchester_analysis::study::Setup;
use lanchester_analysis::sweep::{Cell, Opponent, Parameter, SweepResults, Value, Variant};
use lanchester_core::Tally;

/// A name that tries everything: to end a script, an attribute and a comment, to load an image, to steer a terminal.
pub const HOSTILE: &str = "</script><img src=x onerror=alert(1)>\"'--><svg onload=alert(2)>\u{202e}\u{1b}[2J&amp;";

/// Slope of log odds on log worth.
const SLOPE: f64 = 3.0;

/// A tally of so many pairs of battles in which the first side scores this share.
fn tally(share: f64, pairs: u64) -> Tally {
    let part = |x: f64| (x * pairs as f64).round() as u64;
    let won = part(share * share);
    let lost = part((1.0 - share) * (1.0 - share)).min(pairs - won);
    let split = pairs - won - lost;
    Tally {
        pairs,
        wins: [2 * won + split, 2 * lost + split],
        major: [won, lost],
        capped: won / 50,
        turns: 14 * pairs,
        pair_scores: [lost, 0, split, 0, won],
        // A split pair is won by one seat twice.
        seat_wins: [won + lost + 2 * (split / 2), won + lost + 2 * (split - split / 2)],
        ..Tally::new()
    }
}

/// A sweep with these parameters and values, one list a variant; `of` says of each its rating and what it is worth.
pub fn sweep(names: &[&str], values: Vec<Vec<Value>>, of: impl Fn(&[Value]) -> (u32, f64)) -> SweepResults {
    let opponents = [("anvil", "ANVIL", 100), ("bolt", "BOLT", 150), ("crown", "CROWN", 220)];
    let policies = ["greedy", "charge"];
    let mut cells = Vec::new();
    for (v, values) in values.iter().enumerate() {
        for (o, (_, _, rating)) in opponents.iter().enumerate() {
            for p in 0..policies.len() {
                let worth = of(values).1 * (1.0 + 0.02 * p as f64);
                let share = 1.0 / (1.0 + (f64::from(*rating) / worth).powf(SLOPE));
                cells.push(Cell { variant: v, opponent: o, policy: p, tally: tally(share, 400), sequence: None });
            }
        }
    }
    SweepResults {
        setup: Setup {
            id: "toys".to_owned(),
            name: "Toys to scale".to_owned(),
            tool_version: "0.1.0".to_owned(),
            game: "toy".to_owned(),
            rules_version: 3,
            stream_version: 1,
            seed: 7,
            options: BTreeMap::from([("precision".to_owned(), "400 pairs a cell".to_owned())]),
            ..Setup::default()
        },
        parameters: names
            .iter()
            .map(|name| Parameter { name: (*name).to_owned(), field: format!("ship.{name}") })
            .collect(),
        variants: values
            .iter()
            .enumerate()
            .map(|(number, values)| Variant { number: number as u64, values: values.clone(), rating: of(values).0 })
            .collect(),
        left_out: 2,
        base_rating: 140,
        unrated: false,
        opponents: opponents
            .iter()
            .map(|(id, name, rating)| Opponent { id: (*id).to_owned(), name: (*name).to_owned(), rating: *rating })
            .collect(),
        policies: policies.map(str::to_owned).to_vec(),
        cells,
    }
}

/// Every combination of these values, the last fastest.
pub fn grid(lists: &[Vec<Value>]) -> Vec<Vec<Value>> {
    lists.iter().fold(vec![Vec::new()], |rows, list| {
        rows.iter()
            .flat_map(|row| list.iter().map(move |v| [row.as_slice(), std::slice::from_ref(v)].concat()))
            .collect()
    })
}

pub fn whole(values: &[i64]) -> Vec<Value> {
    values.iter().map(|n| Value::Whole(*n)).collect()
}

pub fn words(values: &[&str]) -> Vec<Value> {
    values.iter().map(|w| Value::Text((*w).to_owned())).collect()
}

/// A value as a number: words by their length, flags as 0 or 1.
fn size(value: &Value) -> f64 {
    match value {
        Value::Whole(n) => *n as f64,
        Value::Real(x) => *x,
        Value::Text(text) => text.len() as f64,
        Value::Flag(flag) => f64::from(u8::from(*flag)),
    }
}

/// Twelve ships: hull and shields are worth something and help each other, and the model charges too much for shields.
pub fn toys() -> SweepResults {
    let values = grid(&[whole(&[8, 10, 12]), words(&["none", "5+"]), vec![Value::Flag(false), Value::Flag(true)]]);
    sweep(&["hull", "shields", "pivot"], values, |v| {
        let (hull, shielded, pivots) = (size(&v[0]), f64::from(u8::from(size(&v[1]) < 3.0)), size(&v[2]));
        let rating = 10.0 * hull + 60.0 * shielded + 2.0 * pivots;
        (rating as u32, 10.0 * hull + 20.0 * shielded + 2.0 * shielded * (hull - 10.0) + 2.0 * pivots)
    })
}

/// As many variants as asked for, of two numbers with many values and a third that does nothing.
pub fn many(variants: i64) -> SweepResults {
    let values = (0..variants)
        .map(|i| vec![Value::Whole(i % 97), Value::Real((i % 31) as f64 / 4.0), Value::Whole(i * 7919 % 3)])
        .collect();
    sweep(&["hull", "thrust", "idle"], values, |v| {
        let worth = 90.0 + size(&v[0]) / 2.0 + 4.0 * size(&v[1]);
        ((95.0 + size(&v[0]) / 3.0 + 5.0 * size(&v[1])) as u32, worth)
    })
}

/// The strangest sweeps that can be: a number among words, whole numbers among others, long words, flags, no slope, one
/// variant, no parameter, a parameter with one value, a policy named twice.
pub fn odd() -> Vec<SweepResults> {
    let constant = |_: &[Value]| (100, 100.0);
    let mixed = grid(&[
        vec![Value::Whole(3), Value::Real(2.5), Value::Whole(i64::MAX)],
        vec![Value::Text("none".into()), Value::Whole(5), Value::Flag(true)],
    ]);
    let mut twice = toys();
    twice.policies = vec!["greedy".to_owned(); 2];
    let long = (0..40).map(|i| vec![Value::Text(format!("{} {i}", "a word that goes on and on".repeat(3)))]).collect();
    vec![
        sweep(&["x", "y"], mixed, |v| (100, 80.0 + 10.0 * size(&v[1]))),
        sweep(&["words"], long, |v| (100 + v[0].to_string().len() as u32, 100.0 + v[0].to_string().len() as f64)),
        sweep(&["alone"], vec![whole(&[1])], constant),
        sweep(&[], vec![Vec::new()], constant),
        sweep(&["same", "hull"], grid(&[whole(&[1]), whole(&[5, 6, 7])]), |v| (100, 60.0 + 5.0 * size(&v[1]))),
        sweep(&["dull"], grid(&[whole(&[1, 2, 3])]), constant),
        // The costlier it is rated the worse it fights: no slope.
        sweep(&["size"], grid(&[whole(&[1, 2, 3, 4, 5, 6, 7, 8, 9])]), |v| {
            (40 * v[0].to_string().parse::<u32>().unwrap_or(1), 2000.0 / (1.0 + size(&v[0])).powi(2))
        }),
        // So strong that nothing can be implied.
        sweep(&["size"], grid(&[whole(&[1, 2, 3])]), |v| (100, 1e6 * size(&v[0]))),
        twice,
    ]
}

/// Puts [`HOSTILE`] wherever a name or a text can stand.
pub fn spoil(sweep: &mut SweepResults) {
    let set = |text: &mut String| *text = HOSTILE.to_owned();
    let setup = &mut sweep.setup;
    [&mut setup.name, &mut setup.tool_version, &mut setup.game].into_iter().for_each(set);
    setup.options = BTreeMap::from([(HOSTILE.to_owned(), HOSTILE.to_owned()), ("precision".into(), HOSTILE.into())]);
    for p in &mut sweep.parameters {
        p.name.push_str(HOSTILE);
        set(&mut p.field);
    }
    for v in &mut sweep.variants {
        for value in &mut v.values {
            *value = Value::Text(format!("{value}{HOSTILE}"));
        }
    }
    for o in &mut sweep.opponents {
        o.id.push_str(HOSTILE);
        set(&mut o.name);
    }
    sweep.policies.iter_mut().for_each(|p| p.push_str(HOSTILE));
}
