//! What only this game's good files hold.

use std::fs;

use lanchester_lanes::hex::Board;
use lanchester_rules_starmada_x::StarmadaX;
use lanchester_rules_starmada_x::design::Kind as Piece;
use lanchester_rules_starmada_x::options::{Decay, Declare, MutualDestruction, Options};
use lanchester_scenario::Library;

#[test]
fn options_without_keys_are_the_basic_game() {
    let library = Library::<StarmadaX>::shipped();
    assert_eq!(library.options("").unwrap(), Options::default());
    let text = "fleet_limit = 1000\nturn_cap = 12\nmutual_destruction = \"draw\"\narmor_saves_substituted = false\n\
                declare = \"phase\"\nexplosion_decay = \"before\"\nexplosions_hinder_dogfights = true\n\
                board = [50, 40]";
    let options = Options {
        fleet_limit: Some(1000),
        turn_cap: 12,
        mutual_destruction: MutualDestruction::Draw,
        armor_saves_substituted: false,
        declare: Declare::Phase,
        explosion_decay: Decay::Before,
        explosions_hinder_dogfights: true,
        board: Board { cols: 50, rows: 40 },
        ..Options::default()
    };
    assert_eq!(library.options(text).unwrap(), options);
}

#[test]
fn overrides_change_one_side_only() {
    let here = tempfile::tempdir().unwrap();
    let path = here.path().join("m.toml");
    let text = "game = \"starmada-x\"\nkind = \"matchup\"\nname = \"Test\"\n[a]\nships = [\"mouse\"]\n\
                [a.override]\nlose_weapon = \"listed\"\nflights.cover = 3\n[b]\nships = [\"mouse\"]\n";
    fs::write(&path, text).unwrap();
    let matchup = Library::<StarmadaX>::shipped().matchup(path.to_str().unwrap()).unwrap();
    let [a, b] = &matchup.forces;
    assert_eq!(a.commander.name, "default with lose_weapon = \"listed\", flights.cover = 3");
    assert_eq!((a.commander.flights.cover, b.commander.flights.cover), (3, 1));
    assert_eq!(b.commander.name, "default");
}

/// Weapons with the same arcs are one mount, wherever they stand in the list; without a chart it is made.
#[test]
fn ships_are_read_as_meant() {
    let here = tempfile::tempdir().unwrap();
    let path = here.path().join("s.toml");
    let text = "game = \"starmada-x\"\nkind = \"ship\"\nname = \"Test\"\nrating = 9\norigin = \"original\"\nhull = 5\n\
                engines = 5\nshields = 2\n[[batteries]]\nname = \"Gun\"\nrange = 10\nto_hit = 4\n\
                weapons = [\"AB\", \"C\", \"2xAB\"]\n[[equipment]]\nname = \"Fighter Bay\"\nboxes = 1\ncount = 3\n";
    fs::write(&path, text).unwrap();
    let ship = Library::<StarmadaX>::shipped().ship(path.to_str().unwrap()).unwrap();
    let mounts: Vec<(String, u8)> = ship.mounts().map(|(_, m)| (m.arcs.to_string(), m.weapons)).collect();
    assert_eq!(mounts, [("AB".to_owned(), 3), ("C".to_owned(), 1)]);
    // Ten half-hulls of engines and four weapons on two faces each, dealt 2, 4, then S on 6, Q on 1 and a on 2 and 3.
    assert_eq!(ship.chart.map(|entry| entry.to_string()).join(" "), "HQ Ea Ha E H S");
    assert_eq!((ship.flights(), ship.piece(Piece::FighterBay).unwrap().boxes), (3, 1));
}

/// A file without a chart shows the one that dice are read on, and a file with one shows its own.
#[test]
fn show_has_the_chart_that_is_played() {
    let library = Library::<StarmadaX>::shipped();
    let made = "# chart: absent (made from the boxes (X A.3.2)): [\"Ha\", \"Eb\", \"H\", \"S\", \"H\", \"Q\"]\n";
    // Twelve hull, four engines, three shields, six and four weapons, two kinds of equipment: a face each.
    assert!(library.show("zenith").unwrap().contains(made));
    assert!(library.show("mouse").unwrap().contains("\nchart = [\"Ha\", \"Eb\", \"H\", \"S\", \"H\", \"Q\"]\n"));
}

#[test]
fn a_sweep_has_variants_that_differ() {
    let sweep = Library::<StarmadaX>::shipped().sweep("what-makes-a-zenith").unwrap();
    assert!(sweep.variants.len() > 10, "{} variants", sweep.variants.len());
}
