//! Policy files.

use lanchester_scenario::{Fields, KeyTable};

use crate::policy::Policy;

/// The keys of a policy file besides its name.
pub(super) fn keys() -> KeyTable<Policy> {
    KeyTable::without_defaults("a policy")
}

/// Reads a policy.
pub(super) fn read(fields: &Fields, name: String, base: Option<&Policy>) -> Option<Policy> {
    keys().read_whole(fields, base, || Policy { name: String::new() }).map(|_| Policy { name })
}
