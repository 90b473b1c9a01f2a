//! What was found, as text and as JSON.

use std::path::Path;

use lanchester_games::Game;
use lanchester_report::columns::{Align, TextTable, Tone};
use lanchester_stats::Interval;
use lanchester_study::tune::{Checkpoint, Rival, Tuned};
use serde::Serialize;

use super::ask::Asked;
use crate::json_head::Head;
use crate::output;
use crate::wording::{count, grouped, share, wrapped};

/// All of it as JSON.
#[derive(Serialize)]
pub struct TuneJson<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    seed: u64,
    against: Vec<AgainstJson<'a>>,
    from: &'a [String],
    study: Option<&'a str>,
    lineups: &'a [String],
    for_choice: &'a [String],
    kept_back: &'a [String],
    interrupted: bool,
    #[serde(flatten)]
    found: FoundJson,
    curve: &'a [Checkpoint],
    competitors: Vec<CompetitorJson<'a>>,
    unchanged: bool,
    began_as: &'a str,
    changes: &'a [[String; 3]],
    out: Option<&'a Path>,
    file: Option<&'a str>,
}

/// What one search found, without the policy itself.
#[derive(Serialize)]
pub struct FoundJson {
    better: bool,
    score: Option<Interval>,
    matchups: u64,
    duels: Option<Interval>,
    fleets: Option<Interval>,
    exploitability: f64,
    evaluations: u64,
    restarts: u32,
    battles: u64,
}

impl FoundJson {
    pub fn of(tuned: &Tuned) -> Self {
        let test = tuned.held_out.as_ref();
        Self {
            better: tuned.better(),
            score: test.map(|test| test.score),
            matchups: test.map_or(0, |test| test.matchups),
            duels: test.and_then(|test| test.duels),
            fleets: test.and_then(|test| test.fleets),
            exploitability: tuned.exploitability(),
            evaluations: tuned.evaluations,
            restarts: tuned.restarts,
            battles: tuned.battles,
        }
    }
}

#[derive(Serialize)]
struct AgainstJson<'a> {
    policy: &'a str,
    share: f64,
}

/// A shipped policy where the policy was chosen.
#[derive(Serialize)]
struct CompetitorJson<'a> {
    policy: &'a str,
    score: Interval,
    matchups: u64,
}

impl<'a> CompetitorJson<'a> {
    fn of(rival: &Rival, asked: &'a Asked) -> Self {
        Self { policy: &asked.names[rival.start], score: rival.score, matchups: rival.matchups }
    }
}

/// All of it.
pub fn json<'a, G: Game>(
    asked: &'a Asked,
    tuned: &'a Tuned,
    file: Option<&'a str>,
    changes: &'a [[String; 3]],
) -> TuneJson<'a> {
    TuneJson {
        head: Head::of::<G>(&asked.repeat),
        seed: asked.seed,
        against: asked.against.iter().map(|(policy, share)| AgainstJson { policy, share: *share }).collect(),
        from: &asked.from,
        study: asked.study.as_deref(),
        lineups: &asked.lineups,
        for_choice: &asked.for_choice,
        kept_back: &asked.kept_back,
        interrupted: tuned.interrupted,
        found: FoundJson::of(tuned),
        curve: &tuned.curve,
        competitors: tuned.rivals.iter().map(|rival| CompetitorJson::of(rival, asked)).collect(),
        unchanged: changes.is_empty(),
        began_as: &asked.names[tuned.best.start],
        changes,
        out: file.is_some().then_some(&asked.out),
        file,
    }
}

/// All of it for a reader.
pub fn text<G: Game>(asked: &Asked, tuned: &Tuned, written: bool, changes: &[[String; 3]]) -> String {
    let width = output::width();
    let mut text = String::new();
    let mut say = |sentence: &str| text.push_str(&format!("{}\n", wrapped(sentence, width, 0)));
    if tuned.interrupted {
        say("INTERRUPTED: this is the best policy so far. The search and its test are not complete; --resume goes on.");
    }
    say(&verdict(asked, tuned, changes.is_empty()));
    if let Some(test) = &tuned.held_out {
        let kind = |name: &str, score: Option<Interval>| {
            score.map(|score| share(&score)).map(|[score, interval]| format!("{name} {score} % [{interval}]"))
        };
        let kinds: Vec<String> =
            [kind("duels", test.duels), kind("fleets", test.fleets)].into_iter().flatten().collect();
        if kinds.len() > 1 {
            say(&format!("Of these: {}.", kinds.join(", ")));
        }
        say(&format!(
            "Exploitability of {} by one policy for all matchups: at least {:.1} points of 100 (one-sided, 97.5 %).",
            asked.opponents(),
            100.0 * tuned.exploitability()
        ));
    }
    text.push_str(&curve(asked, tuned));
    let changed: Vec<String> = changes.iter().map(|[key, from, to]| format!("{key} {from} → {to}")).collect();
    let changed = if changed.is_empty() { "nothing".to_owned() } else { changed.join(", ") };
    let mut say = |sentence: &str| text.push_str(&format!("{}\n", wrapped(sentence, width, 2)));
    say(&format!("Changed from {}: {changed}.", asked.names[tuned.best.start]));
    if !asked.for_choice.is_empty() {
        say(&format!("Ships that fight where the policy is chosen only: {}.", asked.for_choice.join(", ")));
    }
    if !asked.kept_back.is_empty() {
        say(&format!("Ships that fight in the test only: {}.", asked.kept_back.join(", ")));
    } else if tuned.held_out.is_some() {
        say("The test is on the same ships as the search, with other dice.");
    }
    say(&format!(
        "{} evaluations of a policy, {}{}, seed {}, {} rules v{}.",
        grouped(tuned.evaluations),
        if tuned.restarts > 0 { count(u64::from(tuned.restarts), "search") + " for weights, " } else { String::new() },
        count(tuned.battles, "battle"),
        asked.seed,
        G::NAME,
        G::VERSION
    ));
    if written {
        text.push_str(&format!("Written: {}\n", asked.out.display()));
    }
    text.push_str(&format!("This again: {}\n", asked.repeat));
    text
}

fn verdict(asked: &Asked, tuned: &Tuned, unchanged: bool) -> String {
    let against = asked.opponents();
    let Some(test) = &tuned.held_out else {
        return match tuned.interrupted {
            true => format!("It was not tested against {against}."),
            false => {
                format!("Nothing better than {against} was found. That proves nothing: there may be something better.")
            }
        };
    };
    let [score, interval] = share(&test.score);
    let over = format!(
        "{score} % [{interval}] over {} that the search never saw (95 %, whenever the test is stopped)",
        count(test.matchups, "matchup")
    );
    if test.better() && unchanged {
        let best = &asked.names[tuned.best.start];
        let file = if tuned.interrupted { "" } else { " No file is written: name it as it is." };
        format!("Nothing better than {best} as it is was found, which beats {against}: {over}.{file}")
    } else if test.better() {
        format!("This policy beats {against}: {over}.")
    } else {
        format!(
            "Nothing that certainly beats {against} was found, which proves nothing. The best candidate scores {over}."
        )
    }
}

/// How the best so far scored as the search went on, and the shipped policies that competed to the end.
fn curve(asked: &Asked, tuned: &Tuned) -> String {
    if tuned.curve.is_empty() {
        return String::new();
    }
    let heads = [
        ("Battles", Align::Right),
        ("Found by", Align::Left),
        ("Score %", Align::Right),
        ("95 % interval", Align::Left),
    ];
    let mut table = TextTable::new(&heads);
    let mut row = |battles: String, found: String, score: &Interval| {
        let [score, interval] = share(score);
        table.row([battles, found, score, interval].into_iter().map(|cell| (cell, Tone::Plain)));
    };
    for point in &tuned.curve {
        row(grouped(point.battles), point.stage.to_owned(), &point.score);
    }
    let most = tuned.rivals.iter().map(|rival| rival.matchups).max();
    for rival in tuned.rivals.iter().filter(|rival| Some(rival.matchups) == most) {
        row("–".to_owned(), format!("{} as it is", asked.names[rival.start]), &rival.score);
    }
    let table = table.render(output::screen());
    let rivals = if tuned.rivals.is_empty() { "" } else { ", and shipped policies," };
    format!("\nThe best so far{rivals} on the matchups that one is chosen by:\n{table}\n")
}
