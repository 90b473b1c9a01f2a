//! The macros that declare what files hold: a struct with its keys, defaults and limits, or an enum with its words. Reader,
//! printer, schema and the tables of the documentation follow from the one declaration.

/// A struct that is read from a table of a file: the options of a battle, a policy.
///
/// A field has its meaning as its doc comment, which files' documentation shows as well; its type, any [`KeyValue`](crate::KeyValue);
/// its limits in brackets; and its default, without which the key is required. The macro gives the struct, `Default` (a required
/// part is the least of its limits), and `keys()`, its [`KeyTable`](crate::KeyTable).
///
/// ```
/// lanchester_scenario::words! {
///     /// What a torpedo hits.
///     pub enum Torpedo("target") {
///         /// Every ship in reach.
///         All = "all",
///         /// The nearest ship.
///         Nearest = "nearest",
///     }
/// }
/// lanchester_scenario::options! {
///     /// Options of a battle.
///     pub struct Options("[options]") {
///         /// Rounds after which a battle is stopped.
///         turn_cap: u16 [1..=100] = 12,
///         /// What a torpedo hits.
///         torpedo: Torpedo = Torpedo::All,
///         /// Hexes from every other ship at which a ship has retreated.
///         stray_at: Option<u8> [6..=20, none "it may go on alone"] = None,
///     }
/// }
/// let texts = Options::keys().texts(&Options::default());
/// assert_eq!(texts[1], ("torpedo", "all".to_owned()));
/// ```
///
/// Two more words in the brackets: `[by function]` leaves a key to a function that takes the table, the name and the meaning and
/// gives back the table with a key more, and `[unkeyed]` is a part that no key of this table sets.
#[macro_export]
macro_rules! options {
    (
        $(#[$about:meta])*
        $vis:vis struct $name:ident($what:literal) {
            $($(#[doc = $doc:literal])+ $key:ident: $type:ty $([$($rule:tt)+])? $(= $default:expr)?,)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        $vis struct $name {
            $($(#[doc = $doc])+ pub $key: $type,)+
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($key: $crate::__default!($type, [$($($rule)+)?] $($default)?),)+ }
            }
        }

        impl $name {
            /// Its keys, in the order of a file.
            #[must_use]
            $vis fn keys() -> $crate::KeyTable<Self> {
                let table = $crate::KeyTable::new($what, Self::default());
                $(let table = $crate::__key!(
                    table, $key: $type, concat!($($doc),+).trim_ascii_start(), [$($($rule)+)?] $($default)?
                );)+
                table
            }
        }

        impl $crate::KeyValue for $name {
            type Limits = ();

            fn value_type((): &()) -> $crate::table_schema::ValueType {
                $crate::table_schema::ValueType::Table(Self::keys().schema().into())
            }

            fn least((): &()) -> Self {
                Self::default()
            }

            fn written(&self) -> Option<$crate::key_value::Written> {
                Some($crate::table_schema::empty_table())
            }

            fn read(fields: &$crate::Fields, name: &str, base: Option<&Self>) -> Option<Self> {
                let table = fields.table(name)?;
                Some(Self::keys().read(table, &base.cloned().unwrap_or_default()))
            }
        }
    };
}

/// The weights of a policy: whole numbers from −20 to 20, each 0 by default, with their meanings.
///
/// ```
/// lanchester_scenario::weights! {
///     /// Weights over the features of a target.
///     pub struct TargetWeights("[targets]") {
///         /// For the value of the damage.
///         damage,
///         /// Against hull boxes it has left.
///         finish,
///     }
/// }
/// assert_eq!(TargetWeights::default().finish, 0);
/// ```
#[macro_export]
macro_rules! weights {
    (
        $(#[$about:meta])*
        $vis:vis struct $name:ident($what:literal) {
            $($(#[doc = $doc:literal])+ $key:ident,)+
        }
    ) => {
        $crate::options! {
            $(#[$about])*
            #[derive(Copy)]
            $vis struct $name($what) {
                $($(#[doc = $doc])+ $key: i8 [-20..=20] = 0,)+
            }
        }
    };
}

/// An enum whose variants are words in files. What the words are stands in parentheses, as in "unknown **target**".
///
/// [`options!`](crate::options) shows one.
#[macro_export]
macro_rules! words {
    (
        $(#[$about:meta])*
        $vis:vis enum $name:ident($what:literal) {
            $($(#[$doc:meta])+ $variant:ident = $word:literal,)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name {
            $($(#[$doc])+ $variant,)+
        }

        impl $crate::key_value::Words for $name {
            const WHAT: &'static str = $what;
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, Self::$variant)),+];
        }
    };
}

/// The value of a field before it is read: its default, or the least of its limits.
#[doc(hidden)]
#[macro_export]
macro_rules! __default {
    ($type:ty, [$($rule:tt)*] $default:expr) => {
        $default
    };
    ($type:ty, [unkeyed]) => {
        <$type>::default()
    };
    ($type:ty, []) => {
        <$type as $crate::KeyValue>::least(&())
    };
    ($type:ty, [$limits:expr $(, none $absent:literal)?]) => {
        <$type as $crate::KeyValue>::least(&$limits)
    };
}

/// The table with the key of a field.
#[doc(hidden)]
#[macro_export]
macro_rules! __key {
    ($table:ident, $key:ident: $type:ty, $doc:expr, [unkeyed] $($default:expr)?) => { $table };
    ($table:ident, $key:ident: $type:ty, $doc:expr, [by $function:path] $default:expr) => {
        $function($table, stringify!($key), $doc)
    };
    ($table:ident, $key:ident: $type:ty, $doc:expr, [] $($default:expr)?) => {
        $crate::__key!($table, $key: $type, $doc, [()] $($default)?)
    };
    ($table:ident, $key:ident: $type:ty, $doc:expr, [$limits:expr $(, none $absent:literal)?]) => {
        $table.value::<$type>(stringify!($key), $doc, $limits, |of| &mut of.$key).required()$(.absent($absent))?
    };
    ($table:ident, $key:ident: $type:ty, $doc:expr, [$limits:expr $(, none $absent:literal)?] $default:expr) => {
        $table.value::<$type>(stringify!($key), $doc, $limits, |of| &mut of.$key)$(.absent($absent))?
    };
}
