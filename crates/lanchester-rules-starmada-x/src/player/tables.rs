//! What a matchup's designs and policies say, worked out once: made here from designs and rules, not taken from the lanes' tables.

use std::collections::{BTreeMap, VecDeque};

use lanchester_battle::relation::{Relation, resolved};
use lanchester_battle::weights::{goal, price_of_box};
use lanchester_lanes::hex::{Board, Hex};

use crate::design::{Battery, Design, Kind, MAX_RANGE, MAX_WEAPONS};
use crate::event::ShipId;
use crate::formulas::range_modifier;
use crate::lanes::field::LONGEST_WAY;
use crate::policy::Policy;
use crate::reference::Setup;

/// Ways in which penetration dice may be read: as they are, at half shields, twice, twice at half shields.
pub const READINGS: usize = 4;

/// By number of weapons of a battery.
type ByWeapons = [u8; MAX_WEAPONS as usize + 1];

/// What a battery does.
#[derive(Clone, Debug)]
pub struct BatteryTable {
    /// Which of the [`READINGS`].
    pub reading: usize,
    /// Expected damage dice by weapons: at short, medium and long range, and one harder still.
    fire: [ByWeapons; 4],
    /// Expected fighters shot down, in eighths.
    shot_down: [ByWeapons; 3],
}

/// What a ship does.
#[derive(Clone, Debug)]
pub struct ShipTable {
    /// Its batteries.
    pub batteries: Vec<BatteryTable>,
    /// Its points per hull box, on a scale on which the costliest box of the matchup is 16.
    pub price: i64,
    /// Its combat rating in sixteenths of the highest in its fleet.
    pub points: i64,
    /// Hexes that its longest battery reaches.
    pub reach: u8,
    /// The distance that it seeks from each enemy, by slot.
    pub goals: Vec<u8>,
}

/// What is worked out once a matchup.
#[derive(Clone, Debug)]
pub struct Tables {
    ships: [Vec<ShipTable>; 2],
    /// The policies of A and B, as they command these fleets.
    pub(super) policies: [Policy; 2],
    /// Whose guns reach farther than the enemy's.
    pub(super) outreaches: [bool; 2],
    /// The hexes that objects occupy.
    pub(super) solid: Vec<Hex>,
}

/// Expected hits of so many dice at a needed number, in sixths. Where natural sixes are pooled, whole hits of all sixes.
fn hits(dice: i64, need: i64) -> i64 {
    match need {
        ..=1 => 5 * dice,
        2..=6 => (7 - need) * dice,
        _ => dice / (need - 5),
    }
}

/// Expected damage dice of so many weapons before shields, in 24ths: hull hits that are doubled count twice, lost crew
/// half, those without hull hits half.
fn damage_dice(battery: &Battery, weapons: u8, modifier: i64) -> i64 {
    let with = |ability: bool, quarters: i64| if ability { quarters } else { 0 };
    let abilities = battery.abilities;
    let quarters = 4 + with(abilities.extra_hull, 4) + with(abilities.extra_crew, 2) - with(abilities.no_hull, 2);
    let dice = i64::from(weapons) * i64::from(battery.rof);
    hits(dice, i64::from(battery.to_hit) - modifier) * i64::from(battery.pen) * i64::from(battery.dmg) * quarters
}

/// Chance that a penetration die goes through, in 36ths.
fn through(reading: usize, shields: u8) -> i64 {
    let shields = if reading & 1 == 1 { shields.div_ceil(2) } else { shields };
    let faces = i64::from(6 - shields);
    if reading & 2 == 2 { faces * faces } else { 6 * faces }
}

/// How penetration dice of a battery are read.
fn reading(battery: &Battery) -> usize {
    usize::from(battery.abilities.halves_shields) + 2 * usize::from(battery.abilities.re_roll)
}

/// A weight on damage dice that are read so by the chance that they go through and a price, within ±119.
pub fn each(reading: usize, shields: u8, weight: i8, price: i64) -> i64 {
    (through(reading, shields) * i64::from(weight) * price / 96).clamp(-119, 119)
}

impl BatteryTable {
    /// In a matchup in which the whole fire at short range of the strongest ship, which counts 250, is so much.
    fn new(battery: &Battery, strongest: i64) -> Self {
        let by = |value: &dyn Fn(u8) -> i64| -> ByWeapons { std::array::from_fn(|n| value(n as u8).min(255) as u8) };
        let fire = |harder: usize| {
            let dice = |weapons| damage_dice(battery, weapons, 1 - harder as i64);
            by(&|weapons| (500 * dice(weapons) + strongest) / (2 * strongest))
        };
        // Fighters are one harder to hit than ships.
        let need = |harder: usize| i64::from(battery.to_hit) + harder as i64;
        let dice = |weapons: u8| i64::from(weapons) * i64::from(battery.rof);
        let spares = battery.abilities.spares_fighters();
        let kills = |harder| by(&|weapons| if spares { 0 } else { 8 * hits(dice(weapons), need(harder)) / 6 });
        let (fire, shot_down) = (std::array::from_fn(fire), std::array::from_fn(kills));
        Self { reading: reading(battery), fire, shot_down }
    }

    /// Expected damage dice of so many weapons at a range modifier, on a scale on which the whole fire at short range of the
    /// strongest ship of the matchup is 250; at most 255.
    pub fn fire(&self, weapons: u8, modifier: i8, ecm: bool) -> i64 {
        self.fire[usize::from(ecm) + (1 - modifier) as usize][usize::from(weapons)].into()
    }

    /// Fighters that so many weapons are expected to shoot down at a range modifier, in eighths, at most 255.
    pub fn shot_down(&self, weapons: u8, modifier: i8) -> i64 {
        self.shot_down[(1 - modifier) as usize][usize::from(weapons)].into()
    }

    /// [`each`] of its damage dice.
    pub fn each(&self, shields: u8, weight: i8, price: i64) -> i64 {
        each(self.reading, shields, weight, price)
    }
}

/// Expected damage of all batteries of a design, all bearing, at a distance from a target, both undamaged.
fn broadside(design: &Design, target: &Design, distance: u8) -> i64 {
    let ecm = i64::from(target.piece(Kind::Ecm).is_some());
    let fire = design.batteries.iter().filter_map(|battery| {
        let modifier = i64::from(range_modifier(battery, distance)?) - ecm;
        Some(damage_dice(battery, battery.weapons(), modifier) * through(reading(battery), target.shields))
    });
    fire.sum()
}

impl Tables {
    /// Works it out.
    pub fn new(setup: &Setup<'_>, policies: [&Policy; 2]) -> Self {
        let relations = Relation::between(&setup.ships);
        let policies = resolved(relations, policies);
        let designs = || setup.ships.iter().flatten().copied();
        let whole = |design: &Design| -> i64 {
            design.batteries.iter().map(|battery| damage_dice(battery, battery.weapons(), 1)).sum()
        };
        let strongest = designs().map(whole).max().unwrap_or(1).max(1);
        let ratio = |design: &Design| [i64::from(design.rating), i64::from(design.hull)];
        let price = |design: &Design| price_of_box(ratio(design), designs().map(ratio), 16);
        let ships = [0, 1].map(|side| {
            let best = setup.ships[side].iter().map(|design| design.rating).max().unwrap_or(1).max(1);
            let table = |design: &&Design| {
                let seek = |enemy: &&Design| {
                    // A ship without batteries seeks what one of the shortest range would.
                    goal(policies[side].range_goal, [design.reach(), enemy.reach()], MAX_RANGE, |distance| {
                        let dealt = price(enemy) * broadside(design, enemy, distance);
                        [dealt, price(design) * broadside(enemy, design, distance)]
                    })
                };
                ShipTable {
                    batteries: design.batteries.iter().map(|battery| BatteryTable::new(battery, strongest)).collect(),
                    price: price(design),
                    points: i64::from(16 * design.rating / best),
                    reach: design.reach(),
                    goals: setup.ships[1 - side].iter().map(seek).collect(),
                }
            };
            setup.ships[side].iter().map(table).collect()
        });
        let outreaches = relations.map(Relation::outreaches);
        Self { ships, policies, outreaches, solid: setup.options.solid().collect() }
    }

    /// What a ship does.
    pub(super) fn ship(&self, ship: ShipId) -> &ShipTable {
        &self.ships[ship.side][usize::from(ship.slot)]
    }

    /// Hexes of the shortest way between two hexes, by the [ways](Self::ways) from the first; [`LONGEST_WAY`] for longer ones and where
    /// there is none.
    pub(super) fn way(&self, ways: &BTreeMap<Hex, u8>, from: Hex, to: Hex) -> u8 {
        let way = if self.solid.is_empty() { Some(from.distance(to)) } else { ways.get(&to).copied() };
        way.unwrap_or(LONGEST_WAY).min(LONGEST_WAY)
    }

    /// Hexes of the shortest way from a hex to every other that does not enter an object; one in an object is a step from its
    /// nearest neighbour. Nothing where there are no objects.
    pub(super) fn ways(&self, board: Board, from: Hex) -> BTreeMap<Hex, u8> {
        let mut ways = BTreeMap::new();
        if self.solid.is_empty() {
            return ways;
        }
        ways.insert(from, 0);
        let mut next = VecDeque::from([(from, 0)]);
        while let Some((hex, way)) = next.pop_front() {
            if hex != from && self.solid.contains(&hex) {
                continue;
            }
            for neighbour in hex.neighbours() {
                if board.contains(neighbour) && !ways.contains_key(&neighbour) {
                    ways.insert(neighbour, way + 1);
                    next.push_back((neighbour, way + 1));
                }
            }
        }
        ways
    }
}
