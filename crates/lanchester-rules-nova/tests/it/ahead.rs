//! What a ship may do next, and who had better begin, in plain code.

use lanchester_core::Side;
use lanchester_rules_nova::design::SHIELDS;
use lanchester_rules_nova::event::ShipId;
use lanchester_rules_nova::options::Station;
use lanchester_rules_nova::reference::Battle;

use crate::judge::volley;
use crate::values::Values;

/// Where a ship that has yet to move may be after it: straight on at its speed, then what it could do instead.
pub fn typical_moves(battle: &Battle<'_>, ship: ShipId) -> Vec<Station> {
    let vessel = battle.vessel(ship);
    let (from, thrust) = (vessel.at.expect("on the board"), vessel.thrust());
    let room = battle.board().room(from.hex, from.facing);
    let straight = |hexes: u8| Station { hex: from.hex.ahead(from.facing, hexes.min(room)), ..from };
    let mut moves = [from.speed, from.speed + thrust, from.speed.saturating_sub(thrust)].map(straight).to_vec();
    if from.speed > thrust {
        return moves;
    }
    let turned = |station: Station, by: i32| Station { facing: station.facing.turned(by), ..station };
    for by in [1, -1] {
        let facing = from.facing.turned(by);
        if thrust <= battle.board().room(from.hex, facing) {
            moves.push(Station { hex: from.hex.ahead(facing, thrust), facing, ..from });
        }
        moves.extend([turned(straight(thrust), by), turned(from, by)]);
    }
    moves.extend([2, 3, 4].map(|by| turned(from, by)));
    moves
}

/// The bold ones of them: on at its speed and faster, and to either side a turn before and after a run.
fn bold_moves(battle: &Battle<'_>, ship: ShipId) -> Vec<Station> {
    let vessel = battle.vessel(ship);
    let (from, thrust) = (vessel.at.expect("on the board"), vessel.thrust());
    let ahead = |facing, hexes: u8| from.hex.ahead(facing, hexes.min(battle.board().room(from.hex, facing)));
    let mut moves =
        [from.speed, from.speed + thrust].map(|run| Station { hex: ahead(from.facing, run), ..from }).to_vec();
    if from.speed <= thrust {
        for facing in [1, -1].map(|by| from.facing.turned(by)) {
            if thrust <= battle.board().room(from.hex, facing) {
                moves.push(Station { hex: ahead(facing, thrust), facing, ..from });
            }
            moves.push(Station { hex: ahead(from.facing, thrust), facing, ..from });
        }
    }
    moves
}

/// What is left of the fire of a ship, in boxes, when another fired so many boxes at it first: each quarter of what it has
/// left that it is expected to lose takes a quarter off.
fn answer(battle: &Battle<'_>, values: &Values<'_>, ship: ShipId, boxes: i64, fire: i64) -> i64 {
    let vessel = battle.vessel(ship);
    let left = i64::from(vessel.design.thresholds()[2] - vessel.track);
    // A die hits on two faces of six; as many hits pass as faces are open.
    let quarters = 4 * 2 * boxes * values.open(ship, vessel.lost[SHIELDS]) / (6 * 6 * left);
    fire * (4 - quarters.min(4)) / 4
}

/// Whether the winner of the throw begins: if what its ships exchange with the enemies nearest to them is better.
pub fn begins(battle: &Battle<'_>, values: &Values<'_>, side: Side) -> bool {
    let options = battle.setup.options;
    let worth = |ship: ShipId| values.worth(ship, battle.vessel(ship).lost[SHIELDS]);
    let mut gain = 0;
    for me in battle.ships(side) {
        let Some(at) = battle.vessel(me).at else { continue };
        let enemies =
            battle.ships(side.opponent()).filter_map(|s| Some((battle.vessel(s).at?.hex.distance(at.hex), s)));
        let Some((_, enemy)) = enemies.min_by_key(|(away, enemy)| (*away, enemy.slot)) else { continue };
        let net = |mine: &Station, its: &Station, begins: bool| {
            let mut dealt = volley(options, battle.vessel(me), *mine, battle.vessel(enemy), its.hex);
            let mut taken = volley(options, battle.vessel(enemy), *its, battle.vessel(me), mine.hex);
            if begins {
                taken = answer(battle, values, enemy, dealt, taken);
            } else {
                dealt = answer(battle, values, me, taken, dealt);
            }
            dealt * worth(enemy) - taken * worth(me)
        };
        let (mine, its) = (bold_moves(battle, me), bold_moves(battle, enemy));
        let worst = |m: &Station| its.iter().map(|i| net(m, i, true)).min().expect("a move");
        let best = |i: &Station| mine.iter().map(|m| net(m, i, false)).max().expect("a move");
        let first = mine.iter().map(worst).max().expect("a move");
        let second = its.iter().map(best).min().expect("a move");
        gain += (first - second).div_euclid(8);
    }
    gain > 0
}
