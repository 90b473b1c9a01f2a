//! What action points are spent on.

use super::ahead::TIMES;
use super::exchange::{Stand, damage, shield};
use super::movement::View;
use super::{Player, first_best, noise};
use crate::arcs::Arc;
use crate::design::MAX_GROUPS;
use crate::event::{ShipId, Use};
use crate::position::Step;
use crate::reference::Battle;

/// Most that a better move counts before its weight.
pub const MOST_GAIN: i16 = 1023;
/// Most that a better shot counts.
pub const MOST_SHOT: i16 = 63;
/// What a battery counts.
pub const BATTERY: i16 = 8;
/// What a missile with a target counts.
pub const MISSILE: i16 = 12;
/// Eighths that a box counts by the yellow boxes that are open, itself included.
pub const URGENCY: [u8; 9] = [0, 8, 7, 6, 5, 4, 4, 3, 3];

impl Player<'_> {
    /// The use with the highest score, if that is above 0, or above the price of a battery that supplies the point.
    pub(super) fn choose_use(&self, battle: &Battle<'_>, ship: ShipId) -> Option<Use> {
        let weights = &self.policy(ship.side).points;
        let view = View::new(battle, ship);
        let mut uses: Vec<(Use, i16)> = Vec::new();
        for group in 0..MAX_GROUPS as u8 {
            uses.push((Use::Charge(group), (i16::from(weights.charge) * self.charge(battle, ship, group)) >> 3));
        }
        let moves = battle.must_move(ship) && weights.maneuver != 0;
        let stay = if moves { self.best_of(&view, |step| battle.may_move(ship, step).is_ok()) } else { 0 };
        let gain = |with: &dyn Fn(Step) -> bool| {
            let gain = (self.best_of(&view, with) - stay).clamp(0, MOST_GAIN);
            (i16::from(weights.maneuver) * gain) >> 3
        };
        if moves {
            uses.push((Use::Slip, gain(&Step::slips)));
            if battle.vessel(ship).pending == 1 {
                uses.push((Use::PowerTurn, gain(&Step::turns)));
            }
        }
        let threats = self.threats(&view);
        for arc in Arc::ALL {
            let absorbed = self.absorbed(&view, arc, threats[arc.index()]);
            uses.push((Use::Reinforce(arc), i16::from(weights.reinforce) * absorbed));
        }
        let marker = if ship.side == battle.first { Use::DefendInitiative } else { Use::ChangeInitiative };
        uses.push((marker, (i16::from(weights.initiative) * self.first_shot(&view)) >> 2));
        uses.push((Use::ChargeBattery, i16::from(weights.battery) * BATTERY));
        if let Some(on) = self.redirection(battle, ship) {
            uses.push((on, i16::from(weights.redirect) * MISSILE));
        }
        let price = if battle.point(ship) == Some(true) { i16::from(weights.battery) * BATTERY } else { 0 };
        let legal = uses.into_iter().enumerate().filter(|(_, (on, _))| battle.may_spend(ship, *on).is_ok());
        let noisy =
            legal.map(|(index, (on, score))| (on, score + self.noise(battle, ship, noise::USES + index as i16)));
        first_best(noisy).filter(|(_, score)| *score > price).map(|(on, _)| on)
    }

    /// The score of the best of some steps.
    fn best_of(&self, view: &View<'_, '_>, may: impl Fn(Step) -> bool) -> i16 {
        let helm = view.battle.vessel(view.ship).has(crate::event::Marker::HelmDown);
        let steps = Step::ALL.into_iter().enumerate();
        let steps = steps.filter(|(_, step)| may(*step) && !(helm && (step.turns() || step.slips())));
        let scores = steps.map(|(index, step)| self.step_score(view, step, index, false));
        scores.max().unwrap_or(i16::MIN / 2)
    }

    /// What a yellow box of a group counts, in eighths.
    fn charge(&self, battle: &Battle<'_>, ship: ShipId, group: u8) -> i16 {
        let vessel = battle.vessel(ship);
        let Some(printed) = vessel.design.groups.get(usize::from(group)) else { return 0 };
        let [red, yellow] = vessel.bars[usize::from(group)];
        let open = usize::from(printed.yellow - yellow);
        let urgency = URGENCY[open].saturating_sub(if red < printed.red { 2 } else { 0 });
        let table = &self.tables.ships[ship.side][usize::from(ship.slot)].groups[usize::from(group)];
        i16::from(table.per_box) * i16::from(urgency)
    }

    /// Fire of the enemies on each arc of a ship that goes straight on, in sixths: the more of their next two turns, its share.
    fn threats(&self, view: &View<'_, '_>) -> [i16; 4] {
        let battle = view.battle;
        let vessel = battle.vessel(view.ship);
        let there = if battle.must_move(view.ship) && !vessel.design.base { vessel.at.ahead() } else { vessel.at };
        let boundary = battle.setup.options.arc_boundary;
        let mut threats = [0; 4];
        for enemy in &view.enemies {
            let mut most = [0; 4];
            for time in 1..TIMES {
                let firer = Stand { ship: enemy.ship, vessel: battle.vessel(enemy.ship), at: enemy.at[time] };
                let target = Stand { ship: view.ship, vessel, at: view.ahead.at(there, time - 1) };
                if let Some((sixths, arc)) = damage(self.tables, boundary, &firer, enemy.charged[time], &target) {
                    most[arc.index()] = sixths.max(most[arc.index()]);
                }
            }
            for (threat, most) in threats.iter_mut().zip(most) {
                *threat += (most * enemy.share) >> 6;
            }
        }
        threats
    }

    /// The value of the fire that a reinforcement of an arc would absorb.
    fn absorbed(&self, view: &View<'_, '_>, arc: Arc, threat: i16) -> i16 {
        let boxes = 6 * i16::from(view.battle.setup.options.reinforcement);
        let through = (threat - 6 * shield(view.battle.vessel(view.ship), arc)).max(0);
        threat.min(boxes) + i16::from(self.policy(view.ship.side).hull) * through.min(boxes)
    }

    /// By how much the best shot of the next impulse is better than that of this one, if one marker more decides.
    fn first_shot(&self, view: &View<'_, '_>) -> i16 {
        let battle = view.battle;
        let [change, defend] = battle.initiative_markers;
        let decides = if view.ship.side == battle.first { defend == 0 } else { change == defend };
        if !decides {
            return 0;
        }
        let at = battle.vessel(view.ship).at;
        let [now, next] = [0, 1].map(|time| self.best_shot(view, at, time, view.ahead.charged[time]));
        (next - now).clamp(0, MOST_SHOT)
    }

    /// The nearest enemy for the first own missile that has lost its target.
    fn redirection(&self, battle: &Battle<'_>, ship: ShipId) -> Option<Use> {
        let opponent = ship.side.opponent();
        let adrift = |missile: &crate::event::MissileId| {
            battle.missile(*missile).is_some_and(|flying| battle.there(opponent, flying.target).is_none())
        };
        let missile = battle.flying(ship.side).into_iter().find(adrift)?;
        let from = battle.missile(missile)?.at.hex;
        let enemies = battle.afloat(opponent).into_iter();
        let target = enemies.min_by_key(|enemy| battle.vessel(*enemy).at.hex.distance(from))?;
        Some(Use::Redirect { missile: missile.slot, target: target.slot })
    }
}
