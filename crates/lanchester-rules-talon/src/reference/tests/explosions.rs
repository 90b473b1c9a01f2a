//! Explosions.

use lanchester_core::Side;

use super::staging::{a, b, explode, held, lay_out, put, stage, table};
use crate::effects::Missile;
use crate::event::{Event, Loss, ShipId};
use crate::reference::Battle;

/// Who exploded, in order.
fn exploded(battle: &Battle<'_>) -> Vec<ShipId> {
    held!(battle.events(), Event::Explosion { ship } => *ship)
}

mod talon_8_6_2 {
    use super::*;

    /// A Terran CA has the rating 3.
    #[test]
    fn one_more_in_the_same_hex_and_the_rating_beside_it() {
        lay_out!(mut battle, stage(&["terran-ca", "terran-dd"], &["talon-ca", "talon-ca"]));
        put(&mut battle, a(1), (0, 0), "N");
        put(&mut battle, b(0), (0, 2), "S");
        put(&mut battle, b(1), (0, 4), "S");
        battle.lose(a(0), Loss::CoreBreach);
        // A tie between the right and the left of the destroyer is rolled again: the left, where three boxes and one of the
        // hull go.
        explode(&mut battle, &[1, 6, 2, 6, 3, 5]);
        assert_eq!(battle.vessel(b(0)).shields, [4, 4, 3, 4], "the facing arc");
        assert_eq!(battle.vessel(b(1)).shields, [7, 4, 3, 4], "two hexes away");
        assert_eq!((battle.vessel(a(1)).shields, battle.vessel(a(1)).hull), ([3, 3, 2, 0], 1));
    }
}

mod talon_8_6_3 {
    use super::*;

    #[test]
    fn the_player_whose_turn_it_is_explodes_first() {
        let stage = stage(&["terran-ca", "terran-dd"], &["talon-ca"]);
        let setup = stage.setup();
        for (current, expected) in [(Side::A, [a(0), a(1), b(0)]), (Side::B, [b(0), a(0), a(1)])] {
            let mut battle = table(&setup);
            battle.current = current;
            for ship in [b(0), a(1), a(0)] {
                battle.lose(ship, Loss::Destroyed);
            }
            explode(&mut battle, &[]);
            assert_eq!(exploded(&battle), expected);
        }
    }

    #[test]
    fn chains_go_on_behind_those_that_were_due() {
        lay_out!(mut battle, stage(&["terran-ca", "terran-dd"], &["talon-ff"]));
        battle.current = Side::A;
        put(&mut battle, b(0), (0, 2), "S");
        battle.vessel_mut(b(0)).hull = 2;
        battle.vessel_mut(b(0)).shields = [0; 4];
        battle.lose(a(0), Loss::Destroyed);
        battle.lose(a(1), Loss::Destroyed);
        explode(&mut battle, &[]);
        assert_eq!(exploded(&battle), [a(0), a(1), b(0)]);
    }
}

mod talon_8_6_5 {
    use super::*;

    #[test]
    fn one_missile_of_each_hex() {
        lay_out!(mut battle, stage(&["terran-ca"], &["talon-bc"]));
        let ahead = battle.vessel(a(0)).at.ahead();
        let missile = |at| Some(Missile { at, target: 0, damaged: false });
        battle.missiles[Side::B] =
            vec![missile(ahead), missile(ahead), missile(ahead.turned(1).ahead().turned(2).ahead())];
        battle.lose(a(0), Loss::Destroyed);
        explode(&mut battle, &[]);
        // The rating of 3 destroys it; the second of its hex is spared, and so is none in a hex of its own.
        let left: Vec<u8> = battle.flying(Side::B).iter().map(|missile| missile.slot).collect();
        assert_eq!(left, [1]);
    }
}
