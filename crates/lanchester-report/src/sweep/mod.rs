//! The files and the text of a sweep.

mod rebuild;
mod tables;
mod text;

pub use rebuild::rebuild;
pub use tables::{footer, frames, sweep_tables};
pub(crate) use text::UNRATED;
pub use text::text;
