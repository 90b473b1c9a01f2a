//! The damage chart: what each face of a damage die marks.

use std::fmt;

use super::Equipment;

/// Entries for the faces 1 to 6.
pub type Chart = [Entry; 6];

/// Letters of the chart in the order in which the hits of one entry are resolved.
pub const LETTERS: [char; 7] = ['H', 'E', 'S', 'Q', 'a', 'b', 'c'];
/// What each marks, for a reader.
const MARKS: [&str; 7] = ["hull", "engine", "shield", "special equipment", "battery a", "battery b", "battery c"];

/// What the letters of a chart mean, as a sentence for a reader.
pub fn explained() -> String {
    let letters: Vec<String> = LETTERS.iter().zip(MARKS).map(|(letter, what)| format!("{letter} {what}")).collect();
    format!("A chart has what the faces 1 to 6 of a damage die hit: {}; 2E is two engines.", letters.join(", "))
}

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

/// The chart that follows from a ship's boxes; `kinds` are the kinds of special equipment that can be lost.
///
/// ### X A.3.2 Assigning hits to the damage chart (p. 22)
/// Hull hits stand on 1, 3 and 5.
///
/// RULING: no more of the section survives than that sentence, in a player's words ("Variable Hull Strengths", mj12games
/// forum, thread 973). The rest follows from the published charts: every other system gets a face for each half of the hull
/// that its boxes come to, rounded up; equipment counts by its kinds, however many boxes they have. The faces are dealt in
/// the order engines, shields, equipment, a, b, c: 2, 4, 6 first, then 1 to 6 around and around. That makes the printed
/// charts of Mouse, Monkey, Lab Rat and Bunyan, and that of the cruiser in the thread. A face that is full is passed over.
/// (The example of X 4.2.3 reads `Ea` on a 3, where such a chart has an H; nothing else of its ship is known.)
pub fn chart_for(hull: u8, engines: u8, shields: u8, weapons: [u8; 3], kinds: u8) -> Chart {
    let mut chart = [Entry::default(); 6];
    for face in [0, 2, 4] {
        chart[face].0[0] = 1;
    }
    let mut places = [1, 3, 5].into_iter().chain((0..6).cycle());
    let systems = [(1, engines), (2, shields), (3, kinds), (4, weapons[0]), (5, weapons[1]), (6, weapons[2])];
    for (letter, boxes) in systems {
        for _ in 0..(2 * u16::from(boxes)).div_ceil(u16::from(hull)) {
            let room = |face: &usize| chart[*face].0[letter] < MAX_HITS && chart[*face].hits() < MAX_ENTRY;
            match places.by_ref().take(6).find(room) {
                Some(face) => chart[face].0[letter] += 1,
                None => break,
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

/// The kinds of equipment that can be lost, which is what the chart counts.
pub fn kinds_with_boxes(equipment: &[Equipment]) -> u8 {
    equipment.iter().filter(|piece| piece.boxes > 0).count() as u8
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

    mod x_a_3_2 {
        use super::*;

        /// The printed charts of ships, by hull, engines, shields, weapons of a and of b, and kinds of equipment. Bunyan's
        /// guns cannot be read: five a battery are as many as its chart allows. The cruiser has six hull, three weapons a
        /// battery and five kinds of equipment in thirteen boxes; its one letter for three kinds of defence stands for S.
        #[test]
        fn made_charts_are_the_printed_ones() {
            for (ship, made, text) in [
                ("Mouse", chart_for(15, 5, 2, [5, 5, 0], 1), "Ha Eb H S H Q"),
                ("Monkey", chart_for(10, 5, 2, [5, 5, 0], 1), "Ha Eb H S H Q"),
                ("Lab Rat", chart_for(5, 5, 2, [5, 5, 0], 1), "HQ Ea Ha Eb Hb S"),
                ("Bunyan", chart_for(11, 4, 4, [5, 5, 0], 5), "Ha Eb H S H Q"),
                ("Average cruiser", chart_for(6, 6, 2, [3, 3, 0], 5), "HQ EQ Ha Eb H S"),
            ] {
                assert_eq!(printed(&made), text, "{ship}");
            }
        }

        /// A sixth weapon in a battery of Bunyan would stand on the chart twice.
        #[test]
        fn bunyans_chart_bounds_its_guns() {
            for weapons in [[6, 5, 0], [5, 6, 0]] {
                assert_ne!(printed(&chart_for(11, 4, 4, weapons, 5)), "Ha Eb H S H Q");
            }
        }

        #[test]
        fn a_face_holds_so_many_hits_and_none_is_empty() {
            assert_eq!(printed(&chart_for(60, 1, 0, [0, 0, 0], 0)), "H E H H H H");
            let full = chart_for(1, 10, 5, [15, 15, 15], 7);
            for entry in full {
                assert!(entry.hits() <= MAX_ENTRY && entry.0.iter().all(|hits| *hits <= MAX_HITS), "{entry}");
                assert_eq!(Entry::read(&entry.to_string()), Some(entry));
            }
            assert_eq!(full.iter().map(|entry| entry.0[1]).sum::<u8>(), 18, "engines go first: three on every face");
        }
    }
}
