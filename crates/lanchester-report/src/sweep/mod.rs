//! The files and the text of a sweep.

mod rebuild;
mod tables;
mod text;

pub use rebuild::rebuild;
pub use tables::{footer, frames, sweep_tables};
pub use text::text;
pub(crate) use text::{UNRATED, open};
