//! What decides a study's results, as one number: a hash over everything that was asked.

use std::fmt;
use std::path::Path;

use crate::study::Setup;

/// The hash of some bytes, in hexadecimal.
#[must_use]
pub fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// The hash of a text that is written as it is hashed, however long, in hexadecimal.
#[must_use]
pub fn hash_of(text: fmt::Arguments<'_>) -> String {
    struct Hashing(blake3::Hasher);
    impl fmt::Write for Hashing {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.update(text.as_bytes());
            Ok(())
        }
    }
    let mut hashing = Hashing(blake3::Hasher::new());
    fmt::write(&mut hashing, text).unwrap_or_default();
    hashing.0.finalize().to_hex().to_string()
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

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
        // Two policies of one file name that change places.
        let [this, that] = ["a", "b"].map(|text| [input("x/me.toml", text), input("y/me.toml", text)]);
        let both = [[this[0].clone(), that[1].clone()], [that[0].clone(), this[1].clone()]];
        let [one, other] = both.map(|inputs| study_hash(&Setup { inputs: inputs.to_vec(), ..setup.clone() }));
        assert_ne!(one, other);
    }
}
