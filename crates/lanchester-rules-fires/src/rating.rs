//! The house rating `fires-house-1`: what a design is worth by a formula that anyone can check.
//!
//! The sheets of the book are lost, so ships and costs are ours. cost = scale × √(offence × defence): what a ship does to a typical
//! enemy in a passage, and how many such passages of one it stands, each raised to a power a little above one, since a ship that is
//! as good as two is worth more than two. The typical enemy is an escort, the smallest ship of war. The power
//! and the share of missiles are those that came nearest to prices that play found. A study may find the formula wrong: the reports
//! put the prices that play finds beside it.
//!
//! What it leaves out: initiative, thrust beyond making a ship hard to hit, anti-missiles, and what missiles cost.

use crate::design::{Beams, Design, MAX_COST, Missiles};
use crate::formulas::beams::{BeamKind, Fire, Target, volley};
use crate::formulas::dice::chance;
use crate::formulas::missiles::{Missile, point_defence, to_hit, to_pierce};
use crate::formulas::range::{BRACKETS, ByRange};

/// Name of this formula in reports.
pub const HOUSE_RATING: &str = "fires-house-1";

/// Cost that one unit of √(offence × defence) is worth: with it an escort costs about 600, a cruiser 1,400.
pub const SCALE: f64 = 520.0;
/// The power of what is done and stood.
pub const POWER: f64 = 1.2;
/// Turns of a passage in each bracket of range, of two ships whose relative speed is six hexes a turn.
pub const TURNS: [f64; BRACKETS] = [1.5, 1.3, 1.3, 1.3];
/// How much the hits of a missile count of those of beams: they come once.
pub const MISSILE_SHARE: f64 = 0.3;
/// The committed maneuver of missiles.
pub const COMMITTED: u8 = 1;

/// The typical enemy's target values.
const TARGET: ByRange = [13, 10, 7, 4];
/// Its electronics and maneuver rating.
const AGILITY: [u8; 2] = [3, 4];
/// Its armour and its screen.
const DEFENCE: [u8; 2] = [4, 2];
/// Its beams.
const BEAMS: Beams = Beams { kind: BeamKind::Particle, count: 4, penetration: [14, 11, 8, 5] };
/// Its missiles.
const MISSILES: Missiles = Missiles {
    kind: Missile { maneuver: 6, guidance: 4, penetration: 12, bonus: 1, size: 8, defence: 2 },
    count: 6,
    cost: 3,
};
/// Its batteries of point defence and their strength.
const BATTERIES: [u8; 2] = [2, 12];
/// What an effective hit on it counts.
const NUMBER: f64 = 1.6;

/// The house rating of a design in millions of credits, not rounded. A ship without weapons rates 0.
pub fn house_rating(design: &Design) -> f64 {
    SCALE * (offence(design) * defence(design)).sqrt()
}

/// The house rating as a cost above zero, to the nearest ten.
pub fn house_cost(design: &Design) -> u32 {
    ((house_rating(design) / 10.0).round() as u32 * 10).clamp(1, MAX_COST)
}

/// Effective hits of beams in a passage: in each bracket by the best way of firing.
fn passage(beams: Beams, electronics: u8, value: ByRange, target: Target) -> f64 {
    let in_bracket = |bracket: usize| {
        let best = Fire::ALL.map(|fire| {
            let numbers = [value[bracket], beams.penetration[bracket]];
            volley(fire, beams.count, numbers, target, electronics).effective()
        });
        TURNS[bracket] * best.into_iter().fold(0.0, f64::max)
    };
    (0..BRACKETS).map(in_bracket).sum()
}

/// Effective hits of all missiles that point defence does not destroy, on a ship of this target value, electronics and maneuver
/// rating, armour, and point defence.
fn salvo(missiles: &Missiles, value: u8, agility: [u8; 2], armour: u8, [batteries, strength]: [u8; 2]) -> f64 {
    let kind = &missiles.kind;
    let committed = COMMITTED.min(kind.maneuver);
    let stopped = f64::from(batteries) * chance(point_defence(strength, kind.defence));
    let strike = chance(to_hit(value, agility, kind, committed)) * chance(to_pierce(kind, committed, armour, false));
    MISSILE_SHARE * (f64::from(missiles.count) - stopped).max(0.0) * strike
}

/// The damage numbers of a passage against the typical enemy, raised to [`POWER`].
pub fn offence(design: &Design) -> f64 {
    let [electronics, maneuver] = AGILITY;
    let beams = design.beams.iter().map(|beams| {
        let target = Target { electronics, maneuver, defence: beams.kind.defence(DEFENCE) };
        passage(*beams, design.electronics, TARGET, target)
    });
    let missiles = design.missiles.map_or(0.0, |of| salvo(&of, TARGET[0], AGILITY, DEFENCE[0], BATTERIES));
    (NUMBER * (beams.sum::<f64>() + missiles)).powf(POWER)
}

/// One over the damage numbers that the beams and missiles of the typical enemy make in a passage, raised to [`POWER`]. One half of
/// all enemies has meson guns.
pub fn defence(design: &Design) -> f64 {
    let by = |kind: BeamKind| {
        let defence = kind.defence([design.armour, design.screen]);
        let target = Target { electronics: design.electronics, maneuver: design.maneuver, defence };
        passage(Beams { kind, ..BEAMS }, AGILITY[0], design.target, target)
    };
    let beams = BeamKind::ALL.map(by).into_iter().sum::<f64>() / 2.0;
    let agility = [design.electronics, design.maneuver];
    let missiles = salvo(&MISSILES, design.target[0], agility, design.armour, [design.batteries, design.strength]);
    let number = f64::from(design.damage) + f64::from(design.increase.min(20)) / 20.0;
    // Whatever cannot be hurt at all would be worth anything.
    (number * (beams + missiles)).max(0.05).powf(-POWER)
}
