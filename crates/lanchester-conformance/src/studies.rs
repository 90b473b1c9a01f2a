//! Study files: the order of cells, pairs of policies, random fleets, settings of parity prices, samples of a sweep. They are
//! of the game's own ships, at [`TestReader::FLEET_POINTS`].

use std::collections::BTreeSet;
use std::fs;

use lanchester_core::{Combatant, Rules};
use lanchester_scenario::{GameFiles, Kind, Library, Study, StudyDesign};

use crate::TestReader;

/// Ids of what the studies are made of.
fn ids<T: TestReader>(kind: Kind) -> Vec<String> {
    Library::<T::Game>::shipped().ids(kind).map(str::to_owned).collect()
}

/// A file of this kind, read.
fn read<T: TestReader, R>(kind: Kind, text: &str, read: impl FnOnce(&Library<T::Game>, &str) -> R) -> R {
    let here = tempfile::tempdir().expect("a folder");
    let path = here.path().join("test.toml");
    let head = format!("game = \"{}\"\nkind = \"{kind}\"\nname = \"Test\"\npairs = 3\n", T::Game::NAME);
    fs::write(&path, head + text).expect("a file");
    read(&Library::<T::Game>::shipped(), &path.to_string_lossy())
}

/// A study of this text, after its head.
fn study<T: TestReader>(text: &str) -> Study<T::Game> {
    read::<T, _>(Kind::Study, text, |library, path| library.study(path)).unwrap_or_else(|problems| panic!("{problems}"))
}

/// A's ships and B's in every cell, as ids.
fn ships<G: GameFiles>(study: &Study<G>) -> Vec<[Vec<String>; 2]> {
    study.cells.iter().map(|cell| cell.ships.clone()).collect()
}

/// The order of cells is part of the dice: duels first, pair by pair, then fleet actions, and for each pair policy by policy.
///
/// # Panics
/// If they come in another.
pub fn cells_come_in_a_fixed_order<T: TestReader>() {
    let (all, fleets) = (ids::<T>(Kind::Ship), ids::<T>(Kind::Fleet));
    let ([a, b, ..], [f, g, ..]) = (&all[..], &fleets[..]) else { panic!("two ships and two fleets") };
    let actions = format!("[[actions]]\nfleets = [\"{f}\", \"{g}\"]\n");
    let study = study::<T>(&format!(
        "policies = [\"greedy\", \"hold\"]\n[options]\nturn_cap = 12\n[duels]\nships = [\"{a}\", \"{b}\"]\nmirror = true\n\
         {actions}group = \"short\"\npairs = 7\n{actions}group = \"long\"\nturn_cap = 60\n"
    ));
    let cells = study.cells.iter().map(|cell| {
        let [one, other] = &cell.entrants;
        let [policy, same] = &cell.policies;
        assert_eq!(policy, same, "each policy against itself");
        let cap = T::turn_cap(&cell.matchup.options);
        format!("{} {} {one}-{other} {policy} x{} cap {cap}", cell.number, cell.group, cell.pairs)
    });
    let expected = [
        format!("0 duels {a}-{a} greedy x3 cap 12"),
        format!("1 duels {a}-{a} hold x3 cap 12"),
        format!("2 duels {a}-{b} greedy x3 cap 12"),
        format!("3 duels {a}-{b} hold x3 cap 12"),
        format!("4 duels {b}-{b} greedy x3 cap 12"),
        format!("5 duels {b}-{b} hold x3 cap 12"),
        format!("6 short {f}-{g} greedy x7 cap 12"),
        format!("7 short {f}-{g} hold x7 cap 12"),
        format!("8 long {f}-{g} greedy x3 cap 60"),
        format!("9 long {f}-{g} hold x3 cap 60"),
    ];
    assert_eq!(cells.collect::<Vec<_>>(), expected);
    assert_eq!((study.seed, study.id.as_str(), study.fleets.len()), (1, "test", 2));
    assert!(study.inputs.iter().any(|input| input.path.ends_with("policies/hold.toml")), "{:?}", study.inputs);
}

/// Every ordered pair of policies for two designs, every unordered one for a mirror match; numbers are places.
///
/// # Panics
/// If they come otherwise.
pub fn all_policy_pairs_come_in_a_fixed_order<T: TestReader>() {
    let all = ids::<T>(Kind::Ship);
    let [a, b, ..] = &all[..] else { panic!("two ships") };
    let policies = ["greedy", "hold", "charge"];
    let study = study::<T>(&format!(
        "policies = {policies:?}\npolicy_pairs = \"all\"\n[duels]\nships = [\"{a}\", \"{b}\"]\nmirror = true\n"
    ));
    let cells: Vec<String> = study
        .cells
        .iter()
        .map(|c| format!("{} {}:{} {}:{}", c.number, c.entrants[0], c.policies[0], c.entrants[1], c.policies[1]))
        .collect();
    let unordered = [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2]];
    let mirror = |ship: &str| unordered.map(|[p, q]| format!("{ship}:{} {ship}:{}", policies[p], policies[q])).to_vec();
    let duel = (0..9).map(|n| format!("{a}:{} {b}:{}", policies[n / 3], policies[n % 3])).collect();
    let expected = [mirror(a), duel, mirror(b)].concat();
    assert_eq!(cells, expected.iter().enumerate().map(|(n, cell)| format!("{n} {cell}")).collect::<Vec<_>>());
    assert!(study.policies.iter().map(|(id, _)| id.as_str()).eq(policies));
    assert!(
        study
            .cells
            .iter()
            .all(|cell| [0, 1].iter().all(|side: &usize| { cell.ships[*side] == [cell.entrants[*side].as_str()] }))
    );
}

/// `search` commands like any policy, as `[search]` says or as usual; its policies are inputs. Of two that search each takes the other for
/// the first policy.
///
/// # Panics
/// If something is not.
pub fn a_search_stands_among_the_policies<T: TestReader>() {
    let all = ids::<T>(Kind::Ship);
    let [a, b, ..] = &all[..] else { panic!("two ships") };
    let duels = format!("[duels]\nships = [\"{a}\", \"{b}\"]\n");
    let asked = study::<T>(&format!(
        "policies = [\"search\", \"hold\"]\npolicy_pairs = \"all\"\n{duels}[search]\nportfolio = [\"charge\", \"greedy\"]\nrollouts = 7\n"
    ));
    let pairs: Vec<[&str; 2]> = asked.cells.iter().map(|cell| cell.policies.each_ref().map(String::as_str)).collect();
    assert_eq!(pairs, [["search", "search"], ["search", "hold"], ["hold", "search"], ["hold", "hold"]]);
    let library = Library::<T::Game>::shipped();
    let shown = |id: &str| format!("{:?}", library.policy(id).expect("a shipped policy"));
    for cell in &asked.cells {
        for (force, id) in cell.matchup.forces.iter().zip(&cell.policies) {
            let search = force.commander.search.as_ref();
            assert_eq!((search.is_some(), format!("{:?}", force.commander.policy)), (id == "search", shown("hold")));
            let Some(search) = search else { continue };
            let portfolio: Vec<String> = search.portfolio.iter().map(|policy| format!("{policy:?}")).collect();
            assert_eq!(portfolio, [shown("charge"), shown("greedy")]);
            assert!(search.rollouts == 7 && search.belief.is_none() && search.only.is_none());
        }
    }
    let searched: Vec<bool> = asked.cells.iter().map(|cell| cell.matchup.searches()).collect();
    assert_eq!(searched, [true, true, true, false]);
    for id in ["hold", "charge", "greedy"] {
        let name = format!("policies/{id}.toml");
        assert!(asked.inputs.iter().any(|input| input.path.ends_with(&name)), "{id} is an input");
    }
    assert_eq!(
        asked.search.expect("a search").text(),
        "charge, greedy, 7 roll-outs each, and of two that search each takes the other for hold"
    );
    let usual = study::<T>(&format!("policies = [\"search\"]\n{duels}")).search.expect("a search");
    let shipped = ids::<T>(Kind::Policy);
    let [all, usual_ids] = ["[search]\nportfolio = \"all\"\n", ""].map(|search| {
        let of = study::<T>(&format!("policies = [\"search\"]\n{duels}{search}")).search.expect("a search");
        of.portfolio.into_iter().map(|(id, _)| id).collect::<Vec<_>>()
    });
    assert_eq!(all, shipped);
    let mut few = T::Game::PORTFOLIO.to_vec();
    few.sort_unstable();
    assert_eq!(usual_ids, if few.is_empty() { shipped } else { few.into_iter().map(str::to_owned).collect() });
    assert!(usual.rollouts == lanchester_core::ROLLOUTS && usual.belief.is_none());
    assert!(study::<T>(&duels).search.is_none());
    let believes = study::<T>(&format!("policies = [\"search\"]\n{duels}[search]\nbelieve = \"charge\"\n"));
    let belief = believes.cells[0].matchup.forces[1].commander.search.as_ref().and_then(|search| search.belief.clone());
    assert_eq!(belief.map(|policy| format!("{policy:?}")), Some(shown("charge")));
}

/// Points within their bounds, at most as many ships as the game takes, ids unique, everything about a fleet the same in
/// every place.
///
/// # Panics
/// If they are not.
pub fn random_fleets_keep_their_word<T: TestReader>() {
    let of = |tenths: u32| T::FLEET_POINTS * tenths / 10;
    let blocks = [
        ("", of(10), 0.03, 1.0, 20),
        ("style = \"swarm\"\n", of(8), 0.03, 1.0, 40),
        ("style = \"pure\"\n", of(9), 0.1, 1.0, 40),
        ("spread = 2\n", of(11), 0.05, 2.0, 200),
        ("style = \"pure\"\nspread = 1.5\n", of(12), 0.06, 1.5, 100),
    ];
    let text = blocks.iter().map(|(keys, points, tolerance, _, matchups)| {
        format!(
            "[[random]]\nships = \"all\"\npoints = {points}\ntolerance = {tolerance}\nmatchups = {matchups}\n{keys}"
        )
    });
    let study = study::<T>(&text.collect::<String>());
    let unique: BTreeSet<&String> = study.fleets.iter().map(|fleet| &fleet.id).collect();
    assert_eq!((study.cells.len(), study.fleets.len(), unique.len()), (400, 800, 800));
    let mut cells = study.cells.iter();
    let mut groups = Vec::new();
    for (keys, points, tolerance, spread, matchups) in blocks {
        for cell in cells.by_ref().take(matchups) {
            let ratings = [0, 1].map(|side| cell.matchup.forces[side].rating());
            let least = (f64::from(points) / spread).floor() * (1.0 - tolerance) - 1.0;
            let larger = *ratings.iter().max().expect("two fleets");
            assert!(ratings.iter().all(|r| *r <= points && f64::from(*r) >= least), "{keys}: {ratings:?} of {points}");
            assert!(
                f64::from(larger) >= f64::from(points) * (1.0 - tolerance) - 1e-6,
                "{keys}: {ratings:?} of {points}"
            );
            assert!(cell.ships[0] != cell.ships[1] && !cell.duel);
            for side in [0, 1] {
                let fleet = study.fleets.iter().find(|fleet| fleet.id == cell.entrants[side]).expect("the fleet");
                assert_eq!((&fleet.name, fleet.rating()), (&cell.matchup.forces[side].name, ratings[side]));
                assert!((1..=T::Game::MAX_SHIPS).contains(&fleet.ships.len()));
                assert_eq!(cell.ships[side], fleet.ships.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>());
                assert!(cell.ships[side].is_sorted(), "equal designs stand together");
                assert!(cell.ships[side].iter().all(|id| study.designs.iter().any(|design| design.id == *id)));
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
    assert_eq!(groups, ["mixed", "swarm", "pure", "mixed", "pure"].map(|style| format!("random, {style}")));
}

/// Fleets follow from the file alone: its seed, the entry's place among its like, and the entry; more matchups leave the
/// first ones as they are.
///
/// # Panics
/// If they do not.
pub fn random_fleets_are_drawn_by_the_seed_of_the_file<T: TestReader>() {
    let drawn = |seed: u64, first: usize, second: usize| {
        let random = format!("[[random]]\nships = \"all\"\npoints = {}\nmatchups = ", T::FLEET_POINTS);
        let study = study::<T>(&format!("seed = {seed}\n{random}{first}\n{random}{second}\n"));
        let unique: BTreeSet<_> = study.fleets.iter().map(|fleet| &fleet.id).collect();
        assert_eq!(unique.len(), 2 * (first + second));
        ships(&study)
    };
    let [one, again, other, longer] = [drawn(1, 5, 6), drawn(1, 5, 6), drawn(2, 5, 6), drawn(1, 8, 6)];
    assert_eq!(one, again);
    assert_ne!(one, other);
    assert_eq!(one[..5], longer[..5]);
    assert_eq!(one[5..], longer[8..], "a later entry does not depend on how much an earlier one drew");
    assert_ne!(one[..5], one[5..10]);
}

/// Of fleets of one design each, every pair of the designs that come to the points is used before any is used again.
///
/// # Panics
/// If one is not.
pub fn pure_fleets_use_every_pair<T: TestReader>() {
    let library = Library::<T::Game>::shipped();
    let points = T::FLEET_POINTS;
    // As many of a design as fit, within a fifth below the points.
    let comes_to = |id: &String| {
        let rating = library.ship(id).expect("a shipped ship").rating();
        5 * rating * (points / rating).min(T::Game::MAX_SHIPS as u32) >= 4 * points
    };
    let fit: Vec<String> = ids::<T>(Kind::Ship).into_iter().filter(comes_to).collect();
    let pairs = fit.len() * (fit.len() - 1) / 2;
    assert!(pairs > 2, "{fit:?}");
    let study = study::<T>(&format!(
        "[[random]]\nships = \"all\"\nstyle = \"pure\"\npoints = {points}\ntolerance = 0.2\nmatchups = {pairs}\n"
    ));
    let used: BTreeSet<BTreeSet<String>> =
        ships(&study).iter().map(|sides| sides.iter().map(|ships| ships[0].clone()).collect()).collect();
    assert_eq!(used.len(), pairs);
    assert!(used.iter().flatten().all(|id| fit.contains(id)));
}

/// Random fleets are played by every pair of policies, after the duels, and what `show` prints of them is the same study.
///
/// # Panics
/// If they are not.
pub fn random_fleets_are_played_by_every_policy_and_shown<T: TestReader>() {
    let all = ids::<T>(Kind::Ship);
    let text = format!(
        "policies = [\"greedy\", \"hold\"]\npolicy_pairs = \"all\"\n[duels]\nships = {:?}\n\
         [[random]]\nships = \"all\"\npoints = {}\nmatchups = 2\npairs = 9\ngroup = \"Ä\"\n[prices]\n",
        &all[..2],
        T::FLEET_POINTS
    );
    let first = study::<T>(&text);
    let cells: Vec<_> = first.cells.iter().filter(|cell| !cell.duel).collect();
    assert_eq!((cells.len(), cells[0].pairs, cells[0].group.as_str()), (8, 9, "Ä"));
    assert_eq!(cells[7].entrants, ["random-002-a", "random-002-b"]);
    assert!(first.cells.iter().enumerate().all(|(n, cell)| cell.number == n as u64));
    let shown = read::<T, _>(Kind::Study, &text, |library, path| library.show(path)).expect("a study");
    for line in ["spread = 1.0  # default\n", "tolerance = 0.03  # default\n", "precision = 0.02  # default\n"] {
        assert!(shown.contains(line), "{line} in\n{shown}");
    }
    let keys = shown.split_once("pairs = 3\n").map_or("", |(_, keys)| keys);
    assert_eq!(ships(&first), ships(&study::<T>(keys)));
}

/// Settings of parity prices have defaults, and are read.
///
/// # Panics
/// If they are not as written.
pub fn prices_have_defaults_and_are_read<T: TestReader>() {
    let all = ids::<T>(Kind::Ship);
    let [a, b, ..] = &all[..] else { panic!("two ships") };
    let of = |designs: &[StudyDesign<T::Game>]| designs.iter().map(|design| design.id.clone()).collect::<Vec<_>>();
    let usual = study::<T>(&format!("[duels]\nships = [\"{a}\", \"{b}\"]\n[prices]\n"));
    let prices = usual.prices.as_ref().expect("prices");
    assert_eq!(of(&prices.designs), [a.as_str(), b]);
    assert_eq!((prices.precision, prices.budget, prices.pairs), (0.02, [300, 1000], 2));
    assert_eq!((prices.most_matchups, prices.all_policies, usual.cells.len()), (4000, false, 1));
    let alone = study::<T>(&format!(
        "[options]\nturn_cap = 20\n[prices]\nships = [\"{a}\", \"{b}\"]\nprecision = 0.05\nbudget = [300, 900]\n\
         pairs = 8\nmost_matchups = 600\npolicies = \"all\"\n"
    ));
    let prices = alone.prices.as_ref().expect("prices");
    assert!(alone.cells.is_empty() && alone.designs.is_empty(), "a study of prices alone");
    assert_eq!(of(&prices.designs), [a.as_str(), b]);
    assert_eq!((prices.precision, prices.budget, T::turn_cap(&prices.options)), (0.05, [300, 900], 20));
    assert_eq!((prices.pairs, prices.most_matchups, prices.all_policies), (8, 600, true));
}

/// Ten samples of three values are three variants: nothing is played twice.
///
/// # Panics
/// If there are more or fewer.
pub fn samples_that_come_out_alike_are_one_variant<T: TestReader>() {
    let all = ids::<T>(Kind::Ship);
    let [a, b, ..] = &all[..] else { panic!("two ships") };
    let text = format!(
        "ship = \"{a}\"\nagainst = [\"{b}\"]\nsample = \"latin-hypercube\"\nsamples = 10\n\
         [[parameters]]\nfield = \"{}\"\nvalues = [12, 14, 16]\n",
        T::SWEPT
    );
    let sweep = read::<T, _>(Kind::Sweep, &text, |library, path| library.sweep(path));
    let sweep = sweep.unwrap_or_else(|problems| panic!("{problems}"));
    let hulls: BTreeSet<String> = sweep.variants.iter().map(|variant| variant.values[0].to_string()).collect();
    assert_eq!((sweep.variants.len(), hulls.len()), (3, 3));
    assert!(sweep.variants.iter().map(|variant| variant.number).eq(0..3));
}
