//! Values of options that several commands take.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use lanchester_games::GameName;

/// A whole number as people write it: `10000`, `10,000` and `1e4` are one.
pub fn number(text: &str) -> Option<u64> {
    let (digits, power) = match text.split_once(['e', 'E']) {
        Some((digits, power)) => (digits, power.parse::<u32>().ok()?),
        None => (text, 0),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    if digits.ends_with('.') || whole.is_empty() || part.len() > power as usize {
        return None;
    }
    let whole = ungrouped(whole)?;
    let all = [whole.as_str(), part].concat();
    // A sign is no digit.
    let number: u64 = all.bytes().all(|b| b.is_ascii_digit()).then(|| all.parse().ok())??;
    number.checked_mul(10u64.checked_pow(power - part.len() as u32)?)
}

/// Digits without the commas between groups of three.
fn ungrouped(digits: &str) -> Option<String> {
    let mut groups = digits.split(',');
    let first = groups.next()?;
    let grouped = digits.contains(',');
    let fits = !grouped || ((1..=3).contains(&first.len()) && groups.all(|group| group.len() == 3));
    fits.then(|| digits.replace(',', ""))
}

/// A whole number as a value of an option.
pub fn whole(least: u64, most: u64) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let number = number(text).filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("expected a whole number from {least} to {most}"))
    }
}

/// The value of an option that another command has: what to say instead.
pub fn instead(expected: &'static str) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |_| Err(expected.to_owned())
}

/// The names of the games as a value of an option.
pub fn game_parser() -> impl TypedValueParser<Value = GameName> {
    PossibleValuesParser::new(GameName::ALL.iter().map(|game| game.name()))
        .try_map(|name| GameName::by_name(&name).ok_or("no such game"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_write_them() {
        let ten_thousand = ["10000", "10,000", "1e4", "1E4", "10e3", "1.0e4", "0.1e5", "010000"];
        assert!(ten_thousand.iter().all(|text| number(text) == Some(10_000)), "{:?}", ten_thousand.map(number));
        assert_eq!(number("1,234,567"), Some(1_234_567));
        assert_eq!(number("0"), Some(0));
        assert_eq!(number("18446744073709551615"), Some(u64::MAX));
        assert_eq!(number("1.5e6"), Some(1_500_000));
    }

    #[test]
    fn what_is_no_whole_number_is_none() {
        let wrong = [
            "",
            "x",
            "-1",
            "+1",
            "1.5",
            "1.",
            ".5e1",
            "1,00",
            "10,00,000",
            ",100",
            "100,",
            "1000,000",
            "1,0e3",
            "1e",
            "e4",
            "1e-2",
            "1.55e1",
            "1 000",
            "0x10",
            "1e20",
            "2e19",
            "18446744073709551616",
            "1_000",
            "1.000,5e9",
        ];
        for text in wrong {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn limits_hold() {
        assert_eq!(whole(1, 100)("1e2"), Ok(100));
        assert_eq!(whole(1, 100)("101"), Err("expected a whole number from 1 to 100".to_owned()));
    }
}
