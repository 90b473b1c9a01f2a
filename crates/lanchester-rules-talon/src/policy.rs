//! Policies: who commands a fleet.
//!
//! A policy is a name so far: what it weighs comes with the choosers of the lanes.

/// How a fleet is commanded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// What it is called.
    pub name: String,
}
