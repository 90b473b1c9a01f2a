//! Where a policy places its ships: in line.

use lanchester_core::Side;
use lanchester_lanes::dice::BattleKey;
use lanchester_lanes::hex::Hex;

use crate::design::Design;
use crate::event::{ShipId, code};
use crate::formulas::may_place;
use crate::lanes::setup::{in_line, line, seen_from};
use crate::options::Station;
use crate::policy::Policy;
use crate::reference::Battle;

/// The place of a ship in its policy's line, which faces the enemy. Half a word of the pair's dice shifts the line of each seat. Who
/// would stand in an object, or with one ahead, stands as near as it can beside.
pub fn station(policy: &Policy, battle: &Battle<'_>, ship: ShipId, key: BattleKey) -> Station {
    let options = battle.setup.options;
    let seat = ship.side.seat(battle.number);
    let random = (key.word(0, code::DEPLOYMENT) >> (32 * seat)) as u32;
    let ships = battle.vessels[ship.side].len();
    let own = in_line(line(options.board, policy, ships, outreaches(battle, ship.side)), ship.slot.into(), random);
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

/// Whether the guns of a side reach farther than the enemy's: of all its attack dice, each as far as its ship reaches, the mean.
fn outreaches(battle: &Battle<'_>, side: Side) -> bool {
    let reach = |side: Side| {
        let dice = |design: &Design| {
            let mounts = design.mounts().map(|(battery, mount)| (&design.batteries[battery], mount));
            mounts.map(|(battery, mount)| u64::from(mount.weapons) * u64::from(battery.rof)).sum::<u64>()
        };
        let farthest = |design: &Design| design.batteries.iter().map(|battery| u64::from(battery.range)).max();
        let fleet = battle.vessels[side].iter().map(|vessel| vessel.design);
        let sums = fleet.map(|design| (dice(design), dice(design) * farthest(design).unwrap_or(0)));
        sums.fold((0, 0), |sum, ship| (sum.0 + ship.0, sum.1 + ship.1))
    };
    let (own, enemy) = (reach(side), reach(side.opponent()));
    own.1 * enemy.0.max(1) > enemy.1 * own.0.max(1)
}
