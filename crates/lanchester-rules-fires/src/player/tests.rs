//! Positions made by hand: what a commander would say of them.
