//! The reader of all games, tested with the files of this one.

use lanchester_conformance::TestReader;

use crate::Tested;

impl TestReader for Tested {
    const FLEET_POINTS: u32 = 400;
    const SWEPT: &'static str = "ship.hull";
}

lanchester_conformance::conformance!(Tested, reader);
