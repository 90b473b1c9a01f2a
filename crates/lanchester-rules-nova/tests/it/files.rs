//! Good files: matchups, studies, options, schemas and `init`.

use std::fs;

use lanchester_conformance::files::{files, scenarios};
use lanchester_core::Combatant;
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::options::Options;
use lanchester_scenario::{Kind, Library, schema_file};
use serde_json::Value;

use crate::Tested;

#[test]
fn shipped_studies_know_their_inputs() {
    let library = Library::<Nova>::shipped();
    for id in library.ids(Kind::Study) {
        let study = library.study(id).unwrap_or_else(|problems| panic!("{problems}"));
        assert!(study.cells.iter().enumerate().all(|(n, cell)| cell.number == n as u64 && cell.pairs > 0));
        assert!(study.inputs.iter().any(|input| input.path.contains(&format!("studies/{id}.toml"))));
    }
}

#[test]
fn majestic_is_as_printed() {
    let library = Library::<Nova>::shipped();
    let majestic = library.ship("majestic").unwrap();
    assert_eq!((majestic.name(), majestic.rating(), majestic.hull, majestic.armour), ("MAJESTIC", 344, 17, 0));
    assert_eq!(majestic.thrust, Some([4, 3, 2, 1, 1]));
    assert_eq!(majestic.shields, Some([5, 6, 6, 6, 6]));
    assert_eq!(majestic.banks().count(), 6);
    assert!(majestic.fire_control && majestic.hyperdrive);
}

#[test]
fn options_without_keys_are_the_standard_game() {
    assert_eq!(Library::<Nova>::shipped().options("").unwrap(), Options::default());
    let options = Library::<Nova>::shipped().options("size = \"large\"\ndeployment_depth = [3, 3]").unwrap();
    assert_eq!(options, Options { size: Some(3), deployment_depth: [3, 3], ..Options::default() });
}

#[test]
fn overrides_change_one_side_only() {
    let matchup = Library::<Nova>::shipped().matchup("crossing-paths").unwrap();
    let [a, b] = &matchup.forces;
    let greedy = Library::<Nova>::shipped().policy("greedy").unwrap();
    assert_eq!(b.policy.moves.range, 3);
    assert_eq!(b.policy.moves.deal, greedy.moves.deal);
    assert_eq!(b.policy.name, "greedy with initiative = \"active\", moves.range = 3");
    assert_eq!(a.policy.name, "charge");
    assert_eq!(a.stations.as_ref().map(Vec::len), Some(1));
}

#[test]
fn show_marks_defaults() {
    let shown = Library::<Nova>::shipped().show("matchups/majestic-mirror").unwrap();
    for default in
        ["turn_cap = 30  # default", "deployment_depth = [4, 3]  # default", "# size: absent (no fleet limit"]
    {
        assert!(shown.contains(default), "{default} in\n{shown}");
    }
}

fn matchup_text(a: &str, b: &str, options: &str) -> String {
    format!("game = \"nova\"\nkind = \"matchup\"\nname = \"Test\"\n\n[a]\n{a}\n\n[b]\n{b}\n\n[options]\n{options}\n")
}

#[test]
fn one_side_may_be_fixed() {
    let here = tempfile::tempdir().unwrap();
    let path = here.path().join("ambush.toml");
    let a = "ships = [\"majestic\"]\n[[a.stations]]\nhex = \"0101\"\nfacing = \"NE\"";
    fs::write(&path, matchup_text(a, "fleet = \"karst-small\"", "swapped_edges = true")).unwrap();
    let matchup = Library::<Nova>::shipped().matchup(path.to_str().unwrap()).unwrap_or_else(|p| panic!("{p}"));
    assert_eq!(matchup.forces[0].stations.as_ref().unwrap()[0].speed, 0);
    assert!(matchup.forces[1].stations.is_none() && matchup.options.swapped_edges);
}

/// The order of cells is part of the dice: duels first, pair by pair, and for each pair policy by policy.
#[test]
fn cells_come_in_a_fixed_order() {
    let here = tempfile::tempdir().unwrap();
    let path = here.path().join("order.toml");
    let text = "game = \"nova\"\nkind = \"study\"\nname = \"Order\"\npairs = 7\npolicies = [\"greedy\", \"hold\"]\n\
        [options]\nturn_cap = 12\n\
        [duels]\nships = [\"majestic\", \"basalt\"]\nmirror = true\n\
        [[actions]]\nfleets = [\"karst-small\", \"vesper-small\"]\nsize = \"small\"\npairs = 3\n\
        [[actions]]\nfleets = [\"karst-small\", \"vesper-small\"]\ngroup = \"long\"\nturn_cap = 60\n";
    fs::write(&path, text).unwrap();
    let study = Library::<Nova>::shipped().study(path.to_str().unwrap()).unwrap_or_else(|p| panic!("{p}"));
    let told: Vec<String> = study
        .cells
        .iter()
        .map(|c| {
            let [a, b] = &c.entrants;
            let [p, q] = &c.policies;
            assert_eq!(p, q, "each policy against itself");
            format!("{} {} {a}-{b} {p} x{} cap {}", c.number, c.group, c.pairs, c.matchup.options.turn_cap)
        })
        .collect();
    assert_eq!(
        told,
        [
            "0 duels majestic-majestic greedy x7 cap 12",
            "1 duels majestic-majestic hold x7 cap 12",
            "2 duels majestic-basalt greedy x7 cap 12",
            "3 duels majestic-basalt hold x7 cap 12",
            "4 duels basalt-basalt greedy x7 cap 12",
            "5 duels basalt-basalt hold x7 cap 12",
            "6 small karst-small-vesper-small greedy x3 cap 12",
            "7 small karst-small-vesper-small hold x3 cap 12",
            "8 long karst-small-vesper-small greedy x7 cap 60",
            "9 long karst-small-vesper-small hold x7 cap 60",
        ]
    );
    assert_eq!((study.seed, study.id.as_str(), study.fleets.len()), (1, "order", 2));
    assert!(study.cells[6].matchup.options.size.is_some() && study.cells[8].matchup.options.size.is_none());
    assert!(study.designs.len() > 2 && study.designs[0].id == "majestic");
    let inputs: Vec<&str> = study.inputs.iter().map(|i| i.path.as_str()).collect();
    assert!(inputs.contains(&"(inside lanchester) nova/policies/hold.toml"), "{inputs:?}");
}

/// Shipped files are right by their schemas too, and every key of the schemas is used by a shipped file or excused.
#[test]
fn files_and_schemas_agree() {
    let library = Library::<Nova>::shipped();
    let schemas: Vec<(String, Value)> =
        library.schemas().into_iter().map(|(name, text)| (name, serde_json::from_str(&text).unwrap())).collect();
    let mut used = Vec::new();
    for path in files(&scenarios::<Tested>().join("nova")) {
        let text = fs::read_to_string(&path).unwrap();
        let value = serde_json::to_value(toml::from_str::<toml::Table>(&text).unwrap()).unwrap();
        let kind = Kind::by_name(value["kind"].as_str().unwrap()).unwrap();
        let schema = &schemas.iter().find(|(name, _)| *name == schema_file("nova", kind)).unwrap().1;
        let mut errors = Vec::new();
        validate(schema, &value, kind.name(), &mut used, &mut errors);
        assert!(errors.is_empty(), "{}: {errors:?}", path.display());
    }
    let mut known = Vec::new();
    for (kind, (_, schema)) in Kind::ALL.iter().zip(&schemas) {
        keys(schema, kind.name(), &mut known);
    }
    // An option or override that no shipped scenario needs; tests of bad and good files use them.
    let parts = [
        ".options",
        "override",
        "study.actions.",
        "study.duels.pairs",
        "study.random",
        "study.prices",
        "policy.moves.",
        "policy.targets.",
        "sweep.keep_rating",
    ];
    let excused = |key: &str| parts.iter().any(|part| key.contains(part));
    for key in known {
        assert!(used.contains(&key) || excused(&key), "no shipped file uses {key}");
    }
}

fn keys(schema: &Value, path: &str, known: &mut Vec<String>) {
    for part in ["items"] {
        if !schema[part].is_null() {
            keys(&schema[part], path, known);
        }
    }
    for (key, inner) in schema["properties"].as_object().into_iter().flatten() {
        let path = format!("{path}.{key}");
        keys(inner, &path, known);
        known.push(path);
    }
}

/// The part of JSON Schema that our schemas use, but for patterns.
fn validate(schema: &Value, value: &Value, path: &str, used: &mut Vec<String>, errors: &mut Vec<String>) {
    let mut fail = |what: &str| errors.push(format!("{path}: {what}: {value}"));
    let kind_fits = match schema["type"].as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some(other) => panic!("{other}"),
        None => true,
    };
    if !kind_fits {
        return fail("type");
    }
    let count = value.as_array().map_or_else(|| value.as_str().map_or(0, |s| s.chars().count()), Vec::len) as u64;
    let least = |key: &str| schema[key].as_u64().is_none_or(|min| count >= min);
    let most = |key: &str| schema[key].as_u64().is_none_or(|max| count <= max);
    if !(least("minItems") && least("minLength") && most("maxItems") && most("maxLength")) {
        fail("length");
    }
    if schema["enum"].as_array().is_some_and(|words| !words.contains(value)) {
        fail("enum");
    }
    let number = value.as_f64();
    if number.is_some_and(|n| schema["minimum"].as_f64().is_some_and(|min| n < min)) {
        fail("minimum");
    }
    if number.is_some_and(|n| schema["maximum"].as_f64().is_some_and(|max| n > max)) {
        fail("maximum");
    }
    if let Some(any) = schema["anyOf"].as_array() {
        let fits = any.iter().filter(|option| {
            let mut errors = Vec::new();
            validate(option, value, path, used, &mut errors);
            errors.is_empty()
        });
        if fits.count() == 0 {
            errors.push(format!("{path}: anyOf"));
        }
    }
    for key in schema["required"].as_array().into_iter().flatten() {
        if value.get(key.as_str().unwrap()).is_none() {
            errors.push(format!("{path}: no {key}"));
        }
    }
    for (key, inner) in value.as_object().into_iter().flatten() {
        let path = format!("{path}.{key}");
        match schema["properties"].get(key) {
            Some(schema) => validate(schema, inner, &path, used, errors),
            None => errors.push(format!("{path}: unknown")),
        }
        used.push(path);
    }
    for inner in value.as_array().into_iter().flatten() {
        if !schema["items"].is_null() {
            validate(&schema["items"], inner, path, used, errors);
        }
    }
}

#[test]
fn an_exported_folder_uses_its_own_files() {
    let library = Library::<Nova>::shipped();
    let here = tempfile::tempdir().unwrap();
    let exported = library.export(here.path()).unwrap();
    assert!(exported.kept.is_empty());
    let again = library.export(here.path()).unwrap();
    assert!(again.written.is_empty(), "the same files again are no change");
    assert_eq!(again.kept.len(), exported.written.len());
    for path in files(&here.path().join("nova")) {
        library.check(&path).unwrap_or_else(|problems| panic!("{problems}"));
        assert!(fs::read_to_string(&path).unwrap().starts_with("#:schema ../../schema/nova-"));
    }
    let ship = here.path().join("nova/ships/majestic.toml");
    let edited = fs::read_to_string(&ship).unwrap().replace("rating = 344", "rating = 345");
    fs::write(&ship, edited).unwrap();
    let mirror = here.path().join("nova/matchups/majestic-mirror.toml");
    assert_eq!(library.matchup(mirror.to_str().unwrap()).unwrap().forces[0].rating(), 345);
    assert_eq!(library.matchup("majestic-mirror").unwrap().forces[0].rating(), 344);
    let refused = library.export(here.path()).unwrap_err();
    assert_eq!(refused.kind(), std::io::ErrorKind::AlreadyExists);
    assert!(refused.to_string().contains("majestic.toml"), "{refused}");
    assert!(fs::read_to_string(&ship).unwrap().contains("345"));
}
