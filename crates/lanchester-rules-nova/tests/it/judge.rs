//! Whether the chooser finds the best move and the best targets: each choice of a record is scored again.

use std::collections::BTreeMap;

use lanchester_conformance::weights::{edge_pull, facing_pull, fleet_pull, shortlisted};
use lanchester_core::{Matchup, Side};
use lanchester_lanes::dice::{BattleKey, KeyedDice};
use lanchester_lanes::hex::{Bearing, Facing, Hex};
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::design::{ECM, SHIELDS, THRUST, WEAPONS};
use lanchester_rules_nova::event::{Event, Maneuver, ShipId};
use lanchester_rules_nova::formulas::{attack_dice, attack_modifier, effective_ecm, range_modifier};
use lanchester_rules_nova::game::setup;
use lanchester_rules_nova::options::{Options, Station};
use lanchester_rules_nova::policy::{Anticipate, Initiative};
use lanchester_rules_nova::reference::movement::{Ending, end};
use lanchester_rules_nova::reference::{Battle, Choices, Recorded, Vessel, play};

use crate::ahead::{begins, typical_moves};
use crate::values::Values;

/// Reads choices from a record and judges each by plain code.
struct Judge<'a> {
    record: Recorded<'a>,
    values: Values<'a>,
    /// Throws for initiative.
    throws: usize,
    /// Moves whose score was compared with every alternative.
    moves: usize,
    /// Moves that a second look preferred.
    reconsidered: usize,
    /// Banks that fired, and banks that had nothing to fire at.
    banks: [usize; 2],
    /// Banks that had a choice of targets.
    choices: usize,
    /// Ships whose targets were judged together with those of another that had not fired yet.
    together: usize,
}

impl Choices for Judge<'_> {
    fn place(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Station, String> {
        self.record.place(battle, ship)
    }

    fn active(&mut self, battle: &Battle<'_>, winner: Side) -> Result<Side, String> {
        let active = self.record.active(battle, winner)?;
        let begins = match self.values.policy(winner).initiative {
            Initiative::Active => true,
            Initiative::Reactive => false,
            Initiative::Score => battle.ships(winner).any(|ship| bears(battle, ship)),
            Initiative::Look => begins(battle, &self.values, winner),
        };
        if begins != (active == winner) {
            return Err(format!("{winner} won the throw, and {active} is active"));
        }
        self.throws += 1;
        Ok(active)
    }

    fn next_to_move(&mut self, battle: &Battle<'_>, side: Side) -> Result<ShipId, String> {
        self.record.next_to_move(battle, side)
    }

    fn maneuver(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Maneuver, String> {
        let chosen = self.record.maneuver(battle, ship)?;
        let weights = self.values.policy(ship.side);
        let from = battle.vessel(ship).at.expect("on the board");
        let forced = !matches!(battle.ending(ship, from, chosen), Ending::Clear(_));
        if weights.moves.noise == 0 && !forced {
            let policy = self.values.policy(ship.side);
            let score = |m: &Maneuver, anticipate| score(battle, &self.values, ship, from, *m, anticipate);
            let moves = battle.choosable(ship);
            if let (Some(length), Anticipate::Reply) = (policy.shortlist, policy.anticipate) {
                let looks = |m: &Maneuver| [score(m, Anticipate::Drift), score(m, Anticipate::Reply)];
                // Of every hex and facing the best way there.
                let mut best = BTreeMap::new();
                for way in &moves {
                    let to = best.entry(end(from, *way)).or_insert([i64::MIN; 2]);
                    *to = looks(way).max(*to);
                }
                let all: Vec<[i64; 2]> = best.into_values().collect();
                self.reconsidered += usize::from(shortlisted(&all, looks(&chosen), length.into())?);
            } else {
                let score = |m: &Maneuver| score(m, policy.anticipate);
                let best = moves.iter().map(score).max().expect("a legal move");
                if score(&chosen) != best {
                    return Err(format!("scores {}, the best move {best}", score(&chosen)));
                }
            }
            self.moves += 1;
        }
        Ok(chosen)
    }

    fn shift(&mut self, battle: &Battle<'_>, ship: ShipId, hex: Hex) -> Result<Facing, String> {
        self.record.shift(battle, ship, hex)
    }

    fn next_to_fire(&mut self, battle: &Battle<'_>, side: Side) -> Result<ShipId, String> {
        self.record.next_to_fire(battle, side)
    }

    fn targets(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Vec<Option<u8>>, String> {
        let targets = self.record.targets(battle, ship)?;
        for bank in 0..battle.vessel(ship).design.banks().count() {
            let chosen = targets.get(bank).copied().flatten();
            let fires = chosen.is_some();
            if fires == battle.targets(ship, bank).is_empty() {
                return Err(format!("bank {bank} holds its fire though a target bears, or fires at nothing"));
            }
            self.banks[usize::from(!fires)] += 1;
            let Some(chosen) = chosen else { continue };
            let open: Vec<(u8, i64)> = battle
                .targets(ship, bank)
                .into_iter()
                .map(|slot| {
                    (slot, self.target(battle, ship, bank, slot) - self.overkill(battle, ship, slot, bank, &targets))
                })
                .collect();
            let best = open.iter().map(|(_, score)| *score).max();
            if open.iter().find(|(slot, _)| *slot == chosen).map(|(_, score)| *score) != best {
                return Err(format!("bank {bank} of {ship:?} fires at {chosen}, not at the best of {open:?}"));
            }
            self.choices += usize::from(open.len() > 1);
        }
        self.together += usize::from(battle.declared() > 0);
        Ok(targets)
    }
}

impl Judge<'_> {
    /// What is taken off for a target at which a ship has declared banks that are expected to destroy it.
    fn overkill(&self, battle: &Battle<'_>, ship: ShipId, slot: u8, bank: usize, targets: &[Option<u8>]) -> i64 {
        let enemy = ShipId { side: ship.side.opponent(), slot };
        let seen = battle.vessel(enemy);
        let mine = battle.vessel(ship).design;
        let boxes = mine.banks().enumerate().zip(targets).take(bank).filter(|(_, target)| **target == Some(slot));
        let declared = boxes.map(|((bank, (battery, _)), _)| {
            let dice = battle.aim(ship, bank, slot).expect("a target").dice;
            (i64::from(dice) * i64::from(mine.batteries[battery].damage)).min(255)
        });
        let open = self.values.open(enemy, seen.lost[SHIELDS]);
        let left = i64::from(seen.design.thresholds()[2] - seen.track);
        // A die hits on two faces of six.
        let spent = 2 * declared.sum::<i64>() * open >= 6 * 6 * left;
        i64::from(spent) * 16 * i64::from(self.values.policy(ship.side).targets.overkill)
    }

    /// The score of a bank's target by what is on the table when its ship declares.
    fn target(&self, battle: &Battle<'_>, ship: ShipId, bank: usize, slot: u8) -> i64 {
        let enemy = ShipId { side: ship.side.opponent(), slot };
        let (firer, seen) = (battle.vessel(ship), battle.vessel(enemy));
        let aim = battle.aim(ship, bank, slot).expect("a target");
        let (battery, _) = firer.design.banks().nth(bank).expect("a bank");
        let boxes = i64::from(aim.dice) * i64::from(firer.design.batteries[battery].damage);
        let left = seen.design.thresholds()[2] - seen.track;
        self.values.target(enemy, aim.range, left, boxes.min(255), seen.lost[SHIELDS])
    }
}

/// Whether a ship bears on any enemy with at least one die from where it stands.
fn bears(battle: &Battle<'_>, ship: ShipId) -> bool {
    let me = battle.vessel(ship);
    let Some(at) = me.at else { return false };
    battle
        .ships(ship.side.opponent())
        .map(|enemy| battle.vessel(enemy))
        .any(|enemy| enemy.at.is_some_and(|there| volley(battle.setup.options, me, at, enemy, there.hex) > 0))
}

/// Dice × boxes of everything that bears on `target` at `to` from `firer` at `from`.
pub fn volley(options: &Options, firer: &Vessel<'_>, from: Station, target: &Vessel<'_>, to: Hex) -> i64 {
    let distance = from.hex.distance(to);
    let Some(bearing) = Bearing::of(from.hex.to(to)).map(|b| b.seen_from(from.facing)) else { return 0 };
    let ecm = effective_ecm(firer.design, target.design.ecm_after(target.lost[ECM]), options);
    let boxes: i64 = firer
        .design
        .banks()
        .filter(|(_, bank)| bank.arc.clock().contains(bearing))
        .map(|(battery, bank)| {
            let battery = &firer.design.batteries[battery];
            range_modifier(battery, distance).map_or(0, |range| {
                let modifier = attack_modifier(bank.modifier, range, ecm, firer.lost[WEAPONS]);
                (i64::from(attack_dice(&battery.dice, modifier)) * i64::from(battery.damage)).min(255)
            })
        })
        .sum();
    boxes.min(255)
}

/// The score of an end position as the policy page defines it, in plain code, with enemies where `anticipate` has them.
/// Comparable within one decision.
fn score(
    battle: &Battle<'_>,
    values: &Values<'_>,
    ship: ShipId,
    from: Station,
    maneuver: Maneuver,
    anticipate: Anticipate,
) -> i64 {
    let ((q, h), facing) = end(from, maneuver);
    let hex = Hex { q: q as i8, h: h as i8 };
    let at = Station { hex, facing, speed: maneuver.moved() };
    let me = battle.vessel(ship);
    let policy = values.policy(ship.side);
    let forces = !battle.contact && policy.force.is_some_and(|turn| turn != 100 && u16::from(turn) <= battle.turn);
    let minds = i64::from(!forces);
    let friends: Vec<Hex> =
        battle.ships(ship.side).filter(|s| *s != ship).filter_map(|s| Some(battle.vessel(s).at?.hex)).collect();
    let value_taken = minds * values.taken(ship, me.lost[SHIELDS]);
    let (mut dealt, mut taken, mut shared, mut nearest, mut pull) = (0i64, 0i64, 0i64, u8::MAX, 0i64);
    for other in battle.ships(ship.side.opponent()) {
        let enemy = battle.vessel(other);
        let Some(there) = enemy.at else { continue };
        let answers = match anticipate {
            Anticipate::Drift if enemy.ready => typical_moves(battle, other)[..1].to_vec(),
            Anticipate::Reply if enemy.ready => typical_moves(battle, other),
            _ => vec![there],
        };
        let seen = answers[0];
        let sharers = 1 + friends.iter().filter(|f| f.distance(seen.hex) <= values.reach(other)).count();
        let share = minds * values.shared(ship, me.lost[SHIELDS], sharers);
        let exchange = |its: &Station| {
            let options = battle.setup.options;
            let boxes = volley(options, enemy, *its, me, hex);
            let deals = volley(options, me, at, enemy, its.hex) * values.dealt(other, enemy.lost[SHIELDS]);
            (deals - boxes * (value_taken + share), deals, boxes)
        };
        let (_, deals, boxes) = answers.iter().map(exchange).min_by_key(|(net, ..)| *net).expect("a move");
        dealt = dealt.max(deals);
        taken = (taken + boxes).min(255);
        shared += boxes * share;
        let away = hex.distance(seen.hex);
        if away < nearest {
            nearest = away;
            let class =
                Bearing::of(hex.to(seen.hex)).map_or((27 - 4 * facing.index()) % 24, |b| b.seen_from(facing).class());
            let both = values.range_pull(ship, other, away) + facing_pull(policy.moves.bow, policy.moves.beam, class);
            pull = both.clamp(-128, 127);
        }
    }
    let mut score = dealt - taken * value_taken - shared;
    score = score.clamp(-32768, 32767) + pull;
    score += edge_pull(policy.moves.edge, battle.board(), hex.q as u8, hex.h as u8 / 2);
    let crowd = friends.iter().filter(|f| f.distance(hex) <= 1).count() as i64;
    score -= crowd * i64::from(policy.moves.crowd);
    score += minds * fleet_pull(policy.moves.fleet, ship.side.seat(battle.number), &friends, hex);
    score -= i64::from(policy.moves.moved) * i64::from(at.speed);
    score -= i64::from(policy.moves.turned) * i64::from(maneuver.turns.unsigned_abs());
    let room = battle.board().room(hex, facing);
    if maneuver.turns == 0 && forced_run(at.speed, me.thrust(), 60) > room {
        score -= 12_000 + 64 * i64::from(at.speed);
    }
    let hurt = me.design.thrust_after((me.lost[THRUST] + 2).min(4));
    if forced_run(at.speed, hurt, 3) > room {
        score -= 100 * i64::from(policy.moves.edge);
    }
    score
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

/// Judges every choice of a recorded battle: throws for initiative, moves, banks that fire and do not, ships that declared
/// together, choices of targets. Nobody leaves the board or ends on another while a legal move avoids it: that the reference refuses.
pub fn judge(matchup: &Matchup<Nova>, seed: u64, battle: u64, events: &[Event]) -> Result<Vec<usize>, String> {
    let values = Values::new(matchup);
    let mut judge = Judge {
        record: Recorded::new(events),
        values,
        throws: 0,
        moves: 0,
        reconsidered: 0,
        banks: [0; 2],
        together: 0,
        choices: 0,
    };
    let key = BattleKey::new(seed, 0, battle / 2);
    play(&setup(matchup), battle, &mut KeyedDice::new(key), &mut judge).map_err(|illegal| illegal.to_string())?;
    let [fired, idle] = judge.banks;
    Ok(vec![judge.throws, judge.moves, judge.reconsidered, fired, idle, judge.together, judge.choices])
}
