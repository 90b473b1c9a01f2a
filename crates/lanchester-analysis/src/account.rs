//! What recorded battles come to: who survives, who hurts whom with what and from how far, who never fires, when the first ship
//! is lost.

use std::collections::BTreeMap;

use lanchester_stats::Interval;
use serde::Serialize;

/// An account of recorded battles. Shares are of 1, with 95 % intervals.
#[derive(Clone, Debug, Serialize)]
pub struct Account {
    /// Battles recorded.
    pub battles: u64,
    /// What harm is counted in.
    pub harm: &'static str,
    /// The two sides.
    pub sides: [SideAccount; 2],
    /// The first loss of a battle; `None` where no ship was lost, or both sides have one ship.
    pub first_loss: Option<FirstLoss>,
    /// Mean range of the shots of each turn, from turn 1; `None` of a turn without shots.
    pub range_by_turn: Vec<Option<f64>>,
}

/// What one side does and suffers.
#[derive(Clone, Debug, Serialize)]
pub struct SideAccount {
    /// Its name.
    pub name: String,
    /// The share of its ships that is there at the end.
    pub survives: Interval,
    /// Harm that it does, per battle.
    pub harm_per_battle: f64,
    /// Its designs, in the order of its ships.
    pub ships: Vec<ShipAccount>,
    /// Its weapons, those that do most harm first.
    pub weapons: Vec<WeaponAccount>,
    /// How its ships are lost.
    pub losses: Losses,
}

/// What the ships of a design do.
#[derive(Clone, Debug, Serialize)]
pub struct ShipAccount {
    /// The design.
    pub name: String,
    /// How many of it fight.
    pub count: u64,
    /// The share of them that is there at the end.
    pub survives: Interval,
    /// The share of them that fires at no ship in a battle.
    pub never_fires: Interval,
    /// Its share of the side's harm, as far as the record says who fired; `None` where the side does none.
    pub harm: Option<Interval>,
    /// The enemies that it destroys, by their design, per battle.
    pub destroys: BTreeMap<String, f64>,
    /// The turn in which it is lost, on average over those that are; `None` where none is.
    pub lost_in_turn: Option<f64>,
}

/// What a weapon does.
#[derive(Clone, Debug, Serialize)]
pub struct WeaponAccount {
    /// The weapon.
    pub weapon: String,
    /// Its share of the side's harm; `None` where the side does none.
    pub harm: Option<Interval>,
    /// Shots per battle.
    pub shots: f64,
    /// Harm per shot.
    pub harm_per_shot: f64,
    /// Harm per battle by range.
    pub by_range: BTreeMap<u32, f64>,
}

impl WeaponAccount {
    /// The ranges between which the middle half of its harm is done; `None` where it does none at a known range.
    #[must_use]
    pub fn middle_half(&self) -> Option<[u32; 2]> {
        let all: f64 = self.by_range.values().sum();
        let quantile = |share: f64| {
            let mut sum = 0.0;
            let reached = |(_, harm): &(&u32, &f64)| {
                sum += **harm;
                sum >= share * all * (1.0 - 1e-12)
            };
            self.by_range.iter().find(reached).map(|(range, _)| *range)
        };
        (all > 0.0).then(|| Some([quantile(0.25)?, quantile(0.75)?])).flatten()
    }
}

/// How the ships of a side are lost, per battle.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Losses {
    /// To the enemy's weapons.
    pub to_enemies: f64,
    /// To explosions of ships of its own side.
    pub to_friends_explosions: f64,
    /// To explosions of enemy ships.
    pub to_enemies_explosions: f64,
    /// To themselves, or to nothing that the record names.
    pub to_themselves: f64,
    /// They left the battle.
    pub left: f64,
}

/// The first loss of a battle.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FirstLoss {
    /// The share of battles in which a ship is lost.
    pub battles: Interval,
    /// The turn: half of the first losses come in it or before.
    pub turn: u32,
    /// What the side that loses the first ship scores, a draw counting half.
    pub loser_scores: Interval,
}
