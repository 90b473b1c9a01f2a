//! What the weights of a policy mean, in plain numbers made here from designs and rules, not taken from the lanes' tables.

use lanchester_conformance::weights::{goal, outranged_pull, price_of_box, range_pull};
use lanchester_core::{Combatant, Matchup, Side};
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::design::generate::{dice_string, row, shield_icons};
use lanchester_rules_nova::design::{Design, MAX_RANGE};
use lanchester_rules_nova::event::ShipId;
use lanchester_rules_nova::formulas::{attack_dice, attack_modifier, effective_ecm, range_modifier};
use lanchester_rules_nova::options::Options;
use lanchester_rules_nova::policy::Policy;

/// The values of one matchup.
pub struct Values<'a> {
    matchup: &'a Matchup<Nova>,
}

/// Faces on which shields let a hit through.
fn open(design: &Design, icons_lost: u8) -> i64 {
    (1..=6).filter(|face| design.shield_faces(icons_lost) >> (face - 1) & 1 == 0).count() as i64
}

impl<'a> Values<'a> {
    pub fn new(matchup: &'a Matchup<Nova>) -> Self {
        Self { matchup }
    }

    pub fn policy(&self, side: Side) -> &Policy {
        &self.matchup.forces[side].commander
    }

    fn design(&self, ship: ShipId) -> &Design {
        &self.matchup.forces[ship.side].ships[usize::from(ship.slot)]
    }

    /// Points per box, on a scale on which the costliest box of the matchup is 8.
    fn price(&self, ship: ShipId) -> i64 {
        let ratio = |design: &Design| [i64::from(design.rating()), i64::from(design.thresholds()[2])];
        let all = self.matchup.forces.iter().flat_map(|force| &force.ships);
        price_of_box(ratio(self.design(ship)), all.map(|design| ratio(design)), 8)
    }

    /// Faces on which a ship's shields let a hit through.
    pub fn open(&self, ship: ShipId, icons_lost: u8) -> i64 {
        open(self.design(ship), icons_lost)
    }

    /// What a box that is hit on a ship is worth, whatever its policy weighs.
    pub fn worth(&self, ship: ShipId, icons_lost: u8) -> i64 {
        self.open(ship, icons_lost) * self.price(ship)
    }

    /// Hexes that a ship's longest battery reaches.
    pub fn reach(&self, ship: ShipId) -> u8 {
        self.design(ship).batteries.iter().map(|battery| battery.range[2]).max().unwrap_or(0)
    }

    /// A weight on each box that is expected to be checked on a ship, in 24ths of its price, within ±120.
    fn per_box(&self, ship: ShipId, icons_lost: u8, weight: i8) -> i64 {
        (open(self.design(ship), icons_lost) * self.price(ship) * i64::from(weight) / 4).clamp(-120, 120)
    }

    /// What a box dealt to an enemy is worth to the other side's moves.
    pub fn dealt(&self, enemy: ShipId, icons_lost: u8) -> i64 {
        self.per_box(enemy, icons_lost, self.policy(enemy.side.opponent()).moves.deal)
    }

    /// What a box that a ship takes costs its own side's moves.
    pub fn taken(&self, ship: ShipId, icons_lost: u8) -> i64 {
        self.per_box(ship, icons_lost, self.policy(ship.side).moves.take)
    }

    /// What a box that a ship takes costs its own side's moves by the fire that so many share: to the nearest whole number.
    pub fn shared(&self, ship: ShipId, icons_lost: u8, sharers: usize) -> i64 {
        let whole = self.worth(ship, icons_lost) as f64 * f64::from(self.policy(ship.side).moves.share);
        ((whole / 4.0 / sharers as f64).round() as i64).clamp(-120, 120)
    }

    /// What the other side sees in a target that is so far away, has so many boxes left and on which so many boxes would be
    /// checked if nothing blocked them.
    pub fn target(&self, enemy: ShipId, away: u8, left: u8, boxes: i64, icons_lost: u8) -> i64 {
        let weights = self.policy(enemy.side.opponent()).targets;
        let best = self.matchup.forces[enemy.side].ships.iter().map(|ship| ship.rating()).max().unwrap_or(1).max(1);
        let sixteenths = i64::from(16 * self.design(enemy).rating() / best);
        let each = (open(self.design(enemy), icons_lost) * i64::from(weights.damage)).clamp(-120, 120);
        sixteenths * i64::from(weights.rating) + boxes * each
            - i64::from(away) * i64::from(weights.near)
            - i64::from(left) * i64::from(weights.finish)
    }

    /// What every bank of a ship together is expected to check on an enemy at a distance, both undamaged, all bearing.
    fn volley(&self, ship: ShipId, enemy: ShipId, distance: u8, options: &Options) -> i64 {
        let (design, target) = (self.design(ship), self.design(enemy));
        let ecm = effective_ecm(design, target.ecm_after(0), options);
        let boxes = design.banks().filter_map(|(battery, bank)| {
            let battery = &design.batteries[battery];
            let modifier = attack_modifier(bank.modifier, range_modifier(battery, distance)?, ecm, 0);
            Some(i64::from(attack_dice(&battery.dice, modifier)) * i64::from(battery.damage))
        });
        boxes.sum::<i64>() * open(target, 0)
    }

    /// The pull of the distance to an enemy, `away` hexes off: toward the one that a ship seeks, and into its own reach where the
    /// enemy's is longer.
    pub fn range_pull(&self, ship: ShipId, enemy: ShipId, away: u8) -> i64 {
        let options = &self.matchup.options;
        let policy = self.policy(ship.side);
        let reaches = [ship, enemy].map(|of| self.reach(of));
        let goal = goal(policy.range_goal, reaches, MAX_RANGE, |distance| {
            let dealt = self.price(enemy) * self.volley(ship, enemy, distance, options);
            [dealt, self.price(ship) * self.volley(enemy, ship, distance, options)]
        });
        let outranged = outranged_pull(policy.moves.outranged, reaches, away);
        (range_pull(policy.moves.range, goal, away) + outranged).clamp(-127, 127)
    }
}

/// The page of Nova's keys shows how a designer's numbers become rows.
#[test]
fn the_book_shows_the_rows_of_a_designers_numbers() {
    let page = include_str!("../../../../book/src/keys/nova.md").replace('\n', " ");
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    for blocking in 1..=5 {
        let icons = shield_icons(blocking).expect("shields");
        let shown = format!("`{icons:?}` for {}+", 7 - blocking);
        assert!(page.contains(&shown), "{shown}");
    }
    for shown in [
        format!("thrust 4 is `{:?}`", row(4)),
        format!("thrust 5 is `{:?}`", row(5)),
        format!("6 dice are `{:?}`", dice_string(6, 1)),
    ] {
        assert!(page.contains(&shown), "{shown}");
    }
}
