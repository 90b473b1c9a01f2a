//! What only this game's reader of files refuses, beyond the files of `tests/bad/`.

use std::fs;

use lanchester_rules_starmada_x::StarmadaX;
use lanchester_rules_starmada_x::files::codes;
use lanchester_scenario::Library;

/// Equipment without a surviving text is refused by name, wherever it comes from.
#[test]
fn lost_equipment_is_refused_by_name() {
    let here = tempfile::tempdir().unwrap();
    let path = here.path().join("s.toml");
    for (name, page) in lanchester_rules_starmada_x::design::equipment::LOST {
        let text = format!(
            "game = \"starmada-x\"\nkind = \"ship\"\nname = \"Test\"\nrating = 9\norigin = \"original\"\nhull = 5\n\
             engines = 5\nshields = 2\n[[equipment]]\nname = \"{name}\"\nboxes = 1\n"
        );
        fs::write(&path, text).unwrap();
        let problems = Library::<StarmadaX>::shipped().ship(path.to_str().unwrap()).unwrap_err();
        let [problem] = problems.list() else { panic!("{problems}") };
        assert_eq!((problem.code, problem.line), (codes::NO_TEXT, Some(10)));
        assert!(problem.message.contains(name) && problem.message.contains(page), "{problem}");
    }
}
