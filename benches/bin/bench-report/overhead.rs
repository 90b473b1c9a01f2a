//! What is not battles: threads, cells, and the program's start.

use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use lanchester_benches::Case;
use lanchester_core::CHUNK_PAIRS;
use lanchester_core::arena::{CellJob, NoProgress, RunOptions, run};
use lanchester_lanes::Level;
use lanchester_rules_nova::Nova;

use crate::clock::{arithmetic, gigahertz, median, rounds};
use crate::{Goal, clocks, short};

/// Time for the runs of one figure.
const BUDGET: Duration = Duration::from_secs(8);

/// Plays a study.
fn play(cells: &[CellJob<Nova>], threads: usize, seed: u64) {
    let options = RunOptions { seed, level: Level::best(), threads, chunk_pairs: CHUNK_PAIRS };
    let result = run(cells, &options, &AtomicBool::new(false), &NoProgress);
    assert!(!result.interrupted, "nobody asked it to stop");
}

/// One thread and two.
pub fn threads(case: &Case, goals: &mut Vec<Goal>) {
    println!("\n## Threads: {}, {}\n\n| threads | battles/s | GHz |\n|--:|--:|---|", case.name, Level::best());
    let before = gigahertz();
    let begun = Instant::now();
    play(&case.cells(1, CHUNK_PAIRS), 1, 0);
    // An even number of full chunks, so that neither thread waits long for the other at the end.
    let chunks = (2.0 * (0.5 / begun.elapsed().as_secs_f64()).ceil()).clamp(4.0, 400.0) as u64;
    let cells = case.cells(1, chunks * CHUNK_PAIRS);
    let times = rounds(
        BUDGET,
        &mut [
            &mut |round| play(&cells, 1, round),
            &mut |round| play(&cells, 2, round),
            &mut |_| arithmetic(1),
            &mut |_| arithmetic(2),
        ],
    );
    let battles = 2.0 * (chunks * CHUNK_PAIRS) as f64;
    for threads in [1, 2] {
        let time = median(times.iter().map(|times| times[threads - 1]));
        println!("| {threads} | {} | {} |", short(battles / time), clocks(before));
    }
    let gain = median(times.iter().map(|times| times[0] / times[1]));
    let at_most = median(times.iter().map(|times| times[2] / times[3]));
    println!("\nTwo threads gain × {gain:.2}; at plain arithmetic, in between, they gained × {at_most:.2}.");
    let what = format!("{}, two threads, times one", case.name);
    goals.push(Goal { what, wanted: 1.9, got: gain, at_most: false });
}

/// Cells of the same size: studies of one and a study of many.
pub fn cells(case: &Case, goals: &mut Vec<Goal>) {
    const MANY: u64 = 4096;
    const PAIRS: u64 = 512;
    println!("\n## Cells: {}, {}, {} battles each\n", case.name, Level::best(), 2 * PAIRS);
    println!("| cells | ns a battle | GHz |\n|--:|--:|---|");
    let before = gigahertz();
    let (one, many) = (case.cells(1, PAIRS), case.cells(MANY, PAIRS));
    // A quarter as many battles as the many cells have.
    const STUDIES: u64 = MANY / 4;
    let mut small = |round| (0..STUDIES).for_each(|study| play(&one, 1, round * STUDIES + study));
    let times = rounds(BUDGET, &mut [&mut small, &mut |round| play(&many, 1, round)]);
    let a_battle = |seconds: f64, cells: u64| seconds / (2 * PAIRS * cells) as f64;
    let of_one = median(times.iter().map(|times| a_battle(times[0], STUDIES)));
    let of_many = median(times.iter().map(|times| a_battle(times[1], MANY)));
    for (cells, time) in [(1, of_one), (MANY, of_many)] {
        println!("| {cells} | {:.0} | {} |", 1e9 * time, clocks(before));
    }
    let growth = median(times.iter().map(|times| a_battle(times[1], MANY) / a_battle(times[0], STUDIES) - 1.0));
    let what = format!("{MANY} cells instead of one, growth of the time a battle, %");
    goals.push(Goal { what, wanted: 5.0, got: 100.0 * growth, at_most: true });
}

/// The built program from its start to its answer about one pair of battles.
pub fn start_up(program: &str, goals: &mut Vec<Goal>) -> std::io::Result<()> {
    let start = || {
        let begun = Instant::now();
        let status = Command::new(program)
            .args(["duel", "majestic", "majestic", "--battles", "2", "--threads", "1"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        if status.success() { Ok(begun.elapsed()) } else { Err(std::io::Error::other("the duel failed")) }
    };
    start()?;
    let mut times = (0..21).map(|_| start()).collect::<Result<Vec<Duration>, _>>()?;
    times.sort();
    let [least, median, most] = [0, 10, 20].map(|n: usize| times[n].as_secs_f64() * 1e3);
    println!("\n## Start-up\n\n`lanchester duel majestic majestic --battles 2`, from start to end, of 21:");
    println!("median {median:.1} ms, {least:.1} to {most:.1} ms");
    goals.push(Goal { what: "start-up and first battle, ms".into(), wanted: 50.0, got: median, at_most: true });
    Ok(())
}
