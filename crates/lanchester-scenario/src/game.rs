//! What a game says about its files.

use std::sync::Arc;

use include_dir::Dir;
use lanchester_core::{Matchup, Rules};

use crate::library::shelf::SCENARIOS;
use crate::schema::key_table::KeyTable;
use crate::schema::table_schema::{Key, TableSchema};
use crate::text::problem::Report;
use crate::values::fields::Fields;

/// A game whose ships, options, stations and policies can be read from files.
///
/// The schemas describe the keys; the readers get tables whose values have the right type already, so they check
/// only what a schema cannot say, report what is wrong, and build the type. A reader that reported something may
/// return any value or `None`: the result is not used.
pub trait GameFiles: Rules {
    /// Most ships on a side.
    const MAX_SHIPS: usize;
    /// The small craft that ships bring along and a side has only so many of, such as fighter flights: see [`GameFiles::craft`].
    const CRAFT: Craft = Craft { most: 0, name: "", code: "" };

    /// Fleet files may group ships into formations: see [`GameFiles::in_formation`]. In other games the key is unknown.
    const FORMATIONS: bool = false;
    /// The key of a ship file that holds its rating.
    const RATING_KEY: &'static str = "rating";
    /// The name of the game's own model of ratings, see [`GameFiles::model_rating`]; empty if it has none.
    const HOUSE_RATING: &'static str = "";

    /// The policies that `search` plays out where nothing else is asked for, by id: a few that differ, as each costs the same time. Empty: all
    /// that are shipped.
    const PORTFOLIO: &'static [&'static str] = &[];

    /// The files that the game brings along: folders of each kind. Those of a game of the program lie in `scenarios/<game>`.
    fn embedded() -> Option<&'static Dir<'static>> {
        SCENARIOS.get_dir(Self::NAME)
    }

    /// The design of a ship that a fleet file puts into the formation of this number, 1 or more. What a formation means is the
    /// game's: ships of one design in two formations are of two designs, which are alike in everything else.
    fn in_formation(_design: &Self::Design, _formation: u8) -> Option<Self::Design> {
        None
    }

    /// The keys of a ship file, without `game` and `kind`.
    fn ship_schema() -> TableSchema;
    /// The keys of `[options]`, with the defaults of `Self::Options::default()`.
    fn options_keys() -> KeyTable<Self::Options>;
    /// The keys of a `[[stations]]` entry.
    fn station_schema() -> TableSchema;
    /// The keys of a policy file, without `game`, `kind`, `name` and `notes`.
    fn policy_keys() -> KeyTable<Self::Policy>;

    /// Reads a ship file.
    fn ship(fields: &Fields, report: &mut Report) -> Option<Self::Design>;
    /// Reads options; a key that is absent keeps its value in `base`.
    fn options(fields: &Fields, base: &Self::Options, report: &mut Report) -> Option<Self::Options>;
    /// Reads a starting station of a battle with these options.
    fn station(fields: &Fields, options: &Self::Options, report: &mut Report) -> Option<Self::Station>;
    /// Reads a policy; with a `base`, a key that is absent keeps its value there.
    fn policy(fields: &Fields, name: String, base: Option<&Self::Policy>, report: &mut Report) -> Option<Self::Policy>;

    /// The keys of a matchup file that only this game has.
    fn matchup_keys() -> Vec<Key> {
        Vec::new()
    }

    /// Reads those of a matchup with these options, to which what they say is added.
    fn scene(_fields: &Fields, options: Self::Options, _report: &mut Report) -> Option<Self::Options> {
        Some(options)
    }

    /// The keys of a card file, without `game` and `kind`: what several ships share. In a game that has them a ship names its card
    /// by a key of its own level that refers to a [`Kind::Card`](crate::Kind::Card), and [`Fields::named`] gives what the card holds.
    fn card_schema() -> Option<TableSchema> {
        None
    }

    /// Reports what is wrong with a card: no ship is read with one that has problems.
    fn card(_fields: &Fields, _report: &mut Report) {}

    /// A design with the card of another, for designs that are made of a ship's keys alone.
    fn with_card_of(design: Self::Design, _other: &Self::Design) -> Self::Design {
        design
    }

    /// What cannot be played although every part of it is right.
    fn check(matchup: &Matchup<Self>) -> Vec<Objection>;

    /// A word for battles with these options that heads them in reports, such as their size.
    fn label(_options: &Self::Options) -> Option<String> {
        None
    }

    /// The most points that a fleet may have in battles with these options, if there is a limit.
    fn fleet_limit(_options: &Self::Options) -> Option<u32> {
        None
    }

    /// These options on a board so many times as wide and as deep, or on the largest there is; `None` in a game whose board is
    /// no option, and where that is the board of these options.
    fn on_board(_options: &Self::Options, _times: f64) -> Option<Self::Options> {
        None
    }

    /// A value of a sweep for a key of a ship, where a shorthand stands for what the file would hold: a row by its first
    /// number, say. `path` is the key with those around it, such as `batteries.dice`. `None`: the value as it is.
    fn swept(_path: &str, _value: &toml::Value) -> Option<Swept> {
        None
    }

    /// What else changes in a ship file when a sweep sets keys of it: what it says of where it comes from, say.
    fn varied(_document: &mut toml::Table) {}

    /// How many of [`GameFiles::CRAFT`] a ship brings along.
    fn craft(_design: &Self::Design) -> usize {
        0
    }

    /// Keys of a ship file that are worked out from its other keys where it lacks them, each with its value as TOML.
    fn worked_out(_design: &Self::Design) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// What files and replays write of these ships, such as their arcs, or of any ship: each a sentence for a reader.
    fn notation(_ships: Option<&[&Self::Design]>) -> Vec<String> {
        Vec::new()
    }

    /// How replays and stations write places in the battle of this number, or in any: each a sentence for a reader.
    fn places(_battle: Option<u64>) -> Vec<String> {
        Vec::new()
    }

    /// The rating of a design by the game's own model, if it has one.
    fn model_rating(_design: &Self::Design) -> Option<u32> {
        None
    }

    /// The codes that this game adds, and what each means.
    fn codes() -> &'static [(&'static str, &'static str)];
}

/// Small craft of which a side has only so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Craft {
    /// Most on a side.
    pub most: usize,
    /// What they are called, in the plural.
    pub name: &'static str,
    /// The code of too many of them.
    pub code: &'static str,
}

impl Craft {
    /// What forbids ships that bring too many along: code, message and what was expected; `who` is what they are called.
    #[must_use]
    pub fn too_many<'s, G: GameFiles>(
        who: &str,
        ships: impl IntoIterator<Item = &'s Arc<G::Design>>,
    ) -> Option<(&'static str, String, String)> {
        let Self { most, name, code } = G::CRAFT;
        let count: usize = ships.into_iter().map(|ship| G::craft(ship)).sum();
        let too_many = || (code, format!("{who} has {count} {name}"), format!("at most {most} {name} a side"));
        (count > most).then(too_many)
    }
}

/// What a shorthand of a sweep stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Swept {
    /// This value.
    Value(toml::Value),
    /// The key is left out.
    Absent,
}

/// Why a matchup cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection {
    /// What it is about.
    pub about: About,
    /// Stable code.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What was expected.
    pub expected: String,
}

/// The part of a matchup that an objection is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The fleet of side 0 (A) or 1 (B).
    Side(usize),
    /// A side's station, counted from 0.
    Station(usize, usize),
    /// An option.
    Option(&'static str),
    /// A key of the matchup file itself.
    Key(&'static str),
}
