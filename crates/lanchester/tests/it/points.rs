//! Where what is printed moves a duel of ships or fleets, `duel` says that commanders weigh ships by their points.

use std::fs;
use std::path::Path;

use tempfile::tempdir;

use crate::common::{done, json, run, stderr};

/// What `duel` says of commanders who weigh points, and of a game whose victory is counted in them.
const WEIGH: &str = "Both commanders weigh ships by their points";
const COUNT: &str = "Victory is counted in points";

/// A ship and its opponent of each game, the key of its points, and whether `default` and `hold` fly by them.
const DUELS: [(&str, [&str; 2], &str, [bool; 2]); 5] = [
    ("nova", ["sextant", "moraine"], "rating", [true, false]),
    ("starmada-x", ["krait", "viper"], "rating", [true, false]),
    ("talon", ["talon-ca", "terran-ca"], "points", [false, false]),
    ("skill-dice", ["kestrel", "osprey"], "points", [true, false]),
    ("fires", ["ibex", "mistral"], "cost", [true, false]),
];

/// The same ship is printed at ten times its points. What is left of it and of its opponent says how they flew: in Fires of Space points
/// are the victory as well, so who wins moves under every policy.
#[test]
fn what_is_printed_moves_the_duels_that_say_so() {
    let folder = tempdir().expect("a folder");
    for (game, [ship, other], key, moves) in DUELS {
        let file = done(&["show", &format!("ships/{ship}"), "--game", game]);
        let line = file.lines().find(|line| line.starts_with(&format!("{key} = "))).expect("its points");
        let path = folder.path().join(format!("{game}.toml"));
        fs::write(&path, file.replacen(line, &format!("{line}0"), 1)).expect("a file");
        let path = path.to_str().expect("UTF-8");
        for (policy, moves) in ["default", "hold"].into_iter().zip(moves) {
            let more = [other, "--game", game, "--battles", "100", "--policy-a", policy, "--policy-b", policy];
            let flown = |ship: &str| {
                let tally = json(&[&["duel", ship][..], &more].concat())["tally"].clone();
                [tally["left"].clone(), tally["turns"].clone()]
            };
            assert_eq!(flown(ship) != flown(path), moves, "{game}, {policy}");
            let text = done(&[&["duel", ship][..], &more].concat());
            assert_eq!(text.contains(WEIGH), moves && game != "fires", "{game}, {policy}: {text}");
            assert_eq!(text.contains(COUNT), game == "fires", "{game}, {policy}: {text}");
        }
    }
}

/// Policies, and whether fleets that they command are flown by points.
type Flown = [(&'static str, bool); 2];

/// A ship, a companion and the design of the two enemies of each game, and whether these policies fly by points in such fleets.
const FLEETS: [(&str, [&str; 3], &str, Flown); 5] = [
    ("nova", ["sextant", "basalt", "moraine"], "rating", [("default", true), ("charge", false)]),
    ("starmada-x", ["krait", "mouse", "viper"], "rating", [("default", true), ("hold", false)]),
    ("talon", ["talon-ca", "talon-ff", "terran-ca"], "points", [("default", true), ("hold", false)]),
    ("skill-dice", ["kestrel", "sling", "osprey"], "points", [("default", true), ("random", true)]),
    ("fires", ["ibex", "tempest", "mistral"], "cost", [("default", false), ("hold", false)]),
];

/// Writes a fleet of ships and how many of each, and says where.
fn fleet(folder: &Path, game: &str, id: &str, ships: &[(&str, u32)]) -> String {
    let entry = |(ship, count): &(&str, u32)| format!("[[ships]]\nship = \"{ship}\"\ncount = {count}\n");
    let entries: String = ships.iter().map(entry).collect();
    let path = folder.join(format!("{id}.toml"));
    fs::write(&path, format!("game = \"{game}\"\nkind = \"fleet\"\nname = \"{id}\"\n{entries}")).expect("a file");
    path.to_str().expect("UTF-8").to_owned()
}

/// The first ship of a fleet is printed at three tenths of its points, at three times and at ten times. How long battles take says how
/// they were flown.
#[test]
fn what_is_printed_moves_the_fleets_that_say_so() {
    let folder = tempdir().expect("a folder");
    for (game, [ship, companion, enemy], key, policies) in FLEETS {
        let file = done(&["show", &format!("ships/{ship}"), "--game", game]);
        let line = file.lines().find(|line| line.starts_with(&format!("{key} = "))).expect("its points");
        let number: String = line.chars().filter(char::is_ascii_digit).collect();
        let points: u32 = number.parse().expect("a number");
        let fleets = [10, 3, 30, 100].map(|tenths| {
            let id = format!("{game}-{tenths}");
            let text = file.replacen(line, &format!("{key} = {}", points * tenths / 10), 1);
            fs::write(folder.path().join(format!("{id}-ship.toml")), text).expect("a file");
            fleet(folder.path(), game, &id, &[(&format!("{id}-ship.toml"), 1), (companion, 1)])
        });
        let enemies = fleet(folder.path(), game, &format!("{game}-enemies"), &[(enemy, 2)]);
        for (policy, moves) in policies {
            let more = [&enemies, "--game", game, "--battles", "100", "--policy-a", policy, "--policy-b", policy];
            let turns =
                fleets.each_ref().map(|of| json(&[&["duel", of][..], &more].concat())["tally"]["turns"].clone());
            let text = done(&[&["duel", &fleets[0]][..], &more].concat());
            // In Fires of Space commanders count victory points, as the rules do.
            if game != "fires" {
                assert_eq!(turns[1..].iter().any(|of| *of != turns[0]), moves, "{game}, {policy}: {turns:?}");
            }
            // In Talon the side of two ships of one design has no other target to choose.
            let said =
                if game == "talon" { "The commander of talon-enemies weighs ships by their points" } else { WEIGH };
            assert_eq!(text.contains(said), moves, "{game}, {policy}: {text}");
            assert_eq!(text.contains(COUNT), game == "fires", "{game}, {policy}: {text}");
        }
    }
    // Nova, to a number of victory points: `charge` flies as before, and who wins moves.
    let [a, b, enemies] =
        ["nova-10", "nova-100", "nova-enemies"].map(|id| format!("{}/{id}.toml", folder.path().display()));
    let more =
        [&enemies, "--battles", "100", "--policy-a", "charge", "--policy-b", "charge", "--options", "vp_target=400"];
    let wins = [&a, &b].map(|of| json(&[&["duel", of][..], &more].concat())["tally"]["wins"].clone());
    assert_ne!(wins[0], wins[1]);
    let text = done(&[&["duel", &a][..], &more].concat());
    assert!(text.contains(COUNT) && !text.contains("by their points"), "{text}");
}

/// Points more than a tenth of the lesser apart are remarked on, in every game.
#[test]
fn uneven_sides_are_remarked_on() {
    for (game, ships, said) in [
        ("nova", ["majestic", "sextant"], "the sides are not even: MAJESTIC has 344 points, SEXTANT has 57 points"),
        ("starmada-x", ["mouse", "hydra"], "the sides are not even: Mouse has 133 points, Hydra has 266 points"),
        ("talon", ["talon-ca", "talon-ff"], "the sides are not even: Talon CA has 115 points, Talon FF has 44 points"),
        ("fires", ["ibex", "mistral"], "the sides are not even: IBEX has 590 points, MISTRAL has 1420 points"),
    ] {
        let duel = |[a, b]: [&str; 2]| {
            let output = run(&["duel", a, b, "--game", game, "--battles", "2"]);
            stderr(&output).to_lowercase()
        };
        assert!(duel(ships).contains(&said.to_lowercase()), "{game}: {}", duel(ships));
        assert!(!duel([ships[0]; 2]).contains("not even"), "{game}");
    }
}

/// Two fighters that hold their places never fire: all draws, none at the turn limit and none without a ship. In Fires of Space a draw of
/// an engagement is one without a lead of 50 victory points, which the help says.
#[test]
fn draws_have_their_reason() {
    let text = done(&[
        "duel",
        "kestrel",
        "osprey",
        "--game",
        "skill-dice",
        "--battles",
        "20",
        "--policy-a",
        "hold",
        "--policy-b",
        "hold",
    ]);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("20 battles ended with equal shares of points left: nobody fired for"), "{text}");
    let words = ["duel", "ibex", "mistral", "--game", "fires", "--battles", "100"];
    let (tally, text) = (json(&words)["tally"].clone(), done(&words));
    let draws = tally["draws"].as_u64().expect("a count");
    assert!(draws > 1 && tally["capped"] == 0 && tally["mutual"] == 0, "{tally}");
    assert!(text.contains(&format!("{draws} battles ended with neither side ahead by 50 victory points.")), "{text}");
    // Battles of 20 turns were ended by the book, which the row of the turn limit says; one below is a limit.
    assert!(text.contains("ended by the turn limit (none: the rules end it after 20)"), "{text}");
    let limited = [&words[..], &["--options", "turn_cap=4"]].concat();
    assert!(json(&limited)["tally"]["capped"].as_u64().is_some_and(|capped| capped > 50));
    assert!(done(&limited).contains("ended by the turn limit (4)"), "{}", done(&limited));
    // Fleets of Starmada Nova fight for points, and both sides may come to theirs in one turn.
    let words = ["duel", "karst-very-small", "vesper-very-small", "--size", "very-small", "--battles", "500"];
    let (tally, text) = (json(&words)["tally"].clone(), done(&words));
    let draws = tally["draws"].as_u64().expect("a count");
    assert!(draws > 1 && tally["capped"] == 0 && tally["mutual"] == 0, "{tally}");
    assert!(text.contains(&format!("{draws} battles ended with both sides at the points that win.")), "{text}");
}

/// HYDRA and CORONA of Starmada X often destroy each other, and the dearer of them has lost more points then, however both are flown.
#[test]
fn points_decide_where_no_ship_is_left() {
    let folder = tempdir().expect("a folder");
    let file = done(&["show", "ships/hydra", "--game", "starmada-x"]);
    let [cheaper, dearer] = [266, 272].map(|rating| {
        let path = folder.path().join(format!("{rating}.toml"));
        fs::write(&path, file.replace("rating = 266", &format!("rating = {rating}"))).expect("a file");
        let more = ["--game", "starmada-x", "--battles", "200", "--policy-a", "charge", "--policy-b", "charge"];
        let words = [&["duel", path.to_str().expect("UTF-8"), "corona"][..], &more].concat();
        let tally = json(&words)["tally"].clone();
        let ended =
            format!("{} battles ended with no ship on either side: who lost fewer points wins.", tally["mutual"]);
        assert!(done(&words).contains(&ended), "{tally}");
        let drawn = done(&[&words[..], &["--options", "mutual_destruction=draw"]].concat());
        assert!(drawn.contains(" ended with no ship on either side.\n"), "{drawn}");
        tally
    });
    assert_eq!((&cheaper["left"], &cheaper["mutual"]), (&dearer["left"], &dearer["mutual"]));
    assert_ne!(cheaper["wins"], dearer["wins"]);
}
