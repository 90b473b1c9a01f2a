//! How far a run is: a bar with rate and time left on a terminal, otherwise a line after some seconds and one a minute.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::output::{note, visible};
use crate::wording::grouped;

/// Until the first line where there is no terminal, which says how long it will take.
const FIRST_LINE: Duration = Duration::from_secs(5);

/// Between two lines after that.
const LINE_EVERY: Duration = Duration::from_secs(60);

/// Hears of battles and shows how far they are.
pub struct Meter {
    /// What the battles are for.
    what: String,
    bar: ProgressBar,
    start: Instant,
    battles: u64,
    done: AtomicU64,
    /// Lines written so far; `None`: a bar, or silence.
    lines: Option<AtomicU64>,
    /// What else there is to say, below the bar or after the line.
    more: Mutex<String>,
}

impl Meter {
    /// A meter for so many battles on stderr, headed by what they are for; with `quiet`, none.
    pub fn new(what: &str, battles: u64, quiet: bool) -> Self {
        let terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
        let bar = if terminal && !quiet {
            ProgressBar::with_draw_target(Some(battles), ProgressDrawTarget::stderr())
        } else {
            ProgressBar::hidden()
        };
        if let Some(style) = style("") {
            bar.set_style(style);
        }
        if !what.is_empty() {
            bar.set_prefix(visible(&format!("{what}  ")).into_owned());
        }
        if terminal && !quiet {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        let lines = (!terminal && !quiet).then(AtomicU64::default);
        let what = what.to_owned();
        Self { what, bar, start: Instant::now(), battles, done: AtomicU64::new(0), lines, more: Mutex::default() }
    }
}

/// The bar, and what comes after it; none if the template is at fault, which a test would find.
fn style(more: &str) -> Option<ProgressStyle> {
    let rate = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
        let _ = write!(text, "{}/s", HumanCount(state.per_sec() as u64));
    };
    let bar = "{prefix}{wide_bar} {percent:>3} %  {human_pos} of {human_len} battles  {rate}  {eta} left";
    let style = ProgressStyle::with_template(&format!("{bar}{more}")).ok()?;
    Some(style.with_key("rate", rate).progress_chars("━╸─"))
}

impl lanchester_study::host::Meter for Meter {
    fn add(&self, battles: u64) {
        let done = self.done.fetch_add(battles, Ordering::Relaxed) + battles;
        self.bar.inc(battles);
        let Some(lines) = &self.lines else { return };
        let elapsed = self.start.elapsed();
        let due = due(elapsed);
        // One thread writes each line.
        if due > 0 && lines.fetch_max(due, Ordering::Relaxed) < due && done < self.battles {
            let more = self.more.lock().unwrap_or_else(PoisonError::into_inner);
            let end = if more.is_empty() { String::new() } else { format!("; {more}") };
            note(&format!("{}{end}", line(&self.what, done, self.battles, elapsed)));
        }
    }

    // A second line below the bar, the end of the line of a minute.
    fn say(&self, more: &str) {
        if let Some(style) = style("\n{wide_msg:.dim}") {
            self.bar.set_style(style);
        }
        self.bar.set_message(visible(more).into_owned());
        more.clone_into(&mut self.more.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// How many lines are due after so long.
fn due(elapsed: Duration) -> u64 {
    u64::from(elapsed >= FIRST_LINE) + elapsed.as_secs() / LINE_EVERY.as_secs()
}

/// `prices: 40 %: 400 of 1,000 battles, 10/s, 1 minute left`.
fn line(what: &str, done: u64, battles: u64, elapsed: Duration) -> String {
    let rate = done as f64 / elapsed.as_secs_f64().max(1e-3);
    let left = Duration::from_secs_f64((battles - done) as f64 / rate.max(1e-9));
    let what = if what.is_empty() { String::new() } else { format!("{what}: ") };
    format!(
        "{what}{} %: {} of {} battles, {}/s, {} left",
        100 * done / battles.max(1),
        grouped(done),
        grouped(battles),
        grouped(rate as u64),
        HumanDuration(left)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_has_a_style_with_and_without_a_second_line() {
        assert!(style("").is_some() && style("\n{wide_msg:.dim}").is_some());
    }

    #[test]
    fn lines_come_after_five_seconds_and_every_minute() {
        assert_eq!([0, 4, 5, 59, 60, 119, 120].map(|seconds| due(Duration::from_secs(seconds))), [0, 0, 1, 1, 2, 2, 3]);
    }

    #[test]
    fn a_line_tells_rate_and_time_left() {
        let text = line("", 400_000, 1_000_000, Duration::from_secs(60));
        assert_eq!(text, "40 %: 400,000 of 1,000,000 battles, 6,666/s, 2 minutes left");
    }

    #[test]
    fn a_line_says_what_the_battles_are_for() {
        let text = line("family 1 of 40, prices", 4, 10, Duration::from_secs(6));
        assert_eq!(text, "family 1 of 40, prices: 40 %: 4 of 10 battles, 0/s, 9 seconds left");
    }
}
