//! Numbers of things in words.

pub use lanchester_analysis::grouped;

/// `1 battle`, `20,000 battles`, `2 boxes`, `3 searches`, `4 policies`.
pub fn count(n: u64, what: &str) -> String {
    let (stem, ending) = match what.strip_suffix("cy") {
        _ if n == 1 => (what, ""),
        Some(stem) => (stem, "cies"),
        None if what.ends_with('x') || what.ends_with("ch") => (what, "es"),
        None => (what, "s"),
    };
    format!("{} {stem}{ending}", grouped(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_counted_in_english() {
        let words = ["battle", "box", "search", "policy", "day"];
        assert_eq!(words.map(|word| count(1, word)), ["1 battle", "1 box", "1 search", "1 policy", "1 day"]);
        assert_eq!(words.map(|word| count(2, word)), ["2 battles", "2 boxes", "2 searches", "2 policies", "2 days"]);
    }
}
