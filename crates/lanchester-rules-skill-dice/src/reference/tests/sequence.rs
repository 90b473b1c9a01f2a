//! The sequence of a turn.

mod skilldice_1_4 {
    use lanchester_core::Rules;
    use lanchester_lanes::Level;
    use lanchester_lanes::dice::{BattleKey, KeyedDice};
    use lanchester_scenario::Library;

    use crate::SkillDice;
    use crate::event::Event;
    use crate::options::Options;
    use crate::player::Player;

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
            commander: policy.clone().into(),
        });
        let matchup = lanchester_core::Matchup { name: String::new(), forces, options: Options::default() };
        let tables = SkillDice::prepare(&matchup);
        let mut seen = [0; 11];
        for battle in 0..20 {
            let key = BattleKey::new(1, 2, battle);
            let setup = lanchester_battle::setup(&matchup);
            let mut player = Player::new(&tables, Level::best(), key);
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
