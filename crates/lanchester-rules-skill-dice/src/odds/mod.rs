//! Exact odds, as fractions, by enumeration: what `lanchester odds` prints, and what dice are tested by.
//!
//! - [`answer`]: the answer to `lanchester odds`.
//! - [`throws`]: every throw of a handful of dice.
//! - [`shot`]: one shot at one target: the total, the damage, and what is left of it.
//! - [`effects`]: what a hit of a net damage does, chains of weapon malfunctions included. [`fate`]: where hits leave a ship.

pub mod answer;
pub mod effects;
pub mod fate;
pub mod shot;
pub mod throws;

#[cfg(test)]
mod tests;

pub use effects::Effects;
pub use fate::Fate;
pub use shot::Shot;
