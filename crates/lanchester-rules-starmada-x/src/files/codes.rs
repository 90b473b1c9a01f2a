//! The stable codes of the problems that only Starmada X files have.

lanchester_scenario::codes! {
    /// Special equipment that the game does not have.
    UNKNOWN_EQUIPMENT = "starmada-x::unknown-equipment";
    /// Special equipment or an ability whose rules have not survived.
    NO_TEXT = "starmada-x::no-text";
    /// A weapon ability that the game does not have.
    UNKNOWN_ABILITY = "starmada-x::unknown-ability";
    /// The same thing named twice.
    TWICE = "starmada-x::named-twice";
    /// Weapons whose letters are no arcs.
    BAD_MOUNT = "starmada-x::bad-mount";
    /// More weapons in a battery, or kinds of mount on a ship, than there is room for.
    TOO_MANY_MOUNTS = "starmada-x::too-many-mounts";
    /// A battery that could roll more damage dice at once than are counted.
    TOO_MANY_DICE = "starmada-x::too-many-dice";
    /// An entry of the damage chart that cannot be read.
    BAD_ENTRY = "starmada-x::bad-entry";
    /// A key that this kind of equipment or object does not have.
    NOT_FOR_THIS = "starmada-x::not-for-this";
    /// A fleet with more points than the battle allows.
    FLEET_LIMIT = "starmada-x::fleet-limit";
    /// More fighter flights on a side than the game takes.
    TOO_MANY_FLIGHTS = "starmada-x::too-many-flights";
    /// A hex that is not on the board, or no hex label at all.
    OFF_BOARD = "starmada-x::off-board";
    /// Objects that occupy more hexes than there is room for.
    TOO_MANY_OBJECT_HEXES = "starmada-x::too-many-object-hexes";
    /// A station in an object.
    IN_OBJECT = "starmada-x::in-object";
    /// Objects that leave a set-up area fewer open hexes than ships.
    NO_ROOM = "starmada-x::no-room";
}
