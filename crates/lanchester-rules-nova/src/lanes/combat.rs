//! Firing with a ship in every lane that waits for it: targets for all banks, then the dice, then the damage.
//!
//! Phase: fire. Reads the ships of a batch, and of the scratch `declared` and `fleet_slots`; writes `contact`, of the
//! scratch `declared`, `dice` and `damage`, and what `damage` writes.

use lanchester_battle::throws::seat_codes;
use lanchester_lanes::ops::{
    all, eq, flags, is_zero, load, lookup16, lookup64, mask, min, minus, only, pick, plus, store,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{LaneMask, Row, Simd};

use crate::design::{ECM, SHIELDS, WEAPONS};
use crate::event::{Event, ShipId, Shot, code};
use crate::lanes::chooser::targets::{NONE, declare};
use crate::lanes::damage::apply;
use crate::lanes::fire::base_column;
use crate::lanes::state::{Batch, Scratch};
use crate::lanes::tables::{NO_DICE, Tables};

/// Fires with ship `me` in the lanes of `live`. Returns those in which it does; if there are any, `scratch.damage` has the
/// boxes that each enemy was to check.
#[inline(always)]
pub fn fire_ship<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    scratch: &mut Scratch,
    me: usize,
    live: LaneMask,
) -> LaneMask {
    if scratch.recorder.keeps_events() {
        for lane in lanes_of(live) {
            scratch.recorder.note(
                batch.battles[lane],
                Event::Fire { ship: ShipId { side: tables.ships.side_of(me), slot: scratch.fleet_slots.0[lane] } },
            );
        }
    }
    let mut shooting = declare(simd, tables, batch, scratch, me, live);
    if tables.declares {
        shooting = simd.vectorize(
            #[inline(always)]
            || resolve_declared(simd, tables, batch, scratch, me, shooting),
        );
    }
    if shooting == 0 {
        if scratch.recorder.keeps_events() {
            (0..tables.ships[me].banks.len()).for_each(|index| note_wasted(simd, batch, scratch, index));
        }
        return 0;
    }
    batch.contact |= shooting;
    open_stream(simd, tables, batch, scratch, me, shooting);
    let enemies = tables.ships.side(tables.ships.side_of(me).opponent());
    for slot in 0..enemies.len() {
        scratch.damage[slot] = Row::ZERO;
    }
    for (index, bank) in tables.ships[me].banks.iter().enumerate() {
        roll(simd, batch, scratch, index, tables.ships[me].batteries[bank.battery].damage, enemies.len());
    }
    for (slot, enemy) in enemies.enumerate() {
        apply(simd, tables, batch, scratch, enemy, slot);
    }
    shooting
}

/// Works out again the dice and shields of attacks that were declared before others of the group fired, on targets as they
/// are by now; on those that are lost there is none (NOVA 3.3). Returns the lanes in which at least one bank fires.
#[inline(always)]
fn resolve_declared<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    scratch: &mut Scratch,
    me: usize,
    shooting: LaneMask,
) -> LaneMask {
    let ship = &tables.ships[me];
    let mut firing = flags(simd, 0);
    let rows = &batch.ships[me];
    for (index, bank) in ship.banks.iter().enumerate() {
        let battery = &ship.batteries[bank.battery];
        let declared = &mut scratch.declared[index];
        let aimed = load(simd, &declared.target);
        let away = load(simd, &declared.distance);
        let (mut column, mut dice, mut shield) = (load(simd, &declared.column), all(simd, 0), all(simd, 0));
        for (slot, enemy) in tables.ships.side(tables.ships.side_of(me).opponent()).enumerate() {
            let (other, ft) = (&batch.ships[enemy], &tables.ships[enemy]);
            let meant = flags(simd, shooting & other.alive) & eq(aimed, all(simd, slot as u8));
            if mask(meant) == 0 {
                continue;
            }
            let base = base_column(simd, tables, ship, ft, &rows.lost[WEAPONS], &other.lost[ECM]);
            let now = min(lookup64(simd, &battery.range, away) + base + all(simd, bank.modifier), all(simd, NO_DICE));
            column = pick(meant, now, column);
            dice = pick(meant, lookup16(simd, &battery.dice, now), dice);
            shield = pick(meant, lookup16(simd, &ft.shield, load(simd, &other.lost[SHIELDS])), shield);
            firing |= meant;
        }
        for (row, value) in [(&mut declared.column, column), (&mut declared.dice, dice), (&mut declared.shield, shield)]
        {
            store(value, row);
        }
    }
    mask(firing)
}

/// Opens the firing ship's stream in the lanes that roll.
#[inline(always)]
fn open_stream<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    scratch: &mut Scratch,
    me: usize,
    rolling: LaneMask,
) {
    let side = tables.ships.side_of(me);
    let first = seat_codes(simd, batch.swapped, [0, 1].map(|battle| code::fire(side.seat(battle), 0)));
    let mut codes = Row::ZERO;
    store(first + load(simd, &scratch.fleet_slots), &mut codes);
    scratch.dice.open(simd, rolling, &batch.keys, &batch.turn, &codes);
}

/// Rolls one bank's attack and shield dice and adds up the damage by target.
#[inline(always)]
fn roll<S: Simd>(simd: S, batch: &Batch, scratch: &mut Scratch, index: usize, damage: u8, enemies: usize) {
    if scratch.recorder.keeps_events() {
        note_wasted(simd, batch, scratch, index);
    }
    let declared = &scratch.declared[index];
    let dice = load(simd, &declared.dice);
    let firing = !is_zero(simd, dice);
    if mask(firing) == 0 {
        return;
    }
    let hits = scratch.dice.count_hits(simd, &declared.dice);
    let hit = load(simd, &hits);
    let mut shielded = Row::ZERO;
    store(only(simd, !is_zero(simd, load(simd, &declared.shield)), hit), &mut shielded);
    let blocked = scratch.dice.count_faces(simd, &shielded, &declared.shield);
    let through = minus(hit, load(simd, &blocked));
    let mut boxes = through;
    for _ in 1..damage {
        boxes = plus(boxes, through);
    }
    let target = load(simd, &declared.target);
    for slot in 0..enemies {
        let struck = eq(target, all(simd, slot as u8));
        let total = plus(load(simd, &scratch.damage[slot]), only(simd, struck, boxes));
        store(total, &mut scratch.damage[slot]);
    }
    if scratch.recorder.keeps_events() {
        let mut unblocked = Row::ZERO;
        store(through, &mut unblocked);
        note(batch, scratch, index, mask(firing), &hits, &unblocked);
    }
}

/// Notes the attacks of a bank that have a target but no dice any more.
#[inline(always)]
fn note_wasted<S: Simd>(simd: S, batch: &Batch, scratch: &mut Scratch, index: usize) {
    let declared = &scratch.declared[index];
    let aimed = !eq(load(simd, &declared.target), all(simd, NONE));
    for lane in lanes_of(mask(aimed & is_zero(simd, load(simd, &declared.dice)))) {
        let event = Event::Wasted { bank: index as u8, target: scratch.declared[index].target.0[lane] };
        scratch.recorder.note(batch.battles[lane], event);
    }
}

fn note(batch: &Batch, scratch: &mut Scratch, index: usize, firing: LaneMask, hits: &Row, through: &Row) {
    for lane in lanes_of(firing) {
        let declared = &scratch.declared[index];
        let shot = Shot {
            bank: index as u8,
            target: declared.target.0[lane],
            range: declared.distance.0[lane],
            modifier: 2 - declared.column.0[lane] as i8,
            dice: declared.dice.0[lane],
            hits: hits.0[lane],
            through: through.0[lane],
        };
        scratch.recorder.note(batch.battles[lane], Event::Attack { shot });
    }
}
