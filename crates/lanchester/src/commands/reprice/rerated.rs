//! A ship file at another rating, everything else as its author wrote it.

use toml::de::DeTable;

/// The text of a ship file with another rating under `key`: comments, order and spaces stay. None if the text is no TOML, or has neither
/// a rating nor a name to put one after.
#[must_use]
pub fn rerated(text: &str, key: &str, rating: u32) -> Option<String> {
    let table = DeTable::parse(text).ok()?;
    let spanned = |key: &str| table.get_ref().get(key).map(|value| value.span());
    let (span, new) = match spanned(key) {
        Some(span) => (span, rating.to_string()),
        None => {
            let name = spanned("name")?;
            (name.end..name.end, format!("\n{key} = {rating}"))
        }
    };
    Some(format!("{}{new}{}", &text[..span.start], &text[span.end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_order_stay() {
        let text = "kind = \"ship\"\nrating = 344 # as printed\nname = \"MAJESTIC\"\n";
        let expected = "kind = \"ship\"\nrating = 361 # as printed\nname = \"MAJESTIC\"\n";
        assert_eq!(rerated(text, "rating", 361).as_deref(), Some(expected));
    }

    #[test]
    fn a_file_without_a_rating_gets_one() {
        let text = "kind = \"ship\"\nname = \"X\" # new\n\n[hull]\nrating = 3\n";
        let expected = "kind = \"ship\"\nname = \"X\"\nrating = 70 # new\n\n[hull]\nrating = 3\n";
        assert_eq!(rerated(text, "rating", 70).as_deref(), Some(expected));
        assert_eq!(rerated("kind = \"ship\"\n", "rating", 70), None);
        assert_eq!(rerated("kind = ", "rating", 70), None);
        let points = "name = \"X\"\npoints = 12\n";
        assert_eq!(rerated(points, "points", 14).as_deref(), Some("name = \"X\"\npoints = 14\n"));
    }
}
