//! Plays what a finding claims.

use std::path::Path;

use lanchester_report::{read_run, rebuild};
use serde_json::Value;

use super::data::{Claim, DuelClaim, Finding, PriceClaim};
use super::page::Page;
use crate::common::json;

/// Half-width of an interval in standard errors: beyond one of its ends lies the truth once in 20,000 plays. So often a false claim
/// passes; a true one is missed less often where its effect is two half-widths or more.
const HALF_WIDTH: f64 = 3.89;
/// ln 20,000: how often an event comes at most that was never seen, times the number of trials, at the same level.
const NEVER_SEEN: f64 = 9.9;
/// The half-width of what the program prints, in the same unit.
const PRINTED: f64 = 1.96;

/// What is wrong with a finding: claims that do not hold where they are said to hold, under so many of their policies, and policies that
/// the page does not name.
pub fn problems(finding: &Finding, of_game: &[String; 3], policies_played: usize) -> Vec<String> {
    let mut problems = Vec::new();
    let page = Page::read(&finding.page);
    let sentences = [Some(finding.says.as_str()), finding.said.as_deref()].map(|quote| page.sentence(quote?));
    let named = |policy: &str| sentences.iter().flatten().any(|sentence| sentence.contains(&format!("`{policy}`")));
    for claim in &finding.claims {
        let only = claim.policies().or(finding.policies.as_ref());
        let policies: Vec<&str> = only.map_or(&of_game[..], Vec::as_slice).iter().map(String::as_str).collect();
        let unnamed = policies.iter().filter(|policy| only.is_some() && !named(policy));
        problems.extend(unnamed.map(|policy| format!("{}: “{}” does not name `{policy}`", finding.page, finding.says)));
        for policy in policies.into_iter().take(policies_played) {
            let found = match claim {
                Claim::Duel(claim) => duel(claim, &finding.game, policy),
                Claim::Prices(claim) => prices(claim, &finding.game, policy),
            };
            let wrong =
                |why: String| format!("{}: “{}”\n  with `{policy}` on both sides: {why}", finding.page, finding.says);
            problems.extend(found.err().map(wrong));
        }
    }
    problems
}

/// Plays a duel; what speaks against the claim where it is not proven.
fn duel(claim: &DuelClaim, game: &str, policy: &str) -> Result<(), String> {
    let battles = claim.battles.to_string();
    let [a, b] = &claim.duel;
    let mut words =
        vec!["--game", game, "duel", a, b, "--battles", &battles, "--policy-a", policy, "--policy-b", policy];
    words.extend(["--seed", "1", "--threads", "1", "--quiet"]);
    words.extend(claim.options.iter().flat_map(|options| ["--options", options]));
    words.extend(claim.size.iter().flat_map(|size| ["--size", size]));
    let answer = json(&words);
    let pairs = answer["pairs"].as_f64().expect("a number of pairs");
    let share =
        answer[&claim.of]["estimate"].as_f64().unwrap_or_else(|| panic!("a share that `duel` has: {}", claim.of));
    let variance = if claim.of == "score" { variance(&answer["tally"]["pair_scores"]) } else { share * (1.0 - share) };
    let width = (HALF_WIDTH * (variance / pairs).sqrt()).max(NEVER_SEEN / pairs);
    let [low, high] = [share - width, share + width].map(|end| 100.0 * end);
    let proven = match (claim.above, claim.below, claim.within) {
        (Some(above), None, None) => low > above,
        (None, Some(below), None) => high < below,
        (None, None, Some([least, most])) => low > least && high < most,
        _ => panic!("one of `above`, `below` and `within`: {claim:?}"),
    };
    let said = format!("{} of {a} against {b} is {:.1} [{low:.1}, {high:.1}] %, {claim:?}", claim.of, 100.0 * share);
    if proven { Ok(()) } else { Err(said) }
}

/// Variance of a pair's score, from the number of pairs in which A scored 0, ¼, ½, ¾ and 1.
fn variance(pair_scores: &Value) -> f64 {
    let counts: Vec<f64> = pair_scores.as_array().expect("counts").iter().filter_map(Value::as_f64).collect();
    let pairs: f64 = counts.iter().sum();
    let moment = |power: i32| -> f64 {
        let terms = counts.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0_f64]);
        terms.map(|(count, score)| count * score.powi(power)).sum::<f64>() / pairs
    };
    moment(2) - moment(1).powi(2)
}

/// Looks verdicts up in a stored run, or plays prices; those that are others than claimed.
fn prices(claim: &PriceClaim, game: &str, policy: &str) -> Result<(), String> {
    let verdicts = match &claim.run {
        Some(run) => stored(run, policy),
        None => played(&claim.ships, game, policy),
    };
    let of = |ship: &String| {
        let verdict = verdicts.iter().find(|(design, _)| design == ship).map(|(_, verdict)| verdict.as_str());
        verdict.unwrap_or("not priced")
    };
    let others: Vec<String> = claim
        .ships
        .iter()
        .filter(|ship| of(ship) != claim.verdict)
        .map(|ship| format!("{ship} is {}, not {}", of(ship), claim.verdict))
        .collect();
    if others.is_empty() { Ok(()) } else { Err(others.join(", ")) }
}

/// Ids and verdicts of a stored run's parity prices under a policy on both sides.
fn stored(run: &str, policy: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports").join(run);
    let study = rebuild(&read_run(&folder).expect("a whole run")).expect("a study");
    let under = study.prices.iter().filter(|row| row.policies == [policy, policy]);
    under.map(|row| (row.design.clone(), row.verdict.map_or("", |verdict| verdict.name()).to_owned())).collect()
}

/// Ids and verdicts of coarse prices against the field of the study `default`: `overpriced` or `underpriced` where the interval
/// lies wholly on one side of the printed rating.
fn played(ships: &[String], game: &str, policy: &str) -> Vec<(String, String)> {
    let ships: Vec<&str> = ships.iter().map(String::as_str).collect();
    let mut words = vec!["--game", game, "price", "--precision", "0.1", "--policy-a", policy, "--policy-b", policy];
    words.extend(["--seed", "1", "--threads", "1", "--quiet"]);
    let answer = json(&[&words[..], &ships].concat());
    let rows = answer["prices"].as_array().expect("prices");
    rows.iter().map(|row| (row["design"].as_str().expect("an id").to_owned(), coarse(row).to_owned())).collect()
}

/// What a price says of the printed rating, at the level of this file.
fn coarse(row: &Value) -> &'static str {
    let printed = row["printed"].as_f64().expect("a printed rating");
    let end = |end: &str| row["price"][end].as_f64();
    let ends = match (end("low"), end("estimate"), end("high")) {
        (Some(low), Some(price), Some(high)) => {
            let wider = |end: f64| price * (end / price).powf(HALF_WIDTH / PRINTED);
            [wider(low), wider(high)]
        }
        _ => [row["at_least"].as_f64().unwrap_or(0.0), row["at_most"].as_f64().unwrap_or(f64::INFINITY)],
    };
    match ends {
        [low, _] if low > printed => "underpriced",
        [_, high] if high < printed => "overpriced",
        _ => "inconclusive",
    }
}
