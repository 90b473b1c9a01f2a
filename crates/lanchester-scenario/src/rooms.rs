//! The forwarding that Rust asks of a game whose keys lie in rooms: no keys and no rules.

/// The methods of [`GameFiles`](crate::GameFiles) that every game has, to be written inside its `impl` in a module with the
/// rooms `ship` (`schema`, `read`), `options` (`keys`, `read`, `station_schema`, `read_station`), `policy` (`keys`, `read`),
/// `check` (`check`) and `codes` (`ALL`).
#[macro_export]
macro_rules! files_by_room {
    () => {
        fn ship_schema() -> $crate::table_schema::TableSchema {
            ship::schema()
        }

        fn options_keys() -> $crate::KeyTable<Self::Options> {
            options::keys()
        }

        fn station_schema() -> $crate::table_schema::TableSchema {
            options::station_schema()
        }

        fn policy_keys() -> $crate::KeyTable<Self::Policy> {
            policy::keys()
        }

        fn ship(fields: &$crate::Fields, report: &mut $crate::Report) -> Option<Self::Design> {
            ship::read(fields, report)
        }

        fn options(
            fields: &$crate::Fields,
            base: &Self::Options,
            report: &mut $crate::Report,
        ) -> Option<Self::Options> {
            options::read(fields, base, report)
        }

        fn station(
            fields: &$crate::Fields,
            options: &Self::Options,
            report: &mut $crate::Report,
        ) -> Option<Self::Station> {
            options::read_station(fields, options, report)
        }

        fn policy(
            fields: &$crate::Fields,
            name: String,
            base: Option<&Self::Policy>,
            _report: &mut $crate::Report,
        ) -> Option<Self::Policy> {
            policy::read(fields, name, base)
        }

        fn check(matchup: &$crate::rooms::Matchup<Self>) -> Vec<$crate::Objection> {
            check::check(matchup)
        }

        fn codes() -> &'static [(&'static str, &'static str)] {
            codes::ALL
        }
    };
}

/// What the macro names; for it alone.
#[doc(hidden)]
pub use lanchester_core::Matchup;
