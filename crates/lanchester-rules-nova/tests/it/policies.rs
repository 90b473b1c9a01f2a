//! Policies: what a sane admiral would never do, and whether the chooser really finds the best move.

use std::sync::Arc;

use crate::common::{Random, random_matchup, random_policy, shipped_policies};
use lanchester_core::{Combatant, Force, Matchup, Rules, Side};
use lanchester_dice::{BattleKey, KeyedDice};
use lanchester_hex::{Bearing, Facing, Hex};
use lanchester_lanes::Level;
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::design::Design;
use lanchester_rules_nova::event::{Event, Maneuver, ShipId};
use lanchester_rules_nova::game::setup;
use lanchester_rules_nova::lanes::tables::Tables;
use lanchester_rules_nova::options::{Options, Station};
use lanchester_rules_nova::policy::{Anticipate, Policy};
use lanchester_rules_nova::reference::combat::{attack_dice, attack_modifier, effective_ecm, range_modifier};
use lanchester_rules_nova::reference::movement::{Ending, end};
use lanchester_rules_nova::reference::{Battle, Choices, ECM, Recorded, SHIELDS, THRUST, Vessel, WEAPONS, play};
use lanchester_scenario::Library;

/// Reads choices from a record and judges each by plain code.
struct Judge<'a> {
    record: Recorded<'a>,
    tables: &'a Tables,
    /// Moves whose score was compared with every alternative.
    moves: usize,
    /// Banks that fired, and banks that had nothing to fire at.
    banks: [usize; 2],
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
        let weights = &self.tables.policies[ship.side];
        let from = battle.vessel(ship).at.expect("on the board");
        let forced = !matches!(battle.ending(ship, from, chosen), Ending::Clear(_));
        if weights.anticipate != Anticipate::Reply && weights.moves.noise == 0 && !forced {
            let score = |m: &Maneuver| score(battle, self.tables, ship, from, *m);
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
            let fires = targets.get(bank).copied().flatten().is_some();
            if fires == battle.targets(ship, bank).is_empty() {
                return Err(format!("bank {bank} holds its fire though a target bears, or fires at nothing"));
            }
            self.banks[usize::from(!fires)] += 1;
        }
        self.together += usize::from(battle.declared() > 0);
        Ok(targets)
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
fn score(battle: &Battle<'_>, tables: &Tables, ship: ShipId, from: Station, maneuver: Maneuver) -> i64 {
    let ((q, h), facing) = end(from, maneuver);
    let hex = Hex { q: q as i8, h: h as i8 };
    let at = Station { hex, facing, speed: maneuver.moved() };
    let me = battle.vessel(ship);
    let index = |s: ShipId| tables.ships.side(s.side).start + usize::from(s.slot);
    let own = &tables.ships[index(ship)];
    let policy = &tables.policies[ship.side];
    let signed = |byte: u8| i64::from(byte as i8);
    let (mut dealt, mut taken, mut nearest, mut pull) = (0i64, 0i64, u8::MAX, 0i64);
    for (slot, enemy) in battle.vessels[ship.side.opponent()].iter().enumerate() {
        let Some(there) = enemy.at else { continue };
        let run = if policy.anticipate == Anticipate::Drift && enemy.ready {
            there.speed.min(battle.board().room(there.hex, there.facing))
        } else {
            0
        };
        let seen = Station { hex: there.hex.ahead(there.facing, run), ..there };
        let theirs = &tables.ships[tables.ships.side(ship.side.opponent()).start + slot];
        if seen.hex != hex {
            let options = battle.setup.options;
            dealt = dealt.max(
                volley(options, me, at, enemy, seen.hex) * signed(theirs.value_dealt[usize::from(enemy.lost[SHIELDS])]),
            );
            taken = (taken + volley(options, enemy, seen, me, hex)).min(255);
        }
        let away = hex.distance(seen.hex);
        if away < nearest {
            nearest = away;
            let class =
                Bearing::of(hex.to(seen.hex)).map_or((27 - 4 * facing.index()) % 24, |b| b.seen_from(facing).class());
            let range = signed(own.range_pull[slot].0[usize::from(away)]);
            pull = (range + signed(own.facing_pull.0[usize::from(class)])).clamp(-128, 127);
        }
    }
    let mut score = dealt - taken * signed(own.value_taken[usize::from(me.lost[SHIELDS])]);
    score = score.clamp(-32768, 32767) + pull;
    let edge = &tables.edge_pull[ship.side];
    score += signed(edge[0].0[hex.q as usize]) + signed(edge[1].0[hex.h as usize]);
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

/// Every move of the lanes is the best by plain code, every bank that bears fires, nobody leaves the board or ends on
/// another while a legal move avoids it (that the reference refuses).
fn judged(matchup: &Matchup<Nova>, seed: u64, battles: u64) -> Result<(usize, [usize; 2], usize), String> {
    let tables = Nova::prepare(matchup);
    let mut total = (0, [0; 2], 0);
    for (battle, events) in Nova::record(&tables, Level::best(), seed, 0, 0..battles).iter().enumerate() {
        let mut judge = Judge { record: Recorded::new(events), tables: &tables, moves: 0, banks: [0; 2], together: 0 };
        let key = BattleKey::new(seed, 0, battle as u64 / 2);
        play(&setup(matchup), battle as u64, &mut KeyedDice::new(key), &mut judge)
            .map_err(|illegal| format!("seed {seed}, battle {battle}: {illegal}"))?;
        total.0 += judge.moves;
        total.1 = [total.1[0] + judge.banks[0], total.1[1] + judge.banks[1]];
        total.2 += judge.together;
    }
    Ok(total)
}

#[test]
fn every_choice_is_the_best_and_no_bank_that_bears_is_silent() {
    let shipped = shipped_policies();
    let mut total = (0, [0; 2], 0);
    for seed in 5000..5060 {
        let mut random = Random::new(seed);
        let mut matchup = random_matchup(&mut random, &shipped, 4);
        for force in &mut matchup.forces {
            if force.policy.anticipate == Anticipate::Reply || force.policy.moves.noise != 0 {
                let mut policy = random_policy(&mut random);
                policy.moves.noise = 0;
                policy.anticipate = random.pick(&[Anticipate::Still, Anticipate::Drift]);
                // Within what a score holds: the clamps of the lanes are not the policy.
                policy.moves.deal %= 8;
                policy.moves.take %= 8;
                if seed % 2 == 0 {
                    // With these weights the lanes leave moves out that cannot be the best.
                    policy.moves.moved = 0;
                    for weight in [&mut policy.moves.edge, &mut policy.moves.crowd, &mut policy.moves.turned] {
                        *weight = weight.saturating_abs();
                    }
                }
                force.policy = Arc::new(policy);
            }
        }
        let (moves, banks, together) = judged(&matchup, seed, 4).unwrap_or_else(|why| panic!("{why}"));
        total = (total.0 + moves, [total.1[0] + banks[0], total.1[1] + banks[1]], total.2 + together);
    }
    assert!(total.0 > 2_000 && total.1[0] > 1_000 && total.1[1] > 1_000, "too little was judged: {total:?}");
    assert!(total.2 > 100, "too few ships declared together: {total:?}");
}

fn duel(ship: &Arc<Design>, policies: [&str; 2], stations: Option<[Station; 2]>) -> Matchup<Nova> {
    let library = Library::<Nova>::shipped();
    let forces = Side::BOTH.map(|side| Force {
        name: ship.name().to_owned(),
        ships: vec![Arc::clone(ship)],
        stations: stations.map(|s| vec![s[side]]),
        policy: library.policy(policies[side]).expect("a shipped policy"),
    });
    Matchup { name: "duel".into(), forces, options: Options::default() }
}

mod nova_4_6 {
    use super::*;

    fn at(label: &str, facing: Facing, speed: u8) -> Station {
        Station { hex: Options::default().board().by_label(label).expect("a hex"), facing, speed }
    }

    /// At rest it stays where it is and fires every bank that bears: five of MAJESTIC's six, dead ahead.
    #[test]
    fn a_ship_at_rest_stays_and_fires_all_that_bears() {
        let majestic = Library::<Nova>::shipped().ship("majestic").expect("shipped");
        let stations = [at("1205", Facing::NORTH, 0), at("1210", Facing::SOUTH, 0)];
        let matchup = duel(&majestic, ["hold", "hold"], Some(stations));
        let record = Nova::record(&Nova::prepare(&matchup), Level::best(), 1, 0, 0..20);
        for events in &record {
            let still = Maneuver { turns: 0, legs: [0; 4] };
            assert!(events.iter().all(|e| !matches!(e, Event::Move { maneuver, .. } if *maneuver != still)));
            let fire = events.iter().position(|e| matches!(e, Event::Fire { .. })).expect("somebody fires");
            let shots = events[fire + 1..].iter().take_while(|e| matches!(e, Event::Attack { .. })).count();
            assert_eq!(shots, 5);
        }
    }

    /// Moving, it stops as fast as its thrust lets it.
    #[test]
    fn a_moving_ship_stops() {
        let majestic = Library::<Nova>::shipped().ship("majestic").expect("shipped");
        let stations = [at("0102", Facing::NORTH, 7), at("2417", Facing::SOUTH, 7)];
        let matchup = duel(&majestic, ["hold", "hold"], Some(stations));
        let record = Nova::record(&Nova::prepare(&matchup), Level::best(), 1, 0, 0..2);
        let speeds: Vec<u8> = record[0]
            .iter()
            .filter_map(|e| match e {
                Event::Move { ship, to, .. } if ship.side == Side::A => Some(to.speed),
                _ => None,
            })
            .collect();
        assert_eq!(speeds[..3], [3, 0, 0]);
    }
}

/// A weight file written by a user works like a shipped one.
#[test]
fn the_policy_of_a_user_is_played() {
    let mut random = Random::new(1);
    let policy: Policy = random_policy(&mut random);
    let majestic = Library::<Nova>::shipped().ship("majestic").expect("shipped");
    let mut matchup = duel(&majestic, ["greedy", "greedy"], None);
    matchup.forces[Side::B].policy = Arc::new(policy);
    let record = Nova::record(&Nova::prepare(&matchup), Level::best(), 1, 0, 0..64);
    for (battle, events) in record.iter().enumerate() {
        Nova::verify(&matchup, 1, 0, battle as u64, events).expect("the reference agrees");
    }
}
