//! Numbers, names and commands as text.

use std::cell::Cell;

use lanchester_lanes::LevelName;
use lanchester_report::digits::{self, with_sign};
use lanchester_scenario::steers;
use lanchester_stats::Interval;

pub use lanchester_report::html::capital;
pub use lanchester_study::words::{count, grouped};

/// What lacks a SIMD level that cannot be had: the machine, or the build where not all levels were compiled.
pub const fn lacking(level: LevelName) -> &'static str {
    if level.is_compiled() { "machine" } else { "build" }
}

/// A share in per cent, and its interval, as two texts: `55.12` and `54.43 to 55.81`.
pub fn share(interval: &Interval) -> [String; 2] {
    let rounded = digits::rounded(&interval.map_rising(|x| 100.0 * x));
    [rounded.estimate, format!("{} to {}", rounded.low, rounded.high)]
}

/// A signed share in per cent, and its interval: `+12` and `+11 to +13`.
pub fn signed_share(interval: &Interval) -> [String; 2] {
    signed(&interval.map_rising(|x| 100.0 * x))
}

/// A signed number, and its interval: `+12` and `+11 to +13`. An interval that leaves zero out is seen to.
pub fn signed(interval: &Interval) -> [String; 2] {
    if interval.low == interval.high {
        return [with_sign(&format!("{:.0}", interval.estimate)), String::new()];
    }
    let rounded = digits::rounded_against(interval, &digits::Marks::at(0.0));
    [with_sign(&rounded.estimate), format!("{} to {}", with_sign(&rounded.low), with_sign(&rounded.high))]
}

thread_local! {
    /// The game that `--game` asked for: what is typed again asks for it too. A command runs on one thread.
    static ASKED: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// Remembers what `--game` of the command that begins asked for.
pub fn asked_for(game: Option<&'static str>) {
    ASKED.set(game);
}

/// A command that can be pasted into a shell.
pub fn command<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    words_of(words).iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// The words of a command, the program's own name and the game that was asked for among them.
pub fn words_of<'w>(words: impl IntoIterator<Item = &'w str>) -> Vec<String> {
    let game = ASKED.get().into_iter().flat_map(|game| ["--game", game]);
    std::iter::once("lanchester").chain(words).chain(game).map(str::to_owned).collect()
}

/// A word as a shell reads it.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else if word.contains(steers) {
        // Quotes in which a shell reads escapes: the characters themselves are not shown on a terminal.
        let escaped = word.chars().map(|c| match c {
            '\'' | '\\' => format!("\\{c}"),
            c if steers(c) && c.is_ascii() => format!("\\x{:02x}", u32::from(c)),
            c if steers(c) && u32::from(c) > 0xffff => format!("\\U{:08x}", u32::from(c)),
            c if steers(c) => format!("\\u{:04x}", u32::from(c)),
            c => c.to_string(),
        });
        format!("$'{}'", escaped.collect::<String>())
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Text broken into lines of at most `width` characters, all but the first indented.
pub fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split([' ', '\n']).filter(|word| !word.is_empty()) {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        for (n, text) in [(0, "0"), (12, "12"), (999, "999"), (1000, "1,000"), (12_345, "12,345"), (123_456, "123,456")]
        {
            assert_eq!(grouped(n), text);
        }
        assert_eq!(grouped(u64::MAX), "18,446,744,073,709,551,615");
        assert_eq!([count(1, "pair"), count(2000, "pair"), count(2, "box")], ["1 pair", "2,000 pairs", "2 boxes"]);
    }

    #[test]
    fn commands_survive_a_shell() {
        assert_eq!(command(["duel", "my ship.toml", "it's", ""]), r"lanchester duel 'my ship.toml' 'it'\''s' ''");
        assert_eq!(command(["check", "a\u{1b}[2J'\\\u{202e}.toml"]), r"lanchester check $'a\x1b[2J\'\\\u202e.toml'");
    }

    #[test]
    fn signs_and_shares() {
        let interval = Interval { estimate: -0.0312, low: -0.0401, high: 0.001 };
        assert_eq!(signed_share(&interval), ["−3.1", "−4.1 to +0.1"].map(str::to_owned));
        assert_eq!(
            share(&Interval { estimate: 0.5, low: 0.491, high: 0.509 }),
            ["50.00", "49.10 to 50.90"].map(str::to_owned)
        );
    }

    #[test]
    fn lines_are_wrapped() {
        assert_eq!(wrapped("one two three", 7, 2), "one two\n  three");
        assert_eq!(wrapped("", 7, 2), "");
    }
}
