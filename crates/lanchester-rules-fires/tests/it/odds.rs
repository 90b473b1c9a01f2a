//! The answer to `lanchester odds` against battles: rolls that hit, hits that penetrate, and the condition of the target then.

use std::sync::Arc;

use lanchester_battle::game::Game;
use lanchester_battle::odds::{Chances, OddsQuestion, Question};
use lanchester_conformance::Random;
use lanchester_conformance::odds::Case;
use lanchester_core::{Force, Matchup};
use lanchester_rules_fires::Fires;
use lanchester_rules_fires::design::{Beams, Design};
use lanchester_rules_fires::event::Event;
use lanchester_rules_fires::formulas::beams::BeamKind;
use lanchester_rules_fires::odds::answer::Asked;
use lanchester_rules_fires::options::{Options, Station};
use lanchester_scenario::Library;

use crate::matchups;

/// Probabilities from 0 up.
fn row(chances: &Chances) -> Vec<f64> {
    let most = chances.values.iter().map(|chance| chance.value).max().unwrap_or(0);
    let mut row = vec![0.0; most + 1];
    chances.values.iter().for_each(|chance| row[chance.value] = chance.probability);
    row
}

/// One volley of A's ship at B's, which cannot fire. They come from the north and the south, out of reach of each other in the first
/// turn and at a random range in the second; the way of firing that penetrates most often on average is the player's.
pub fn case(seed: u64) -> Option<Case<Fires>> {
    let mut random = Random::new(seed);
    let kind = random.pick(&BeamKind::ALL);
    let beams = Beams {
        kind,
        count: 1 + random.below(12) as u8,
        penetration: [24, 17, 12, 9].map(|most| random.below(most) as u8),
    };
    // Nothing thrusts: the engagement goes on as it was set up.
    let unarmed =
        |random: &mut Random| Design { beams: Vec::new(), missiles: None, maneuver: 0, ..matchups::design(random) };
    let firer = Design { beams: vec![beams], ..unarmed(&mut random) };
    let target = Design {
        electronics: random.below(6) as u8,
        armour: random.below(12) as u8,
        screen: random.below(9) as u8,
        target: [18, 15, 12, 9].map(|most| 3 + random.below(most) as u8),
        ..unarmed(&mut random)
    };
    let ahead = [6, 6].map(|least| least + random.below(7) as u8);
    let together = ahead[0] + ahead[1];
    // 40 less the sum of all that both go in two turns.
    let range = (40 - 2 * i16::from(together)).unsigned_abs() as u8;
    if together >= 24 || range > 16 {
        return None;
    }
    let options = Options { turn_cap: 2, combined_fire: random.one_in(2), ..Options::default() };
    let all = ways(&firer, &target, &options, range).into_iter();
    let best = all.max_by(|one, other| one.0.total_cmp(&other.0));
    let (_, exact) = best.filter(|(mean, _)| *mean > 0.0)?;
    let name = format!("seed {seed}: {beams:?} at {range} hexes, {options:?}");
    let policy = Library::<Fires>::shipped().policy("hold").expect("a shipped policy");
    let mut area = 1;
    let forces = [firer, target].map(|ship| {
        let ahead = ahead[usize::from(area > 1)];
        let station = Station { area, hex: 3, ahead, aside: 0 };
        area += 3;
        let ship = Design { formation: None, ..ship };
        Force {
            name: ship.name.clone(),
            ships: vec![Arc::new(ship)],
            stations: Some(vec![station]),
            commander: policy.clone().into(),
        }
    });
    Some(Case { name, matchup: Matchup { name: "volley".to_owned(), forces, options }, exact })
}

/// Names and exact probabilities, as in [`Case::exact`].
type Exact = Vec<(&'static str, Vec<f64>)>;

/// What the answer says of each way of firing: mean hits that penetrate, and the numbers of [`shown`].
fn ways(firer: &Design, target: &Design, options: &Options, range: u8) -> Vec<(f64, Exact)> {
    let fire = Fires::QUESTIONS.iter().find(|Question { key, .. }| *key == "fire").expect("a question");
    let ways = if options.combined_fire && firer.beams[0].count > 1 { 0..=2 } else { 0..=0 };
    ways.map(|way| {
        let mut asked = Asked::default();
        *(fire.part)(&mut asked) = way;
        let question = OddsQuestion::<Fires> { firer, target, options, range, banks: &[], asked };
        let odds = Fires::odds(&question).expect("an answer");
        let attack = odds.banks[0].attack.as_ref().expect("an attack");
        let [effective, _, condition] = &odds.together.distributions[..] else { panic!("three distributions") };
        let exact = vec![
            ("rolls that hit", row(&attack.rolls[0].chances)),
            ("hits that penetrate", row(&effective.chances)),
            ("condition", row(&condition.chances)),
        ];
        (effective.chances.mean, exact)
    })
    .collect()
}

/// The same numbers in a battle.
pub fn shown(events: &[Event]) -> Vec<usize> {
    let volley = events.iter().find_map(|event| match event {
        Event::Fire { hits, effective, .. } => Some([*hits, *effective].map(usize::from)),
        _ => None,
    });
    let [hits, effective] = volley.expect("a volley");
    let condition = events.iter().find_map(|event| match event {
        Event::Damage { condition, .. } => Some(*condition as usize),
        _ => None,
    });
    vec![hits, effective, condition.unwrap_or(0)]
}
