//! Everything about a matchup that is the same in every lane: worked out once, before the first battle.

use lanchester_core::{Matchup, Side};
use lanchester_hex::{Board, ClockArc};
use lanchester_lanes::{LANES, Row};

use crate::Nova;
use crate::design::{Battery, Design, MAX_RANGE};
use crate::lanes::candidates::Candidates;
use crate::options::{AtATime, Options, Station};
use crate::policy::{Policy, RangeGoal, ShipOrder};
use crate::reference::combat::{attack_dice, effective_ecm};

/// Column index of [`BatteryTables::dice`] that holds no dice.
pub const NO_DICE: u8 = 15;

/// A prepared matchup.
#[derive(Debug)]
pub struct Tables {
    /// Ships of A, then ships of B.
    pub ships: Vec<ShipTables>,
    /// Ships of A.
    pub count_a: usize,
    /// The ships that are alike, of one side and design, together.
    pub classes: Vec<Vec<usize>>,
    /// The policies of A and B.
    pub policies: [Policy; 2],
    /// Fixed stations of A and B, for battles in which A has seat 0.
    pub stations: [Option<Vec<Station>>; 2],
    /// The battle's options.
    pub options: Options,
    /// Whether ships that fire together declare all their targets first (NOVA 3.3).
    pub declares: bool,
    /// Victory-point target in quarter points.
    pub target: Option<u32>,
    /// The board.
    pub board: Board,
    /// Ships of each side in the fixed order in which its policy moves them.
    pub move_order: [Vec<usize>; 2],
    /// The same for firing them.
    pub fire_order: [Vec<usize>; 2],
    /// Points of each fleet.
    pub rating: [u32; 2],
    /// Edge feature of A's and B's policy by east and by north coordinate, already weighted (signed).
    pub edge_pull: [[Row; 2]; 2],
}

/// One ship's constants.
#[derive(Debug)]
pub struct ShipTables {
    /// Its design.
    pub design: Design,
    /// Boxes at which it is damaged, crippled, destroyed.
    pub thresholds: [u8; 3],
    /// Thrust by boxes lost.
    pub thrust: [u8; 16],
    /// ECM by boxes lost.
    pub ecm: [u8; 16],
    /// Blocking faces by icons lost, bit 0 for face 1.
    pub shield: [u8; 16],
    /// Its batteries.
    pub batteries: Vec<BatteryTables>,
    /// Its banks in firing order.
    pub banks: Vec<BankTables>,
    /// What banks can deal: banks that always have the same dice have the same.
    pub broadsides: Vec<Broadside>,
    /// Its banks again, but for those that never fire, in groups of up to eight.
    pub guns: Vec<Guns>,
    /// For banks 0-7 and 8-15: the banks that bear (a bit each), by class + 24 − 4·facing (or + 36 − 4·facing for the
    /// reverse bearing).
    pub arcs: [Row; 2],
    /// Where it can go.
    pub candidates: &'static Candidates,
    /// Weight on each box dealt to it, by its shield icons lost, for the enemy's policy (signed, ±120).
    pub worth_dealt: [u8; 16],
    /// Weight on each box it takes, by its shield icons lost, for its own policy (signed, ±120).
    pub worth_taken: [u8; 16],
    /// The same for choosing targets: the enemy's weight on each box that a bank expects to check on it.
    pub worth_target: [u8; 16],
    /// Rating feature as a target, already weighted by the enemy's policy (signed).
    pub target_rating: i16,
    /// Range feature against each enemy, by distance, already weighted (signed, ±127).
    pub range_pull: Vec<Row>,
    /// Facing feature by class + 24 − 4·facing of the nearest enemy, already weighted (signed).
    pub facing_pull: Row,
    /// The most of it, at least 0.
    pub facing_most: u8,
    /// Whether its policy weighs the facing at all.
    pub faces: bool,
    /// Longest range of any battery.
    pub reach: u8,
}

/// One battery's constants.
#[derive(Debug)]
pub struct BatteryTables {
    /// Range column by distance: 0 short, 1 medium, 2 long, [`NO_DICE`] beyond.
    pub range: Row,
    /// Attack dice by column index (modifier 2 − index).
    pub dice: [u8; 16],
    /// Dice × boxes a hit, at most 255, by column index.
    pub worth: [u8; 16],
    /// Boxes a hit checks.
    pub damage: u8,
}

/// What one bank of several that are alike can deal.
#[derive(Debug, PartialEq, Eq)]
pub struct Broadside {
    /// Column index by distance, the bank's modifier in it, at most [`NO_DICE`].
    pub column: Row,
    /// Dice × boxes a hit, by column index.
    pub worth: [u8; 16],
}

/// Up to eight banks that can fire.
#[derive(Debug)]
pub struct Guns {
    /// How many.
    pub count: usize,
    /// The broadside of each.
    pub broadside: [u8; 8],
    /// Those that do *not* bear (a bit each), by the same index as [`ShipTables::arcs`].
    pub blind: Row,
}

/// One bank's constants.
#[derive(Debug)]
pub struct BankTables {
    /// Its battery.
    pub battery: usize,
    /// Arc modifier without its sign.
    pub modifier: u8,
    /// Its bit in [`ShipTables::arcs`].
    pub bit: u8,
    /// Which of the two arc rows.
    pub word: usize,
}

impl Tables {
    /// Works the tables out.
    #[must_use]
    pub fn new(matchup: &Matchup<Nova>) -> Self {
        let [a, b] = &matchup.forces;
        let policies = [Policy::clone(&a.policy), Policy::clone(&b.policy)];
        let designs: [Vec<&Design>; 2] = [a, b].map(|f| f.ships.iter().map(|s| &**s).collect());
        // Points per box, the currency in which an exchange is weighed, scaled so that the dearest box counts 8.
        let per_box = |d: &Design| u64::from(d.rating) * 27_720 / u64::from(d.thresholds()[2]);
        let dearest = designs.iter().flatten().map(|d| per_box(d)).max().unwrap_or(1).max(1);
        let price = |d: &Design| (((16 * per_box(d) + dearest) / (2 * dearest)) as i32).max(1);
        let mut ships = Vec::new();
        for side in Side::BOTH {
            let best_rating = designs[side].iter().map(|d| d.rating).max().unwrap_or(1).max(1);
            for design in &designs[side] {
                let enemies = &designs[side.opponent()];
                let mut ship =
                    ShipTables::new(design, price(design), &policies[side], &policies[side.opponent()], best_rating);
                ship.range_pull = enemies
                    .iter()
                    .map(|enemy| {
                        range_pull(design, enemy, price(design), price(enemy), &policies[side], &matchup.options)
                    })
                    .collect();
                ships.push(ship);
            }
        }
        let order = |side: Side, order: ShipOrder| -> Vec<usize> {
            let base = if side == Side::A { 0 } else { designs[Side::A].len() };
            let mut slots: Vec<usize> = (0..designs[side].len()).collect();
            match order {
                ShipOrder::Strongest => slots.sort_by_key(|s| std::cmp::Reverse(designs[side][*s].rating)),
                ShipOrder::Weakest => slots.sort_by_key(|s| designs[side][*s].rating),
                ShipOrder::Listed | ShipOrder::Nearest | ShipOrder::Farthest => {}
            }
            slots.into_iter().map(|s| base + s).collect()
        };
        let side_of = |ship: usize| ship < designs[Side::A].len();
        let mut classes: Vec<Vec<usize>> = Vec::new();
        for (index, ship) in ships.iter().enumerate() {
            let alike = |other: usize| side_of(other) == side_of(index) && ships[other].design == ship.design;
            match classes.iter_mut().find(|class| alike(class[0])) {
                Some(class) => class.push(index),
                None => classes.push(vec![index]),
            }
        }
        Self {
            count_a: designs[Side::A].len(),
            classes,
            move_order: Side::BOTH.map(|s| order(s, policies[s].move_order)),
            fire_order: Side::BOTH.map(|s| order(s, policies[s].fire_order)),
            rating: Side::BOTH.map(|s| designs[s].iter().map(|d| d.rating).sum()),
            stations: [a.stations.clone(), b.stations.clone()],
            board: matchup.options.board(),
            edge_pull: [0, 1].map(|side: usize| {
                let (board, weight) = (matchup.options.board(), policies[side].moves.edge);
                [edge_pull(board.cols.into(), 1, weight), edge_pull(board.rows.into(), 2, weight)]
            }),
            declares: matchup.options.at_a_time == AtATime::Declared,
            target: matchup.options.target_quarters(),
            options: matchup.options.clone(),
            policies,
            ships,
        }
    }

    /// The ships of a side, as indices into [`Tables::ships`].
    #[inline(always)]
    #[must_use]
    pub fn side(&self, side: Side) -> std::ops::Range<usize> {
        match side {
            Side::A => 0..self.count_a,
            Side::B => self.count_a..self.ships.len(),
        }
    }

    /// The side of a ship.
    #[inline(always)]
    #[must_use]
    pub fn side_of(&self, ship: usize) -> Side {
        if ship < self.count_a { Side::A } else { Side::B }
    }

    /// The slot of a ship in its fleet.
    #[inline(always)]
    #[must_use]
    pub fn slot_of(&self, ship: usize) -> u8 {
        (if ship < self.count_a { ship } else { ship - self.count_a }) as u8
    }
}

/// A table by boxes lost, padded with its last value.
fn by_lost(value: impl Fn(u8) -> u8) -> [u8; 16] {
    std::array::from_fn(|lost| value(lost.min(4) as u8))
}

impl ShipTables {
    fn new(design: &Design, price: i32, own: &Policy, enemy: &Policy, best_rating: u32) -> Self {
        let batteries: Vec<BatteryTables> = design.batteries.iter().map(BatteryTables::new).collect();
        let banks: Vec<BankTables> = design
            .banks()
            .enumerate()
            .map(|(i, (battery, bank))| BankTables { battery, modifier: bank.modifier, bit: 1 << (i % 8), word: i / 8 })
            .collect();
        let mut arcs = [Row::ZERO; 2];
        for (i, (_, bank)) in design.banks().enumerate() {
            for index in 0..64 {
                if arc_holds(bank.arc.clock(), index) {
                    arcs[i / 8].0[index] |= 1 << (i % 8);
                }
            }
        }
        let mut broadsides: Vec<Broadside> = Vec::new();
        let mut guns: Vec<Guns> = Vec::new();
        for bank in &banks {
            let battery = &batteries[bank.battery];
            if battery.reach() == 0 {
                continue;
            }
            let column = battery.range.0.map(|column| (column + bank.modifier).min(NO_DICE));
            let broadside = Broadside { column: Row(column), worth: battery.worth };
            let known = broadsides.iter().position(|other| *other == broadside).unwrap_or_else(|| {
                broadsides.push(broadside);
                broadsides.len() - 1
            });
            if guns.last().is_none_or(|guns| guns.count == 8) {
                guns.push(Guns { count: 0, broadside: [0; 8], blind: Row([!0; LANES]) });
            }
            if let Some(Guns { count, broadside, blind }) = guns.last_mut() {
                broadside[*count] = known as u8;
                for (blind, arcs) in blind.0.iter_mut().zip(arcs[bank.word].0) {
                    *blind &= if arcs & bank.bit == 0 { !0 } else { !(1 << *count) };
                }
                *count += 1;
            }
        }
        let open = |lost: u8| 6 - design.shield_faces(lost).count_ones() as i32;
        let worth =
            |weight: i8| by_lost(|lost| ((open(lost) * price * i32::from(weight)) / 4).clamp(-120, 120) as i8 as u8);
        Self {
            thresholds: design.thresholds(),
            thrust: by_lost(|lost| design.thrust_after(lost)),
            ecm: by_lost(|lost| design.ecm_after(lost)),
            shield: by_lost(|lost| design.shield_faces(lost)),
            worth_dealt: worth(enemy.moves.deal),
            worth_taken: worth(own.moves.take),
            worth_target: by_lost(|lost| (open(lost) * i32::from(enemy.targets.damage)).clamp(-120, 120) as i8 as u8),
            target_rating: i16::from(enemy.targets.rating) * (16 * design.rating / best_rating) as i16,
            facing_most: facing_pull(own).0.into_iter().fold(0, |most, pull| most.max(pull as i8)) as u8,
            facing_pull: facing_pull(own),
            faces: own.moves.bow != 0 || own.moves.beam != 0,
            candidates: Candidates::of(
                design.thrust_after(0).max(design.thrust.map_or(0, |r| r.into_iter().max().unwrap_or(0))),
            ),
            reach: design.batteries.iter().map(|b| b.range[2]).max().unwrap_or(0),
            range_pull: Vec::new(),
            design: design.clone(),
            batteries,
            broadsides,
            guns,
            banks,
            arcs,
        }
    }
}

fn arc_holds(clock: ClockArc, index: usize) -> bool {
    clock.contains_class((index % 24) as u8)
}

impl BatteryTables {
    /// The longest distance at which it has dice, 0 for none.
    fn reach(&self) -> usize {
        self.range.0.iter().rposition(|column| *column != NO_DICE).unwrap_or(0)
    }

    fn new(battery: &Battery) -> Self {
        let [short, medium, long] = battery.range.map(usize::from);
        let range = std::array::from_fn(|d| match d {
            // No ship fires into its own hex; a policy may expect an enemy in the hex it considers.
            0 => NO_DICE,
            d if d <= short => 0,
            d if d <= medium => 1,
            d if d <= long => 2,
            _ => NO_DICE,
        });
        let dice = std::array::from_fn(|index| attack_dice(&battery.dice, 2 - index as i32).min(255) as u8);
        Self {
            range: Row(range),
            worth: dice.map(|n: u8| n.saturating_mul(battery.damage)),
            dice,
            damage: battery.damage,
        }
    }
}

/// What every bank of `design` together can do to `enemy` at a distance, both undamaged, all bearing; in twelfths.
fn volley(design: &Design, enemy: &Design, distance: u8, options: &Options) -> i32 {
    let ecm = effective_ecm(design, enemy.ecm_after(0), options);
    let open = 6 - enemy.shield_faces(0).count_ones() as i32;
    let boxes: i32 = design
        .banks()
        .map(|(battery, bank)| {
            let battery = &design.batteries[battery];
            let band = battery.range.iter().position(|r| distance <= *r);
            band.map_or(0, |band| {
                let modifier = 1 - band as i32 - i32::from(bank.modifier) - i32::from(ecm);
                attack_dice(&battery.dice, modifier) as i32 * i32::from(battery.damage)
            })
        })
        .sum();
    2 * boxes * open
}

/// The distance a policy wants between this design and that enemy.
fn range_goal(design: &Design, enemy: &Design, price: i32, foe_price: i32, goal: RangeGoal, options: &Options) -> u8 {
    match goal {
        RangeGoal::Closest => 1,
        RangeGoal::Longest => design.batteries.iter().map(|b| b.range[2]).max().unwrap_or(1),
        // Ties go to the longer distance: nothing is gained by coming closer.
        RangeGoal::Best => (1..=MAX_RANGE)
            .max_by_key(|d| {
                let dealt = foe_price * volley(design, enemy, *d, options);
                let taken = price * volley(enemy, design, *d, options);
                (if dealt > 0 { 5 * dealt - 4 * taken } else { i32::MIN }, *d)
            })
            .unwrap_or(1),
    }
}

fn range_pull(design: &Design, enemy: &Design, price: i32, foe_price: i32, policy: &Policy, options: &Options) -> Row {
    let goal = i32::from(range_goal(design, enemy, price, foe_price, policy.range_goal, options));
    Row(std::array::from_fn(|d| {
        (-i32::from(policy.moves.range) * (d as i32 - goal).abs()).clamp(-127, 127) as i8 as u8
    }))
}

fn facing_pull(policy: &Policy) -> Row {
    Row(std::array::from_fn(|index| {
        let class = (index % 24) as i32;
        let off_bow = class.min(24 - class);
        let off_beam = (off_bow - 6).abs() / 2;
        (-i32::from(policy.moves.bow) * (off_bow / 2) - i32::from(policy.moves.beam) * off_beam).clamp(-127, 127) as i8
            as u8
    }))
}

/// Up to this weight the pulls of both axes together, of three hexes each, are a signed byte.
pub const EDGE_SUMS_FIT: u8 = 127 / (2 * EDGE as u8);

/// Hexes from an edge within which it is felt.
const EDGE: i32 = 3;

/// Hexes short of three from either end of an axis of `hexes` hexes, by a coordinate that counts `steps` to a hex.
fn edge_pull(hexes: i32, steps: i32, weight: i8) -> Row {
    Row(std::array::from_fn(|at| {
        let hex = at as i32 / steps;
        let short = (EDGE - hex.min(hexes - 1 - hex)).max(0);
        (-i32::from(weight) * short).clamp(-127, 127) as i8 as u8
    }))
}
