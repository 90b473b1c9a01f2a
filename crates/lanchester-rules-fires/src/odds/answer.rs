//! The answer to `lanchester odds`: what the beams of a ship, and missiles that reached their target, do to another in one turn.

use lanchester_battle::odds::{
    AttackOdds, BankOdds, Damage, Distribution, End, Fact, FactValue, Odds, OddsQuestion, OddsWords, Question, chances,
    probability,
};
use lanchester_lanes::dice::exact::{Dist, ratio};

use super::attack::{hits, penetrations, strikes};
use super::harm::{after, number, results};
use crate::Fires;
use crate::design::{Beams, Design, MAX_MANEUVER, MAX_MISSILES, Missiles};
use crate::formulas::beams::{Fire, Target, Volley, volley};
use crate::formulas::damage::Condition;
use crate::formulas::dice::faces;
use crate::formulas::missiles::{to_hit, to_pierce};
use crate::formulas::range::{MAX_RANGE, bracket};

/// What the odds of an attack depend on besides the ships, the range and the options.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    /// The firer's condition, by its place in [`Condition::ALL`].
    firer_condition: u8,
    /// The target's.
    target_condition: u8,
    /// How beams are fired, by its place in [`Fire::ALL`].
    fire: u8,
    /// Missiles that attack.
    missiles: u8,
    /// The maneuver that they committed to use.
    committed: u8,
}

/// The questions of `lanchester odds`.
pub const QUESTIONS: &[Question<Asked>] = &[
    Question::new(
        ["firer_condition", "firer-condition"],
        "The firer is 0 unhurt, 1 degraded, 2 damaged",
        Condition::Damaged as u8,
        |a| &mut a.firer_condition,
    ),
    Question::new(
        ["target_condition", "target-condition"],
        "The target is 0 unhurt, 1 degraded, 2 damaged, 3 disabled",
        Condition::Disabled as u8,
        |a| &mut a.target_condition,
    ),
    Question::new(["fire", "fire"], "Beams are fired 0 singly, 1 dispersed, 2 concentrated", 2, |a| &mut a.fire),
    Question::new(["missiles", "missiles"], "Missiles that attack in the target's hex", MAX_MISSILES, |a| {
        &mut a.missiles
    }),
    Question::new(["committed", "committed"], "Maneuver that the missiles committed to", MAX_MANEUVER, |a| {
        &mut a.committed
    }),
];

const WORDS: OddsWords =
    OddsWords { unit: "hit", done: " penetrating", mean: "Mean hits", banks: ["weapon", "weapons"], mount: "Number" };

/// A weapon of a ship.
#[derive(Clone, Copy)]
enum Weapon {
    Beams(Beams),
    Missiles(Missiles),
}

impl Weapon {
    const fn name(&self) -> &'static str {
        match self {
            Self::Beams(beams) => beams.kind.name(),
            Self::Missiles(_) => "missiles",
        }
    }
}

/// What the asked weapons do.
///
/// # Errors
/// A weapon that the ship does not have, missiles that it does not have or that do not move so far, combined fire that the options
/// do not have, or nothing that reaches.
pub fn answer(question: &OddsQuestion<'_, Fires>) -> Result<Odds, String> {
    let OddsQuestion { firer, target, options, range, banks, asked } = question;
    if asked.fire > 0 && !options.combined_fire {
        return Err("--fire 1 and 2 need the option combined_fire".to_owned());
    }
    if options.detailed_damage {
        return Err("these odds are those of damage numbers; expected detailed_damage = false".to_owned());
    }
    let toughness = [target.damage, target.increase];
    let before = Dist::always(asked.target_condition.into());
    let alone = |effective: &Dist| damage(effective, toughness, &after(&before, &results(effective, toughness)));
    let weapons = chosen(firer, banks)?;
    possible(firer, asked, &weapons)?;
    let (mut beams, mut rolls, mut list) = (Dist::always(0), 0u32, Vec::new());
    for (nth, weapon) in &weapons {
        let attack = match weapon {
            Weapon::Beams(of) => aim(question, *of).map(|volley| {
                let effective = penetrations(&volley);
                beams = beams.plus(&effective);
                rolls += u32::from(volley.rolls);
                attack([volley.rolls.into(), volley.hit, volley.pierce], &hits(&volley), alone(&effective))
            }),
            Weapon::Missiles(of) => (asked.missiles > 0).then(|| {
                rolls += u32::from(asked.missiles);
                let numbers = numbers(question, *of, Condition::ALL[usize::from(asked.target_condition)]);
                let all = Dist::always(asked.missiles.into());
                let rolls = [asked.missiles.into(), numbers[0], numbers[1]];
                attack(rolls, &strikes(&all, [numbers[0], 20]), alone(&strikes(&all, numbers)))
            }),
        };
        let (mount, reach) = match weapon {
            Weapon::Beams(of) => (of.count.to_string(), MAX_RANGE as u8),
            Weapon::Missiles(of) => (of.count.to_string(), 0),
        };
        list.push(BankOdds { bank: nth + 1, weapon: weapon.name().to_owned(), mount, reach, attack });
    }
    if list.iter().all(|bank| bank.attack.is_none()) {
        return Err(format!(
            "nothing of this reaches {range} hexes; expected a range of at most {MAX_RANGE}, or --missiles in the target's hex"
        ));
    }
    let missiles = weapons.iter().find_map(|(_, weapon)| match weapon {
        Weapon::Missiles(of) if asked.missiles > 0 => Some(*of),
        _ => None,
    });
    let together = together(question, &beams, missiles);
    Ok(Odds { words: &WORDS, boxes_left: rolls.min(u8::MAX.into()) as u8, banks: list, together })
}

/// What is asked must be possible, and about these weapons.
fn possible(firer: &Design, asked: &Asked, weapons: &[(usize, Weapon)]) -> Result<(), String> {
    let (Asked { missiles, committed, .. }, name) = (asked, &firer.name);
    let [aboard, most] = firer.missiles.map_or([0; 2], |of| [of.count, of.kind.maneuver]);
    let why = match () {
        () if *missiles > aboard => format!("--missiles {missiles} is more than {name} has; expected at most {aboard}"),
        () if *committed > 0 && *missiles == 0 => "--committed is about missiles; expected --missiles with it".into(),
        () if *committed > most => {
            format!("--committed {committed} is more than the missiles move; expected at most {most}")
        }
        () if *missiles > 0 && !weapons.iter().any(|(_, weapon)| matches!(weapon, Weapon::Missiles(_))) => {
            "--missiles attack, but are not among the weapons; expected `missiles` there too".into()
        }
        () => return Ok(()),
    };
    Err(why)
}

/// The weapons that are asked for, by number from 0, each once, in the order of the sheet: beams, then missiles.
fn chosen(firer: &Design, asked: &[String]) -> Result<Vec<(usize, Weapon)>, String> {
    let beams = firer.beams.iter().copied().map(Weapon::Beams);
    let all: Vec<_> = beams.chain(firer.missiles.map(Weapon::Missiles)).enumerate().collect();
    if all.is_empty() {
        return Err(format!("{} has no beams and no missiles; expected a ship that has", firer.name));
    }
    let is = |word: &String, (nth, weapon): &(usize, Weapon)| {
        word.parse() == Ok(nth + 1) || weapon.name().eq_ignore_ascii_case(word)
    };
    if let Some(word) = asked.iter().find(|word| !all.iter().any(|weapon| is(word, weapon))) {
        let list: Vec<String> = all.iter().map(|(nth, weapon)| format!("{} {}", nth + 1, weapon.name())).collect();
        return Err(format!("{} has no weapon `{word}`; expected one of: {}", firer.name, list.join(", ")));
    }
    Ok(all.into_iter().filter(|weapon| asked.is_empty() || asked.iter().any(|word| is(word, weapon))).collect())
}

/// The volley of beams of one kind that work; `None` beyond their reach.
fn aim(question: &OddsQuestion<'_, Fires>, beams: Beams) -> Option<Volley> {
    let OddsQuestion { firer, target, range, asked, .. } = question;
    let bracket = bracket((*range).into())?;
    let [own, its] = [asked.firer_condition, asked.target_condition].map(|at| Condition::ALL[usize::from(at)]);
    let of = Target {
        electronics: its.electronics(target.electronics),
        maneuver: its.maneuver(target.maneuver),
        defence: beams.kind.defence([target.armour, target.screen]),
    };
    let numbers = [target.target[bracket], beams.penetration[bracket]];
    let fire = Fire::ALL[usize::from(asked.fire)];
    Some(volley(fire, own.weapons(beams.count), numbers, of, own.electronics(firer.electronics)))
}

/// What rolls of missiles must not exceed, to hit and to penetrate a target in this condition.
fn numbers(question: &OddsQuestion<'_, Fires>, missiles: Missiles, condition: Condition) -> [i32; 2] {
    let OddsQuestion { target, options, asked, .. } = question;
    let agility = [condition.electronics(target.electronics), condition.maneuver(target.maneuver)];
    [
        to_hit(target.target[0], agility, &missiles.kind, asked.committed),
        to_pierce(&missiles.kind, asked.committed, target.armour, options.missile_pen_inclusive),
    ]
}

/// What beams and then missiles do: each phase has one roll for damage, and what beams did makes a ship easier to hit.
fn together(question: &OddsQuestion<'_, Fires>, beams: &Dist, missiles: Option<Missiles>) -> Damage {
    let OddsQuestion { target, asked, .. } = question;
    let toughness = [target.damage, target.increase];
    let start = Dist::always(asked.target_condition.into());
    let between = after(&start, &results(beams, toughness));
    let Some(missiles) = missiles else { return damage(beams, toughness, &between) };
    let all = Dist::always(asked.missiles.into());
    // Hits depend on the condition after beams, which depends on theirs: summed over each number of those and each condition.
    let mut hits = vec![ratio(0, 1); beams.most() + usize::from(asked.missiles) + 1];
    let mut conditions = vec![ratio(0, 1); Condition::ALL.len()];
    for (by_beams, p) in beams.iter() {
        for (condition, q) in after(&start, &results(&Dist::always(by_beams), toughness)).iter() {
            let by_missiles = strikes(&all, numbers(question, missiles, Condition::ALL[condition]));
            by_missiles.iter().for_each(|(more, r)| hits[by_beams + more] += p * q * r);
            let end = after(&Dist::always(condition), &results(&by_missiles, toughness));
            end.iter().for_each(|(condition, r)| conditions[condition] += p * q * r);
        }
    }
    damage(&Dist::of(hits), toughness, &Dist::of(conditions))
}

/// One weapon alone: its rolls and the two numbers, its rolls that hit, and what they do.
fn attack([rolls, hit, pierce]: [i32; 3], hits: &Dist, alone: Damage) -> AttackOdds {
    let fact = |key, heading, number: i32| Fact::new(key, heading, FactValue::Number(number.into()));
    let face = |number: i32| faces(number).into();
    AttackOdds {
        facts: vec![
            fact("rolls", "Rolls", rolls),
            fact("hit", "Hits on", face(hit)),
            fact("pierce", "Penetrates on", face(pierce)),
        ],
        rolls: vec![Distribution::new("hits", "Rolls that hit", chances(hits, true))],
        alone,
    }
}

/// What hits that penetrate do to a ship, which is in these conditions then.
fn damage(effective: &Dist, toughness: [u8; 2], conditions: &Dist) -> Damage {
    let end = |condition: Condition, key, words, heading| End {
        key,
        words,
        heading,
        probability: probability(conditions, &[condition as usize], true),
    };
    Damage {
        distributions: vec![
            Distribution::new("penetrating", "Hits that penetrate", chances(effective, true)),
            Distribution::new(
                "number",
                "Damage number, of all hits in one phase",
                chances(&number(effective, toughness), true),
            ),
            Distribution::new(
                "condition",
                "Condition then: 0 unhurt, 1 degraded, 2 damaged, 3 disabled, 4 destroyed",
                chances(conditions, true),
            ),
        ],
        ends: vec![
            end(Condition::Disabled, "disabled", "disabled", "Disabled %"),
            end(Condition::Destroyed, "destroyed", "destroyed", "Destroyed %"),
        ],
        out: probability(conditions, &[Condition::Disabled as usize, Condition::Destroyed as usize], true),
    }
}
