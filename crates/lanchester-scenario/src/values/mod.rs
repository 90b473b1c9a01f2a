//! A table that is checked against its schema, and written back as text.

pub mod fields;
pub mod open;
#[cfg(test)]
mod open_tests;
pub mod scalar;
pub mod show;
