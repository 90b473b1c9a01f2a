//! The forwarding that Rust asks of a game whose keys lie in rooms: no keys and no rules.

/// The methods of [`GameFiles`](crate::GameFiles) that every game has, to be written inside its `impl` in a module with the
/// rooms `ship` (`schema`, `read`), `options` (`read`, `station_schema`, `read_station`), `check` (`check`) and `codes` (`ALL`), and
/// with options and policies that [`options!`](crate::options) declares.
#[macro_export]
macro_rules! files_by_room {
    () => {
        fn ship_schema() -> $crate::table_schema::TableSchema {
            ship::schema()
        }

        fn options_keys() -> $crate::KeyTable<Self::Options> {
            <Self::Options>::keys()
        }

        fn station_schema() -> $crate::table_schema::TableSchema {
            options::station_schema()
        }

        fn policy_keys() -> $crate::KeyTable<Self::Policy> {
            <Self::Policy>::keys()
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
            let mut policy = <Self::Policy>::keys().read_whole(fields, base)?;
            policy.name = name;
            Some(policy)
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
