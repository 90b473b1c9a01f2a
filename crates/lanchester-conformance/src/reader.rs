//! What the reader of files refuses beyond the files of `tests/bad/`: what cannot be read at all, names of nothing, studies
//! without an end, and files made to exhaust stack, memory or patience.

use std::fs;
use std::path::Path;

use lanchester_core::{Combatant, Rules};
use lanchester_scenario::{GameFiles, Kind, Library, Problems};

use crate::TestReader;
use crate::files::shipped;

fn codes(problems: &Problems) -> Vec<&'static str> {
    problems.list().iter().map(|problem| problem.code).collect()
}

/// The problems of something that must not be read.
fn refused<T>(result: Result<T, Problems>) -> Problems {
    match result {
        Ok(_) => panic!("it was read"),
        Err(problems) => problems,
    }
}

/// Folders, devices, large files, other encodings and files that are not there are refused by name.
///
/// # Panics
/// If one is not.
pub fn what_cannot_be_read_is_reported<T: TestReader>() {
    let library = Library::<T::Game>::shipped();
    let here = tempfile::tempdir().expect("a folder");
    let at = |name: &str| here.path().join(name);
    fs::create_dir(at("folder.toml")).expect("a folder");
    fs::write(at("large.toml"), vec![b'#'; (1 << 20) + 1]).expect("a file");
    fs::write(at("latin.toml"), b"game = \"any\"\nname = \"H\xe9ron\"\n").expect("a file");
    let cases = [
        ("folder.toml", "scenario::not-a-file", "is a folder"),
        ("large.toml", "scenario::too-large", "1048577 bytes"),
        ("latin.toml", "scenario::not-utf8", "byte 0xe9"),
        ("none.toml", "scenario::missing-file", "there is no file"),
        ("large.toml/none.toml", "scenario::missing-file", "there is no file"),
    ];
    for (name, code, part) in cases {
        let problems = refused(library.check(at(name)));
        assert_eq!(codes(&problems), [code], "{problems}");
        assert!(problems.to_string().contains(part), "{problems}");
        assert!(problems.list()[0].file.as_deref().is_some_and(|file| file.ends_with(name)));
    }
    let latin = refused(library.check(at("latin.toml")));
    assert_eq!((latin.list()[0].line, latin.list()[0].column), (Some(2), Some(10)), "{latin}");
    if cfg!(unix) && Path::new("/dev/null").exists() {
        assert_eq!(codes(&refused(library.check("/dev/null"))), ["scenario::not-a-file"]);
    }
}

/// A file without the permission to read it is refused by name, if this user needs permissions.
///
/// # Panics
/// If it is not.
pub fn a_file_that_may_not_be_read_is_reported<T: TestReader>() {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let here = tempfile::tempdir().expect("a folder");
        let path = here.path().join("secret.toml");
        fs::write(&path, "kind = \"ship\"\n").expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).expect("permissions");
        if fs::read(&path).is_ok() {
            eprintln!("skipped: this user may read everything");
            return;
        }
        assert_eq!(codes(&refused(Library::<T::Game>::shipped().check(&path))), ["scenario::unreadable"]);
    }
}

/// A name of nothing is refused with the name that may have been meant.
///
/// # Panics
/// If it is not.
pub fn a_name_of_nothing_says_what_may_be_meant<T: TestReader>() {
    let library = Library::<T::Game>::shipped();
    let said = |result: Result<(), Problems>| refused(result).to_string();
    let ship = library.ids(Kind::Ship).max_by_key(|id| id.len()).expect("a shipped ship");
    let (misspelt, capitals) = (format!("{ship}k"), format!("{ship}k").to_uppercase());
    // An id in any case, as tables print names, is that ship's.
    let [by_id, in_capitals] = [ship, &ship.to_uppercase()].map(|word| library.ship_and_id(word).expect("a ship").0);
    assert_eq!(by_id, in_capitals);
    let unknown = format!("scenario::unknown-id: no ship has the id `{misspelt}`; expected `{ship}`");
    assert_eq!(said(library.ship(&misspelt).map(drop)), unknown);
    assert_eq!(
        said(library.ship(&capitals).map(drop)),
        format!(
            "scenario::bad-id: `{capitals}` is neither an id nor a path; expected `{ship}`, or a path that ends in .toml"
        )
    );
    // Tests run in the folder of the crate, where there is one file of that ending.
    assert!(said(library.ship("Cargo").map(drop)).ends_with("expected `Cargo.toml`: a path ends in .toml"));
    assert!(said(library.fleet(ship).map(drop)).starts_with(&format!("scenario::wrong-kind: `{ship}` is a ship")));
    assert!(said(library.policy("").map(drop)).starts_with("scenario::bad-id"));
    assert!(said(library.show("gredy").map(drop)).ends_with("expected `greedy`"));
    let path = shipped::<T>().join("policies/greedy.toml");
    assert!(said(library.ship(&path.to_string_lossy()).map(drop)).contains("scenario::wrong-kind"));
    assert!(said(library.options("\nturn_cap = 0").map(drop)).contains("(options):2:12: scenario::out-of-range"));
    let twice = |kind: Kind| (format!("{}/x.toml", kind.folder()), String::new());
    assert_eq!(
        said(Library::<T::Game>::of([twice(Kind::Ship), twice(Kind::Fleet)]).show("x").map(drop)),
        "scenario::ambiguous-id: `x` means several things; expected `ships/x` or `fleets/x`"
    );
}

/// A study of more cells than anybody could play is refused, whatever makes them so many.
///
/// # Panics
/// If it is not.
pub fn a_study_has_an_end<T: TestReader>() {
    let library = Library::<T::Game>::shipped();
    let here = tempfile::tempdir().expect("a folder");
    let folders = ["ships", "studies", "policies"].map(|folder| here.path().join(folder));
    folders.iter().for_each(|folder| fs::create_dir(folder).expect("a folder"));
    let [ships, studies, policies] = folders;
    // A ship of which some come nearest to the points of a fleet.
    let left = |id: &&str| {
        let rating = library.ship(id).expect("a shipped ship").rating();
        T::FLEET_POINTS - rating * (T::FLEET_POINTS / rating).min(T::Game::MAX_SHIPS as u32)
    };
    let all = library.ids(Kind::Ship);
    let ship = library.show(all.min_by_key(left).expect("a shipped ship")).expect("a shipped ship");
    for n in 0..450 {
        fs::write(ships.join(format!("s{n}.toml")), &ship).expect("a file");
    }
    let study = studies.join("all.toml");
    let refused = |rest: &str| {
        let head = format!("game = \"{}\"\nkind = \"study\"\nname = \"All\"\npairs = 1\n", T::Game::NAME);
        fs::write(&study, head + rest).expect("a file");
        let problems = refused(library.check(&study));
        assert_eq!(codes(&problems), ["scenario::too-many-cells"]);
        problems.list()[0].line
    };
    refused("[duels]\nships = \"all\"\n");
    // Every pair of ten policies is a hundred cells a matchup.
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    let greedy = library.show("greedy").expect("a shipped policy");
    for name in names {
        fs::write(policies.join(format!("{name}.toml")), &greedy).expect("a file");
    }
    let head = format!("policies = {names:?}\npolicy_pairs = \"all\"\n");
    let random = format!("[[random]]\nships = \"all\"\npoints = {}\nmatchups = 1001\n", T::FLEET_POINTS);
    refused(&format!("{head}{random}"));
    let line = refused(&format!("{head}{}", random.replace("1001", "5000").repeat(21)));
    assert_eq!(line, Some(87), "the last of them");
}

/// Files made to exhaust stack, memory or patience are refused with a message of a bearable length.
///
/// # Panics
/// If one is not.
pub fn hostile_files_are_refused<T: TestReader>() {
    let library = Library::<T::Game>::shipped();
    let here = tempfile::tempdir().expect("a folder");
    let head = format!("game = \"{}\"\nkind = \"ship\"\n", T::Game::NAME);
    let many = |n: usize, line: &dyn Fn(usize) -> String| (0..n).map(line).collect::<String>();
    let files = [
        ("brackets", "a = ".to_owned() + &"[".repeat(1_000_000)),
        ("braces", "a = ".to_owned() + &"{a=".repeat(300_000)),
        ("dots", "a.".repeat(500_000) + "a = 1\n"),
        ("header", format!("[{}a]\n", "a.".repeat(500_000))),
        ("keys", head.clone() + &many(90_000, &|n| format!("k{n} = 1\n"))),
        ("row", format!("{head}notes = {{{}}}\n", many(60_000, &|n| format!("k{n} = 1, ")))),
        ("again", head.clone() + &"hull = 1\n".repeat(100_000)),
        ("junk", head.clone() + &"= = =\n".repeat(150_000)),
        ("line", format!("{head}name = \"{}\"\n", "x".repeat(1_000_000))),
        ("tables", head + &"[[batteries]]\n".repeat(70_000)),
    ];
    for (name, text) in files {
        let path = here.path().join(format!("{name}.toml"));
        fs::write(&path, text).expect("a file");
        let problems = refused(library.check(&path));
        let frames = problems.frames(false, 80);
        assert!(problems.list().len() <= 2010 && frames.len() < 2_000_000, "{name}: {}", problems.list().len());
        if ["keys", "again"].contains(&name) {
            assert!(codes(&problems).contains(&"scenario::too-many-problems"), "{name}");
        }
    }
}
