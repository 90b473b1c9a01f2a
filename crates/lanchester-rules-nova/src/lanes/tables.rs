//! Everything about a matchup that is the same in every lane: worked out once, before the first battle.
//!
//! Phase: none: worked out before the first battle, read in every phase.

use lanchester_battle::appraisal::{
    Currency, both_pulls, edge_pull, facing_pull, nearest_part, outranged_pull, range_pull,
};
use lanchester_battle::lineup::Lineup;
use lanchester_battle::relation::{Relation, resolved};
use lanchester_core::{Matchup, Side};
use lanchester_lanes::hex::{Board, ClockArc};
use lanchester_lanes::{Bytes, LANES, Row, Simd};

use crate::Nova;
use crate::design::{Battery, Design, MAX_RANGE, MAX_SHIPS};
use crate::formulas::{attack_dice, effective_ecm};
use crate::lanes::chooser::candidates::Candidates;
use crate::options::{AtATime, Options, Station};
use crate::policy::{Policy, RangeGoal, ShipOrder};

/// Column index of [`BatteryTables::dice`] that holds no dice.
pub const NO_DICE: u8 = 15;

/// A prepared matchup.
#[derive(Debug)]
pub struct Tables {
    /// Ships of A, then ships of B.
    pub ships: Lineup<ShipTables>,
    /// The ships that are alike, of one side and design, together.
    pub classes: Vec<Vec<usize>>,
    /// The policies of A and B.
    pub policies: [Policy; 2],
    /// Whose guns reach farther than the enemy's.
    pub outreaches: [bool; 2],
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
    pub bearing_banks: Vec<BearingBanks>,
    /// For banks 0-7 and 8-15: the banks that bear (a bit each), by class + 24 − 4·facing (or + 36 − 4·facing for the
    /// reverse bearing).
    pub arcs: [Row; 2],
    /// Where it can go.
    pub candidates: &'static Candidates,
    /// Weight on each box dealt to it, by its shield icons lost, for the enemy's policy (signed, ±120).
    pub value_dealt: [u8; 16],
    /// Weight on each box it takes, by its shield icons lost, for its own policy (signed, ±120).
    pub value_taken: [u8; 16],
    /// Weight on each box it takes, shared out among one to [`MAX_SHIPS`] ships, by [`share_index`] (signed, ±120).
    pub value_shared: Row,
    /// Faces that its shields leave open, by icons lost.
    pub open: [u8; 16],
    /// Points per box times open faces, by icons lost: the worth of a box of it that is hit, whatever a policy weighs.
    pub worth: [u8; 16],
    /// The same for choosing targets: the enemy's weight on each box that a bank expects to check on it.
    pub value_as_target: [u8; 16],
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

/// The place in [`ShipTables::value_shared`] by shield icons lost, at most 4, and by how many others share the fire.
#[inline(always)]
pub fn share_index<S: Simd>(icons_lost: Bytes<S>, others: Bytes<S>) -> Bytes<S> {
    let four = icons_lost + icons_lost + icons_lost + icons_lost;
    four + four + four + others
}

/// One battery's constants.
#[derive(Debug)]
pub struct BatteryTables {
    /// Range column by distance: 0 short, 1 medium, 2 long, [`NO_DICE`] beyond.
    pub range: Row,
    /// Attack dice by column index (modifier 2 − index).
    pub dice: [u8; 16],
    /// Dice × boxes a hit, at most 255, by column index.
    pub boxes: [u8; 16],
    /// Boxes a hit checks.
    pub damage: u8,
}

/// What one bank of several that are alike can deal.
#[derive(Debug, PartialEq, Eq)]
pub struct Broadside {
    /// Column index by distance, the bank's modifier in it, at most [`NO_DICE`].
    pub column: Row,
    /// Dice × boxes a hit, by column index.
    pub boxes: [u8; 16],
}

/// Up to eight banks that can fire.
#[derive(Debug)]
pub struct BearingBanks {
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
    pub fn new(matchup: &Matchup<Nova>) -> Self {
        let [a, b] = &matchup.forces;
        let designs: [Vec<&Design>; 2] = [a, b].map(|f| f.ships.iter().map(|s| &**s).collect());
        let relations = Relation::between(&designs);
        let policies = resolved(relations, [&*a.commander, &*b.commander]);
        // The most expensive box counts 8.
        let currency = Currency::new(8, designs.iter().flatten().map(|d| (d.rating, d.thresholds()[2])));
        let ships = Lineup::new(Side::BOTH.map(|side| {
            let best_rating = designs[side].iter().map(|d| d.rating).max().unwrap_or(1).max(1);
            let (own, enemy) = (&policies[side], &policies[side.opponent()]);
            let tables = designs[side].iter().map(|design| {
                let mut ship = ShipTables::new(design, &currency, own, enemy, best_rating);
                let goal = |enemy: &&Design| range_goal([design, enemy], &currency, own.range_goal, &matchup.options);
                let goals = designs[side.opponent()].iter().map(goal);
                let reaches = designs[side.opponent()].iter().map(|enemy| enemy.reach());
                let outranged = |its: u8| outranged_pull([design.reach(), its], own.moves.outranged);
                ship.range_pull = goals
                    .zip(reaches)
                    .map(|(goal, its)| both_pulls(&range_pull(goal, own.moves.range), &outranged(its)))
                    .collect();
                ship
            });
            tables.collect()
        }));
        let order = |side: Side, order: ShipOrder| -> Vec<usize> {
            let mut slots: Vec<usize> = (0..designs[side].len()).collect();
            match order {
                ShipOrder::Strongest => slots.sort_by_key(|s| std::cmp::Reverse(designs[side][*s].rating)),
                ShipOrder::Weakest => slots.sort_by_key(|s| designs[side][*s].rating),
                ShipOrder::Listed | ShipOrder::Nearest | ShipOrder::Farthest => {}
            }
            slots.into_iter().map(|s| ships.side(side).start + s).collect()
        };
        Self {
            classes: ships.classes(|a, b| a.design == b.design),
            move_order: Side::BOTH.map(|s| order(s, policies[s].move_order)),
            fire_order: Side::BOTH.map(|s| order(s, policies[s].fire_order)),
            rating: Side::BOTH.map(|s| designs[s].iter().map(|d| d.rating).sum()),
            stations: [a.stations.clone(), b.stations.clone()],
            board: matchup.options.board(),
            edge_pull: [0, 1].map(|side: usize| {
                let (board, weight) = (matchup.options.board(), policies[side].moves.edge);
                [edge_pull(board.cols, 1, weight), edge_pull(board.rows, 2, weight)]
            }),
            declares: matchup.options.at_a_time == AtATime::Declared,
            target: matchup.options.target_quarters(),
            options: matchup.options.clone(),
            outreaches: relations.map(Relation::outreaches),
            policies,
            ships,
        }
    }
}

/// A table by boxes lost, padded with its last value.
fn by_lost(value: impl Fn(u8) -> u8) -> [u8; 16] {
    std::array::from_fn(|lost| value(lost.min(4) as u8))
}

impl ShipTables {
    fn new(design: &Design, currency: &Currency, own: &Policy, enemy: &Policy, best_rating: u32) -> Self {
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
        let mut groups: Vec<BearingBanks> = Vec::new();
        for bank in &banks {
            let battery = &batteries[bank.battery];
            if battery.reach() == 0 {
                continue;
            }
            let column = battery.range.0.map(|column| (column + bank.modifier).min(NO_DICE));
            let broadside = Broadside { column: Row(column), boxes: battery.boxes };
            let known = broadsides.iter().position(|other| *other == broadside).unwrap_or_else(|| {
                broadsides.push(broadside);
                broadsides.len() - 1
            });
            if groups.last().is_none_or(|group| group.count == 8) {
                groups.push(BearingBanks { count: 0, broadside: [0; 8], blind: Row([!0; LANES]) });
            }
            if let Some(BearingBanks { count, broadside, blind }) = groups.last_mut() {
                broadside[*count] = known as u8;
                for (blind, arcs) in blind.0.iter_mut().zip(arcs[bank.word].0) {
                    *blind &= if arcs & bank.bit == 0 { !0 } else { !(1 << *count) };
                }
                *count += 1;
            }
        }
        let open = |lost: u8| 6 - design.shield_faces(lost).count_ones() as i32;
        let value = value_per_box(currency, design);
        let value_per_box =
            |weight: i8| by_lost(|lost| ((open(lost) * value * i32::from(weight)) / 4).clamp(-120, 120) as i8 as u8);
        Self {
            thresholds: design.thresholds(),
            thrust: by_lost(|lost| design.thrust_after(lost)),
            ecm: by_lost(|lost| design.ecm_after(lost)),
            shield: by_lost(|lost| design.shield_faces(lost)),
            value_dealt: value_per_box(enemy.moves.deal),
            value_taken: value_per_box(own.moves.take),
            value_shared: Row(std::array::from_fn(|index| {
                let [lost, others] = [index / MAX_SHIPS, index % MAX_SHIPS].map(|part| part as i32);
                let whole = open(lost.min(4) as u8) * value * i32::from(own.moves.share);
                nearest_part(whole, 4 * (others + 1)).clamp(-120, 120) as i8 as u8
            })),
            open: by_lost(|lost| open(lost) as u8),
            worth: by_lost(|lost| (open(lost) * value) as u8),
            value_as_target: by_lost(|lost| {
                (open(lost) * i32::from(enemy.targets.damage)).clamp(-120, 120) as i8 as u8
            }),
            target_rating: i16::from(enemy.targets.rating) * (16 * design.rating / best_rating) as i16,
            facing_most: facing_pull(own.moves.bow, own.moves.beam)
                .0
                .into_iter()
                .fold(0, |most, pull| most.max(pull as i8)) as u8,
            facing_pull: facing_pull(own.moves.bow, own.moves.beam),
            faces: own.moves.bow != 0 || own.moves.beam != 0,
            candidates: Candidates::of(
                design.thrust_after(0).max(design.thrust.map_or(0, |r| r.into_iter().max().unwrap_or(0))),
            ),
            reach: design.reach(),
            range_pull: Vec::new(),
            design: design.clone(),
            batteries,
            broadsides,
            bearing_banks: groups,
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
            boxes: dice.map(|n: u8| n.saturating_mul(battery.damage)),
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

/// The distance a policy wants between the first design and the second, an enemy.
fn range_goal([own, enemy]: [&Design; 2], currency: &Currency, goal: RangeGoal, options: &Options) -> u8 {
    let fire = |firer: &Design, target: &Design, distance: u8| {
        i64::from(value_per_box(currency, target)) * i64::from(volley(firer, target, distance, options))
    };
    goal.distance([own.reach(), enemy.reach()], MAX_RANGE, |d| [fire(own, enemy, d), fire(enemy, own, d)])
}

fn value_per_box(currency: &Currency, design: &Design) -> i32 {
    currency.value_per_box(design.rating, design.thresholds()[2])
}
