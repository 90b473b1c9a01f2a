//! The answer to `lanchester odds`: the shots of one ship at another, each cannon alone and those that its crews can fire together.

use lanchester_battle::odds::{
    AttackOdds, BankOdds, Damage, Distribution, End, Fact, FactValue, Odds, OddsQuestion, OddsWords, Question, chances,
    modifier_fact, probability,
};
use lanchester_lanes::dice::exact::{Dist, ratio};
use num_rational::BigRational;

use crate::SkillDice;
use crate::card::Code;
use crate::design::{Crew, Design, MAX_ARMOUR, MAX_SCREEN, MAX_STRUCTURE, Weapon};
use crate::formulas::skill::skill_die;
use crate::odds::{Effects, Fate, Shot, throws};

/// What the odds of a shot depend on besides the ships, the range and the options.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    /// Points that the target's Defensive Screen has lost.
    screen_lost: u8,
    /// Points that its ASV has lost.
    asv_lost: u8,
    /// Points that its ESV has lost.
    esv_lost: u8,
    /// Structure that it has lost.
    structure_lost: u8,
    /// What the firer's totals have lost.
    total_lost: u8,
    /// Classes that the firer's damage codes have dropped.
    classes_lost: u8,
}

/// The questions of `lanchester odds`.
pub const QUESTIONS: &[Question<Asked>] = &[
    Question::new(
        ["screen_lost", "screen-lost"],
        "Points that the target's Defensive Screen has lost",
        MAX_SCREEN,
        |a| &mut a.screen_lost,
    ),
    Question::new(["asv_lost", "asv-lost"], "Points that the target's ASV has lost", MAX_ARMOUR, |a| &mut a.asv_lost),
    Question::new(["esv_lost", "esv-lost"], "Points that the target's ESV has lost", MAX_ARMOUR, |a| &mut a.esv_lost),
    Question::new(["structure_lost", "structure-lost"], "Structure that the target has lost", MAX_STRUCTURE, |a| {
        &mut a.structure_lost
    }),
    Question::new(
        ["total_lost", "total-lost"],
        "What the firer's totals have lost: 2 while its crews are stunned, 2 by a damaged HUD",
        12,
        |a| &mut a.total_lost,
    ),
    Question::new(["classes_lost", "classes-lost"], "Classes that the firer's damage codes have dropped", 4, |a| {
        &mut a.classes_lost
    }),
];

const WORDS: OddsWords =
    OddsWords { unit: "shot", done: " doing damage", mean: "Mean shots", banks: ["cannon", "cannon"], mount: "Arcs" };

/// A code with its key in JSON and its heading.
const CODES: [(Code, &str, &str); 15] = [
    (Code::Critical, "critical", "X: a critical hit or more"),
    (Code::Structure, "structure", ">: a structure hit or more"),
    (Code::Thrust, "thrust", "T: thrust is lost"),
    (Code::Screen, "defensive_screen", "D: Defensive Screen is lost"),
    (Code::Asv, "asv", "A: ASV is lost"),
    (Code::Esv, "esv", "E: ESV is lost"),
    (Code::Maneuver, "maneuver", "M: the maneuver number rises"),
    (Code::Weapon, "weapon", "W: a weapon is lost"),
    (Code::Crew, "crew", "C: a crew is lost"),
    (Code::Short, "short", "~: a system is short"),
    (Code::Stun, "stun", "S: the crew is stunned"),
    (Code::Special, "special", "G: special equipment is lost"),
    (Code::Cascade, "cascade", "A cascade begins"),
    (Code::BoomNextTurn, "boom_next_turn", "It explodes in the next turn"),
    (Code::Boom, "boom", "It explodes at once, critical hits aside"),
];

/// A cannon that reaches its target, fired by a crew.
struct Aimed<'d> {
    weapon: &'d Weapon,
    crew: Crew,
    range: i32,
    shot: Shot,
}

/// What the shots of the asked cannon do.
///
/// # Errors
/// A cannon that the ship does not have or that nobody can fire, losses that the target cannot have, or a range that no cannon reaches.
pub fn answer(question: &OddsQuestion<'_, SkillDice>) -> Result<Odds, String> {
    let OddsQuestion { firer, target, range, banks, .. } = question;
    let chosen = chosen(firer, banks)?;
    possible(target, &question.asked)?;
    let effects = Effects { card: &target.card, structure: target.structure - question.asked.structure_lost };
    let order = firing_order(firer);
    let mut cannon = Vec::new();
    for place in &chosen {
        let weapon = &firer.weapons[*place];
        let Some(crew) = order.iter().find(|crew| crew.list().any(|of| of == *place)) else { continue };
        let aimed = aim(question, weapon, *crew);
        cannon.push(BankOdds {
            bank: place + 1,
            weapon: weapon.name.clone(),
            mount: weapon.arcs.to_string(),
            reach: weapon.ranges[2],
            attack: aimed.map(|aimed| attack(&aimed, question, &effects)),
        });
    }
    let fired = together(question, &chosen, &order);
    if fired.is_empty() {
        let reach = cannon.iter().map(|bank| bank.reach).max().unwrap_or(0);
        return Err(format!("none of these cannon reaches {range} hexes; expected a range of at most {reach}"));
    }
    let shots: Vec<&Shot> = fired.iter().map(|aimed| &aimed.shot).collect();
    let hits: Vec<Dist> = shots.iter().map(|shot| shot.net()).collect();
    let fate = effects.fate(&hits, target.crews.len());
    let together = damage(&Shot::penetrations(shots.clone()), &Shot::together(shots.clone()), &fate);
    Ok(Odds { words: &WORDS, boxes_left: shots.len() as u8, banks: cannon, together })
}

/// The cannon that are asked for, by number from 0, each once, in file order.
fn chosen(firer: &Design, asked: &[String]) -> Result<Vec<usize>, String> {
    let manned = |place: usize| firer.crews.iter().any(|crew| crew.list().any(|of| of == place));
    let usable: Vec<usize> = (0..firer.weapons.len()).filter(|place| manned(*place)).collect();
    if usable.is_empty() {
        return Err(format!("{} has no cannon that a crew can fire; expected a ship that has", firer.name));
    }
    let mut chosen = Vec::new();
    for word in asked {
        let number = word.parse::<usize>().ok();
        let fits =
            |place: &&usize| number == Some(**place + 1) || firer.weapons[**place].name.eq_ignore_ascii_case(word);
        let found: Vec<usize> = usable.iter().filter(fits).copied().collect();
        if found.is_empty() {
            let list: Vec<String> = usable.iter().map(|at| format!("{} {}", at + 1, firer.weapons[*at].name)).collect();
            return Err(format!("{} has no cannon `{word}`; expected one of: {}", firer.name, list.join(", ")));
        }
        chosen.extend(found);
    }
    if asked.is_empty() {
        chosen = usable;
    }
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
}

/// What the target has lost it must have had.
fn possible(target: &Design, asked: &Asked) -> Result<(), String> {
    let losses = [
        ("--screen-lost", asked.screen_lost, target.screen, "Defensive Screen"),
        ("--asv-lost", asked.asv_lost, target.asv, "ASV"),
        ("--esv-lost", asked.esv_lost, target.esv, "ESV"),
        ("--structure-lost", asked.structure_lost, target.structure, "structure"),
    ];
    losses.into_iter().try_for_each(|(flag, lost, most, what)| match lost {
        _ if lost <= most => Ok(()),
        _ => Err(format!("{flag} {lost} is more than {} has; its {what} is {most}", target.name)),
    })
}

/// Gunners by Weaponry, highest first, then pilots; those of equal skill in file order.
fn firing_order(firer: &Design) -> Vec<Crew> {
    let mut order = firer.crews.clone();
    order.sort_by_key(|crew| crew.rank());
    order
}

/// A crew's shot with a cannon; `None` if the target is out of its reach.
fn aim<'d>(question: &OddsQuestion<'d, SkillDice>, weapon: &'d Weapon, crew: Crew) -> Option<Aimed<'d>> {
    let (target, asked) = (question.target, &question.asked);
    let range = weapon.range_modifier(question.range.into())?;
    let code = (0..asked.classes_lost).fold(weapon.damage, |code, _| code.dropped());
    let ds = i32::from(target.screen) - i32::from(asked.screen_lost);
    let screen = weapon.against.of([target.asv - asked.asv_lost, target.esv - asked.esv_lost]);
    let shot = Shot {
        modifier: range - i32::from(asked.total_lost),
        screen: screen.into(),
        ..Shot::new(&weapon.dice, skill_die(crew.weaponry), code, ds)
    };
    Some(Aimed { weapon, crew, range, shot })
}

/// The shots that the crews can fire together: one each, in firing order, each with the cannon of its list that does most and that
/// nobody has fired.
fn together<'d>(question: &OddsQuestion<'d, SkillDice>, chosen: &[usize], order: &[Crew]) -> Vec<Aimed<'d>> {
    let mut left = chosen.to_vec();
    let mut fired = Vec::new();
    for crew in order {
        let mut best: Option<(usize, BigRational, Aimed<'d>)> = None;
        for place in left.iter().copied().filter(|place| crew.list().any(|of| of == *place)) {
            let Some(aimed) = aim(question, &question.firer.weapons[place], *crew) else { continue };
            let mean = aimed.shot.net().mean();
            if best.as_ref().is_none_or(|(_, most, _)| mean > *most) {
                best = Some((place, mean, aimed));
            }
        }
        if let Some((place, _, aimed)) = best {
            left.retain(|of| *of != place);
            fired.push(aimed);
        }
    }
    fired
}

/// One shot alone.
fn attack(aimed: &Aimed<'_>, question: &OddsQuestion<'_, SkillDice>, effects: &Effects<'_>) -> AttackOdds {
    let Aimed { weapon, crew, range, shot } = aimed;
    let net = shot.net();
    let band = ["long", "medium", "short"][(range + 1) as usize];
    let die = skill_die(crew.weaponry);
    let dice = Fact {
        key: "skill_die",
        heading: "Dice",
        value: FactValue::Number(die.into()),
        text: format!("{} and D{die}, {}", weapon.dice, shot.code),
    };
    let facts = vec![
        Fact::new("band", "Range", FactValue::Word(band)),
        dice,
        modifier_fact(shot.modifier),
        Fact::new("need", "Needs", FactValue::Number(shot.ds.into())),
        Fact::new("screen", "Screen", FactValue::Number(shot.screen.into())),
    ];
    let mut rolls = vec![
        Distribution::new("hits", "Shots that hit", chances(&of(&shot.hit()), true)),
        Distribution::new("dice", "Dice, the skill die among them, added", chances(&throws::sum(&shot.sides), true)),
        Distribution::new("damage", "Damage of the dice", chances(&throws::damage(&shot.sides, shot.code), true)),
        Distribution::new(
            "attacker_chooses",
            "Hits whose damage is odd: the attacker chooses W and ~",
            chances(&of(&shot.attacker_chooses(question.options.odd_damage)), true),
        ),
    ];
    for (code, key, title) in CODES {
        let comes_up = effects.codes(&net, code).capped(1);
        if comes_up.most() > 0 {
            rolls.push(Distribution::new(key, title, chances(&comes_up, true)));
        }
    }
    let fate = effects.fate([&net], question.target.crews.len());
    AttackOdds { facts, rolls, alone: damage(&net.capped(1), &net, &fate) }
}

/// What shots do to their target.
fn damage(shots: &Dist, net: &Dist, fate: &Fate) -> Damage {
    let likely = |p: &BigRational| probability(&of(p), &[1], true);
    Damage {
        distributions: vec![
            Distribution::new("shots", "Shots that do damage", chances(shots, true)),
            Distribution::new("net", "Points of net damage", chances(net, true)),
        ],
        ends: vec![
            End {
                key: "destroyed",
                words: "destroyed at once",
                heading: "Destroyed %",
                probability: likely(&fate.destroyed),
            },
            End {
                key: "crew_lost",
                words: "without a living crew",
                heading: "Crew lost %",
                probability: likely(&fate.crew_lost),
            },
        ],
        out: likely(&fate.out()),
    }
}

/// 1 with this probability, else 0.
fn of(probability: &BigRational) -> Dist {
    Dist::of(vec![ratio(1, 1) - probability, probability.clone()])
}
