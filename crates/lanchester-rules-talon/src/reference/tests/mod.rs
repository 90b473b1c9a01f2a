//! Tests of the rules, one module a rule, with scripted dice; and whole battles of random choices.

mod battles;
mod staging;
