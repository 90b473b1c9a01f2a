//! Values of options that several commands take.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use lanchester_games::GameName;

/// A whole number as a value of an option.
pub fn whole(least: u64, most: u64) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("expected a whole number from {least} to {most}"))
    }
}

/// [`whole`], as a number of a smaller type.
pub fn whole_of<N: TryFrom<u64>>(least: u64, most: u64) -> impl Fn(&str) -> Result<N, String> + Clone {
    let of = whole(least, most);
    move |text| N::try_from(of(text)?).map_err(|_| format!("expected a whole number from {least} to {most}"))
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
