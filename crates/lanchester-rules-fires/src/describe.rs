//! Fires of Space for a reader.

use lanchester_battle::account::Deed;
use lanchester_battle::game::{Description, Game, PointsDecide, uneven};
use lanchester_battle::odds::{Odds, OddsQuestion, Question};
use lanchester_core::Matchup;
use lanchester_scenario::Provenance;

use crate::Fires;
use crate::design::{Design, MAX_ELECTRONICS, MAX_MANEUVER, MAX_MISSILES, MAX_VALUE, MAX_WEAPONS};
use crate::event::Event;
use crate::odds::answer::{self, Asked};
use crate::policy::Policy;
use crate::rating::{SCALE, defence, house_rating, offence};

impl Game for Fires {
    type Asked = Asked;

    const QUESTIONS: &'static [Question<Asked>] = answer::QUESTIONS;

    const NEAREST: u8 = 0;

    const PROVING_GROUND: &'static [[&'static str; 2]] = &[
        ["zephyr", "ibex"],
        ["mistral", "oryx"],
        ["tempest", "aurochs"],
        ["aster-screen", "tarn-screen"],
        ["aster-squadron", "tarn-squadron"],
    ];

    const TURNS: Option<u16> = Some(crate::options::MAX_TURNS);

    const HARM: &'static str = "hits that penetrate";

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
        Design { name, class, faction, cost: 1, origin: Provenance::Original, ..design.clone() }
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
        add(design.electronics < MAX_ELECTRONICS, "one electronics more", &|design| design.electronics += 1);
        add(design.maneuver < MAX_MANEUVER, "one maneuver more", &|design| design.maneuver += 1);
        add(design.armour < MAX_VALUE, "one armour more", &|design| design.armour += 1);
        add(design.screen < MAX_VALUE, "one screen more", &|design| design.screen += 1);
        add(design.increase > 1, "a roll to increase less by two", &|d| d.increase = d.increase.saturating_sub(2));
        for (nth, beams) in design.beams.iter().enumerate() {
            let what = format!("one {} beam more", beams.kind.name());
            add(beams.count < MAX_WEAPONS, &what, &|design| design.beams[nth].count += 1);
        }
        let batteries = design.strength > 0 && design.batteries < MAX_WEAPONS;
        add(batteries, "one battery of point defence more", &|design| design.batteries += 1);
        let room = design.missiles.is_some_and(|missiles| missiles.count + 2 <= MAX_MISSILES);
        add(room, "two missiles more", &|design| design.missiles.iter_mut().for_each(|missiles| missiles.count += 2));
        improvements
    }

    fn rating_parts(design: &Design) -> Option<[f64; 2]> {
        Some([SCALE * offence(design), SCALE * defence(design)])
    }

    fn matchup_remarks(matchup: &Matchup<Self>) -> Vec<String> {
        uneven(matchup)
    }

    fn other_draws() -> Option<&'static str> {
        Some("with neither side ahead by 50 victory points")
    }

    fn points_decide(_: &Self::Options) -> PointsDecide {
        PointsDecide::Always
    }

    fn policy_name(policy: &Policy) -> &str {
        &policy.name
    }

    fn odds(question: &OddsQuestion<'_, Self>) -> Result<Odds, String> {
        answer::answer(question)
    }
}
