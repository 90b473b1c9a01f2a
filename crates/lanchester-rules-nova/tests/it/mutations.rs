//! Thousands of damaged files: none panics, and each either loads or says what is wrong.

use std::fs;
use std::path::Path;

use lanchester_rules_nova::Nova;
use lanchester_scenario::{Kind, Library};

/// A small generator of our own (splitmix64): the same mutations on every machine.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }
}

const PIECES: [&[u8]; 22] = [
    b"\"",
    b"[",
    b"]",
    b"[[",
    b"=",
    b"\n",
    b"\0",
    b"\xff",
    b"#",
    b"{",
    b"}",
    b"'''",
    b"\"\"\"",
    b"-1",
    b"99999999999999999999",
    b"1e400",
    b"nan",
    b"\xf0\x9f\x9a\x80",
    b"\xe2\x80\xae",
    b"a.b.c = 1\n",
    b"[a]\n",
    b"2012-01-01",
];

fn damaged(text: &[u8], chance: &mut Chance) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..=chance.below(4) {
        let at = chance.below(bytes.len() + 1);
        let end = (at + chance.below(24)).min(bytes.len());
        match chance.below(6) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => drop(bytes.splice(at..at, PIECES[chance.below(PIECES.len())].iter().copied())),
            3 => bytes.iter_mut().skip(at).take(1).for_each(|b| *b ^= 1 << chance.below(8)),
            4 => {
                let copy = bytes[at..end].to_vec();
                let to = chance.below(bytes.len() + 1);
                drop(bytes.splice(to..to, copy));
            }
            _ => {
                let line: Vec<u8> = text.split(|b| *b == b'\n').nth(chance.below(30)).unwrap_or(b"").to_vec();
                drop(bytes.splice(at..at, line));
            }
        }
    }
    bytes
}

#[test]
fn damaged_files_load_or_say_why() {
    let library = Library::<Nova>::shipped();
    let here = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/nova");
    let mut chance = Chance(20_120_501);
    let (mut loaded, mut refused) = (0u32, 0u32);
    for kind in Kind::ALL {
        for (id, _) in library.ids(kind) {
            let text = fs::read(source.join(kind.folder()).join(format!("{id}.toml"))).unwrap();
            for _ in 0..60 {
                let path = here.path().join(format!("{id}.toml"));
                fs::write(&path, damaged(&text, &mut chance)).unwrap();
                match library.check(&path) {
                    Ok(_) => loaded += 1,
                    Err(problems) => {
                        refused += 1;
                        assert!(!problems.list().is_empty());
                        assert!(problems.list().iter().all(|p| p.code.contains("::") && !p.message.is_empty()));
                        let frames = problems.frames(false, 100);
                        assert!(!frames.contains(['\u{1b}', '\0', '\u{202e}']), "steers a terminal: {frames:?}");
                    }
                }
            }
        }
    }
    assert!(loaded > 100 && refused > 1000, "{loaded} loaded, {refused} refused");
}
