//! What random fleets are made of where all designs of a study are priced together.

/// The law by which such a fleet is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FleetLaw {
    /// Two designs that chance picks; of all their mixtures that come to the points, alone or together, any.
    #[default]
    Two,
    /// All designs: each ship is drawn uniformly among those that still fit.
    All,
}

impl FleetLaw {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Two, Self::All];

    /// As in files and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Two => "two",
            Self::All => "all",
        }
    }

    /// The law of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|law| law.name() == name)
    }
}
