//! Integration tests of the report crate: one binary, a module per subject.

mod analysis;
mod browser;
mod chromium;
mod html;
mod rich;
mod sample;
mod store;
mod sweep_page;
mod sweep_store;
mod sweep_weights;
mod sweeps;
mod truth;
