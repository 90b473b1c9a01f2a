//! Tests of the rules, one module a rule, with scripted dice; and whole battles of random choices.

mod action;
pub(crate) mod battles;
mod chains;
mod combat;
mod counters;
mod damage;
mod displays;
mod explosions;
mod falls;
mod missiles;
mod movement;
mod power;
mod records;
pub(crate) mod staging;
mod turn;

pub(crate) use falls::every_fall;
