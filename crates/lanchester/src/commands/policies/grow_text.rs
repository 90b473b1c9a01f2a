//! What became of a population, as text and as JSON.

use std::path::Path;

use lanchester_games::Game;
use lanchester_report::columns::{Align, TextTable, Tone};
use lanchester_stats::Interval;
use serde::Serialize;

use super::grow::{Population, Round};
use super::percent;
use crate::commands::tune::text::FoundJson;
use crate::json_head::Head;
use crate::output;
use crate::wording::{count, share, wrapped};

/// All that is said.
pub struct Answer<'a, G: Game> {
    pub grown: &'a Population<G>,
    pub seed: u64,
    pub battles: u64,
    pub repeat: &'a str,
    pub folder: &'a Path,
}

#[derive(Serialize)]
pub struct GrowJson<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    seed: u64,
    interrupted: bool,
    rounds: Vec<RoundJson<'a>>,
    matchups: u64,
    battles: u64,
    policies: Vec<MemberJson<'a>>,
}

#[derive(Serialize)]
struct RoundJson<'a> {
    opponents: &'a str,
    #[serde(flatten)]
    found: FoundJson,
    policy: Option<&'a str>,
    began_as: Option<&'a str>,
}

#[derive(Serialize)]
struct MemberJson<'a> {
    policy: &'a str,
    share: f64,
    score: Interval,
    scores: &'a [Interval],
}

/// All of it as JSON.
pub fn json<'a, G: Game>(of: &Answer<'a, G>) -> GrowJson<'a> {
    let grown = of.grown;
    let round = |round: &'a Round| {
        let [policy, began_as] = [0, 1].map(|i: usize| round.joined.as_ref().map(|joined| joined[i].as_str()));
        RoundJson { opponents: &round.against, found: FoundJson::of(&round.tuned), policy, began_as }
    };
    let member = |(i, (id, _)): (usize, &'a (String, _))| MemberJson {
        policy: id,
        share: grown.mixture.weights[i],
        score: grown.mixture.scores[i],
        scores: &grown.meetings.scores[i],
    };
    GrowJson {
        head: Head::of::<G>(of.repeat),
        seed: of.seed,
        interrupted: grown.interrupted,
        rounds: grown.rounds.iter().map(round).collect(),
        matchups: grown.meetings.matchups,
        battles: of.battles,
        policies: grown.policies.iter().enumerate().map(member).collect(),
    }
}

/// All of it for a reader.
pub fn text<G: Game>(of: &Answer<G>) -> String {
    let grown = of.grown;
    let mut text = String::new();
    let mut say = |sentence: &str| text.push_str(&format!("{}\n", wrapped(sentence, output::width(), 2)));
    if grown.interrupted {
        say("INTERRUPTED: not all searches were made. --resume goes on.");
    }
    for (number, round) in grown.rounds.iter().enumerate() {
        say(&format!("Search {}: {}", number + 1, found(round)));
    }
    say(&mixture(grown));
    text.push_str(&format!("\n{}", table(grown)));
    let mut say = |sentence: &str| text.push_str(&format!("\n{}\n", wrapped(sentence, output::width(), 0)));
    say(&format!(
        "Each row: the share of points, in per cent, that a policy takes from the mixture and from the one above the column, over {} \
         that no search had.",
        count(grown.meetings.matchups, "matchup")
    ));
    text.push_str(&format!("{}, seed {}, {} rules v{}.\n", count(of.battles, "battle"), of.seed, G::NAME, G::VERSION));
    if grown.rounds.iter().any(|round| round.joined.is_some()) {
        text.push_str(&format!("Written to {}.\n", of.folder.display()));
    }
    text.push_str(&format!("This again: {}\n", of.repeat));
    text
}

/// What came of one search.
fn found(round: &Round) -> String {
    let against = &round.against;
    let Some(test) = &round.tuned.held_out else {
        let why = if round.tuned.interrupted { "not tested" } else { "nothing better was found" };
        return format!("against {against}, {why}.");
    };
    let [score, interval] = share(&test.score);
    let tested = format!("{score} % [{interval}] over {}", count(test.matchups, "held-out matchup"));
    match &round.joined {
        Some([id, began]) => format!("{id}, begun as {began}, beats {against}: {tested}. It joins."),
        None if round.tuned.better() && round.member.is_some() => {
            let member = round.member.as_deref().unwrap_or_default();
            format!("nothing better than {member} of the population was found, which scores {tested}.")
        }
        None => format!("nothing that certainly beats {against} was found; the best candidate: {tested}."),
    }
}

/// The mixture, and what is known of what beats it.
fn mixture<G: Game>(grown: &Population<G>) -> String {
    let shares = grown.policies.iter().zip(&grown.mixture.weights).filter(|(_, share)| **share > 0.0);
    let shares: Vec<String> = shares.map(|((id, _), share)| format!("{id} {:.0} %", 100.0 * share)).collect();
    let known = match grown.rounds.last() {
        Some(last) if last.joined.is_none() && !last.tuned.interrupted => match &last.tuned.held_out {
            Some(test) => format!(
                "A tuned best response gains at least {:.1} points of 100 against it; what the last search found gains at most {:.1}.",
                100.0 * last.tuned.exploitability(),
                (100.0 * (test.score.high - 0.5)).max(0.0)
            ),
            None => "The last search found nothing that gains anything against it, which proves nothing.".to_owned(),
        },
        _ => "No search was made against this last mixture.".to_owned(),
    };
    format!("The mixture that none of these policies beats: {}. {known}", shares.join(", "))
}

fn table<G: Game>(grown: &Population<G>) -> String {
    let mut order: Vec<usize> = (0..grown.policies.len()).collect();
    order.sort_by(|a, b| {
        let key = |i: &usize| (grown.mixture.weights[*i], grown.mixture.scores[*i].estimate);
        key(b).partial_cmp(&key(a)).unwrap_or(std::cmp::Ordering::Equal)
    });
    let mut heads = vec![("Policy", Align::Left), ("Share %", Align::Right), ("Mixture", Align::Right)];
    heads.extend(order.iter().map(|i| (grown.policies[*i].0.as_str(), Align::Right)));
    let mut table = TextTable::new(&heads);
    for a in &order {
        let score = |score: &Interval| match () {
            () if score.low > 0.5 => (percent(score), Tone::Good),
            () if score.high < 0.5 => (percent(score), Tone::Bad),
            () => (percent(score), Tone::Plain),
        };
        let mut row = vec![
            (grown.policies[*a].0.clone(), Tone::Plain),
            (format!("{:.0}", 100.0 * grown.mixture.weights[*a]), Tone::Plain),
            score(&grown.mixture.scores[*a]),
        ];
        let own = || ("·".to_owned(), Tone::Dim);
        row.extend(order.iter().map(|b| if a == b { own() } else { score(&grown.meetings.scores[*a][*b]) }));
        table.row(row);
    }
    table.render(output::screen())
}
