//! Where an enemy may be when fire is exchanged: all ships move at once, blind.

use lanchester_lanes::hex::Hex;

use super::Player;
use super::exchange::{Stand, opponents};
use crate::event::ShipId;
use crate::options::{Options, Station};
use crate::policy::Anticipate;
use crate::reference::Battle;

/// How many places `aim` keeps.
const AIMED: usize = 8;

/// Hexes straight ahead to an object or the edge.
fn room(options: &Options, at: Station) -> u8 {
    let open = |steps: &u8| !options.is_solid(at.hex.ahead(at.facing, *steps));
    (1..=options.board.room(at.hex, at.facing)).take_while(open).count() as u8
}

impl Player<'_> {
    /// Where a ship is after as many hexes straight on as it went last turn.
    fn straight_on(&self, battle: &Battle<'_>, ship: ShipId) -> Station {
        let vessel = battle.vessel(ship);
        let run = self.known(ship).run.min(vessel.movement_points()).min(room(battle.setup.options, vessel.at));
        Station { hex: vessel.at.hex.ahead(vessel.at.facing, run), ..vessel.at }
    }

    /// Where a ship may be, each place as likely as the others, as the policy of the other side anticipates it.
    pub(super) fn expect(&self, battle: &Battle<'_>, ship: ShipId) -> Vec<Station> {
        let mut places = match self.policy(ship.side.opponent()).anticipate {
            Anticipate::Still => vec![battle.vessel(ship).at],
            Anticipate::Drift => vec![self.straight_on(battle, ship)],
            Anticipate::Mixture => self.typical(battle, ship),
            Anticipate::Aim => self.aimed(battle, ship, 1),
            Anticipate::Best => {
                let mut aimed = self.aimed(battle, ship, 2);
                if self.known(ship).run > 0 {
                    aimed.swap(0, 1);
                }
                aimed
            }
        };
        // Nobody is expected in an object.
        for place in places.iter_mut().filter(|place| battle.setup.options.is_solid(place.hex)) {
            place.hex = battle.vessel(ship).at.hex;
        }
        places
    }

    /// Straight on, and of its other typical orders those with which it gains most, what it deals counted so many times.
    fn aimed(&self, battle: &Battle<'_>, ship: ShipId, times: i64) -> Vec<Station> {
        let mut typical = self.typical(battle, ship);
        typical.extend(self.more(battle, ship));
        // The sort is stable: the first of equals stays first.
        typical[1..].sort_by_key(|place| -self.edge(battle, ship, *place, times));
        typical.truncate(AIMED);
        typical
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

    /// What a ship deals the best target from a place, so many times, less what the best of them deals it, where the others go
    /// straight on.
    fn edge(&self, battle: &Battle<'_>, ship: ShipId, place: Station, times: i64) -> i64 {
        let me = Stand::new(battle, ship).moved(place);
        let others = || opponents(battle, ship).map(|other| other.moved(self.straight_on(battle, other.ship)));
        let dealt = others().map(|other| self.any_worth(&me, &other)).max().unwrap_or(0);
        let taken = others().map(|other| self.any_worth(&other, &me)).max().unwrap_or(0);
        times * dealt - taken
    }
}

#[cfg(test)]
mod tests {
    use lanchester_lanes::hex::{Bearing, Facing};
    use lanchester_scenario::Library;

    use super::*;
    use crate::design::Design;
    use crate::game::StarmadaX;
    use crate::player::Tables;
    use crate::reference::staging::{Stage, a, at, b, key, mouse};

    /// A Mouse flies north past one that cannot move, eight hexes to its east: straight on it would see nothing, one hexside to
    /// starboard all that it has. So its enemy expects the turn, until it has seen it stand still.
    #[test]
    fn an_enemy_is_expected_where_it_gains_most() {
        let anchored = Design { engines: 0, ..mouse() };
        let stage = Stage::new([vec![anchored], vec![mouse()]]);
        let setup = stage.setup();
        let library = Library::<StarmadaX>::shipped();
        let expected = |policy: &str| {
            let policy = library.policy(policy).expect("a shipped policy");
            let tables = Tables::new(&setup, [&policy, &policy]);
            let mut battle = Battle::new(&setup, 0);
            battle.vessel_mut(a(0)).at = at("2815", Facing::new(5));
            battle.vessel_mut(b(0)).at = at("2015", Facing::NORTH);
            let mut player = Player::new(&tables, key(1));
            [1, 2].map(|turn| {
                battle.turn = turn;
                player.note(&battle);
                let target = battle.vessel(a(0)).at.hex;
                player.known(b(0)).places.iter().map(|place| bears(*place, target)).collect::<Vec<_>>()
            })
        };
        let [coming, stopped] = expected("default");
        assert_eq!((coming.len(), coming[0], coming[1], stopped[0]), (AIMED, true, false, false));
        assert!(stopped.contains(&true));
        let [coming, _] = expected("straight-on");
        assert!(!coming[0] && coming.contains(&true));
    }

    /// Whether the guns of a Mouse, ahead within a hexside to either side, reach a hex.
    fn bears(from: Station, to: Hex) -> bool {
        let class = Bearing::of(from.hex.to(to)).map(|bearing| bearing.seen_from(from.facing).class());
        from.hex.distance(to) <= 15 && class.is_some_and(|class| class <= 4 || class >= 20)
    }
}
