//! Mutated files: whatever a file holds, reading it ends with a design, a study … or with problems that can be shown,
//! never with a panic or a hang.
//!
//! A short seeded run each time; `LANCHESTER_FUZZ=1000000 cargo test --release --test it fuzz` plays a longer one, with
//! `LANCHESTER_FUZZ_SEED` from another start.

use std::path::Path;
use std::time::{Duration, Instant};

use lanchester_dice::mix64;
use lanchester_scenario::{GameFiles, Kind, Library, Problems};

/// Mutated files of a run without a wish.
const USUAL: u64 = 6_000;

/// A stream of numbers.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        mix64(self.0)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
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

fn mutated(text: &str, other: &str, dice: &mut Dice) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len() + 1);
        match dice.below(10) {
            0 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            1 => bytes.truncate(at),
            2 => drop(bytes.drain(at..(at + dice.below(40)).min(bytes.len()))),
            3 => {
                let end = (at + dice.below(200)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            4 => {
                // A line of another file.
                let lines: Vec<&str> = other.lines().collect();
                let line = format!("\n{}\n", lines[dice.below(lines.len())]);
                bytes.splice(at..at, line.into_bytes());
            }
            5 => {
                // A value becomes another.
                if let Some(equals) = bytes[at..].iter().position(|b| *b == b'=').map(|i| at + i) {
                    let end = bytes[equals..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |i| equals + i);
                    let value = format!("= {}", SPICE[dice.below(SPICE.len())]);
                    bytes.splice(equals..end, value.into_bytes());
                }
            }
            6 => {
                let depth = dice.below(3000);
                let nest = [b"[".repeat(depth), b"]".repeat(depth)].concat();
                bytes.splice(at..at, [b"\nx = ".to_vec(), nest].concat());
            }
            7 => {
                let digits = "9".repeat(1 + dice.below(30));
                if let Some(digit) = bytes[at..].iter().position(u8::is_ascii_digit).map(|i| at + i) {
                    bytes.splice(digit..=digit, digits.into_bytes());
                }
            }
            _ => drop(bytes.splice(at..at, SPICE[dice.below(SPICE.len())].bytes())),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Reads a file by its kind, and shows what is wrong with it as a user would see it.
fn read<G: GameFiles>(library: &Library<G>, kind: Kind, id: &str) -> bool {
    let told = |result: Result<(), Problems>| match result {
        Ok(()) => true,
        Err(problems) => {
            let text = problems.frames(false, 80);
            assert!(!text.trim().is_empty(), "problems that say nothing");
            assert!(text.len() < 2_000_000, "a message of {} bytes", text.len());
            false
        }
    };
    let _ = told(library.show(&format!("{}/{id}", kind.folder())).map(drop));
    match kind {
        Kind::Ship => told(library.ship(id).map(drop)),
        Kind::Policy => told(library.policy(id).map(drop)),
        Kind::Fleet => told(library.fleet(id).map(drop)),
        Kind::Matchup => told(library.matchup(id).map(drop)),
        Kind::Study => told(library.study(id).map(drop)),
        Kind::Sweep => told(library.sweep(id).map(drop)),
    }
}

/// Plays so many mutated files of the folder `root`, which holds the game's shipped scenarios.
///
/// # Panics
/// If a reader does, or if nearly all or nearly none of the files are still good.
pub fn no_mutated_file_makes_its_reader_panic_or_hang<G: GameFiles>(root: &Path) {
    let number = |name: &str, usual: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual);
    let (runs, seed) = (number("LANCHESTER_FUZZ", USUAL), number("LANCHESTER_FUZZ_SEED", 1));
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
    let (mut dice, mut good, mut slowest) = (Dice(mix64(seed)), 0u64, Duration::ZERO);
    for _ in 0..runs {
        let (kind, id, text) = &files[dice.below(files.len())];
        let other = &files[dice.below(files.len())].2;
        let text = mutated(text, other, &mut dice);
        let path = format!("{}/{id}.toml", kind.folder());
        let library = Library::<G>::of(shipped().filter(|(p, _)| *p != path).chain([(path.clone(), text.clone())]));
        let start = Instant::now();
        good += u64::from(read(&library, *kind, id));
        let took = start.elapsed();
        // Only told: a hang would keep the test from ending, and a time says as much of the machine as of the file.
        slowest = slowest.max(took);
    }
    println!("{runs} mutated files, {good} of them still good; the slowest took {slowest:?}");
    // A harness that breaks everything, or nothing, tests nothing.
    assert!(good > runs / 100 && good < runs * 99 / 100, "{good} of {runs}");
}
