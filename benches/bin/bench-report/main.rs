//! The table of `scripts/bench-report`: every case at every level, what it plays, how fast, and against the plain program,
//! all of the same minutes. `bench-report [PROGRAM [WORD]]`: with a built `lanchester`, its start-up too; with a word, only the
//! cases whose name holds it.
//!
//! Speeds are medians over rounds that play different battles. A row's clock is taken before and after it: where the two
//! differ, or other rows' differ, the machine did not run at one speed and figures of different rows do not compare. What
//! is a ratio does: it is the median over rounds that time both, one after the other.

mod clock;
mod overhead;
mod sample;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

use lanchester_battle::occupancy::Occupancy;
use lanchester_benches::pools::{Count, Pools};
use lanchester_benches::scalar::{Benched, Program};
use lanchester_benches::{Case, DUELS, FLEETS, STARMADA_X, TALON, checksum, play};
use lanchester_core::{Job, Tally};
use lanchester_lanes::{Level, LevelName};
use lanchester_rules_nova::Nova;
use lanchester_rules_starmada_x::StarmadaX;
use lanchester_rules_talon::Talon;

use clock::{gigahertz, median, rounds};

/// Time for the runs of one row.
const BUDGET: Duration = Duration::from_millis(1200);

/// What is to be reached with AVX-512, by case: battles a second of one core, and how many times as many as the plain
/// program, where the game has one. AVX2 is to reach half of the battles.
const GOALS: [(&str, f64, f64); 9] = [
    (DUELS[0].name, 1_000_000.0, 100.0),
    (DUELS[1].name, 4_000_000.0, 100.0),
    (FLEETS[0].name, 30_000.0, 100.0),
    (FLEETS[2].name, 15_000.0, 100.0),
    (STARMADA_X[0].name, 800_000.0, 60.0),
    (STARMADA_X[5].name, 15_000.0, 60.0),
    (STARMADA_X[6].name, 7_000.0, 60.0),
    (TALON[2].name, 150_000.0, 60.0),
    (TALON[3].name, 15_000.0, 60.0),
];

/// A goal and what came of it.
struct Goal {
    what: String,
    wanted: f64,
    got: f64,
    /// Less is better.
    at_most: bool,
}

fn main() -> ExitCode {
    let mut goals = Vec::new();
    let word = std::env::args().nth(2);
    let wanted = |case: &&Case| word.as_ref().is_none_or(|word| case.name.contains(word.as_str()));
    machine();
    println!("\n## Battles\n");
    println!(
        "| case | level | checksum of the first pairs | turns | ship-turns | dice | battles timed | \
         lanes busy | battles/s | ns a ship-turn | × plain | GHz |"
    );
    println!("|---|---|---|--:|--:|--:|--:|---|--:|--:|--:|---|");
    DUELS.iter().chain(&FLEETS).filter(wanted).for_each(|case| case_rows::<Nova>(case, &mut goals));
    STARMADA_X.iter().filter(wanted).for_each(|case| case_rows::<StarmadaX>(case, &mut goals));
    TALON.iter().filter(wanted).for_each(|case| case_rows::<Talon>(case, &mut goals));
    if word.is_none()
        && let Err(why) = beside_battles(&mut goals)
    {
        eprintln!("{why}");
        return ExitCode::FAILURE;
    }
    println!("\n## Goals\n\n| goal | wanted | measured | of it |\n|---|--:|--:|--:|");
    for Goal { what, wanted, got, at_most } in &goals {
        let bound = if *at_most { "≤ " } else { "≥ " };
        println!("| {what} | {bound}{} | {} | {:.0} % |", short(*wanted), short(*got), 100.0 * got / wanted);
    }
    ExitCode::SUCCESS
}

/// Dice, threads, cells and the program's start.
fn beside_battles(goals: &mut Vec<Goal>) -> Result<(), String> {
    println!("\n## Dice\n\n| counted | level | dice/s | GHz |\n|---|---|--:|---|");
    dice_rows(goals);
    overhead::threads(&DUELS[0], goals);
    overhead::threads(&FLEETS[0], goals);
    overhead::cells(&DUELS[1], goals);
    match std::env::args().nth(1) {
        Some(program) => overhead::start_up(&program, goals).map_err(|why| format!("{program}: {why}")),
        None => Ok(()),
    }
}

fn machine() {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or(std::env::consts::ARCH, |(_, model)| model);
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let levels: Vec<String> = Level::available().iter().map(ToString::to_string).collect();
    println!("machine: {model}, {cores} cores, {}; levels: {}", std::env::consts::OS, levels.join(", "));
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("load before: {}", load.split(' ').take(3).collect::<Vec<_>>().join(" "));
    println!("clock before: {:.2} GHz effective", gigahertz());
}

/// A row for the plain program, where the game has one, and one for every level.
fn case_rows<G: Benched>(case: &Case, goals: &mut Vec<Goal>) {
    let matchup = case.matchup::<G>();
    let tables = G::prepare(&matchup);
    let sample = sample::sample(&matchup, &tables);
    let row = |level: &str, plays: &str, battles: u64, busy: &str, rate: f64, ratio: &str, before: f64| {
        println!(
            "| {} | {level} | {plays} | {:.2} | {:.1} | {:.0} | {battles} | {busy} | {} | {:.0} | {} | {} |",
            case.name,
            sample.turns,
            sample.ship_turns,
            sample.dice,
            short(rate),
            1e9 / (rate * sample.ship_turns),
            ratio,
            clocks(before)
        );
    };
    let check = |tally: &Tally| checksum(tally).map(|n| n.to_string()).join(" ");
    let truth = check(&play(&matchup, Level::best(), case.pairs));
    let program = G::program(&matchup, &tables);
    // Pairs that the plain program plays in a round.
    let few = if case.pairs > 256 { 128 } else { 8 };
    if let Some(program) = &program {
        assert_eq!(checksum(&program.play(1, few)), checksum(&play(&matchup, Level::best(), few)), "{}", case.name);
        let before = gigahertz();
        let times = rounds(BUDGET, &mut [&mut |round| drop(program.play(round, few))]);
        let rate = 2.0 * few as f64 / median(times.iter().map(|times| times[0]));
        row("plain", "the same battles", 2 * few, "", rate, "-", before);
    }
    for level in Level::available() {
        let plays = check(&play(&matchup, level, case.pairs));
        assert_eq!(plays, truth, "{}: {level} plays something else", case.name);
        // Full chunks, as a study plays them, where that takes no minutes.
        let share = match level.name() {
            LevelName::Avx512 => Some(1.0),
            LevelName::Avx2 => Some(0.5),
            _ => None,
        };
        let fast = share.is_some() || level.name() == LevelName::Neon;
        let pairs = if fast { G::CHUNK_PAIRS } else { case.pairs };
        let before = gigahertz();
        let Speed { rate, ratio, battles, busy } = speed::<G>(&tables, level, pairs, program.as_ref(), few);
        let shown = ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.1}"));
        row(&level.to_string(), &plays, battles, &busy, rate, &shown, before);
        let goal = GOALS.iter().find(|(name, ..)| *name == case.name);
        if let (Some(share), Some((_, wanted, times))) = (share, goal) {
            let what = format!("{}, {level}, battles/s", case.name);
            goals.push(Goal { what, wanted: share * wanted, got: rate, at_most: false });
            if let Some(got) = ratio.filter(|_| level == Level::best()) {
                let what = format!("{}, {level}, times the plain program", case.name);
                goals.push(Goal { what, wanted: *times, got, at_most: false });
            }
        }
    }
}

/// How fast lanes are.
struct Speed {
    /// Battles a second of one thread.
    rate: f64,
    /// How many times as many as the plain program.
    ratio: Option<f64>,
    /// Battles of a round.
    battles: u64,
    /// Shares of lanes that were busy, by kind of step.
    busy: String,
}

/// Times one thread that plays `pairs` pairs at a time; the plain program plays `few` pairs in between.
fn speed<G: Benched>(
    tables: &G::Prepared,
    level: Level,
    pairs: u64,
    program: Option<&Program<'_, G>>,
    few: u64,
) -> Speed {
    let mut workspace = G::workspace();
    let mut tally = Tally::new();
    let mut lanes = |round: u64, chunks: u64| {
        for cell in 0..chunks {
            let job = Job { seed: round, cell, pairs: 0..pairs };
            G::play(tables, &mut workspace, level, &job, &mut tally);
        }
    };
    // As many chunks as take the plain program's time, and one at least: caches and branch predictors are each program's own
    // for most of its turn, as they are when it runs alone.
    let chunks = program.map_or(1, |plain| {
        let first =
            &rounds(Duration::ZERO, &mut [&mut |round| lanes(round, 1), &mut |round| drop(plain.play(round, few))])[0];
        (first[1] / first[0]).round().clamp(1.0, 32.0) as u64
    });
    let mut lanes_alone = |round| lanes(round, chunks);
    let mut plain = program.map(|program| move |round| drop(program.play(round, few)));
    let mut works: Vec<&mut dyn FnMut(u64)> = vec![&mut lanes_alone];
    works.extend(plain.as_mut().map(|plain| plain as &mut dyn FnMut(u64)));
    let times = rounds(BUDGET, &mut works);
    let each = (chunks * pairs) as f64 / few as f64;
    let ratio = program.map(|_| median(times.iter().map(|times| times[1] / times[0])) * each);
    let battles = 2 * pairs * chunks;
    let rate = battles as f64 / median(times.iter().map(|times| times[0]));
    let share = |(step, of): (&str, Occupancy)| format!("{step} {} %", (of.per_mille() + 5) / 10);
    let busy = G::busy(&workspace).map(share).join(", ");
    Speed { rate, ratio, battles, busy }
}

fn dice_rows(goals: &mut Vec<Goal>) {
    for (name, count) in [("5 and 6", Count::Hits), ("any faces", Count::Faces(0b00_0111))] {
        for level in Level::available() {
            let pools = Pools { pools: 20_000, count };
            let before = gigahertz();
            let mut throw = |_| {
                black_box(level.dispatch(pools));
            };
            let rate = pools.dice() as f64 / median(rounds(BUDGET, &mut [&mut throw]).iter().map(|times| times[0]));
            println!("| {name} | {level} | {} | {} |", short(rate), clocks(before));
            if level.name() == LevelName::Avx512 || level.name() == LevelName::Avx2 {
                let wanted = if level.name() == LevelName::Avx512 { 5e9 } else { 2.5e9 };
                goals.push(Goal { what: format!("dice, {name}, {level}, dice/s"), wanted, got: rate, at_most: false });
            }
        }
    }
}

/// The clock before and now.
fn clocks(before: f64) -> String {
    format!("{before:.2}, {:.2}", gigahertz())
}

/// Three digits and a letter.
fn short(value: f64) -> String {
    let (scaled, letter) = match value {
        v if v >= 1e9 => (v / 1e9, " G"),
        v if v >= 1e6 => (v / 1e6, " M"),
        v if v >= 1e3 => (v / 1e3, " k"),
        v => (v, ""),
    };
    let digits = if scaled >= 100.0 {
        0
    } else if scaled >= 10.0 {
        1
    } else {
        2
    };
    format!("{scaled:.digits$}{letter}")
}
