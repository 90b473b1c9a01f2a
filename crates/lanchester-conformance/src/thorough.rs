//! How much slow tests play. Seeds are fixed, so that little and all are the same every time.

/// Whether `LANCHESTER_THOROUGH` is set, as `.ci/run` does and whoever changes a search should.
#[must_use]
pub fn is_thorough() -> bool {
    std::env::var_os("LANCHESTER_THOROUGH").is_some()
}

/// How many repetitions a slow test makes: all that were thorough, or one of so many.
#[must_use]
pub fn repetitions(all: u64, one_of: u64) -> u64 {
    if is_thorough() { all } else { all / one_of }
}
