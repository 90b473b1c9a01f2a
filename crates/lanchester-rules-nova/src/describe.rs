//! Starmada Nova for a reader.

use crate::Nova;
use crate::design::generate::shield_icons;
use crate::design::improve::improvements;
use crate::design::{Bank, Battery, Design, Origin, ROW};
use crate::event::Event;
use crate::formulas::range_modifier;
use crate::odds::{Attack, together};
use crate::options::Options;
use crate::policy::{Policy, ShipOrder};
use crate::rating::{defence, firepower, house_rating, offence};
use lanchester_lanes::dice::exact::Dist;

use lanchester_battle::account::{Deed, weapons_of_one_name};
use lanchester_battle::appraisal::RangeGoal;
use lanchester_battle::game::{Description, Game, PointsDecide, Ships, uneven};
use lanchester_battle::odds::{
    AttackOdds, BankOdds, Damage, Distribution, End, Fact, FactValue, Odds, OddsQuestion, OddsWords, Question,
    blocked_fact, chances, modifier_fact, probability,
};
use lanchester_core::Matchup;

/// What is to be said of shields that show one icon five times, unless it is the 6 of `6+` (NOVA 1.7).
fn one_icon(icons: [u8; ROW]) -> Option<String> {
    let icon = icons[0];
    if icon == 6 || icons != [icon; ROW] {
        return None;
    }
    let usual = shield_icons(7 - icon.max(2))?;
    Some(format!(
        "all five shield icons are {icon}, so a shield die stops a hit with one face in six; shields of {}+ have {usual:?}",
        icon.max(2)
    ))
}

/// What the odds of an attack depend on besides the ships, the range and the options.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    /// ECM boxes that the target has lost.
    ecm_lost: u8,
    /// Shield icons that the target has lost.
    shields_lost: u8,
    /// Damage boxes that the target has lost.
    boxes_lost: u8,
    /// Weapon hits that the attacker has taken.
    weapon_hits: u8,
}

const WORDS: OddsWords =
    OddsWords { unit: "box", done: "", mean: "Mean boxes", banks: ["bank", "banks"], mount: "Mount" };

impl Game for Nova {
    type Asked = Asked;

    const QUESTIONS: &'static [Question<Asked>] = &[
        Question::new(["ecm_lost", "ecm-lost"], "Boxes of its ECM that the target has lost", 15, |a| &mut a.ecm_lost),
        Question::new(["shields_lost", "shields-lost"], "Shield icons that the target has lost", 15, |a| {
            &mut a.shields_lost
        }),
        Question::new(
            ["boxes_lost", "boxes-lost"],
            "Damage boxes, armour and hull, that the target has lost",
            u8::MAX,
            |a| &mut a.boxes_lost,
        ),
        Question::new(["weapon_hits", "weapon-hits"], "Weapon hits that the attacker has taken", 15, |a| {
            &mut a.weapon_hits
        }),
    ];

    const PROVING_GROUND: &'static [[&'static str; 2]] = &[
        ["majestic", "majestic"],
        ["caracal", "scree"],
        ["astrolabe", "gneiss"],
        ["orrery", "monolith"],
        ["meridian-very-small", "vesper-very-small"],
        ["karst-medium", "karst-medium"],
        ["meridian-medium", "vesper-medium"],
    ];

    const HARM: &'static str = "boxes of armour and hull";

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
                ("hull", f64::from(design.hull) + f64::from(design.armour)),
                ("hull_x_firepower", (f64::from(design.hull) + f64::from(design.armour)) * firepower(design)),
            ],
        }
    }

    fn remarks(design: &Design) -> Vec<String> {
        let weapons = weapons_of_one_name(design.batteries.iter().map(|battery| battery.name.as_str()));
        weapons.into_iter().chain(design.shields.and_then(one_icon)).collect()
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
            hyperdrive: false,
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
        if options.target_quarters().is_some() { PointsDecide::Always } else { PointsDecide::NoShipLeft }
    }

    fn other_draws() -> Option<&'static str> {
        Some("with both sides at the points that win")
    }

    fn weighs_points(policy: &Policy, own: &Ships<Self>, enemies: &Ships<Self>) -> bool {
        let orders = [policy.move_order, policy.fire_order];
        policy.moves.deal != 0
            || policy.moves.take != 0
            || policy.moves.share != 0
            || matches!(policy.range_goal, RangeGoal::Best | RangeGoal::Reach)
            || enemies.len() > 1 && policy.targets.rating != 0
            || own.len() > 1 && orders.iter().any(|order| matches!(order, ShipOrder::Strongest | ShipOrder::Weakest))
    }

    fn matchup_remarks(matchup: &Matchup<Self>) -> Vec<String> {
        uneven(matchup)
    }

    fn policy_name(policy: &Policy) -> &str {
        &policy.name
    }

    /// RULING: a battle size's target is half of its fleet limit, so in a battle for a price it is half of the points
    /// of one fleet, and there is no limit. A target in points of its own stays as it is.
    fn options_at_price(options: &Options, points: u32) -> Options {
        let vp_target = options.vp_target.or(options.size.map(|_| (points / 2).max(1)));
        Options { size: None, vp_target, ..options.clone() }
    }

    fn odds(question: &OddsQuestion<'_, Self>) -> Result<Odds, String> {
        let Asked { ecm_lost, shields_lost, boxes_lost, weapon_hits } = question.asked;
        let chosen = chosen(question.firer, question.banks)?;
        at_most_four(question)?;
        let boxes_left = question.target.thresholds()[2].saturating_sub(boxes_lost);
        if boxes_left == 0 {
            let all = question.target.thresholds()[2];
            return Err(format!(
                "{} has only {all} boxes, so it is destroyed; expected fewer lost",
                question.target.name
            ));
        }
        let mut banks = Vec::new();
        let most = usize::from(boxes_left);
        let mut attacks = Vec::new();
        for index in chosen {
            let Some((battery, mount)) = question.firer.banks().nth(index) else { continue };
            let battery = &question.firer.batteries[battery];
            let attack = Attack {
                firer: question.firer,
                target: question.target,
                bank: index,
                range: question.range,
                ecm_lost,
                shields_lost,
                weapon_hits,
                track: boxes_lost,
                options: question.options,
            };
            let odds = attack.odds();
            attacks.push(attack);
            let band = match range_modifier(battery, question.range) {
                Some(1) => "short",
                Some(0) => "medium",
                _ => "long",
            };
            banks.push(BankOdds {
                bank: index + 1,
                weapon: battery.name.clone(),
                mount: mounted(mount),
                reach: battery.range[2],
                attack: odds.map(|odds| AttackOdds {
                    facts: vec![
                        Fact::new("band", "Range", FactValue::Word(band)),
                        modifier_fact(odds.modifier),
                        Fact::new("dice", "Dice", FactValue::Number(odds.dice.into())),
                        blocked_fact(odds.blocking_faces),
                        Fact::new("damage", "Boxes a hit", FactValue::Number(battery.damage.into())),
                    ],
                    rolls: vec![
                        Distribution::new("hits", "Dice that hit", chances(&odds.hits, true)),
                        Distribution::new(
                            "through",
                            "Hits that come through the shields",
                            chances(&odds.through, true),
                        ),
                    ],
                    alone: damage(&odds.boxes, most),
                }),
            });
        }
        let Some(together) = together(&attacks) else {
            let reach = banks.iter().map(|bank| bank.reach).max().unwrap_or(0);
            return Err(format!(
                "none of these banks reaches {} hexes; expected a range of at most {reach}",
                question.range
            ));
        };
        Ok(Odds { words: &WORDS, boxes_left, banks, together: damage(&together, most) })
    }
}

/// What boxes checked on a ship with `most` left do to it.
fn damage(boxes: &Dist, most: usize) -> Damage {
    let destroyed = probability(boxes, &[most], true);
    let end = End { key: "destroyed", words: "destroyed", heading: "Destroyed %", probability: destroyed.clone() };
    Damage {
        distributions: vec![Distribution::new("boxes", "Boxes checked", chances(boxes, true))],
        ends: vec![end],
        out: destroyed,
    }
}

/// The rows of a display have four boxes.
fn at_most_four(question: &OddsQuestion<'_, Nova>) -> Result<(), String> {
    let Asked { ecm_lost, shields_lost, weapon_hits, .. } = question.asked;
    let given = [("--ecm-lost", ecm_lost), ("--shields-lost", shields_lost), ("--weapon-hits", weapon_hits)];
    given.into_iter().try_for_each(|(name, lost)| match lost {
        0..=4 => Ok(()),
        _ => Err(format!("{name} {lost} is more than a row has; expected 0 to 4")),
    })
}

/// The banks that are asked for, by number from 0, each once, in firing order.
fn chosen(firer: &Design, asked: &[String]) -> Result<Vec<usize>, String> {
    let banks: Vec<(String, &str)> =
        firer.banks().map(|(battery, mount)| (mounted(mount), firer.batteries[battery].name.as_str())).collect();
    if banks.is_empty() {
        return Err(format!("{} has no weapons; expected a ship that has", firer.name));
    }
    let mut chosen = Vec::new();
    for word in asked {
        let number = word.parse::<usize>().ok();
        let fits = |(index, (mount, weapon)): &(usize, &(String, &str))| {
            number == Some(index + 1) || mount.eq_ignore_ascii_case(word) || weapon.eq_ignore_ascii_case(word)
        };
        let found: Vec<usize> = banks.iter().enumerate().filter(fits).map(|(index, _)| index).collect();
        if found.is_empty() {
            let list = banks.iter().enumerate().map(|(i, (mount, weapon))| format!("{} {weapon} [{mount}]", i + 1));
            let list = list.collect::<Vec<_>>().join(", ");
            return Err(format!("{} has no bank `{word}`; expected one of: {list}", firer.name));
        }
        chosen.extend(found);
    }
    if asked.is_empty() {
        chosen.extend(0..banks.len());
    }
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
}

/// A bank as the display prints it: `FX2`.
fn mounted(bank: &Bank) -> String {
    let modifier = if bank.modifier == 0 { String::new() } else { bank.modifier.to_string() };
    format!("{}{modifier}", bank.arc.name())
}

#[cfg(test)]
mod tests {
    use lanchester_scenario::Library;

    use super::*;

    fn ask(banks: &[&str], range: u8, boxes_lost: u8) -> Result<Odds, String> {
        let ship = Library::<Nova>::shipped().ship("majestic").expect("a shipped ship");
        let banks: Vec<String> = banks.iter().map(|b| (*b).to_owned()).collect();
        Nova::odds(&OddsQuestion {
            firer: &ship,
            target: &ship,
            options: &Options::default(),
            range,
            banks: &banks,
            asked: Asked { boxes_lost, ..Asked::default() },
        })
    }

    #[test]
    fn banks_are_found_by_number_mount_and_weapon() {
        let numbers = |banks: &[&str]| -> Vec<usize> {
            ask(banks, 3, 0).expect("an answer").banks.iter().map(|bank| bank.bank).collect()
        };
        assert_eq!(numbers(&[]), [1, 2, 3, 4, 5, 6]);
        assert_eq!(numbers(&["2", "ff", "2"]), [1, 2]);
        assert_eq!(numbers(&["lightning turrets"]), [2, 3]);
        assert!(ask(&["9"], 3, 0).is_err_and(|why| why.contains("1 Fusion Beams [FF]")));
        assert!(ask(&[], 30, 0).is_err_and(|why| why.contains("at most 15")));
        assert!(ask(&[], 3, 17).is_err());
    }

    #[test]
    fn a_price_is_tried_at_its_own_target() {
        let at = |options: &Options| {
            let options = Nova::options_at_price(options, 901);
            (options.size, options.vp_target, options.fleet_limit())
        };
        let size = Options { size: Some(2), ..Options::default() };
        assert_eq!(at(&size), (None, Some(450), None));
        assert_eq!(at(&Options { vp_target: Some(70), ..size }), (None, Some(70), None));
        assert_eq!(at(&Options::default()), (None, None, None), "nothing is scored");
    }

    #[test]
    fn chances_sum_to_one_and_stop_at_the_boxes_left() {
        let odds = ask(&[], 3, 13).expect("an answer");
        assert_eq!(odds.boxes_left, 4);
        for chances in odds
            .banks
            .iter()
            .filter_map(|bank| Some(&bank.attack.as_ref()?.alone.distributions[0].chances))
            .chain([&odds.together.distributions[0].chances])
        {
            assert!((chances.values.iter().map(|v| v.probability).sum::<f64>() - 1.0).abs() < 1e-12);
            assert!(chances.values.iter().all(|v| v.value <= 4 && v.exact.as_ref().is_some_and(|p| p.contains('/'))));
        }
        let last = odds.together.distributions[0].chances.values.last().map(|chance| chance.probability);
        assert_eq!(Some(odds.together.ends[0].probability.probability), last, "all four are its end");
        // One bank alone is all banks together.
        let one = ask(&["FF"], 7, 0).expect("an answer");
        assert_eq!(one.banks[0].attack.as_ref().map(|a| &a.alone), Some(&one.together));
    }
}
