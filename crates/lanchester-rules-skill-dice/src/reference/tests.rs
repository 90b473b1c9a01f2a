//! Tests of the rules, one module a rule.

mod review;
mod sequence;
