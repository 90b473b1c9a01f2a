//! Matchups for the tests of a game's reference, without files and policies, and what holds of every record of it.

use lanchester_battle::{Recorded, Reference, Setup, ShipId, reference};
use lanchester_core::{Rules, Side};
use lanchester_lanes::dice::{BattleKey, KeyedDice};
use lanchester_scenario::{GameFiles, Library};

/// A matchup that owns its designs.
#[derive(Clone, Debug)]
pub struct Stage<G: Rules> {
    /// The ships of A and of B.
    pub fleets: [Vec<G::Design>; 2],
    /// Their stations, where they are fixed.
    pub stations: [Option<Vec<G::Station>>; 2],
    /// The options of the battle.
    pub options: G::Options,
}

impl<G: Rules> Stage<G> {
    /// Two fleets, placed freely, with the default options.
    #[must_use]
    pub fn new(fleets: [Vec<G::Design>; 2]) -> Self {
        Self { fleets, stations: [None, None], options: G::Options::default() }
    }

    /// Two fleets of shipped ships, by id, placed freely, with the default options.
    ///
    /// # Panics
    /// If there is no such ship.
    #[must_use]
    pub fn shipped(fleets: [&[&str]; 2]) -> Self
    where
        G: GameFiles,
        G::Design: Clone,
    {
        let library = Library::<G>::shipped();
        let ship = |id: &&str| G::Design::clone(&library.ship(id).expect("a shipped ship"));
        Self::new(fleets.map(|ids| ids.iter().map(ship).collect()))
    }

    /// Both with fixed stations.
    #[must_use]
    pub fn fixed(self, stations: [Vec<G::Station>; 2]) -> Self {
        Self { stations: stations.map(Some), ..self }
    }

    /// What the reference takes.
    #[must_use]
    pub fn setup(&self) -> Setup<'_, G> {
        Setup {
            ships: [0, 1].map(|i| self.fleets[i].iter().collect()),
            stations: self.stations.clone(),
            options: &self.options,
        }
    }

    /// The events of a battle played with these choices and the dice of [`key`].
    ///
    /// # Panics
    /// If a choice is not legal.
    pub fn played<C>(&self, battle: u64, mut choices: C) -> Vec<G::Event>
    where
        G: Reference<C>,
    {
        let mut dice = KeyedDice::new(key(battle));
        reference::play(&self.setup(), battle, &mut dice, &mut choices).expect("the choices are legal")
    }
}

/// Records of battles: each number's matchup, and what is recorded of its battle of that number.
pub type Records<G> = (fn(u64) -> Stage<G>, fn(&Stage<G>, u64) -> Vec<<G as Rules>::Event>);

/// The records of so many battles replay.
///
/// # Panics
/// If one does not.
pub fn records_replay<G>(battles: u64, (stage, recorded): Records<G>)
where
    G: Rules + for<'r> Reference<Recorded<'r, <G as Rules>::Event>>,
{
    for battle in 0..battles {
        let stage = stage(battle);
        let events = recorded(&stage, battle);
        assert_eq!(reference::replay(&stage.setup(), key(battle), battle, &events), Ok(()), "battle {battle}");
    }
}

/// Records with events missing, doubled, in another order, or of another battle are mismatches, never a panic. An event that
/// `may_lack` says may be missing: without it, it is a battle of other choices.
///
/// # Panics
/// If one is not refused.
pub fn garbled_records_are_refused<G>((stage, recorded): Records<G>, may_lack: fn(&G::Event) -> bool)
where
    G: Rules + for<'r> Reference<Recorded<'r, <G as Rules>::Event>>,
{
    for battle in 0..60 {
        let (played, other) = (stage(battle), stage(battle + 1));
        let (setup, events) = (played.setup(), recorded(&played, battle));
        let refused = |record: &[G::Event]| reference::replay(&setup, key(battle), battle, record).is_err();
        // About forty places of a long record.
        for at in (0..events.len()).step_by(3 + events.len() / 40) {
            assert!(refused(&events[..at]), "battle {battle}, cut at {at}");
            let without = [&events[..at], &events[at + 1..]].concat();
            assert!(refused(&without) || may_lack(&events[at]), "battle {battle}, without {:?}", events[at]);
            let doubled = [&events[..=at], &events[at..]].concat();
            assert!(refused(&doubled), "battle {battle}, twice {:?}", events[at]);
            let mut moved = events.clone();
            moved.rotate_left(at);
            assert!(at == 0 || refused(&moved), "battle {battle} from {at} on");
        }
        assert!(refused(&[]));
        assert!(refused(&recorded(&other, battle)), "another battle than {battle}");
        let dice = reference::replay(&setup, key(battle + 2), battle, &events);
        assert!(dice.is_err(), "battle {battle} with other dice");
    }
}

/// What the events of some kinds hold, in order: `held!(events, Event::Fire { damage, .. } => *damage)`.
#[macro_export]
macro_rules! held {
    ($events:expr, $($event:pat $(if $when:expr)? => $what:expr),+ $(,)?) => {
        $events.iter().filter_map(|event| match event {
            $($event $(if $when)? => Some($what),)+
            _ => None,
        }).collect::<Vec<_>>()
    };
}

/// The dice of a battle of the tests.
#[must_use]
pub const fn key(battle: u64) -> BattleKey {
    BattleKey::new(7, 8, battle / 2)
}

/// The ship in `slot` of fleet A.
#[must_use]
pub const fn a(slot: u8) -> ShipId {
    ShipId { side: Side::A, slot }
}

/// The ship in `slot` of fleet B.
#[must_use]
pub const fn b(slot: u8) -> ShipId {
    ShipId { side: Side::B, slot }
}
