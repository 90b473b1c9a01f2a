//! Skill Dice for a reader.

use lanchester_battle::account::Deed;
use lanchester_battle::game::{Description, Game, Ships, uneven};
use lanchester_battle::odds::{Odds, OddsQuestion, Question};
use lanchester_core::Matchup;
use lanchester_scenario::Provenance;

use crate::SkillDice;
use crate::design::{Design, MAX_ARMOUR, MAX_EXTRAS, MAX_SCREEN, MAX_STRUCTURE, MAX_THRUST, MAX_TORPEDOES};
use crate::event::Event;
use crate::formulas::skill::MAX_SKILL;
use crate::odds::answer::{self, Asked};
use crate::policy::Policy;
use crate::rating::{SCALE, defence, house_rating, offence};

impl Game for SkillDice {
    type Asked = Asked;

    const QUESTIONS: &'static [Question<Asked>] = answer::QUESTIONS;

    const PROVING_GROUND: &'static [[&'static str; 2]] = &[
        ["kestrel", "dart"],
        ["merlin", "lance"],
        ["osprey", "anvil"],
        ["heron-patrol", "bastion-patrol"],
        ["heron-strike", "bastion-strike"],
        ["heron-wing", "bastion-wing"],
    ];

    const HARM: &'static str = "points of damage";

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
                ("offence", offence(design)),
                ("defence", defence(design)),
            ],
        }
    }

    fn bare(design: &Design) -> Design {
        let [name, class, faction] = [const { String::new() }; 3];
        Design { name, class, faction, points: 1, origin: Provenance::Original, ..design.clone() }
    }

    fn improvements(design: &Design) -> Vec<(String, Design)> {
        let mut improvements = Vec::new();
        let mut add = |may: bool, what: &str, change: &dyn Fn(&mut Design)| {
            if may {
                let mut better = design.clone();
                change(&mut better);
                improvements.push((what.to_owned(), better));
            }
        };
        add(design.thrust < MAX_THRUST, "one thrust more", &|design| design.thrust += 1);
        add(design.maneuver > 0, "a maneuver number less by one", &|design| design.maneuver -= 1);
        add(design.screen < MAX_SCREEN, "one Defensive Screen more", &|design| design.screen += 1);
        add(design.asv < MAX_ARMOUR, "one ASV more", &|design| design.asv += 1);
        add(design.esv < MAX_ARMOUR, "one ESV more", &|design| design.esv += 1);
        add(design.structure < MAX_STRUCTURE, "one structure more", &|design| design.structure += 1);
        add(design.nixies < MAX_EXTRAS, "one nixie more", &|design| design.nixies += 1);
        add(design.countermeasures < MAX_EXTRAS, "one countermeasure more", &|design| design.countermeasures += 1);
        let torpedo = design.tubes > 0 && design.torpedoes < MAX_TORPEDOES;
        add(torpedo, "one torpedo more", &|design| design.torpedoes += 1);
        let skilled =
            |skill: fn(&crate::design::Crew) -> u8| design.crews.iter().all(|crew| skill(crew) + 2 <= MAX_SKILL);
        add(skilled(|crew| crew.weaponry), "Weaponry better by two for every crew", &|design| {
            design.crews.iter_mut().for_each(|crew| crew.weaponry += 2);
        });
        add(skilled(|crew| crew.command), "Command better by two for every crew", &|design| {
            design.crews.iter_mut().for_each(|crew| crew.command += 2);
        });
        add(skilled(|crew| crew.helm), "Helm better by two for every crew", &|design| {
            design.crews.iter_mut().for_each(|crew| crew.helm += 2);
        });
        improvements
    }

    fn rating_parts(design: &Design) -> Option<[f64; 2]> {
        Some([SCALE * offence(design), SCALE * defence(design)])
    }

    fn remarks(design: &Design) -> Vec<String> {
        let idle = design.special > 0 && design.countermeasures + design.nixies == 0;
        idle.then(|| {
            format!("{} has special equipment that does nothing, with nothing that it could protect", design.name)
        })
        .into_iter()
        .collect()
    }

    /// Sides whose points differ by more than a tenth are not even.
    fn matchup_remarks(matchup: &Matchup<Self>) -> Vec<String> {
        uneven(matchup)
    }

    fn other_draws() -> Option<&'static str> {
        Some(
            "with equal shares of points left: nobody fired for `quiet_turns` turns, neither side could fire any more, or the last ships \
             left",
        )
    }

    fn weighs_points(policy: &Policy, own: &Ships<Self>, enemies: &Ships<Self>) -> bool {
        policy.moves.deal != 0
            || policy.moves.take != 0
            || enemies.len() > 1 && (policy.targets.damage != 0 || policy.targets.points != 0)
            || own.len() > 1 && policy.order.points != 0
    }

    fn policy_name(policy: &Policy) -> &str {
        &policy.name
    }

    fn odds(question: &OddsQuestion<'_, Self>) -> Result<Odds, String> {
        answer::answer(question)
    }
}
