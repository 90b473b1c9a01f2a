//! Why a duel ends as it does: the lines that matter of an account of recorded battles, its table, and its page.
//!
//! [`says`] and [`first_loss`] are the sentences, for the terminal and the page. [`table()`] holds every number. [`page()`] draws it.

mod page;
mod table;

use lanchester_analysis::account::{FirstLoss, ShipAccount, SideAccount, WeaponAccount};
use lanchester_stats::Interval;

pub use page::{Duel, page};
pub use table::table;

/// A space at which no line ends.
pub const UNBREAKABLE: &str = "\u{a0}";
/// Weapons and ships that are named in a sentence, at most.
const NAMED: usize = 3;
/// Shares below this are not worth a word.
const WORTH_A_WORD: f64 = 0.02;
/// A ship that never fires in fewer battles than these is not named.
const SILENT: f64 = 0.25;

/// What is said of a side: how it ends for it and how much harm it does; then with what and by whom, who never fires, and losses.
#[must_use]
pub fn says(side: &SideAccount) -> (String, Vec<String>) {
    let parts =
        [("with", weapons(side)), ("by", ships(side)), ("never fire:", silent(side)), ("losses:", losses(side))];
    let some = parts.into_iter().filter(|(_, parts)| !parts.is_empty());
    (outcome(side), some.map(|(word, parts)| format!("{word} {}", parts.join("; "))).collect())
}

fn outcome(side: &SideAccount) -> String {
    let ships: u64 = side.ships.iter().map(|of| of.count).sum();
    let left = if ships == 1 {
        format!("survives in {} of battles", percent(&side.survives))
    } else {
        format!("keeps {} of its ships", percent(&side.survives))
    };
    format!("{} {left} and does {:.1} of harm per battle:", side.name, side.harm_per_battle)
}

/// With what a side does its harm, and from how far.
fn weapons(side: &SideAccount) -> Vec<String> {
    let some = |of: &&WeaponAccount| of.harm.is_some_and(|share| share.estimate >= WORTH_A_WORD);
    let part = |of: &WeaponAccount| {
        let share = of.harm.as_ref().map(percent).unwrap_or_default();
        let range = match of.middle_half() {
            Some([from, to]) if from == to => format!(" (most of it at {})", hexes(from)),
            Some([from, to]) => format!(" (half of it at {from} to {})", hexes(to)),
            None => String::new(),
        };
        format!("{} {share}{range}", of.weapon)
    };
    side.weapons.iter().filter(some).take(NAMED).map(part).collect()
}

/// Which ships of a fleet do it.
fn ships(side: &SideAccount) -> Vec<String> {
    if side.ships.len() < 2 {
        return Vec::new();
    }
    let mut by: Vec<(&ShipAccount, Interval)> = side.ships.iter().filter_map(|of| Some((of, of.harm?))).collect();
    by.sort_by(|one, other| other.1.estimate.total_cmp(&one.1.estimate));
    let some = by.iter().filter(|(_, share)| share.estimate >= WORTH_A_WORD);
    some.take(NAMED).map(|(of, share)| format!("{} {}", number(of), percent(share))).collect()
}

/// Ships that often never fire.
fn silent(side: &SideAccount) -> Vec<String> {
    let often = side.ships.iter().filter(|of| of.never_fires.estimate >= SILENT);
    often.map(|of| format!("{} in {} of battles", number(of), percent(&of.never_fires))).collect()
}

/// How ships are lost otherwise than to the enemy's weapons.
fn losses(side: &SideAccount) -> Vec<String> {
    let of = &side.losses;
    let parts = [
        (of.to_friends_explosions, "to explosions of its own ships"),
        (of.to_enemies_explosions, "to explosions of the enemy's"),
        (of.to_themselves, "to themselves"),
        (of.left, "by leaving the battle"),
    ];
    let all = of.to_enemies + parts.iter().map(|(lost, _)| lost).sum::<f64>();
    let said = parts.iter().filter(|(lost, _)| *lost >= WORTH_A_WORD * all && *lost > 0.0);
    said.map(|(lost, how)| format!("{:.0}{UNBREAKABLE}% {how}", 100.0 * lost / all)).collect()
}

/// The first loss, in a sentence.
#[must_use]
pub fn first_loss(first: &FirstLoss) -> String {
    format!(
        "Half of the first losses come by turn {}. The side that loses the first ship scores {}.",
        first.turn,
        percent(&first.loser_scores)
    )
}

fn number(ship: &ShipAccount) -> String {
    if ship.count == 1 { ship.name.clone() } else { format!("{} {}", ship.count, ship.name) }
}

fn hexes(range: u32) -> String {
    if range == 1 { "1 hex".to_owned() } else { format!("{range} hexes") }
}

/// `61 % [58, 64]`, ends rounded outwards, to be kept on one line.
fn percent(share: &Interval) -> String {
    let Interval { estimate, low, high } = share.map_rising(|x| 100.0 * x);
    format!("{estimate:.0} % [{:.0}, {:.0}]", low.floor(), high.ceil()).replace(' ', UNBREAKABLE)
}
