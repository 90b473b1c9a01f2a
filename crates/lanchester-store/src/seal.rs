//! Checks of single entries, and the seal over all of them.

/// Bytes of the check that is stored with an entry.
pub(crate) const CHECK_LEN: usize = 16;

/// Bytes of a stored seal, its own check included.
pub(crate) const SEAL_LEN: usize = 16 + 32 + CHECK_LEN;

/// The BLAKE3 hash of an entry: what it is, its key, its bytes. Each part is preceded by its length.
pub(crate) fn digest(what: &str, key: &[u64], bytes: &[u8]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&(what.len() as u64).to_le_bytes()).update(what.as_bytes());
    hasher.update(&(key.len() as u64).to_le_bytes());
    for number in key {
        hasher.update(&number.to_le_bytes());
    }
    hasher.update(&(bytes.len() as u64).to_le_bytes()).update(bytes);
    *hasher.finalize().as_bytes()
}

/// The check stored with an entry: the first half of its digest.
pub(crate) fn check(digest: &[u8; 32]) -> [u8; CHECK_LEN] {
    std::array::from_fn(|i| digest[i])
}

/// How many entries there are, and the sum of their digests as four numbers modulo 2⁶⁴. A sum does not depend on the
/// order in which entries came. It guards against damage, not against somebody who constructs entries to deceive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seal {
    /// Tallies.
    pub tallies: u64,
    /// Rounds of the journal.
    pub rounds: u64,
    sums: [u64; 4],
}

impl Seal {
    /// A number that changes with every entry.
    pub fn mark(&self) -> u64 {
        self.sums[0]
    }

    /// Counts a tally.
    pub fn add_tally(&mut self, digest: &[u8; 32]) {
        self.tallies += 1;
        self.add(digest);
    }

    /// Counts a round.
    pub fn add_round(&mut self, digest: &[u8; 32]) {
        self.rounds += 1;
        self.add(digest);
    }

    fn add(&mut self, digest: &[u8; 32]) {
        for (sum, part) in self.sums.iter_mut().zip(digest.as_chunks::<8>().0) {
            *sum = sum.wrapping_add(u64::from_le_bytes(*part));
        }
    }

    /// The seal as it is stored.
    pub fn to_bytes(self) -> [u8; SEAL_LEN] {
        let mut bytes = [0; SEAL_LEN];
        let numbers = [self.tallies, self.rounds].into_iter().chain(self.sums);
        for (place, number) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(numbers) {
            *place = number.to_le_bytes();
        }
        let check = check(&digest("seal", &[], &bytes[..SEAL_LEN - CHECK_LEN]));
        bytes[SEAL_LEN - CHECK_LEN..].copy_from_slice(&check);
        bytes
    }
}

/// Appends a check to bytes of any length.
pub(crate) fn with_check(what: &str, key: &[u64], bytes: &[u8]) -> Vec<u8> {
    [bytes, &check(&digest(what, key, bytes))].concat()
}

/// Takes the check off again, and gives the digest; `None` if it does not fit.
pub(crate) fn without_check<'a>(what: &str, key: &[u64], stored: &'a [u8]) -> Option<(&'a [u8], [u8; 32])> {
    let (bytes, end) = stored.split_last_chunk::<CHECK_LEN>()?;
    let digest = digest(what, key, bytes);
    (check(&digest) == *end).then_some((bytes, digest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_under_another_key_does_not_check() {
        let stored = with_check("tally", &[1, 2], b"bytes");
        assert_eq!(without_check("tally", &[1, 2], &stored).map(|(b, _)| b), Some(&b"bytes"[..]));
        assert_eq!(without_check("tally", &[2, 1], &stored), None);
        assert_eq!(without_check("round", &[1, 2], &stored), None);
        assert_eq!(without_check("tally", &[1, 2], &stored[..15]), None);
        for i in 0..stored.len() * 8 {
            let mut flipped = stored.clone();
            flipped[i / 8] ^= 1 << (i % 8);
            assert_eq!(without_check("tally", &[1, 2], &flipped), None, "bit {i}");
        }
    }

    #[test]
    fn the_order_leaves_no_trace_in_a_seal_and_a_repeat_does() {
        let [a, b] = [digest("a", &[], b""), digest("b", &[], b"")];
        let seal = |digests: &[[u8; 32]]| {
            let mut seal = Seal::default();
            digests.iter().for_each(|d| seal.add_tally(d));
            seal
        };
        assert_eq!(seal(&[a, b]), seal(&[b, a]));
        assert_ne!(seal(&[a, b]), seal(&[a, a]));
        assert_ne!(seal(&[a]), seal(&[]));
        assert_ne!(seal(&[a]).to_bytes(), seal(&[b]).to_bytes());
    }
}
