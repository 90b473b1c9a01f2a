//! Runs the program and looks at what it says.

use std::path::Path;
#[cfg(unix)]
use std::process::Stdio;
use std::process::{Command, Output};
#[cfg(unix)]
use std::time::{Duration, Instant};

use lanchester_conformance::thorough::is_thorough;
use serde_json::Value;

/// The program, with nothing of the tester's environment that could change what it says.
pub fn lanchester() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanchester"));
    command.env_remove("NO_COLOR").env_remove("COLUMNS");
    command
}

/// Runs it with these words.
pub fn run(words: &[&str]) -> Output {
    lanchester().args(words).output().expect("the program starts")
}

/// What it wrote to stdout.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// What it wrote to stderr.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// Runs it, expects exit code 0, and returns stdout.
pub fn done(words: &[&str]) -> String {
    let output = run(words);
    assert_eq!(output.status.code(), Some(0), "{words:?}: {}", stderr(&output));
    stdout(&output)
}

/// Runs it with --json, expects exit code 0, and returns what it says.
pub fn json(words: &[&str]) -> Value {
    let text = done(&[words, &["--json"]].concat());
    let answer = serde_json::from_str(&text).expect("JSON on stdout");
    documented(&answer, "");
    answer
}

/// Every field of an answer is explained in the book, but those that are names of ships, options or ranges, and the events of a
/// game.
fn documented(value: &Value, name: &str) {
    let fields = value.as_object().into_iter().flatten();
    for (field, of) in
        fields.filter(|_| !["options", "extras", "destroys", "by_range", "parameters", "events"].contains(&name))
    {
        let explained = include_str!("../../../../../book/src/json.md").contains(&format!("`{field}`"));
        assert!(explained, "book/src/json.md does not name `{field}`");
        documented(of, field);
    }
    value.as_array().into_iter().flatten().for_each(|member| documented(member, name));
}

/// Runs it, expects exit code 2 and nothing on stdout, and returns stderr.
pub fn refused(words: &[&str]) -> String {
    let output = run(words);
    assert_eq!(output.status.code(), Some(2), "{words:?}: {}", stderr(&output));
    assert_eq!(stdout(&output), "", "{words:?}");
    stderr(&output)
}

/// Starts it on one thread with words that would take hours, presses Ctrl-C when it has worked for four seconds, expects exit
/// code 130, and returns what it wrote.
#[cfg(unix)]
pub fn interrupted(words: &[&str]) -> Output {
    told(words, "-INT", 130)
}

/// The same with another signal and exit code.
#[cfg(unix)]
pub fn told(words: &[&str], signal: &str, code: i32) -> Output {
    let mut command = lanchester();
    command.args(words).args(["--threads", "1"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    let started = Instant::now();
    while worked(child.id(), started) < Duration::from_secs(2) && started.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(50));
    }
    let signal = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(signal.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(code), "{words:?}: {}", stderr(&output));
    output
}

/// Processor time of a process, so that a busy machine lets it work as long as an idle one; elsewhere than on Linux the time since
/// it was started.
#[cfg(unix)]
fn worked(process: u32, started: Instant) -> Duration {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{process}/stat")) else { return started.elapsed() };
    // Fields 14 and 15, in hundredths of a second; the second field ends with the last parenthesis.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    Duration::from_millis(fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() * 10)
}

/// The cases of the `nth` of so many parts of a slow test, which share all cases out; all of them where `LANCHESTER_THOROUGH` is set.
pub fn dealt<T>(nth: usize, parts: usize, all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    let (skip, step) = if is_thorough() { (0, 1) } else { (nth, parts) };
    all.into_iter().skip(skip).step_by(step)
}

/// Few roll-outs where the tests are not thorough; the usual 32 where they are.
pub fn few_rollouts() -> &'static [&'static str] {
    if is_thorough() { &[] } else { &["--rollouts", "4"] }
}

/// A study of three ships and two small fleets that takes a moment.
const TINY_STUDY: &str = r#"game = "nova"
kind = "study"
name = "Tiny"
pairs = 40
seed = 9
[duels]
mirror = true
ships = ["majestic", "basalt", "caracal"]
[[actions]]
fleets = ["karst-very-small", "vesper-very-small"]
size = "very-small"
pairs = 10
"#;

/// A study of everything that depends on policies, and of prices, that takes a moment.
const POLICIES_STUDY: &str = r#"game = "nova"
kind = "study"
name = "Payoffs"
pairs = 60
seed = 9
policies = ["greedy", "charge"]
policy_pairs = "all"
[duels]
mirror = true
ships = ["majestic", "basalt", "caracal", "gneiss"]
[[random]]
style = "mixed"
size = "medium"
matchups = 12
tolerance = 0.1
spread = 1.5
pairs = 10
[prices]
ships = ["majestic", "gneiss"]
precision = 0.2
most_matchups = 600
pairs = 2
policies = "all"
budget = [300, 700]
"#;

/// A study whose ships are the field of a price.
const FIELD_STUDY: &str = r#"game = "nova"
kind = "study"
name = "Field"
pairs = 10
[duels]
ships = ["astrolabe", "basalt", "caracal", "gneiss", "sextant", "moraine"]
[prices]
pairs = 2
"#;

/// Writes the study of a field to a folder and returns its path.
pub fn field_study(folder: &Path) -> String {
    written(folder, "field.toml", FIELD_STUDY)
}

/// The same, commanded by the policy that takes the least time: for what does not hang on who commands.
pub fn quick_field_study(folder: &Path) -> String {
    written(folder, "field.toml", &FIELD_STUDY.replace("pairs = 10\n", "pairs = 10\npolicies = [\"charge\"]\n"))
}

/// Ships enough to be priced in fleets of at most four, under the quickest policy.
const FEW_SHIPS_STUDY: &str = r#"game = "nova"
kind = "study"
name = "Few ships"
seed = 3
pairs = 20
policies = ["charge"]
[duels]
ships = ["majestic", "gneiss"]
[prices]
ships = ["majestic", "gneiss", "caracal", "moraine", "stoat", "sextant", "alidade", "gnomon"]
budget = [200, 800]
precision = 0.2
pairs = 1
"#;

/// Writes a study of fleets of few ships to a folder and returns its path.
pub fn few_ships_study(folder: &Path) -> String {
    written(folder, "few.toml", FEW_SHIPS_STUDY)
}

/// Writes the study of policies to a folder and returns its path.
pub fn policies_study(folder: &Path) -> String {
    written(folder, "payoffs.toml", POLICIES_STUDY)
}

/// Writes a file to a folder and returns its path.
pub fn written(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file in a fresh folder");
    path.to_str().expect("UTF-8").to_owned()
}

/// Writes the tiny study to a folder and returns its path.
pub fn tiny_study(folder: &Path) -> String {
    written(folder, "tiny.toml", TINY_STUDY)
}

/// The names of the instruction sets that this machine has; says which are skipped.
pub fn levels() -> Vec<&'static str> {
    let (has, lacks): (Vec<_>, Vec<_>) = ["avx512", "avx2", "neon", "fallback"]
        .into_iter()
        .partition(|level| run(&["list", "policies", "--simd", level]).status.code() == Some(0));
    for level in lacks {
        eprintln!("skipped: this machine does not have {level}");
    }
    assert!(has.contains(&"fallback"));
    has
}

/// The simplest vectors that there are. Without any a battle takes ten times as long.
pub fn simplest() -> &'static str {
    levels().into_iter().rfind(|level| *level != "fallback").unwrap_or("fallback")
}
