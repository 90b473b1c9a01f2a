//! What the page works out of numbers alone: for the reference, odds and words.

pub mod damage;
pub mod dice;
pub mod readings;
pub mod skill;
#[cfg(test)]
mod tests;
