//! What a reader needs to read a battle, a ship file or a ledger stands with it.

use crate::common::done;

/// A replay explains its coordinates, its arcs and its numbers before its first line: each game its own, those of its ships alone,
/// and who has which edge in this battle.
#[test]
fn a_replay_says_how_to_read_it() {
    for (words, parts) in [
        (
            &["replay", "majestic", "basalt", "--battle", "3"][..],
            &[
                "column 12, counted from the west",
                "B has the south edge",
                "FX 8 to 4",
                "less the number behind the arc",
            ][..],
        ),
        (
            &["replay", "mouse", "monkey", "--game", "starmada-x"],
            &["A has the south edge", "A 10 to 12", "P a turn to port"],
        ),
        (
            &["replay", "talon-dd", "terran-dd", "--battle", "1", "--game", "talon"],
            &["16 half-hexes to the north", "B starts in the south", "rear 60 behind", "Missile A1-m2"],
        ),
    ] {
        let text = done(words);
        let (head, battle) = text.split_once("\nFleet A: ").expect("the fleets stand first");
        let head = head.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in parts {
            assert!(head.contains(part), "{part}: {text}");
        }
        assert!(head.contains("How to read it: ") && !battle.contains("How to read it"), "{text}");
    }
    let text = done(&["replay", "majestic", "majestic"]);
    assert!(!text.contains("PR 8 to 10"), "no MAJESTIC has this arc: {text}");
}

/// The side that the head of a replay puts in the south is set up there.
#[test]
fn the_south_is_where_a_replay_says() {
    for (battle, [south, north]) in [("0", ["A1", "B1"]), ("1", ["B1", "A1"])] {
        let text = done(&["replay", "talon-ca", "terran-ca", "--battle", battle, "--game", "talon"]);
        for (ship, facing) in [(south, "facing N"), (north, "facing S")] {
            let line = text.lines().find(|line| line.trim().starts_with(ship) && line.contains(" starts at ("));
            assert!(line.is_some_and(|line| line.ends_with(facing)), "{ship} {facing}: {text}");
        }
    }
}

#[test]
fn a_shown_file_explains_its_arcs_or_places() {
    for (what, game, part) in [
        (
            "majestic",
            "nova",
            "# Arcs run clockwise from hour to hour, borders included, with 12 dead ahead: FF 10 to 2, ",
        ),
        ("mouse", "starmada-x", ": A 10 to 12, B 12 to 2, "),
        ("talon-ca", "talon", "# Arcs, of weapons and of shields in this order: forward 60 degrees ahead, "),
        ("matchups/crossing-paths", "nova", "# A hex such as 1208 is column 12, "),
    ] {
        let text = done(&["show", what, "--game", game]);
        let (head, rest) = text.split_once("\n\n").expect("comments, then the file");
        assert!(head.contains(part) && head.lines().all(|line| line.starts_with("# ")), "{text}");
        assert!(rest.starts_with("game = "), "{text}");
    }
    assert!(done(&["show", "policies/greedy"]).starts_with("game = "));
}

/// The number of rules that share the commonest reason is that of those listed under it; each has its id.
#[test]
fn rules_that_are_left_out_are_counted_and_named() {
    for game in ["nova", "starmada-x", "talon"] {
        let text = done(&["rules", game]);
        let head = text.lines().next().expect("a first line");
        let (count, reason) =
            head.split_once(" left out (").and_then(|(_, rest)| rest.split_once(" of them because ")).expect(head);
        let reason = reason.strip_suffix("; all are listed at the end).").expect(head);
        let listed = text
            .split("\nLeft out: ")
            .find_map(|part| part.strip_prefix(reason)?.strip_prefix('\n'))
            .expect("the reason's own list");
        let entries: Vec<&str> = listed.lines().take_while(|line| !line.is_empty()).collect();
        assert_eq!(entries.len(), count.parse::<usize>().expect("a number"), "{head}");
        let prefix = match game {
            "nova" => "  NOVA ",
            "starmada-x" => "  X ",
            _ => "  TALON ",
        };
        assert!(entries.iter().all(|entry| entry.starts_with(prefix)), "{entries:?}");
    }
    let talon = done(&["rules", "talon"]);
    assert!(
        talon.contains("6 left out (3 of them because it is an advanced rule whose text has not survived;"),
        "{talon}"
    );
}

/// Where the book speaks and we rule otherwise, the ledger quotes it.
#[test]
fn rulings_of_talon_that_differ_from_the_book_quote_it() {
    let text = done(&["rules", "talon"]);
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let entry = |id: &str| words.split("TALON ").find(|entry| entry.starts_with(&format!("{id} "))).expect("the rule");
    let fire = entry("8.3");
    assert!(fire.contains("(\"may repeat steps 4 and 5\")") && fire.contains("here each weapon"), "{fire}");
    let power = entry("8.4.2");
    assert!(power.contains("the example of 5.4.5") && power.contains("1-5-3 with a -2 becomes 0-4-2"), "{power}");
}
