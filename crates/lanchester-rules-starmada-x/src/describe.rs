//! Starmada X for a reader.

use crate::StarmadaX;
use crate::design::improve::{improvements, made_chart};
use crate::design::{Battery, Chart, Design, Kind, Origin};
use crate::event::Event;
use crate::formulas::range_modifier;
use crate::odds::{self, Volley};
use crate::options::{MutualDestruction, Options, even};
use crate::policy::Policy;
use crate::rating::{defence, firepower, house_rating, offence};
use lanchester_core::{Force, Matchup};

use lanchester_battle::account::{Deed, weapons_of_one_name};
use lanchester_battle::appraisal::RangeGoal;
use lanchester_battle::game::{Description, Game, PointsDecide, Ships};
use lanchester_battle::odds::{
    AttackOdds, BankOdds, Damage, Distribution, End, Fact, FactValue, Odds, OddsQuestion, OddsWords, Question,
    blocked_fact, chances, modifier_fact, probability,
};

const LETTERS: [&str; 3] = ["a", "b", "c"];

/// What the odds of an attack depend on besides the ships, the range and the options.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    /// Boxes of its Electronic Countermeasures that the target has lost.
    ecm_lost: u8,
    /// Shield boxes that the target has lost.
    shields_lost: u8,
    /// Hull boxes of the target that were hit.
    boxes_lost: u8,
    /// Weapons that each battery has lost.
    weapon_hits: u8,
}

const WORDS: OddsWords =
    OddsWords { unit: "hull box", done: " hit", mean: "Mean hull boxes", banks: ["bank", "banks"], mount: "Mount" };

impl Game for StarmadaX {
    type Asked = Asked;

    const QUESTIONS: &'static [Question<Asked>] = &[
        Question::new(["ecm_lost", "ecm-lost"], "Boxes of its ECM that the target has lost", 15, |a| &mut a.ecm_lost),
        Question::new(["shields_lost", "shields-lost"], "Shield boxes that the target has lost", 15, |a| {
            &mut a.shields_lost
        }),
        Question::new(["boxes_lost", "boxes-lost"], "Hull boxes of the target that were hit", u8::MAX, |a| {
            &mut a.boxes_lost
        }),
        Question::new(["weapon_hits", "weapon-hits"], "Weapons that each battery has lost", 15, |a| &mut a.weapon_hits),
    ];

    const PROVING_GROUND: &'static [[&'static str; 2]] = &[
        ["mouse", "mouse"],
        ["mouse", "lab-rat"],
        ["pharos", "viper"],
        ["zenith", "taipan"],
        ["corona-alone", "zenith-and-pharos"],
        ["league-line", "pact-line"],
        ["league-carriers", "pact-capital"],
    ];

    const HARM: &'static str = "hull boxes";

    fn account<'m>(matchup: &'m Matchup<Self>, events: &[Event]) -> Vec<Deed<'m>> {
        crate::account::account(matchup, events)
    }

    fn describe(design: &Design) -> Description {
        Description {
            class: design.class.clone(),
            faction: design.faction.clone(),
            origin: design.origin.name(),
            extras: vec![
                ("house_rating", house_rating(design)),
                ("hull", f64::from(design.hull)),
                ("hull_x_firepower", f64::from(design.hull) * firepower(design)),
                ("flights", design.flights() as f64),
            ],
        }
    }

    fn bare(design: &Design) -> Design {
        let unnamed = |battery: &Battery| Battery { name: String::new(), ..battery.clone() };
        Design {
            name: String::new(),
            class: String::new(),
            faction: String::new(),
            rating: 1,
            printed: true,
            origin: Origin::Original,
            batteries: design.batteries.iter().map(unnamed).collect(),
            ..design.clone()
        }
    }

    fn improvements(design: &Design) -> Vec<(String, Design)> {
        improvements(design)
    }

    fn rating_parts(design: &Design) -> Option<[f64; 2]> {
        Some([offence(design), defence(design)])
    }

    fn points_decide(options: &Options) -> PointsDecide {
        let by_letter = options.mutual_destruction == MutualDestruction::Points;
        if by_letter { PointsDecide::NoShipLeft } else { PointsDecide::Never }
    }

    fn weighs_points(policy: &Policy, _: &Ships<Self>, enemies: &Ships<Self>) -> bool {
        policy.moves.deal != 0
            || policy.moves.take != 0
            || policy.moves.share != 0
            || matches!(policy.range_goal, RangeGoal::Best | RangeGoal::Reach)
            || enemies.len() > 1 && policy.targets.rating != 0
    }

    fn policy_name(policy: &Policy) -> &str {
        &policy.name
    }

    fn scene_text(options: &Options) -> Vec<(&'static str, String)> {
        vec![("objects", objects_text(options))]
    }

    fn options_at_price(options: &Options, _points: u32) -> Options {
        Options { fleet_limit: None, ..options.clone() }
    }

    /// Equipment whose rule is not known.
    fn remarks(design: &Design) -> Vec<String> {
        let inert = design.equipment.iter().filter(|piece| piece.kind.inert());
        let inert =
            inert.map(|piece| format!("{} is carried without effect: its rule is not known", piece.kind.name()));
        inert.chain(weapons_of_one_name(design.batteries.iter().map(|battery| battery.name.as_str()))).collect()
    }

    /// Points that the book does not call equal (X 2.1.1).
    fn matchup_remarks(matchup: &Matchup<Self>) -> Vec<String> {
        let points = matchup.forces.each_ref().map(Force::rating);
        let [a, b] = matchup.forces.each_ref().map(|force| format!("{} has {} points", force.name, force.rating()));
        let most = points[0].min(points[1]) / 10;
        let remark = || {
            format!("the sides are not even: {a}, {b}; the book calls a difference of at most {most} even (X 2.1.1)")
        };
        (!even(points)).then(remark).into_iter().collect()
    }

    /// The damage chart on which dice are read, and the one that the boxes would make if the file has another.
    fn record_lines(design: &Design) -> Vec<String> {
        let text = |chart: Chart| chart.map(|entry| entry.to_string()).join(" ");
        let made = made_chart(design);
        let differs = if design.chart == made {
            String::new()
        } else {
            format!(", as the file says; its boxes would make {} (X A.3.2)", text(made))
        };
        vec![format!("damage chart {}{differs}", text(design.chart))]
    }

    /// The banks of a question are batteries: by number, letter or weapon. Weapon hits are taken off each battery asked for;
    /// boxes are hull boxes.
    fn odds(question: &OddsQuestion<'_, Self>) -> Result<Odds, String> {
        let chosen = chosen(question.firer, question.banks)?;
        no_more_than_there_is(question, &chosen)?;
        let boxes_left = question.target.hull.saturating_sub(question.asked.boxes_lost);
        if boxes_left == 0 {
            return Err(format!(
                "{} has only {} hull boxes, so it is destroyed; expected fewer lost",
                question.target.name, question.target.hull
            ));
        }
        let volley = Volley {
            firer: question.firer,
            target: question.target,
            options: question.options,
            range: question.range,
            ecm_lost: question.asked.ecm_lost,
            shields_lost: question.asked.shields_lost,
            hull_lost: question.asked.boxes_lost,
            weapons_lost: question.asked.weapon_hits,
        };
        let banks = chosen.iter().map(|battery| bank(&volley, *battery)).collect::<Result<Vec<_>, _>>()?;
        if banks.iter().all(|bank| bank.attack.is_none()) {
            let reach = banks.iter().map(|bank| bank.reach).max().unwrap_or(0);
            return Err(format!(
                "none of these batteries reaches {} hexes; expected a range of at most {reach}",
                question.range
            ));
        }
        Ok(Odds { words: &WORDS, boxes_left, banks, together: damage(&volley, &chosen)? })
    }
}

/// Nothing can be lost that is not there.
fn no_more_than_there_is(question: &OddsQuestion<'_, StarmadaX>, chosen: &[usize]) -> Result<(), String> {
    let OddsQuestion { firer, target, asked, .. } = question;
    let weapons = chosen.iter().map(|battery| firer.batteries[*battery].weapons()).max().unwrap_or(0);
    let all = [
        ("--ecm-lost", asked.ecm_lost, target.piece(Kind::Ecm).map_or(0, |piece| piece.boxes)),
        ("--shields-lost", asked.shields_lost, target.shields),
        ("--weapon-hits", asked.weapon_hits, weapons),
    ];
    all.into_iter().try_for_each(|(name, lost, most)| {
        if lost <= most { Ok(()) } else { Err(format!("{name} {lost} is more than there is; expected 0 to {most}")) }
    })
}

/// What one battery does alone.
fn bank(volley: &Volley<'_>, battery: usize) -> Result<BankOdds, String> {
    let weapon = &volley.firer.batteries[battery];
    let band = match range_modifier(weapon, volley.range) {
        Some(1) => "short",
        Some(0) => "medium",
        _ => "long",
    };
    let mounts: Vec<String> = weapon.mounts.iter().map(|m| format!("{}x{}", m.weapons, m.arcs)).collect();
    let attack = match volley.battery(battery) {
        None => None,
        Some(odds) => Some(AttackOdds {
            facts: vec![
                Fact::new("band", "Range", FactValue::Word(band)),
                modifier_fact(odds.modifier),
                Fact::new("dice", "Dice", FactValue::Number(odds.dice.into())),
                blocked_fact(odds.shields.into()),
                Fact::new("damage", "DMG", FactValue::Number(weapon.dmg.into())),
            ],
            rolls: vec![
                Distribution::new("hits", "Dice that hit", chances(&odds.hits, true)),
                Distribution::new("through", "Penetrations", chances(&odds.through, true)),
            ],
            alone: damage(volley, &[battery])?,
        }),
    };
    Ok(BankOdds {
        bank: battery + 1,
        weapon: weapon.name.clone(),
        mount: format!("{}: {}", LETTERS[battery.min(2)], mounts.join(" ")),
        reach: weapon.range,
        attack,
    })
}

/// What these batteries do to one record, in order.
fn damage(volley: &Volley<'_>, batteries: &[usize]) -> Result<Damage, String> {
    let odds::Damage { hull, marked, fate, exact } = volley.damage(batteries).map_err(|_| {
        format!(
            "the damage chart of {} leaves too many different records to count; expected fewer batteries (--bank), or \
             play it: lanchester duel",
            volley.target.name
        )
    })?;
    let end =
        |key, words, heading, value| End { key, words, heading, probability: probability(&fate, &[value], exact) };
    Ok(Damage {
        distributions: vec![
            Distribution::new("boxes", "Hull boxes hit", chances(&hull, exact)),
            Distribution {
                key: "marked",
                title: "Hull boxes marked, by hits or by crew casualties",
                if_as_first: "As above: these banks cause no crew casualties.",
                chances: chances(&marked, exact),
            },
        ],
        ends: vec![end("destroyed", "destroyed", "Destroyed %", 1), end("crew_lost", "crew lost", "Crew lost %", 2)],
        out: probability(&fate, &[1, 2], exact),
    })
}

/// What lies on the board and where.
fn objects_text(options: &Options) -> String {
    let objects: Vec<String> = options.objects.iter().map(ToString::to_string).collect();
    if objects.is_empty() { "none".to_owned() } else { objects.join("; ") }
}

/// The batteries that are asked for, by number from 0, each once, in order.
fn chosen(firer: &Design, asked: &[String]) -> Result<Vec<usize>, String> {
    if firer.batteries.is_empty() {
        return Err(format!("{} has no weapons; expected a ship that has", firer.name));
    }
    let mut chosen: Vec<usize> = if asked.is_empty() { (0..firer.batteries.len()).collect() } else { Vec::new() };
    for word in asked {
        let number = word.parse::<usize>().ok();
        let fits = |index: usize, name: &str| {
            number == Some(index + 1) || LETTERS[index.min(2)] == word || name.eq_ignore_ascii_case(word)
        };
        let batteries = firer.batteries.iter().enumerate();
        let found: Vec<usize> = batteries.filter(|(i, b)| fits(*i, &b.name)).map(|(i, _)| i).collect();
        if found.is_empty() {
            let list =
                firer.batteries.iter().enumerate().map(|(i, b)| format!("{} {} {}", i + 1, LETTERS[i.min(2)], b.name));
            let list = list.collect::<Vec<_>>().join(", ");
            return Err(format!("{} has no battery `{word}`; expected one of: {list}", firer.name));
        }
        chosen.extend(found);
    }
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lanchester_scenario::Library;

    use super::*;

    fn ask(batteries: &[&str], range: u8, boxes_lost: u8) -> Result<Odds, String> {
        let ship = Library::<StarmadaX>::shipped().ship("mouse").expect("a shipped ship");
        let banks: Vec<String> = batteries.iter().map(|b| (*b).to_owned()).collect();
        StarmadaX::odds(&OddsQuestion {
            firer: &ship,
            target: &ship,
            options: &Options::default(),
            range,
            banks: &banks,
            asked: Asked { boxes_lost, ..Asked::default() },
        })
    }

    fn more_shields_than_there_are() -> Result<Odds, String> {
        let ship = Library::<StarmadaX>::shipped().ship("mouse").expect("a shipped ship");
        StarmadaX::odds(&OddsQuestion {
            firer: &ship,
            target: &ship,
            options: &Options::default(),
            range: 3,
            banks: &[],
            asked: Asked { shields_lost: 3, ..Asked::default() },
        })
    }

    #[test]
    fn batteries_are_found_by_number_letter_and_weapon() {
        let numbers = |banks: &[&str]| -> Vec<usize> {
            ask(banks, 3, 0).expect("an answer").banks.iter().map(|bank| bank.bank).collect()
        };
        assert_eq!(numbers(&[]), [1, 2]);
        assert_eq!(numbers(&["2", "b", "lasers"]), [2]);
        assert_eq!(numbers(&["a"]), [1]);
        assert!(ask(&["9"], 3, 0).is_err_and(|why| why.contains("1 a Torpedoes")));
        assert!(ask(&[], 30, 0).is_err_and(|why| why.contains("at most 15")));
        assert!(ask(&[], 3, 15).is_err());
        assert!(more_shields_than_there_are().is_err_and(|why| why.contains("expected 0 to 2")));
    }

    /// Figures that another program found by enumeration: hull boxes alone, and the mean of Mouse at Mouse.
    #[test]
    fn figures_of_another_program() {
        let library = Library::<StarmadaX>::shipped();
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bunyan-of-nine.toml");
        let [bunyan, monkey] = [file, "monkey"].map(|ship| library.ship(ship).expect("a ship"));
        let odds = StarmadaX::odds(&OddsQuestion {
            firer: &bunyan,
            target: &monkey,
            options: &Options::default(),
            range: 4,
            banks: &[],
            asked: Asked::default(),
        })
        .expect("an answer");
        let fate = &odds.together;
        assert!(
            (odds.together.distributions[0].chances.mean - 8.111).abs() < 5e-4,
            "{}",
            odds.together.distributions[0].chances.mean
        );
        assert!((fate.ends[0].probability.probability - 0.3923).abs() < 5e-5, "{fate:?}");
        assert!(fate.ends[0].probability.exact.is_some(), "as a fraction");
        // The engine's volleys put Monkey out in 69 %, by hull or by crew.
        assert!((fate.out.probability - 0.69).abs() < 0.01, "{fate:?}");
        assert!((ask(&[], 3, 0).expect("an answer").together.distributions[0].chances.mean - 2.804).abs() < 5e-4);
    }

    #[test]
    fn chances_sum_to_one_and_stop_at_the_boxes_left() {
        let odds = ask(&[], 3, 12).expect("an answer");
        assert_eq!(odds.boxes_left, 3);
        for chances in odds
            .banks
            .iter()
            .filter_map(|bank| Some(&bank.attack.as_ref()?.alone.distributions[0].chances))
            .chain([&odds.together.distributions[0].chances])
        {
            assert!((chances.values.iter().map(|v| v.probability).sum::<f64>() - 1.0).abs() < 1e-12);
            assert!(chances.values.iter().all(|v| v.value <= 3));
        }
    }

    /// The book's own example: 1024 against 988 is equal, as the difference of 36 is not above 98.
    #[test]
    fn uneven_points_are_remarked_on() {
        let library = Library::<StarmadaX>::shipped();
        let mouse = library.ship("mouse").expect("a shipped ship");
        let policy = library.policy("greedy").expect("a shipped policy");
        let matchup = |points: [u32; 2]| Matchup::<StarmadaX> {
            name: "a test".to_owned(),
            forces: points.map(|rating| Force {
                name: format!("Fleet {rating}"),
                ships: vec![Arc::new(Design { rating, ..(*mouse).clone() })],
                stations: None,
                commander: policy.clone().into(),
            }),
            options: Options::default(),
        };
        assert_eq!(StarmadaX::matchup_remarks(&matchup([1024, 988])), [""; 0]);
        assert_eq!(
            StarmadaX::matchup_remarks(&matchup([1087, 988])),
            [
                "the sides are not even: Fleet 1087 has 1087 points, Fleet 988 has 988 points; the book calls a difference \
              of at most 98 even (X 2.1.1)"
            ]
        );
    }

    #[test]
    fn the_chart_that_is_played_is_named() {
        let mut ship = (*Library::<StarmadaX>::shipped().ship("lab-rat").expect("a shipped ship")).clone();
        assert_eq!(StarmadaX::record_lines(&ship), ["damage chart HQ Ea Ha Eb Hb S"]);
        ship.chart.swap(0, 5);
        let line = "damage chart S Ea Ha Eb Hb HQ, as the file says; its boxes would make HQ Ea Ha Eb Hb S (X A.3.2)";
        assert_eq!(StarmadaX::record_lines(&ship), [line]);
    }

    #[test]
    fn inert_equipment_is_reported() {
        let ship = Library::<StarmadaX>::shipped().ship("mouse").expect("a shipped ship");
        assert_eq!(StarmadaX::remarks(&ship), ["Hyperdrive is carried without effect: its rule is not known"]);
    }
}
