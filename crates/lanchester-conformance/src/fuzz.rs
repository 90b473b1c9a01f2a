//! Mutated files: whatever a file holds, reading it ends with a design, a study … or with problems that can be shown,
//! never with a panic or a hang.
//!
//! A short seeded run each time; `LANCHESTER_FUZZ=1000000 cargo test --release --test it mutated` plays a longer one, with
//! `LANCHESTER_FUZZ_SEED` from another start.

use std::time::{Duration, Instant};

use lanchester_scenario::{GameFiles, Kind, Library, Problem, Problems};

use crate::files::shipped as shipped_folder;
use crate::thorough::repetitions;
use crate::{Random, TestGame};

/// Mutated files of a thorough run without a wish; a quarter of them otherwise.
const USUAL: u64 = 6_000;

/// 0 to `n − 1`; 0 of nothing.
fn below(random: &mut Random, n: usize) -> usize {
    random.below(n.max(1) as u64) as usize
}

/// Things that files go wrong by.
const SPICE: [&str; 41] = [
    "0",
    "-1",
    "1e999",
    "99999999999999999999",
    "9223372036854775807",
    "nan",
    "inf",
    "0.3",
    "\"\"",
    "\"\u{0}\"",
    "true",
    "[]",
    "[[]]",
    "{}",
    "[",
    "]",
    "{",
    "\"",
    "'''",
    "\"\"\"",
    "=",
    "#",
    "\n",
    "\r\n",
    "\t",
    "\u{feff}",
    "ü",
    "\u{202e}",
    "[ships]",
    "[[random]]",
    "[[actions]]",
    "[duels]",
    "ships = \"all\"\n",
    "mirror = true\n",
    "pairs = 0\n",
    "size = \"medium\"\n",
    "turn_cap = 3\n",
    "points = 1\n",
    "policies = []\n",
    "../../../etc/passwd",
    "1979-05-27",
];

fn mutated(text: &str, other: &str, random: &mut Random) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=below(random, 4) {
        let at = below(random, bytes.len() + 1);
        match below(random, 10) {
            0 if at < bytes.len() => bytes[at] ^= 1 << below(random, 8),
            1 => bytes.truncate(at),
            2 => drop(bytes.drain(at..(at + below(random, 40)).min(bytes.len()))),
            3 => {
                let end = (at + below(random, 200)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            4 => {
                // A line of another file.
                let lines: Vec<&str> = other.lines().collect();
                let line = format!("\n{}\n", lines[below(random, lines.len())]);
                bytes.splice(at..at, line.into_bytes());
            }
            5 => {
                // A value becomes another.
                if let Some(equals) = bytes[at..].iter().position(|b| *b == b'=').map(|i| at + i) {
                    let end = bytes[equals..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |i| equals + i);
                    let value = format!("= {}", SPICE[below(random, SPICE.len())]);
                    bytes.splice(equals..end, value.into_bytes());
                }
            }
            6 => {
                let depth = below(random, 3000);
                let nest = [b"[".repeat(depth), b"]".repeat(depth)].concat();
                bytes.splice(at..at, [b"\nx = ".to_vec(), nest].concat());
            }
            7 => {
                let digits = "9".repeat(1 + below(random, 30));
                if let Some(digit) = bytes[at..].iter().position(u8::is_ascii_digit).map(|i| at + i) {
                    bytes.splice(digit..=digit, digits.into_bytes());
                }
            }
            _ => drop(bytes.splice(at..at, SPICE[below(random, SPICE.len())].bytes())),
        }
    }
    bytes
}

/// Looks at problems as a user would see them.
fn look_at(problems: &Problems) {
    let text = problems.frames(false, 80);
    assert!(!text.trim().is_empty(), "problems that say nothing");
    assert!(text.len() < 2_000_000, "a message of {} bytes", text.len());
    assert!(!text.contains(['\u{1b}', '\0', '\u{202e}']), "steers a terminal: {text:?}");
    let whole = |problem: &Problem| problem.code.contains("::") && !problem.message.is_empty();
    assert!(!problems.list().is_empty() && problems.list().iter().all(whole), "{text}");
}

/// Reads a file by its kind, and shows what is wrong with it. Whether it is still good.
fn read<G: GameFiles>(library: &Library<G>, kind: Kind, id: &str) -> bool {
    let good = |result: Result<(), Problems>| result.inspect_err(look_at).is_ok();
    let _ = good(library.show(&format!("{}/{id}", kind.folder())).map(drop));
    match kind {
        Kind::Ship => good(library.ship(id).map(drop)),
        Kind::Policy => good(library.policy(id).map(drop)),
        Kind::Fleet => good(library.fleet(id).map(drop)),
        Kind::Matchup => good(library.matchup(id).map(drop)),
        Kind::Study => good(library.study(id).map(drop)),
        Kind::Sweep => good(library.sweep(id).map(drop)),
        Kind::Card => good(library.show(&format!("{}/{id}", kind.folder())).map(drop)),
    }
}

/// Reads so many mutated files of those that the game ships.
///
/// # Panics
/// If a reader does, or if nearly all or nearly none of the files are still good.
pub fn no_mutated_file_makes_its_reader_panic_or_hang<T: TestGame>() {
    let root = shipped_folder::<T>();
    let number = |name: &str, usual: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual);
    let (runs, seed) = (number("LANCHESTER_FUZZ", repetitions(USUAL, 4)), number("LANCHESTER_FUZZ_SEED", 1));
    let mut files: Vec<(Kind, String, String)> = Vec::new();
    for kind in Kind::ALL {
        let Ok(folder) = std::fs::read_dir(root.join(kind.folder())) else { continue };
        for entry in folder {
            let path = entry.expect("an entry").path();
            let id = path.file_stem().expect("a name").to_string_lossy().into_owned();
            files.push((kind, id, std::fs::read_to_string(&path).expect("a file")));
        }
    }
    files.sort_by(|a, b| (a.0.folder(), &a.1).cmp(&(b.0.folder(), &b.1)));
    let shipped = || files.iter().map(|(kind, id, text)| (format!("{}/{id}.toml", kind.folder()), text.clone()));
    let (mut random, mut good, mut slowest) = (Random::new(seed), 0u64, Duration::ZERO);
    for _ in 0..runs {
        let (kind, id, text) = &files[below(&mut random, files.len())];
        let other = &files[below(&mut random, files.len())].2;
        let text = String::from_utf8_lossy(&mutated(text, other, &mut random)).into_owned();
        let path = format!("{}/{id}.toml", kind.folder());
        let library =
            Library::<T::Game>::of(shipped().filter(|(p, _)| *p != path).chain([(path.clone(), text.clone())]));
        let start = Instant::now();
        good += u64::from(read(&library, *kind, id));
        let took = start.elapsed();
        // Only printed: a hang would keep the test from ending, and a time says as much of the machine as of the file.
        slowest = slowest.max(took);
    }
    println!("{runs} mutated files, {good} of them still good; the slowest took {slowest:?}");
    // A harness that breaks everything, or nothing, tests nothing.
    assert!(good > runs / 100 && good < runs * 99 / 100, "{good} of {runs}");
}

/// Files whose bytes were damaged on the disk load, or are refused with a problem that can be shown.
///
/// # Panics
/// If a reader does, or if nearly none of the files are refused.
pub fn damaged_files_load_or_say_why<T: TestGame>() {
    let library = Library::<T::Game>::shipped();
    let here = tempfile::tempdir().expect("a folder");
    let (mut random, mut loaded, mut refused) = (Random::new(20_120_501), 0u32, 0u32);
    for kind in Kind::ALL {
        for id in library.ids(kind) {
            let source = shipped_folder::<T>().join(kind.folder()).join(format!("{id}.toml"));
            let text = std::fs::read_to_string(source).expect("a shipped file");
            let path = here.path().join(format!("{id}.toml"));
            for _ in 0..60 {
                std::fs::write(&path, mutated(&text, &text, &mut random)).expect("a file");
                match library.check(&path) {
                    Ok(_) => loaded += 1,
                    Err(problems) => {
                        refused += 1;
                        look_at(&problems);
                    }
                }
            }
        }
    }
    let tried = loaded + refused;
    assert!(loaded > tried / 100 && refused > tried / 2, "{loaded} loaded, {refused} refused");
}
