//! What is the same in every lane of a matchup.
//!
//! Phase: none: worked out before the first battle, read in every phase.

use lanchester_battle::lineup::Lineup;
use lanchester_battle::relation::{Relation, resolved};
use lanchester_battle::{Setup, setup};
use lanchester_core::{Combatant, Matchup, Side};
use lanchester_lanes::Row;
use lanchester_lanes::hex::{Bearing, Facing, Hex16};

use crate::Talon;
use crate::arcs::{Arc, Boundary};
use crate::design::{Design, Group, Line};
use crate::formulas::richer_in_talon;
use crate::impulse::{IMPULSES, shows};
use crate::options::{Fusion, Options, Station};
use crate::policy::Policy;
use crate::policy::tables::{kill_value, reach, wanted};
use crate::weapons::{MISSILE_HULL, Weapon};

/// A weapon group of a ship of the matchup.
#[derive(Clone, Debug)]
pub struct GroupTable {
    /// What is printed.
    pub printed: Group,
    /// 1 for each arc that it bears on.
    pub arcs: [u8; 16],
    /// 1 for each range that it reaches.
    pub reaches: [u8; 16],
    /// Damage by 8·range + face.
    pub damage: Row,
    /// It hits all its targets without a choice (TALON P.13).
    pub sweeps: bool,
    /// It launches missiles.
    pub launches: bool,
    /// It displaces ships (TALON P.14).
    pub displaces: bool,
    /// It is not fired at missiles.
    pub ships_alone: bool,
    /// Place of the missile of its first weapon among all missiles.
    pub first_missile: usize,
    /// Expected damage of all its weapons, in sixths, by 4·(range − 1) + arc.
    pub reach: [u8; 16],
    /// The most of it.
    pub peak: u8,
    /// The most of it by yellow box, at most 63.
    pub per_box: u8,
    /// What a missile counts that it may kill, by range: a whole one, and a damaged one.
    pub kills: [[u8; 16]; 2],
}

/// A ship of the matchup.
#[derive(Clone, Debug)]
pub struct ShipTable {
    /// Its display.
    pub design: Design,
    /// The line of the curve that it starts on.
    pub start: Line,
    /// Its weapon groups.
    pub groups: Vec<GroupTable>,
    /// What comes off its power, by marked hull boxes.
    pub modifiers: [u8; 16],
    /// Boxes that are marked before the next critical one or the last one, by marked hull boxes.
    pub plain: [u8; 16],
    /// Its points in sixteenths of the highest in its fleet.
    pub points: u8,
    /// The range wanted from each enemy, by slot.
    pub wanted: Vec<u8>,
}

/// The weapon that a missile belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Launcher {
    /// Its ship's place in the line-up.
    pub ship: usize,
}

/// The tables of a matchup.
#[derive(Clone, Debug)]
pub struct Tables {
    /// A's ships, then B's.
    pub ships: Lineup<ShipTable>,
    /// A's missiles, then B's.
    pub missiles: Lineup<Launcher>,
    /// The points of A and of B.
    pub points: [u32; 2],
    /// Who commands A and B.
    pub policies: [Policy; 2],
    /// Whose weapons reach farther than the enemy's.
    pub outreaches: [bool; 2],
    /// Fixed stations, one a ship.
    pub stations: [Option<Vec<Station>>; 2],
    /// The options.
    pub options: Options,
    /// Who has the initiative at the start; `None`: seat 0.
    pub began: Option<Side>,
    /// The arc by bearing class + 24 - 4·facing.
    pub arc_of: Row,
    /// Hours off the bow by bearing class + 24 - 4·facing.
    pub hours_off: Row,
    /// 1 for each value that the display shows, by impulse.
    pub shows: [[u8; 16]; IMPULSES as usize],
}

impl Tables {
    /// Works them out.
    pub fn new(matchup: &Matchup<Talon>) -> Self {
        Self::of(&setup(matchup), matchup.forces.each_ref().map(|force| &*force.commander))
    }

    /// Works them out for a battle's beginning and the policies of A and of B.
    pub fn of(start: &Setup<'_, Talon>, policies: [&Policy; 2]) -> Self {
        let options = start.options;
        let relations = Relation::between(&start.ships);
        let policies = resolved(relations, policies);
        let mut first_missile = 0;
        let fleets = Side::BOTH.map(|side| {
            let (own, enemies) = (&start.ships[side], &start.ships[side.opponent()]);
            let highest = own.iter().map(|design| design.points).max().unwrap_or(1).max(1);
            let table = |design: &&Design| {
                let points = (16 * design.points / highest) as u8;
                let wanted = wanted(design, enemies, policies[side].range_goal);
                ShipTable::new(design, options, points, wanted, &mut first_missile)
            };
            own.iter().map(table).collect::<Vec<_>>()
        });
        let first_b = fleets[0].len();
        let missiles = Side::BOTH.map(|side| {
            let ships = start.ships[side].iter().enumerate();
            let first = if side == Side::A { 0 } else { first_b };
            let all =
                ships.flat_map(|(slot, ship)| (0..ship.launchers()).map(move |_| Launcher { ship: first + slot }));
            all.collect::<Vec<_>>()
        });
        Self {
            ships: Lineup::new(fleets),
            missiles: Lineup::new(missiles),
            points: start.ships.each_ref().map(|ships| ships.iter().map(|ship| ship.rating()).sum()),
            policies,
            outreaches: relations.map(Relation::outreaches),
            stations: start.stations.clone(),
            options: options.clone(),
            began: richer_in_talon(start),
            arc_of: Row(std::array::from_fn(|index| arc_of(index, options.arc_boundary))),
            hours_off: Row(std::array::from_fn(|index| {
                let class = index as u8 % Bearing::CLASSES;
                class.min(Bearing::CLASSES - class).div_ceil(2)
            })),
            shows: std::array::from_fn(|impulse| {
                std::array::from_fn(|value| u8::from(shows(impulse as u8, value as u8)))
            }),
        }
    }
}

impl ShipTable {
    fn new(design: &Design, options: &Options, points: u8, wanted: Vec<u8>, first_missile: &mut usize) -> Self {
        let boxes = design.hull.len();
        let plain = |marked: usize| {
            let critical = design.hull.iter().skip(marked).take_while(|hull_box| !hull_box.critical).count();
            critical.min((boxes - 1).saturating_sub(marked)) as u8
        };
        let groups = design.groups.iter().map(|group| {
            let table = GroupTable::new(*group, options, *first_missile);
            *first_missile += if table.launches { usize::from(group.count) } else { 0 };
            table
        });
        Self {
            design: design.clone(),
            start: design.line(design.start).unwrap_or(design.curve[0]),
            groups: groups.collect(),
            modifiers: std::array::from_fn(|marked| design.hull.get(marked).map_or(0, |left| left.modifier)),
            plain: std::array::from_fn(plain),
            points,
            wanted,
        }
    }
}

impl GroupTable {
    fn new(printed: Group, options: &Options, first_missile: usize) -> Self {
        let weapon = printed.weapon;
        let fusion = weapon == Weapon::FusionCannon;
        let reach = reach(&printed);
        let peak = reach.into_iter().max().unwrap_or(0);
        Self {
            printed,
            arcs: std::array::from_fn(|arc| u8::from(Arc::ALL.get(arc).is_some_and(|arc| printed.arcs.contains(*arc)))),
            reaches: std::array::from_fn(|range| u8::from(weapon.reaches(range as u16))),
            damage: Row(std::array::from_fn(|index| match index % 8 {
                face @ 1..=6 => weapon.damage(index as u16 / 8, face as u8),
                _ => 0,
            })),
            sweeps: fusion && options.fusion != Fusion::One,
            launches: weapon == Weapon::Missile,
            displaces: weapon == Weapon::WaveMotionGun && options.wave_displaces,
            ships_alone: weapon == Weapon::Missile || (fusion && options.fusion == Fusion::Ships),
            first_missile,
            reach,
            peak,
            per_box: peak.checked_div(printed.yellow).unwrap_or(0).min(63),
            kills: [MISSILE_HULL, 1]
                .map(|needed| std::array::from_fn(|range| kill_value(weapon, range as u16, needed))),
        }
    }
}

/// The arc (0 to 3) of a class as seen from ahead, from a hex of that class.
fn arc_of(index: usize, boundary: Boundary) -> u8 {
    let here = Hex16::default();
    let north = Facing::NORTH;
    let class = (index % 24) as u8;
    let at = (-4i16..=4).flat_map(|q| (-6i16..=6).map(move |h| (q, h))).filter(|(q, h)| (q + h) % 2 == 0);
    let mut hexes = at.map(|(q, h)| Hex16::new(q, h));
    let hex = hexes.find(|hex| Bearing::of(*hex).is_some_and(|bearing| bearing.class() == class));
    hex.and_then(|hex| Arc::of(here, north, hex, boundary)).map_or(0, |arc| arc.index() as u8)
}
