//! Action points, reinforcements, the markers of the initiative.

use lanchester_core::Side;

use super::staging::{Script, Stage, a, b, damage, lay_out, put, stage, why};
use crate::Talon;
use crate::arcs::Arc;
use crate::effects::Missile;
use crate::event::{Event, Marker, MissileId, Use};
use crate::options::{InitiativeChange, PowerLoss};
use crate::reference::Battle;

fn duel() -> Stage<Talon> {
    stage(&["terran-ca"], &["talon-ca"])
}

/// A's points in an impulse (1 for B).
fn spend(battle: &mut Battle<'_>, impulse: u8, uses: &[Use]) -> String {
    battle.impulse = impulse;
    let uses: Vec<_> = uses.iter().map(|on| (a(0), *on)).collect();
    why(battle.spend_points(Side::A, &mut Script::spends(&uses)))
}

mod talon_p_3 {
    use super::*;

    /// A power of 3, as the Terran CA starts with, is on the display in B, D and F.
    #[test]
    fn the_display_gives_a_point_and_a_battery_one_where_it_gives_none() {
        lay_out!(mut battle, duel());
        let points = |battle: &Battle<'_>| {
            let mut battle = battle.clone();
            [0, 1, 2, 3, 4, 5].map(|impulse| {
                battle.impulse = impulse;
                battle.point(a(0))
            })
        };
        assert_eq!(points(&battle), [None, Some(false), None, Some(false), None, Some(false)]);
        battle.vessel_mut(a(0)).charged = 1;
        assert_eq!(points(&battle)[..3], [Some(true), Some(false), Some(true)]);
        // Without power there are no points; a power loss takes the battery's too.
        battle.vessel_mut(a(0)).power = 0;
        assert_eq!(points(&battle), [Some(true); 6]);
        battle.vessel_mut(a(0)).markers[Marker::PowerLoss as usize] = Some(8);
        assert_eq!(points(&battle), [None; 6]);
        let mut seed_alone = duel();
        seed_alone.options.power_loss = PowerLoss::PowerPhase;
        lay_out!(mut battle, seed_alone);
        battle.vessel_mut(a(0)).markers[Marker::PowerLoss as usize] = Some(8);
        assert_eq!(points(&battle)[1], Some(false));
    }

    #[test]
    fn a_battery_is_charged_by_one_point_and_gives_one() {
        lay_out!(mut battle, duel());
        assert_eq!(battle.vessel(a(0)).charged, 0, "batteries start empty");
        assert_eq!(spend(&mut battle, 1, &[Use::ChargeBattery]), "");
        assert_eq!(battle.vessel(a(0)).charged, 1);
        assert_eq!(spend(&mut battle, 3, &[Use::ChargeBattery]), "no battery is empty");
        assert_eq!(spend(&mut battle, 2, &[Use::ChargeBattery]), "a battery cannot charge a battery");
        assert_eq!(spend(&mut battle, 2, &[Use::Slip]), "");
        let vessel = battle.vessel(a(0));
        assert!(vessel.slip && vessel.charged == 0);
        assert_eq!(battle.events().last(), Some(&Event::Spend { ship: a(0), battery: true, on: Use::Slip }));
    }

    #[test]
    fn missiles_are_redirected_by_ships_with_a_launcher() {
        lay_out!(mut battle, stage(&["talon-dd", "talon-ff"], &["terran-ca", "terran-sc"]));
        put(&mut battle, b(1), (0, 6), "S");
        let at = battle.vessel(a(0)).at.ahead();
        battle.missiles[Side::A][1] = Some(Missile { at, target: 0, damaged: false });
        // Impulse C shows the power 2 of the frigate, F the power 1 of the destroyer.
        battle.impulse = 2;
        let redirect = Use::Redirect { missile: 1, target: 1 };
        assert_eq!(battle.may_spend(a(1), redirect), Err("it has no intact missile launcher".into()));
        assert_eq!(spend(&mut battle, 5, &[Use::Redirect { missile: 0, target: 1 }]), "there is no such missile");
        assert_eq!(spend(&mut battle, 5, &[Use::Redirect { missile: 1, target: 0 }]), "the missile flies at that ship");
        assert_eq!(spend(&mut battle, 5, &[redirect]), "");
        let flying = battle.missile(MissileId { side: Side::A, slot: 1 });
        assert_eq!(flying.map(|missile| missile.target), Some(1));
        battle.vessel_mut(a(0)).destroyed = [true; 4];
        assert!(battle.may_spend(a(0), Use::Redirect { missile: 1, target: 0 }).is_err());
    }
}

mod talon_8_1_2 {
    use super::*;

    #[test]
    fn a_point_fills_one_yellow_box_and_no_red_one() {
        lay_out!(mut battle, duel());
        // The torpedo: two red boxes, two yellow ones.
        battle.vessel_mut(a(0)).bars[1] = [0, 0];
        for (filled, impulse) in [(1, 1), (2, 3)] {
            assert_eq!(spend(&mut battle, impulse, &[Use::Charge(1)]), "");
            assert_eq!(battle.vessel(a(0)).bars[1], [0, filled]);
        }
        assert_eq!(spend(&mut battle, 5, &[Use::Charge(1)]), "no yellow box is open");
        assert_eq!(spend(&mut battle, 5, &[Use::Charge(3)]), "it has no such weapon group");
        battle.vessel_mut(a(0)).destroyed[1] = true;
        assert_eq!(spend(&mut battle, 5, &[Use::Charge(1)]), "the weapon group is destroyed");
    }
}

mod talon_p_8 {
    use super::*;

    #[test]
    fn a_reinforcement_absorbs_the_first_point_also_on_an_empty_arc() {
        lay_out!(mut battle, duel());
        assert_eq!(spend(&mut battle, 1, &[Use::Reinforce(Arc::Rear)]), "");
        // Four boxes astern: of three points one is absorbed; of three more nothing is.
        damage(&mut battle, a(0), Arc::Rear, 3, &[]);
        assert_eq!(battle.vessel(a(0)).shields, [6, 5, 2, 5]);
        damage(&mut battle, a(0), Arc::Rear, 2, &[]);
        assert_eq!(battle.vessel(a(0)).shields, [6, 5, 0, 5]);
        assert_eq!(spend(&mut battle, 3, &[Use::Reinforce(Arc::Rear)]), "");
        damage(&mut battle, a(0), Arc::Rear, 1, &[]);
        assert_eq!(battle.vessel(a(0)).hull, 0);
    }

    #[test]
    fn one_an_arc_and_two_a_ship_until_the_same_impulse_of_the_next_round() {
        lay_out!(mut battle, duel());
        assert_eq!(spend(&mut battle, 1, &[Use::Reinforce(Arc::Left)]), "");
        assert_eq!(spend(&mut battle, 3, &[Use::Reinforce(Arc::Left)]), "the arc is reinforced");
        assert_eq!(spend(&mut battle, 3, &[Use::Reinforce(Arc::Right)]), "");
        assert_eq!(spend(&mut battle, 5, &[Use::Reinforce(Arc::Rear)]), "it has as many reinforcements as a ship may");
        battle.impulse = 0;
        battle.expire(Side::A);
        assert_eq!(battle.vessel(a(0)).reinforcements.len(), 2);
        battle.impulse = 1;
        battle.expire(Side::A);
        let arcs: Vec<Arc> = battle.vessel(a(0)).reinforcements.iter().map(|r| r.arc).collect();
        assert_eq!(arcs, [Arc::Right]);
    }

    #[test]
    fn none_stands_while_shields_are_down() {
        lay_out!(mut battle, duel());
        battle.vessel_mut(a(0)).markers[Marker::ShieldsDown as usize] = Some(8);
        assert_eq!(spend(&mut battle, 1, &[Use::Reinforce(Arc::Forward)]), "its shields are down");
    }
}

mod talon_p_9 {
    use super::*;

    #[test]
    fn the_talon_begin_with_it() {
        let stages = [duel(), stage(&["talon-ff"], &["terran-bb"]), stage(&["terran-sc"], &["terran-bb"])];
        let first = |stage: &Stage<Talon>, number| Battle::new(&stage.setup(), number).first;
        assert_eq!([0, 1].map(|number| first(&stages[0], number)), [Side::B, Side::B]);
        assert_eq!([0, 1].map(|number| first(&stages[1], number)), [Side::A, Side::A]);
        assert_eq!([0, 1].map(|number| first(&stages[2], number)), [Side::A, Side::B], "without Talon seat 0 has it");
    }

    #[test]
    fn more_markers_to_change_than_to_defend_it_change_it() {
        for (rule, markers, changes) in [
            (InitiativeChange::Outbid, [1, 0], true),
            (InitiativeChange::Outbid, [2, 1], true),
            (InitiativeChange::Outbid, [1, 1], false),
            (InitiativeChange::Outbid, [0, 0], false),
            (InitiativeChange::Unopposed, [2, 1], false),
            (InitiativeChange::Unopposed, [1, 0], true),
            (InitiativeChange::Never, [3, 0], false),
        ] {
            let mut stage = duel();
            stage.options.initiative_change = rule;
            lay_out!(mut battle, stage);
            battle.initiative_markers = markers;
            battle.change_initiative();
            assert_eq!(battle.first == Side::A, changes, "{rule:?} {markers:?}");
            assert_eq!(battle.initiative_markers, [0, 0]);
        }
    }

    #[test]
    fn who_lacks_it_changes_it_and_who_has_it_defends_it() {
        lay_out!(mut battle, duel());
        assert_eq!(spend(&mut battle, 1, &[Use::DefendInitiative]), "its side has no initiative to defend");
        assert_eq!(spend(&mut battle, 1, &[Use::ChangeInitiative]), "");
        assert!(battle.may_spend(b(0), Use::DefendInitiative).is_ok());
        assert!(battle.may_spend(b(0), Use::ChangeInitiative).is_err());
        assert_eq!(battle.initiative_markers, [1, 0]);
    }
}

mod talon_p_15 {
    use super::*;
    use crate::position::Step;

    #[test]
    fn the_marker_comes_nearer_and_at_the_ship_it_may_turn() {
        lay_out!(mut battle, duel());
        assert_eq!(spend(&mut battle, 1, &[Use::PowerTurn]), "no marker of a turn radius lies ahead of it");
        battle.vessel_mut(a(0)).pending = 2;
        assert_eq!(spend(&mut battle, 1, &[Use::PowerTurn]), "");
        assert!(battle.may_move(a(0), Step::TurnLeft).is_err());
        assert_eq!(spend(&mut battle, 3, &[Use::PowerTurn]), "");
        assert_eq!(battle.vessel(a(0)).pending, 0);
        assert!(battle.may_move(a(0), Step::TurnLeft).is_ok(), "in the same impulse");
    }
}
