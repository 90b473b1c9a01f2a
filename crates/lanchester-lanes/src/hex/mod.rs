//! Hex geometry in integers: distance, bearing, arcs, boards, lines of sight; scalar here, one position a lane in [`lanes`].
//! Coordinates are bytes; [`Hex16`] and [`lanes16`] are for maps that outgrow them.
//!
//! Hexes are flat-topped and addressed in *doubled-height* coordinates (cube coordinates in disguise: with cube
//! `x + y + z = 0`, `q = x` and `h = z - y`): `q` counts columns to the east, `h` half-hexes to the north, and
//! `q + h` is always even. A step ahead is `(0, +2)` when facing north and `(+1, +1)` when facing north-east.
//! Everything is exact: no floats, no trigonometry.

mod bearing;
mod board;
mod hex16;
pub mod lanes;
pub mod lanes16;
mod position;
mod sight;

pub use bearing::{Bearing, ClockArc};
pub use board::Board;
pub use hex16::{Board16, Hex16};
pub use position::{Facing, Hex};
pub use sight::{Crossing, Line, clear_line, crossing};
