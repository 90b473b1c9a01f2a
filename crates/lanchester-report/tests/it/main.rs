//! Integration tests of the report crate: one binary, a module per subject.

mod analysis;
mod browser;
mod chromium;
mod folder;
mod html;
mod rich;
mod sample;
mod sweep_folder;
mod sweep_page;
mod sweep_weights;
mod sweeps;
mod truth;
mod why;
