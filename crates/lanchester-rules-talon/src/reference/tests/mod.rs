//! Tests of the rules, one module a rule, with scripted dice; and whole battles of random choices.

mod action;
mod battles;
mod books;
mod combat;
mod counters;
mod damage;
mod explosions;
mod missiles;
mod movement;
mod power;
mod staging;
mod turn;
