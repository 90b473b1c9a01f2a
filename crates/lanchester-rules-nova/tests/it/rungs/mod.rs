//! The lower rungs of the parity ladder: single operations, and single rules on random positions.

pub mod primitive;
pub mod rule;

/// `Ok` if both are the same, else what differs.
pub fn same<T: PartialEq + std::fmt::Debug>(what: impl FnOnce() -> String, lanes: &T, plain: &T) -> Result<(), String> {
    if lanes == plain { Ok(()) } else { Err(format!("{}: lanes {lanes:?}, plain code {plain:?}", what())) }
}
