//! Numbers of things in words.

pub use lanchester_analysis::grouped;

/// `1 battle`, `20,000 battles`, `2 boxes`.
pub fn count(n: u64, what: &str) -> String {
    let plural = match n {
        1 => "",
        _ if what.ends_with('x') => "es",
        _ => "s",
    };
    format!("{} {what}{plural}", grouped(n))
}
