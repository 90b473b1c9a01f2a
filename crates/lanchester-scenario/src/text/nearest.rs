//! The nearest known spelling.

/// The known word that a misspelt one most likely means: equal but for case and separators, else with at most a third
/// of its letters (in a word of two or three, one) changed, swapped, missing or added.
#[must_use]
pub fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    const LONGEST: usize = 80;
    if word.is_empty() || word.len() > LONGEST {
        return None;
    }
    let wanted = letters(word);
    let scored = known.into_iter().filter(|k| k.len() <= LONGEST).map(|k| {
        let candidate = letters(k);
        let sorted = |w: &str| {
            let mut letters: Vec<char> = w.chars().collect();
            letters.sort_unstable();
            letters
        };
        // Of two that are equally near, the one with the same letters in another order.
        let distance = (strsim::osa_distance(&wanted, &candidate), sorted(&wanted) != sorted(&candidate));
        (distance, candidate.chars().count(), k)
    });
    let ((distance, _), length, best) = scored.min_by_key(|(distance, ..)| *distance)?;
    let longer = wanted.chars().count().max(length);
    let allowed = (longer / 3).max(1);
    (distance <= allowed && distance < longer).then_some(best)
}

/// Whether a word is one slip away from another, as [`nearest`] compares them: a letter is changed, swapped, missing or added. Words
/// farther apart may both be meant.
#[must_use]
pub fn is_misspelt(word: &str, known: &str) -> bool {
    strsim::osa_distance(&letters(word), &letters(known)) <= 1
}

/// What words are compared by: letters and digits, in lower case.
fn letters(word: &str) -> String {
    word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// What was expected instead of `word`: the nearest known spelling, or all of them.
#[must_use]
pub fn instead(word: &str, known: &[&str]) -> String {
    match nearest(word, known.iter().copied()) {
        Some(best) => format!("`{best}`"),
        None => listed(known),
    }
}

/// `one of "a", "b"`, or the only one.
#[must_use]
pub fn listed(known: &[&str]) -> String {
    let quoted: Vec<String> = known.iter().map(|k| format!("`{k}`")).collect();
    match quoted.as_slice() {
        [] => "nothing here".into(),
        [only] => only.clone(),
        [a, b] => format!("{a} or {b}"),
        _ => format!("one of {}", quoted.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        assert_eq!(nearest("armor", ["armour", "hull"]), Some("armour"));
        assert_eq!(nearest("fire-control", ["Fire Control", "Hyperdrive"]), Some("Fire Control"));
        assert_eq!(nearest("Dx4", ["Dx2", "Dx3"]), Some("Dx2"));
        assert_eq!(nearest("cloak", ["Fire Control", "Hyperdrive"]), None);
        assert_eq!(nearest("XF", ["FF", "FX"]), Some("FX"));
        assert_eq!(nearest("mine", ["midge", "basalt"]), None, "two letters of five are another word");
        assert!(is_misspelt("Majestik", "majestic") && is_misspelt("fire-control", "Fire Control"));
        assert!(!is_misspelt("terran-ff", "terran-bb"), "there may be a ship of either name");
        assert_eq!(nearest("", ["a"]), None);
        assert_eq!(nearest("x", ["y"]), None, "one letter of one is no likeness");
    }
}
