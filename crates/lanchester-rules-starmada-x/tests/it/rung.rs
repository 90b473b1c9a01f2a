//! The rungs of single rules: orders on random positions, one a lane, and battles of nothing but fire and damage. The plain
//! side is the reference.

use std::sync::Arc;

use lanchester_conformance::ladder::same;
use lanchester_conformance::{Random, shipped_policies};
use lanchester_core::Rules;
use lanchester_hex::Facing;
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Kernel, LANES, Level, Simd};
use lanchester_rules_starmada_x::StarmadaX;
use lanchester_rules_starmada_x::design::Kind as Piece;
use lanchester_rules_starmada_x::event::{Event, Target};
use lanchester_rules_starmada_x::lanes::movement::move_ships;
use lanchester_rules_starmada_x::lanes::state::Batch;
use lanchester_rules_starmada_x::lanes::tables::Tables;
use lanchester_rules_starmada_x::options::Station;
use lanchester_rules_starmada_x::reference::movement::{end, obstacle, unfit};
use lanchester_scenario::Library;

use crate::matchups::random_matchup;

/// A matchup and a batch in which every ship stands somewhere, in any state that a battle can bring it to.
fn position(seed: u64) -> (Tables, Batch) {
    let mut random = Random::new(seed);
    let tables = StarmadaX::prepare(&random_matchup(&mut random, &shipped_policies::<StarmadaX>(), 3));
    let (mut batch, board) = (Batch::default(), tables.options.board);
    for lane in 0..LANES {
        batch.keys[lane] = random.word();
        batch.battle[lane] = lane as u64;
        batch.turn.0[lane] = 1 + random.below(10) as u8;
        for (index, ship) in tables.ships.iter().enumerate() {
            let hex = loop {
                let column = random.below(board.cols.into()) as u8;
                let hex = board.hex(column, random.below(board.rows.into()) as u8).expect("on the board");
                if !tables.options.is_solid(hex) {
                    break hex;
                }
            };
            batch.put(index, lane, Station { hex, facing: Facing::new(random.below(6) as i32) });
            let (rows, design) = (&mut batch.ships[index], &ship.design);
            rows.run.0[lane] = random.below(u64::from(design.engines) + 1) as u8;
            rows.hull.0[lane] = random.below(design.hull.into()) as u8;
            rows.marked.0[lane] = rows.hull.0[lane];
            rows.engines.0[lane] = random.below(u64::from(design.engines) + 1) as u8;
            rows.shields.0[lane] = random.below(u64::from(design.shields) + 1) as u8;
            for (row, (_, mount)) in rows.weapons.iter_mut().zip(design.mounts()) {
                row.0[lane] = random.below(u64::from(mount.weapons) + 1) as u8;
            }
            for (row, piece) in rows.boxes.iter_mut().zip(&design.equipment) {
                row.0[lane] = random.below(u64::from(piece.boxes) + 1) as u8;
            }
            rows.forward |= u64::from(random.one_in(2)) << lane;
            rows.alive |= u64::from(!random.one_in(8)) << lane;
        }
    }
    batch.swapped = random.word();
    (tables, batch)
}

struct Move<'a> {
    tables: &'a Tables,
    batch: &'a mut Batch,
}

impl Kernel for Move<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        move_ships(simd, self.tables, self.batch, !0);
    }
}

/// X 3: the orders of every ship are ones that it can pay for and may begin with, keep it on the board and out of objects,
/// and bring it to where they lead.
pub fn movement(level: Level) -> Result<(), String> {
    let mut moved = 0;
    for seed in 0..24 {
        let (tables, before) = position(seed);
        let (_, mut after) = position(seed);
        level.dispatch(Move { tables: &tables, batch: &mut after });
        for (index, ship) in tables.ships.iter().enumerate() {
            for lane in lanes_of(before.ships[index].alive) {
                let (from, rows) = (before.station(index, lane), &before.ships[index]);
                let points = ship.design.engines.saturating_sub(rows.engines.0[lane]);
                let forward = rows.forward >> lane & 1 == 1;
                let orders = ship.candidates.ends[after.chosen[index][lane] as usize].orders;
                let what = || format!("seed {seed}, lane {lane} at {level}: {orders} of {points} from {from:?}");
                same(|| format!("X 3.2, {}", what()), &unfit(orders, points, forward), &None)?;
                let (to, left) = end(tables.options.board, from, orders);
                same(|| format!("X 3.3, {}", what()), &(after.station(index, lane), false), &(to, left))?;
                same(|| format!("X 2.1.2, {}", what()), &obstacle(&tables.options, from, orders), &None)?;
                let ahead = after.ships[index].forward >> lane & 1 == 1;
                same(|| format!("X 3.2.1, {}", what()), &ahead, &orders.ends_forward())?;
                moved += u64::from(orders.cost() > 0);
            }
        }
    }
    same(|| "positions from which somebody moves".to_owned(), &(moved > 500), &true)
}

/// X 4: one turn of ships that stay where they are and have no fighters, so that nothing but fire and damage is played.
pub fn fire(level: Level) -> Result<(), String> {
    let hold = Library::<StarmadaX>::shipped().policy("hold").expect("a shipped policy");
    let (mut attacks, mut damaged) = (0, 0);
    for seed in 100..148 {
        let mut random = Random::new(seed);
        let mut matchup = random_matchup(&mut random, &shipped_policies::<StarmadaX>(), 4);
        matchup.options.turn_cap = 1;
        for force in &mut matchup.forces {
            force.policy = Arc::clone(&hold);
            for ship in &mut force.ships {
                Arc::make_mut(ship).equipment.retain(|piece| piece.kind != Piece::FighterBay);
            }
        }
        let record = StarmadaX::record(&StarmadaX::prepare(&matchup), level, seed, 0, 0..16);
        for (battle, events) in (0..).zip(&record) {
            StarmadaX::verify(&matchup, seed, 0, battle, events)
                .map_err(|mismatch| format!("seed {seed}, battle {battle} at {level}: {mismatch}"))?;
            let hits =
                |event: &&Event| matches!(event, Event::Attack { attack } if matches!(attack.target, Target::Ship(_)));
            attacks += events.iter().filter(hits).count();
            damaged += events.iter().filter(|event| matches!(event, Event::Damage { .. })).count();
        }
    }
    same(|| "attacks and damage dice".to_owned(), &(attacks > 500, damaged > 200), &(true, true))
}
