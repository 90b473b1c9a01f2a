//! The answer to `lanchester odds` against battles: whether a shot does damage, how much, its critical hits, and whether its target is
//! destroyed at once or loses its last crew.

use lanchester_battle::game::Game;
use lanchester_battle::odds::{Chances, OddsQuestion};
use lanchester_conformance::odds::{Case, odds_agree_with_battles};
use lanchester_rules_skill_dice::SkillDice;
use lanchester_rules_skill_dice::event::{Event, Loss};
use lanchester_rules_skill_dice::odds::answer::Asked;

use crate::matchups;

/// Random shots that are compared; the false-alarm rate of 1e-6 is that of all of them together.
const CASES: usize = 32;

/// Probabilities from 0 up.
fn row(chances: &Chances) -> Vec<f64> {
    let most = chances.values.iter().map(|chance| chance.value).max().unwrap_or(0);
    let mut row = vec![0.0; most + 1];
    chances.values.iter().for_each(|chance| row[chance.value] = chance.probability);
    row
}

/// The shot of a random case with what the whole answer says of it.
fn case(seed: u64) -> Option<Case<SkillDice>> {
    let case = matchups::case(seed)?;
    let [firer, target] = case.matchup.forces.each_ref().map(|force| &*force.ships[0]);
    let question = OddsQuestion::<SkillDice> {
        firer,
        target,
        options: &case.matchup.options,
        range: case.matchup.options.distance,
        banks: &[],
        asked: Asked::default(),
    };
    let odds = SkillDice::odds(&question).expect("an answer");
    let rolls = odds.banks[0].attack.as_ref().map(|attack| &attack.rolls)?;
    let critical = rolls.iter().find(|roll| roll.key == "critical").map_or(vec![1.0], |roll| row(&roll.chances));
    let of = |p: f64| if p > 0.0 { vec![1.0 - p, p] } else { vec![1.0] };
    let [destroyed, crew_lost] = [0, 1].map(|end| odds.together.ends[end].probability.probability);
    assert!((odds.together.out.probability - destroyed - crew_lost).abs() < 1e-12);
    let exact = vec![
        ("shots that do damage", row(&odds.together.distributions[0].chances)),
        ("net damage", row(&odds.together.distributions[1].chances)),
        ("shots with a critical hit", critical),
        ("ships destroyed at once", of(destroyed)),
        ("ships without a living crew", of(crew_lost)),
    ];
    Some(Case { exact, ..case })
}

/// The same numbers in a battle: of the shot and of what follows from it at once, not of the upkeep.
fn shown(events: &[Event]) -> Vec<usize> {
    let shot = events.iter().position(|event| matches!(event, Event::Fire { .. })).expect("a shot");
    let Event::Fire { net, .. } = events[shot] else { return Vec::new() };
    let of_hit = |event: &&Event| {
        matches!(
            event,
            Event::Effect { .. }
                | Event::Critical { .. }
                | Event::Malfunction { .. }
                | Event::Retarget { .. }
                | Event::Lost { .. }
        )
    };
    let hit: Vec<&Event> = events[shot + 1..].iter().take_while(of_hit).collect();
    let any = |is_so: fn(&Event) -> bool| usize::from(hit.iter().any(|event| is_so(event)));
    vec![
        usize::from(net > 0),
        net.max(0) as usize,
        any(|event| matches!(event, Event::Critical { .. })),
        any(|event| matches!(event, Event::Lost { loss: Loss::Destroyed | Loss::Exploded, .. })),
        any(|event| matches!(event, Event::Lost { loss: Loss::CrewDead, .. })),
    ]
}

#[test]
fn answers_are_what_battles_show() {
    let cases: Vec<_> = (1_000..).filter_map(case).take(CASES).collect();
    let decisive = cases.iter().filter(|case| case.exact[3].1.get(1).is_some_and(|p| *p > 0.01)).count();
    assert!(decisive >= 5, "ships are destroyed in {decisive} cases: too few to mean anything");
    let crewless = cases.iter().filter(|case| case.exact[4].1.get(1).is_some_and(|p| *p > 0.01)).count();
    assert!(crewless >= 5, "ships lose their last crew in {crewless} cases: too few to mean anything");
    odds_agree_with_battles(&cases, shown);
}
