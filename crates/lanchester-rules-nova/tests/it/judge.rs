//! Whether the chooser finds the best move and the best targets: each choice of a record is scored again.

use lanchester_conformance::weights::{edge_pull, facing_pull};
use lanchester_core::{Matchup, Side};
use lanchester_dice::{BattleKey, KeyedDice};
use lanchester_hex::{Bearing, Facing, Hex};
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::event::{Event, Maneuver, ShipId};
use lanchester_rules_nova::game::setup;
use lanchester_rules_nova::options::{Options, Station};
use lanchester_rules_nova::policy::Anticipate;
use lanchester_rules_nova::reference::combat::{attack_dice, attack_modifier, effective_ecm, range_modifier};
use lanchester_rules_nova::reference::movement::{Ending, end};
use lanchester_rules_nova::reference::{Battle, Choices, ECM, Recorded, SHIELDS, THRUST, Vessel, WEAPONS, play};

use crate::values::Values;

/// Reads choices from a record and judges each by plain code.
struct Judge<'a> {
    record: Recorded<'a>,
    values: Values<'a>,
    /// Moves whose score was compared with every alternative.
    moves: usize,
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
        self.record.active(battle, winner)
    }

    fn next_to_move(&mut self, battle: &Battle<'_>, side: Side) -> Result<ShipId, String> {
        self.record.next_to_move(battle, side)
    }

    fn maneuver(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Maneuver, String> {
        let chosen = self.record.maneuver(battle, ship)?;
        let weights = self.values.policy(ship.side);
        let from = battle.vessel(ship).at.expect("on the board");
        let forced = !matches!(battle.ending(ship, from, chosen), Ending::Clear(_));
        if weights.anticipate != Anticipate::Reply && weights.moves.noise == 0 && !forced {
            let score = |m: &Maneuver| score(battle, &self.values, ship, from, *m);
            let best = battle.choosable(ship).iter().map(score).max().expect("a legal move");
            if score(&chosen) != best {
                return Err(format!("scores {}, the best move {best}", score(&chosen)));
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
                .map(|slot| (slot, self.target(battle, ship, bank, slot)))
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

/// Dice × boxes of everything that bears on `target` at `to` from `firer` at `from`.
fn volley(options: &Options, firer: &Vessel<'_>, from: Station, target: &Vessel<'_>, to: Hex) -> i64 {
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

/// The score of an end position as the policy page defines it, in plain code. Comparable within one decision.
fn score(battle: &Battle<'_>, values: &Values<'_>, ship: ShipId, from: Station, maneuver: Maneuver) -> i64 {
    let ((q, h), facing) = end(from, maneuver);
    let hex = Hex { q: q as i8, h: h as i8 };
    let at = Station { hex, facing, speed: maneuver.moved() };
    let me = battle.vessel(ship);
    let policy = values.policy(ship.side);
    let (mut dealt, mut taken, mut nearest, mut pull) = (0i64, 0i64, u8::MAX, 0i64);
    for other in battle.ships(ship.side.opponent()) {
        let enemy = battle.vessel(other);
        let Some(there) = enemy.at else { continue };
        let run = if policy.anticipate == Anticipate::Drift && enemy.ready {
            there.speed.min(battle.board().room(there.hex, there.facing))
        } else {
            0
        };
        let seen = Station { hex: there.hex.ahead(there.facing, run), ..there };
        if seen.hex != hex {
            let options = battle.setup.options;
            let each = values.dealt(other, enemy.lost[SHIELDS]);
            dealt = dealt.max(volley(options, me, at, enemy, seen.hex) * each);
            taken = (taken + volley(options, enemy, seen, me, hex)).min(255);
        }
        let away = hex.distance(seen.hex);
        if away < nearest {
            nearest = away;
            let class =
                Bearing::of(hex.to(seen.hex)).map_or((27 - 4 * facing.index()) % 24, |b| b.seen_from(facing).class());
            let both = values.range_pull(ship, other, away) + facing_pull(policy.moves.bow, policy.moves.beam, class);
            pull = both.clamp(-128, 127);
        }
    }
    let mut score = dealt - taken * values.taken(ship, me.lost[SHIELDS]);
    score = score.clamp(-32768, 32767) + pull;
    score += edge_pull(policy.moves.edge, battle.board(), hex.q as u8, hex.h as u8 / 2);
    let friends = battle.ships(ship.side).filter(|s| *s != ship).filter_map(|s| battle.vessel(s).at);
    let crowd = friends.filter(|f| f.hex.distance(hex) <= 1).count() as i64;
    score -= crowd * i64::from(policy.moves.crowd);
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

/// Judges every choice of a recorded battle: moves, banks that fire and do not, ships that declared together, choices of
/// targets. Nobody leaves the board or ends on another while a legal move avoids it: that the reference refuses.
pub fn judge(matchup: &Matchup<Nova>, seed: u64, battle: u64, events: &[Event]) -> Result<Vec<usize>, String> {
    let values = Values::new(matchup);
    let mut judge = Judge { record: Recorded::new(events), values, moves: 0, banks: [0; 2], together: 0, choices: 0 };
    let key = BattleKey::new(seed, 0, battle / 2);
    play(&setup(matchup), battle, &mut KeyedDice::new(key), &mut judge).map_err(|illegal| illegal.to_string())?;
    let [fired, idle] = judge.banks;
    Ok(vec![judge.moves, fired, idle, judge.together, judge.choices])
}
