//! The sequence of a turn, and ends of battles: what the page says, worked out by hand.

use lanchester_battle::Setup;
use lanchester_core::{Outcome, Side, Verdict};
use lanchester_lanes::hex::Hex16;
use lanchester_scenario::Library;

use crate::SkillDice;
use crate::design::Design;
use crate::event::Loss;
use crate::options::Options;
use crate::reference::Battle;

/// A shipped ship of so many points.
fn ship(id: &str, points: u32) -> Design {
    let ship = Library::<SkillDice>::shipped().ship(id).expect("a shipped ship");
    Design { points, ..Design::clone(&ship) }
}

/// The outcome of a battle of two fighters a side, 10 and 30 points each, after `turns` turns and a change.
fn outcome(options: &Options, turns: u16, change: impl FnOnce(&mut Battle<'_>)) -> Option<Outcome> {
    let (small, large) = (ship("kestrel", 10), ship("dart", 30));
    let setup = Setup { ships: [vec![&small, &large], vec![&small, &large]], stations: [None, None], options };
    let mut battle = Battle::new(&setup, 0);
    (battle.turn, battle.contact) = (turns, true);
    change(&mut battle);
    battle.outcome()
}

mod skilldice_1_4 {
    use super::*;
    use crate::event::Event;
    use crate::player::Player;
    use lanchester_core::Rules;
    use lanchester_lanes::dice::{BattleKey, KeyedDice};

    /// Where each kind of event belongs in a turn.
    fn step(event: &Event) -> Option<u8> {
        Some(match event {
            Event::Turn { .. } => 0,
            Event::Initiative { .. } => 2,
            Event::Pass { .. } | Event::Move { .. } => 3,
            Event::Fly { .. } => 4,
            Event::Nixie { .. } | Event::Counter { .. } | Event::Salvo { .. } => 5,
            Event::Fire { .. } => 6,
            Event::Engineer { .. } => 7,
            Event::Structure { .. } | Event::Creak { .. } | Event::Suffocated { .. } => 8,
            Event::Launch { .. } => 9,
            Event::Over { .. } => 10,
            _ => return None,
        })
    }

    #[test]
    fn the_steps_of_a_turn_come_in_order() {
        let library = Library::<SkillDice>::shipped();
        let [a, b] = ["heron-strike", "bastion-strike"].map(|id| library.fleet(id).expect("a shipped fleet"));
        let policy = library.policy("default").expect("a shipped policy");
        let forces = [a, b].map(|fleet| lanchester_core::Force {
            name: fleet.name.clone(),
            ships: fleet.ships.iter().map(|(_, ship)| std::sync::Arc::clone(ship)).collect(),
            stations: None,
            policy: std::sync::Arc::clone(&policy),
        });
        let matchup = lanchester_core::Matchup { name: String::new(), forces, options: Options::default() };
        let tables = SkillDice::prepare(&matchup);
        let mut seen = [0; 11];
        for battle in 0..20 {
            let key = BattleKey::new(1, 2, battle);
            let setup = lanchester_battle::setup(&matchup);
            let mut player = Player { tables: &tables, key };
            let events = lanchester_battle::reference::play(&setup, 0, &mut KeyedDice::new(key), &mut player);
            let mut last = 0;
            for step in events.expect("legal").iter().filter_map(step) {
                assert!(step == 0 || step >= last, "step {step} after {last}");
                last = step;
                seen[usize::from(step)] += 1;
            }
        }
        assert!([0, 2, 3, 4, 5, 6, 7, 9, 10].iter().all(|step| seen[*step] > 0), "{seen:?}");
    }
}

mod skilldice_6_1 {
    use super::*;

    #[test]
    fn the_last_side_in_play_wins() {
        let options = Options::default();
        assert_eq!(outcome(&options, 3, |_| {}), None);
        let over = outcome(&options, 3, |battle| {
            for ship in 2..4 {
                battle.ships[ship].loss = Some(Loss::Exploded);
            }
        });
        let over = over.expect("an end");
        assert_eq!((over.verdict, over.left, over.capped, over.turns), (Verdict::Win(Side::A), [1000, 0], false, 3));
    }

    #[test]
    fn a_side_without_arms_loses_whatever_it_has_left() {
        let disarm = |battle: &mut Battle<'_>| {
            battle.ships[0].weapons = 0;
            battle.ships[1].weapons = 0;
            battle.ships[2].loss = Some(Loss::Destroyed);
        };
        let over = outcome(&Options::default(), 3, disarm).expect("an end");
        assert_eq!((over.verdict, over.left), (Verdict::Win(Side::B), [1000, 750]));
        let no = Options { disarmed_loses: false, ..Options::default() };
        assert_eq!(outcome(&no, 3, disarm), None);
        // Both without arms: by points.
        let both = outcome(&Options::default(), 3, |battle| {
            disarm(battle);
            battle.ships[3].crews = 0b1;
            battle.ships[3].weapons = 0;
        });
        assert_eq!(both.map(|over| over.verdict), Some(Verdict::Win(Side::A)));
    }

    #[test]
    fn points_decide_at_the_turn_limit_and_after_six_quiet_turns() {
        let lose = |battle: &mut Battle<'_>| battle.ships[0].loss = Some(Loss::Destroyed);
        let over = outcome(&Options::default(), 30, lose).expect("an end");
        assert_eq!((over.verdict, over.left, over.capped), (Verdict::Win(Side::B), [750, 1000], true));
        assert_eq!(outcome(&Options::default(), 29, lose), None);
        let quiet = |turns| {
            outcome(&Options::default(), 10, |battle| {
                lose(battle);
                battle.quiet = turns;
            })
        };
        assert_eq!(quiet(5), None);
        assert_eq!(quiet(6).map(|over| (over.verdict, over.capped)), Some((Verdict::Win(Side::B), false)));
    }
}

mod skilldice_6_2 {
    use super::*;

    #[test]
    fn ships_that_left_score_half() {
        let far = |hexes: i16| {
            outcome(&Options::default(), 30, |battle| {
                battle.ships[1].at.hex = Hex16::new(0, -2 * hexes);
                for ship in [0, 2, 3] {
                    battle.ships[ship].at.hex = Hex16::new(0, 0);
                }
            })
        };
        // A's ship of 30 points, of 40: 30 / 2 and 10 are 25 of 40.
        assert_eq!(far(37).map(|over| over.left), Some([625, 1000]));
        assert_eq!(far(36).map(|over| over.left), Some([1000, 1000]));
    }

    #[test]
    fn equal_shares_are_a_draw() {
        assert_eq!(outcome(&Options::default(), 30, |_| {}).map(|over| over.verdict), Some(Verdict::Draw));
    }
}
