//! What this program offers to a run: the date for manifests, the monotonic clock that a time budget is measured by (which
//! nobody can set), messages and meters.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use lanchester_report::folder::replace_file;
use lanchester_study::host::{self as study, Clock, Host};
use lanchester_study::journal::heartbeat_path;

use crate::settings::Settings;

impl Clock for Settings<'_> {
    fn now(&self) -> Duration {
        self.started.elapsed()
    }
}

impl Host for Settings<'_> {
    fn date(&self) -> Option<String> {
        now()
    }

    fn note(&self, text: &str) {
        self.say(text);
    }

    fn meter(&self, what: &str, battles: u64) -> Box<dyn study::Meter> {
        self.front.meter(what, battles, self.quiet)
    }

    fn heartbeat(&self, store: &Path, text: &[u8]) {
        // One that cannot be written is no reason to stop a run.
        drop(replace_file(&heartbeat_path(store), text));
    }
}

/// Now in UTC, such as `2026-11-21T09:30:00Z`; nothing if the clock stands before 1970.
pub fn now() -> Option<String> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs();
    let (year, month, day) = date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    Some(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"))
}

/// The Gregorian date so many days after 1970-01-01. Source: Howard Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms", civil_from_days.
const fn date(days: u64) -> (u64, u64, u64) {
    let z = days + 719_468;
    let (era, doe) = (z / 146_097, z % 146_097);
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let month = if mp < 10 { mp + 3 } else { mp - 9 };
    (yoe + era * 400 + (month <= 2) as u64, month, doy - (153 * mp + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn known_dates() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(20_778), (2026, 11, 21));
        assert_eq!(date(47_540), (2100, 2, 28));
        assert_eq!(date(47_541), (2100, 3, 1));
    }
}
