//! What the reader of files refuses, beyond the files of `tests/bad/`.

use std::fs;
use std::path::Path;

use lanchester_conformance::bad_files::folder;
use lanchester_rules_nova::Nova;
use lanchester_scenario::{Kind, Library, Problems};

use crate::Tested;

fn codes(problems: &Problems) -> Vec<&'static str> {
    problems.list().iter().map(|p| p.code).collect()
}

#[test]
fn what_cannot_be_read_is_told() {
    let library = Library::<Nova>::shipped();
    let here = tempfile::tempdir().unwrap();
    let at = |name: &str| here.path().join(name);
    fs::create_dir(at("folder.toml")).unwrap();
    fs::write(at("large.toml"), vec![b'#'; (1 << 20) + 1]).unwrap();
    fs::write(at("latin.toml"), b"game = \"nova\"\nname = \"H\xe9ron\"\n").unwrap();
    let cases = [
        ("folder.toml", "scenario::not-a-file", "is a folder"),
        ("large.toml", "scenario::too-large", "1048577 bytes"),
        ("latin.toml", "scenario::not-utf8", "byte 0xe9"),
        ("none.toml", "scenario::missing-file", "there is no file"),
        ("large.toml/none.toml", "scenario::missing-file", "there is no file"),
    ];
    for (name, code, part) in cases {
        let problems = library.check(at(name)).unwrap_err();
        assert_eq!(codes(&problems), [code], "{problems}");
        assert!(problems.to_string().contains(part), "{problems}");
        assert!(problems.list()[0].file.as_deref().unwrap().ends_with(name));
    }
    let latin = library.check(at("latin.toml")).unwrap_err();
    assert_eq!((latin.list()[0].line, latin.list()[0].column), (Some(2), Some(10)), "{latin}");
    if cfg!(unix) && Path::new("/dev/null").exists() {
        assert_eq!(codes(&library.check("/dev/null").unwrap_err()), ["scenario::not-a-file"]);
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let here = tempfile::tempdir().unwrap();
    let path = here.path().join("secret.toml");
    fs::write(&path, "game = \"nova\"\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(&path).is_ok() {
        eprintln!("skipped: this user may read everything");
        return;
    }
    assert_eq!(codes(&Library::<Nova>::shipped().check(&path).unwrap_err()), ["scenario::unreadable"]);
}

#[test]
fn names_on_the_command_line() {
    let library = Library::<Nova>::shipped();
    let told = |result: Result<(), Problems>| result.unwrap_err().to_string();
    assert_eq!(
        told(library.ship("majestik").map(drop)),
        "scenario::unknown-id: no ship has the id `majestik`; expected `majestic`"
    );
    assert_eq!(
        told(library.ship("MAJESTIC").map(drop)),
        "scenario::bad-id: `MAJESTIC` is neither an id nor a path; expected `majestic`, or a path that ends in .toml"
    );
    // Tests run in the folder of the crate, where there is one file of that ending.
    assert!(told(library.ship("Cargo").map(drop)).ends_with("expected `Cargo.toml`: a path ends in .toml"));
    assert!(told(library.fleet("majestic").map(drop)).starts_with("scenario::wrong-kind: `majestic` is a ship"));
    assert!(told(library.policy("").map(drop)).starts_with("scenario::bad-id"));
    assert!(told(library.show("gredy").map(drop)).ends_with("expected `greedy`"));
    let path = folder::<Tested>().join("fleet-no-ships.toml");
    assert!(told(library.ship(path.to_str().unwrap()).map(drop)).contains("scenario::wrong-kind"));
    assert!(
        told(library.options("size = 3\nturn_cap = 0").map(drop)).contains("(options):2:12: scenario::out-of-range")
    );
    let twice = |kind: Kind| (format!("{}/x.toml", kind.folder()), String::new());
    let library = Library::<Nova>::of([twice(Kind::Ship), twice(Kind::Fleet)]);
    assert_eq!(
        told(library.show("x").map(drop)),
        "scenario::ambiguous-id: `x` means several things; expected `ships/x` or `fleets/x`"
    );
}

#[test]
fn a_study_has_an_end() {
    let here = tempfile::tempdir().unwrap();
    let ships = here.path().join("ships");
    fs::create_dir_all(&ships).unwrap();
    fs::create_dir_all(here.path().join("studies")).unwrap();
    let ship = fs::read_to_string(folder::<Tested>().join("other/imported.toml")).unwrap();
    for n in 0..450 {
        fs::write(ships.join(format!("s{n}.toml")), &ship).unwrap();
    }
    let study = here.path().join("studies/all.toml");
    fs::write(&study, "game = \"nova\"\nkind = \"study\"\nname = \"All\"\npairs = 1\n[duels]\nships = \"all\"\n")
        .unwrap();
    let problems = Library::<Nova>::shipped().check(&study).unwrap_err();
    assert_eq!(codes(&problems), ["scenario::too-many-cells"]);
    // Every pair of ten policies is a hundred cells a matchup.
    let policies = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    fs::create_dir_all(here.path().join("policies")).unwrap();
    let greedy = Library::<Nova>::shipped().show("greedy").unwrap();
    for policy in policies {
        fs::write(here.path().join(format!("policies/{policy}.toml")), &greedy).unwrap();
    }
    let head = format!("game = \"nova\"\nkind = \"study\"\nname = \"All\"\npairs = 1\npolicies = {policies:?}\n");
    let random = "[[random]]\nships = \"all\"\npoints = 1000\nmatchups = 1001\n";
    fs::write(&study, format!("{head}policy_pairs = \"all\"\n{random}")).unwrap();
    let problems = Library::<Nova>::shipped().check(&study).unwrap_err();
    assert_eq!(codes(&problems), ["scenario::too-many-cells"]);
    fs::write(&study, format!("{head}{}", random.replace("1001", "5000").repeat(21))).unwrap();
    let problems = Library::<Nova>::shipped().check(&study).unwrap_err();
    assert_eq!(codes(&problems), ["scenario::too-many-cells"]);
    assert_eq!(problems.list()[0].line, Some(86), "the last of them");
}

/// Files made to exhaust stack, memory or patience.
#[test]
fn hostile_files_are_refused_soon() {
    let library = Library::<Nova>::shipped();
    let here = tempfile::tempdir().unwrap();
    let head = "game = \"nova\"\nkind = \"ship\"\n";
    let many = |n: usize, line: &dyn Fn(usize) -> String| (0..n).map(line).collect::<String>();
    let files = [
        ("brackets", "a = ".to_owned() + &"[".repeat(1_000_000)),
        ("braces", "a = ".to_owned() + &"{a=".repeat(300_000)),
        ("dots", "a.".repeat(500_000) + "a = 1\n"),
        ("header", format!("[{}a]\n", "a.".repeat(500_000))),
        ("keys", head.to_owned() + &many(90_000, &|n| format!("k{n} = 1\n"))),
        ("row", format!("{head}notes = {{{}}}\n", many(60_000, &|n| format!("k{n} = 1, ")))),
        ("again", head.to_owned() + &"hull = 1\n".repeat(100_000)),
        ("junk", head.to_owned() + &"= = =\n".repeat(150_000)),
        ("line", format!("{head}name = \"{}\"\n", "x".repeat(1_000_000))),
        ("batteries", head.to_owned() + &"[[batteries]]\n".repeat(70_000)),
    ];
    for (name, text) in files {
        let path = here.path().join(format!("{name}.toml"));
        fs::write(&path, text).unwrap();
        let start = std::time::Instant::now();
        let problems = library.check(&path).unwrap_err();
        let frames = problems.frames(false, 80);
        assert!(problems.list().len() <= 2010 && frames.len() < 2_000_000, "{name}: {}", problems.list().len());
        assert!(start.elapsed().as_secs() < 30, "{name} took {:?}", start.elapsed());
        if ["keys", "again"].contains(&name) {
            assert!(codes(&problems).contains(&"scenario::too-many-problems"), "{name}");
        }
    }
}
