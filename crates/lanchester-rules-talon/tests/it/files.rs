//! Ship, fleet and option files: what is read, and what is refused with which code.

use std::fs;

use lanchester_rules_talon::Talon;
use lanchester_rules_talon::files::codes;
use lanchester_rules_talon::options::{Fusion, Options};
use lanchester_scenario::{Library, code};

const SHIP: &str = r#"game = "talon"
kind = "ship"
name = "Test"
points = 50
origin = "original"
hull = ["0", "-1*"]
shields = [3, 2, 1, 2]
curve = ["1-4-1", "2-3-0"]
start = 3
explosion = 1
batteries = 0
faction = "Terran"
[[groups]]
weapon = "phaser"
arcs = ["forward", "left"]
red = 1
yellow = 1
"#;

/// The codes of the problems of this ship file, with the lines that they stand in.
fn problems(text: &str) -> Vec<(&'static str, usize)> {
    let here = tempfile::tempdir().unwrap();
    let path = here.path().join("test.toml");
    fs::write(&path, text).unwrap();
    match Library::<Talon>::shipped().ship(path.to_str().unwrap()) {
        Ok(_) => Vec::new(),
        Err(problems) => problems.list().iter().map(|problem| (problem.code, problem.line.unwrap_or(0))).collect(),
    }
}

#[test]
fn a_sound_ship_is_read() {
    assert_eq!(problems(SHIP), []);
}

/// One thing wrong at a time: what stands in the file, what is written instead, and the problem.
#[test]
fn wrong_ships_are_refused_where_they_are_wrong() {
    let cases = [
        (r#""-1*""#, r#""-9""#, codes::BAD_BOX, 6),
        (r#""-1*""#, r#""1""#, codes::BAD_BOX, 6),
        (r#""1-4-1""#, r#""1-4""#, codes::BAD_LINE, 8),
        (r#""1-4-1""#, r#""1-0-1""#, codes::BAD_LINE, 8),
        (r#""1-4-1""#, r#""1-5-1""#, codes::BAD_CURVE, 8),
        (r#""1-4-1""#, r#""1-4-n""#, codes::NOT_FOR_THIS, 8),
        ("start = 3", "start = 2", codes::NO_SUCH_SPEED, 9),
        ("batteries = 0", "batteries = 9", code::OUT_OF_RANGE, 11),
        ("shields = [3, 2, 1, 2]", "shields = [3, 2, 1]", code::WRONG_LENGTH, 7),
        (r#""phaser""#, r#""laser""#, code::UNKNOWN_WORD, 14),
        (r#"["forward", "left"]"#, r#"["left", "left"]"#, codes::TWICE, 15),
        ("red = 1\nyellow = 1", "red = 0\nyellow = 0", codes::NO_BAR, 17),
        (r#"hull = ["0", "-1*"]"#, "hull = []", code::WRONG_LENGTH, 6),
        ("points = 50", "points = 0", code::OUT_OF_RANGE, 4),
        (r#"faction = "Terran""#, r#"faction = "Taloon""#, code::UNKNOWN_WORD, 12),
        ("batteries = 0", "fighters = 3", code::UNKNOWN_KEY, 11),
    ];
    for (right, wrong, code, line) in cases {
        let text = SHIP.replacen(right, wrong, 1);
        assert_ne!(text, SHIP, "{right}");
        assert_eq!(problems(&text), [(code, line)], "{wrong}");
    }
}

#[test]
fn bases_have_no_radius_and_no_afterburner() {
    let base = SHIP
        .replace(r#"["1-4-1", "2-3-0"]"#, r#"["1-4-n", "2-3-n"]"#)
        .replace("batteries = 0", "base = true\nafterburners = 1");
    assert_eq!(problems(&base), [(codes::NOT_FOR_THIS, 12)]);
    assert_eq!(problems(&base.replace("afterburners = 1", "batteries = 1")), []);
}

#[test]
fn options_are_read_by_their_keys() {
    let library = Library::<Talon>::shipped();
    assert_eq!(library.options("").expect("no options"), Options::default());
    let read = library.options("fusion = \"one\"\nstray_at = 9\nturn_cap = 4\nslip_counts = false").expect("options");
    let expected =
        Options { fusion: Fusion::One, stray_at: Some(9), turn_cap: 4, slip_counts: false, ..Options::default() };
    assert_eq!(read, expected);
    for wrong in ["turn_cap = 0", "gap = 99", "fusion = \"two\"", "reinforcement = 4", "terrain = true"] {
        assert!(library.options(wrong).is_err(), "{wrong}");
    }
}

/// A fleet with more missile weapons than a side may have is refused, as is one with too many ships.
#[test]
fn fleets_beyond_the_limits_are_refused() {
    let here = tempfile::tempdir().unwrap();
    fs::create_dir(here.path().join("matchups")).unwrap();
    let write = |file: &str, text: &str| {
        fs::write(here.path().join(file), format!("game = \"talon\"\n{text}")).unwrap();
        here.path().join(file).to_str().unwrap().to_owned()
    };
    let side = |ship: &str, count: usize| {
        let ships = vec![format!("\"{ship}\""); count].join(", ");
        format!("ships = [{ships}]\npolicy = \"default\"\n")
    };
    let matchup = |ship: &str, count: usize| {
        let (a, b) = (side(ship, count), side("terran-ca", 1));
        let path = write("matchups/test.toml", &format!("kind = \"matchup\"\nname = \"T\"\n[a]\n{a}[b]\n{b}"));
        match Library::<Talon>::shipped().matchup(&path) {
            Ok(_) => Vec::new(),
            Err(problems) => problems.list().iter().map(|problem| problem.code).collect(),
        }
    };
    assert_eq!(matchup("talon-hornet", 6), [""; 0]);
    assert_eq!(matchup("talon-hornet", 7), [codes::TOO_MANY_MISSILES]);
    assert_eq!(matchup("talon-dd", 12), [""; 0]);
    assert_eq!(matchup("terran-sc", 13), [code::WRONG_LENGTH]);

    // Two ships in one hex of their zone.
    let (a, b) = (side("terran-ca", 2), side("terran-ca", 1));
    let station = |column: u8| format!("[[a.stations]]\ncolumn = {column}\nrow = 2\n");
    for (columns, expected) in [([3, 4], None), ([3, 3], Some(codes::SHARED_HEX)), ([3, 25], Some(code::OUT_OF_RANGE))]
    {
        let stations = columns.map(station).concat();
        let text = format!("kind = \"matchup\"\nname = \"T\"\n[a]\n{a}{stations}[b]\n{b}");
        let read = Library::<Talon>::shipped().matchup(&write("matchups/test.toml", &text));
        assert_eq!(read.err().map(|problems| problems.list()[0].code), expected);
    }
}
