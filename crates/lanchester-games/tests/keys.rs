//! The key tables of the book (`book/src/keys/`, a page per game) are those that the readers work by, and their notation is the games' own.

use std::path::Path;

use lanchester_games::{Game, GameName, Visitor};
use lanchester_scenario::{with_keys, with_notation};

struct Documented;

impl Visitor for Documented {
    type Output = ();

    fn visit<G: Game>(self) {
        let page = format!("book/src/keys/{}.md", G::NAME);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(&page);
        let text = std::fs::read_to_string(&path).unwrap_or_else(|wrong| panic!("{page}: {wrong}"));
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
            assert!(current == text, "{page} is stale: {command}");
        }
    }
}

#[test]
fn the_keys_in_the_description_are_current() {
    for game in GameName::ALL {
        game.visit(Documented);
    }
}
