//! Single rules on random positions, one a lane: where a ship may go, and everything from aiming to damage checks. The
//! plain side is the functions of the reference.

use lanchester_conformance::ladder::same;
use lanchester_conformance::{Random, shipped_policies};
use lanchester_core::{Rules, Side};
use lanchester_dice::{BattleKey, DiceSource, KeyedDice};
use lanchester_hex::{Bearing, Hex};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Kernel, LANES, LaneMask, Level, Row, Simd};
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::event::{Condition, Maneuver, code};
use lanchester_rules_nova::lanes::candidates::Kind;
use lanchester_rules_nova::lanes::chooser::{Choice, choose};
use lanchester_rules_nova::lanes::combat::fire_ship;
use lanchester_rules_nova::lanes::state::{Batch, Scratch, Seen, ShipRows};
use lanchester_rules_nova::lanes::tables::Tables;
use lanchester_rules_nova::options::Station;
use lanchester_rules_nova::reference::combat::{attack_dice, attack_modifier, effective_ecm, range_modifier, roll};
use lanchester_rules_nova::reference::movement::{corners, hexes, maneuvers};
use lanchester_rules_nova::reference::{ECM, SHIELDS, THRUST, WEAPONS, boxes_lost, condition};

use crate::matchups::random_matchup;

/// A matchup and a batch in which every ship stands somewhere, in any state that a battle can bring it to.
fn position(seed: u64) -> (Tables, Batch) {
    let mut random = Random::new(seed);
    let tables = Nova::prepare(&random_matchup(&mut random, &shipped_policies::<Nova>(), 3));
    let mut batch = Batch::default();
    for lane in 0..LANES {
        batch.keys[lane] = random.word();
        batch.battle[lane] = lane as u64;
        batch.turn.0[lane] = 1 + random.below(30) as u8;
        let mut taken: Vec<Hex> = Vec::new();
        for (index, ship) in tables.ships.iter().enumerate() {
            let hex = loop {
                let column = random.below(tables.board.cols.into()) as u8;
                let hex = tables.board.hex(column, random.below(tables.board.rows.into()) as u8);
                if let Some(hex) = hex.filter(|hex| !taken.contains(hex)) {
                    break hex;
                }
            };
            taken.push(hex);
            let facing = lanchester_hex::Facing::new(random.below(6) as i32);
            batch.put(index, lane, Station { hex, facing, speed: random.below(13) as u8 });
            let rows = &mut batch.ships[index];
            rows.track.0[lane] = random.below(ship.thresholds[2].into()) as u8;
            rows.lost.iter_mut().for_each(|row| row.0[lane] = random.below(5) as u8);
            rows.alive |= u64::from(!random.one_in(8)) << lane;
        }
    }
    // Whoever declares now sees everything as it is.
    for (slot, enemy) in tables.ships.side(Side::B).enumerate() {
        let ShipRows { track, lost: [_, _, ecm, icons], alive, .. } = batch.ships[enemy].clone();
        batch.seen[slot] = Seen { track, ecm, icons, alive };
    }
    batch.swapped = random.word();
    batch.ships.iter_mut().for_each(|ship| ship.ready = ship.alive);
    (tables, batch)
}

struct Move<'a> {
    tables: &'a Tables,
    batch: &'a Batch,
    scratch: &'a mut Scratch,
    live: LaneMask,
}

impl Kernel for Move<'_> {
    type Output = Choice;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Choice {
        let Move { tables, batch, scratch, live } = self;
        choose(simd, tables, batch, scratch, 0, live)
    }
}

/// NOVA 4.1, 4.4 and 4.5: which maneuvers are legal, and that a choice stays on the board and ends clear where it can.
pub fn movement(level: Level) -> Result<(), String> {
    for seed in 0..24 {
        let (tables, batch) = position(seed);
        let (live, mut scratch) = (batch.ships[0].alive, Scratch::default());
        let choice = level.dispatch(Move { tables: &tables, batch: &batch, scratch: &mut scratch, live });
        let ship = &tables.ships[0];
        for lane in lanes_of(live) {
            let from = batch.station(0, lane);
            let thrust = ship.design.thrust_after(batch.ships[0].lost[THRUST].0[lane]);
            let what = || format!("seed {seed}, lane {lane} at {level}: thrust {thrust}, {from:?}");
            let room = u16::from(tables.board.room(from.hex, from.facing));
            for (number, group) in ship.candidates.groups.iter().enumerate() {
                let (turns, longest) = match group.kind {
                    Kind::Straight => (0, room),
                    Kind::ComeAbout => (1, u16::MAX),
                    Kind::Reverse => (2, u16::MAX),
                };
                let moved = u16::from(group.moved);
                let may = hexes(turns, thrust, from.speed).is_some_and(|h| h.contains(&moved)) && moved <= longest;
                let legal = scratch.legal[number] >> lane & 1 == 1;
                same(|| format!("NOVA 4.1, {group:?}, {}", what()), &legal, &may)?;
            }
            let ends_clear = |maneuver: Maneuver| {
                let path: Vec<Hex> = corners(from, maneuver)
                    .filter_map(|((q, h), _)| Some(Hex { q: i8::try_from(q).ok()?, h: i8::try_from(h).ok()? }))
                    .collect();
                let others = 1..tables.ships.len();
                path.len() == corners(from, maneuver).count()
                    && path.iter().all(|hex| tables.board.contains(*hex))
                    && others
                        .filter(|o| batch.is_alive(*o, lane))
                        .all(|o| path.last() != Some(&batch.station(o, lane).hex))
            };
            let all = maneuvers(thrust, from.speed);
            let found = choice.found >> lane & 1 == 1;
            same(|| format!("NOVA 4.5, {}", what()), &found, &all.iter().any(|m| ends_clear(*m)))?;
            if let Some(end) = choice.end(ship.candidates, &scratch, lane) {
                let good = all.contains(&end.maneuver) && ends_clear(end.maneuver);
                same(|| format!("NOVA 4.4, {:?}, {}", end.maneuver, what()), &good, &true)?;
            }
        }
    }
    Ok(())
}

struct Fire<'a> {
    tables: &'a Tables,
    batch: &'a mut Batch,
    scratch: &'a mut Scratch,
    live: LaneMask,
}

impl Kernel for Fire<'_> {
    type Output = LaneMask;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> LaneMask {
        let Fire { tables, batch, scratch, live } = self;
        fire_ship(simd, tables, batch, scratch, 0, live)
    }
}

/// Attack dice of a bank of ship 0 at an enemy where both are (NOVA 5.2 to 5.5).
fn dice_at(tables: &Tables, batch: &Batch, lane: usize, bank: usize, enemy: usize) -> u32 {
    let (me, at) = (batch.station(0, lane), batch.station(enemy, lane));
    let (design, target) = (&tables.ships[0].design, &tables.ships[enemy].design);
    let lost = |ship: usize, row: usize| batch.ships[ship].lost[row].0[lane];
    let Some((battery, which)) = design.banks().nth(bank) else { return 0 };
    let battery = &design.batteries[battery];
    let bears = Bearing::of(me.hex.to(at.hex)).is_some_and(|b| which.arc.clock().contains(b.seen_from(me.facing)));
    let ecm = effective_ecm(design, target.ecm_after(lost(enemy, ECM)), &tables.options);
    match range_modifier(battery, me.hex.distance(at.hex)) {
        Some(range) if bears => {
            attack_dice(&battery.dice, attack_modifier(which.modifier, range, ecm, lost(0, WEAPONS)))
        }
        _ => 0,
    }
}

/// NOVA 5.1 to 5.10: targets and attack dice, hits and shields, boxes checked, and the checks of damaged ships.
pub fn fire(level: Level) -> Result<(), String> {
    let mut fired = 0;
    for seed in 100..148 {
        let (tables, before) = position(seed);
        let (mut after, mut scratch, live) = (before.clone(), Scratch::default(), before.ships[0].alive);
        scratch.fleet_slots = Row::ZERO;
        let shooting = level.dispatch(Fire { tables: &tables, batch: &mut after, scratch: &mut scratch, live });
        let enemies: Vec<usize> = tables.ships.side(Side::B).collect();
        for lane in lanes_of(live) {
            let what = |rule: &str| format!("{rule}, seed {seed}, lane {lane} at {level}");
            let banks = tables.ships[0].banks.len();
            let mut damage = vec![0u32; enemies.len()];
            let mut dice = KeyedDice::new(BattleKey(before.keys[lane]));
            let seat = Side::A.seat(before.swapped >> lane & 1);
            dice.open(before.turn.0[lane].into(), code::fire(seat, 0));
            let mut any = false;
            for bank in 0..banks {
                let at = |slot: usize| {
                    let alive = before.is_alive(enemies[slot], lane);
                    if alive { dice_at(&tables, &before, lane, bank, enemies[slot]) } else { 0 }
                };
                // Where nobody shoots at all nothing is declared either.
                let declared = &scratch.declared[bank];
                let (target, thrown) = (usize::from(declared.target.0[lane]), declared.dice.0[lane]);
                if (0..enemies.len()).all(|slot| at(slot) == 0) {
                    same(|| what("NOVA 5.1, a bank without a target"), &thrown, &0)?;
                    continue;
                }
                same(|| what("NOVA 5.1, a bank with a target"), &(target < enemies.len()), &true)?;
                same(|| what("NOVA 5.5, attack dice"), &u32::from(thrown), &at(target))?;
                let lost = before.ships[enemies[target]].lost[SHIELDS].0[lane];
                let faces = tables.ships[enemies[target]].design.shield_faces(lost);
                let (_, through) = roll(thrown, faces, &mut dice);
                let battery = tables.ships[0].banks[bank].battery;
                damage[target] += u32::from(through) * u32::from(tables.ships[0].design.batteries[battery].damage);
                any = true;
            }
            same(|| what("NOVA 5.1, who fires"), &(shooting >> lane & 1 == 1), &any)?;
            if !any {
                continue;
            }
            fired += 1;
            for (slot, &enemy) in enemies.iter().enumerate() {
                let told = u32::from(scratch.damage[slot].0[lane]);
                same(|| what("NOVA 5.7, hits that come through"), &told, &damage[slot].min(255))?;
                let plain = suffer(&tables, &before, lane, enemy, damage[slot], &mut dice);
                let rows = &after.ships[enemy];
                let lanes =
                    (rows.track.0[lane], rows.lost.each_ref().map(|row| row.0[lane]), after.is_alive(enemy, lane));
                same(|| what("NOVA 5.8 and 5.10, damage"), &lanes, &plain)?;
            }
        }
    }
    same(|| "positions in which somebody fires".to_owned(), &(fired > 500), &true)
}

/// Boxes checked, boxes lost and whether it is on the board, after so many boxes of damage (NOVA 5.8, 5.10).
fn suffer(
    tables: &Tables,
    batch: &Batch,
    lane: usize,
    ship: usize,
    damage: u32,
    dice: &mut KeyedDice,
) -> (u8, [u8; 4], bool) {
    let (design, rows) = (&tables.ships[ship].design, &batch.ships[ship]);
    let (old, mut lost) = (rows.track.0[lane], rows.lost.each_ref().map(|row| row.0[lane]));
    let track = (u32::from(old) + damage).min(design.thresholds()[2].into()) as u8;
    let (was, is) = (condition(design, old), condition(design, track));
    if damage == 0 || is == Condition::Destroyed {
        return (track, lost, batch.is_alive(ship, lane) && is != Condition::Destroyed);
    }
    let has = [design.thrust.is_some(), true, design.ecm.is_some(), design.shields.is_some()];
    for threshold in [Condition::Damaged, Condition::Crippled] {
        if was < threshold && threshold <= is {
            let mut faces = dice.pool(has.iter().filter(|has| **has).count()).into_iter();
            for row in (0..4).filter(|row| has[*row]) {
                lost[row] = (lost[row] + boxes_lost(faces.next().expect("a die a row"))).min(4);
            }
        }
    }
    (track, lost, batch.is_alive(ship, lane))
}
