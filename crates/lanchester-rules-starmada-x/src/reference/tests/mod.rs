//! The book's rules and examples, each by its number.

mod battles;
mod combat;
mod damage;
mod declaration;
mod explosions;
mod fighters;
mod movement;
mod play;
