//! Every operation at every level that this machine has, against plain code for one lane.
//!
//! Each file computes all operations of its kind twice, as named lists: once in a kernel and once lane by lane. The last
//! test of a file reads the source of the operations and fails if one of them is in no list.

mod bytes;
mod level;
mod row;
mod scores;
mod words;

use crate::{LANES, Level, Row};

/// What an operation computes, one number a lane (flags as 0 and 1), by the name of the operation.
type Results = Vec<(&'static str, Vec<i64>)>;

/// Random cases beside those of edge values.
const RANDOM_CASES: usize = 500;

/// Bytes at which signs change, sums overflow and indices end.
const EDGES: [u8; 12] = [0, 1, 2, 15, 63, 126, 127, 128, 129, 254, 255, 200];

/// SplitMix64 (Steele, Lea & Flood 2014). The one of `lanchester-dice` is above this crate.
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn bytes(&mut self) -> Row {
        Row(std::array::from_fn(|_| self.word() as u8))
    }

    /// Edge values in every lane, each of them beside each of another row's over a dozen such rows.
    fn edges(&mut self) -> Row {
        Row(std::array::from_fn(|_| EDGES[(self.word() % EDGES.len() as u64) as usize]))
    }
}

/// Compares two lists of results lane by lane.
fn compare(level: Level, kernel: &Results, plain: &Results) {
    assert_eq!(kernel.len(), plain.len());
    for ((name, vector), (expected_name, expected)) in kernel.iter().zip(plain) {
        assert_eq!(name, expected_name);
        assert_eq!(vector, expected, "{name} at {level}");
    }
}

/// One number a lane.
fn lanes(of: impl Fn(usize) -> i64) -> Vec<i64> {
    (0..LANES).map(of).collect()
}

/// The flags of a lane mask.
fn flags_of(mask: u64) -> Vec<i64> {
    lanes(|lane| (mask >> lane & 1) as i64)
}

/// Fails unless every public function of `source` is among `compared`.
fn assert_all_are_compared(source: &str, compared: &[&str]) {
    let functions = source.lines().filter_map(|line| line.trim_start().strip_prefix("pub fn "));
    let names: Vec<&str> = functions.map(|rest| rest.split(['<', '(']).next().unwrap_or(rest)).collect();
    assert!(!names.is_empty());
    for name in names {
        assert!(compared.contains(&name), "`{name}` is not compared with plain code");
    }
}
