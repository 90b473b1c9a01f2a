//! What only this game's good files hold.

use std::fs;

use lanchester_core::Combatant;
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::options::Options;
use lanchester_scenario::Library;

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
    assert_eq!(b.commander.moves.range, 3);
    assert_eq!(b.commander.moves.deal, greedy.moves.deal);
    assert_eq!(b.commander.name, "greedy with initiative = \"active\", moves.range = 3");
    assert_eq!(a.commander.name, "charge");
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

/// Fleets of a battle size are named after it, and the budgets of prices end at its limit.
#[test]
fn a_battle_size_limits_random_fleets_and_budgets() {
    let here = tempfile::tempdir().unwrap();
    let path = here.path().join("small.toml");
    let text = "game = \"nova\"\nkind = \"study\"\nname = \"Small\"\npairs = 3\n[options]\nsize = \"small\"\n\
                [[random]]\nships = \"all\"\n[prices]\nships = \"all\"\n";
    fs::write(&path, text).unwrap();
    let study = Library::<Nova>::shipped().study(path.to_str().unwrap()).unwrap_or_else(|p| panic!("{p}"));
    assert_eq!(study.cells[0].entrants, ["small-mixed-001-a", "small-mixed-001-b"]);
    assert!(study.cells.iter().all(|cell| cell.matchup.forces.iter().all(|force| force.rating() <= 800)));
    assert_eq!(study.prices.unwrap().budget, [300, 800]);
}
