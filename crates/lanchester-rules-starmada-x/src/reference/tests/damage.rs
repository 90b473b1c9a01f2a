//! X 4.2.3 and 4.3: what damage dice mark, and how ships go out.

use lanchester_conformance::held;
use lanchester_lanes::dice::{DiceSource, ScriptedDice};

use crate::design::{Abilities, Design, Equipment, Kind};
use crate::event::{Event, Loss, Mark};
use crate::formulas::strength;
use crate::options::Options;
use crate::reference::Battle;
use crate::reference::damage::{Hit, Source};
use crate::reference::staging::{Plan, Stage, Staged, b, chart, duel, lay_out, mouse, piece, plain};

/// Damage dice on a fresh ship: everything they marked, and the ship's boxes afterwards (hull, marked, engines, shields).
fn struck(
    design: Design,
    abilities: Abilities,
    saving: bool,
    before: [u8; 4],
    dice: &[u8],
    n: u8,
) -> (Vec<Mark>, [u8; 4]) {
    let mut stage = Stage::new([vec![plain()], vec![design]]);
    stage.options = Options { armor_saves_substituted: saving, ..Options::default() };
    let setup = stage.setup();
    let mut battle = Battle::new(&setup, 0);
    let vessel = battle.vessel_mut(b(0));
    [vessel.hull, vessel.marked, vessel.engines, vessel.shields] = before;
    let source = Source::of(battle.vessel(b(0)), Hit { abilities });
    let mut dice = ScriptedDice::new(dice);
    dice.open(0, 0);
    battle.damage(b(0), n, source, &mut dice, &mut Plan::default()).unwrap();
    let marks = held!(battle.events(), Event::Damage { marks, .. } => *marks);
    let marks = marks.iter().flat_map(|marks| marks.iter().collect::<Vec<_>>()).collect();
    let vessel = battle.vessel(b(0));
    (marks, [vessel.hull, vessel.marked, vessel.engines, vessel.shields])
}

const NONE: [u8; 4] = [0; 4];
const HULL: Mark = Mark::Hull { cancelled: false };
const SAVED: Mark = Mark::Hull { cancelled: true };

fn plain_with(text: &str) -> Design {
    Design { chart: chart(text), ..plain() }
}

mod x_4_2_3 {
    use super::*;

    /// The book's example: a 3 on a chart with `Ea` there takes one engine box and one weapon of battery a.
    #[test]
    fn an_entry_of_two_letters() {
        let ship = Design { chart: chart("H H Ea H H H"), ..mouse() };
        let (marks, boxes) = struck(ship, Abilities::default(), true, NONE, &[3], 1);
        assert_eq!(marks, [Mark::Engine, Mark::Weapon { battery: 0, mount: 0 }]);
        assert_eq!(boxes, [0, 0, 1, 0]);
    }

    #[test]
    fn what_can_be_applied_is_applied_else_a_hull_hit() {
        let ship = plain_with("Ea 2E S Q abc H");
        // No weapons: only the engine box of `Ea`; of two engine hits one when one is left; and none.
        assert_eq!(struck(ship.clone(), Abilities::default(), true, NONE, &[1], 1).0, [Mark::Engine]);
        let three_lost = [0, 0, 3, 0];
        assert_eq!(struck(ship.clone(), Abilities::default(), true, three_lost, &[2], 1).1, [0, 0, 4, 0]);
        let all_lost = [0, 0, 4, 0];
        for face in 1..=5 {
            assert_eq!(struck(ship.clone(), Abilities::default(), true, all_lost, &[face], 1).0, [HULL], "{face}");
        }
    }

    /// Equipment without boxes cannot be lost.
    #[test]
    fn equipment_without_a_box_stands() {
        let organic = Design {
            equipment: vec![Equipment { boxes: 0, ..piece(Kind::Ecm) }, piece(Kind::Hyperdrive)],
            ..plain_with("Q Q Q Q Q Q")
        };
        let (marks, _) = struck(organic, Abilities::default(), true, NONE, &[1, 1], 2);
        assert_eq!(marks, [Mark::Equipment(1), HULL]);
    }

    #[test]
    fn no_die_is_rolled_for_a_ship_without_hull() {
        let (marks, boxes) = struck(plain(), Abilities::default(), true, [4, 4, 0, 0], &[1, 1], 9);
        assert_eq!((marks.len(), boxes[0]), (2, 6), "of nine dice two are rolled");
        let (marks, _) = struck(plain(), Abilities::default(), true, [5, 5, 0, 0], &[1, 1], 9);
        assert_eq!(marks.len(), 1, "they are rolled by twos, and the second is not looked at");
    }
}

mod x_c {
    use super::*;

    #[test]
    fn armour_cancels_on_five_and_six() {
        let plated = Design { equipment: vec![piece(Kind::ArmorPlating)], ..plain_with("H 2H E S Q a") };
        assert_eq!(struck(plated.clone(), Abilities::default(), true, NONE, &[1, 4], 1).0, [HULL]);
        assert_eq!(struck(plated.clone(), Abilities::default(), true, NONE, &[1, 5], 1).0, [SAVED]);
        assert_eq!(struck(plated.clone(), Abilities::default(), true, NONE, &[2, 6, 1], 1).0, [SAVED, HULL]);
        // The substituted hit is saved too, unless the option says otherwise.
        assert_eq!(struck(plated.clone(), Abilities::default(), true, NONE, &[6, 5], 1).0, [SAVED]);
        assert_eq!(struck(plated, Abilities::default(), false, NONE, &[6], 1).0, [HULL]);
        // Lab Rat's cancels on 3 to 6.
        let lab_rat = Equipment { cancels_on: 3, ..piece(Kind::ArmorPlating) };
        let ship = Design { equipment: vec![lab_rat], ..plain() };
        for (face, mark) in [(2, HULL), (3, SAVED), (6, SAVED)] {
            assert_eq!(struck(ship.clone(), Abilities::default(), true, NONE, &[1, face], 1).0, [mark]);
        }
    }

    #[test]
    fn guns_and_shields_have_armour_of_their_own() {
        let equipment = vec![piece(Kind::ArmoredGuns), piece(Kind::RedundantShielding)];
        let ship = Design { equipment, chart: chart("Sa H H H H H"), ..mouse() };
        let (marks, boxes) = struck(ship.clone(), Abilities::default(), true, NONE, &[1, 6, 5], 1);
        assert_eq!(marks, [Mark::Shield { cancelled: true }, Mark::Weapon { battery: 0, mount: 255 }]);
        assert_eq!(boxes, NONE);
        let (marks, _) = struck(ship.clone(), Abilities::default(), true, NONE, &[1, 4, 1], 1);
        assert_eq!(marks, [Mark::Shield { cancelled: false }, Mark::Weapon { battery: 0, mount: 0 }]);
        // A hit that armour cancels counts as applied: no hull hit stands for it.
        let only_guns = Design { chart: chart("a H H H H H"), ..ship };
        assert_eq!(struck(only_guns, Abilities::default(), true, NONE, &[1, 5], 1).0.len(), 1);
    }
}

mod x_b {
    use super::*;

    #[test]
    fn extra_hull_then_crew() {
        let abilities = Abilities { extra_hull: true, extra_crew: true, ..Abilities::default() };
        let (marks, boxes) = struck(plain_with("E H H H H H"), abilities, true, NONE, &[1], 1);
        assert_eq!(marks, [Mark::Engine, HULL, Mark::Crew]);
        assert_eq!(boxes, [1, 2, 1, 0]);
        // Armour saves hull hits, but no crew.
        let plated = Design { equipment: vec![piece(Kind::ArmorPlating)], ..plain() };
        let (marks, boxes) = struck(plated, abilities, true, NONE, &[1, 6, 6], 1);
        assert_eq!(marks, [SAVED, SAVED, Mark::Crew]);
        assert_eq!(boxes, [0, 1, 0, 0]);
    }

    #[test]
    fn no_hull_damage_stops_every_hull_hit() {
        let abilities = Abilities { no_hull: true, ..Abilities::default() };
        let ship = plain_with("H HE a H H H");
        assert_eq!(struck(ship.clone(), abilities, true, NONE, &[1], 1).0, []);
        assert_eq!(struck(ship.clone(), abilities, true, NONE, &[2], 1).0, [Mark::Engine]);
        assert_eq!(struck(ship, abilities, true, NONE, &[3], 1).0, [], "the substituted one too");
    }
}

mod x_4_3_1 {
    use super::*;

    #[test]
    fn strength_by_hull() {
        let strengths: Vec<u8> = [1, 3, 4, 8, 9, 15, 16, 24, 25, 60].map(strength).to_vec();
        assert_eq!(strengths, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    }
}

mod x_4_3_2 {
    use super::*;

    #[test]
    fn hull_hits_overlap_crew_casualties() {
        let crew = Abilities { extra_crew: true, ..Abilities::default() };
        // An engine hit and a casualty, then a hull hit (on the casualty's box) and a casualty.
        let (_, boxes) = struck(plain_with("E H H H H H"), crew, true, NONE, &[1, 2], 2);
        assert_eq!(boxes, [1, 2, 1, 0]);
    }

    #[test]
    fn all_marked_is_out_without_an_explosion() {
        for (marked, hull, loss, explosion) in
            [(6, 0, Loss::Crew, 0), (6, 5, Loss::Crew, 0), (6, 6, Loss::Destroyed, 2)]
        {
            lay_out!(mut battle, Stage::new([vec![plain()], vec![plain()]]));
            let vessel = battle.vessel_mut(b(0));
            (vessel.marked, vessel.hull) = (marked, hull);
            battle.lose_if_beaten(b(0));
            assert_eq!(battle.events(), [Event::Lost { ship: b(0), loss, explosion }]);
            assert_eq!(battle.victory_points(), [100, 0]);
        }
    }
}

mod x_4_3 {
    use super::*;
    use crate::event::Target;
    use crate::reference::staging::{a, at, battery, gunboat};
    use lanchester_lanes::hex::Facing;

    /// Two batteries at one target: the second meets the shields of the phase's beginning although the first takes one.
    #[test]
    fn shields_are_those_of_the_beginning() {
        let mut firer = gunboat(battery(9, 2, 1, "AB"));
        firer.batteries.push(battery(9, 2, 1, "AB"));
        let target = Design { shields: 1, ..plain_with("S S S S S S") };
        let stage = duel([firer, target], [at("2005", Facing::NORTH), at("2008", Facing::NORTH)]).turns(1);
        let fire = vec![(1, a(0), 0, Target::Ship(0)), (1, a(0), 1, Target::Ship(0))];
        // Hit, penetrate with 2, face 1: the shield. Hit again, and a 1 does not penetrate: the shield still counts.
        let events = stage.planned(&[6, 1, 2, 2, 1, 2, 1], Plan { fire, ..Plan::default() });
        let through = held!(events, Event::Attack { attack } => attack.through);
        assert_eq!(through, [1, 0]);
    }
}
