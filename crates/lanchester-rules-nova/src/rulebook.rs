//! The ledger of every rule.
