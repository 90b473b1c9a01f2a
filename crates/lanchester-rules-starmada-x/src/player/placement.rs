//! Where a policy places its ships: in line.

use lanchester_lanes::dice::BattleKey;
use lanchester_lanes::hex::Hex;

use crate::event::{ShipId, code};
use crate::formulas::may_place;
use crate::lanes::setup::{in_line, line, seen_from};
use crate::options::Station;
use crate::policy::Policy;
use crate::reference::Battle;

/// The place of a ship in its policy's line, which faces the enemy. Half a word of the pair's dice shifts the line of each seat. Who
/// would stand in an object, or with one ahead, stands as near as it can beside.
pub fn station(policy: &Policy, outreaches: bool, battle: &Battle<'_>, ship: ShipId, key: BattleKey) -> Station {
    let options = battle.setup.options;
    let seat = ship.side.seat(battle.number);
    let random = (key.word(0, code::DEPLOYMENT) >> (32 * seat)) as u32;
    let ships = battle.vessels[ship.side].len();
    let own = in_line(line(options.board, policy, ships, outreaches), ship.slot.into(), random);
    let at = |hex: Hex| seen_from(options.board, seat, Station { hex, ..own });
    let closed = |station: Station| options.is_solid(station.hex.ahead(station.facing, 1));
    let wanted = at(own.hex);
    if !options.is_solid(wanted.hex) && !closed(wanted) {
        return wanted;
    }
    let board = options.board;
    let all = (0..board.rows).flat_map(|row| (0..board.cols).filter_map(move |column| board.hex(column, row)));
    let open = all.filter(|hex| may_place(options, seat, at(*hex).hex));
    open.min_by_key(|hex| (closed(at(*hex)), own.hex.distance(*hex), *hex)).map_or(wanted, at)
}
