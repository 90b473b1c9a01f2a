//! What fire is worth: what a ship can expect to deal and to take.

use lanchester_battle::appraisal::forces_from;
use lanchester_core::Side;
use lanchester_lanes::hex::{Bearing, Hex, clear_line};

use super::Player;
use super::tables::{READINGS, each};
use crate::design::Kind;
use crate::event::ShipId;
use crate::formulas::range_modifier;
use crate::options::Station;
use crate::reference::{Battle, Vessel};

/// Expected damage dice, by how their penetration dice are read.
pub type Volley = [i64; READINGS];

/// A ship somewhere.
#[derive(Clone, Copy, Debug)]
pub struct Stand<'b, 'a> {
    /// Which.
    pub ship: ShipId,
    /// Its record.
    pub vessel: &'b Vessel<'a>,
    /// Where.
    pub at: Station,
}

impl<'b, 'a> Stand<'b, 'a> {
    /// A ship where it is.
    pub fn new(battle: &'b Battle<'a>, ship: ShipId) -> Self {
        let vessel = battle.vessel(ship);
        Self { ship, vessel, at: vessel.at }
    }

    /// The same ship somewhere else.
    pub const fn moved(self, at: Station) -> Self {
        Self { at, ..self }
    }
}

/// The living enemies of a ship.
pub fn opponents<'b, 'a>(battle: &'b Battle<'a>, ship: ShipId) -> impl Iterator<Item = Stand<'b, 'a>> {
    battle.ships(ship.side.opponent()).map(|enemy| Stand::new(battle, enemy)).filter(|enemy| enemy.vessel.alive())
}

/// Weapons of a battery that bear, as the ship sees the bearing.
pub fn bearing_weapons(vessel: &Vessel<'_>, battery: usize, bearing: Bearing) -> u8 {
    let mounts = vessel.design.mounts().enumerate();
    let bear = mounts.filter(|(_, (of, mount))| *of == battery && mount.arcs.covers(bearing));
    bear.map(|(mount, _)| vessel.weapons[mount]).sum()
}

/// What a volley counts, by what each die of a reading does.
fn worth(volley: &Volley, die: impl Fn(usize) -> i64) -> i64 {
    volley.iter().enumerate().filter(|(_, dice)| **dice > 0).map(|(reading, dice)| dice * die(reading)).sum()
}

impl Player<'_> {
    /// Expected damage dice of everything that bears, at most 255 of a reading.
    fn volley(&self, firer: &Stand<'_, '_>, target: &Stand<'_, '_>) -> Volley {
        let mut sums = [0; READINGS];
        let tables = self.tables.ship(firer.ship);
        let away = firer.at.hex.distance(target.at.hex);
        if away > tables.reach {
            return sums;
        }
        let Some(bearing) = Bearing::of(firer.at.hex.to(target.at.hex)) else { return sums };
        let bearing = bearing.seen_from(firer.at.facing);
        let ecm = target.vessel.working(Kind::Ecm).is_some();
        for (number, (battery, table)) in firer.vessel.design.batteries.iter().zip(&tables.batteries).enumerate() {
            let Some(modifier) = range_modifier(battery, away) else { continue };
            let weapons = bearing_weapons(firer.vessel, number, bearing);
            sums[table.reading] += table.fire(weapons, modifier, ecm);
        }
        sums.map(|dice| dice.min(255))
    }

    /// What the fire of a ship at another is worth, whatever any policy weighs.
    pub(super) fn any_worth(&self, firer: &Stand<'_, '_>, target: &Stand<'_, '_>) -> i64 {
        let (shields, price) = (target.vessel.shield_rating(), self.tables.ship(target.ship).price);
        worth(&self.volley(firer, target), |reading| each(reading, shields, 4, price))
    }

    /// Whether objects leave the line between two hexes clear.
    pub(super) fn sees(&self, from: Hex, to: Hex) -> bool {
        self.tables.solid.is_empty() || clear_line(from, to, &self.tables.solid)
    }

    /// Whether a side forces a decision.
    pub(super) fn forces(&self, battle: &Battle<'_>, side: Side) -> bool {
        !battle.contact && forces_from(self.policy(side).force).is_some_and(|turn| u16::from(turn) <= battle.turn)
    }

    /// Weighted damage that a ship deals its best target less what it takes, with enemies at all places where they may be, or at the
    /// `first` of them alone. It shares their fire, where its policy has it so, with as many ships as there are `sharers`, itself
    /// among them.
    pub(super) fn exchange(&self, battle: &Battle<'_>, me: &Stand<'_, '_>, first: bool, sharers: usize) -> i64 {
        let weights = &self.policy(me.ship.side).moves;
        let (my_shields, my_price) = (me.vessel.shield_rating(), self.tables.ship(me.ship).price);
        let (mut dealt, mut taken, mut shared) = (0, 0, 0);
        for enemy in opponents(battle, me.ship) {
            let places = &self.known(enemy.ship).places;
            let places = if first { &places[..1] } else { places };
            let (mut mine, mut its) = ([0; READINGS], [0; READINGS]);
            for place in places.iter().filter(|place| self.sees(me.at.hex, place.hex)) {
                let enemy = enemy.moved(*place);
                if weights.deal != 0 {
                    mine.iter_mut().zip(self.volley(me, &enemy)).for_each(|(sum, dice)| *sum += dice);
                }
                if weights.take != 0 || weights.share != 0 {
                    its.iter_mut().zip(self.volley(&enemy, me)).for_each(|(sum, dice)| *sum += dice);
                }
            }
            let count = places.len() as i64;
            let (mine, its) = (mine.map(|dice| dice / count), its.map(|dice| dice / count));
            let (shields, price) = (enemy.vessel.shield_rating(), self.tables.ship(enemy.ship).price);
            dealt = dealt.max(worth(&mine, |reading| each(reading, shields, weights.deal, price)));
            taken += worth(&its, |reading| each(reading, my_shields, weights.take, my_price));
            shared += worth(&its, |reading| each(reading, my_shields, weights.share, my_price).abs());
        }
        if self.forces(battle, me.ship.side) {
            return dealt;
        }
        // So many 256ths of it, to the nearest.
        let part = shared * ((512 + sharers as i64) / (2 * sharers as i64)) / 256;
        dealt - taken - part * i64::from(weights.share.signum())
    }
}
