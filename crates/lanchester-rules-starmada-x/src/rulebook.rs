//! The ledger.
use lanchester_core::LedgerEntry;
/// Every rule.
pub const LEDGER: &[LedgerEntry] = &[];
