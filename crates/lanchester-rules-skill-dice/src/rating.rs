//! The house rating `skill-dice-house-1`: what a design is worth by a formula that anyone can check.
//!
//! The page has no ships and no points, so both are ours. rating = scale × √(offence × defence): what a ship does to a typical
//! enemy in a turn, and how many shots of one it stands. Numbers of the typical enemy are those of a trial of 2,000 battles that
//! the rules page reports. A study may find it wrong: the reports put the prices that play finds beside it.
//!
//! What it leaves out: initiative (Command and Helm), the order of fire, the Helm botch, repairs, and that a ship with structure dies
//! of other hits than one without.

use std::cell::RefCell;
use std::collections::HashMap;

use lanchester_battle::relation::Compared;

use crate::design::{Crew, Design, MAX_POINTS, Weapon};
use crate::formulas::damage::DamageCode;
use crate::formulas::dice::Pool;
use crate::formulas::readings::Reading;
use crate::formulas::skill::skill_die;
use crate::odds::Shot;
use crate::odds::throws::every;

/// Name of this formula in reports.
pub const HOUSE_RATING: &str = "skill-dice-house-1";

/// The Defensive Screen of the typical enemy.
pub const TYPICAL_SCREEN: i32 = 12;
/// The ASV and ESV of the typical enemy.
pub const TYPICAL_ARMOUR: i32 = 3;
/// Points that one unit of √(offence × defence) is worth: with it a fighter of the rules page's magnitudes has about 10.
pub const SCALE: f64 = 3.2;
/// Hexes of reach and thrust together that count 1.
pub const REACH_SCALE: f64 = 20.0;
/// What a point of structure adds to the hits that a ship stands, in ships without structure.
pub const STRUCTURE_WEIGHT: f64 = 1.1;
/// What a crew more than one adds to them.
pub const CREW_WEIGHT: f64 = 0.15;
/// How much an arc of one cone counts of all around is (1/6)^a, a pure number: turrets count, but ships steer.
pub const ARC_EXPONENT: f64 = 0.35;
/// Turns over which the torpedoes of a ship are spread at least.
pub const TORPEDO_TURNS: f64 = 6.0;
/// The share of torpedoes that hit.
pub const TORPEDO_SHARE: f64 = 0.5;

/// The house rating of a design in points, not rounded. A ship without weapons rates 0.
pub fn house_rating(design: &Design) -> f64 {
    SCALE * (offence(design) * defence(design)).sqrt()
}

/// The house rating in whole points above zero.
pub fn house_points(design: &Design) -> u32 {
    (house_rating(design).round() as u32).clamp(1, MAX_POINTS)
}

/// What [`mean_net`] is asked.
type Asked = (Pool, u8, DamageCode, i32, i32);

thread_local! {
    /// Its answers. PERF: a price prepares thousands of matchups of the same few ships, and compares their strength in each.
    static KNOWN: RefCell<HashMap<Asked, f64>> = RefCell::default();
}

/// Mean net damage of dice, read so, against a Defensive Screen and an armour.
fn mean_net(dice: &Pool, die: u8, code: DamageCode, screen: i32, armour: i32) -> f64 {
    let asked = (dice.clone(), die, code, screen, armour);
    let known = KNOWN.with_borrow(|known| known.get(&asked).copied());
    known.unwrap_or_else(|| {
        let mean = mean_of_all_throws(dice, die, code, screen, armour);
        KNOWN.with_borrow_mut(|known| known.insert(asked, mean));
        mean
    })
}

fn mean_of_all_throws(dice: &Pool, die: u8, code: DamageCode, screen: i32, armour: i32) -> f64 {
    let shot = Shot { screen: armour, ..Shot::new(dice, die, code, screen) };
    let (mut sum, mut throws) = (0usize, 0usize);
    every(&shot.sides, |faces| {
        sum += shot.net_of(faces);
        throws += 1;
    });
    sum as f64 / throws as f64
}

/// What a crew does in a turn with a cannon: its mean net damage, by its arc.
fn shot(weapon: &Weapon, crew: Crew) -> f64 {
    let net = mean_net(&weapon.dice, skill_die(crew.weaponry), weapon.damage, TYPICAL_SCREEN, TYPICAL_ARMOUR);
    net * f64::from(weapon.ranges[2]) * (f64::from(weapon.arcs.count()) / 6.0).powf(ARC_EXPONENT)
}

/// Σ over crews of the best cannon of its list that no crew before it fires: mean net damage × (long range + thrust) × arc; and the
/// torpedoes, as many as the tubes launch.
///
/// Reach and thrust add because both are hexes: what a ship can hit this turn is where it can be plus how far it shoots.
pub fn offence(design: &Design) -> f64 {
    let mut left = u8::MAX;
    let mut sum = 0.0;
    let mut order: Vec<Crew> = design.crews.clone();
    order.sort_by_key(|crew| crew.rank());
    for crew in order {
        let best = crew.list().filter(|nth| left >> nth & 1 == 1).map(|nth| (nth, shot(&design.weapons[nth], crew)));
        if let Some((nth, worth)) = best.max_by(|one, other| one.1.total_cmp(&other.1)) {
            left &= !(1 << nth);
            let reach = f64::from(design.weapons[nth].ranges[2]);
            sum += worth / reach * (reach + f64::from(design.thrust)) / REACH_SCALE;
        }
    }
    let warhead: f64 = design.warhead.sides.iter().map(|sides| f64::from(sides + 1) / 2.0).sum();
    let salvo = f64::from(design.torpedoes).min(TORPEDO_TURNS * f64::from(design.tubes));
    sum + TORPEDO_SHARE * salvo / TORPEDO_TURNS * (warhead - f64::from(TYPICAL_ARMOUR)).max(0.0)
}

/// Hits that it stands × shots of a typical enemy for each point of net damage. A typical shot is 2D8 and 1D6, Med H, against ASV and
/// ESV in turn.
pub fn defence(design: &Design) -> f64 {
    let code = DamageCode::plain(Reading::MedHigh);
    let net = |armour: u8| mean_net(&Pool::of(2, 8), 6, code, design.screen.into(), armour.into());
    let taken = [design.asv, design.esv].map(net).iter().sum::<f64>() / 2.0;
    let stands = 1.0 + STRUCTURE_WEIGHT * f64::from(design.structure) + CREW_WEIGHT * (design.crews.len() as f64 - 1.0);
    // Whatever cannot be hurt at all would be worth anything.
    10.0 * stands / taken.max(0.05)
}

impl Compared for Design {
    fn guns(&self) -> usize {
        self.weapons.len()
    }

    fn reach(&self) -> u8 {
        self.weapons.iter().map(|weapon| weapon.ranges[2]).max().unwrap_or(0)
    }

    fn speed(&self) -> u8 {
        self.thrust
    }

    fn offence(&self) -> f64 {
        offence(self)
    }

    fn defence(&self) -> f64 {
        defence(self)
    }
}
