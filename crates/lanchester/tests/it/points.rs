//! Where what is printed moves a duel of one ship a side, `duel` says that commanders weigh ships by their points.

use std::fs;

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
