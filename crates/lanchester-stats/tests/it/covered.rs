//! How often intervals cover a truth, for the tests of coverage.

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
        assert!((0.94..=0.96).contains(&self.share()), "{what} covers {:.2} %", 100.0 * self.share());
    }

    /// Away from the middle an interval is uneven, and at an end of the range it misses to one side: it must not fall short.
    pub fn assert_edge(&self, what: &str) {
        println!("{what}: {:.2} % of {} (edge)", 100.0 * self.share(), self.tries);
        assert!(self.share() >= 0.94, "{what} covers {:.2} %", 100.0 * self.share());
    }
}
