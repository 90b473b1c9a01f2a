//! How often intervals cover a truth, for the tests of coverage.

/// How many data sets a slow test looks at: an eighth of `all`, and all of them where `LANCHESTER_THOROUGH` is set, as `.ci/run`
/// does and whoever changes an estimator should. Seeds are fixed, so that both are the same every time.
pub fn data_sets(all: u32) -> u32 {
    if std::env::var_os("LANCHESTER_THOROUGH").is_some() { all } else { all / 8 }
}

/// Counts how often a truth was covered.
#[derive(Default)]
pub struct Coverage {
    hits: u32,
    pub tries: u32,
}

impl Coverage {
    pub fn note(&mut self, hit: bool) {
        self.hits += u32::from(hit);
        self.tries += 1;
    }

    pub fn share(&self) -> f64 {
        f64::from(self.hits) / f64::from(self.tries)
    }

    /// How far the share may be from 95 %: so much of 2,000 tries or more; of fewer it is as much wider as its error is.
    fn reach(&self, most: f64) -> f64 {
        most * (2_000.0 / f64::from(self.tries)).sqrt().max(1.0)
    }

    pub fn assert_mid(&self, what: &str) {
        self.assert_within(0.01, what);
    }

    pub fn assert_within(&self, most: f64, what: &str) {
        println!("{what}: {:.2} % of {}", 100.0 * self.share(), self.tries);
        let off = (self.share() - 0.95).abs();
        assert!(off <= self.reach(most), "{what} covers {:.2} %", 100.0 * self.share());
    }

    /// Away from the middle an interval is uneven, and at an end of the range it misses to one side: it must not fall short.
    pub fn assert_edge(&self, what: &str) {
        println!("{what}: {:.2} % of {} (edge)", 100.0 * self.share(), self.tries);
        assert!(self.share() >= 0.95 - self.reach(0.01), "{what} covers {:.2} %", 100.0 * self.share());
    }
}
