//! `lanchester duel`: two sides, many battles, one answer.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use clap::builder::ArgPredicate;
use lanchester_analysis::account::Account;
use lanchester_analysis::analysis::CellSummary;
use lanchester_analysis::study::{CellResult, Entrant};
use lanchester_analysis::{initiative, no_contact, seat, summary};
use lanchester_core::arena::CellJob;
use lanchester_core::{Combatant, Force, Matchup, Side, Tally};
use lanchester_games::{Game, PointsDecide};
use lanchester_report::columns::{Align, Screen, TextTable, Tone, clean};
use lanchester_report::schema::WHY;
use lanchester_report::why::{Duel as Page, table, told_apart};
use lanchester_stats::Interval;
use lanchester_study::account::account;
use lanchester_study::cell_number::CellNumber;
use serde::Serialize;

use super::{duel_page, why};
use crate::contest::{Contest, MOST_BATTLES, Searcher, commander_names};
use crate::exit::Exit;
use crate::json_head::Head;
use crate::open;
use crate::option_values::{instead, whole};
use crate::output;
use crate::play::play_what_can_be;
use crate::remarks::remark_on;
use crate::search_flags::{self, SearchJson};
use crate::settings::Settings;
use crate::wording::{command, count, grouped, share, signed_share, wrapped};

/// Lets two ships or fleets fight many battles: who wins how often, and by how much
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester duel majestic dioptre
  lanchester duel meridian-medium karst-medium --why
  lanchester duel meridian-medium karst-medium --why --out why --open
  lanchester duel meridian-medium karst-medium --size medium
  lanchester duel my-ship.toml majestic --policy-a charge --policy-b standoff
  lanchester duel crossing-paths --battles 200000 --seed 7 --json
  lanchester duel majestic dioptre --policy-a search --policy-b foresight --battles 100

Battles come in pairs with the same dice and the sides swapped, so neither side has the better
seat. Without a matchup file both sides are commanded by the policy `default` and fight to the last ship, or until
the turn limit:
  nova        30 turns: the book has no limit, this one is a ruling of the program (NOVA 3.4)
  starmada-x  10 turns: the length of a game in the book (X 2.3)
  talon       24 turns (rounds): the book has no limit, this one is our ruling (TALON P.17)
  skill-dice  30 turns: the page has no limit, this one is a ruling of the program (SKILLDICE 6.1)
  fires       20 turns: the length of an engagement in the book, which is not counted as a limit
              (FIRES 15.A); the side that leads by 50 victory points wins
At the limit victory points decide; the share of battles that ended so is printed. Another limit for
two ships or fleets is --options turn_cap=N, for a matchup file `turn_cap = N` under its [options].

With --why the first 1,000 battles are recorded and accounted for: what does the harm, from how far, and by whom; which ships never
fire; when the first ship is lost, and what the side that lost it scores. --json has every number, under `why`. --out DIR asks
for it too, and writes two files to DIR: report.html, a page with charts of these numbers, and why.parquet, a table of them.
Battles of `search` are played once more for it, on one thread.

`search` is a policy that is no file. At each of its decisions it plays every policy of its portfolio out
32 times (or as often as --rollouts says) from the position, against the policy of its opponent, which it knows (or the one that --believe
names), with dice that are not those to come, and goes on with the one that scores most. It takes as long as
thousands of battles. Both sides may search: each then takes the other for the policy of --believe.

Ctrl-C finishes the battles that are being played and reports those that were played; a second one leaves at
once.

With --json: command, tool_version, game, rules_version, stream_version, interrupted (only where
it was), matchup, seed, battles, pairs, a and b {name, rating, ships, policy}, options, score,
wins, draws, losses, capped, no_contact, margin {estimate, low, high} (shares, from A's side, with
95 % intervals), major and minor [A, B] (shares of battles won by such a victory, null in a game that
grades none), turns_mean, left_mean [A, B], seat and initiative (share of points that go to seat 0 and
to the winner of the first initiative throw, null in a game without one), tally (the raw counts), and
with --why why (what the recorded battles come to).
book/src/json.md describes them.")]
pub struct Duel {
    #[command(flatten)]
    contest: Contest,
    /// Battles to play; an odd number is rounded up, as battles come in pairs [default: 20000; 40 where a side searches]
    #[arg(long, value_name = "N", value_parser = whole(1, MOST_BATTLES))]
    battles: Option<u64>,
    /// Why it ends so: who survives, what does the harm from how far, who never fires, when the first ship is lost
    #[arg(long, default_value_if("out", ArgPredicate::IsPresent, "true"))]
    why: bool,
    /// The same as a page (report.html) and as numbers (why.parquet) in this folder, which is made if it does not exist
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Open the page
    #[arg(long, requires = "out")]
    open: bool,
    #[arg(long, hide = true, value_parser = instead("a duel counts battles; expected --battles N, twice as many"))]
    pairs: Option<u64>,
}

#[derive(Serialize)]
struct DuelJson<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// Ctrl-C came before the last battle: fewer were played than `command` asks for. Absent where all were.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    matchup: &'a str,
    seed: u64,
    battles: u64,
    pairs: u64,
    a: SideJson<'a>,
    b: SideJson<'a>,
    /// How a side searches, if one does.
    #[serde(flatten)]
    search: Option<SearchJson<'a>>,
    options: BTreeMap<&'static str, String>,
    score: Interval,
    wins: Interval,
    draws: Interval,
    losses: Interval,
    major: Option<[Interval; 2]>,
    minor: Option<[Interval; 2]>,
    capped: Interval,
    no_contact: Interval,
    margin: Interval,
    turns_mean: f64,
    left_mean: [f64; 2],
    seat: Interval,
    initiative: Option<Interval>,
    tally: &'a Tally,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Account>,
}

#[derive(Serialize)]
struct SideJson<'a> {
    name: &'a str,
    rating: u32,
    ships: Vec<&'a str>,
    policy: &'a str,
}

/// What a duel says.
struct Answer {
    cell: CellSummary,
    no_contact: Interval,
    seat: Interval,
    /// None in a game that has no initiative.
    initiative: Option<Interval>,
    /// Of the first battles, where it was asked for.
    why: Option<Account>,
}

/// Battles that are recorded to say why.
const RECORDED: u64 = 1_000;

/// Pairs for so many battles, which are said to be more where they are.
fn pairs(asked: u64, settings: &Settings) -> u64 {
    let pairs = asked.div_ceil(2);
    if asked % 2 == 1 {
        let played = 2 * pairs;
        settings.remark(&format!(
            "{} are played instead of {}: they come in pairs with sides swapped",
            count(played, "battle"),
            asked
        ));
    }
    pairs
}

/// Plays the duel.
pub fn run<G: Game>(of: &Duel, settings: &Settings) -> anyhow::Result<Exit> {
    let library = settings.library::<G>();
    let (matchup, searcher) = of.contest.matchup(&library)?;
    remark_on::<G>(settings, matchup.forces.iter().flat_map(|force| force.ships.iter().map(|ship| &**ship)));
    G::matchup_remarks(&matchup).iter().for_each(|remark| settings.remark(remark));
    let pairs = pairs(of.battles.unwrap_or(if searcher.is_some() { 40 } else { 20_000 }), settings);
    let seed = settings.seed.unwrap_or(1);
    let [battles, seed_text] = [2 * pairs, seed].map(|n| n.to_string());
    let words = of.contest.words();
    let again =
        |what, more: Vec<&str>| command(std::iter::once(what).chain(words.iter().map(String::as_str)).chain(more));
    let out = of.out.as_ref().map(|out| out.to_string_lossy());
    let mut why = if of.why { vec!["--why"] } else { Vec::new() };
    why.extend(out.iter().flat_map(|out| ["--out", out]));
    why.extend(["--battles", &battles, "--seed", &seed_text]);
    let repeat = again("duel", why);

    of.out.as_deref().map_or(Ok(()), duel_page::ready)?;

    let stop = settings.stop();
    let number = CellNumber::Duel.get();
    let tally = play_what_can_be(settings, seed, &CellJob { number, matchup: matchup.clone(), pairs }, stop);
    let interrupted = tally.pairs < pairs;
    if tally.pairs == 0 {
        settings.say(&format!(
            "Interrupted before the first battles were done; nothing to report. Run it again:\n  {repeat}"
        ));
        return Ok(Exit::Interrupted);
    }
    let (matchup, searcher) = (&matchup, searcher.as_ref());
    let mut answer = answer(matchup, tally);
    if of.why {
        let recorded = answer.cell.tally.pairs.min(RECORDED / 2);
        let account = account(matchup, settings.level, seed, number, recorded);
        settings.tables(|| vec![(WHY.file, table(&account))]);
        answer.why = Some(account);
    }
    if settings.json {
        settings.json(&json::<G>(matchup, searcher, &answer, seed, &repeat, interrupted))?;
    } else {
        let watch = again("replay", vec!["--seed", &seed_text, "--battle", "0"]);
        let screen = output::screen();
        let mut text = text::<G>(matchup, searcher, &answer, seed, screen);
        if interrupted {
            let done = count(answer.cell.tally.battles(), "battle");
            text.insert_str(0, &format!("PARTIAL: interrupted after {done} of {}.\n\n", grouped(2 * pairs)));
        }
        text.push_str(&format!("\nThis again:  {repeat}\nOne battle:  {watch}\n"));
        output::prose(&text)?;
    }
    if let (Some(account), Some(out)) = (&answer.why, &of.out) {
        let page = page(matchup, searcher, &answer, account, seed, &repeat, interrupted.then_some(2 * pairs));
        let path = duel_page::write::<G>(out, &page)?;
        settings.remark(&format!("Report: {}", path.display()));
        if of.open {
            open::page(&path)?;
        }
    }
    Ok(if interrupted { Exit::Interrupted } else { Exit::Done })
}

/// The statistics of one cell.
fn answer<G: Game>(matchup: &Matchup<G>, tally: Tally) -> Answer {
    let entrant = |force: &Force<G>| Entrant {
        id: String::new(),
        name: force.name.clone(),
        rating: force.rating(),
        policy: String::new(),
        ships: Vec::new(),
    };
    let entrants = matchup.forces.each_ref().map(entrant);
    let (no_contact, seat, initiative) = (no_contact(&tally), seat(&tally), initiative(&tally));
    let cell = summary(&CellResult { number: 0, group: String::new(), entrants, duel: false, tally });
    Answer { cell, no_contact, seat, initiative, why: None }
}

fn json<'a, G: Game>(
    matchup: &'a Matchup<G>,
    searcher: Option<&'a Searcher<G>>,
    answer: &'a Answer,
    seed: u64,
    command: &'a str,
    interrupted: bool,
) -> DuelJson<'a> {
    let policies = commander_names(matchup);
    let side = |side: Side| SideJson {
        name: &matchup.forces[side].name,
        rating: matchup.forces[side].rating(),
        ships: matchup.forces[side].ships.iter().map(|ship| ship.name()).collect(),
        policy: policies[side],
    };
    let [a, b] = Side::BOTH.map(side);
    let cell = &answer.cell;
    DuelJson {
        head: Head::of::<G>(command),
        interrupted,
        matchup: &matchup.name,
        seed,
        battles: cell.tally.battles(),
        pairs: cell.tally.pairs,
        a,
        b,
        search: searcher.map(|searcher| search_flags::json(&searcher.search)),
        options: G::options_text(&matchup.options).into_iter().collect(),
        score: cell.score,
        wins: cell.wins,
        draws: cell.draws,
        losses: cell.losses,
        major: G::GRADES_VICTORIES.then_some(cell.major),
        minor: G::GRADES_VICTORIES.then(|| [0, 1].map(|side| cell.minor(side))),
        capped: cell.capped,
        no_contact: answer.no_contact,
        margin: cell.margin,
        turns_mean: cell.turns_mean,
        left_mean: cell.left_mean,
        seat: answer.seat,
        initiative: answer.initiative,
        tally: &cell.tally,
        why: answer.why.clone(),
    }
}

/// What the page shows; `asked`: battles that an interrupted duel should have had.
fn page<'a, G: Game>(
    matchup: &'a Matchup<G>,
    searcher: Option<&Searcher<G>>,
    answer: &Answer,
    account: &'a Account,
    seed: u64,
    again: &'a str,
    asked: Option<u64>,
) -> Page<'a> {
    let cell = &answer.cell;
    let [a, b] = commander_names(matchup);
    let side = |force: &Force<G>, policy| (force.name.clone(), force.rating(), policy);
    let done = cell.tally.battles();
    Page {
        matchup: &matchup.name,
        game: G::NAME,
        versions: (env!("CARGO_PKG_VERSION"), G::VERSION),
        seed,
        sides: [side(&matchup.forces[Side::A], a), side(&matchup.forces[Side::B], b)],
        search: searcher.map(Searcher::sentence),
        battles: done,
        missing: asked.map(|asked| format!("{} of {} were played", count(done, "battle"), grouped(asked))),
        verdict: verdict(cell, matchup),
        shares: [cell.wins, cell.draws, cell.losses, cell.capped],
        options: G::options_text(&matchup.options).into_iter().collect(),
        again,
        account,
    }
}

/// Who is the stronger.
fn verdict<G: Game>(cell: &CellSummary, matchup: &Matchup<G>) -> String {
    let [a, b] = names(matchup);
    let score = |interval: &Interval| share(interval).join(" % [").replace(" to ", ", ") + "]";
    let verdict = if cell.score.low > 0.5 {
        format!("{a} is the stronger: it scores {}", score(&cell.score))
    } else if cell.score.high < 0.5 {
        let back =
            Interval { estimate: 1.0 - cell.score.estimate, low: 1.0 - cell.score.high, high: 1.0 - cell.score.low };
        format!("{b} is the stronger: it scores {}", score(&back))
    } else {
        format!("Neither is shown to be the stronger: {a} scores {}", score(&cell.score))
    };
    clean(&format!("{verdict}, a draw counting half.{}", unequal(cell, matchup)))
}

fn text<G: Game>(
    matchup: &Matchup<G>,
    searcher: Option<&Searcher<G>>,
    answer: &Answer,
    seed: u64,
    screen: Screen,
) -> String {
    let cell = &answer.cell;
    let [a, b] = names(matchup);
    let mut text = verdict(cell, matchup);
    text.push_str("\n\n");

    let mut sides = TextTable::new(&[
        ("Side", Align::Left),
        ("Force", Align::Left),
        ("Rating", Align::Right),
        ("Policy", Align::Left),
        ("Points left %", Align::Right),
    ]);
    let policies = commander_names(matchup);
    for (i, force) in matchup.forces.iter().enumerate() {
        let left = format!("{:.0}", 100.0 * cell.left_mean[i]);
        let row =
            [["A", "B"][i].to_owned(), force.name.clone(), force.rating().to_string(), policies[i].to_owned(), left];
        sides.row(row.map(|cell| (cell, Tone::Plain)));
    }
    text.push_str(&sides.render(screen));
    text.push('\n');

    let mut shares =
        TextTable::new(&[("Of all battles", Align::Left), ("%", Align::Right), ("95 % interval", Align::Left)]);
    let mut row = |what: String, [estimate, interval]: [String; 2], tone: Tone| {
        shares.row([(what, tone), (estimate, tone), (interval, Tone::Dim)]);
    };
    let limit = matchup_cap::<G>(matchup);
    for (what, wins, side) in [
        (format!("{a} wins"), &cell.wins, Some(0)),
        ("nobody wins".to_owned(), &cell.draws, None),
        (format!("{b} wins"), &cell.losses, Some(1)),
    ] {
        row(what, share(wins), Tone::Plain);
        if let Some(side) = side.filter(|_| G::GRADES_VICTORIES) {
            row("  by a major victory".to_owned(), share(&cell.major[side]), Tone::Plain);
            row("  by a minor victory".to_owned(), share(&cell.minor(side)), Tone::Plain);
        }
    }
    row(format!("ended by the turn limit{limit}"), share(&cell.capped), Tone::Plain);
    row("without a shot".to_owned(), share(&answer.no_contact), Tone::Plain);
    row("margin: points left, A − B".to_owned(), signed_share(&margin(cell)), Tone::Plain);
    // Of a side that always has it these are the points of its score.
    if let Some(initiative) = answer.initiative.as_ref().filter(|_| G::has_first_initiative(matchup).is_none()) {
        row("points to the winner of the first initiative".to_owned(), share(initiative), Tone::Plain);
    }
    text.push_str(&shares.render(screen));
    text.push_str(two_intervals::<G>(cell));
    let points = G::points_decide(&matchup.options);
    text.extend(mutual(&cell.tally, points));
    text.extend(G::other_draws().and_then(|ends| other_draws(&cell.tally, points, ends)));
    text.extend(undecided(cell));
    text.extend((points == PointsDecide::Always).then(|| counted(matchup)));
    text.extend(weighed(matchup));
    text.push_str(&format!(
        "\n{:.1} turns on average. {} in {} with sides swapped, seed {seed}, {} rules v{}.\n",
        cell.turns_mean,
        count(cell.tally.battles(), "battle"),
        count(cell.tally.pairs, "pair"),
        G::NAME,
        G::VERSION,
    ));
    text.extend(answer.why.as_ref().map(why::text));
    text.extend(searcher.map(|searcher| format!("{}\n", searcher.sentence())));
    text
}

/// Why one number stands in two rows with different intervals, where it does.
fn two_intervals<G: Game>(cell: &CellSummary) -> &'static str {
    let major = cell.major.iter().zip([&cell.wins, &cell.losses]).filter(|_| G::GRADES_VICTORIES);
    let mut rows = major.chain([(&cell.capped, &cell.draws)]);
    // Both are counts of the same battles, divided by their number.
    let same = |row: &Interval, other: &Interval| (row.estimate - other.estimate).abs() < 1e-9;
    if rows.any(|(row, other)| same(row, other) && share(row)[1] != share(other)[1]) {
        "\nWhere a number has two intervals, the wider one takes the two battles of a pair for one.\n"
    } else {
        ""
    }
}

/// How many points fewer or more the stronger side has.
fn unequal<G: Game>(cell: &CellSummary, matchup: &Matchup<G>) -> String {
    let [a, b] = matchup.forces.each_ref().map(Force::rating);
    let (stronger, weaker) = match &cell.score {
        score if score.low > 0.5 => (a, b),
        score if score.high < 0.5 => (b, a),
        _ => return String::new(),
    };
    let points = count(stronger.abs_diff(weaker).into(), "point");
    match stronger.cmp(&weaker) {
        Ordering::Less => format!(" It has {points} fewer."),
        Ordering::Greater => format!(" It has {points} more."),
        Ordering::Equal => String::new(),
    }
}

/// What a score is worth where the turn limit ended more than half of all battles, certainly.
fn undecided(cell: &CellSummary) -> Option<String> {
    let said = "Most battles were still undecided when the turn limit ended them: the points of that moment decide who wins, if anybody.";
    (cell.capped.low > 0.5).then(|| format!("\n{}\n", wrapped(said, output::width(), 0)))
}

/// The margin from the sum that was counted: with the sides swapped it is the same number of the other sign to the last bit, so that both
/// are rounded to the same digits.
fn margin(cell: &CellSummary) -> Interval {
    let (sum, battles) = (cell.tally.margin as f64, cell.tally.battles().max(1) as f64);
    Interval { estimate: sum / 1000.0 / battles, ..cell.margin }
}

/// How many battles ended with no ship on either side, and who wins these.
fn mutual(tally: &Tally, points: PointsDecide) -> Option<String> {
    let won = if points == PointsDecide::NoShipLeft { ": who lost fewer points wins" } else { "" };
    let ended = format!("{} ended with no ship on either side{won}.", count(tally.mutual, "battle"));
    (tally.mutual > 0).then(|| format!("\n{ended}\n"))
}

/// How many battles nobody won that ended neither at the turn limit nor with no ship on either side, and how these end.
fn other_draws(tally: &Tally, points: PointsDecide, ends: &str) -> Option<String> {
    // Of those at the limit, and without a ship, points may decide some.
    let least = if tally.capped > 0 || tally.mutual > 0 && points != PointsDecide::Never { "At least " } else { "" };
    let others = tally.draws.saturating_sub(tally.mutual + tally.capped);
    let ended = format!("{least}{} ended {ends}.", count(others, "battle"));
    (others > 0).then(|| format!("\n{}\n", wrapped(&ended, output::width(), 0)))
}

/// That victory is counted in points.
fn counted<G: Game>(matchup: &Matchup<G>) -> String {
    let points = points_of(matchup);
    let said =
        clean(&format!("Victory is counted in points ({points}): with other points printed another side may win."));
    format!("\n{}\n", wrapped(&said, output::width(), 0))
}

/// That ships are flown by their points, where they are.
fn weighed<G: Game>(matchup: &Matchup<G>) -> Option<String> {
    let [a, b] = names(matchup);
    let weighs = |side: Side| {
        let [own, enemies] = [side, side.opponent()].map(|side| &matchup.forces[side]);
        G::weighs_points(&own.commander, &own.ships, &enemies.ships)
    };
    let (who, they) = match Side::BOTH.map(weighs) {
        [true, true] => ("Both commanders weigh".to_owned(), "they may fly"),
        [true, false] => (format!("The commander of {a} weighs"), "it may fly"),
        [false, true] => (format!("The commander of {b} weighs"), "it may fly"),
        [false, false] => return None,
    };
    let points = points_of(matchup);
    let said = clean(&format!("{who} ships by their points ({points}): with other points printed {they} differently."));
    Some(format!("\n{}\n", wrapped(&said, output::width(), 0)))
}

/// Both sides with their points.
fn points_of<G: Game>(matchup: &Matchup<G>) -> String {
    let [a, b] = names(matchup);
    let [points, others] = matchup.forces.each_ref().map(Force::rating);
    format!("{a} {points}, {b} {others}")
}

/// The turn limit, if the game has one. Where the rules end the battle in that turn themselves there is none.
fn matchup_cap<G: Game>(matchup: &Matchup<G>) -> String {
    let cap = G::options_text(&matchup.options).into_iter().find(|(key, _)| *key == "turn_cap");
    let rules_end = |turns: &String| G::TURNS.is_some_and(|last| *turns == last.to_string());
    match cap {
        Some((_, turns)) if rules_end(&turns) => format!(" (none: the rules end it after {turns})"),
        Some((_, turns)) => format!(" ({turns})"),
        None => String::new(),
    }
}

/// What to call the sides: their names, or with a letter where both have one name.
fn names<G: Game>(matchup: &Matchup<G>) -> [String; 2] {
    told_apart(matchup.forces.each_ref().map(|force| force.name.as_str()))
}

#[cfg(test)]
mod tests {
    use lanchester_games::{GameName, Visitor};

    use super::*;

    /// A line of the help on a game's turn cap.
    struct CapLine;

    impl Visitor for CapLine {
        type Output = String;

        fn visit<G: Game>(self) -> String {
            let options = G::options_text(&G::Options::default());
            let cap = options.iter().find(|(key, _)| *key == "turn_cap").expect("every game has a turn cap");
            format!("{:<12}{} turns", G::NAME, cap.1)
        }
    }

    #[test]
    fn the_help_names_the_turn_cap_of_every_game() {
        let help = Duel::augment_args(clap::Command::new("duel")).render_long_help().to_string();
        for game in GameName::ALL {
            let line = game.visit(CapLine);
            assert!(help.contains(&line), "{line} is not in the help:\n{help}");
        }
    }
}
