//! Every command's answer when nothing is wrong.

use std::fs;
use std::path::Path;

use lanchester_report::frame::Values;
use tempfile::tempdir;

use crate::common::{done, json, lanchester, levels, refused, run, simplest, stderr, stdout};

#[test]
fn a_duel_tells_who_wins_how_often_and_how_to_see_it_again() {
    let text = done(&["duel", "majestic", "moraine", "--battles", "200", "--policy-b", "charge"]);
    assert!(text.starts_with("MAJESTIC is the stronger: it scores"), "{text}");
    for part in
        ["MORAINE wins", "nobody wins", "95 % interval", "turn limit (30)", "turns on average", "seed 1", "charge"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.contains("lanchester duel majestic moraine --policy-b charge --battles 200 --seed 1"), "{text}");
    assert!(text.contains("lanchester replay majestic moraine --policy-b charge --seed 1 --battle 0"), "{text}");
}

/// Karst's fleet has 961 points, Vesper's 988; of the other duel the costlier ship wins.
#[test]
fn a_duel_says_that_the_stronger_side_has_fewer_points() {
    let said = |words: &[&str]| done(&[&["duel"], words, &["--battles", "2000"]].concat());
    let text = said(&["karst-medium", "vesper-medium", "--size", "medium"]);
    assert!(text.lines().next().is_some_and(|line| line.ends_with("It has 27 points fewer.")), "{text}");
    assert!(!said(&["majestic", "moraine"]).contains("fewer"), "the costlier one wins");
}

#[test]
fn a_duel_is_the_same_on_all_threads_and_levels_and_another_with_another_seed() {
    let words = ["duel", "basalt", "caracal", "--battles", "10000"];
    let one = done(&[&words[..], &["--threads", "1"]].concat());
    assert_eq!(one, done(&[&words[..], &["--threads", "2"]].concat()));
    for level in levels() {
        assert_eq!(one, done(&[&words[..], &["--simd", level]].concat()), "{level}");
    }
    assert_ne!(one, done(&[&words[..], &["--seed", "2"]].concat()));
}

#[test]
fn a_duel_of_matchups_fleets_and_options() {
    let matchup = done(&["duel", "crossing-paths", "--battles", "20"]);
    assert!(matchup.contains("greedy with"), "the file's override is shown: {matchup}");
    assert!(done(&["duel", "crossing-paths", "--battles", "20", "--policy-a", "hold"]).contains("hold"));
    let fleets = json(&[
        "duel",
        "fleets/karst-very-small",
        "vesper-very-small",
        "--battles",
        "20",
        "--size",
        "very-small",
        "--options",
        "turn_cap=5",
    ]);
    assert_eq!(fleets["options"]["size"], "very-small");
    assert_eq!(fleets["options"]["turn_cap"], "5");
    assert_eq!(fleets["a"]["ships"].as_array().map(Vec::len), Some(4));
}

#[test]
fn odd_battles_are_rounded_up_and_said_so() {
    let output = run(&["duel", "basalt", "caracal", "--battles", "7"]);
    assert!(stderr(&output).contains("8 battles are played instead of 7"), "{}", stderr(&output));
    assert!(stdout(&output).contains("8 battles in 4 pairs"));
}

#[test]
fn a_quiet_command_says_nothing_on_stderr() {
    let output = run(&["duel", "basalt", "caracal", "--battles", "7", "--quiet"]);
    assert_eq!(stderr(&output), "");
}

/// A game that grades no victories has none in its answers.
#[test]
fn nova_knows_no_major_victory() {
    let duel = json(&["duel", "majestic", "dioptre", "--battles", "100"]);
    assert!(duel["major"].is_null() && duel["minor"].is_null());
    assert_eq!(duel["tally"]["major"], serde_json::json!([0, 0]));
    let nova = done(&["duel", "majestic", "dioptre", "--battles", "100"]);
    assert!(!nova.contains("major victory") && !nova.contains("two intervals"), "{nova}");
    // All of Mouse's victories are major, and what the turn limit ends is drawn.
    let drawn = done(&["duel", "mouse", "monkey", "--game", "starmada-x", "--battles", "2000"]);
    assert!(drawn.contains("Where a number has two intervals, the wider one"), "{drawn}");
}

#[test]
fn duels_have_the_documented_fields() {
    let duel = json(&["duel", "majestic", "majestic", "--battles", "100", "--seed", "3"]);
    for field in ["score", "wins", "draws", "losses", "capped", "no_contact", "margin", "seat", "initiative"] {
        for end in ["estimate", "low", "high"] {
            assert!(duel[field][end].is_number(), "{field}.{end}");
        }
    }
    for field in ["command", "tool_version", "game", "matchup"] {
        assert!(duel[field].is_string(), "{field}");
    }
    for field in ["rules_version", "stream_version", "turns_mean"] {
        assert!(duel[field].is_number(), "{field}");
    }
    assert_eq!((&duel["seed"], &duel["battles"], &duel["pairs"]), (&3.into(), &100.into(), &50.into()));
    assert_eq!(
        duel["a"],
        serde_json::json!({"name": "MAJESTIC", "rating": 344, "ships": ["MAJESTIC"], "policy": "default"})
    );
    assert_eq!(duel["left_mean"].as_array().map(Vec::len), Some(2));
    assert_eq!(duel["tally"]["pair_scores"].as_array().map(Vec::len), Some(5));
    let total: f64 = ["wins", "draws", "losses"].iter().filter_map(|f| duel[f]["estimate"].as_f64()).sum();
    assert!((total - 1.0).abs() < 1e-9);
}

/// A search verifies, says what it searches among and is the same again on any number of threads; among one policy it is that
/// policy.
#[test]
fn a_search_is_told_and_verified() {
    for game in ["nova", "starmada-x"] {
        let ship = if game == "nova" { "majestic" } else { "corona" };
        let words = ["replay", ship, ship, "--policy-b", "search", "--portfolio", "hold,charge", "--game", game];
        let text = done(&[&words[..], &["--verify"]].concat());
        assert!(
            text.contains(
                "Policies: A default, B search.\nThe search plays out: hold, charge, 32 roll-outs each.\nVerified"
            ),
            "{text}"
        );
        let told = json(&words);
        assert_eq!(
            (&told["policies"][1], &told["portfolio"]),
            (&"search".into(), &serde_json::json!(["hold", "charge"]))
        );
        let alone = json(&["replay", ship, ship, "--policy-b", "search", "--portfolio", "charge", "--game", game]);
        let plain = json(&["replay", ship, ship, "--policy-b", "charge", "--game", game]);
        assert_eq!(alone["events"], plain["events"]);
        assert!(plain.get("portfolio").is_none());
    }
    let duel = ["duel", "majestic", "majestic", "--policy-a", "search", "--portfolio", "hold,charge", "--battles", "4"];
    let tally = |threads| json(&[&duel[..], &["--threads", threads]].concat())["tally"].clone();
    assert_eq!(tally("1"), tally("3"));
}

/// A search that does not know its opponent says whom it takes it for; a belief without a search is refused.
#[test]
fn a_search_says_what_it_believes() {
    let duel = ["duel", "majestic", "majestic", "--policy-a", "search", "--portfolio", "hold,charge", "--battles", "4"];
    let believes = [&duel[..], &["--policy-b", "charge", "--believe", "hold"]].concat();
    let text = done(&believes);
    assert!(
        text.contains("The search plays out: hold, charge, 32 roll-outs each, and believes its opponent to be hold."),
        "{text}"
    );
    assert!(text.contains("--believe hold --battles 4"), "the command again: {text}");
    assert_eq!(json(&believes)["believes"], "hold");
    let knows = json(&[&duel[..], &["--policy-b", "charge"]].concat());
    let right = json(&[&duel[..], &["--policy-b", "charge", "--believe", "charge"]].concat());
    assert!(knows.get("believes").is_none() && knows["tally"] == right["tally"], "a belief in the truth is knowledge");
    let text = done(&["search", "hold", "--portfolio", "charge", "--believe", "charge"]);
    assert!(text.starts_with("A search that believes hold to be charge scores"), "{text}");
    let text = done(&["search", "hold", "--portfolio", "charge", "--only", "moves"]);
    assert!(text.starts_with("A search that knows hold and decides only moves scores"), "{text}");
    assert!(
        text.contains("The search plays out: charge, hold, 32 roll-outs each.\nAll other decisions are those of hold.\n112 battles"),
        "{text}"
    );
    let refusal = refused(&["search", "hold", "--portfolio", "charge", "--only", "shields"]);
    assert!(
        refusal.contains("no decision of Starmada Nova (2012); expected one of `placement`, `initiative`, `moves`"),
        "{refusal}"
    );
    let help = done(&["search", "--help"]).split_whitespace().collect::<Vec<_>>().join(" ");
    for game in ["nova", "starmada-x", "talon", "fires"] {
        let known = refused(&["search", "hold", "--only", "nothing", "--game", game]);
        let known: Vec<&str> = known.split('`').skip(3).step_by(2).filter(|of| *of != "placement").collect();
        assert!(!known.is_empty() && known.iter().all(|of| help.contains(of)), "{game}: {known:?}");
    }
    let refusal = refused(&["duel", "majestic", "majestic", "--believe", "hold"]);
    assert!(refusal.contains("a belief (--believe), and nobody who searches"), "{refusal}");
    assert!(refused(&[&duel[..], &["--believe", "hodl"]].concat()).contains("hold"));
}

/// The interval is over line-ups, of which there are seven, and the search holds both sides of each.
#[test]
fn a_search_against_hold_is_the_stronger() {
    let words = ["search", "hold", "--portfolio", "hold,charge"];
    let answer = json(&words);
    assert_eq!((&answer["battles"], &answer["policy"]), (&112.into(), &"hold".into()));
    assert_eq!(answer["lineups"].as_array().map(Vec::len), Some(7));
    assert!(answer["score"]["estimate"].as_f64() > Some(0.5), "{}", answer["score"]);
    assert!(done(&words).contains("A search that knows hold scores"));
}

#[test]
fn a_replay_is_told_and_verified() {
    for battle in ["0", "1", "7", "12345"] {
        let text = done(&["replay", "majestic", "basalt", "--battle", battle, "--verify"]);
        assert!(text.contains(&format!("battle {battle}, seed 1")) && text.contains("Verified"), "{text}");
        assert!(text.contains("Turn 1") && text.contains("Points left"), "{text}");
    }
    let fixed = done(&["replay", "crossing-paths", "--battle", "3", "--verify", "--seed", "77"]);
    assert!(fixed.contains("--seed 77 --battle 3 --verify"), "{fixed}");
    let cell = json(&["replay", "--study", "swarm", "--cell", "1", "--battle", "5", "--verify"]);
    assert_eq!((&cell["verified"], &cell["cell"], &cell["battle"]), (&true.into(), &1.into(), &5.into()));
    assert!(cell["events"].as_array().is_some_and(|events| events.len() > 10));
    assert_eq!(json(&["replay", "majestic", "basalt"])["verified"], serde_json::Value::Null);
}

#[test]
fn a_replay_is_the_same_at_every_level() {
    let words = ["replay", "meridian-very-small", "vesper-very-small", "--battle", "3"];
    let best = done(&words);
    for level in levels() {
        assert_eq!(best, done(&[&words[..], &["--simd", level]].concat()), "{level}");
    }
}

#[test]
fn policies_are_ranked() {
    let words = ["policies", "charge", "random", "hold", "--pairs", "2"];
    let text = done(&words);
    assert!(text.contains("charge") && text.contains("95 % interval") && text.contains("This again:"), "{text}");
    let ranking = json(&words);
    let list = ranking["policies"].as_array().expect("a list");
    assert_eq!(list.len(), 3);
    assert!(list[0]["score"]["estimate"].as_f64() >= list[2]["score"]["estimate"].as_f64());
    assert_eq!(list[0]["against"].as_array().map(Vec::len), Some(2));
}

#[test]
fn odds_are_exact() {
    // The bow gun of the rulebook's ship at medium range, ECM cancelled by Fire Control: 7 dice, a third of them hit,
    // and two faces of six block.
    let words = ["odds", "majestic", "majestic", "--range", "7", "--bank", "FF"];
    let odds = json(&words);
    let attack = &odds["banks"][0]["attack"];
    assert_eq!((&attack["dice"], &attack["blocking_faces"]), (&7.into(), &2.into()));
    assert_eq!(attack["hits"]["mean_exact"], "7/3");
    assert_eq!(attack["through"]["mean_exact"], "14/9");
    let text = done(&words);
    assert!(text.contains("14/9") && text.contains("Boxes checked"), "{text}");
}

/// In Fires of Space a target may be in the firer's own hex, which is of the same bracket as four hexes away (FIRES 16.A).
#[test]
fn odds_at_no_distance_are_those_of_the_nearest_bracket() {
    let at = |range: &str| json(&["odds", "tempest", "gaur", "--range", range, "--game", "fires"]);
    let [here, near, far] = ["0", "4", "5"].map(at);
    assert_eq!((&here["range"], &here["banks"]), (&0.into(), &near["banks"]));
    assert_ne!(near["banks"], far["banks"]);
}

/// Each game has fields of its own.
#[test]
fn fields_of_odds_are_explained() {
    for (game, [firer, target]) in
        [("talon", ["talon-ca", "terran-ca"]), ("skill-dice", ["anvil", "citadel"]), ("fires", ["tempest", "gaur"])]
    {
        let odds = json(&["odds", firer, target, "--range", "3", "--game", game]);
        assert!(odds["together"]["mean"].as_f64().is_some_and(|mean| mean > 0.0), "{odds}");
    }
}

#[test]
fn what_is_shipped_is_listed_and_shown() {
    let text = done(&["list"]);
    for part in ["majestic", "karst-medium", "crossing-paths", "default", "greedy"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!done(&["list", "policies"]).contains("majestic"));
    assert_eq!(json(&["list"]).as_object().map(|lists| lists.len()), Some(6));
    assert!(done(&["show", "majestic"]).contains("rating = 344"));
    assert!(done(&["show", "policies/greedy"]).contains("# default"));
}

#[test]
fn the_ledger_is_printed() {
    let text = done(&["rules", "nova"]);
    assert!(text.contains("NOVA 5.4") && text.contains("ruled: ") && text.contains("Left out: "), "{text}");
    let ledger = json(&["rules", "nova"]);
    assert!(ledger["rules"].as_array().is_some_and(|rules| rules.iter().any(|rule| rule["status"] == "built")));
}

/// The margin lies halfway between two numbers of one digit less: it is rounded the same way from either side.
#[test]
fn a_duel_with_sides_swapped_has_the_same_margin() {
    let margin = |ships: [&str; 2]| {
        let words = [&["duel"], &ships[..], &["--game", "starmada-x", "--battles", "400"]].concat();
        done(&words).lines().find(|line| line.starts_with("margin")).expect("a row").to_owned()
    };
    let (row, swapped) = (margin(["mouse", "viper"]), margin(["viper", "mouse"]));
    assert!(row.contains(" +56.8 ") && swapped.contains(" −56.8 "), "{row}\n{swapped}");
}

/// Where the rules give one side the first initiative of every battle, what its winner scores is the score of that side.
#[test]
fn the_first_initiative_has_a_row_where_it_is_not_always_one_sides() {
    let row = "points to the winner of the first initiative";
    let duel = |ships: [&str; 2], more: &[&str]| done(&[&["duel", "--battles", "20"], &ships[..], more].concat());
    let talon = |ships: [&str; 2], more: &[&str]| duel(ships, &[&["--game", "talon"], more].concat());
    assert!(!talon(["talon-ca", "terran-ca"], &[]).contains(row));
    assert!(talon(["terran-bc", "terran-ca"], &[]).contains(row));
    assert!(talon(["talon-ca", "terran-ca"], &["--options", "first_initiative=seat"]).contains(row));
    assert!(duel(["majestic", "basalt"], &[]).contains(row));
}

/// What the account says of ships that survive is what the engine counts as points left, where a side is one ship.
#[test]
fn a_duel_says_why_it_ends_so() {
    for (words, game) in [
        (["majestic", "basalt"], "nova"),
        (["mouse", "monkey"], "starmada-x"),
        (["talon-ca", "terran-ca"], "talon"),
        (["merlin", "shrike"], "skill-dice"),
    ] {
        let words = [&["duel"], &words[..], &["--game", game, "--battles", "200", "--why"]].concat();
        let answer = json(&words);
        let why = &answer["why"];
        assert_eq!(why["battles"], 200, "{game}");
        for side in 0..2 {
            let of = &why["sides"][side];
            let [left, survives] = [&answer["left_mean"][side], &of["survives"]["estimate"]].map(|of| of.as_f64());
            let lost: f64 = of["losses"].as_object().expect("losses").values().filter_map(|of| of.as_f64()).sum();
            assert!((left.expect("a share") - survives.expect("a share")).abs() < 0.005, "{game}: {answer}");
            assert!((1.0 - survives.expect("a share") - lost).abs() < 1e-9, "{game}: {of}");
            let weapons = of["weapons"].as_array().expect("weapons");
            let harm: f64 = weapons.iter().filter_map(|of| of["harm"]["estimate"].as_f64()).sum();
            assert!((harm - 1.0).abs() < 1e-9, "{game}: {of}");
        }
        let text = done(&words);
        assert!(text.contains("Why, by 200 battles recorded") && text.contains("of harm per battle:"), "{text}");
        assert!(text.contains("--why --battles 200"), "the command again: {text}");
    }
}

/// The Hornet has missiles alone.
#[test]
fn a_ship_that_launches_has_fired() {
    let words = ["duel", "talon-hornet", "talon-hornet", "--game", "talon", "--battles", "20", "--why"];
    let silent = json(&words)["why"]["sides"][0]["ships"][0]["never_fires"]["estimate"].as_f64();
    assert!(silent.is_some_and(|silent| silent < 0.5), "{silent:?}");
    assert!(!done(&words).contains("never fire"));
}

/// Battles of a search are accounted for as those of policies are; among one policy it is that policy.
#[test]
fn battles_of_a_search_are_accounted_for() {
    let duel = ["duel", "majestic", "basalt", "--battles", "12", "--why", "--policy-b", "charge"];
    let of = |words: &[&str]| json(&[&duel[..], words].concat());
    let searched = of(&["--policy-a", "search", "--portfolio", "greedy"]);
    let plain = of(&["--policy-a", "greedy"]);
    assert_eq!((&searched["why"], &searched["tally"]), (&plain["why"], &plain["tally"]));
    let compare = ["compare", "gneiss", "moraine", "--against", "karst", "--no-prices", "--why", "--policy"];
    let of = |words: &[&str]| json(&[&compare[..], words].concat())["variants"][0]["why"].clone();
    let searched = of(&["search", "--portfolio", "greedy", "--believe", "greedy"]);
    assert!(searched["figures"].as_array().is_some_and(|figures| !figures.is_empty()), "{searched}");
    assert_eq!(searched, of(&["greedy", "--pairs", "1000"]), "as many are recorded");
}

/// A matchup's file can give a side to a search: its battles are those that words ask for, and words overrule it.
#[test]
fn a_search_commands_a_side_of_a_matchup_file() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("chase.toml");
    let path = path.to_str().expect("UTF-8");
    let write = |a: &str, b: &str, rest: &str| {
        let head = "game = \"nova\"\nkind = \"matchup\"\nname = \"Chase\"\n";
        let [a, b] = [("a", "majestic", a), ("b", "moraine", b)]
            .map(|(side, ship, more)| format!("[{side}]\nships = [\"{ship}\"]\n{more}\n"));
        fs::write(path, format!("{head}{a}{b}{rest}\n")).expect("a file");
    };
    let searches = "policy = \"search\"";
    write(searches, "policy = \"charge\"", "[search]\nportfolio = [\"hold\", \"greedy\"]\nrollouts = 3");
    let of = |words: &[&str]| json(&[&["duel", path, "--battles", "4"], words].concat());
    let by_words = |words: &[&str]| {
        let duel = ["duel", "majestic", "moraine", "--battles", "4", "--policy-a", "search", "--portfolio"];
        json(&[&duel[..], &["hold,greedy", "--policy-b", "charge"], words].concat())
    };
    let (file, same) = (of(&[]), by_words(&["--rollouts", "3"]));
    for field in ["tally", "portfolio", "rollouts"] {
        assert_eq!(file[field], same[field], "{field}");
    }
    assert_eq!((&file["a"]["policy"], &file["b"]["policy"]), (&"search".into(), &"charge".into()));
    assert_eq!(of(&["--rollouts", "2"])["tally"], by_words(&["--rollouts", "2"])["tally"]);
    let plain = of(&["--policy-a", "greedy"]);
    assert!(plain.get("portfolio").is_none() && plain["a"]["policy"] == "greedy", "{plain}");
    let both = ["--policy-b", "search", "--believe", "charge"];
    assert_eq!(of(&both)["b"]["policy"], "search");
    assert!(refused(&["duel", path, "--policy-b", "search"]).contains("expected --believe"));
    assert!(
        done(&["replay", path, "--verify"])
            .contains("Policies: A search, B charge.\nThe search plays out: hold, greedy, 3")
    );
    assert!(done(&["check", path]).contains("ok"));
    let out = folder.path().join("why");
    done(&["duel", path, "--battles", "2", "--out", out.to_str().expect("UTF-8")]);
    let page = fs::read_to_string(out.join("report.html")).expect("a page");
    assert!(page.contains("The search plays out: hold, greedy, 3 roll-outs each"), "{page}");
    let tuned = folder.path().join("tuned.toml");
    let words = ["tune", "--matchup", path, "--against", "hold", "--budget", "20000", "--out"];
    let tune = run(&[&words[..], &[tuned.to_str().expect("UTF-8")]].concat());
    assert!(stderr(&tune).contains("plays no part"), "{}", stderr(&tune));

    for (a, b, rest, says) in [
        (searches, searches, "", "`believe` under [search]"),
        ("", "", "[search]\nrollouts = 3", "a side with `policy = \"search\"`, or no [search]"),
        ("policy = \"serach\"", "", "[search]\nrollouts = 3", "expected `search`"),
        ("policy = \"search\"\n[a.override]\nmoves.deal = 3", "", "", "no [a.override]"),
        (searches, "", "[search]\nsecret = true", "no `secret`"),
        (searches, "", "[search]\nportfolio = [\"gredy\"]", "expected `greedy`"),
    ] {
        write(a, b, rest);
        let refusal = refused(&["check", path]);
        assert!(refusal.contains(says) && refusal.contains("1 problem"), "{says}: {refusal}");
    }
}

/// Page and table are of the account that JSON has, the same whatever plays them, and take no run's place.
#[test]
fn a_duel_writes_why_it_ends_so() {
    let folder = tempdir().expect("a folder");
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name).display().to_string());
    let words = ["duel", "mouse", "monkey", "--game", "starmada-x", "--battles", "200", "--why", "--out"];
    let answer = json(&[&words[..], &[&one]].concat());
    let text = done(&[&words[..], &[&two, "--threads", "1", "--simd", simplest()]].concat());
    let bytes = |folder: &str, file: &str| fs::read(Path::new(folder).join(file)).expect("a file");
    assert!(text.contains(&format!("--why --out {two} --battles 200")), "{text}");
    let frame = |folder| lanchester_report::parquet::read(&bytes(folder, "why.parquet")).expect("Parquet");
    let (table, metadata) = frame(&one);
    assert!(table == frame(&two).0, "the same numbers");
    assert!(
        metadata.contains(&("lanchester.harm".to_owned(), answer["why"]["harm"].as_str().expect("a word").to_owned()))
    );
    let Some(Values::Text(what)) = table.get("what") else { panic!("{table:?}") };
    let Some(Values::Real(value)) = table.get("value") else { panic!("{table:?}") };
    let first = what.iter().position(|what| what.as_deref() == Some("survives")).expect("a row");
    assert_eq!(value[first], answer["why"]["sides"][0]["survives"]["estimate"].as_f64());
    let page = String::from_utf8(bytes(&one, "report.html")).expect("UTF-8");
    assert!(page.contains("What side B does") && page.contains("200 of them recorded"));

    let run = concat!(env!("CARGO_MANIFEST_DIR"), "/../../reports/nova/default");
    let message = refused(&[&words[..], &[run]].concat());
    assert!(message.contains("holds a stored study or sweep"), "{message}");
    let page = folder.path().join("page");
    let said = done(&[
        "duel",
        "mouse",
        "monkey",
        "--game",
        "starmada-x",
        "--battles",
        "20",
        "--out",
        page.to_str().expect("UTF-8"),
    ]);
    assert!(said.contains("Why, by 20 battles recorded"), "a page is a page of why: {said}");
    let file = format!("{one}/report.html");
    assert!(refused(&[&words[..], &[&file]].concat()).contains("expected a folder or a new path"));
}

#[test]
fn ships_of_one_name_are_told_apart_by_their_files() {
    let folder = tempdir().expect("a folder");
    let files = ["one", "two"].map(|name| folder.path().join(format!("{name}.toml")).display().to_string());
    let text = done(&["show", "majestic"]).replace("\"MAJESTIC\"", "\"HERON\"");
    files.iter().for_each(|file| fs::write(file, &text).expect("a file"));
    let said = done(&["price", &files[0], &files[1], "--precision", "0.2", "--matchups", "600"]);
    assert!(said.contains("HERON (one) ") && said.contains("HERON (two) "), "{said}");
}

#[test]
fn a_price_list_can_be_posted() {
    let run = concat!(env!("CARGO_MANIFEST_DIR"), "/../../reports/nova/default");
    let text = done(&["list", "ships", "--prices", run, "--format", "markdown"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "| Ship | Class | Faction | Printed | Price | Low | High | Off by % |");
    assert!(
        lines.len() > 17 && lines.iter().any(|line| line.starts_with("| MAJESTIC | BC | Imperial | 344 | ")),
        "{text}"
    );
    assert!(text.contains("default on both sides") && text.contains("seed 1"), "{text}");
    let text = done(&["list", "--prices", run, "--format", "csv"]);
    assert!(text.lines().all(|line| line.split(',').count() == 8) && text.contains(",-"), "{text}");
    assert!(done(&["list", "ships", "--format", "bbcode"]).contains("[code]\nId "));
    for (words, part) in [
        (&["list", "fleets", "--prices", run][..], "expected `lanchester list ships --prices`"),
        (&["list", "--format", "csv"], "expected one kind"),
        (&["list", "--prices", "no-such-run"], "which `lanchester validate` writes"),
        (&["list", "--prices", concat!(env!("CARGO_MANIFEST_DIR"), "/../../reports/talon/fleets")], "no parity prices"),
    ] {
        let refusal = refused(words);
        assert!(refusal.contains(part), "{words:?}: {refusal}");
    }
}

#[test]
fn the_selftest_passes() {
    let text = done(&["selftest", "--battles", "100"]);
    assert!(text.starts_with("All is well."), "{text}");
    assert!(text.contains("played again, "), "{text}");
}

#[test]
fn shells_get_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(done(&["completions", shell]).contains("lanchester"), "{shell}");
    }
}

/// What fish offers for the last of these words of a command line.
fn offered(words: &[&str]) -> Vec<String> {
    let folder = tempdir().expect("a folder");
    fs::write(folder.path().join("mine.toml"), "").expect("a file");
    let mut asked = lanchester();
    asked.args(["--", "lanchester"]).args(words).env("LANCHESTER_COMPLETE", "fish").current_dir(folder.path());
    let asked = asked.output().expect("the program starts");
    assert!(asked.status.success(), "{}", stderr(&asked));
    stdout(&asked).lines().map(|line| line.split('\t').next().unwrap_or_default().to_owned()).collect()
}

/// Ids are those of the game that the line names, of the kinds that the argument takes; files are offered too.
#[test]
fn shells_offer_ids_and_files() {
    assert_eq!(offered(&["price", "maj"]), ["majestic"]);
    assert_eq!(offered(&["price", "m"]), ["majestic", "midge", "monolith", "moraine", "mine.toml"]);
    assert_eq!(offered(&["price", "terran-b"]), Vec::<String>::new(), "a ship of Talon");
    assert_eq!(offered(&["--game", "talon", "price", "terran-b"]), ["terran-base", "terran-bb", "terran-bc"]);
    assert_eq!(offered(&["price", "--game=talon", "terran-bb"]), ["terran-bb"]);
    assert_eq!(offered(&["price", "--game", "=", "talon", "terran-bb"]), ["terran-bb"]);
    assert_eq!(offered(&["duel", "majestic", "karst-sm"]), ["karst-small"]);
    assert_eq!(offered(&["duel", "majestic", "basalt", "--policy-a", "cou"]), ["counter"]);
    assert_eq!(offered(&["search", "default", "--portfolio", "hold,cou"]), ["hold,counter"]);
    assert_eq!(offered(&["show", "policies/cou"]), ["policies/counter"]);
    assert_eq!(offered(&["show", "coun"]), ["counter"]);
    assert_eq!(offered(&["valid"]), ["validate"]);
}

/// Options of a battle are offered by their keys, and by their words where they have some.
#[test]
fn shells_offer_options_of_battles() {
    assert_eq!(offered(&["duel", "majestic", "basalt", "--size", "med"]), ["medium"]);
    assert_eq!(offered(&["duel", "majestic", "basalt", "--size=med"]), ["--size=medium"]);
    assert_eq!(offered(&["duel", "majestic", "basalt", "--options", "turn_"]), ["turn_cap="]);
    assert_eq!(offered(&["duel", "majestic", "basalt", "--options", "size=med"]), ["size=medium"]);
    assert_eq!(
        offered(&["duel", "--game", "starmada-x", "mouse", "monkey", "--options", "swapped_e"]),
        Vec::<String>::new()
    );
}

/// What bash puts in the place of the last word, and of a word behind an equals sign behind that sign alone.
#[test]
#[cfg(target_os = "linux")]
fn bash_completes_behind_an_equals_sign() {
    let script = done(&["completions", "bash"]);
    let program = lanchester();
    let folder = Path::new(program.get_program()).parent().expect("it lies in a folder");
    let reply = |words: &str| {
        let asks = format!(
            "PATH={}:$PATH\n{script}\nCOMP_WORDS=({words})\nCOMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\nCOMP_TYPE=9\n\
             current=${{COMP_WORDS[COMP_CWORD]}}\nif [[ $current == = ]]; then current=; fi\n\
             _lanchester lanchester \"$current\" x\necho \"${{COMPREPLY[@]}}\"",
            folder.display()
        );
        let bash = std::process::Command::new("bash").args(["-c", &asks]).output().expect("bash");
        String::from_utf8_lossy(&bash.stdout).trim().to_owned()
    };
    assert_eq!(reply("lanchester price maj"), "majestic");
    assert_eq!(reply("lanchester duel majestic basalt --size = med"), "medium");
    assert_eq!(reply("lanchester duel majestic basalt --policy-a = cou"), "counter");
    assert_eq!(
        reply("lanchester --game = talon duel terran-bb ta"),
        reply("lanchester --game talon duel terran-bb ta")
    );
    assert_eq!(reply("lanchester duel majestic basalt --options size = med"), "medium");
    assert!(reply("lanchester duel majestic basalt --size =").contains("medium"));
}

#[test]
fn help_says_what_a_command_is_before_its_examples() {
    let (short, long) = (done(&["-h"]), done(&["--help"]));
    assert!(long.contains("Examples:") && !short.contains("Examples:") && short.len() < long.len());
    for command in ["validate", "duel", "replay", "policies", "odds", "list", "show", "check", "init", "rules"] {
        let help = done(&[command, "--help"]);
        let places = ["Usage:", "Examples:", "Options:"].map(|part| help.find(part).expect("a part"));
        assert!(!help.starts_with("Usage:") && places.is_sorted(), "{command}: {help}");
        assert!(short.contains(&format!("  {command} ")), "{command}");
    }
    assert!(done(&["duel", "--help"]).contains("no_contact"), "the fields of the JSON stand in the help");
    assert!(done(&["--version"]).starts_with("lanchester "));
}

#[test]
fn without_a_command_it_says_what_to_type_first() {
    let output = run(&[]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""));
    assert!(stderr(&output).contains("Type first:\n  lanchester list "), "{}", stderr(&output));
    assert!(refused(&["duell", "majestic", "basalt"]).contains("'duel'"), "a misspelt command is guessed");
    assert!(refused(&["--seed", "3"]).contains("requires a subcommand"));
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let folder = tempdir().expect("a folder");
    let pages = folder.path().join("man1");
    let said = done(&["man", pages.to_str().expect("UTF-8")]);
    assert_eq!(said.trim_end(), pages.join("lanchester.1").display().to_string());
    for command in ["validate", "duel", "man"] {
        let page = fs::read_to_string(pages.join(format!("lanchester-{command}.1"))).expect("a page");
        assert!(page.contains(".TH") && page.contains(command), "{page}");
    }
}

#[test]
fn a_duel_that_the_turn_limit_decides_says_so() {
    const SENTENCE: &str = "Most battles were still undecided when the turn limit ended them";
    let duel = ["duel", "majestic", "basalt", "--battles", "100"];
    let short = done(&[&duel[..], &["--options", "turn_cap=1"]].concat());
    assert!(short.contains(SENTENCE), "{short}");
    assert!(!done(&duel).contains(SENTENCE));
}
