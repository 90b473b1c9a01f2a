//! What a word on the command line names: a ship as tables print it, a file, a folder, a number as people write it; and whose
//! rules are played when nobody says.

use std::fs;
use std::path::Path;

use crate::common::{done, json, lanchester, refused, stderr, stdout, written};

/// A shipped ship of a game, as text.
fn shipped(path: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(path);
    fs::read_to_string(file).expect("a shipped file")
}

/// What the program says in a folder.
fn said_in(folder: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    let output = lanchester().args(words).current_dir(folder).output().expect("the program starts");
    (output.status.code(), stdout(&output), stderr(&output))
}

/// Folders of another game, named like the command, a policy and a ship that stand on the command line, decide nothing; a path
/// does.
#[test]
fn the_game_is_guessed_from_scenarios_alone() {
    let here = tempfile::tempdir().expect("a folder");
    for folder in ["duel", "default", "majestic", "mine"] {
        fs::create_dir(here.path().join(folder)).expect("a folder");
        fs::write(here.path().join(folder).join("mouse.toml"), shipped("starmada-x/ships/mouse.toml")).expect("a ship");
    }
    let game = |words: &[&str]| {
        let (code, text, errors) = said_in(here.path(), &[words, &["--json", "--quiet"]].concat());
        assert_eq!(code, Some(0), "{words:?}: {errors}");
        let answer: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        answer["game"].as_str().map(str::to_owned)
    };
    let few = ["--battles", "2"];
    assert_eq!(game(&[&["duel", "majestic", "dioptre"], &few[..]].concat()).as_deref(), Some("nova"));
    let commanded = ["duel", "majestic", "dioptre", "--policy-a", "default", "--policy-b", "default"];
    assert_eq!(game(&[&commanded, &few[..]].concat()).as_deref(), Some("nova"));
    assert_eq!(game(&[&["duel", "mine/mouse.toml", "monkey"], &few[..]].concat()).as_deref(), Some("starmada-x"));
    let (_, shown, _) = said_in(here.path(), &["show", "mine/mouse.toml"]);
    assert!(shown.contains("game = \"starmada-x\""), "{shown}");
    // A folder that is nothing else is looked into, and so is one that is written as a path.
    for folder in ["mine", "./majestic"] {
        let (code, text, errors) = said_in(here.path(), &["rate", folder, "--precision", "0.2", "--json", "--quiet"]);
        assert_eq!(code, Some(0), "{errors}");
        let answer: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(answer["game"], "starmada-x", "{folder}");
    }
}

#[test]
fn names_are_taken_as_tables_print_them() {
    let by_id = json(&["duel", "majestic", "dioptre", "--battles", "20", "--quiet"]);
    let by_name = json(&["duel", "MAJESTIC", "Dioptre", "--battles", "20", "--quiet", "--policy-a", "Default"]);
    for part in ["a", "b", "tally"] {
        assert_eq!(by_id[part], by_name[part], "{part}");
    }
    assert_eq!(done(&["show", "Lab Rat", "--game", "starmada-x"]), done(&["show", "lab-rat", "--game", "starmada-x"]));
    assert_eq!(done(&["show", "ships/MAJESTIC"]), done(&["show", "majestic"]));
    // Nothing is guessed.
    let errors = refused(&["duel", "MAJESTI", "dioptre"]);
    assert!(errors.contains("expected `majestic`"), "{errors}");
}

#[test]
fn a_missing_file_says_which_shipped_one_is_meant() {
    let here = tempfile::tempdir().expect("a folder");
    for words in [
        &["price", "Majestic.toml"][..],
        &["compare", "majestic", "majestic.toml"],
        &["duel", "Majestic.toml", "basalt"],
        &["replay", "basalt", "Majestic.toml"],
        &["show", "Majestic.toml"],
        &["check", "Majestic.toml"],
    ] {
        let (code, _, errors) = said_in(here.path(), words);
        assert_eq!(code, Some(2), "{errors}");
        assert!(errors.contains("there is no file"), "{errors}");
        assert!(errors.contains("expected `majestic`, the shipped ship, or the path of a"), "{words:?}: {errors}");
    }
    let (_, _, errors) = said_in(here.path(), &["plan", "Refits.toml"]);
    assert!(errors.contains("expected `refits`, the shipped sweep, or the path of a"), "{errors}");
}

/// A line's end inside a suggestion makes it useless: it cannot be copied.
#[test]
fn suggestions_are_not_broken_by_the_width() {
    let here = tempfile::tempdir().expect("a folder");
    let name = "My Very Long Ship Name From An Old Folder.toml";
    fs::write(here.path().join(name), shipped("nova/ships/majestic.toml")).expect("a ship");
    for width in ["40", "60", "80", "100"] {
        let output = lanchester().args(["check", name]).env("COLUMNS", width).current_dir(here.path()).output();
        let errors = stderr(&output.expect("the program starts"));
        assert!(errors.contains("`my-very-long-ship-name-from-an-old-folder.toml`"), "{width}: {errors}");
        assert!(errors.contains("`My Very Long Ship Name From An Old Folder`"), "{width}: {errors}");
    }
}

#[test]
fn numbers_are_taken_as_people_write_them() {
    let battles =
        |number: &str| json(&["duel", "majestic", "dioptre", "--battles", number, "--quiet"])["tally"].clone();
    let plain = battles("1000");
    assert_eq!(plain["pairs"], 500);
    for number in ["1,000", "1e3", "1E3", "0.1e4"] {
        assert_eq!(battles(number), plain, "{number}");
    }
    for number in ["1000", "1,000", "1e3"] {
        let errors = refused(&["tune", "--budget", number]);
        assert!(errors.contains("expected at least 20,000 battles, or a time such as 30m"), "{number}: {errors}");
    }
    for number in ["1,00", "1e-3", "1.5", "1 000"] {
        let errors = refused(&["duel", "majestic", "dioptre", "--battles", number]);
        assert!(errors.contains("expected a whole number from 1 to"), "{number}: {errors}");
    }
}

/// Two ships, a study that is no ship and a ship of another game.
#[test]
fn a_folder_is_priced_ship_by_ship() {
    let here = tempfile::tempdir().expect("a folder");
    for (file, from) in [
        ("gneiss.toml", "nova/ships/gneiss.toml"),
        ("deep/own.toml", "nova/ships/scree.toml"),
        ("study.toml", "nova/studies/swarm.toml"),
        ("mouse.toml", "starmada-x/ships/mouse.toml"),
    ] {
        let path = here.path().join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, shipped(from)).expect("a file");
    }
    let folder = here.path().to_str().expect("UTF-8");
    let few = ["--game", "nova", "--matchups", "640", "--precision", "0.2", "--quiet"];
    let charge = ["--policy-a", "charge", "--policy-b", "charge"];
    let priced = json(&[&["price", folder], &few[..], &charge].concat());
    let of = |priced: &serde_json::Value| -> Vec<String> {
        let prices = priced["prices"].as_array().expect("prices");
        prices.iter().map(|price| price["design"].as_str().expect("an id").to_owned()).collect()
    };
    assert_eq!(of(&priced), ["own", "gneiss"]);
    fs::create_dir(here.path().join("none")).expect("a folder");
    let none = here.path().join("none");
    let errors = refused(&["price", none.to_str().expect("UTF-8")]);
    assert!(errors.contains("holds no ship of nova"), "{errors}");
}

#[test]
fn a_ship_need_not_say_where_it_comes_from() {
    let here = tempfile::tempdir().expect("a folder");
    let text = shipped("nova/ships/gneiss.toml");
    let said = |line: &&str| line.starts_with("origin") || line.starts_with("reconstructed");
    let silent: Vec<&str> = text.lines().filter(|line| !said(line)).collect();
    let ship = written(here.path(), "mine.toml", &silent.join("\n"));
    assert!(done(&["check", &ship]).contains("Nothing is wrong"));
    assert!(done(&["show", &ship]).contains("origin = \"original\""));
}

/// What comes from print says so; silence would mean a design of our own.
#[test]
fn every_shipped_ship_says_where_it_comes_from() {
    let mut ships = 0;
    for game in ["nova", "starmada-x", "talon", "skill-dice", "fires"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(game).join("ships");
        for file in fs::read_dir(folder).expect("ships") {
            let path = file.expect("a file").path();
            let text = fs::read_to_string(&path).expect("a ship");
            assert!(text.lines().any(|line| line.starts_with("origin = ")), "{}", path.display());
            ships += 1;
        }
    }
    assert!(ships > 40, "{ships}");
}

/// `pairs` stands where it is needed: at the top, or in every table that is played.
#[test]
fn pairs_are_not_asked_for_twice() {
    let here = tempfile::tempdir().expect("a folder");
    let study = |top: &str, duels: &str, actions: &str| {
        let text = format!(
            "game = \"nova\"\nkind = \"study\"\nname = \"S\"\n{top}\n[duels]\nships = [\"majestic\", \"basalt\"]\n{duels}\n\
             [[actions]]\nfleets = [\"karst-very-small\", \"vesper-very-small\"]\nsize = \"very-small\"\n{actions}\n"
        );
        written(here.path(), "s.toml", &text)
    };
    for (top, duels, actions) in [("pairs = 4", "", ""), ("", "pairs = 4", "pairs = 2"), ("pairs = 3", "pairs = 4", "")]
    {
        assert!(done(&["check", &study(top, duels, actions)]).contains("Nothing is wrong"), "{top} {duels} {actions}");
    }
    for (duels, actions, whose) in [("pairs = 4", "", "[[actions]]"), ("", "pairs = 4", "[duels]")] {
        let errors = refused(&["check", &study("", duels, actions)]);
        assert!(errors.contains("needs the key `pairs`") && errors.contains(whose), "{errors}");
        assert!(errors.contains("1 problem"), "{errors}");
    }
    let prices = "game = \"nova\"\nkind = \"study\"\nname = \"S\"\n[prices]\nships = [\"majestic\", \"basalt\"]\n";
    assert!(done(&["check", &written(here.path(), "p.toml", prices)]).contains("Nothing is wrong"));
}

#[test]
fn names_hold_no_invisible_letters() {
    let here = tempfile::tempdir().expect("a folder");
    for letter in ['\u{115f}', '\u{3164}', '\u{2800}', '\u{e0041}'] {
        let text = shipped("nova/ships/majestic.toml").replace("\"MAJESTIC\"", &format!("\"MAJESTIC{letter}\""));
        let errors = refused(&["check", &written(here.path(), "mine.toml", &text)]);
        let code = format!("invisible character U+{:04X}", u32::from(letter));
        assert!(errors.contains(&code) && !errors.contains(letter), "{errors}");
    }
}

/// 500 ships meet in 500 · 499 / 2 duels.
#[test]
fn a_study_that_is_too_large_says_how_large_it_is() {
    let here = tempfile::tempdir().expect("a folder");
    for folder in ["ships", "studies"] {
        fs::create_dir(here.path().join(folder)).expect("a folder");
    }
    let text = shipped("nova/ships/gneiss.toml");
    for ship in 0..500 {
        fs::write(here.path().join(format!("ships/g-{ship}.toml")), &text).expect("a ship");
    }
    let study = "game = \"nova\"\nkind = \"study\"\nname = \"S\"\npairs = 4\n[duels]\nships = \"all\"\n";
    let errors = refused(&["plan", &written(&here.path().join("studies"), "s.toml", study)]);
    assert!(errors.contains("the study has 124750 cells") && errors.contains("at most 100000"), "{errors}");
}

/// A ship or fleet of one's own as one line, in place of a file, in every place where a file may stand.
#[test]
fn a_share_code_stands_for_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let mine = done(&["show", "ships/basalt"]).replace("\"BASALT\"", "\"MINE\"").replace("hull = 27", "hull = 30");
    fs::write(at("mine.toml"), mine).expect("a file");
    let fleet = "game = \"nova\"\nkind = \"fleet\"\nname = \"Two\"\n[[ships]]\nship = \"mine.toml\"\ncount = 2\n";
    fs::write(at("two.toml"), fleet).expect("a file");
    for (file, game) in [(at("mine.toml"), "nova"), (at("two.toml"), "nova"), ("talon-ca".to_owned(), "talon")] {
        let code = done(&["--game", game, "show", &file, "--code"]).trim_end().to_owned();
        assert!(code.contains('~') && !code.contains(char::is_whitespace), "{code}");
        let enemy = if game == "nova" { "majestic" } else { "terran-ca" };
        let tally = |side: &str| json(&["--game", game, "duel", side, enemy, "--battles", "100"])["tally"].clone();
        assert_eq!(tally(&code), tally(&file), "{file}");
        // The code names its game.
        assert_eq!(done(&["show", &code]).lines().filter(|line| line.starts_with("game = ")).count(), 1);
        let cut = refused(&["--game", game, "duel", &code[..code.len() - 2], enemy]);
        assert!(cut.contains("the share code is cut or changed") && cut.contains("--code"), "{cut}");
    }
    let refusal = refused(&["show", "studies/default", "--code"]);
    assert!(refusal.contains("expected a ship, a fleet or a policy"), "{refusal}");
}

/// Every shipped ship goes to a spreadsheet and back; a wrong cell is named by its line and column, and nothing is written.
#[test]
fn ships_come_from_a_spreadsheet() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    for game in ["nova", "starmada-x", "talon", "skill-dice", "fires"] {
        let (table, out) = (at(&format!("{game}.csv")), at(game));
        fs::write(&table, done(&["--game", game, "export"])).expect("a file");
        done(&["--game", game, "import", &table, "--out", &out]);
        let plain = |ship: &str| done(&["--game", game, "show", ship]).replace("  # default", "");
        for entry in fs::read_dir(&out).expect("a folder") {
            let path = entry.expect("an entry").path();
            let id = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
            assert_eq!(plain(path.to_str().expect("UTF-8")), plain(&format!("ships/{id}")), "{game}: {id}");
        }
        let again = done(&["--game", game, "import", &table, "--out", &out]);
        assert!(again.starts_with("0 files written"), "{again}");
    }
    // As spreadsheets write it where a comma stands in numbers: cells that hold a semicolon are quoted.
    let text = done(&["--game", "starmada-x", "export", "mouse"]);
    let (table, out) = (at("semicolons.csv"), at("semicolons"));
    let mut writer =
        csv::WriterBuilder::new().delimiter(b';').terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().for_each(|row| writer.write_record(&row.expect("a row")).expect("written"));
    let semicolons = String::from_utf8(writer.into_inner().expect("written")).expect("UTF-8");
    fs::write(&table, &semicolons).expect("a file");
    done(&["--game", "starmada-x", "import", &table, "--out", &out]);
    let plain = |ship: &str| done(&["--game", "starmada-x", "show", ship]).replace("  # default", "");
    assert_eq!(plain(&format!("{out}/mouse.toml")), plain("mouse"));
    fs::write(&table, semicolons.replace(";133;", ";many;")).expect("a file");
    let refusal = refused(&["--game", "starmada-x", "import", &table, "--out", &at("none")]);
    assert!(refusal.contains("semicolons.csv, line 2, column `rating`: "), "{refusal}");
    let table = at("wrong.csv");
    let text = done(&["export", "majestic", "basalt"]);
    let (heads, ships) = text.split_once('\n').expect("heads and ships");
    assert!(heads.starts_with("id,name,class,faction,rating,"), "{heads}");
    for (wrong, part) in [
        (text.replace(",17,", ",seventeen,"), "wrong.csv, line 2, column `hull`: "),
        (text.replace("\nbasalt,", "\nBasalt,"), "line 3, column `id`: `Basalt` is no id"),
        (text.replace("\nbasalt,", "\nmajestic,"), "line 3, column `id`: a second ship has the id `majestic`"),
        (text.replace(",hull,", ",hulk,"), "wrong.csv, line 1, column `hulk`: unknown key"),
        (text.replace(",hull,", ",hulk,"), "\n1 mistake in "),
        ("[{\"class\": \"MAJESTIC\"}]".to_owned(), "wrong.csv is JSON; expected a CSV file"),
        (
            "{\"class\": \"MAJESTIC\", \"type\": \"BC\", \"size\": 9, \"engines\": 4,\n\"tech_levels\": [0, 0]}"
                .to_owned(),
            "wrong.csv is a ship of Starmada (2024), a game that is not here; expected a CSV file",
        ),
        (
            "id,name,hul\nx,FOO,6\n".to_owned(),
            "wrong.csv, line 1, column `hul`: unknown key `hul` of a ship; expected `hull`",
        ),
        ("id,name\nx,\n".to_owned(), "wrong.csv, line 2, column `name`: a ship needs the key `name`"),
        ("id,class\nx,A\n".to_owned(), "wrong.csv, line 2: a ship needs the key `name`"),
        (text.replace(",17,", ",,"), "wrong.csv, line 2, column `hull`: a ship needs the key `hull`"),
        (
            text.replace(",Lightning Turrets,", ",,"),
            "wrong.csv, line 2, column `batteries.2.name`: a battery needs the key `name`",
        ),
        (
            "id,name\nx,\"X\"\ny,\"Y\nz,Z\n".to_owned(),
            "wrong.csv, line 3, column `name`: a quote opens the cell and none closes it",
        ),
        // To the reader the quote of the next line closes the cell.
        (
            "id;name\n\"x;X\n\"y\";Y\n".to_owned(),
            "wrong.csv, line 2, column `id`: a quote opens the cell and none closes it",
        ),
        ("id,name\ny,Y,\"Z\n".to_owned(), "wrong.csv, line 2, cell 3: a quote opens the cell and none closes it"),
        (ships.to_owned(), "no column is called `id`"),
        (format!("{heads}\n"), "has no ship"),
    ] {
        assert_ne!(wrong, text);
        fs::write(&table, wrong).expect("a file");
        let refusal = refused(&["import", &table, "--out", &at("none")]);
        assert!(refusal.contains(part), "{part}: {refusal}");
        assert!(!Path::new(&at("none")).exists());
    }
    // A quote inside a quoted cell is two, and a quoted cell may have several lines.
    fs::write(&table, text.replace(",MAJESTIC,", ",\"A \"\"B\"\",\nC\",")).expect("a file");
    done(&["import", &table, "--out", &at("quotes")]);
    fs::write(&table, b"id,name\nx,Caf\xe9\n").expect("a file");
    let refusal = refused(&["import", &table, "--out", &at("none")]);
    assert!(
        refusal.contains("wrong.csv, line 2, column `name`: byte 14 of the file, 0xe9, is not UTF-8; expected"),
        "{refusal}"
    );
}
