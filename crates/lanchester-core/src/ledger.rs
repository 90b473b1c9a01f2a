//! The rulebook ledger: every rule of a game, and what became of it.

use serde::Serialize;

/// What became of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "status", content = "why", rename_all = "kebab-case")]
pub enum Status {
    /// Built as the book says.
    Built,
    /// The book is silent or unreadable here; built as our ruling says.
    Ruled(&'static str),
    /// Not built, and why.
    LeftOut(&'static str),
}

/// One rule of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LedgerEntry {
    /// The id that code and tests cite, such as `NOVA 5.4`.
    pub id: &'static str,
    /// What the rule is about, in our words.
    pub title: &'static str,
    /// Where it stands in the book, such as `p. 13`; empty where no page is known.
    pub page: &'static str,
    /// What became of it.
    #[serde(flatten)]
    pub status: Status,
}

/// An entry of a rule that is built as the book says.
#[must_use]
pub const fn built(id: &'static str, title: &'static str, page: &'static str) -> LedgerEntry {
    LedgerEntry { id, title, page, status: Status::Built }
}

/// An entry of a rule that is built as our ruling says.
#[must_use]
pub const fn ruled(id: &'static str, title: &'static str, page: &'static str, why: &'static str) -> LedgerEntry {
    LedgerEntry { id, title, page, status: Status::Ruled(why) }
}

/// An entry of a rule that is not built.
#[must_use]
pub const fn left_out(id: &'static str, title: &'static str, page: &'static str, why: &'static str) -> LedgerEntry {
    LedgerEntry { id, title, page, status: Status::LeftOut(why) }
}
