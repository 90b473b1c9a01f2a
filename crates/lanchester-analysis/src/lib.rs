//! From counts to what they say: pooled matchups, matrices of strengths, implied ratings, calibration, payoffs between
//! policies, fleet laws, and of a sweep the effects of its parameters. Plain structs come in, plain serialisable structs
//! come out; the names of their fields are the `--json` output.
//!
//! - [`study`]: what a finished study hands over. [`analysis`]: what it says. [`analyse`]: from the one to the other.
//! - [`parity`]: parity prices, judged together. [`sizes`]: those by the number of ships. [`readings`]: those
//!   under other readings of the rules. [`robust`]: those under other settings. [`commanders`]: those under other commanders.
//! - [`account`]: what recorded battles come to.
//! - [`sweep`]: what variants of a ship or fleet did, and what each parameter does.
//! - [`hash`](mod@hash): what decides the results, as one number.
//!
//! Absent on purpose: games, files, text tables, clocks. The estimators are those of `lanchester-stats`.

pub mod account;
pub mod advice;
mod analyse;
pub mod analysis;
pub mod commanders;
pub mod hash;
pub mod parity;
pub mod readings;
pub mod robust;
pub mod sizes;
pub mod study;
pub mod sweep;

pub use analyse::{analyse, analyse_until, initiative, no_contact, payoffs, ratings_differ, seat, summary};
pub use analysis::Analysis;

/// A whole number with its thousands apart: `1,234,567`.
#[must_use]
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let first = (digits.len() + 2) % 3 + 1;
    let (head, tail) = digits.split_at(first.min(digits.len()));
    tail.as_bytes().chunks(3).fold(head.to_owned(), |text, three| format!("{text},{}", String::from_utf8_lossy(three)))
}
