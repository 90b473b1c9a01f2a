//! What a search that is stopped has played is counted: that of the round that was cut, and of prices that are not known.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use lanchester_games::{GameName, Visitor};
use lanchester_lanes::Level;
use lanchester_scenario::Library;

use super::tests::quick;
use super::*;
use crate::host::{Clock, Host, Meter};
use crate::robust::Around;

/// Counts the battles that its meters hear of, and raises `stop` after so many.
#[derive(Clone)]
struct Stopping {
    heard: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
    after: u64,
}

impl Clock for Stopping {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

impl Host for Stopping {
    fn date(&self) -> Option<String> {
        None
    }

    fn note(&self, _: &str) {}

    fn meter(&self, _: &str, _: u64) -> Box<dyn Meter> {
        Box::new(self.clone())
    }

    fn heartbeat(&self, _: &Path, _: &[u8]) {}
}

impl Meter for Stopping {
    fn add(&self, battles: u64) {
        let heard = self.heard.fetch_add(battles, Ordering::Relaxed) + battles;
        self.stop.fetch_or(heard >= self.after, Ordering::Relaxed);
    }

    fn say(&self, _: &str) {}

    fn finish(&self) {}
}

/// Stops searches after so many battles: those that were played, and those that are counted.
fn stopped(after: u64, counted: impl FnOnce(&Runner, &AtomicBool) -> u64) -> [u64; 2] {
    let host = Stopping { heard: Arc::default(), stop: Arc::default(), after };
    let runner = Runner { host: &host, seed: 1, level: Level::best(), threads: 2, rounds: None, branch: 0 };
    let counted = counted(&runner, &host.stop);
    [host.heard.load(Ordering::Relaxed), counted]
}

struct Stopped;

impl Visitor for Stopped {
    type Output = ();

    fn visit<G: Game>(self) {
        let (mut asked, policy) = quick::<G>();
        // So that no search ends of itself.
        (asked.precision, asked.most_matchups) = (0.002, 1_000_000);
        let (designs, policies) = (&asked.designs[..2], Policies::both(&policy));
        let of_field = field(&asked, &asked.options);
        let question = |design| Question { design, number: Number::Budget(asked.budget), policies: &policies };
        let questions: Vec<Question<G>> = designs.iter().map(question).collect();
        let library = Library::<G>::shipped();
        let robust = library.robust_settings(&library.study("default").expect("a shipped study")).expect("policies");
        let around = Around { asked: &asked, robust: &robust, own: &[policy.clone(), policy.clone()], designs };
        for after in [1, 6_000] {
            let [played, counted] = stopped(after, |runner, stop| {
                prices_so_far(runner, &of_field, &questions, stop).expect_err("stopped").battles
            });
            assert!(played >= after && played == counted, "prices: {played} {counted}");
            let [played, counted] = stopped(after, |runner, stop| {
                price_by_size(runner, &of_field, designs, &policies, stop).expect_err("stopped").battles
            });
            assert!(played >= after && played == counted, "by size: {played} {counted}");
            let [played, counted] = stopped(after, |runner, stop| {
                let (_, whole, battles) = around.rows(runner, &[], stop);
                assert!(!whole);
                battles
            });
            assert!(played >= after && played == counted, "robust: {played} {counted}");
        }
    }
}

#[test]
fn all_that_was_played_is_counted() {
    GameName::Nova.visit(Stopped);
}
