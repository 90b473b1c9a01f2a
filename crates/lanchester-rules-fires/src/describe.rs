//! Fires of Space for a reader.

use crate::Fires;
use crate::design::{DICE, Design, MAX_GUNS, MAX_HULL};
use crate::formulas::need;
use crate::odds::{boxes, volley};
use crate::policy::Policy;
use lanchester_scenario::Provenance;

use lanchester_battle::game::{Description, Game};
use lanchester_battle::odds::{
    AttackOdds, BankOdds, Damage, Distribution, End, Fact, FactValue, Odds, OddsQuestion, OddsWords, Question, chances,
    probability,
};

/// What the odds of a volley depend on besides the ships, the range and the options.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    /// Hull boxes that the target has lost.
    hull_lost: u8,
}

const WORDS: OddsWords =
    OddsWords { unit: "box", done: "", mean: "Mean boxes", banks: ["bank", "banks"], mount: "Mount" };

impl Game for Fires {
    type Asked = Asked;

    const QUESTIONS: &'static [Question<Asked>] =
        &[Question::new(["hull_lost", "hull-lost"], "Hull boxes that the target has lost", MAX_HULL, |a| {
            &mut a.hull_lost
        })];

    const PROVING_GROUND: &'static [[&'static str; 2]] = &[["fox", "fox"], ["pair", "pair"]];

    fn describe(design: &Design) -> Description {
        let hull = f64::from(design.hull);
        Description {
            class: String::new(),
            faction: String::new(),
            origin: design.origin.name(),
            extras: vec![("hull", hull), ("hull_x_guns", hull * f64::from(design.guns))],
        }
    }

    fn bare(design: &Design) -> Design {
        Design { name: String::new(), points: 1, origin: Provenance::Original, ..design.clone() }
    }

    fn improvements(design: &Design) -> Vec<(String, Design)> {
        let more = |change: fn(&mut Design)| {
            let mut better = design.clone();
            change(&mut better);
            better
        };
        let mut improvements = Vec::new();
        if design.hull < MAX_HULL {
            improvements.push(("one hull box more".to_owned(), more(|design| design.hull += 1)));
        }
        if usize::from(design.guns) < MAX_GUNS {
            improvements.push(("one gun more".to_owned(), more(|design| design.guns += 1)));
        }
        if let Some(die) = DICE.iter().find(|die| **die > design.die) {
            improvements.push((format!("D{die} for its guns"), Design { die: *die, ..design.clone() }));
        }
        improvements
    }

    fn policy_name(policy: &Policy) -> &str {
        &policy.name
    }

    fn odds(question: &OddsQuestion<'_, Self>) -> Result<Odds, String> {
        let OddsQuestion { firer, target, options, range, banks, asked } = question;
        if let Some(bank) = banks.iter().find(|bank| *bank != "1") {
            return Err(format!("{} has no bank `{bank}`; expected 1: all of its guns", firer.name));
        }
        let boxes_left = target.hull.saturating_sub(asked.hull_lost);
        if boxes_left == 0 {
            return Err(format!("{} has only {} boxes; expected fewer lost", target.name, target.hull));
        }
        let need = need((*range).into(), options.close_in);
        if need > firer.die {
            return Err(format!("no D{} shows the {need} that is needed at {range} hexes; expected fewer", firer.die));
        }
        let pool = volley(firer.guns, firer.die, need);
        let lost = boxes(&pool).capped(boxes_left.into());
        let destroyed = probability(&lost, &[boxes_left.into()], true);
        let alone = Damage {
            distributions: vec![Distribution::new("boxes", "Boxes lost", chances(&lost, true))],
            ends: vec![End {
                key: "destroyed",
                words: "destroyed",
                heading: "Destroyed %",
                probability: destroyed.clone(),
            }],
            out: destroyed,
        };
        let attack = AttackOdds {
            facts: vec![
                Fact::new("dice", "Dice", FactValue::Number(firer.guns.into())),
                Fact::new("sides", "Sides", FactValue::Number(firer.die.into())),
                Fact::new("need", "Needs", FactValue::Number(need.into())),
            ],
            rolls: vec![
                Distribution::new("hits", "Dice that hit", chances(&pool.marginal(0), true)),
                Distribution::new("criticals", "Critical hits", chances(&pool.marginal(1), true)),
            ],
            alone: alone.clone(),
        };
        // The farthest range at which the highest face hits.
        let reach = u16::from(firer.die).saturating_sub(2) * 16 - 1;
        let bank = BankOdds {
            bank: 1,
            weapon: "Guns".to_owned(),
            mount: String::new(),
            reach: reach.min(u8::MAX.into()) as u8,
            attack: Some(attack),
        };
        Ok(Odds { words: &WORDS, boxes_left, banks: vec![bank], together: alone })
    }
}
