//! The study of book/src/files.md and the commands of the sections around it, as they stand there, in a folder in which nothing
//! was made.

use std::fs;
use std::path::Path;
use std::process::Output;

use tempfile::tempdir;

use crate::common::{lanchester, stderr, stdout};

const PAGE: &str = include_str!("../../../../book/src/files.md");

/// The text of a section, from its heading to the next one.
fn section(heading: &str) -> &'static str {
    let (_, rest) = PAGE.split_once(&format!("\n## {heading}\n")).expect("the page has the section");
    rest.split("\n## ").next().expect("a text")
}

/// The commands that stand in a section's sentences, in order, each on one line.
fn commands(section: &str) -> Vec<String> {
    let prose: String = section.split("```").step_by(2).collect();
    let quoted =
        prose.split('`').skip(1).step_by(2).map(|words| words.split_whitespace().collect::<Vec<_>>().join(" "));
    quoted.filter(|words| words.starts_with("lanchester ")).collect()
}

/// The first block of a section in this language.
fn block(section: &'static str, language: &str) -> &'static str {
    let (_, rest) = section.split_once(&format!("```{language}\n")).expect("the section has a block");
    rest.split("```").next().expect("a block")
}

/// Runs a command of the page in a folder; its output goes to the file that it names after `>`.
fn run_in(folder: &Path, command: &str) -> Output {
    let (words, file) = command.split_once(" > ").map_or((command, None), |(words, file)| (words, Some(file)));
    let words: Vec<&str> = words.split(' ').skip(1).collect();
    let output = lanchester().args(words).current_dir(folder).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(0), "{command}: {}", stderr(&output));
    if let Some(file) = file {
        fs::write(folder.join(file), &output.stdout).expect("a file");
    }
    output
}

#[test]
fn the_study_is_played_where_nothing_was_made_before() {
    let folder = tempdir().expect("a folder");
    let section = section("Your own study");
    fs::write(folder.path().join("cruisers.toml"), block(section, "toml")).expect("a file");
    let commands = commands(section);
    assert_eq!(commands, ["lanchester check cruisers.toml", "lanchester validate cruisers.toml"]);
    run_in(folder.path(), &commands[0]);
    let text = stdout(&run_in(folder.path(), &commands[1]));
    for ship in ["MAJESTIC", "DIOPTRE", "GNEISS", "SEXTANT", "BASALT"] {
        assert!(text.contains(ship), "{ship}: {text}");
    }
    assert!(folder.path().join("reports/cruisers/report.html").exists(), "{text}");
}

#[test]
fn a_ship_of_ones_own_is_made_and_played_where_nothing_was_made_before() {
    let folder = tempdir().expect("a folder");
    let commands = commands(section("Your own ship"));
    assert!(commands.len() > 2 && commands[0].ends_with(" > mine.toml"), "{commands:?}");
    run_in(folder.path(), &commands[0]);
    let file = folder.path().join("mine.toml");
    let shipped = fs::read_to_string(&file).expect("the ship's file");
    // What the section asks for, and what it says of the rating that stays.
    let mine = shipped.replace("name = \"MAJESTIC\"", "name = \"MINE\"").replace("\nhull = 17\n", "\nhull = 20\n");
    assert!(mine.contains("\nhull = 20\n") && mine.contains("\nrating = 344\n"), "{shipped}");
    fs::write(&file, mine).expect("the ship's file");
    for command in &commands[1..] {
        // As printed, but for how long it takes: a minute of processor time otherwise.
        let shorter = match command.split(' ').nth(1) {
            Some("compare") => " --pairs 1000 --precision 0.1",
            Some("rate") => " --precision 0.1",
            _ => "",
        };
        let text = stdout(&run_in(folder.path(), &format!("{command}{shorter}")));
        assert!(text.contains("MINE"), "{command}: {text}");
    }
}
