//! How the two sides of a battle stand to each other before it begins, and what a policy makes of that: the entries of `[[when]]`
//! in its file give it other choices and weights, so that one file commands a sniper and a brawler.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use lanchester_core::{Matchup, Rules};
use lanchester_scenario::table_schema::{Key, TableSchema, ValueType, empty_list};
use lanchester_scenario::{Fields, KeyTable, options, words};

/// What of a design decides how its fleet stands to another.
pub trait Compared {
    /// How many guns it has, or attack dice of theirs.
    fn guns(&self) -> usize;
    /// Its longest range.
    fn reach(&self) -> u8;
    /// Its greatest thrust or speed, undamaged.
    fn speed(&self) -> u8;
    /// What its guns can do, in any unit.
    fn offence(&self) -> f64;
    /// What it withstands, in any unit.
    fn defence(&self) -> f64;
}

/// How many times as strong as the other a side is before it counts as the stronger. Estimates of strength are rough: fleets
/// of equal points must not differ by a word.
const STRONGER: u128 = 2;

/// Offence and defence are added up in such parts of a unit, whole ones, so that the order of ships cannot matter.
const PARTS: f64 = 16.0;

/// How a side stands to its enemy: more, less, or alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The longest range of its ships, a mean over all guns. A fleet without guns reaches nowhere.
    pub reach: Ordering,
    /// The speed of its ships, a mean over all ships.
    pub speed: Ordering,
    /// How many ships it has.
    pub ships: Ordering,
    /// What the offences of its ships add up to, times what their defences do (Lanchester's square law); alike below twice as strong.
    pub strength: Ordering,
}

impl Relation {
    /// Of A to B, and of B to A.
    #[must_use]
    pub fn between<D: Compared>(fleets: &[Vec<&D>; 2]) -> [Self; 2] {
        let sum = |fleet: &Vec<&D>, value: &dyn Fn(&D) -> u64| fleet.iter().map(|design| value(design)).sum::<u64>();
        let guns = |design: &D| design.guns() as u64;
        let reaches = |design: &D| guns(design) * u64::from(design.reach());
        let mean = |total: [u64; 2], over: [u64; 2]| (total[0] * over[1].max(1)).cmp(&(total[1] * over[0].max(1)));
        let of = |value: &dyn Fn(&D) -> u64| fleets.each_ref().map(|fleet| sum(fleet, value));
        let ships = fleets.each_ref().map(|fleet| fleet.len() as u64);
        let parts = |value: f64| (PARTS * value).round() as u64;
        let offences = of(&|design| parts(design.offence()));
        let defences = of(&|design| parts(design.defence()));
        let [strength, other] = [0, 1].map(|side: usize| u128::from(offences[side]) * u128::from(defences[side]));
        let a = Self {
            reach: mean(of(&reaches), of(&guns)),
            speed: mean(of(&|design| design.speed().into()), ships),
            ships: ships[0].cmp(&ships[1]),
            strength: match strength.cmp(&other) {
                Ordering::Greater if strength >= STRONGER * other => Ordering::Greater,
                Ordering::Less if other >= STRONGER * strength => Ordering::Less,
                _ => Ordering::Equal,
            },
        };
        [a, a.reversed()]
    }

    /// Of the other side.
    const fn reversed(self) -> Self {
        Self {
            reach: self.reach.reverse(),
            speed: self.speed.reverse(),
            ships: self.ships.reverse(),
            strength: self.strength.reverse(),
        }
    }

    /// Whether its guns reach farther than the enemy's.
    #[must_use]
    pub const fn outreaches(self) -> bool {
        self.reach.is_gt()
    }
}

words! {
    /// How far the guns of a side reach.
    pub enum Reach("relation") {
        /// Farther than the enemy's.
        Longer = "longer",
        /// Less far.
        Shorter = "shorter",
    }
}

words! {
    /// How fast the ships of a side are.
    pub enum Pace("relation") {
        /// Faster than the enemy's.
        Faster = "faster",
        /// Slower.
        Slower = "slower",
    }
}

words! {
    /// How many ships a side has.
    pub enum Ships("relation") {
        /// More than the enemy.
        More = "more",
        /// Fewer.
        Fewer = "fewer",
    }
}

words! {
    /// How strong a side is.
    pub enum Strength("relation") {
        /// At least twice as strong as the enemy.
        Stronger = "stronger",
        /// Half as strong at most.
        Weaker = "weaker",
    }
}

options! {
    /// When an entry of `[[when]]` counts: every word that stands there must hold.
    pub struct Condition("an entry of [[when]]") {
        /// How far its guns reach beside the enemy's: the mean over all guns of a side, each counted with its ship's longest range.
        reach: Option<Reach> [(), none "however far they reach"] = None,
        /// How fast its ships are beside the enemy's: the mean over all of them.
        pace: Option<Pace> [(), none "however fast they are"] = None,
        /// How many ships it has beside the enemy.
        ships: Option<Ships> [(), none "however many there are"] = None,
        /// How strong it is, at least twice as strong as the enemy or half as strong at most: the sum of its ships' offence times the sum of
        /// their defence.
        strength: Option<Strength> [(), none "however strong it is"] = None,
    }
}

impl Condition {
    /// Whether it holds.
    #[must_use]
    pub fn holds(&self, now: Relation) -> bool {
        let reach = self.reach.is_none_or(|word| now.reach == ordering(word == Reach::Longer));
        let pace = self.pace.is_none_or(|word| now.speed == ordering(word == Pace::Faster));
        let ships = self.ships.is_none_or(|word| now.ships == ordering(word == Ships::More));
        let strength = self.strength.is_none_or(|word| now.strength == ordering(word == Strength::Stronger));
        reach && pace && ships && strength
    }
}

const fn ordering(more: bool) -> Ordering {
    if more { Ordering::Greater } else { Ordering::Less }
}

/// The entries of `[[when]]`, in the order of the file.
#[derive(Clone, Default)]
pub struct When {
    entries: Vec<(Condition, Arc<Fields>)>,
}

/// Their key.
const KEY: &str = "when";

/// Most entries of a policy.
const MOST: usize = 8;

/// A policy whose file may have `[[when]]`, as its last key.
pub trait Policies: Clone + 'static {
    /// Its keys, `[[when]]` among them.
    fn table() -> KeyTable<Self>;
    /// Its entries of `[[when]]`.
    fn when(&mut self) -> &mut When;
}

/// The table with the key `when`: any of the keys before it, under a condition. For the last key of a policy.
#[must_use]
pub fn when<P: Policies>(table: KeyTable<P>, _name: &'static str, doc: &'static str) -> KeyTable<P> {
    let of = Arc::new(entry(&table.schema()));
    let set = move |fields: &Fields, policy: &mut P| {
        let read = |entry: &Fields| (Condition::keys().read(entry, &Condition::default()), Arc::new(entry.clone()));
        policy.when().entries = fields.tables(KEY).iter().map(read).collect();
        Some(())
    };
    let tables = ValueType::Tables { of, min: 0, max: MOST };
    table.key(KEY, doc, tables, |_| Some(empty_list()), set).after_changes(|changes, policy| {
        // What a matchup changes for one side holds however that side stands; its own entries replace the policy's.
        if !changes.given(KEY) && !policy.when().entries.is_empty() {
            policy.when().entries.push((Condition::default(), Arc::new(changes.clone())));
        }
    })
}

/// An entry: the words of a condition, then a policy's keys; at least one of either.
fn entry(policy: &TableSchema) -> TableSchema {
    let condition = Condition::keys().schema().keys;
    let others = policy.overrides("an entry of [[when]]", "as outside of [[when]]").keys;
    let known: Vec<&str> = condition.iter().map(|key| key.name).collect();
    assert!(others.iter().all(|key| !known.contains(&key.name)), "a key of policies is called as one of {known:?}");
    let choices = others.iter().map(|key| key.name).collect();
    let keys: Vec<Key> = condition.into_iter().chain(others).collect();
    TableSchema { some_of: vec![known, choices], ..TableSchema::new("an entry of [[when]]", keys) }
}

/// The policies of A and B as they command sides that stand so to each other: the entries that hold are read one after the other, so of
/// several that give a key the last one counts.
#[must_use]
pub fn resolved<P: Policies>(relations: [Relation; 2], policies: [&P; 2]) -> [P; 2] {
    [0, 1].map(|side: usize| {
        let mut policy = policies[side].clone();
        let entries = std::mem::take(policy.when()).entries;
        let held = entries.iter().filter(|(condition, _)| condition.holds(relations[side]));
        held.fold(policy, |policy, (_, changes)| P::table().without(KEY).read(changes, &policy))
    })
}

/// A matchup whose policies command as they do in it: no entry is left.
#[must_use]
pub fn settled<G>(matchup: &Matchup<G>) -> Matchup<G>
where
    G: Rules<Policy: Policies, Design: Compared>,
{
    let mut settled = matchup.clone();
    if matchup.forces.iter().all(|force| (*force.commander).clone().when().entries.is_empty()) {
        return settled;
    }
    let fleets = matchup.forces.each_ref().map(|force| force.ships.iter().map(|ship| &**ship).collect());
    let policies = resolved(Relation::between(&fleets), matchup.forces.each_ref().map(|force| &*force.commander));
    settled.forces.iter_mut().zip(policies).for_each(|(force, policy)| force.commander = Arc::new(policy).into());
    settled
}

impl When {
    /// Its entries in words: where they stand in a file does not matter.
    fn words(&self) -> impl Iterator<Item = String> {
        self.entries.iter().map(|(condition, changes)| format!("{condition:?}: {}", changes.summary()))
    }
}

impl PartialEq for When {
    fn eq(&self, other: &Self) -> bool {
        self.words().eq(other.words())
    }
}

impl Eq for When {}

impl fmt::Debug for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.words()).finish()
    }
}

#[cfg(test)]
mod tests {
    use lanchester_scenario::{Source, weights};

    use super::*;

    /// Guns, longest range, speed. It can do as much as it has guns, and withstands four times its speed.
    struct Ship(usize, u8, u8);

    impl Compared for Ship {
        fn guns(&self) -> usize {
            self.0
        }

        fn reach(&self) -> u8 {
            self.1
        }

        fn speed(&self) -> u8 {
            self.2
        }

        fn offence(&self) -> f64 {
            self.0 as f64
        }

        fn defence(&self) -> f64 {
            4.0 * f64::from(self.2)
        }
    }

    weights! {
        /// What it looks for in a move.
        pub struct Moves("[moves]") {
            /// For closing.
            close,
            /// For staying together.
            fleet,
        }
    }

    options! {
        /// A policy.
        pub struct Policy("a policy") {
            /// How near it goes.
            keep: u8 [1..=30],
            /// What it looks for in a move.
            moves: Moves,
            /// Other choices and weights.
            when: When [by when] = When::default(),
        }
    }

    impl Policies for Policy {
        fn table() -> KeyTable<Self> {
            Self::keys()
        }

        fn when(&mut self) -> &mut When {
            &mut self.when
        }
    }

    fn relations(a: &[Ship], b: &[Ship]) -> [Relation; 2] {
        Relation::between(&[a.iter().collect(), b.iter().collect()])
    }

    /// What a text says, on top of a base if there is one.
    fn read(text: &str, base: Option<&Policy>) -> Policy {
        let schema = Policy::keys().schema();
        let schema = if base.is_some() { schema.overrides("changes", "as it was") } else { schema };
        let (fields, problems) = Fields::of_text(&Source::new("a test", text), &Arc::new(schema));
        assert!(problems.is_empty(), "{problems:?}");
        Policy::keys().read_whole(&fields, base).expect("a policy")
    }

    /// The numbers of a policy as it commands one ship of ten guns against another: keep, close, fleet.
    fn against(policy: &Policy, own: Ship, enemy: Ship) -> [i64; 3] {
        let [own, _] = resolved(relations(&[own], &[enemy]), [policy, policy]);
        assert_eq!(own.when, When::default());
        [own.keep.into(), own.moves.close.into(), own.moves.fleet.into()]
    }

    const BRAWLER: &str = "keep = 6
moves.close = 1
moves.fleet = 8
[[when]]
reach = \"shorter\"
keep = 1
[when.moves]
close = 5
[[when]]
pace = \"faster\"
reach = \"shorter\"
moves.fleet = 0
";

    /// By hand: eight guns at 6 hexes and two at 12 reach 7.2 hexes.
    #[test]
    fn reach_goes_by_guns() {
        let mixed = || [Ship(8, 6, 0), Ship(2, 12, 0)];
        let reach = |a: &[Ship], b: &[Ship]| relations(a, b).map(|relation| relation.reach);
        assert_eq!(reach(&mixed(), &[Ship(1, 7, 0)]), [Ordering::Greater, Ordering::Less]);
        assert_eq!(reach(&mixed(), &[Ship(30, 8, 0)]), [Ordering::Less, Ordering::Greater]);
        assert_eq!(reach(&mixed(), &[Ship(40, 6, 0), Ship(10, 12, 0)]), [Ordering::Equal; 2]);
        assert_eq!(reach(&[Ship(0, 12, 0)], &[Ship(1, 1, 0)]), [Ordering::Less, Ordering::Greater]);
    }

    /// By hand: two ships of 3 and 6 have a mean of 4.5, as four of 4, 4, 5 and 5 have.
    #[test]
    fn speed_is_a_mean_over_ships_and_numbers_are_numbers() {
        let [a, b] = relations(&[Ship(1, 1, 3), Ship(9, 1, 6)], &[4, 4, 5, 5].map(|speed| Ship(1, 1, speed)));
        assert_eq!([a.speed, b.speed], [Ordering::Equal; 2]);
        assert_eq!([a.ships, b.ships], [Ordering::Less, Ordering::Greater]);
        let [a, b] = relations(&[Ship(1, 1, 4)], &[Ship(1, 1, 5)]);
        assert_eq!([a.speed, b.speed, a.ships], [Ordering::Less, Ordering::Greater, Ordering::Equal]);
    }

    /// By hand: two ships of 3 and 5 guns and speeds 1 and 2 have 8 × 12 = 96; half of it is 48, as six guns at speed 2 have.
    #[test]
    fn strength_is_all_offence_times_all_defence() {
        let fleet = [Ship(3, 1, 1), Ship(5, 1, 2)];
        let strength = |other: Ship| relations(&fleet, &[other]).map(|relation| relation.strength);
        assert_eq!(strength(Ship(6, 9, 2)), [Ordering::Greater, Ordering::Less]);
        assert_eq!(strength(Ship(7, 9, 2)), [Ordering::Equal; 2]);
        assert_eq!(strength(Ship(23, 9, 2)), [Ordering::Equal; 2]);
        assert_eq!(strength(Ship(24, 9, 2)), [Ordering::Less, Ordering::Greater]);
        assert_eq!(strength(Ship(0, 9, 2)), [Ordering::Greater, Ordering::Less]);
        let turned = [Ship(5, 1, 2), Ship(3, 1, 1)];
        assert_eq!(relations(&turned, &[Ship(6, 9, 2)]), relations(&fleet, &[Ship(6, 9, 2)]));
        assert_eq!(relations(&[Ship(0, 9, 2)], &[Ship(0, 9, 3)])[0].strength, Ordering::Equal);
    }

    #[test]
    fn entries_hold_where_all_their_words_do_and_the_last_one_counts() {
        let policy = read(BRAWLER, None);
        assert_eq!(against(&policy, Ship(10, 12, 5), Ship(10, 6, 5)), [6, 1, 8]);
        assert_eq!(against(&policy, Ship(10, 6, 5), Ship(10, 6, 4)), [6, 1, 8]);
        assert_eq!(against(&policy, Ship(10, 6, 5), Ship(10, 12, 5)), [1, 5, 8]);
        assert_eq!(against(&policy, Ship(10, 6, 5), Ship(10, 12, 4)), [1, 5, 0]);
        let twice =
            read("keep = 6\n[[when]]\nreach = \"longer\"\nkeep = 2\n[[when]]\npace = \"faster\"\nkeep = 3\n", None);
        assert_eq!(against(&twice, Ship(1, 2, 2), Ship(1, 1, 1)), [3, 0, 0]);
    }

    /// What a matchup changes of a policy for one side holds however that side stands; entries of its own replace the policy's.
    #[test]
    fn changes_of_a_policy_hold_everywhere() {
        let policy = read(BRAWLER, None);
        let changed = read("moves.close = 3", Some(&policy));
        assert_eq!(against(&changed, Ship(10, 12, 5), Ship(10, 6, 5)), [6, 3, 8]);
        assert_eq!(against(&changed, Ship(10, 6, 5), Ship(10, 12, 4)), [1, 3, 0]);
        let other = read("keep = 9\n[[when]]\nreach = \"shorter\"\nmoves.fleet = 2\n", Some(&policy));
        assert_eq!(against(&other, Ship(10, 6, 5), Ship(10, 12, 4)), [9, 1, 2]);
    }

    /// An entry that never counts, or always, is a mistake.
    #[test]
    fn an_entry_has_a_condition_and_a_choice() {
        let problems = |entry: &str| {
            let source = Source::new("a test", format!("keep = 6\n[[when]]\n{entry}").as_str());
            Fields::of_text(&source, &Arc::new(Policy::keys().schema())).1.len()
        };
        assert_eq!(["reach = \"longer\"\nkeep = 1", "reach = \"longer\"", "keep = 1", ""].map(problems), [0, 1, 1, 2]);
    }

    #[test]
    fn policies_are_equal_that_command_alike() {
        assert_eq!(read(BRAWLER, None), read(&format!("# A note.\n{BRAWLER}"), None));
        assert_ne!(read(BRAWLER, None), read(&BRAWLER.replace("shorter", "longer"), None));
        assert_ne!(read(BRAWLER, None), read("keep = 6\nmoves.close = 1\nmoves.fleet = 8\n", None));
    }
}
