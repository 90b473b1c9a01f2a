//! Tests of the rules, one module a rule.
