//! Nova's scalar programs. There are two. The plain one is what one writes first: a function that scores a move, and the best of all moves by
//! it. The careful one shares work as the lanes do: what stays the same in a move or a hex is worked out once for it,
//! and hexes nobody can move to are never looked at. It scores every move there is; the lanes leave hexes without hope.
//! Neither allocates while positions are compared, and enemies out of range cost neither anything.

use lanchester_core::{Matchup, Side};
use lanchester_dice::{BattleKey, KeyedDice};
use lanchester_hex::{Bearing, ClockArc, Facing, Hex};
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::design::{MAX_BANKS, MAX_SHIPS};
use lanchester_rules_nova::event::{Event, Maneuver, ShipId, code};
use lanchester_rules_nova::game::setup;
use lanchester_rules_nova::lanes::candidates::{End, EndHex, Kind, NO_SPOT};
use lanchester_rules_nova::lanes::setup::{in_line, reflected};
use lanchester_rules_nova::lanes::tables::{ShipTables, Tables};
use lanchester_rules_nova::options::Station;
use lanchester_rules_nova::policy::{Anticipate, Initiative, ShipOrder};
use lanchester_rules_nova::reference::combat::{attack_dice, attack_modifier, effective_ecm, range_modifier};
use lanchester_rules_nova::reference::{Battle, Choices, ECM, SHIELDS, Setup, THRUST, Vessel, WEAPONS, play};

/// Taken off a position from which the ship cannot help running off the board, and for every hex of such a move.
const RUNS_OFF: [i32; 2] = [12_000, 64];
/// Taken off, times the policy's `edge`, where it would run off the board if it lost two boxes of thrust now.
const MIGHT_RUN_OFF: i32 = 100;

/// A matchup as the scalar program plays it.
#[derive(Debug)]
pub struct Scalar<'a> {
    setup: Setup<'a>,
    tables: &'a Tables,
    /// The arcs of every ship's banks, in firing order.
    arcs: Vec<Vec<ClockArc>>,
    style: Style,
}

/// How the captain of a scalar program compares moves; the moves are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Every move is scored by itself.
    Plain,
    /// What moves to one hex, or to one hex and facing, have in common is worked out once.
    Careful,
}

impl<'a> Scalar<'a> {
    /// Prepares a matchup; `None` if the scalar program does not know how its captains choose: by a random number, by what
    /// the enemy will answer or lies ahead, by who shares its fire, by the middle of the fleet, by what was declared before, or
    /// for a free fleet against one with fixed stations.
    #[must_use]
    pub fn new(matchup: &'a Matchup<Nova>, tables: &'a Tables, style: Style) -> Option<Self> {
        let known = tables.policies.iter().all(|p| {
            let plain = [p.moves.noise, p.moves.share, p.moves.fleet, p.targets.overkill] == [0; 4];
            plain && p.anticipate != Anticipate::Reply && p.initiative != Initiative::Look
        });
        let alike = tables.stations[Side::A].is_some() == tables.stations[Side::B].is_some();
        let arcs = |ship: &ShipTables| ship.design.banks().map(|(_, bank)| bank.arc.clock()).collect();
        (known && alike).then(|| Self {
            setup: setup(matchup),
            tables,
            arcs: tables.ships.iter().map(arcs).collect(),
            style,
        })
    }

    /// Plays battle `battle` of cell 0 of the study with this seed.
    ///
    /// Every event is kept: the reference knows no other way.
    ///
    /// # Panics
    /// If the captain breaks a rule, which the tests of this module would have told.
    #[must_use]
    pub fn battle(&self, seed: u64, battle: u64) -> Vec<Event> {
        let key = BattleKey::new(seed, 0, battle / 2);
        let mut captain = Captain { of: self, key };
        match play(&self.setup, battle, &mut KeyedDice::new(key), &mut captain) {
            Ok(events) => events,
            Err(illegal) => panic!("the scalar captain of battle {battle} plays against the rules: {illegal}"),
        }
    }
}

/// Both sides' captain in one battle.
struct Captain<'a> {
    of: &'a Scalar<'a>,
    key: BattleKey,
}

/// An enemy as a ship that moves sees it.
#[derive(Clone, Copy)]
struct Seen {
    /// Its place in [`Tables::ships`].
    index: usize,
    slot: usize,
    /// Where it is expected.
    at: Station,
    /// Its ECM as my fire meets it, mine as its fire does.
    ecm: [u8; 2],
    weapon_hits: u8,
    /// Weight on each box that I deal it.
    worth: i32,
}

/// What every bank of a ship expects at a distance if it bears: dice × boxes.
struct Volley<'a> {
    worth: [i32; MAX_BANKS],
    arcs: &'a [ClockArc],
}

impl Volley<'_> {
    fn bearing(&self, bearing: Bearing) -> i32 {
        let bears = self.arcs.iter().zip(&self.worth).filter(|(arc, _)| arc.contains(bearing));
        bears.map(|(_, worth)| worth).sum::<i32>().min(255)
    }
}

/// What is known of a hex whatever the facing.
struct Place<'a> {
    /// What does not depend on the facing.
    score: i32,
    /// Pull of the range to the nearest enemy, and its bearing.
    range: i32,
    nearest: Option<Bearing>,
    any: bool,
    /// Fire at the enemies in reach: weight on a box, bearing, volley.
    fire: [Option<(i32, Bearing, Volley<'a>)>; MAX_SHIPS],
}

/// The ship that moves.
struct Mover<'b> {
    battle: &'b Battle<'b>,
    ship: ShipId,
    index: usize,
    from: Station,
    vessel: &'b Vessel<'b>,
}

impl Captain<'_> {
    fn index(&self, ship: ShipId) -> usize {
        self.of.tables.ships.side(ship.side).start + usize::from(ship.slot)
    }

    fn volley(&self, firer: usize, weapon_hits: u8, ecm: u8, away: u8) -> Volley<'_> {
        let mut worth = [0; MAX_BANKS];
        let mut bank = 0;
        for battery in &self.of.tables.ships[firer].design.batteries {
            let range = range_modifier(battery, away);
            for which in &battery.banks {
                if let Some(range) = range {
                    let modifier = attack_modifier(which.modifier, range, ecm, weapon_hits);
                    let boxes = attack_dice(&battery.dice, modifier) * u32::from(battery.damage);
                    worth[bank] = boxes.min(255) as i32;
                }
                bank += 1;
            }
        }
        Volley { worth, arcs: &self.of.arcs[firer] }
    }

    /// The enemies on the board, where the policy expects them.
    fn enemies(&self, mover: &Mover<'_>, seen: &mut [Option<Seen>; MAX_SHIPS]) {
        let (tables, options) = (self.of.tables, mover.battle.setup.options);
        let (me, side) = (mover.vessel, mover.ship.side.opponent());
        let drift = tables.policies[mover.ship.side].anticipate == Anticipate::Drift;
        for (slot, enemy) in mover.battle.vessels[side].iter().enumerate() {
            let Some(there) = enemy.at else { continue };
            let run =
                if drift && enemy.ready { there.speed.min(tables.board.room(there.hex, there.facing)) } else { 0 };
            let index = tables.ships.side(side).start + slot;
            seen[slot] = Some(Seen {
                index,
                slot,
                at: Station { hex: there.hex.ahead(there.facing, run), ..there },
                ecm: [
                    effective_ecm(me.design, enemy.design.ecm_after(enemy.lost[ECM]), options),
                    effective_ecm(enemy.design, me.design.ecm_after(me.lost[ECM]), options),
                ],
                weapon_hits: enemy.lost[WEAPONS],
                worth: signed(tables.ships[index].value_dealt[usize::from(enemy.lost[SHIELDS])]),
            });
        }
    }

    /// What there is to say of a hex.
    fn look(&self, mover: &Mover<'_>, enemies: &[Option<Seen>; MAX_SHIPS], hex: Hex) -> Place<'_> {
        let tables = self.of.tables;
        let (own, weights) = (&tables.ships[mover.index], &tables.policies[mover.ship.side].moves);
        let fights = weights.deal != 0 || weights.take != 0;
        let mut place = Place { score: 0, range: 0, nearest: None, any: false, fire: [const { None }; MAX_SHIPS] };
        let (mut taken, mut least) = (0, u8::MAX);
        for enemy in enemies.iter().flatten() {
            let away = hex.distance(enemy.at.hex);
            let bearing = Bearing::of(hex.to(enemy.at.hex));
            if away < least {
                least = away;
                place.range = signed(own.range_pull[enemy.slot].0[usize::from(away)]);
                (place.nearest, place.any) = (bearing, true);
            }
            let Some(bearing) = bearing.filter(|_| fights) else { continue };
            if away <= tables.ships[enemy.index].reach
                && let Some(back) = Bearing::of(enemy.at.hex.to(hex))
            {
                let volley = self.volley(enemy.index, enemy.weapon_hits, enemy.ecm[1], away);
                taken = (taken + volley.bearing(back.seen_from(enemy.at.facing))).min(255);
            }
            if away <= own.reach {
                let volley = self.volley(mover.index, mover.vessel.lost[WEAPONS], enemy.ecm[0], away);
                place.fire[enemy.slot] = Some((enemy.worth, bearing, volley));
            }
        }
        place.score = -taken * signed(own.value_taken[usize::from(mover.vessel.lost[SHIELDS])]);
        let edge = &tables.edge_pull[mover.ship.side];
        place.score += signed(edge[0].0[hex.q as usize]) + signed(edge[1].0[hex.h as usize]);
        if weights.crowd != 0 {
            let friends = mover.battle.vessels[mover.ship.side].iter().enumerate();
            let near = friends.filter(|(slot, friend)| {
                *slot != usize::from(mover.ship.slot) && friend.at.is_some_and(|at| at.hex.distance(hex) <= 1)
            });
            place.score -= near.count() as i32 * i32::from(weights.crowd);
        }
        place
    }

    /// The score of a facing in a hex, how the ship gets there left out.
    fn face(&self, own: &ShipTables, place: &Place<'_>, facing: Facing) -> i32 {
        let dealt = place.fire.iter().flatten();
        let dealt = dealt.map(|(worth, bearing, volley)| volley.bearing(bearing.seen_from(facing)) * worth);
        let mut pull = place.range;
        if own.faces && place.any {
            let class = place.nearest.map_or((27 - 4 * facing.index()) % 24, |b| b.seen_from(facing).class());
            pull = (pull + signed(own.facing_pull.0[usize::from(class)])).clamp(-128, 127);
        }
        place.score + dealt.fold(0, i32::max) + pull
    }

    /// The best of all moves that stay on the board and end in an empty hex; of equals, the first in the order of
    /// [`lanchester_rules_nova::lanes::candidates::Candidates`].
    fn best(&self, mover: &Mover<'_>) -> Option<Maneuver> {
        let Mover { battle, ship, index, from, vessel } = *mover;
        let tables = self.of.tables;
        let (own, weights, board) = (&tables.ships[index], &tables.policies[ship.side].moves, tables.board);
        let (thrust, hurt) = (vessel.thrust(), vessel.design.thrust_after((vessel.lost[THRUST] + 2).min(4)));
        let mut enemies = [None; MAX_SHIPS];
        self.enemies(mover, &mut enemies);
        let candidates = &own.candidates;
        let hex_of = |hex: &EndHex| {
            let [east, north] = hex.offsets.map(|offset| offset[usize::from(from.facing.index())] as i8);
            Hex { q: from.hex.q + east, h: from.hex.h + north }
        };
        let on_board = |corner: u16| board.contains(hex_of(&candidates.hexes[usize::from(corner)]));
        let may = |end: &End| {
            let group = &candidates.groups[usize::from(end.group)];
            let moved = group.moved;
            let agile = from.speed <= thrust;
            let fit = match group.kind {
                Kind::Straight => from.speed.saturating_sub(thrust) <= moved && moved <= from.speed + thrust,
                Kind::ComeAbout => agile && moved <= thrust,
                Kind::Reverse => agile && moved + from.speed <= thrust,
            };
            fit && end.corners.into_iter().all(on_board)
        };
        let mut best: Option<(i32, Maneuver)> = None;
        for hex in &candidates.hexes {
            // No farther hex can be reached.
            if hex.away > from.speed + thrust {
                break;
            }
            let at = hex_of(hex);
            if !board.contains(at) || battle.occupant(at).is_some_and(|other| other != ship) {
                continue;
            }
            let mut place = None;
            for (turned, &spot) in hex.spots.iter().enumerate().filter(|(_, spot)| **spot != NO_SPOT) {
                let facing = from.facing.turned(turned as i32);
                let mut known = None;
                for end in candidates.ends_of(spot.into()).iter().filter(|end| may(end)) {
                    if self.of.style == Style::Plain {
                        (place, known) = (None, None);
                        self.enemies(mover, &mut enemies);
                    }
                    let (base, room) = *known.get_or_insert_with(|| {
                        let place = place.get_or_insert_with(|| self.look(mover, &enemies, at));
                        (self.face(own, place, facing), board.room(at, facing))
                    });
                    let (maneuver, moved) = (end.maneuver, end.maneuver.moved());
                    let mut score = base - i32::from(weights.moved) * i32::from(moved);
                    score -= i32::from(weights.turned) * i32::from(maneuver.turns.unsigned_abs());
                    if maneuver.turns == 0 && forced_run(moved, thrust, 60) > room {
                        score -= RUNS_OFF[0] + RUNS_OFF[1] * i32::from(moved);
                    }
                    if weights.edge != 0 && forced_run(moved, hurt, 3) > room {
                        score -= MIGHT_RUN_OFF * i32::from(weights.edge);
                    }
                    if best.is_none_or(|(most, _)| score > most) {
                        best = Some((score, maneuver));
                    }
                }
            }
        }
        best.map(|(_, maneuver)| maneuver)
    }

    /// The next of a side's ready ships by its policy's order.
    fn next(&self, battle: &Battle<'_>, side: Side, order: ShipOrder, listed: &[usize]) -> Result<ShipId, String> {
        let first = self.of.tables.ships.side(side).start;
        let ship = |index: &usize| ShipId { side, slot: (index - first) as u8 };
        let mut ready = listed.iter().map(ship).filter(|ship| battle.vessel(*ship).ready);
        let nearest = |ship: &ShipId| {
            let at = battle.vessel(*ship).at;
            let enemies =
                battle.vessels[side.opponent()].iter().filter_map(|enemy| Some(at?.hex.distance(enemy.at?.hex)));
            enemies.min().unwrap_or(200)
        };
        let next = match order {
            ShipOrder::Listed | ShipOrder::Strongest | ShipOrder::Weakest => ready.next(),
            ShipOrder::Nearest => ready.min_by_key(nearest),
            ShipOrder::Farthest => ready.min_by_key(|ship| 255 - nearest(ship)),
        };
        next.ok_or_else(|| format!("no ship of {side} is ready"))
    }

    /// Attack dice of each bank of a ship at an enemy where both are, by bank; none for banks that do not bear. Whether
    /// any bank has dice.
    fn aim(&self, battle: &Battle<'_>, firer: ShipId, target: ShipId, dice: &mut [u32; MAX_BANKS]) -> bool {
        let (me, enemy) = (battle.vessel(firer), battle.vessel(target));
        let (Some(from), Some(to)) = (me.at, enemy.at) else { return false };
        let (index, away) = (self.index(firer), from.hex.distance(to.hex));
        if away > self.of.tables.ships[index].reach {
            return false;
        }
        let Some(bearing) = Bearing::of(from.hex.to(to.hex)).map(|b| b.seen_from(from.facing)) else { return false };
        let ecm = effective_ecm(me.design, enemy.design.ecm_after(enemy.lost[ECM]), battle.setup.options);
        let mut any = false;
        for (bank, (battery, which)) in me.design.banks().enumerate() {
            dice[bank] = 0;
            let battery = &me.design.batteries[battery];
            if self.of.arcs[index][bank].contains(bearing)
                && let Some(range) = range_modifier(battery, away)
            {
                dice[bank] = attack_dice(&battery.dice, attack_modifier(which.modifier, range, ecm, me.lost[WEAPONS]));
                any |= dice[bank] != 0;
            }
        }
        any
    }
}

impl Choices for Captain<'_> {
    fn place(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Station, String> {
        let tables = self.of.tables;
        let counts = Side::BOTH.map(|side| tables.ships.side(side).len());
        let first = match battle.events().first() {
            Some(Event::PlacementDie { face }) => Side::in_seat(usize::from(*face > 3), battle.number),
            _ if counts[Side::A] > counts[Side::B] => Side::A,
            _ => Side::B,
        };
        let seat = ship.side.seat(battle.number);
        let depth = tables.options.deployment_depth[usize::from(ship.side != first)];
        let random = (self.key.word(0, code::DEPLOYMENT) >> (32 * seat)) as u32;
        let policy = &tables.policies[ship.side];
        let own = in_line(tables.board, policy, counts[ship.side], usize::from(ship.slot), depth, random);
        Ok(if seat == 1 { reflected(tables.board, own) } else { own })
    }

    fn active(&mut self, battle: &Battle<'_>, winner: Side) -> Result<Side, String> {
        let bears = || {
            let mut dice = [0; MAX_BANKS];
            let mut couples =
                battle.ships(winner).flat_map(|me| battle.ships(winner.opponent()).map(move |enemy| (me, enemy)));
            couples.any(|(me, enemy)| self.aim(battle, me, enemy, &mut dice))
        };
        let takes = match self.of.tables.policies[winner].initiative {
            Initiative::Active => true,
            Initiative::Reactive => false,
            Initiative::Score => bears(),
            Initiative::Look => return Err("what lies ahead is not known".into()),
        };
        Ok(if takes { winner } else { winner.opponent() })
    }

    fn next_to_move(&mut self, battle: &Battle<'_>, side: Side) -> Result<ShipId, String> {
        let tables = self.of.tables;
        self.next(battle, side, tables.policies[side].move_order, &tables.move_order[side])
    }

    fn maneuver(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Maneuver, String> {
        let vessel = battle.vessel(ship);
        let from = vessel.at.ok_or("the ship is not on the board")?;
        let mover = Mover { battle, ship, index: self.index(ship), from, vessel };
        // Only a ship that cannot turn has no such move: it goes on as slowly as it can.
        let slowest = || Maneuver { turns: 0, legs: [from.speed.saturating_sub(vessel.thrust()), 0, 0, 0] };
        Ok(self.best(&mover).unwrap_or_else(slowest))
    }

    fn shift(&mut self, battle: &Battle<'_>, ship: ShipId, hex: Hex) -> Result<Facing, String> {
        // The first empty hex clockwise from dead astern. A ship that is shifted went straight on.
        let facing = battle.vessel(ship).at.ok_or("the ship is not on the board")?.facing;
        let open = |way: &Facing| battle.shifts(ship, hex).any(|empty| empty == *way);
        (3..9).map(|turn| facing.turned(turn)).find(open).ok_or_else(|| "no hex is empty".to_owned())
    }

    fn next_to_fire(&mut self, battle: &Battle<'_>, side: Side) -> Result<ShipId, String> {
        let tables = self.of.tables;
        self.next(battle, side, tables.policies[side].fire_order, &tables.fire_order[side])
    }

    fn targets(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Vec<Option<u8>>, String> {
        let tables = self.of.tables;
        let own = &tables.ships[self.index(ship)];
        let weights = &tables.policies[ship.side].targets;
        let mut best = vec![None; own.banks.len()];
        let mut scores = [0; MAX_BANKS];
        let mut dice = [0; MAX_BANKS];
        for target in battle.ships(ship.side.opponent()) {
            if !self.aim(battle, ship, target, &mut dice) {
                continue;
            }
            let (enemy, constants) = (battle.vessel(target), &tables.ships[self.index(target)]);
            let (Some(from), Some(to)) = (battle.vessel(ship).at, enemy.at) else { continue };
            let worth = signed(constants.value_as_target[usize::from(enemy.lost[SHIELDS])]);
            let appeal = i32::from(constants.target_rating)
                - i32::from(weights.near) * i32::from(from.hex.distance(to.hex))
                - i32::from(weights.finish) * i32::from(constants.thresholds[2] - enemy.track);
            for (bank, dice) in dice.iter().enumerate().take(best.len()).filter(|(_, dice)| **dice != 0) {
                let damage = u32::from(own.batteries[own.banks[bank].battery].damage);
                let score = appeal + (dice * damage).min(255) as i32 * worth;
                if best[bank].is_none() || score > scores[bank] {
                    (best[bank], scores[bank]) = (Some(target.slot), score);
                }
            }
        }
        Ok(best)
    }
}

const fn signed(byte: u8) -> i32 {
    byte as i8 as i32
}

/// Hexes that a ship must go on within so many turns.
fn forced_run(mut speed: u8, thrust: u8, turns: u8) -> u8 {
    let mut run = 0;
    for _ in 0..turns {
        if speed <= thrust || run >= 60 {
            break;
        }
        speed -= thrust;
        run += speed;
    }
    run
}
