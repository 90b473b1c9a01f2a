//! Talon for a reader.

use crate::Talon;
use crate::arcs::Arc;
use crate::design::{Design, HullBox, MAX_AFTERBURNERS, MAX_BATTERIES, MAX_HULL, MAX_SHIELD, MAX_WEAPONS, Origin};
use crate::event::Event;
use crate::formulas::richer_in_talon;
use crate::odds::{Damage as Done, Salvo};
use crate::policy::Policy;
use crate::rating::{defence, offence};
use crate::weapons::{MAX_RANGE, Weapon};
use lanchester_core::{Matchup, Side};

use lanchester_battle::account::Deed;
use lanchester_battle::game::{Description, Game, Ships, uneven};
use lanchester_battle::odds::{
    AttackOdds, BankOdds, Damage, Distribution, End, Fact, FactValue, Odds, OddsQuestion, OddsWords, Question, chances,
    probability,
};
use lanchester_battle::reference::setup;

/// What the odds of a salvo depend on besides the ships, the range and the options.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    /// The target's arc that is hit, by number.
    arc: u8,
    /// Points that reinforcements of that arc absorb.
    reinforced: u8,
    /// Shield boxes of that arc that the target has lost.
    shields_lost: u8,
    /// Hull boxes that were marked before.
    boxes_lost: u8,
}

const WORDS: OddsWords =
    OddsWords { unit: "hull box", done: "", mean: "Mean boxes", banks: ["group", "groups"], mount: "Arcs" };

impl Game for Talon {
    type Asked = Asked;

    const QUESTIONS: &'static [Question<Asked>] = &[
        Question::new(["arc", "arc"], "The target's arc that is hit: 0 forward, 1 right, 2 rear, 3 left", 3, |a| {
            &mut a.arc
        }),
        Question::new(["reinforced", "reinforced"], "Points that reinforcements of that arc absorb", 6, |a| {
            &mut a.reinforced
        }),
        Question::new(
            ["shields_lost", "shields-lost"],
            "Shield boxes of that arc that the target has lost",
            MAX_SHIELD,
            |a| &mut a.shields_lost,
        ),
        Question::new(["boxes_lost", "boxes-lost"], "Hull boxes that the target has lost", MAX_HULL as u8, |a| {
            &mut a.boxes_lost
        }),
    ];

    const PROVING_GROUND: &'static [[&'static str; 2]] = &[
        ["talon-ca", "terran-ca"],
        ["talon-ff", "terran-dd"],
        ["talon-dn", "terran-bb"],
        ["talon-300", "terran-300"],
        ["mixed-300", "mixed-300"],
        ["talon-500", "terran-500"],
    ];

    const HARM: &'static str = "shield and hull boxes";

    fn account<'m>(matchup: &'m Matchup<Self>, events: &[Event]) -> Vec<Deed<'m>> {
        crate::account::account(matchup, events)
    }

    fn describe(design: &Design) -> Description {
        Description {
            class: design.class.clone(),
            faction: design.faction.clone(),
            origin: design.origin.name(),
            extras: vec![
                ("hull", design.hull.len() as f64),
                ("toughness", defence(design)),
                ("hull_x_firepower", defence(design) * offence(design)),
            ],
        }
    }

    fn bare(design: &Design) -> Design {
        // Its race stays: the fleet with more points of Talon ships begins.
        let [name, class] = [const { String::new() }; 2];
        Design { name, class, points: 1, origin: Origin::Original, ..design.clone() }
    }

    fn improvements(design: &Design) -> Vec<(String, Design)> {
        let mut improvements = Vec::new();
        let mut add = |may: bool, what: String, change: &dyn Fn(&mut Design)| {
            if may {
                let mut better = design.clone();
                change(&mut better);
                improvements.push((what, better));
            }
        };
        add(design.hull.len() < MAX_HULL, "one hull box more, in front".to_owned(), &|design| {
            design.hull.insert(0, HullBox { modifier: 0, critical: false });
        });
        for arc in Arc::ALL {
            let may = design.shield(arc) < MAX_SHIELD;
            add(may, format!("one box more of its {} shield", arc.word()), &|design| {
                design.shields[arc.index()] += 1;
            });
        }
        for (number, group) in design.groups.iter().enumerate() {
            let what = format!("one {} more in group {}", group.weapon.word(), number + 1);
            let may = group.count < MAX_WEAPONS && group.weapon != Weapon::Missile;
            add(may, what, &|design| design.groups[number].count += 1);
        }
        let more = design.curve.iter().all(|line| line.power < 6);
        add(more, "one power more at every speed".to_owned(), &|design| {
            design.curve.iter_mut().for_each(|line| line.power += 1);
        });
        add(design.batteries < MAX_BATTERIES, "one battery more".to_owned(), &|design| design.batteries += 1);
        add(!design.base && design.afterburners < MAX_AFTERBURNERS, "one afterburner more".to_owned(), &|design| {
            design.afterburners += 1;
        });
        improvements
    }

    fn policy_name(policy: &Policy) -> &str {
        &policy.name
    }

    /// Sides whose points differ by more than a tenth are not even.
    fn matchup_remarks(matchup: &Matchup<Self>) -> Vec<String> {
        uneven(matchup)
    }

    /// Points choose among targets alone.
    fn weighs_points(policy: &Policy, _: &Ships<Self>, enemies: &Ships<Self>) -> bool {
        policy.targets.points != 0 && enemies.iter().any(|enemy| enemy.name != enemies[0].name)
    }

    fn has_first_initiative(matchup: &Matchup<Self>) -> Option<Side> {
        richer_in_talon(&setup(matchup))
    }

    /// The banks of a question are weapon groups, by number or weapon. Each salvo hits one arc; what displaces does not.
    fn odds(question: &OddsQuestion<'_, Self>) -> Result<Odds, String> {
        let OddsQuestion { firer, target, range, asked, .. } = question;
        let chosen = chosen(firer, question.banks)?;
        let boxes_left = (target.hull.len() as u8).saturating_sub(asked.boxes_lost);
        if boxes_left == 0 {
            return Err(format!("{} has only {} hull boxes; expected fewer lost", target.name, target.hull.len()));
        }
        let arc = Arc::ALL[usize::from(asked.arc) % 4];
        let salvo = Salvo {
            firer,
            target,
            range: (*range).into(),
            arc,
            reinforced: asked.reinforced,
            shields_lost: asked.shields_lost,
            hull_lost: asked.boxes_lost,
        };
        let done = |groups: &[usize]| {
            let done = salvo.damage(groups);
            done.map_err(|_| "these weapons have more outcomes than can be counted; expected fewer".to_owned())
        };
        let mut banks = Vec::new();
        for index in &chosen {
            let group = &firer.groups[*index];
            let attack = match salvo.points(*index) {
                None => None,
                Some(points) => Some(AttackOdds {
                    facts: vec![
                        Fact::new("dice", "Dice", FactValue::Number(group.count.into())),
                        Fact::new("arc", "Arc hit", FactValue::Word(arc.word())),
                    ],
                    rolls: vec![Distribution::new("points", "Points of damage", chances(&points, true))],
                    alone: damage(&done(&[*index])?),
                }),
            };
            let reach = (1..=MAX_RANGE).rev().find(|range| group.weapon.reaches(*range)).unwrap_or(0);
            let arcs: Vec<&str> = group.arcs.iter().map(Arc::word).collect();
            let (weapon, mount) = (group.weapon.word().to_owned(), arcs.join(", "));
            banks.push(BankOdds { bank: index + 1, weapon, mount, reach: reach as u8, attack });
        }
        if banks.iter().all(|bank| bank.attack.is_none()) {
            let reach = banks.iter().map(|bank| bank.reach).max().unwrap_or(0);
            return Err(format!("none of these groups reaches {range} hexes; expected a range of at most {reach}"));
        }
        Ok(Odds { words: &WORDS, boxes_left, banks, together: damage(&done(&chosen)?) })
    }
}

/// The groups that are asked for, by number from 0, each once, in print order.
fn chosen(firer: &Design, asked: &[String]) -> Result<Vec<usize>, String> {
    if firer.groups.is_empty() {
        return Err(format!("{} has no weapons; expected a ship that has", firer.name));
    }
    let all = || firer.groups.iter().enumerate();
    let mut chosen = Vec::new();
    for word in asked {
        let fits =
            |index: usize, weapon: Weapon| word.parse() == Ok(index + 1) || weapon.word().eq_ignore_ascii_case(word);
        let found: Vec<usize> = all().filter(|(i, group)| fits(*i, group.weapon)).map(|(i, _)| i).collect();
        if found.is_empty() {
            let list: Vec<String> = all().map(|(i, group)| format!("{} {}", i + 1, group.weapon.word())).collect();
            return Err(format!("{} has no group `{word}`; expected one of: {}", firer.name, list.join(", ")));
        }
        chosen.extend(found);
    }
    if asked.is_empty() {
        chosen.extend(0..firer.groups.len());
    }
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
}

/// What a salvo does, for a reader.
fn damage(done: &Done) -> Damage {
    let end = |key, words, heading, fate: usize| End {
        key,
        words,
        heading,
        probability: probability(&done.fate, &[fate], true),
    };
    Damage {
        distributions: vec![
            Distribution::new("boxes", "Hull boxes marked", chances(&done.hull, true)),
            Distribution::new("shield", "Shield boxes lost", chances(&done.shield, true)),
            Distribution::new("criticals", "Criticals", chances(&done.criticals, true)),
        ],
        ends: vec![
            end("destroyed", "destroyed", "Destroyed %", 1),
            end("breached", "its core breached", "Core breach %", 2),
        ],
        out: probability(&done.fate, &[1, 2], true),
    }
}

#[cfg(test)]
mod tests {
    use crate::options::Options;
    use lanchester_scenario::Library;

    use super::*;

    fn ask(banks: &[&str], range: u8, asked: Asked) -> Result<Odds, String> {
        let library = Library::<Talon>::shipped();
        let [firer, target] = ["talon-ca", "terran-dd"].map(|id| library.ship(id).expect("a shipped ship"));
        let banks: Vec<String> = banks.iter().map(|bank| (*bank).to_owned()).collect();
        let options = Options::default();
        Talon::odds(&OddsQuestion { firer: &firer, target: &target, options: &options, range, banks: &banks, asked })
    }

    #[test]
    fn groups_are_found_by_number_and_weapon() {
        let numbers = |banks: &[&str]| -> Vec<usize> {
            ask(banks, 2, Asked::default()).expect("an answer").banks.iter().map(|bank| bank.bank).collect()
        };
        assert_eq!(numbers(&[]), [1, 2]);
        assert_eq!((numbers(&["2", "2"]), numbers(&["Disruptor"])), (vec![2], vec![1, 2]));
        let refused = |banks: &[&str], range, asked| ask(banks, range, asked).expect_err("no answer");
        assert!(refused(&["laser"], 2, Asked::default()).contains("expected one of: 1 disruptor, 2 disruptor"));
        assert!(refused(&[], 5, Asked::default()).contains("at most 4"));
        assert!(refused(&[], 2, Asked { boxes_lost: 4, ..Asked::default() }).contains("only 4 hull boxes"));
        // A salvo at a destroyer's stern: the example of `odds.rs`.
        let odds = ask(&["1"], 2, Asked { arc: 2, ..Asked::default() }).expect("an answer");
        let breached = &odds.together.ends[1].probability;
        assert_eq!((odds.boxes_left, breached.exact.as_deref()), (4, Some("25/1296")));
    }
}
