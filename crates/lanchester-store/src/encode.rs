//! A chunk's tally as bytes: fixed width, little endian, as narrow as a chunk allows.
//!
//! A chunk has at most 2,048 pairs, hence 4,096 battles: counts of battles take two bytes, sums over battles of
//! numbers of two bytes take four, the sum of squared margins eight. The order is that of the fields of [`Tally`].

use lanchester_core::{CHUNK_PAIRS, MARGIN_BINS, Tally};

use crate::seal::{CHECK_LEN, check, digest};

/// Bytes of a tally: fourteen kinds of count and the histogram.
const PAYLOAD_LEN: usize = 2 + 4 + 4 + 2 + 2 + 2 + 2 + 4 + 10 + 4 + 4 + 8 + 4 + 8 + 2 * MARGIN_BINS;

/// Bytes of an entry: the tally and its check.
pub(crate) const ENTRY_LEN: usize = PAYLOAD_LEN + CHECK_LEN;

/// An entry as it is stored.
pub(crate) type Entry = [u8; ENTRY_LEN];

/// Fills a buffer from the front.
struct Writer {
    bytes: Entry,
    at: usize,
}

impl Writer {
    fn put(&mut self, bytes: &[u8]) {
        self.bytes[self.at..self.at + bytes.len()].copy_from_slice(bytes);
        self.at += bytes.len();
    }

    fn two(&mut self, what: &str, number: u64) -> Result<(), String> {
        let narrow = u16::try_from(number).map_err(|_| too_large(what, number))?;
        self.put(&narrow.to_le_bytes());
        Ok(())
    }

    fn four(&mut self, what: &str, number: u64) -> Result<(), String> {
        let narrow = u32::try_from(number).map_err(|_| too_large(what, number))?;
        self.put(&narrow.to_le_bytes());
        Ok(())
    }

    fn twos(&mut self, what: &str, numbers: &[u64]) -> Result<(), String> {
        numbers.iter().try_for_each(|number| self.two(what, *number))
    }
}

fn too_large(what: &str, number: u64) -> String {
    format!("`{what}` is {number}, more than a chunk of {CHUNK_PAIRS} pairs can have")
}

/// A tally as an entry for its key, and the entry's digest.
///
/// # Errors
/// Which field no chunk can have.
pub(crate) fn encode(cell: u64, chunk: u64, tally: &Tally) -> Result<(Entry, [u8; 32]), String> {
    if tally.pairs > CHUNK_PAIRS {
        return Err(too_large("pairs", tally.pairs));
    }
    if tally.margins.len() != MARGIN_BINS {
        return Err(format!("`margins` has {} bins, not {MARGIN_BINS}", tally.margins.len()));
    }
    let mut out = Writer { bytes: [0; ENTRY_LEN], at: 0 };
    out.two("pairs", tally.pairs)?;
    out.twos("wins", &tally.wins)?;
    out.twos("major", &tally.major)?;
    out.two("draws", tally.draws)?;
    out.two("capped", tally.capped)?;
    out.two("no_contact", tally.no_contact)?;
    out.two("mutual", tally.mutual)?;
    out.four("turns", tally.turns)?;
    out.twos("pair_scores", &tally.pair_scores)?;
    out.twos("seat_wins", &tally.seat_wins)?;
    out.twos("initiative", &tally.initiative)?;
    tally.left.iter().try_for_each(|left| out.four("left", *left))?;
    let margin = i32::try_from(tally.margin).map_err(|_| too_large("margin", tally.margin.unsigned_abs()))?;
    out.put(&margin.to_le_bytes());
    out.put(&tally.pair_margin_squares.to_le_bytes());
    out.twos("margins", &tally.margins)?;
    let digest = digest("tally", &[cell, chunk], &out.bytes[..PAYLOAD_LEN]);
    out.put(&check(&digest));
    Ok((out.bytes, digest))
}

/// The digest of an entry; `None` if its check does not fit.
pub(crate) fn verify(cell: u64, chunk: u64, entry: &Entry) -> Option<[u8; 32]> {
    crate::seal::without_check("tally", &[cell, chunk], entry).map(|(_, digest)| digest)
}

/// The tally of an entry; `None` if its check does not fit.
pub(crate) fn decode(cell: u64, chunk: u64, entry: &Entry) -> Option<Tally> {
    verify(cell, chunk, entry)?;
    let mut rest = &entry[..];
    let mut tally = Tally::new();
    tally.pairs = two(&mut rest)?;
    twos(&mut rest, &mut tally.wins)?;
    twos(&mut rest, &mut tally.major)?;
    tally.draws = two(&mut rest)?;
    tally.capped = two(&mut rest)?;
    tally.no_contact = two(&mut rest)?;
    tally.mutual = two(&mut rest)?;
    tally.turns = four(&mut rest)?;
    twos(&mut rest, &mut tally.pair_scores)?;
    twos(&mut rest, &mut tally.seat_wins)?;
    twos(&mut rest, &mut tally.initiative)?;
    tally.left = [four(&mut rest)?, four(&mut rest)?];
    tally.margin = i64::from(i32::from_le_bytes(take(&mut rest)?));
    tally.pair_margin_squares = u64::from_le_bytes(take(&mut rest)?);
    twos(&mut rest, &mut tally.margins)?;
    Some(tally)
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, left) = rest.split_first_chunk::<N>()?;
    *rest = left;
    Some(*taken)
}

fn two(rest: &mut &[u8]) -> Option<u64> {
    take(rest).map(|bytes| u64::from(u16::from_le_bytes(bytes)))
}

fn four(rest: &mut &[u8]) -> Option<u64> {
    take(rest).map(|bytes| u64::from(u32::from_le_bytes(bytes)))
}

fn twos(rest: &mut &[u8], into: &mut [u64]) -> Option<()> {
    into.iter_mut().try_for_each(|number| two(rest).map(|n| *number = n))
}

#[cfg(test)]
mod tests {
    use lanchester_core::{Outcome, Side, Verdict};

    use super::*;

    /// A full chunk in which every sum is as large as battles can make it.
    fn extreme(side: Side) -> Tally {
        let left = if side == Side::A { [u16::MAX, 0] } else { [0, u16::MAX] };
        let outcome = |left| Outcome {
            verdict: Verdict::Win(side),
            major: true,
            capped: true,
            contact: false,
            turns: u16::MAX,
            left,
            initiative: Some(side),
        };
        let mut tally = Tally::new();
        // The histogram knows margins up to a thousand, so the sums are stretched afterwards.
        (0..CHUNK_PAIRS).for_each(|_| tally.record_pair([outcome([1000, 0]), outcome([1000, 0])]));
        tally.left = left.map(|l| u64::from(l) * 2 * CHUNK_PAIRS);
        tally.margin = tally.left[0] as i64 - tally.left[1] as i64;
        tally.pair_margin_squares = CHUNK_PAIRS * (2 * u64::from(u16::MAX)).pow(2);
        tally
    }

    #[test]
    fn what_a_chunk_can_count_comes_back() {
        for tally in [Tally::new(), extreme(Side::A), extreme(Side::B)] {
            let (entry, digest) = encode(3, 4, &tally).expect("a chunk's tally");
            assert_eq!(decode(3, 4, &entry).as_ref(), Some(&tally));
            assert_eq!(verify(3, 4, &entry), Some(digest));
            assert_eq!(decode(4, 3, &entry), None, "the key is part of the check");
        }
    }

    #[test]
    fn what_no_chunk_can_count_is_refused_by_name() {
        let refused = |change: fn(&mut Tally)| {
            let mut tally = extreme(Side::A);
            change(&mut tally);
            encode(0, 0, &tally).expect_err("not a chunk's")
        };
        assert!(refused(|t| t.pairs += 1).starts_with("`pairs` is 2049"));
        assert!(refused(|t| t.wins[1] = 1 << 16).starts_with("`wins`"));
        assert!(refused(|t| t.turns = 1 << 32).starts_with("`turns`"));
        assert!(refused(|t| t.margin = i64::MIN).starts_with("`margin`"));
        assert_eq!(refused(|t| t.margins.clear()), "`margins` has 0 bins, not 41");
    }

    /// Every byte of the form: whoever changes it raises [`crate::FORMAT`].
    #[test]
    fn the_form_is_that_of_format_3() {
        let mut tally = Tally {
            pairs: 1,
            wins: [2, 3],
            major: [23, 24],
            draws: 4,
            capped: 5,
            no_contact: 6,
            mutual: 7,
            turns: 0x0708_090a,
            pair_scores: [11, 12, 13, 14, 15],
            seat_wins: [16, 17],
            initiative: [18, 19],
            left: [20, 21],
            margin: -2,
            pair_margin_squares: 22,
            ..Tally::new()
        };
        (0..).zip(&mut tally.margins).for_each(|(i, bin)| *bin = 100 + i);
        let (entry, _) = encode(258, 1, &tally).expect("a chunk's tally");
        let hex: String = entry.iter().map(|byte| format!("{byte:02x}")).collect();
        let expected = "0100 0200 0300 1700 1800 0400 0500 0600 0700 0a090807 0b00 0c00 0d00 0e00 0f00 1000 1100 1200 1300 \
            14000000 15000000 feffffff 1600000000000000 \
            6400 6500 6600 6700 6800 6900 6a00 6b00 6c00 6d00 6e00 6f00 7000 7100 7200 7300 7400 7500 7600 7700 7800 \
            7900 7a00 7b00 7c00 7d00 7e00 7f00 8000 8100 8200 8300 8400 8500 8600 8700 8800 8900 8a00 8b00 8c00 \
            32c9e0c70fc8fba38900d5fbae03cef5";
        assert_eq!(hex, expected.replace(char::is_whitespace, ""));
        assert_eq!(crate::FORMAT, 3);
    }
}
