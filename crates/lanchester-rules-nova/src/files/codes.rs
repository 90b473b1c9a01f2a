//! The stable codes of the problems that only Nova files have.

/// A system that the standard game does not have.
pub const UNKNOWN_SYSTEM: &str = "nova::unknown-system";
/// A weapon trait that the standard game does not have.
pub const UNKNOWN_TRAIT: &str = "nova::unknown-trait";
/// Two traits of which a battery may have one.
pub const TWO_TRAITS: &str = "nova::two-traits";
/// A bank whose two letters are no arc.
pub const UNKNOWN_ARC: &str = "nova::unknown-arc";
/// A bank whose arc modifier is no number within its limits.
pub const BAD_MODIFIER: &str = "nova::bad-modifier";
/// A range that is not short-medium-long.
pub const BAD_RANGE: &str = "nova::bad-range";
/// A row or dice string that rises.
pub const RISING_ROW: &str = "nova::rising-row";
/// A battery that never rolls a die.
pub const NO_DICE: &str = "nova::no-dice";
/// More banks than a ship may have.
pub const TOO_MANY_BANKS: &str = "nova::too-many-banks";
/// The same system named twice.
pub const TWICE: &str = "nova::named-twice";
/// A fleet with more points than the battle size allows.
pub const FLEET_LIMIT: &str = "nova::fleet-limit";
/// Deployment rows that reach the middle of the board.
pub const DEPLOYMENT_DEPTH: &str = "nova::deployment-depth";
/// Fewer free hexes than ships to place.
pub const NO_ROOM: &str = "nova::no-room";
/// A hex that is not on the board, or no hex label at all.
pub const OFF_BOARD: &str = "nova::off-board";
/// Two ships that start in one hex.
pub const SAME_HEX: &str = "nova::same-hex";

/// Every code and what it means.
pub const ALL: &[(&str, &str)] = &[
    (UNKNOWN_SYSTEM, "A system that the standard game does not have."),
    (UNKNOWN_TRAIT, "A weapon trait that the standard game does not have."),
    (TWO_TRAITS, "Two traits of which a battery may have one."),
    (UNKNOWN_ARC, "A bank whose two letters are no arc."),
    (BAD_MODIFIER, "A bank whose arc modifier is no number within its limits."),
    (BAD_RANGE, "A range that is not short-medium-long."),
    (RISING_ROW, "A row or dice string that rises."),
    (NO_DICE, "A battery that never rolls a die."),
    (TOO_MANY_BANKS, "More banks than a ship may have."),
    (TWICE, "The same system named twice."),
    (FLEET_LIMIT, "A fleet with more points than the battle size allows."),
    (DEPLOYMENT_DEPTH, "Deployment rows that reach the middle of the board."),
    (NO_ROOM, "Fewer free hexes than ships to place."),
    (OFF_BOARD, "A hex that is not on the board, or no hex label at all."),
    (SAME_HEX, "Two ships that start in one hex."),
];
