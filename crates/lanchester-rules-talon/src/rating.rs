//! Plain measures of a design that stand beside its published points. No formula of ours rates Talon's ships.

use lanchester_battle::relation::Compared;

use crate::design::Design;
use crate::weapons::{MAX_RANGE, Weapon};

/// Expected points of damage of all groups, each at the range where it does most.
pub fn offence(design: &Design) -> f64 {
    let of = |weapon: Weapon, range: u16| -> u32 {
        if weapon == Weapon::Missile { 12 } else { weapon.row(range).iter().map(|points| u32::from(*points)).sum() }
    };
    let groups = design.groups.iter().map(|group| {
        let most = (1..=MAX_RANGE).map(|range| of(group.weapon, range)).max().unwrap_or(0);
        f64::from(u32::from(group.count) * most) / 6.0
    });
    groups.sum()
}

/// Hull boxes, and a quarter of the shield boxes.
pub fn defence(design: &Design) -> f64 {
    let shields: u8 = design.shields.iter().sum();
    design.hull.len() as f64 + f64::from(shields) / 4.0
}

impl Compared for Design {
    fn guns(&self) -> usize {
        self.weapons()
    }

    fn reach(&self) -> u8 {
        self.reach()
    }

    fn speed(&self) -> u8 {
        self.curve.first().map_or(0, |line| line.speed)
    }

    fn offence(&self) -> f64 {
        offence(self)
    }

    fn defence(&self) -> f64 {
        defence(self)
    }
}
