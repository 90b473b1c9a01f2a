//! The answer to a study's question: studies whose title is a question that the page can answer get it as their first
//! sentence, beginning with Yes or No. A title in other words is a title, and nothing is guessed.

use lanchester_analysis::Analysis;
use lanchester_analysis::analysis::{Matrix, MeetingRow, PolicyShift};
use lanchester_analysis::parity::EQUILIBRIUM;

use super::say;
use super::sections::calibration::reach;

/// Ratings within this ratio of each other are near-equal.
const NEAR: f64 = 1.1;
/// A duel is even if the score lies significantly within this of one half, and uneven if it lies significantly beyond.
const EVEN: f64 = 0.05;

/// The answer; nothing where the title asks nothing that is known here, or nothing was played that answers it.
pub fn answer(analysis: &Analysis) -> Option<String> {
    match analysis.name.as_str() {
        "Do near-equal ratings fight evenly?" => evenly(analysis),
        "Does the price depend on the policy?" => by_policy(&analysis.shifts),
        _ => None,
    }
}

fn evenly(analysis: &Analysis) -> Option<String> {
    let flown = |m: &&Matrix| m.policies[0] != EQUILIBRIUM;
    let mut judged = analysis.matrices.iter().filter(flown).filter_map(|m| Some((m, Near::of(m)?)));
    let (matrix, near) = judged.next()?;
    let others: Vec<String> = judged
        .map(|(m, near)| format!("{} of {} with {}", near.uneven, near.duels.len(), say::policy_pair(&m.policies)))
        .collect();
    let others = if others.is_empty() { String::new() } else { format!(" ({})", others.join(", ")) };
    let duels = say::counted(near.duels.len(), "duel", "duels");
    let within = 100.0 * (reach(matrix).min(NEAR) - 1.0);
    let policies = say::policy_pair(&matrix.policies);
    let (low, high) = (100.0 * (0.5 - EVEN), 100.0 * (0.5 + EVEN));
    let band = format!("{low:.0} to {high:.0} %");
    Some(if near.uneven > 0 {
        let (meeting, score) = near.worst();
        let (winner, loser) = (&matrix.ratings[meeting.0], &matrix.ratings[meeting.1]);
        format!(
            "No: with {policies}, {} of {duels} between ratings within {:.0} % of each other end beyond {band}{others}; \
             the least even is {} ({}) against {} ({}), {}.",
            near.uneven,
            within.ceil(),
            say::name(&winner.name),
            winner.rating,
            say::name(&loser.name),
            loser.rating,
            say::score_percent(&score)
        )
    } else if near.even == near.duels.len() {
        format!(
            "Yes: with {policies}, all {duels} between ratings within {:.0} % of each other end within {band}{others}.",
            within.ceil()
        )
    } else {
        format!(
            "It cannot be told: with {policies}, {} of {duels} between near-equal ratings end within {band}, and none significantly beyond{others}.",
            near.even
        )
    })
}

/// The duels of a matrix between near-equal ratings.
struct Near<'m> {
    duels: Vec<&'m MeetingRow>,
    even: usize,
    uneven: usize,
}

impl<'m> Near<'m> {
    /// Nothing if there are none.
    fn of(matrix: &'m Matrix) -> Option<Self> {
        let printed = |place: usize| Some(f64::from(matrix.ratings.get(place)?.printed?.max(1)));
        let near =
            |m: &&MeetingRow| printed(m.a).zip(printed(m.b)).is_some_and(|(a, b)| a <= NEAR * b && b <= NEAR * a);
        let duels: Vec<&MeetingRow> = matrix.meetings.iter().filter(near).collect();
        let even = duels.iter().filter(|m| m.score.low >= 0.5 - EVEN && m.score.high <= 0.5 + EVEN).count();
        let uneven = duels.iter().filter(|m| m.score.low > 0.5 + EVEN || m.score.high < 0.5 - EVEN).count();
        (!duels.is_empty()).then_some(Self { duels, even, uneven })
    }

    /// Winner and loser of the least even duel, and the winner's score.
    fn worst(&self) -> ((usize, usize), lanchester_stats::Interval) {
        let off = |m: &MeetingRow| (m.score.estimate - 0.5).abs();
        let worst = self.duels.iter().fold(self.duels[0], |worst, m| if off(m) > off(worst) { m } else { worst });
        if worst.score.estimate >= 0.5 {
            ((worst.a, worst.b), worst.score)
        } else {
            ((worst.b, worst.a), say::turned(&worst.score))
        }
    }
}

fn by_policy(shifts: &[PolicyShift]) -> Option<String> {
    let designs = say::counted(shifts.len(), "design", "designs");
    match shifts.iter().filter(|shift| shift.moves).count() {
        _ if shifts.is_empty() => None,
        0 => Some(format!(
            "No: of {designs} none is implied to be worth significantly more or less under another policy."
        )),
        n => Some(format!(
            "Yes: {n} of {designs} are implied to be worth significantly more or less under another policy."
        )),
    }
}

#[cfg(test)]
mod tests {
    use lanchester_stats::Interval;

    use super::*;
    use crate::html::sections::tests::{blank, matrix, rating};

    fn trio(scores: [f64; 3], half: f64) -> Analysis {
        let ratio = Interval { estimate: 1.0, low: 0.99, high: 1.01 };
        let rows = [("Mouse", 133), ("Monkey", 128), ("Lab Rat", 123)]
            .map(|(name, printed)| rating(name, printed, None, ratio));
        let mut m = matrix(rows.to_vec());
        let give = |estimate: f64| Interval { estimate, low: estimate - half, high: estimate + half };
        let meeting = |a, b, score| MeetingRow {
            a,
            b,
            score,
            draws: give(0.1),
            capped: give(0.1),
            significant: true,
            battles: 60_000,
        };
        m.meetings =
            vec![meeting(0, 1, give(scores[0])), meeting(0, 2, give(scores[1])), meeting(1, 2, give(scores[2]))];
        let mut analysis = blank();
        analysis.name = "Do near-equal ratings fight evenly?".to_owned();
        analysis.matrices = vec![m];
        analysis
    }

    #[test]
    fn near_equal_ratings_are_answered_by_their_duels() {
        let answer = |scores, half| answer(&trio(scores, half)).expect("an answer");
        let no = answer([0.42, 0.66, 0.51], 0.003);
        assert_eq!(
            no,
            "No: with greedy on both sides, 2 of 3 duels between ratings within 9 % of each other end beyond 45 to 55 %; the \
             least even is Mouse (133) against Lab Rat (123), 66.00 % [65.70, 66.30]."
        );
        assert!(answer([0.2, 0.5, 0.5], 0.003).contains("is Monkey (128) against Mouse (133), 80.00 % ["));
        assert!(answer([0.49, 0.53, 0.5], 0.003).starts_with("Yes: with greedy on both sides, all 3 duels"));
        assert!(answer([0.49, 0.56, 0.5], 0.02).starts_with("It cannot be told: "));
    }

    #[test]
    fn other_titles_ask_nothing() {
        let mut other = trio([0.2, 0.2, 0.2], 0.01);
        other.name = "Are carriers too cheap?".to_owned();
        assert_eq!(answer(&other), None);
        other.name = "Does the price depend on the policy?".to_owned();
        assert_eq!(answer(&other), None, "one policy");
    }
}
