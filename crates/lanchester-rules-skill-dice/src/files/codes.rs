//! The stable codes of the problems that only Skill Dice's files have.

lanchester_scenario::codes! {
    /// Dice that cannot be read.
    BAD_DICE = "skill-dice::bad-dice";
    /// A damage code that cannot be read.
    BAD_DAMAGE = "skill-dice::bad-damage";
    /// A range that is not short-medium-long.
    BAD_RANGE = "skill-dice::bad-range";
    /// The same thing named twice.
    TWICE = "skill-dice::named-twice";
    /// A number of a cannon that the ship does not have.
    NO_SUCH_CANNON = "skill-dice::no-such-cannon";
    /// A cannon on no crew's list.
    UNMANNED = "skill-dice::unmanned";
    /// Another number of pilots than one.
    PILOTS = "skill-dice::pilots";
    /// Torpedoes without a tube, or tubes without a torpedo.
    NO_TUBE = "skill-dice::no-tube";
    /// Two ships that start in one hex.
    SHARED_HEX = "skill-dice::shared-hex";
    /// A letter or word that is no code of a damage index.
    UNKNOWN_CODE = "skill-dice::unknown-code";
    /// Codes that do not belong in one row of a damage index, or not in this order.
    BAD_ROW = "skill-dice::bad-row";
    /// A row of the damage index or a critical hit that a card lacks.
    MISSING_ROW = "skill-dice::missing-row";
    /// A row of the damage index or a critical hit that stands twice.
    ROW_TWICE = "skill-dice::row-twice";
    /// Columns of a damage index that do not begin at structure 0 and rise, or a row with another number of them.
    BAD_COLUMNS = "skill-dice::bad-columns";
}
