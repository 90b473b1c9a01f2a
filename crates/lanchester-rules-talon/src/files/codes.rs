//! The stable codes of the problems that only Talon files have.

lanchester_scenario::codes! {
    /// A hull box that cannot be read.
    BAD_BOX = "talon::bad-box";
    /// A line of a power curve that cannot be read.
    BAD_LINE = "talon::bad-line";
    /// A power curve whose speeds do not go down one by one.
    BAD_CURVE = "talon::bad-curve";
    /// A starting speed that the power curve lacks.
    NO_SUCH_SPEED = "talon::no-such-speed";
    /// A key or value that a base, or a ship, does not have.
    NOT_FOR_THIS = "talon::not-for-this";
    /// The same arc named twice.
    TWICE = "talon::named-twice";
    /// A charge bar without a box.
    NO_BAR = "talon::no-bar";
    /// More missile weapons on a side than the game takes.
    TOO_MANY_MISSILES = "talon::too-many-missiles";
    /// Two ships of a side in one hex at the start.
    SHARED_HEX = "talon::shared-hex";
}
