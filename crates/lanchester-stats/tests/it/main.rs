//! Coverage of the estimators: one binary, a module per subject.

mod coverage;
mod coverage_calibration;
mod coverage_confidence;
mod coverage_meta;
mod coverage_search;
mod coverage_structure;
mod covered;
mod gap;
mod joint;
mod misfit;
mod navy;
mod synthetic;
