//! Commands that another program asks for, as the Python package does.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use lanchester::front::{Front, WriteError};
use lanchester::{Failure, answer};
use lanchester_scenario::Documents;
use lanchester_study::host::Meter;

/// Keeps the result and hears nothing else.
#[derive(Default)]
struct Kept(Mutex<String>, AtomicBool);

struct Silent;

impl Meter for Silent {
    fn add(&self, _: u64) {}
    fn say(&self, _: &str) {}
    fn finish(&self) {}
}

impl Front for Kept {
    fn json(&self, json: &str) -> Result<(), WriteError> {
        self.0.lock().expect("no panic").push_str(json);
        Ok(())
    }

    fn text(&self, text: &str) -> Result<(), WriteError> {
        self.json(text)
    }

    fn note(&self, _: &str) {}

    fn meter(&self, _: &str, _: u64, _: bool) -> Box<dyn Meter> {
        Box::new(Silent)
    }

    fn stop(&self) -> &AtomicBool {
        &self.1
    }
}

fn asked(words: &str, documents: &Documents) -> Result<serde_json::Value, Failure> {
    let (words, front) = (words.split(' ').collect::<Vec<_>>(), Kept::default());
    answer(&words, documents, &front)?;
    Ok(serde_json::from_str(&front.0.lock().expect("no panic")).expect("JSON"))
}

fn documents(texts: [(&str, &str); 2]) -> Documents {
    texts.into_iter().map(|(path, text)| (PathBuf::from(path), text.to_owned())).collect()
}

const POLICY: &str = include_str!("../../../../scenarios/nova/policies/charge.toml");
const MATCHUP: &str = "game = \"nova\"\nkind = \"matchup\"\nname = \"Ours\"\n\
                       [a]\nships = [\"majestic\"]\npolicy = \"mine.toml\"\n[b]\nships = [\"basalt\"]\n";

#[test]
fn texts_stand_in_for_files_and_may_name_each_other() {
    let texts = documents([("ours.toml", MATCHUP), ("mine.toml", &POLICY.replace("\"charge\"", "\"Mine\""))]);
    match asked("duel ours.toml --battles 2", &texts) {
        Ok(json) => {
            assert_eq!((&json["matchup"], &json["a"]["policy"]), (&"Ours".into(), &"Mine".into()), "{json}")
        }
        Err(failure) => panic!("{failure:?}"),
    }
    // The same words mean nothing elsewhere.
    assert!(matches!(asked("duel ours.toml --battles 2", &Documents::default()), Err(Failure::Scenario(_))));
}

#[test]
fn files_that_were_read_stand_in_for_themselves_elsewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fleets/mine.toml");
    let ship = folder.path().join("ships/majestic.toml");
    for (path, text) in [
        (&path, "game = \"nova\"\nkind = \"fleet\"\nname = \"Mine\"\n[[ships]]\nship = \"majestic\"\n"),
        (&ship, include_str!("../../../../scenarios/nova/ships/scree.toml")),
    ] {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    let words = format!("duel {} basalt --battles 2", path.display());
    let first = Documents::default();
    let json = asked(&words, &first).map_err(|failure| format!("{failure:?}"));
    assert_eq!(first.read().len(), 2);
    // As on a machine that has none of the files: the ship beside the fleet still goes before the shipped one.
    drop(folder);
    let elsewhere: Documents = first.read().into_iter().collect();
    assert_eq!(asked(&words, &elsewhere).map_err(|failure| format!("{failure:?}")), json);
    assert!(json.is_ok_and(|json| json["a"]["ships"] == serde_json::json!(["SCREE"])));
    assert!(elsewhere.read().is_empty());
}

#[test]
fn failures_are_of_their_kinds() {
    let none = Documents::default();
    assert!(matches!(asked("duel majestic basalt --battles none", &none), Err(Failure::Usage(_))));
    assert!(matches!(asked("--help", &none), Err(Failure::Usage(_))));
    assert!(matches!(asked("duel majestic", &none), Err(Failure::Other(_))));
    assert!(matches!(asked("duel majestik basalt", &none), Err(Failure::Scenario(_))));
}

#[test]
fn a_store_in_use_is_no_fault_of_the_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.store");
    let store = lanchester_store::Store::create(&path, &lanchester_store::Identity::default()).expect("a store");
    let words = format!("price majestic --store {} --resume", path.display());
    assert!(matches!(asked(&words, &Documents::default()), Err(Failure::TryAgain(_))));
    drop(store);
    assert!(matches!(asked(&words, &Documents::default()), Err(Failure::Other(_))));
}

#[test]
fn a_game_that_was_asked_for_is_not_remembered() {
    let command = |words| match asked(words, &Documents::default()) {
        Ok(json) => json["command"].to_string(),
        Err(failure) => panic!("{failure:?}"),
    };
    assert!(command("duel mouse monkey --battles 2 --game starmada-x").contains("--game starmada-x"));
    assert!(!command("duel majestic basalt --battles 2").contains("--game"));
}
