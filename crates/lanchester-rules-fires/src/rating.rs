//! The house rating `fires-house-1`: what a design is worth by a formula that anyone can check.
//!
//! The sheets of the book are lost, so ships and costs are ours. cost = scale × √(offence × defence): the effective hits that a ship
//! makes on a typical enemy in a passage, and how many such passages of one it stands. The typical enemy is the cruiser of the
//! rules page. A study may find it wrong: the reports put the prices that play finds beside it.
//!
//! What it leaves out: initiative, thrust beyond making a ship hard to hit, anti-missiles, and that missiles cost their user
//! victory points.

use crate::design::{Beams, Design, MAX_COST, Missiles};
use crate::formulas::beams::{BeamKind, Fire, Target, volley};
use crate::formulas::dice::faces;
use crate::formulas::missiles::{Missile, point_defence, to_hit, to_pierce};
use crate::formulas::range::{BRACKETS, ByRange};

/// Name of this formula in reports.
pub const HOUSE_RATING: &str = "fires-house-1";

/// Cost that one unit of √(offence × defence) is worth: with it the rules page's cruiser costs about 1,500.
pub const SCALE: f64 = 1300.0;
/// Turns of a passage in each bracket of range, of two ships whose relative speed is six hexes a turn.
pub const TURNS: [f64; BRACKETS] = [1.5, 1.3, 1.3, 1.3];
/// The share of missiles that reach their target.
pub const ARRIVE: f64 = 0.7;
/// Missiles that a typical enemy sends, all together.
pub const SALVO: f64 = 16.0;
/// The committed maneuver of missiles.
pub const COMMITTED: u8 = 1;

/// The typical enemy's target values.
const TARGET: ByRange = [15, 12, 9, 6];
/// Its electronics and maneuver rating.
const AGILITY: [u8; 2] = [4, 3];
/// Its armour and its screen.
const DEFENCE: [u8; 2] = [8, 5];
/// Its beams. One half of all enemies has meson guns.
const BEAMS: Beams = Beams { kind: BeamKind::Particle, count: 8, penetration: [18, 15, 12, 8] };
/// Its missiles.
const MISSILE: Missile = Missile { maneuver: 6, guidance: 4, penetration: 14, bonus: 1, size: 8, defence: 2 };

/// The house rating of a design in millions of credits, not rounded. A ship without weapons rates 0.
#[must_use]
pub fn house_rating(design: &Design) -> f64 {
    SCALE * (offence(design) * defence(design)).sqrt()
}

/// The house rating as a cost above zero, to the nearest ten.
#[must_use]
pub fn house_cost(design: &Design) -> u32 {
    ((house_rating(design) / 10.0).round() as u32 * 10).clamp(1, MAX_COST)
}

/// Effective hits of beams in a passage: in each bracket by the best way of firing.
fn passage(beams: Beams, electronics: u8, value: ByRange, target: Target) -> f64 {
    let in_bracket = |bracket: usize| {
        let best = Fire::ALL.map(|fire| {
            let numbers = [value[bracket], beams.penetration[bracket]];
            let volley = volley(fire, beams.count, numbers, target, electronics);
            f64::from(volley.rolls) * chance(volley.hit) * chance(volley.pierce)
        });
        TURNS[bracket] * best.into_iter().fold(0.0, f64::max)
    };
    (0..BRACKETS).map(in_bracket).sum()
}

/// The chance that a D20 shows a number or less.
fn chance(number: i32) -> f64 {
    f64::from(faces(number)) / 20.0
}

/// The chance that a missile hits and penetrates a ship of these target value, electronics and maneuver rating, and armour.
fn strike(missile: &Missile, value: u8, agility: [u8; 2], armour: u8) -> f64 {
    let committed = COMMITTED.min(missile.maneuver);
    chance(to_hit(value, agility, missile, committed)) * chance(to_pierce(missile, committed, armour, false))
}

/// Effective hits on the typical enemy, of all beams in a passage and of all missiles.
#[must_use]
pub fn offence(design: &Design) -> f64 {
    let [electronics, maneuver] = AGILITY;
    let beams = design.beams.iter().map(|beams| {
        let target = Target { electronics, maneuver, defence: beams.kind.defence(DEFENCE) };
        passage(*beams, design.electronics, TARGET, target)
    });
    let missiles = |of: Missiles| ARRIVE * f64::from(of.count) * strike(&of.kind, TARGET[0], AGILITY, DEFENCE[0]);
    beams.sum::<f64>() + design.missiles.map_or(0.0, missiles)
}

/// One over the damage numbers that the beams and missiles of a typical enemy make in a passage.
#[must_use]
pub fn defence(design: &Design) -> f64 {
    let by = |kind: BeamKind| {
        let target = Target {
            electronics: design.electronics,
            maneuver: design.maneuver,
            defence: kind.defence([design.armour, design.screen]),
        };
        passage(Beams { kind, ..BEAMS }, AGILITY[0], design.target, target)
    };
    let beams = BeamKind::ALL.map(by).into_iter().sum::<f64>() / 2.0;
    let stopped = f64::from(design.batteries) * chance(point_defence(design.strength, MISSILE.defence));
    let arrive = (ARRIVE * SALVO - stopped).max(1.0);
    let agility = [design.electronics, design.maneuver];
    let missiles = arrive * strike(&MISSILE, design.target[0], agility, design.armour);
    let number = f64::from(design.damage) + f64::from(design.increase.min(20)) / 20.0;
    // Whatever cannot be hurt at all would be worth anything.
    1.0 / (number * (beams + missiles)).max(0.05)
}
