//! Tests of the rules, one module a rule, and of whole battles.

mod battles;
mod combat;
mod damage;
mod declared;
mod displays;
mod movement;
mod setup;
mod turn;
mod victory;
