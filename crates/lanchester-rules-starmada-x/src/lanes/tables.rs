//! Everything about a matchup that is the same in every lane: worked out once, before the first battle.
//!
//! Phase: none: worked out before the first battle, read in every phase.

use std::collections::BTreeMap;

use lanchester_battle::appraisal::{Currency, both_pulls, edge_pull, facing_pull, outranged_pull, range_pull};
use lanchester_battle::lineup::Lineup;
use lanchester_battle::relation::{Relation, resolved};
use lanchester_core::{Matchup, Side};
use lanchester_lanes::Row;

use crate::StarmadaX;
use crate::design::{Battery, Design, Kind, MAX_EQUIPMENT, MAX_MOUNTS, MAX_RANGE};
use crate::formulas::range_modifier;
use crate::lanes::chooser::candidates::{Candidates, End, Turn};
use crate::lanes::chooser::salvos::{Salvo, salvos};
use crate::lanes::field::{Field, LONGEST_WAY};
use crate::options::{Options, Station};
use crate::policy::{LoseSystem, MoveWeights, Policy, RangeGoal};

/// Band index of [`BatteryTables::band`] that is out of range.
pub const OUT_OF_RANGE: u8 = 48;
/// The letters of a damage chart: hull.
pub const HULL: usize = 0;
/// Engines.
pub const ENGINES: usize = 1;
/// Shields.
pub const SHIELDS: usize = 2;
/// Special equipment.
pub const EQUIPMENT: usize = 3;
/// Battery a; b and c follow.
pub const WEAPONS: usize = 4;
/// Letters of a damage chart.
pub const LETTERS: usize = 7;
/// Ways in which penetration dice may be read: as they are, at half shields, twice, twice at half shields.
pub const READINGS: usize = 4;

/// The weight of [`ShipTables::worth`]: of the strongest ship's whole fire it still fits a score.
const WORTH: i8 = 4;

/// A prepared matchup.
#[derive(Debug)]
pub struct Tables {
    /// Ships of A, then ships of B.
    pub ships: Lineup<ShipTables>,
    /// The ship that carries each flight; flights of A, then flights of B.
    pub flights: Lineup<usize>,
    /// The policies of A and B.
    pub policies: [Policy; 2],
    /// Whose guns reach farther than the enemy's.
    pub outreaches: [bool; 2],
    /// Fixed stations of A and B, for battles in which A has seat 0.
    pub stations: [Option<Vec<Station>>; 2],
    /// The battle's options.
    pub options: Options,
    /// Points of each fleet.
    pub rating: [u32; 2],
    /// Distances may be longer than tables by distance are: those are looked up at their end.
    pub far: bool,
    /// What objects do, if there are any.
    pub field: Option<Field>,
    /// Edge feature of A's and B's policy by column and by row, already weighted (signed).
    pub edge_pull: [[Row; 2]; 2],
}

/// One ship's constants.
#[derive(Debug)]
pub struct ShipTables {
    /// Its design.
    pub design: Design,
    /// Hits by letter of the chart ([`HULL`] to [`WEAPONS`]: H, E, S, Q, a, b, c) and face − 1.
    pub chart: [[u8; 16]; LETTERS],
    /// Letters that stand on the chart.
    pub letters: [bool; LETTERS],
    /// Pieces that cancel hull, weapon and shield hits ([`crate::lanes::equipment::Armour`]): place in its list and the least
    /// face.
    pub cancels: [Option<(usize, u8)>; 3],
    /// Electronic Countermeasures: place in its list.
    pub ecm: Option<usize>,
    /// Pieces with boxes in the order in which its policy gives them up.
    pub give_up: Vec<usize>,
    /// Mounts of each battery in the order in which its policy gives them up.
    pub give_up_mounts: Vec<Vec<usize>>,
    /// Its batteries.
    pub batteries: Vec<BatteryTables>,
    /// The same as expected fire is added up.
    pub salvos: Vec<Salvo>,
    /// Battery of each mount.
    pub mounts: Vec<usize>,
    /// Mounts that bear, a bit each, by class + 24 − 4·facing (or + 36 − 4·facing for the reverse bearing).
    pub arcs: Row,
    /// Where it can go.
    pub candidates: &'static Candidates,
    /// What the orders for an end count for its policy, wherever it leads, by end.
    pub effort: Vec<i16>,
    /// The most of them, by turn of all spots.
    pub most_effort: Vec<i16>,
    /// By reading and shield boxes lost: the enemy policy's weight on expected damage dealt to it (signed, ±119).
    pub value_dealt: [[u8; 16]; READINGS],
    /// The same: its own policy's weight on expected damage that it takes.
    pub value_taken: [[u8; 16]; READINGS],
    /// The same, before it is shared out, and without the weight's sign: not negative.
    pub value_shared: [[u8; 16]; READINGS],
    /// The same: the enemy policy's weight on expected damage when it chooses targets.
    pub value_as_target: [[u8; 16]; READINGS],
    /// The same: what expected damage on it is worth, whatever a policy weighs.
    pub worth: [[u8; 16]; READINGS],
    /// What a fighter's hit on it counts for the enemy policy's flights, by shield boxes lost (unsigned).
    pub prey: [u8; 16],
    /// Rating feature as a target, already weighted by the enemy's policy (signed).
    pub target_rating: i16,
    /// Range feature against each enemy, by distance, already weighted (signed, ±127).
    pub range_pull: Vec<Row>,
    /// The distance that its policy wants from each enemy.
    pub range_goal: Vec<u8>,
    /// Facing feature by class + 24 − 4·facing of the nearest enemy, already weighted (signed).
    pub facing_pull: Row,
    /// Longest range of any battery.
    pub reach: u8,
}

/// One battery's constants.
#[derive(Debug)]
pub struct BatteryTables {
    /// Band by distance: 0 short, 16 medium, 32 long, [`OUT_OF_RANGE`] beyond and at distance 0.
    pub band: Row,
    /// Expected damage of so many weapons, shields aside, by band + weapons; without and with ECM on the target.
    pub damage: [Row; 2],
    /// Expected fighters shot down, in eighths, by band + weapons.
    pub kills: Row,
    /// Needed number by band / 16, before penalties.
    pub need: [u8; 16],
    /// Which of the [`READINGS`] its penetration dice have.
    pub reading: usize,
    /// Its mounts.
    pub mounts: Vec<usize>,
}

/// Expected hits of `dice` dice where `need` is needed, in sixths. Where sixes are pooled, without what is left over.
fn sixths(dice: u32, need: i32) -> u32 {
    match need {
        ..=1 => 5 * dice,
        2..=6 => dice * (7 - need) as u32,
        _ => dice / (need - 5) as u32,
    }
}

/// Expected damage dice of so many weapons of a battery, shields aside, in 24ths, with an allowance for its abilities.
fn expected(battery: &Battery, weapons: u32, modifier: i32) -> u32 {
    let abilities = battery.abilities;
    let hits = sixths(weapons * u32::from(battery.rof), i32::from(battery.to_hit) - modifier);
    let quarters = 4 + 4 * u32::from(abilities.extra_hull) + 2 * u32::from(abilities.extra_crew)
        - 2 * u32::from(abilities.no_hull);
    hits * u32::from(battery.pen) * u32::from(battery.dmg) * quarters
}

/// Chance that a penetration die goes through in 36ths, by reading.
fn through(reading: usize, shields: u8) -> i32 {
    let shields = if reading & 1 == 1 { shields.div_ceil(2) } else { shields };
    let open = i32::from(6 - shields);
    if reading & 2 == 2 { open * open } else { 6 * open }
}

impl Tables {
    /// Works the tables out.
    pub fn new(matchup: &Matchup<StarmadaX>) -> Self {
        let [a, b] = &matchup.forces;
        let designs: [Vec<&Design>; 2] = [a, b].map(|f| f.ships.iter().map(|s| &**s).collect());
        let relations = Relation::between(&designs);
        let policies = resolved(relations, [&*a.commander, &*b.commander]);
        // The most expensive hull box counts 16.
        let currency = Currency::new(16, designs.iter().flatten().map(|d| (d.rating, d.hull)));
        // The strongest ship's whole fire at short range is 250.
        let full = |d: &Design| d.batteries.iter().map(|b| expected(b, b.weapons().into(), 1)).sum::<u32>();
        let strongest = designs.iter().flatten().map(|d| full(d)).max().unwrap_or(1).max(1);
        let mut ships = Lineup::new(Side::BOTH.map(|side| {
            let best_rating = designs[side].iter().map(|d| d.rating).max().unwrap_or(1).max(1);
            let (own, enemy) = (&policies[side], &policies[side.opponent()]);
            let tables = designs[side].iter().map(|design| {
                let value = currency.value_per_box(design.rating, design.hull);
                let mut ship = ShipTables::new(design, value, own, enemy, best_rating, strongest);
                let goal = |enemy: &&Design| range_goal([design, enemy], &currency, own.range_goal);
                ship.range_goal = designs[side.opponent()].iter().map(goal).collect();
                let pull = |(enemy, goal): (&&Design, &u8)| {
                    let outranged = outranged_pull([design.reach(), enemy.reach()], own.moves.outranged);
                    both_pulls(&range_pull(*goal, own.moves.range), &outranged)
                };
                ship.range_pull = designs[side.opponent()].iter().zip(&ship.range_goal).map(pull).collect();
                ship
            });
            tables.collect()
        }));
        let field = field(&matchup.options, &mut ships);
        for side in Side::BOTH {
            for ship in ships.side(side) {
                ships[ship].weigh_effort(&policies[side].moves);
            }
        }
        let carriers =
            Side::BOTH.map(|side| ships.side(side).flat_map(|ship| vec![ship; ships[ship].design.flights()]).collect());
        Self {
            flights: Lineup::new(carriers),
            rating: Side::BOTH.map(|s| designs[s].iter().map(|d| d.rating).sum()),
            stations: [a.stations.clone(), b.stations.clone()],
            edge_pull: [0, 1].map(|side: usize| {
                let weight = policies[side].moves.edge;
                let board = matchup.options.board;
                [edge_pull(board.cols, 1, weight), edge_pull(board.rows, 1, weight)]
            }),
            far: matchup.options.board.longest() > LONGEST_WAY,
            field,
            options: matchup.options.clone(),
            outreaches: relations.map(Relation::outreaches),
            policies,
            ships,
        }
    }
}

/// What objects do, if there are any; ships then know more ways to where they can go.
fn field(options: &Options, ships: &mut [ShipTables]) -> Option<Field> {
    if options.objects.is_empty() {
        return None;
    }
    let mut lists = BTreeMap::new();
    for ship in ships.iter_mut() {
        ship.candidates = Candidates::of(ship.design.engines, true);
        lists.insert(ship.design.engines, ship.candidates);
    }
    Field::new(options, &lists)
}

impl ShipTables {
    fn new(design: &Design, value: i32, own: &Policy, enemy: &Policy, best_rating: u32, strongest: u32) -> Self {
        let place = |kind: Kind| design.equipment.iter().position(|piece| piece.kind == kind);
        let cancels = [Kind::ArmorPlating, Kind::ArmoredGuns, Kind::RedundantShielding]
            .map(|kind| place(kind).map(|at| (at, design.equipment[at].cancels_on)));
        let mut arcs = Row::ZERO;
        for (i, (_, mount)) in design.mounts().enumerate() {
            for index in 0..64u8 {
                arcs.0[usize::from(index)] |= u8::from(mount.arcs.covers_class(index % 24)) << i;
            }
        }
        // A table by shield boxes lost.
        let by_lost = |value: &dyn Fn(u8) -> i32| -> [u8; 16] {
            std::array::from_fn(|lost| value(design.shields.saturating_sub(lost as u8)).clamp(-119, 119) as i8 as u8)
        };
        let value_per_box = |weight: i8, value: i32| -> [[u8; 16]; READINGS] {
            std::array::from_fn(|reading| {
                by_lost(&|shields| through(reading, shields) * i32::from(weight) * value / (3 * 32))
            })
        };
        let mut ship = Self {
            chart: std::array::from_fn(|letter| {
                std::array::from_fn(|face| design.chart.get(face).map_or(0, |entry| entry.0[letter]))
            }),
            letters: std::array::from_fn(|letter| design.chart.iter().any(|entry| entry.0[letter] > 0)),
            cancels,
            ecm: place(Kind::Ecm),
            give_up: pieces_to_give_up(design, own),
            give_up_mounts: mounts_to_give_up(design, own),
            batteries: Vec::new(),
            salvos: Vec::new(),
            mounts: design.mounts().map(|(battery, _)| battery).collect(),
            arcs,
            candidates: Candidates::of(design.engines, false),
            effort: Vec::new(),
            most_effort: Vec::new(),
            value_dealt: value_per_box(enemy.moves.deal, value),
            value_taken: value_per_box(own.moves.take, value),
            value_shared: value_per_box(own.moves.share.abs(), value),
            value_as_target: value_per_box(enemy.targets.damage, 12),
            worth: value_per_box(WORTH, value),
            prey: by_lost(&|shields| value * i32::from(6 - shields.div_ceil(2))),
            target_rating: i16::from(enemy.targets.rating) * (16 * design.rating / best_rating) as i16,
            facing_pull: facing_pull(own.moves.bow, own.moves.beam),
            reach: design.reach(),
            range_pull: Vec::new(),
            range_goal: Vec::new(),
            design: design.clone(),
        };
        let mut first = 0;
        for battery in &design.batteries {
            let mounts = (first..first + battery.mounts.len()).collect();
            first += battery.mounts.len();
            ship.batteries.push(BatteryTables::new(battery, mounts, strongest));
        }
        ship.salvos = salvos(&ship.batteries, &ship.arcs);
        assert!(first <= MAX_MOUNTS && design.equipment.len() <= MAX_EQUIPMENT);
        ship
    }

    /// Works out what the orders for its ends count for.
    fn weigh_effort(&mut self, weights: &MoveWeights) {
        let Candidates { spots, ends, .. } = self.candidates;
        let effort = |end: &End| {
            i16::from(weights.forward) * i16::from(end.forward) - i16::from(weights.moved) * i16::from(end.cost)
        };
        self.effort = ends.iter().map(effort).collect();
        let most = |turn: &Turn| self.effort[turn.ends.0..turn.ends.1].iter().copied().max().unwrap_or(0);
        self.most_effort = spots.iter().flat_map(|spot| &spot.turns).map(most).collect();
    }
}

/// Places of the pieces with boxes, in the order in which a policy gives them up.
fn pieces_to_give_up(design: &Design, policy: &Policy) -> Vec<usize> {
    let mut places: Vec<usize> = (0..design.equipment.len()).filter(|p| design.equipment[*p].boxes > 0).collect();
    if policy.lose_equipment == LoseSystem::LeastUseful {
        places.sort_by_key(|place| Kind::ALL.iter().position(|kind| *kind == design.equipment[*place].kind));
    }
    places
}

/// Mounts of each battery, in the order in which a policy gives them up: those with the fewest arcs first.
fn mounts_to_give_up(design: &Design, policy: &Policy) -> Vec<Vec<usize>> {
    let mounts: Vec<_> = design.mounts().collect();
    let of = |battery: usize| {
        let mut own: Vec<usize> = (0..mounts.len()).filter(|m| mounts[*m].0 == battery).collect();
        if policy.lose_weapon == LoseSystem::LeastUseful {
            own.sort_by_key(|mount| mounts[*mount].1.arcs.count());
        }
        own
    };
    (0..design.batteries.len()).map(of).collect()
}

impl BatteryTables {
    fn new(battery: &Battery, mounts: Vec<usize>, strongest: u32) -> Self {
        let band = std::array::from_fn(|d| match range_modifier(battery, d as u8) {
            Some(1) => 0,
            Some(0) => 16,
            Some(_) => 32,
            None => OUT_OF_RANGE,
        });
        let by_weapons = |value: &dyn Fn(u32, i32) -> u32| {
            Row(std::array::from_fn(|index| match index / 16 {
                3 => 0,
                band => value(index as u32 % 16, 1 - band as i32).min(255) as u8,
            }))
        };
        let damage = |ecm: i32| {
            by_weapons(&|n, modifier| (500 * expected(battery, n, modifier - ecm) + strongest) / (2 * strongest))
        };
        let to_hit = i32::from(battery.to_hit);
        let kills = |n: u32, modifier: i32| {
            let dice = n * u32::from(battery.rof);
            if battery.abilities.spares_fighters() { 0 } else { 8 * sixths(dice, to_hit - modifier + 1) / 6 }
        };
        Self {
            band: Row(band),
            damage: [damage(0), damage(1)],
            kills: by_weapons(&kills),
            need: std::array::from_fn(|band| (to_hit - 1 + band.min(2) as i32) as u8),
            reading: usize::from(battery.abilities.halves_shields) + 2 * usize::from(battery.abilities.re_roll),
            mounts,
        }
    }
}

/// What all of `design` together can do to `enemy` at a distance, both undamaged, all bearing.
fn volley(design: &Design, enemy: &Design, distance: u8) -> i64 {
    let ecm = i32::from(enemy.piece(Kind::Ecm).is_some());
    let sum = design.batteries.iter().map(|battery| {
        let tables = usize::from(battery.abilities.halves_shields) + 2 * usize::from(battery.abilities.re_roll);
        let modifier = range_modifier(battery, distance).map(i32::from);
        modifier.map_or(0, |modifier| {
            i64::from(expected(battery, battery.weapons().into(), modifier - ecm))
                * i64::from(through(tables, enemy.shields))
        })
    });
    sum.sum()
}

/// The distance a policy wants between the first design and the second, an enemy.
fn range_goal([own, enemy]: [&Design; 2], currency: &Currency, goal: RangeGoal) -> u8 {
    let fire = |firer: &Design, target: &Design, distance: u8| {
        i64::from(currency.value_per_box(target.rating, target.hull)) * volley(firer, target, distance)
    };
    goal.distance([own.reach(), enemy.reach()], MAX_RANGE, |d| [fire(own, enemy, d), fire(enemy, own, d)])
}
