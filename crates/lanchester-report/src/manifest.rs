//! What a run was made of: `manifest.json`.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::schema::SCHEMA_VERSION;
use crate::study::{FieldedForce, Setup};

/// The name of its file.
pub const MANIFEST_FILE: &str = "manifest.json";

/// The form of the manifest itself; raised when a field changes its meaning.
pub const MANIFEST_FORMAT: u32 = 2;

/// The key of the study's hash in the footer of every Parquet file.
pub const STUDY_HASH: &str = "lanchester.study_hash";

/// The key of the version of the tables in the footer of every Parquet file.
pub const SCHEMA_KEY: &str = "lanchester.schema_version";

/// What a run was made of. All hashes are BLAKE3, in hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`MANIFEST_FORMAT`].
    pub format: u32,
    /// Version of the program.
    pub tool_version: String,
    /// Name of the game.
    pub game: String,
    /// Version of its rules.
    pub rules_version: u32,
    /// Version of the dice streams.
    pub stream_version: u32,
    /// The study's id.
    pub study: String,
    /// The study's title.
    pub name: String,
    /// The seed.
    pub seed: u64,
    /// See [`study_hash`].
    pub study_hash: String,
    /// When it was made, if that was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created: Option<String>,
    /// The instruction set that played it; changes no result.
    pub level: String,
    /// Threads that played it; changes no result.
    pub threads: usize,
    /// Options by name.
    pub options: BTreeMap<String, String>,
    /// Files read, and their hashes.
    pub inputs: Vec<Hashed>,
    /// Files written, and their hashes.
    pub outputs: Vec<Hashed>,
    /// The forces as they were fielded.
    pub forces: Vec<FieldedForce>,
}

/// A file and its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hashed {
    /// Its name.
    pub file: String,
    /// Its BLAKE3 hash, in hexadecimal.
    pub blake3: String,
}

/// The hash of some bytes, in hexadecimal.
#[must_use]
pub fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// The hash of all that decides a study's results: id, game, versions of rules and dice, seed, options, the names and texts
/// of all inputs in the order in which they are read, the forces as fielded. Two runs with the same hash have the same
/// results. In which folders the inputs lie decides nothing; of two files of one name, which is read where another names it
/// does, and is told by the order.
#[must_use]
pub fn study_hash(setup: &Setup) -> String {
    if let Some(stored) = &setup.hash {
        return stored.clone();
    }
    let mut hasher = blake3::Hasher::new();
    // Each part is preceded by its length, so no two lists of parts run together into the same bytes.
    let mut part = |bytes: &[u8]| {
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    part(setup.id.as_bytes());
    part(setup.game.as_bytes());
    part(&setup.rules_version.to_le_bytes());
    part(&setup.stream_version.to_le_bytes());
    part(&setup.seed.to_le_bytes());
    part(&(setup.options.len() as u64).to_le_bytes());
    for (name, value) in &setup.options {
        part(name.as_bytes());
        part(value.as_bytes());
    }
    part(&(setup.inputs.len() as u64).to_le_bytes());
    let own_name =
        |path: &str| Path::new(path).file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
    for input in &setup.inputs {
        part(own_name(&input.name).as_bytes());
        part(input.text.as_bytes());
    }
    for force in &setup.forces {
        part(force.name.as_bytes());
        part(&(force.ships.len() as u64).to_le_bytes());
        force.ships.iter().for_each(|ship| part(ship.as_bytes()));
        part(&force.rating.to_le_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// What stands in the footer of every Parquet file. Nothing that may differ between two runs of the same study.
#[must_use]
pub fn footer(setup: &Setup) -> Vec<(String, String)> {
    let options = serde_json::to_string(&setup.options).unwrap_or_default();
    [
        (SCHEMA_KEY, SCHEMA_VERSION.to_string()),
        ("lanchester.tool_version", setup.tool_version.clone()),
        ("lanchester.game", setup.game.clone()),
        ("lanchester.rules_version", setup.rules_version.to_string()),
        ("lanchester.stream_version", setup.stream_version.to_string()),
        ("lanchester.study", setup.id.clone()),
        ("lanchester.study_name", setup.name.clone()),
        (STUDY_HASH, study_hash(setup)),
        ("lanchester.seed", setup.seed.to_string()),
        ("lanchester.options", options),
    ]
    .map(|(key, value)| (key.to_owned(), value))
    .to_vec()
}

impl Manifest {
    /// The manifest of a run that wrote these files.
    #[must_use]
    pub fn new(setup: &Setup, outputs: Vec<Hashed>) -> Self {
        let hashed = |i: &crate::study::Input| Hashed { file: i.name.clone(), blake3: hash(i.text.as_bytes()) };
        Self {
            format: MANIFEST_FORMAT,
            tool_version: setup.tool_version.clone(),
            game: setup.game.clone(),
            rules_version: setup.rules_version,
            stream_version: setup.stream_version,
            study: setup.id.clone(),
            name: setup.name.clone(),
            seed: setup.seed,
            study_hash: study_hash(setup),
            created: setup.created.clone(),
            level: setup.level.clone(),
            threads: setup.threads,
            options: setup.options.clone(),
            inputs: setup.inputs.iter().map(hashed).collect(),
            outputs,
            forces: setup.forces.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Input;

    #[test]
    fn the_study_hash_takes_what_decides_and_nothing_else() {
        let input = |name: &str, text: &str| Input { name: name.to_owned(), text: text.to_owned() };
        let setup = Setup { id: "s".into(), inputs: vec![input("ab", "c")], ..Setup::default() };
        let run_elsewhere = Setup { threads: 64, level: "avx2".into(), created: Some("now".into()), ..setup.clone() };
        assert_eq!(study_hash(&setup), study_hash(&run_elsewhere));
        let kept_elsewhere = Setup { inputs: vec![input("/other/ab", "c")], ..setup.clone() };
        assert_eq!(study_hash(&setup), study_hash(&kept_elsewhere));
        for other in [
            Setup { seed: 1, ..setup.clone() },
            Setup { rules_version: 1, ..setup.clone() },
            Setup { inputs: vec![input("a", "bc")], ..setup.clone() },
            Setup { inputs: vec![input("ab", "c"), input("ab", "c")], ..setup.clone() },
            Setup { options: BTreeMap::from([("a".into(), "b".into())]), ..setup.clone() },
        ] {
            assert_ne!(study_hash(&setup), study_hash(&other));
        }
        // Two captains of one file name that change places.
        let [this, that] = ["a", "b"].map(|text| [input("x/me.toml", text), input("y/me.toml", text)]);
        let both = [[this[0].clone(), that[1].clone()], [that[0].clone(), this[1].clone()]];
        let [one, other] = both.map(|inputs| study_hash(&Setup { inputs: inputs.to_vec(), ..setup.clone() }));
        assert_ne!(one, other);
    }
}
