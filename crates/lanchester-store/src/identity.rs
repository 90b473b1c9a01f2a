//! What a store belongs to, compared field by field in words that a user understands.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::{Display, Formatter};
use std::path::Path;

use serde::{Deserialize, Serialize};

/// A file that decides the results.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct InputFile {
    /// Its name, as the user knows it.
    pub path: String,
    /// The BLAKE3 hash of its text, in hexadecimal.
    pub blake3: String,
}

/// A part of a run: every `of`-th chunk, or whatever the caller means by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shard {
    /// Which part, counted as the caller counts.
    pub index: u32,
    /// Of how many.
    pub of: u32,
}

impl Display for Shard {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// What a store belongs to. Two runs with the same identity but for the shard give the same tally for the same chunk,
/// so their stores may be united; a run goes on only with a store of the same identity, the shard included. Identities that
/// differ in the folders of their files alone are the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The study's id.
    pub study: String,
    /// Name of the game.
    pub game: String,
    /// Version of its rules.
    pub rules_version: u32,
    /// Version of the dice streams.
    pub stream_version: u32,
    /// The seed.
    pub seed: u64,
    /// The hash of all that decides the study's results, in hexadecimal.
    pub study_hash: String,
    /// The files that were read, in the order in which they were.
    pub inputs: Vec<InputFile>,
    /// Number of cells; those of a store are numbered from 0. [`Identity::OPEN_ENDED`] where the run says only as it goes on.
    pub cells: u64,
    /// What is played of each cell, in words that can stand in an error, such as `1000 pairs a cell`.
    pub plan: String,
    /// The part of the run that is in this store; `None` for all of it, or for several parts united.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

impl Identity {
    /// The number of cells of a run of many rounds, each of which follows from those before it.
    pub const OPEN_ENDED: u64 = u64::MAX;

    /// How many cells the run has, if that is known before it is played.
    #[must_use]
    pub fn known_cells(&self) -> Option<u64> {
        (self.cells != Self::OPEN_ENDED).then_some(self.cells)
    }

    /// In what this run differs from the one that `store` belongs to: one sentence a difference, none if they are the
    /// same. Of two fields that say the same thing, such as the hash of a study and the file that has changed in it,
    /// only the one that helps the user is named.
    #[must_use]
    pub fn difference(&self, store: &Self) -> Vec<String> {
        // Taken apart so that the compiler asks for every field that is added.
        let Self { study, game, rules_version, stream_version, seed, study_hash, inputs, cells: _, plan, shard } = self;
        let mut found = Vec::new();
        let mut compare = |what: &str, ours: &dyn Display, theirs: &dyn Display| {
            let [ours, theirs] = [ours.to_string(), theirs.to_string()];
            if ours != theirs {
                found.push(format!("the {what} is {ours}, the store's is {theirs}"));
            }
        };
        let quoted = |name: &str| format!("`{name}`");
        compare("study", &quoted(study), &quoted(&store.study));
        compare("game", &quoted(game), &quoted(&store.game));
        compare("version of the rules", rules_version, &store.rules_version);
        compare("version of the dice", stream_version, &store.stream_version);
        compare("seed", seed, &store.seed);
        // A run of many rounds has no number; its plan says what it is.
        if let (Some(ours), Some(theirs)) = (self.known_cells(), store.known_cells()) {
            compare("number of cells", &ours, &theirs);
        }
        let shard_name = |shard: Option<Shard>| shard.map_or_else(|| "the whole run".to_owned(), |s| s.to_string());
        compare("shard", &shard_name(*shard), &shard_name(store.shard));
        // Another study reads other files: to name them says no more.
        if study == &store.study && game == &store.game {
            found.extend(changed_inputs(inputs, &store.inputs));
        }
        if found.is_empty() && plan != &store.plan {
            found.push(format!("the plan is {plan}, the store's is {}", store.plan));
        }
        if found.is_empty() && study_hash != &store.study_hash {
            found.push(
                "the study's options or forces are not the same, or files of one name have changed places".to_owned(),
            );
        }
        found
    }

    /// The identity of the whole run that this one is a part of.
    #[must_use]
    pub fn whole(&self) -> Self {
        Self { shard: None, ..self.clone() }
    }
}

/// Files that changed, came or went, by name. A file is the same wherever it lies and however its path is written, if its
/// own name and its text are.
fn changed_inputs(ours: &[InputFile], theirs: &[InputFile]) -> Vec<String> {
    let left_over = |list: &[InputFile], other: &[InputFile]| -> BTreeMap<OsString, String> {
        let known = |file: &InputFile| other.iter().any(|o| o.blake3 == file.blake3 && own_name(o) == own_name(file));
        list.iter().filter(|file| !known(file)).map(|file| (own_name(file), file.path.clone())).collect()
    };
    let [ours, theirs] = [left_over(ours, theirs), left_over(theirs, ours)];
    let changed = ours.iter().map(|(name, path)| {
        let what = if theirs.contains_key(name) { "has changed" } else { "is new" };
        format!("{path} {what}")
    });
    let gone = theirs.iter().filter(|(name, _)| !ours.contains_key(*name));
    changed.chain(gone.map(|(_, path)| format!("{path} is no longer read"))).collect()
}

fn own_name(file: &InputFile) -> OsString {
    Path::new(&file.path).file_name().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, blake3: &str) -> InputFile {
        InputFile { path: path.into(), blake3: blake3.into() }
    }

    fn identity() -> Identity {
        Identity {
            study: "default".into(),
            game: "nova".into(),
            seed: 1,
            study_hash: "aa".into(),
            inputs: vec![file("ships/majestic.toml", "11"), file("studies/default.toml", "22")],
            cells: 7,
            plan: "5 pairs a cell".into(),
            ..Identity::default()
        }
    }

    #[test]
    fn each_difference_is_named() {
        let store = identity();
        let differences = |change: fn(&mut Identity)| {
            let mut ours = identity();
            change(&mut ours);
            ours.difference(&store)
        };
        assert_eq!(differences(|_| ()), [""; 0]);
        assert_eq!(differences(|i| i.study = "mine".into()), ["the study is `mine`, the store's is `default`"]);
        assert_eq!(differences(|i| i.game = "talon".into()), ["the game is `talon`, the store's is `nova`"]);
        assert_eq!(differences(|i| i.rules_version = 3), ["the version of the rules is 3, the store's is 0"]);
        assert_eq!(differences(|i| i.stream_version = 3), ["the version of the dice is 3, the store's is 0"]);
        assert_eq!(differences(|i| i.seed = 2), ["the seed is 2, the store's is 1"]);
        assert_eq!(differences(|i| i.cells = 8), ["the number of cells is 8, the store's is 7"]);
        let shard = |i: &mut Identity| i.shard = Some(Shard { index: 1, of: 4 });
        assert_eq!(differences(shard), ["the shard is 1/4, the store's is the whole run"]);
        assert_eq!(differences(|i| i.inputs[0].blake3 = "33".into()), ["ships/majestic.toml has changed"]);
        assert_eq!(
            differences(|i| i.inputs[0].path = "ships/mine.toml".into()),
            ["ships/mine.toml is new", "ships/majestic.toml is no longer read"]
        );
        assert_eq!(
            differences(|i| i.plan = "6 pairs a cell".into()),
            ["the plan is 6 pairs a cell, the store's is 5 pairs a cell"]
        );
        assert_eq!(
            differences(|i| i.study_hash = "bb".into()),
            ["the study's options or forces are not the same, or files of one name have changed places"]
        );
    }

    /// Two machines, or two ways to write a path, and one run.
    #[test]
    fn it_does_not_matter_where_the_files_lie() {
        let mut ours = identity();
        ours.inputs.reverse();
        ours.inputs[0].path = "/home/me/default.toml".into();
        ours.inputs[1].path = "../mine/majestic.toml".into();
        assert_eq!(ours.difference(&identity()), [""; 0]);
        ours.inputs[1].blake3 = "44".into();
        assert_eq!(ours.difference(&identity()), ["../mine/majestic.toml has changed"]);
    }

    #[test]
    fn what_follows_from_a_changed_file_is_not_told_twice() {
        let mut ours = identity();
        ours.inputs[1].blake3 = "44".into();
        ours.study_hash = "cc".into();
        ours.plan = "1 pair a cell".into();
        assert_eq!(ours.difference(&identity()), ["studies/default.toml has changed"]);
        ours.study = "mine".into();
        assert_eq!(ours.difference(&identity())[0], "the study is `mine`, the store's is `default`");
        assert!(!ours.difference(&identity()).concat().contains("default.toml"));
    }
}
