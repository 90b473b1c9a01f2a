//! Units, tracks, initiative, and the sequence of a turn.

use lanchester_battle::reference::play;
use lanchester_core::Side;

use super::*;
use crate::formulas::damage::Condition;

mod fires_6 {
    use super::*;

    #[test]
    fn ships_of_a_formation_are_a_unit() {
        let formed = |formation| Design { formation, ..escort() };
        let fleet = [formed(Some(2)), formed(None), formed(Some(2)), formed(Some(1)), formed(None)];
        with([&fleet, &[formed(Some(2))]], &Options::default(), |battle| {
            let units: Vec<&[usize]> = battle.units.iter().map(|unit| &unit.ships[..]).collect();
            assert_eq!(units, [&[0, 2][..], &[1], &[3], &[4], &[5]]);
            assert_eq!(battle.units[4].id, crate::event::UnitId { side: Side::B, number: 0 });
        });
    }
}

mod fires_7_d {
    use super::*;

    #[test]
    fn relative_speed_is_between_future_markers() {
        // Three hexes to the north and two to the south, one of them two columns to the east.
        let (north, south) = (track([0, 0], [0, 6]), track([40, 80], [2, -2]));
        assert_eq!(north.relative_speed(south), 5);
        assert_eq!(north.relative_speed(track([9, 9], [0, 6])), 0);
    }
}

mod fires_8 {
    use lanchester_scenario::Library;

    use super::*;

    #[test]
    fn a_ship_is_what_its_file_says() {
        let mistral = Library::<Fires>::shipped().ship("mistral").expect("a shipped ship");
        let Design { electronics, armour, screen, maneuver, target, batteries, strength, .. } = *mistral;
        assert_eq!(([electronics, armour, screen, maneuver], target), ([5, 7, 4, 4], [15, 12, 9, 6]));
        assert_eq!([batteries, strength, mistral.damage, mistral.increase], [4, 14, 1, 6]);
        let missiles = mistral.missiles.expect("missiles");
        assert_eq!((missiles.kind.maneuver, missiles.kind.guidance, missiles.kind.penetration), (6, 4, 12));
        assert_eq!(mistral.beams, [Beams { kind: BeamKind::Particle, count: 8, penetration: [17, 14, 11, 8] }]);
    }
}

mod fires_10_a_i {
    use super::*;

    fn initiative(fleets: [&[Design]; 2], faces: &[u8], change: fn(&mut Battle<'_>)) -> (usize, Event) {
        with(fleets, &Options::default(), |battle| {
            change(battle);
            battle.initiative(&mut dice(faces));
            (battle.first, last(battle))
        })
    }

    #[test]
    fn the_side_without_initiative_is_first() {
        let fleets: [&[Design]; 2] = [&[escort(), cruiser()], &[escort()]];
        let event = |results, first| Event::Initiative { results, first };
        assert_eq!(initiative(fleets, &[1, 3], |_| ()), (0, event([5, 6], Side::A)));
        // A tie goes to the better electronics.
        assert_eq!(initiative(fleets, &[2, 3], |_| ()), (1, event([6, 6], Side::B)));
        // Disabled: its electronics are 0, so that those of the escort count. Equal in both, they roll again.
        let disable = |battle: &mut Battle<'_>| battle.ships[1].disabled = true;
        assert_eq!(initiative(fleets, &[3, 3, 5, 2], disable), (1, event([8, 5], Side::B)));
    }
}

mod fires_10_b {
    use super::*;

    #[test]
    fn phases_come_in_order() {
        // No thrust: maneuver 0. Both stand on the centre after the first turn; A's missiles stay with their launcher.
        let still = Design { maneuver: 0, ..escort() };
        let options = Options { turn_cap: 1, ..Options::default() };
        let setup = Setup::<Fires> {
            ships: [vec![&still], vec![&still]],
            stations: [1, 4].map(|area| Some(vec![Station { area, hex: 3, ahead: 20, aside: 0 }])),
            options: &options,
        };
        let mut orders = Orders {
            launches: vec![Launch { ship: 0, missiles: 2, committed: 0 }],
            courses: vec![at_unit(2)],
            shots: vec![beams(1, Fire::Single)],
            ..Orders::default()
        };
        // Initiatives: A 2 and 3 above B. Beams need 13 (13 − 3 + 3) and miss; missiles need 14 (13 − 3 + 4), and one hits and
        // penetrates at 13 (18 − 4 − 1): damage number 1 + 1 (12 of 12), 4 of 4 degrades. Damage control needs 6.
        let faces = [3, 1, 4, 1, 14, 14, 14, 15, 13, 12, 4, 7];
        let events = play::<Fires, _, _>(&setup, 0, &mut dice(&faces), &mut orders).expect("legal");
        let kinds: Vec<String> =
            events.iter().map(|event| format!("{event:?}").split([' ', '{']).next().unwrap().into()).collect();
        let expected =
            "Place Place Initiative Turn Initiative Move Move Launch Course Fire Fire Strike Damage Control Score Over";
        assert_eq!(kinds.join(" "), expected);
        let hundredths = [10 * 100, 2 * 2 * 100];
        assert!(events.contains(&Event::Score { hundredths }), "{events:?}");
        let control = events.iter().find_map(|event| match event {
            Event::Control { removed, condition, .. } => Some((*removed, *condition)),
            _ => None,
        });
        assert_eq!(control, Some(([0, 0], Condition::Degraded)));
    }
}

mod fires_11_c {
    use super::*;

    #[test]
    fn the_future_marker_goes_as_far_again() {
        // The book's example: three hexes up and two to the left in a turn, and so again in the next.
        let up = Facing::NORTH;
        let left = Facing::new(5);
        let step = Hex16::default().ahead(up, 3).ahead(left, 2);
        let start = Track { present: Hex16::default(), future: step };
        let moved = start.moved();
        assert_eq!((moved.present, moved.future), (step, step.ahead(up, 3).ahead(left, 2)));
        assert_eq!(start.after(3), moved.moved().future);
        assert_eq!(start.thrust(Hex16::new(1, 1)).velocity(), Hex16::new(step.q + 1, step.h + 1));
    }
}

mod fires_15_c {
    use super::*;

    #[test]
    fn nothing_ends_at_an_edge() {
        let far = track([0, 0], [12, 12]).after(20);
        assert_eq!((far, far.distance(Hex16::default())), (Hex16::new(240, 240), 240));
    }
}
