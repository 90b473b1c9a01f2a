//! The texts of files, places in them, and what is wrong with them.

pub mod code;
pub mod frame;
pub mod nearest;
pub mod parse;
pub mod problem;
pub mod source;
