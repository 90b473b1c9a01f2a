//! The stable codes of the problems that only Nova files have.

lanchester_scenario::codes! {
    /// A system that the standard game does not have.
    UNKNOWN_SYSTEM = "nova::unknown-system";
    /// A weapon trait that the standard game does not have.
    UNKNOWN_TRAIT = "nova::unknown-trait";
    /// Two traits of which a battery may have one.
    TWO_TRAITS = "nova::two-traits";
    /// A bank whose two letters are no arc.
    UNKNOWN_ARC = "nova::unknown-arc";
    /// A bank whose arc modifier is no number within its limits.
    BAD_MODIFIER = "nova::bad-modifier";
    /// A range that is not short-medium-long.
    BAD_RANGE = "nova::bad-range";
    /// A row or dice string that rises.
    RISING_ROW = "nova::rising-row";
    /// A battery that never rolls a die.
    NO_DICE = "nova::no-dice";
    /// More banks than a ship may have.
    TOO_MANY_BANKS = "nova::too-many-banks";
    /// The same system named twice.
    TWICE = "nova::named-twice";
    /// A fleet with more points than the battle size allows.
    FLEET_LIMIT = "nova::fleet-limit";
    /// Deployment rows that reach the middle of the board.
    DEPLOYMENT_DEPTH = "nova::deployment-depth";
    /// Fewer free hexes than ships to place.
    NO_ROOM = "nova::no-room";
    /// A hex that is not on the board, or no hex label at all.
    OFF_BOARD = "nova::off-board";
    /// Two ships that start in one hex.
    SAME_HEX = "nova::same-hex";
}
