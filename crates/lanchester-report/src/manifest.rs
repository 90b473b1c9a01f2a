//! What a run was made of: `manifest.json`.

use std::collections::BTreeMap;

use lanchester_analysis::hash::{hash, study_hash};
use lanchester_analysis::study::{Exploitability, FieldedForce, Setup};
use serde::{Deserialize, Serialize};

use crate::schema::SCHEMA_VERSION;

/// The name of its file.
pub const MANIFEST_FILE: &str = "manifest.json";

/// The form of the manifest itself; raised when a field changes its meaning.
pub const MANIFEST_FORMAT: u32 = 2;

/// The key of the study's hash in the footer of every Parquet file.
pub const STUDY_HASH: &str = "lanchester.study_hash";

/// The key of the version of the tables in the footer of every Parquet file.
pub const SCHEMA_KEY: &str = "lanchester.schema_version";

/// What a run was made of. All hashes are BLAKE3, in hexadecimal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// When it was made, if that is known.
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
    /// How far the policies can be beaten, as far as that is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exploitability: Vec<Exploitability>,
}

/// A file and its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hashed {
    /// Its name.
    pub file: String,
    /// Its BLAKE3 hash, in hexadecimal.
    pub blake3: String,
}

/// What the footer of every Parquet file begins with: by what it was made.
#[must_use]
pub fn versions(tool: &str, game: &str, rules: u32, streams: u32) -> Vec<(String, String)> {
    [
        (SCHEMA_KEY, SCHEMA_VERSION.to_string()),
        ("lanchester.tool_version", tool.to_owned()),
        ("lanchester.game", game.to_owned()),
        ("lanchester.rules_version", rules.to_string()),
        ("lanchester.stream_version", streams.to_string()),
    ]
    .map(|(key, value)| (key.to_owned(), value))
    .to_vec()
}

/// What stands in the footer of every Parquet file of a run. Nothing that may differ between two runs of the same study.
#[must_use]
pub fn footer(setup: &Setup) -> Vec<(String, String)> {
    let options = serde_json::to_string(&setup.options).unwrap_or_default();
    let mut footer = versions(&setup.tool_version, &setup.game, setup.rules_version, setup.stream_version);
    let of_run = [
        ("lanchester.study", setup.id.clone()),
        ("lanchester.study_name", setup.name.clone()),
        (STUDY_HASH, study_hash(setup)),
        ("lanchester.seed", setup.seed.to_string()),
        ("lanchester.options", options),
    ];
    footer.extend(of_run.map(|(key, value)| (key.to_owned(), value)));
    footer
}

impl Manifest {
    /// The manifest of a run that wrote these files.
    #[must_use]
    pub fn new(setup: &Setup, outputs: Vec<Hashed>) -> Self {
        let hashed =
            |i: &lanchester_analysis::study::Input| Hashed { file: i.name.clone(), blake3: hash(i.text.as_bytes()) };
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
            exploitability: setup.exploitability.clone(),
        }
    }
}
