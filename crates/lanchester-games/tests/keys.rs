//! The key tables of `scenarios/README.md` are those that the readers work by, and its notation is the games' own.

use lanchester_games::{Game, GameName, Visitor};
use lanchester_scenario::{with_keys, with_notation};

struct Documented;

impl Visitor for Documented {
    type Output = ();

    fn visit<G: Game>(self) {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/README.md");
        let text = std::fs::read_to_string(path).expect("the description of the format");
        let mut current = text.clone();
        for (of, schema) in [("options", G::options_keys().schema()), ("policy", G::policy_keys().schema())] {
            let of = format!("{} {of}", G::NAME);
            current = with_keys(&current, &of, &schema).unwrap_or_else(|| panic!("no place for the keys of {of}"));
        }
        let notation = [G::notation(None), G::places(None)].concat();
        if !notation.is_empty() {
            let marked = with_notation(&current, G::NAME, &notation);
            current = marked.unwrap_or_else(|| panic!("no place for the notation of {}", G::NAME));
        }
        if std::env::var_os("LANCHESTER_BLESS").is_some() {
            std::fs::write(path, current).expect("written");
        } else {
            let command = "LANCHESTER_BLESS=1 cargo test -p lanchester-games the_keys_in_the_description_are_current";
            assert!(current == text, "scenarios/README.md is stale for {}: {command}", G::NAME);
        }
    }
}

#[test]
fn the_keys_in_the_description_are_current() {
    for game in GameName::ALL {
        game.visit(Documented);
    }
}
