//! The stable codes of every problem that any game's files can have. Games add their own under their own prefix.

/// The stable codes of a game's problems, each a constant with what it means, and `ALL` of them.
#[macro_export]
macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $code:literal;)*) => {
        $($(#[doc = $doc])+ pub const $name: &str = $code;)*
        /// Every code and what it means.
        pub const ALL: &[(&str, &str)] = &[$(($code, concat!($($doc),+))),*];
    };
}

codes! {
    /// The file is not TOML.
    SYNTAX = "scenario::syntax";
    /// A key or table stands twice.
    DUPLICATE_KEY = "scenario::duplicate-key";
    /// A key that nobody knows.
    UNKNOWN_KEY = "scenario::unknown-key";
    /// A key that must be there is not.
    MISSING_KEY = "scenario::missing-key";
    /// Text where a number belongs, and the like.
    WRONG_TYPE = "scenario::wrong-type";
    /// A number outside its limits.
    OUT_OF_RANGE = "scenario::out-of-range";
    /// A list with too few or too many entries.
    WRONG_LENGTH = "scenario::wrong-length";
    /// A word outside its list.
    UNKNOWN_WORD = "scenario::unknown-word";
    /// Text that is empty, too long, or holds control or invisible characters.
    BAD_TEXT = "scenario::bad-text";
    /// Two keys of which only one may stand, or neither of them.
    ONE_OF = "scenario::one-of";
    /// The file has no content.
    EMPTY_FILE = "scenario::empty-file";
    /// There is no such file.
    MISSING_FILE = "scenario::missing-file";
    /// A folder, a device or the like instead of a file.
    NOT_A_FILE = "scenario::not-a-file";
    /// The file is larger than one mebibyte.
    TOO_LARGE = "scenario::too-large";
    /// The operating system will not read the file.
    UNREADABLE = "scenario::unreadable";
    /// The file is not UTF-8 text.
    NOT_UTF8 = "scenario::not-utf8";
    /// A file for another game.
    WRONG_GAME = "scenario::wrong-game";
    /// A file of another kind than needed here.
    WRONG_KIND = "scenario::wrong-kind";
    /// Nothing has this id.
    UNKNOWN_ID = "scenario::unknown-id";
    /// Text that can be neither an id nor a path, or a file whose name is no id.
    BAD_ID = "scenario::bad-id";
    /// A share code that is cut, changed, or of another version.
    BAD_SHARE_CODE = "scenario::bad-share-code";
    /// An id that means things of several kinds.
    AMBIGUOUS_ID = "scenario::ambiguous-id";
    /// `reconstructed` where the origin has none, or the other way round.
    RECONSTRUCTED = "scenario::reconstructed";
    /// The same thing named twice.
    DUPLICATE = "scenario::duplicate";
    /// More ships on a side than the game takes.
    TOO_MANY_SHIPS = "scenario::too-many-ships";
    /// Not one station a ship.
    STATION_COUNT = "scenario::station-count";
    /// No battle would be played.
    NO_CELLS = "scenario::no-cells";
    /// Fewer ships than a comparison or a choice needs.
    TOO_FEW_SHIPS = "scenario::too-few-ships";
    /// No fleet of the ships named comes to the points wanted.
    NO_FLEET = "scenario::no-fleet";
    /// A constraint of a sweep that cannot be read.
    BAD_RULE = "scenario::bad-rule";
    /// A variant of a sweep that the game refuses.
    ILLEGAL_VARIANT = "scenario::illegal-variant";
    /// More problems in one file than are reported at once.
    TOO_MANY_PROBLEMS = "scenario::too-many-problems";
    /// More cells than a study may have.
    TOO_MANY_CELLS = "scenario::too-many-cells";
}
