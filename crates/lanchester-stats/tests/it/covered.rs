//! How often intervals cover a truth, for the tests of coverage.

/// How many data sets a slow test looks at: a quarter of `all`, and all of them where `LANCHESTER_THOROUGH` is set, as it
/// should be for whoever changes an estimator. Seeds are fixed, so that both are the same every time.
pub fn data_sets(all: u32) -> u32 {
    if std::env::var_os("LANCHESTER_THOROUGH").is_some() { all } else { all / 4 }
}

/// How far a share of `tries` may be from 95 %: three standard errors, at least a point.
fn reach(tries: u32) -> f64 {
    (3.0 * (0.95 * 0.05 / f64::from(tries)).sqrt()).max(0.01)
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

    pub fn assert_mid(&self, what: &str) {
        println!("{what}: {:.2} % of {}", 100.0 * self.share(), self.tries);
        let off = (self.share() - 0.95).abs();
        assert!(off <= reach(self.tries), "{what} covers {:.2} %", 100.0 * self.share());
    }

    /// Away from the middle an interval is uneven, and at an end of the range it misses to one side: it must not fall short.
    pub fn assert_edge(&self, what: &str) {
        println!("{what}: {:.2} % of {} (edge)", 100.0 * self.share(), self.tries);
        assert!(self.share() >= 0.95 - reach(self.tries), "{what} covers {:.2} %", 100.0 * self.share());
    }
}
