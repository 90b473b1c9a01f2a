//! Where an enemy may be when fire is exchanged, in plain code.

use lanchester_hex::Hex;
use lanchester_rules_starmada_x::event::ShipId;
use lanchester_rules_starmada_x::options::Station;
use lanchester_rules_starmada_x::policy::Anticipate;
use lanchester_rules_starmada_x::reference::{Battle, Vessel};

use super::{Judge, room, volley};

/// How many places `aim` keeps.
const AIMED: usize = 8;

impl Judge<'_> {
    /// Where a ship is after as many hexes straight on as it went last turn.
    fn straight_on(&self, battle: &Battle<'_>, ship: ShipId) -> Station {
        let vessel = battle.vessel(ship);
        let run = self.runs.get(&ship).map_or(vessel.design.engines, |from| from.distance(vessel.at.hex));
        let run = run.min(vessel.movement_points()).min(room(battle.setup.options, vessel.at));
        Station { hex: vessel.at.hex.ahead(vessel.at.facing, run), ..vessel.at }
    }

    /// The score of the best of seven ways on from where a ship ends its movement: what it exchanges then with enemies in the first
    /// of the places where they may be, an eighth of it, at most 1600.
    pub(super) fn next(&self, battle: &Battle<'_>, ship: ShipId, at: Station, sharers: usize) -> i64 {
        let points = battle.vessel(ship).movement_points();
        let weight = self.values.policy(ship.side).moves.next;
        let ways = [(points / 2, 0), (points, 0), (0, 0), (points / 2, 1), (points / 2, -1), (0, 1), (0, -1)];
        let best = ways.map(|(hexes, turn)| {
            let to = Station { hex: at.hex.ahead(at.facing, hexes), facing: at.facing.turned(turn) };
            self.way_on(battle, ship, to, sharers)
        });
        let best = best.into_iter().max().expect("a way");
        i64::from(weight) * best.div_euclid(8).clamp(-1600, 1600)
    }

    /// The exchange of a ship with enemies in the first of their places, 8000 less where it cannot be.
    fn way_on(&self, battle: &Battle<'_>, ship: ShipId, at: Station, sharers: usize) -> i64 {
        let options = battle.setup.options;
        if !options.board.contains(at.hex) || options.is_solid(at.hex) {
            return -8000;
        }
        let me = battle.vessel(ship);
        let (mut dealt, mut taken, mut shared) = (0, 0, 0);
        for other in battle.ships(ship.side.opponent()).filter(|other| battle.vessel(*other).alive()) {
            let (enemy, there) = (battle.vessel(other), self.places(battle, other)[0]);
            if !self.sees(battle, at.hex, there.hex).0 {
                continue;
            }
            let mine = volley(&self.values, me, at, enemy, there.hex);
            let worth =
                mine.iter().map(|(battery, dice)| dice * self.values.dealt(battery, other, enemy.shield_rating()));
            dealt = dealt.max(worth.sum());
            for (battery, dice) in volley(&self.values, enemy, there, me, at.hex) {
                taken += dice * self.values.taken(battery, ship, me.shield_rating());
                shared += dice * self.values.shared(battery, ship, me.shield_rating());
            }
        }
        dealt - taken - self.values.share(ship.side, shared, sharers)
    }

    /// Where a ship may be, each as likely as the others, as a policy of the other side anticipates it.
    pub(super) fn places(&self, battle: &Battle<'_>, ship: ShipId) -> Vec<Station> {
        self.expected.borrow_mut().entry(ship).or_insert_with(|| self.expect(battle, ship)).clone()
    }

    fn expect(&self, battle: &Battle<'_>, ship: ShipId) -> Vec<Station> {
        let mut places = match self.values.policy(ship.side.opponent()).anticipate {
            Anticipate::Still => vec![battle.vessel(ship).at],
            Anticipate::Drift => vec![self.straight_on(battle, ship)],
            Anticipate::Mixture => self.typical(battle, ship),
            Anticipate::Aim => {
                let mut typical = self.typical(battle, ship);
                typical.extend(self.more(battle, ship));
                // The sort is stable: the first of equals stays first.
                typical[1..].sort_by_key(|place| -self.edge(battle, ship, *place));
                typical.truncate(AIMED);
                typical
            }
        };
        // Nobody is expected in an object.
        for place in places.iter_mut().filter(|place| battle.setup.options.is_solid(place.hex)) {
            place.hex = battle.vessel(ship).at.hex;
        }
        places
    }

    /// Typical orders: on as it did, all ahead, none, a turn at once to either side and the rest ahead, half ahead and then a
    /// turn, one hex back.
    fn typical(&self, battle: &Battle<'_>, ship: ShipId) -> Vec<Station> {
        let options = battle.setup.options;
        let vessel = battle.vessel(ship);
        let (at, points) = (vessel.at, vessel.movement_points());
        let room = room(options, at);
        let rest = points.saturating_sub(1);
        let open = |hex: Hex| if options.board.contains(hex) { hex } else { at.hex };
        let ahead = |hexes: u8| Station { hex: at.hex.ahead(at.facing, hexes.min(room)), ..at };
        let turned = |by: i32| if points > 0 { at.facing.turned(by) } else { at.facing };
        let mut places = vec![self.straight_on(battle, ship), ahead(points), at];
        for by in [-1, 1] {
            places.push(Station { hex: open(at.hex.ahead(turned(by), rest)), facing: turned(by) });
        }
        for by in [-1, 1] {
            places.push(Station { facing: turned(by), ..ahead(rest / 2) });
        }
        let back = u8::from(points >= 2);
        places.push(Station { hex: open(at.hex.ahead(at.facing.turned(3), back)), ..at });
        places
    }

    /// More of them: to either side, all but one ahead and then a turn, a turn at once and half the rest ahead, a turn on the spot;
    /// half ahead, half back.
    fn more(&self, battle: &Battle<'_>, ship: ShipId) -> Vec<Station> {
        let vessel = battle.vessel(ship);
        let (at, points) = (vessel.at, vessel.movement_points());
        let room = room(battle.setup.options, at);
        let rest = points.saturating_sub(1);
        let open = |hex: Hex| if battle.setup.options.board.contains(hex) { hex } else { at.hex };
        let ahead = |hexes: u8| at.hex.ahead(at.facing, hexes.min(room));
        let turned = [-1, 1].map(|by| if points > 0 { at.facing.turned(by) } else { at.facing });
        let mut places = turned.map(|facing| Station { hex: ahead(rest), facing }).to_vec();
        places.extend(turned.map(|facing| Station { hex: open(at.hex.ahead(facing, rest / 2)), facing }));
        places.extend(turned.map(|facing| Station { facing, ..at }));
        places.push(Station { hex: ahead(points / 2), ..at });
        places.push(Station { hex: open(at.hex.ahead(at.facing.turned(3), points / 2)), ..at });
        places
    }

    /// What a ship deals the best target from a place less what the best of them deals it, where the others go straight on.
    fn edge(&self, battle: &Battle<'_>, ship: ShipId, place: Station) -> i64 {
        let me = battle.vessel(ship);
        let best = |fire: &dyn Fn(&Vessel<'_>, ShipId, Station) -> i64| {
            let others = battle.ships(ship.side.opponent()).filter(|other| battle.vessel(*other).alive());
            others.map(|other| fire(battle.vessel(other), other, self.straight_on(battle, other))).max().unwrap_or(0)
        };
        let worth = |firer: (&Vessel<'_>, Station), target: (&Vessel<'_>, Station), of: ShipId| -> i64 {
            let sums = volley(&self.values, firer.0, firer.1, target.0, target.1.hex);
            sums.iter().map(|(battery, dice)| dice * self.values.worth(battery, of, target.0.shield_rating())).sum()
        };
        best(&|other, id, at| worth((me, place), (other, at), id))
            - best(&|other, _, at| worth((other, at), (me, place), ship))
    }
}
