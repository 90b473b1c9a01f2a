//! What the weights of a policy mean, in plain numbers made here from designs and rules, not taken from the lanes' tables.

use lanchester_conformance::weights::{goal, outranged_pull, price_of_box, range_pull};
use lanchester_core::{Combatant, Matchup, Side};
use lanchester_rules_starmada_x::StarmadaX;
use lanchester_rules_starmada_x::design::{Battery, Design, Kind as Piece, MAX_RANGE};
use lanchester_rules_starmada_x::event::ShipId;
use lanchester_rules_starmada_x::policy::Policy;
use lanchester_rules_starmada_x::reference::combat::range_modifier;

/// The values of one matchup.
pub struct Values<'a> {
    matchup: &'a Matchup<StarmadaX>,
}

/// Expected hits of so many dice at a needed number, in sixths. Where natural sixes are pooled, whole hits of all sixes.
fn hits(dice: i64, need: i64) -> i64 {
    match need {
        ..=1 => 5 * dice,
        2..=6 => (7 - need) * dice,
        _ => dice / (need - 5),
    }
}

/// Expected damage dice of so many weapons before shields, in 24ths: hull hits that are doubled count twice, lost crew
/// half, those without hull hits half.
fn damage_dice(battery: &Battery, weapons: u8, modifier: i64) -> i64 {
    let with = |ability: bool, quarters: i64| if ability { quarters } else { 0 };
    let abilities = battery.abilities;
    let quarters = 4 + with(abilities.extra_hull, 4) + with(abilities.extra_crew, 2) - with(abilities.no_hull, 2);
    let dice = i64::from(weapons) * i64::from(battery.rof);
    hits(dice, i64::from(battery.to_hit) - modifier) * i64::from(battery.pen) * i64::from(battery.dmg) * quarters
}

/// Chance that a penetration die of a battery goes through, in 36ths.
fn through(battery: &Battery, shields: u8) -> i64 {
    let shields = if battery.abilities.halves_shields { shields.div_ceil(2) } else { shields };
    let faces = i64::from(6 - shields);
    if battery.abilities.re_roll { faces * faces } else { 6 * faces }
}

impl<'a> Values<'a> {
    pub fn new(matchup: &'a Matchup<StarmadaX>) -> Self {
        Self { matchup }
    }

    pub fn policy(&self, side: Side) -> &Policy {
        &self.matchup.forces[side].policy
    }

    pub fn design(&self, ship: ShipId) -> &Design {
        &self.matchup.forces[ship.side].ships[usize::from(ship.slot)]
    }

    fn designs(&self) -> impl Iterator<Item = &Design> {
        self.matchup.forces.iter().flat_map(|force| &force.ships).map(|ship| &**ship)
    }

    /// Points per hull box, on a scale on which the costliest box of the matchup is 16.
    fn price(&self, ship: ShipId) -> i64 {
        let ratio = |design: &Design| [i64::from(design.rating()), i64::from(design.hull)];
        price_of_box(ratio(self.design(ship)), self.designs().map(ratio), 16)
    }

    /// Expected damage dice of so many weapons at a range modifier, on a scale on which the whole fire at short range of the
    /// strongest ship of the matchup is 250; at most 255.
    pub fn fire(&self, battery: &Battery, weapons: u8, modifier: i8, ecm: bool) -> i64 {
        let whole = |design: &Design| {
            design.batteries.iter().map(|battery| damage_dice(battery, battery.weapons(), 1)).sum::<i64>()
        };
        let strongest = self.designs().map(whole).max().unwrap_or(1).max(1);
        let dice = damage_dice(battery, weapons, i64::from(modifier) - i64::from(ecm));
        ((500 * dice + strongest) / (2 * strongest)).min(255)
    }

    /// A weight on expected damage dice by the chance that they go through and a price, within ±119.
    fn each(battery: &Battery, shields: u8, weight: i8, price: i64) -> i64 {
        (through(battery, shields) * i64::from(weight) * price / 96).clamp(-119, 119)
    }

    /// What a damage die of a battery on an enemy is worth to the other side's moves.
    pub fn dealt(&self, battery: &Battery, enemy: ShipId, shields: u8) -> i64 {
        Self::each(battery, shields, self.policy(enemy.side.opponent()).moves.deal, self.price(enemy))
    }

    /// What a damage die of a battery on a ship costs its own side's moves.
    pub fn taken(&self, battery: &Battery, ship: ShipId, shields: u8) -> i64 {
        Self::each(battery, shields, self.policy(ship.side).moves.take, self.price(ship))
    }

    /// What a damage die of a battery on a ship is worth to its own side where the fire is shared out, before it is, whatever the
    /// weight's sign.
    pub fn shared(&self, battery: &Battery, ship: ShipId, shields: u8) -> i64 {
        Self::each(battery, shields, self.policy(ship.side).moves.share, self.price(ship)).abs()
    }

    /// What a damage die of a battery on a ship is worth, whatever any policy weighs.
    pub fn worth(&self, battery: &Battery, ship: ShipId, shields: u8) -> i64 {
        Self::each(battery, shields, 4, self.price(ship))
    }

    /// What its share of fire worth so much, in 256ths, costs a ship of a side that has so many.
    pub fn share(&self, side: Side, worth: i64, ships: usize) -> i64 {
        let part = worth * (256.0 / ships as f64).round() as i64 / 256;
        part * i64::from(self.policy(side).moves.share.signum())
    }

    /// Hexes that a ship's longest battery reaches.
    pub fn reach(&self, ship: ShipId) -> u8 {
        self.design(ship).batteries.iter().map(|battery| battery.range).max().unwrap_or(0)
    }

    /// The pull of the distance to an enemy, `away` hexes off: toward the one that a ship seeks, and into its own reach where the
    /// enemy's is longer.
    pub fn range_pull(&self, ship: ShipId, enemy: ShipId, away: u8) -> i64 {
        let moves = self.policy(ship.side).moves;
        let outranged = outranged_pull(moves.outranged, [ship, enemy].map(|of| self.reach(of)), away);
        (range_pull(moves.range, self.goal(ship, enemy), away) + outranged).clamp(-127, 127)
    }

    /// What the other side sees in a target so far away, with so many hull boxes left, for expected damage dice of a battery.
    pub fn target(&self, battery: &Battery, enemy: ShipId, away: u8, left: u8, dice: i64, shields: u8) -> i64 {
        let weights = self.policy(enemy.side.opponent()).targets;
        let best = self.matchup.forces[enemy.side].ships.iter().map(|ship| ship.rating()).max().unwrap_or(1).max(1);
        let sixteenths = i64::from(16 * self.design(enemy).rating() / best);
        sixteenths * i64::from(weights.rating) + dice * Self::each(battery, shields, weights.damage, 12)
            - i64::from(away) * i64::from(weights.near)
            - i64::from(left) * i64::from(weights.finish)
    }

    /// Fighters that so many weapons are expected to shoot down at a range modifier, in eighths, at most 255.
    pub fn shot_down(&self, battery: &Battery, weapons: u8, modifier: i8) -> i64 {
        if battery.abilities.spares_fighters() {
            return 0;
        }
        // Fighters are one harder to hit than ships.
        let need = i64::from(battery.to_hit) - i64::from(modifier) + 1;
        (8 * hits(i64::from(weapons) * i64::from(battery.rof), need) / 6).min(255)
    }

    /// What a fighter's hit on a ship with so many shields is worth: they are halved against fighters (X 5.3.1).
    pub fn prey(&self, ship: ShipId, shields: u8) -> i64 {
        self.price(ship) * i64::from(6 - shields.div_ceil(2))
    }

    /// What every weapon of a ship is expected to do to an enemy at a distance, both undamaged, all bearing.
    fn volley(&self, ship: ShipId, enemy: ShipId, distance: u8) -> i64 {
        let target = self.design(enemy);
        let ecm = i64::from(target.equipment.iter().any(|piece| piece.kind == Piece::Ecm));
        let fire = self.design(ship).batteries.iter().filter_map(|battery| {
            let modifier = i64::from(range_modifier(battery, distance)?) - ecm;
            Some(damage_dice(battery, battery.weapons(), modifier) * through(battery, target.shields))
        });
        fire.sum()
    }

    /// The distance that a ship seeks from an enemy.
    pub fn goal(&self, ship: ShipId, enemy: ShipId) -> u8 {
        let longest = self.design(ship).batteries.iter().map(|battery| battery.range).max().unwrap_or(1);
        goal(self.policy(ship.side).range_goal, longest, MAX_RANGE, |distance| {
            let dealt = self.price(enemy) * self.volley(ship, enemy, distance);
            [dealt, self.price(ship) * self.volley(enemy, ship, distance)]
        })
    }
}
