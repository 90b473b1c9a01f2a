//! Words with a pattern: weapons such as `5xAB`, chart entries such as `Ea`, names of equipment.

use lanchester_scenario::table_schema::Wrong;
use lanchester_scenario::{listed, nearest};

use super::codes;
use crate::arcs::Arcs;
use crate::design::equipment::LOST;
use crate::design::{Entry, Kind, MAX_WEAPONS, Mount};

fn wrong<T>(code: &'static str, message: String, expected: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong { code, message, expected: expected.into() })
}

fn shown(text: &str) -> String {
    text.chars().take(30).collect()
}

/// ### X 1.8 Battery (p. 12)
/// Arcs, and before them how many weapons if there are several: `AB`, `5xAB`.
pub(super) fn mount(text: &str) -> Result<Mount, Wrong> {
    let expected = format!(
        "arcs of A to F, each once, and before them a number of 2 to {MAX_WEAPONS} and `x` if there are several weapons, such as `5xAB`"
    );
    let (count, letters) = match text.split_once('x') {
        None => (Some(1), text),
        Some((number, letters)) => {
            let plain = !number.is_empty() && !number.starts_with('0') && number.bytes().all(|b| b.is_ascii_digit());
            (number.parse::<u8>().ok().filter(|n| plain && (1..=MAX_WEAPONS).contains(n)), letters)
        }
    };
    match (count, Arcs::by_letters(letters)) {
        (Some(weapons), Some(arcs)) => Ok(Mount { arcs, weapons }),
        _ => wrong(codes::BAD_MOUNT, format!("`{}` are no weapons", shown(text)), expected),
    }
}

/// ### X 1.7 Damage chart (p. 12)
pub(super) fn entry(text: &str) -> Result<Entry, Wrong> {
    let expected =
        "letters of H E S Q a b c, each with 2 or 3 before it if it hits several times, such as `Ea` or `2E`";
    Entry::read(text).map_or_else(
        || wrong(codes::BAD_ENTRY, format!("`{}` is no entry of a damage chart", shown(text)), expected),
        Ok,
    )
}

/// ### X 1.9 Special equipment (p. 12)
pub(super) fn equipment(text: &str) -> Result<Kind, Wrong> {
    if let Some(kind) = Kind::by_name(text) {
        return Ok(kind);
    }
    let known: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    if let Some((name, page)) = LOST.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)) {
        let message = format!("the rules of `{name}` ({page}) have not survived");
        return wrong(codes::NO_TEXT, message, format!("a ship without it, or {}", listed(&known)));
    }
    let near = nearest(text, known.iter().copied());
    let expected = near.map_or_else(|| listed(&known), |near| format!("`{near}`"));
    wrong(codes::UNKNOWN_EQUIPMENT, format!("unknown equipment `{}`", shown(text)), expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    mod x_1_8 {
        use super::*;

        #[test]
        fn mounts() {
            assert_eq!(mount("AB").unwrap(), Mount { arcs: Arcs::by_letters("AB").unwrap(), weapons: 1 });
            assert_eq!(mount("15xF").unwrap().weapons, 15);
            for bad in ["", "x", "5x", "xAB", "0xAB", "16xA", "05xA", "5 x A", "AA", "ab", "5xG", "-1xA"] {
                assert_eq!(mount(bad).unwrap_err().code, codes::BAD_MOUNT, "{bad}");
            }
        }
    }

    #[test]
    fn lost_equipment_is_refused_by_name() {
        for (name, page) in LOST {
            let wrong = equipment(name).unwrap_err();
            assert_eq!(wrong.code, codes::NO_TEXT);
            assert!(wrong.message.contains(name) && wrong.message.contains(page));
            assert!(Kind::by_name(name).is_none());
        }
        assert_eq!(equipment("Hyperdriev").unwrap_err().expected, "`Hyperdrive`");
    }
}
