//! The check values of the rules page, and figures worked out by hand.

use lanchester_lanes::dice::exact::{Dist, ratio};

use super::{code, mean, number, printed, shot};
use crate::card::{Card, Code, Critical, standard};
use crate::formulas::readings::Reading;
use crate::odds::throws::{damage, sum};
use crate::odds::{Effects, Shot};
use crate::options::Odd;

/// P(total ≥ 8, 10, 12, 14, 16) of the page.
#[test]
fn totals() {
    for (sides, figures) in
        [([8, 8, 4], [0.8672, 0.7109, 0.5, 0.2891, 0.1328]), ([8, 8, 6], [0.9089, 0.7839, 0.6016, 0.3984, 0.2161])]
    {
        for (ds, figure) in [8, 10, 12, 14, 16].into_iter().zip(figures) {
            printed(&sum(&sides).at_least(ds), figure);
            let skill = sides[2];
            printed(&shot("2D8", skill, "L", ds as i32, 99).hit(), figure);
        }
    }
    // 222 of 256 throws.
    assert_eq!(sum(&[8, 8, 4]).at_least(8), ratio(222, 256));
}

/// The means of the readings of the page.
#[test]
fn readings() {
    for (sides, figures) in [
        (&[8, 8, 4][..], &[2.4609, 3.7969, 4.9922, 6.6094, 11.5][..]),
        (&[8, 8, 6], &[2.9167, 4.3021, 5.5130, 6.9766, 12.5]),
        (&[8, 8, 8], &[3.1641, 4.6406, 6.1172, 7.5938]),
        (&[8, 8, 8, 4], &[2.4141, 3.6445, 6.2930, 7.6992, 16.0]),
    ] {
        for (reading, figure) in Reading::ALL.into_iter().zip(figures) {
            printed(&damage(sides, code(reading.name())).mean(), *figure);
        }
    }
}

/// Mean damage with overage at a Defensive Screen of 12, without a screen.
#[test]
fn damage_with_overage() {
    for (reading, figure) in Reading::ALL.into_iter().zip([2.6328, 3.5391, 4.1680, 5.1055, 8.3047]) {
        printed(&shot("2D8", 4, reading.name(), 12, 0).net().mean(), figure);
    }
}

/// 2D8+1D6 Medium High against a Defensive Screen of 12 and a screen of 3.
#[test]
fn net_damage() {
    let net = shot("2D8", 6, "MH", 12, 3).net();
    assert_eq!(net.at_least(1), ratio(223, 384));
    printed(&net.mean(), 3.8672);
    assert_eq!(net.p(9), ratio(3, 64));
}

/// A critical hit destroys at once, chains of malfunctions included; the chain of a battle is as good as one without an end.
#[test]
fn critical_hits_that_destroy() {
    let card = standard();
    for (structure, exact) in [(0, ratio(518, 35337)), (1, ratio(515, 36759)), (3, ratio(515, 36759))] {
        // A row with X: 1 at structure 0, 8 at structure 1.
        let net = Dist::always(if structure == 0 { 1 } else { 8 });
        let played = Effects { card: &card, structure }.fate([&net], 6).destroyed;
        assert!(played < exact && number(&(exact - played)) < 1e-9);
    }
}

/// 2 of 144 throws of 2D12 destroy, 6 of them are a weapon malfunction.
#[test]
fn critical_hits_of_one_throw() {
    let card = standard();
    let weight = |wanted: Critical| -> u32 {
        (2..=24).filter(|sum| card.critical(*sum) == wanted).map(crate::formulas::dice::weight_2d12).sum()
    };
    assert_eq!([Critical::Destroyed, Critical::WeaponMalfunction].map(weight), [2, 6]);
}

/// Without X nothing is left to chance; with it a row of a malfunction can come on top.
#[test]
fn codes_of_a_hit() {
    let card = standard();
    let below = Effects { card: &card, structure: 0 };
    let above = Effects { card: &card, structure: 2 };
    // MEA at structure 1 and more.
    let net = Dist::always(7);
    assert_eq!(above.codes(&net, Code::Maneuver), Dist::always(1));
    assert_eq!(above.codes(&net, Code::Thrust), Dist::always(0));
    let destroyed = |effects: &Effects<'_>, net: &Dist| effects.fate([net], 6).destroyed;
    assert_eq!(destroyed(&above, &net), ratio(0, 1));
    // XTT: two at least, and more after a malfunction.
    let thrust = below.codes(&Dist::always(1), Code::Thrust);
    assert_eq!(thrust.at_least(2), ratio(1, 1));
    assert!(thrust.at_least(3) < ratio(6, 144) && thrust.at_least(3) > ratio(2, 144));
    assert_eq!(destroyed(&below, &Dist::always(20)), ratio(1, 1));
    assert_eq!(below.codes(&Dist::always(17), Code::BoomNextTurn), Dist::always(1));
    assert_eq!(destroyed(&below, &Dist::always(0)), ratio(0, 1), "no hit");
    // Five throws of 144 are a 6; a malfunction can add one.
    let chance = number(&below.critical(&Dist::always(1), Critical::RightTurnsOnly));
    assert!((5.0 / 144.0..5.0 / 144.0 * (1.0 + 7.0 / 144.0)).contains(&chance), "{chance}");
}

/// A card on which every critical hit is a malfunction and every row has X: eight rows, and then no more.
#[test]
fn chains_end() {
    let mut text = "name = \"X\"\nstructure = [0]\n".to_owned();
    (1..=24).for_each(|net| text.push_str(&format!("[[rows]]\nnet = {net}\ncodes = [\"XT\"]\n")));
    (2..=24)
        .for_each(|roll| text.push_str(&format!("[[criticals]]\nroll = {roll}\neffect = \"weapon-malfunction\"\n")));
    let source = lanchester_scenario::Source::new("card.toml", text.as_str());
    let (fields, _) = lanchester_scenario::Fields::of_text(&source, &std::sync::Arc::new(crate::card::read::schema()));
    let card: Card = crate::card::read::read(&fields, &mut lanchester_scenario::Report::new(&source)).expect("a card");
    let effects = Effects { card: &card, structure: 1 };
    assert_eq!(effects.codes(&Dist::always(3), Code::Thrust), Dist::always(8));
    assert_eq!(effects.codes(&Dist::always(3), Code::Critical), Dist::always(8));
}

#[test]
fn modifiers_move_the_total_and_the_overage() {
    let plain = shot("2D8", 4, "L", 12, 0);
    for modifier in -4..=1 {
        let moved = Shot { modifier, ..plain.clone() };
        let target = Shot { ds: 12 - modifier, ..plain.clone() };
        assert_eq!((moved.hit(), moved.net()), (target.hit(), target.net()), "{modifier}");
    }
    assert_eq!(Shot { ds: -3, ..plain.clone() }.hit(), ratio(1, 1));
    assert_eq!(Shot { ds: 21, ..plain }.hit(), ratio(0, 1));
}

/// 1D4 and a D4 read as All: 8 only with 4 and 4, which is even; 7 with two throws, odd.
#[test]
fn the_attacker_chooses_after_odd_damage() {
    let chooses = |ds, screen, by| shot("1D4", 4, "All", ds, screen).attacker_chooses(by);
    assert_eq!(chooses(7, 0, Odd::Dice), ratio(2, 16));
    assert_eq!(chooses(8, 0, Odd::Dice), ratio(0, 1));
    assert_eq!(chooses(7, 7, Odd::Dice), ratio(0, 1), "7 less a screen of 7 does nothing");
    // 7 by two throws, 8 and one of overage by one.
    assert_eq!([chooses(7, 0, Odd::Net), chooses(7, 1, Odd::Net)], [ratio(3, 16), ratio(0, 1)]);
}

#[test]
fn several_shots() {
    let one = shot("2D8", 6, "MH", 12, 3);
    let two = Shot::penetrations([&one, &one]);
    assert_eq!(two.p(2), ratio(223, 384) * ratio(223, 384));
    assert!((mean(&Shot::together([&one, &one])) - 2.0 * mean(&one.net())).abs() < 1e-12);
}
