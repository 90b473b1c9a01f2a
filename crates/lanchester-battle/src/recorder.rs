//! What a range of battles leaves behind.

use lanchester_core::{CHUNK_PAIRS, Outcome, Verdict};

/// The outcomes of the battles of a chunk, and their events if they are recorded. Memory is reserved once.
#[derive(Clone, Debug)]
pub struct Recorder<E> {
    /// Index of the first battle of the range.
    first: u64,
    outcomes: Vec<Outcome>,
    events: Option<Vec<Vec<E>>>,
}

/// What stands where no battle has ended yet.
const NO_OUTCOME: Outcome = Outcome {
    verdict: Verdict::Draw,
    major: false,
    capped: false,
    contact: false,
    turns: 0,
    left: [0; 2],
    initiative: None,
};

impl<E> Default for Recorder<E> {
    fn default() -> Self {
        Self { first: 0, outcomes: vec![NO_OUTCOME; Self::ROOM], events: None }
    }
}

impl<E> Recorder<E> {
    /// How many battles a range may have: those of a chunk.
    pub const ROOM: usize = 2 * CHUNK_PAIRS as usize;

    /// Makes the recorder keep the events of the first `battles` battles of the next range.
    pub fn keep_events(&mut self, battles: usize) {
        self.events = Some(std::iter::repeat_with(Vec::new).take(battles).collect());
    }

    /// Begins a range of battles with the battle of this index.
    pub const fn begin(&mut self, first: u64) {
        self.first = first;
    }

    /// Whether events are kept.
    #[inline(always)]
    #[must_use]
    pub const fn keeps_events(&self) -> bool {
        self.events.is_some()
    }

    /// Adds an event to the record of a battle of the range, if its events are kept.
    pub fn note(&mut self, battle: u64, event: E) {
        let of = (battle - self.first) as usize;
        if let Some(events) = self.events.as_mut().and_then(|events| events.get_mut(of)) {
            events.push(event);
        }
    }

    /// Counts a battle of the range as over.
    #[inline(always)]
    pub fn end(&mut self, battle: u64, outcome: Outcome) {
        self.outcomes[(battle - self.first) as usize] = outcome;
    }

    /// The outcomes of the first `battles` battles of the range, in order.
    #[must_use]
    pub fn outcomes(&self, battles: usize) -> &[Outcome] {
        &self.outcomes[..battles]
    }

    /// The events by battle; from now on they are not kept.
    pub fn take_events(&mut self) -> Vec<Vec<E>> {
        self.events.take().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn battles_count_from_the_first_of_the_range() {
        let mut recorder = Recorder::default();
        recorder.keep_events(2);
        recorder.begin(40);
        recorder.note(41, 'x');
        recorder.note(40, 'y');
        recorder.note(41, 'z');
        let outcome = Outcome { turns: 7, ..NO_OUTCOME };
        recorder.end(41, outcome);
        assert_eq!(recorder.outcomes(2), [NO_OUTCOME, outcome]);
        assert_eq!(recorder.take_events(), [vec!['y'], vec!['x', 'z']]);
        recorder.note(41, 'a');
        assert!(recorder.take_events().is_empty(), "events are kept for one range");
    }
}
