//! The stable codes of the problems that only the files of Fires of Space have.

lanchester_scenario::codes! {
    /// Beams of one kind listed twice.
    TWICE = "fires::listed-twice";
    /// Batteries of point defence without strength, or strength without batteries.
    POINT_DEFENCE = "fires::point-defence";
    /// A damage table that cannot be read.
    BAD_TABLE = "fires::bad-table";
    /// Ships of one unit with different stations.
    ONE_UNIT = "fires::one-unit";
    /// An entry area of both sides, or no area left for the other side.
    SHARED_AREA = "fires::shared-area";
    /// A unit that would not be set up, as it is too fast for every opposing one.
    TOO_FAST = "fires::too-fast";
}
