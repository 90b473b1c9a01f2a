//! Set-up, initial thrust and initiative.

use lanchester_core::Side;

use super::*;
use crate::event::UnitId;

/// Units placed by these dice: where their markers are.
fn placed(faces: &[u8]) -> [[[i16; 2]; 2]; 2] {
    with([&[escort()], &[escort()]], &Options::default(), |battle| {
        battle.place_units(&mut dice(faces));
        [0, 1].map(|unit| {
            let Track { present, future } = battle.units[unit].track;
            [[present.q, present.h], [future.q, future.h]]
        })
    })
}

#[test]
fn markers_in_other_areas() {
    // Area 3 is due south-east of the centre: its front row runs along the ring from two hexes clockwise (18 columns east) to two
    // hexes counter-clockwise (due north of the corner). Hex 7 is the second of the second row: corner, one clockwise, one outward.
    // Five hexes toward the north-west, two counter-clockwise: toward the south-west.
    // Area 6: hex 18 is the middle of the last row, 23 hexes to the north-west. Six hexes to the south-east, one clockwise.
    assert_eq!(placed(&[3, 7, 5, 6, 6, 18, 6, 3]), [[[20, -22], [15, -21]], [[-23, 23], [-18, 16]]]);
    // Area 2, middle of the front row: one hex to the south-west, two around are north. Area 5 the same, turned; 2 is taken.
    assert_eq!(placed(&[2, 3, 1, 4, 2, 5, 3, 1, 4]), [[[20, 20], [20, 22]], [[-20, -20], [-20, -22]]]);
}

#[test]
fn thrust_adds_to_the_drift() {
    with([&[escort()], &[escort()]], &Options::default(), |battle| {
        battle.place_units(&mut dice(&[3, 7, 5, 6, 6, 18, 6, 3]));
        let thrust = vec![Some(Facing::NORTH), None, None, None, None, None, None, None];
        battle.initial_thrust(&mut Orders { thrust, ..Orders::default() }).expect("legal");
        battle.movement();
        assert_eq!(battle.units[0].track, track([15, -19], [-5, 3]));
        battle.movement();
        assert_eq!(battle.units[0].track, track([10, -16], [-5, 3]));
    });
}

#[test]
fn units_with_few_hexes_use_the_first_sub_phases() {
    let of = |maneuver, electronics, formation| Design { maneuver, electronics, formation, ..escort() };
    let a = [of(4, 3, Some(1)), of(3, 5, Some(1)), of(2, 3, None)];
    let b = [of(3, 4, None), of(1, 6, None), of(0, 9, None)];
    with([&a, &b], &Options::default(), |battle| {
        battle.first = 1;
        battle.initial_thrust(&mut Orders::default()).expect("legal");
        // Lowest best electronics of a unit: 3. 3 + 2 (the slower ship, the better electronics), 2, 3 + 1, 1 + 3; nothing for 0.
        assert_eq!(battle.units.iter().map(|unit| unit.hexes).collect::<Vec<_>>(), [5, 2, 4, 4, 0]);
        let told = lanchester_conformance::held!(battle.log.events(), Event::Thrust { unit, .. } => *unit);
        let [a, b] = [Side::A, Side::B].map(|side| move |number| UnitId { side, number });
        let (all, fast) = ([b(0), b(1), a(0), a(1)], [b(0), b(1), a(0)]);
        assert_eq!(told, [&all[..], &all, &fast, &fast, &[a(0)]].concat());
    });
}

#[test]
fn initiative_goes_by_what_is_left_of_electronics() {
    let first = |faces: &[u8], change: fn(&mut Battle<'_>)| {
        with([&[cruiser()], &[escort()]], &Options::default(), |battle| {
            change(battle);
            battle.initiative(&mut dice(faces));
            battle.first
        })
    };
    // Cruiser 4 and 2, escort 3 and 3: the cruiser wins the tie. Damaged it has 2: 4 and 3 tie at 6, and the escort wins.
    assert_eq!(first(&[2, 3], |_| ()), 1);
    assert_eq!(first(&[4, 3], |battle| battle.ships[0].results = [0, 1]), 0);
    // Degraded it has 3: equal electronics and results, so both roll again, twice.
    assert_eq!(first(&[6, 6, 1, 1, 2, 1], |battle| battle.ships[0].permanent = [1, 0]), 1);
}
