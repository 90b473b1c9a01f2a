//! How many missiles a unit launches at ships.

use super::Player;
use super::chances::Chances;
use super::strikes::{Attack, Target, Targets, Volleys};
use crate::design::Missiles;
use crate::reference::Battle;

/// Parts of its missiles that a unit may launch: a fourth to all.
const FOURTHS: [Part; 4] = [Part::Fourths(4), Part::Fourths(3), Part::Fourths(2), Part::Fourths(1)];

/// How many of the missiles that ships may launch.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// So many fourths of each ship's.
    Fourths(u16),
    /// So many, of the first ships.
    First(u16),
}

impl Part {
    /// Of the missiles of these ships.
    pub(super) fn of(self, ships: &[(usize, u8)]) -> impl Iterator<Item = (usize, u8)> + '_ {
        let mut left = if let Self::First(count) = self { count } else { u16::MAX };
        let of = move |(ship, missiles): &(usize, u8)| {
            let missiles = u16::from(*missiles);
            let part = match self {
                Self::Fourths(fourths) => (missiles * fourths).div_ceil(4),
                Self::First(_) => missiles.min(left),
            };
            left -= part;
            (*ship, part as u8)
        };
        ships.iter().map(of).filter(|(_, missiles)| *missiles > 0)
    }
}

/// Missiles of a kind that ships of a unit may launch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Magazine<'a> {
    /// The place of the unit.
    pub unit: usize,
    /// What they are.
    pub kind: &'a Missiles,
    /// Ships by place, each with how many.
    pub ships: &'a [(usize, u8)],
}

impl Magazine<'_> {
    /// How many missiles a part has.
    fn count(&self, part: Part) -> u16 {
        part.of(self.ships).map(|(_, missiles)| u16::from(missiles)).sum()
    }

    /// What a part costs.
    pub(super) fn price(&self, part: Part) -> u32 {
        u32::from(self.count(part)) * u32::from(self.kind.cost)
    }
}

impl Player<'_> {
    /// How many missiles ships launch, and with what commitment, where that gains more than they cost. They go with the others
    /// then. The unit has launched missiles that cost so much already, and so many turns are to come.
    pub(super) fn plan(
        &self,
        battle: &Battle<'_>,
        magazine: &Magazine<'_>,
        volleys: &mut Volleys,
        (spent, to_come): (u32, u16),
    ) -> Option<(Part, u8)> {
        let Magazine { unit, kind, .. } = *magazine;
        let own = &battle.units[unit];
        let policy = self.policy(own.id.side);
        let most = to_come.min(policy.flight.into());
        let full = kind.kind.maneuver;
        let attack = Attack { kind, committed: policy.commit.min(full), track: own.track };
        let targets = Targets::new(self.tables, battle, attack, full, (own.seat, most));
        let (part, target) = if policy.chances {
            // All missiles tell the target and the commitment, chances how many of them go.
            let (_, target) = self.pay(battle, magazine, volleys, &targets, (&FOURTHS[..1], 0))?;
            (self.bet(battle, magazine, volleys, (&targets, target), (spent, to_come))?, target)
        } else {
            self.pay(battle, magazine, volleys, &targets, (&FOURTHS, policy.worth))?
        };
        let enough = self.enough(battle, own.id.side, magazine.price(part));
        volleys.go(&targets, target, magazine.count(part), enough);
        Some((part, target.committed))
    }

    /// Which of these parts gains most on so many eighths of its cost, with what commitment and against whom.
    fn pay<'t>(
        &self,
        battle: &Battle<'_>,
        magazine: &Magazine<'_>,
        volleys: &mut Volleys,
        targets: &'t Targets,
        (parts, worth): (&[Part], u8),
    ) -> Option<(Part, &'t Target)> {
        let side = battle.units[magazine.unit].id.side;
        let cost = f64::from(worth) / 8.0 * f64::from(magazine.kind.cost);
        let mut best: Option<(f64, Part, &Target)> = None;
        for part in parts {
            let missiles = magazine.count(*part);
            let enough = self.enough(battle, side, magazine.price(*part));
            let price = cost * f64::from(missiles);
            for alike in targets.all.chunk_by(|one, other| one.committed == other.committed) {
                let least = best.map_or(0.0, |(most, ..)| most);
                // Gains are compared below, so that rounding decides nothing here.
                let Some((target, worth)) =
                    volleys.aim((targets, alike), missiles, enough, 0.0f64.max(least + price - 1e-6))
                else {
                    continue;
                };
                let gain = worth - price;
                if gain > 0.0 && best.is_none_or(|(most, ..)| gain > most) {
                    best = Some((gain, *part, target));
                }
            }
        }
        best.map(|(_, part, target)| (part, target))
    }

    /// Which part that goes for a target adds most to the chances of its side, if any does.
    fn bet(
        &self,
        battle: &Battle<'_>,
        magazine: &Magazine<'_>,
        volleys: &mut Volleys,
        (targets, target): (&Targets, &Target),
        (spent, to_come): (u32, u16),
    ) -> Option<Part> {
        let own = &battle.units[magazine.unit];
        let chances = Chances::new(self, battle, own.seat, volleys, (spent, to_come));
        let few = chances.few(magazine.kind.cost.into()).map(Part::First);
        let (mut most, mut best) = (0.0, None);
        for part in FOURTHS.into_iter().chain(few) {
            let price = magazine.price(part);
            let enough = self.enough(battle, own.id.side, price);
            let gain = chances.gain(volleys.result(targets, target, magazine.count(part), enough), price.into());
            if gain > most {
                (most, best) = (gain, Some(part));
            }
        }
        best
    }
}
