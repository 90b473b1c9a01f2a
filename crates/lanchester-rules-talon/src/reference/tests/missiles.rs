//! Missiles.

use lanchester_core::Side;
use lanchester_lanes::hex::{Facing, Hex16};

use super::staging::{Script, Stage, a, at, b, dice, lay_out, put, stage, why};
use crate::Talon;
use crate::effects::{Missile, damage_missile};
use crate::event::{Event, MissileId, Spent};
use crate::position::{Position, Step};
use crate::reference::{Battle, Mover, Shot};

const FIRST: MissileId = MissileId { side: Side::B, slot: 0 };

fn duel() -> Stage<Talon> {
    stage(&["terran-ca"], &["talon-dd"])
}

/// A missile of B that flies at the first ship of A.
fn missile(battle: &mut Battle<'_>, slot: usize, (q, h): (i16, i16), facing: &str) {
    let at = Position { hex: Hex16::new(q, h), facing: Facing::by_name(facing).unwrap() };
    battle.missiles[Side::B][slot] = Some(Missile { at, target: 0, damaged: false });
}

/// B's movement step in impulse A, which shows the speed of no ship of these tests.
fn flies(battle: &mut Battle<'_>, turns: &[i8]) -> String {
    let movers: Vec<Mover> = turns.iter().map(|turn| Mover::Missile(0, *turn)).collect();
    why(battle.movement_step(Side::B, &mut dice(&[]), &mut Script::moves(&movers)))
}

mod talon_p_10 {
    use super::*;

    #[test]
    fn it_turns_by_a_hex_side_moves_and_comes_closer() {
        lay_out!(mut battle, duel());
        missile(&mut battle, 0, (0, 8), "SE");
        assert_eq!(flies(&mut battle, &[]), "missile 0 of B must move");
        assert_eq!(flies(&mut battle, &[0]), "it must come closer to its target");
        assert_eq!(flies(&mut battle, &[2]), "a missile turns by one hex side at most");
        assert_eq!(flies(&mut battle, &[1]), "");
        assert_eq!(battle.missile(FIRST).map(|flying| flying.at.hex), Some(Hex16::new(0, 6)));
        // Facing away from it nothing brings it closer, and any way is open.
        missile(&mut battle, 0, (0, 8), "N");
        assert!((-1..=1).all(|turn| battle.may_fly(FIRST, turn).is_ok()));
    }

    #[test]
    fn it_hits_on_the_arc_that_it_comes_from() {
        lay_out!(mut battle, duel());
        missile(&mut battle, 0, (1, 1), "SW");
        assert_eq!(flies(&mut battle, &[0]), "");
        // From ahead on the right.
        assert_eq!(battle.vessel(a(0)).shields, [6, 3, 4, 5]);
        assert_eq!(battle.missile(FIRST), None);
    }

    #[test]
    fn its_target_may_fly_into_it() {
        lay_out!(mut battle, stage(&["terran-ca", "terran-ca"], &["talon-dd"]));
        missile(&mut battle, 0, (0, 2), "S");
        put(&mut battle, a(1), (1, 1), "NW");
        battle.impulse = 1;
        // The other ship passes by; the target meets it ahead.
        put(&mut battle, a(1), (0, 0), "N");
        put(&mut battle, a(0), (0, 4), "S");
        let movers = [Mover::Ship(1, Step::Straight), Mover::Ship(0, Step::Straight)];
        let result = battle.movement_step(Side::A, &mut dice(&[1, 2, 3, 4, 1, 2, 3, 4]), &mut Script::moves(&movers));
        assert_eq!(why(result), "");
        assert_eq!(at(&battle, a(0)), (0, 2, "S".into()));
        // Two points ahead; then three on the left, with the ship that is there already.
        assert_eq!(battle.vessel(a(0)).shields, [4, 5, 4, 2]);
        assert_eq!(battle.missile(FIRST), None);
    }

    #[test]
    fn without_a_target_it_flies_straight_until_it_is_lost() {
        lay_out!(mut battle, stage(&["terran-ca", "terran-ca"], &["talon-dd"]));
        put(&mut battle, a(1), (0, 20), "N");
        missile(&mut battle, 0, (0, 30), "N");
        battle.vessel_mut(a(0)).lost = Some(crate::event::Loss::Retreated);
        assert_eq!(flies(&mut battle, &[1]), "without a target it flies straight on");
        // At six hexes from the nearest enemy it is gone.
        assert_eq!(flies(&mut battle, &[0]), "");
        assert_eq!(battle.events().last(), Some(&Event::MissileSpent { missile: FIRST, spent: Spent::Lost }));
    }

    #[test]
    fn three_points_destroy_it_and_fewer_damage_it() {
        lay_out!(mut battle, duel());
        missile(&mut battle, 0, (0, 8), "S");
        damage_missile(&mut battle.with(&mut dice(&[])), FIRST, 2);
        assert!(battle.missile(FIRST).is_some_and(|flying| flying.damaged));
        damage_missile(&mut battle.with(&mut dice(&[])), FIRST, 0);
        assert!(battle.missile(FIRST).is_some());
        damage_missile(&mut battle.with(&mut dice(&[])), FIRST, 1);
        assert_eq!(battle.missile(FIRST), None);
        missile(&mut battle, 1, (0, 8), "S");
        damage_missile(&mut battle.with(&mut dice(&[])), MissileId { slot: 1, ..FIRST }, 3);
        assert_eq!(battle.flying(Side::B), []);
    }
}

mod talon_p_11 {
    use super::*;

    /// The destroyer's first launcher bears ahead and to both sides, its second ahead.
    fn launch(battle: &mut Battle<'_>, group: u8, facing: Facing) -> String {
        why(battle.fire_step(Side::B, &mut dice(&[]), &mut Script::fires(&[(0, group)], &[Shot::Launch(0, facing)])))
    }

    #[test]
    fn it_is_placed_ahead_of_the_ship_whatever_the_bearing() {
        lay_out!(mut battle, duel());
        // To the left of the destroyer, which faces south: to the east, three hexes away.
        put(&mut battle, b(0), (0, 0), "S");
        put(&mut battle, a(0), (3, 1), "N");
        assert_eq!(launch(&mut battle, 1, Facing::SOUTH), "the weapon group has no target");
        let south_east = Facing::by_name("SE").unwrap();
        assert_eq!(launch(&mut battle, 0, south_east), "");
        let placed = Position { hex: Hex16::new(0, -2), facing: south_east };
        assert_eq!(battle.missile(FIRST), Some(Missile { at: placed, target: 0, damaged: false }));
        assert_eq!(battle.vessel(b(0)).bars[0], [0, 0]);
        // Charged again, the weapon waits for its missile.
        battle.vessel_mut(b(0)).bars[0] = [2, 0];
        assert_eq!(launch(&mut battle, 0, south_east), "the weapon group has no target");
        battle.missiles[Side::B][0] = None;
        put(&mut battle, a(0), (5, 1), "N");
        assert_eq!(launch(&mut battle, 0, south_east), "the weapon group has no target", "five hexes");
    }

    #[test]
    fn it_hits_at_once_where_the_target_is_in_its_hex() {
        lay_out!(mut battle, duel());
        put(&mut battle, b(0), (0, 2), "S");
        assert_eq!(launch(&mut battle, 1, Facing::SOUTH), "");
        assert_eq!(battle.vessel(a(0)).shields, [4, 5, 4, 5]);
        assert_eq!(battle.flying(Side::B), []);
    }
}
