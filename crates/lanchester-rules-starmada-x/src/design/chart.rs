//! The damage chart: what each face of a damage die marks.

use std::fmt;

/// Entries for the faces 1 to 6.
pub type Chart = [Entry; 6];

/// Letters of the chart in the order in which the hits of one entry are resolved.
pub const LETTERS: [char; 7] = ['H', 'E', 'S', 'Q', 'a', 'b', 'c'];
/// Most hits of one letter in an entry.
pub const MAX_HITS: u8 = 3;
/// Most hits of an entry.
pub const MAX_ENTRY: u8 = 6;

/// ### X 1.7 Damage chart (p. 12)
/// What one face marks: hits by [`LETTERS`], each 0 to [`MAX_HITS`], 1 to [`MAX_ENTRY`] in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry(pub [u8; 7]);

impl Entry {
    /// Reads an entry such as `H`, `Ea` or `2E`: letters, each with a number of hits before it if there are several.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut hits = [0u8; 7];
        let mut number = None;
        for c in text.chars() {
            if let Some(digit) = c.to_digit(10) {
                if number.is_some() || !(2..=u32::from(MAX_HITS)).contains(&digit) {
                    return None;
                }
                number = Some(digit as u8);
                continue;
            }
            let letter = LETTERS.iter().position(|l| *l == c)?;
            if hits[letter] != 0 {
                return None;
            }
            hits[letter] = number.take().unwrap_or(1);
        }
        let entry = Self(hits);
        (number.is_none() && (1..=MAX_ENTRY).contains(&entry.hits())).then_some(entry)
    }

    /// Hits in all.
    #[must_use]
    pub fn hits(self) -> u8 {
        self.0.iter().sum()
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (hits, letter) in self.0.iter().zip(LETTERS) {
            match hits {
                0 => {}
                1 => write!(f, "{letter}")?,
                n => write!(f, "{n}{letter}")?,
            }
        }
        Ok(())
    }
}

/// The chart of a ship of our own.
///
/// ### X A.2 Making a chart (p. 22)
/// RULING: the appendix is lost. Hull hits on 1, 3 and 5; every other system that the ship has gets a face for each half of
/// the hull that its boxes come to, rounded up. It gives the five published charts that are known, up to which face is
/// whose: the faces without a hull hit are filled first, then those with one, in the order a, E, b, S, Q, c.
#[must_use]
pub fn chart_for(hull: u8, engines: u8, shields: u8, weapons: [u8; 3], equipment: u8) -> Chart {
    let mut chart = [Entry::default(); 6];
    for face in [0, 2, 4] {
        chart[face].0[0] = 1;
    }
    let faces = |boxes: u8| if boxes == 0 { 0 } else { (2 * u16::from(boxes)).div_ceil(u16::from(hull)).max(1) };
    let systems = [
        (4, weapons[0], [0, 2, 4, 1, 3, 5]),
        (1, engines, [1, 3, 5, 0, 2, 4]),
        (5, weapons[1], [1, 4, 2, 3, 0, 5]),
        (2, shields, [3, 5, 1, 4, 2, 0]),
        (3, equipment, [5, 3, 1, 0, 2, 4]),
        (6, weapons[2], [2, 5, 0, 4, 1, 3]),
    ];
    for (letter, boxes, order) in systems {
        let wanted = faces(boxes);
        for nth in 0..wanted.min(6 * u16::from(MAX_HITS)) {
            let entry = &mut chart[order[usize::from(nth % 6)]];
            if entry.hits() < MAX_ENTRY {
                entry.0[letter] += 1;
            }
        }
    }
    // A face without any hit is a hull hit by X 4.2.3; the chart says so.
    for entry in &mut chart {
        if *entry == Entry::default() {
            entry.0[0] = 1;
        }
    }
    chart
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(chart: &Chart) -> String {
        chart.iter().map(Entry::to_string).collect::<Vec<_>>().join(" ")
    }

    mod x_1_7 {
        use super::*;

        #[test]
        fn entries_read_back() {
            for text in ["H", "Ha", "Eb", "S", "Q", "2E", "HQ", "3Habc", "2E2S"] {
                assert_eq!(Entry::read(text).unwrap().to_string(), text);
            }
            for bad in ["", "3H3Ea", "h", "HH", "4E", "1E", "E2", "22E", "X", "H a"] {
                assert_eq!(Entry::read(bad), None, "{bad}");
            }
        }
    }

    mod x_a_2 {
        use super::*;

        /// How many faces each letter stands on.
        fn faces(chart: &Chart) -> [u8; 7] {
            std::array::from_fn(|letter| chart.iter().map(|entry| entry.0[letter]).sum())
        }

        fn read(text: &str) -> Chart {
            let entries: Vec<Entry> = text.split(' ').map(|e| Entry::read(e).unwrap()).collect();
            entries.try_into().unwrap()
        }

        /// Mouse, Monkey and Lab Rat: hull 15, 10 and 5; engines 5, shields 2, five weapons in a and b, one box of
        /// equipment.
        #[test]
        fn published_charts_have_these_faces() {
            for (hull, text) in [(15, "Ha Eb H S H Q"), (10, "Ha Eb H S H Q"), (5, "HQ Ea Ha Eb Hb S")] {
                assert_eq!(faces(&chart_for(hull, 5, 2, [5, 5, 0], 1)), faces(&read(text)), "hull {hull}");
            }
        }

        #[test]
        fn the_usual_chart_is_printed_as_usual() {
            assert_eq!(printed(&chart_for(15, 5, 2, [5, 5, 0], 1)), "Ha Eb H S H Q");
            assert_eq!(printed(&chart_for(60, 1, 0, [0, 0, 0], 0)), "H E H H H H");
        }
    }
}
