//! Tests of the rules, one module a rule.

mod ends;
mod review;
