//! Study files: pairs of policies, random fleets, settings of parity prices.

use std::collections::BTreeSet;
use std::fs;

use lanchester_core::Combatant;
use lanchester_rules_nova::Nova;
use lanchester_scenario::{Kind, Library, Study};

const HEAD: &str = "game = \"nova\"\nkind = \"study\"\nname = \"Test\"\npairs = 3\n";

/// A study of this text.
fn study(text: &str) -> Study<Nova> {
    let here = tempfile::tempdir().unwrap();
    let path = here.path().join("test.toml");
    fs::write(&path, format!("{HEAD}{text}")).unwrap();
    Library::shipped().study(path.to_str().unwrap()).unwrap_or_else(|problems| panic!("{problems}"))
}

/// A's ships and B's in every cell, as ids.
fn ships(study: &Study<Nova>) -> Vec<[Vec<String>; 2]> {
    study.cells.iter().map(|cell| cell.ships.clone()).collect()
}

/// Every ordered pair of policies for two designs, every unordered one for a mirror match; numbers are places.
#[test]
fn all_policy_pairs_come_in_a_fixed_order() {
    let study = study(
        "policies = [\"greedy\", \"hold\", \"charge\"]\npolicy_pairs = \"all\"\n\
         [duels]\nships = [\"majestic\", \"basalt\"]\nmirror = true\n",
    );
    let told: Vec<String> = study
        .cells
        .iter()
        .map(|c| format!("{} {}:{} {}:{}", c.number, c.entrants[0], c.policies[0], c.entrants[1], c.policies[1]))
        .collect();
    let mirror = |from: usize, ship: &str| {
        ["greedy:greedy", "greedy:hold", "greedy:charge", "hold:hold", "hold:charge", "charge:charge"]
            .iter()
            .enumerate()
            .map(|(n, pair)| pair.split_once(':').map(|(p, q)| format!("{} {ship}:{p} {ship}:{q}", from + n)).unwrap())
            .collect::<Vec<_>>()
    };
    let captains = ["greedy", "hold", "charge"];
    let duel = (0..9).map(|n| format!("{} majestic:{} basalt:{}", 6 + n, captains[n / 3], captains[n % 3]));
    let expected: Vec<String> = mirror(0, "majestic").into_iter().chain(duel).chain(mirror(15, "basalt")).collect();
    assert_eq!(told, expected);
    let ids: Vec<&str> = study.policies.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, captains);
    for cell in &study.cells {
        for side in [0, 1] {
            let force = &cell.matchup.forces[side];
            assert_eq!(force.policy.name, cell.policies[side]);
            assert_eq!(cell.ships[side], [cell.entrants[side].as_str()]);
        }
    }
}

/// Points within their bounds, at most twelve ships, ids unique, everything about a fleet told alike in every place.
#[test]
fn random_fleets_keep_their_word() {
    let blocks = [
        ("size = \"medium\"\n", 1000, 0.03, 1.0),
        ("size = \"small\"\nstyle = \"swarm\"\nmatchups = 40\n", 800, 0.03, 1.0),
        ("points = 900\nstyle = \"pure\"\nmatchups = 40\ntolerance = 0.1\n", 900, 0.1, 1.0),
        ("size = \"large\"\nspread = 2\npoints = 1100\ntolerance = 0.05\nmatchups = 200\n", 1100, 0.05, 2.0),
        ("size = \"large\"\nstyle = \"pure\"\nspread = 1.5\nmatchups = 100\n", 1200, 0.03, 1.5),
    ];
    let text: String = blocks.iter().map(|(keys, ..)| format!("[[random]]\nships = \"all\"\n{keys}")).collect();
    let study = study(&text);
    assert_eq!(study.cells.len(), 20 + 40 + 40 + 200 + 100);
    let ids: BTreeSet<&String> = study.fleets.iter().map(|fleet| &fleet.id).collect();
    assert_eq!(ids.len(), study.fleets.len());
    assert_eq!(study.fleets.len(), 2 * study.cells.len());
    let mut cells = study.cells.iter();
    let mut groups = Vec::new();
    for (keys, points, tolerance, spread) in blocks {
        let matchups = keys.split("matchups = ").nth(1).map_or(20, |n| n.lines().next().unwrap().parse().unwrap());
        for cell in cells.by_ref().take(matchups) {
            let ratings = [0, 1].map(|side| cell.matchup.forces[side].rating());
            let least = (f64::from(points) / spread).floor() * (1.0 - tolerance) - 1.0;
            let larger = *ratings.iter().max().unwrap();
            assert!(ratings.iter().all(|r| *r <= points && f64::from(*r) >= least), "{keys}: {ratings:?}");
            assert!(f64::from(larger) >= f64::from(points) * (1.0 - tolerance) - 1e-6, "{keys}: {ratings:?}");
            assert_ne!(cell.ships[0], cell.ships[1]);
            assert!(!cell.duel);
            for side in [0, 1] {
                let fleet = study.fleets.iter().find(|fleet| fleet.id == cell.entrants[side]).unwrap();
                assert_eq!(fleet.name, cell.matchup.forces[side].name);
                assert_eq!(fleet.rating(), ratings[side]);
                assert!((1..=12).contains(&fleet.ships.len()));
                assert_eq!(cell.ships[side], fleet.ships.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>());
                assert!(cell.ships[side].is_sorted(), "equal designs stand together");
                assert!(cell.ships[side].iter().all(|id| study.designs.iter().any(|d| d.id == *id)));
            }
            if keys.contains("pure") {
                assert!(cell.ships.iter().all(|ships| ships.iter().all(|id| *id == ships[0])));
            }
            if keys.contains("swarm") {
                let [many, few] = [0, 1].map(|side| cell.matchup.forces[side].ships.iter().map(|s| s.rating()));
                assert!(many.max() <= few.min());
            }
            groups.push(cell.group.clone());
        }
    }
    groups.dedup();
    assert_eq!(groups, ["medium, mixed", "small, swarm", "random, pure", "large, mixed", "large, pure"]);
    assert_eq!(study.cells[0].entrants, ["medium-mixed-001-a", "medium-mixed-001-b"]);
}

/// Fleets follow from the file alone: its seed, the entry's place among its like, and the entry; more matchups leave the
/// first ones as they are.
#[test]
fn random_fleets_are_drawn_by_the_seed_of_the_file() {
    let text = |seed: u64, first: usize, second: usize| {
        format!(
            "seed = {seed}\n[duels]\nships = \"all\"\n[[random]]\nsize = \"medium\"\nmatchups = {first}\n\
             [[random]]\nsize = \"medium\"\nmatchups = {second}\n"
        )
    };
    let fleets = |text: &str| -> Vec<_> {
        let study = study(text);
        let duels = study.cells.iter().filter(|cell| cell.duel).count();
        ships(&study).split_off(duels)
    };
    let [one, again, other, longer] =
        [text(1, 5, 6), text(1, 5, 6), text(2, 5, 6), text(1, 8, 6)].map(|text| fleets(&text));
    assert_eq!(one, again);
    assert_ne!(one, other);
    assert_eq!(one[..5], longer[..5]);
    assert_eq!(one[5..], longer[8..], "a later entry does not depend on how much an earlier one drew");
    assert_ne!(one[..5], one[5..10]);
    let study = study(&text(1, 5, 6));
    let ids: BTreeSet<_> = study.fleets.iter().map(|fleet| &fleet.id).collect();
    assert_eq!(ids.len(), 22);
    assert!(ids.contains(&"medium-mixed-2-006-b".to_owned()), "{ids:?}");
}

/// Every couple of the designs that come to the points is used before any is used again.
#[test]
fn pure_fleets_use_every_couple() {
    let study = study(
        "[[random]]\nships = [\"majestic\", \"basalt\", \"gnomon\", \"scree\"]\nstyle = \"pure\"\npoints = 1100\ntolerance = 0.2\nmatchups = 3\n",
    );
    let couples: BTreeSet<BTreeSet<String>> =
        ships(&study).iter().map(|sides| sides.iter().map(|ships| ships[0].clone()).collect()).collect();
    // Twelve of SCREE, 44 points each, are too few.
    assert_eq!(couples.len(), 3);
    assert!(couples.iter().flatten().all(|id| id != "scree"));
}

#[test]
fn random_fleets_are_played_by_every_policy() {
    let study = study(
        "policies = [\"greedy\", \"hold\"]\npolicy_pairs = \"all\"\n[duels]\nships = [\"majestic\", \"basalt\", \"midge\"]\n\
         [[random]]\nsize = \"medium\"\nmatchups = 2\npairs = 9\ngroup = \"Ä\"\n",
    );
    let cells: Vec<_> = study.cells.iter().filter(|cell| !cell.duel).collect();
    assert_eq!((cells.len(), cells[0].pairs, cells[0].group.as_str()), (8, 9, "Ä"));
    assert_eq!(cells[7].entrants, ["random-002-a", "random-002-b"]);
    assert!(study.cells.iter().enumerate().all(|(n, cell)| cell.number == n as u64));
}

/// What `show` prints of the newer keys is the same study again.
#[test]
fn random_fleets_and_prices_are_shown() {
    let here = tempfile::tempdir().unwrap();
    let library = Library::<Nova>::shipped();
    let [first, second] = ["first.toml", "second.toml"].map(|name| here.path().join(name));
    let text = "policy_pairs = \"all\"\n[[random]]\nships = \"all\"\nsize = \"medium\"\nspread = 2\n[prices]\nships = \"all\"\n";
    fs::write(&first, format!("{HEAD}{text}")).unwrap();
    let shown = library.show(first.to_str().unwrap()).unwrap();
    for line in ["spread = 2.0\n", "tolerance = 0.03  # default\n", "precision = 0.02  # default\n"] {
        assert!(shown.contains(line), "{line} in\n{shown}");
    }
    fs::write(&second, &shown).unwrap();
    let studies = [&first, &second].map(|path| library.study(path.to_str().unwrap()).unwrap());
    assert_eq!(ships(&studies[0]), ships(&studies[1]));
}

#[test]
fn prices_have_defaults_and_are_read() {
    let study_of = study("[duels]\nships = [\"majestic\", \"basalt\"]\n[prices]\n");
    let prices = study_of.prices.as_ref().unwrap();
    let ids: Vec<&str> = prices.designs.iter().map(|design| design.id.as_str()).collect();
    assert_eq!(ids, ["majestic", "basalt"]);
    assert_eq!((prices.precision, prices.budget, prices.pairs), (0.02, [300, 1000], 16));
    assert_eq!((prices.most_matchups, prices.all_policies), (4000, false));
    let study = study(
        "[options]\nsize = \"small\"\nturn_cap = 20\n\
         [prices]\nships = \"all\"\nprecision = 0.05\npairs = 8\nmost_matchups = 600\npolicies = \"all\"\n",
    );
    let prices = study.prices.clone().unwrap();
    assert!(study.cells.is_empty() && study.designs.is_empty(), "a study of prices alone");
    assert_eq!(prices.designs.len(), Library::<Nova>::shipped().ids(Kind::Ship).count());
    assert_eq!((prices.precision, prices.budget, prices.options.turn_cap), (0.05, [300, 800], 20));
    assert_eq!((prices.pairs, prices.most_matchups, prices.all_policies), (8, 600, true));
    assert!(study_of.prices.is_some() && study_of.cells.len() == 1);
}

/// Ten samples of three values are three variants: nothing is played twice.
#[test]
fn samples_that_come_out_alike_are_one_variant() {
    let here = tempfile::tempdir().unwrap();
    let path = here.path().join("few.toml");
    let text = "game = \"nova\"\nkind = \"sweep\"\nname = \"Few\"\nship = \"majestic\"\nagainst = [\"basalt\"]\npairs = 3\n\
                sample = \"latin-hypercube\"\nsamples = 10\n[[parameters]]\nfield = \"ship.hull\"\nvalues = [12, 14, 16]\n";
    fs::write(&path, text).unwrap();
    let sweep =
        Library::<Nova>::shipped().sweep(path.to_str().unwrap()).unwrap_or_else(|problems| panic!("{problems}"));
    let hulls: BTreeSet<String> = sweep.variants.iter().map(|v| v.values[0].to_string()).collect();
    assert_eq!((sweep.variants.len(), hulls.len()), (3, 3));
    assert!(sweep.variants.iter().map(|v| v.number).eq(0..3));
}
