//! Why a duel ends as it does: the lines that matter of an account of recorded battles, its table, and its page.
//!
//! [`says`] and [`first_loss`] are the sentences, for the terminal and the page. [`table()`] holds every number. [`page()`] draws it.

mod page;
mod table;

use lanchester_analysis::account::{Account, FirstLoss, Losses, ShipAccount, SideAccount, WeaponAccount};
use lanchester_stats::Interval;

use crate::html::say;

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

/// What is said of a side, each in a line without a stop at its end.
#[derive(Clone, Debug)]
pub struct Says {
    /// How it ends for it, and how much harm it does.
    pub outcome: String,
    /// With what, and by which ships.
    pub doers: Vec<String>,
    /// Who never fires, and how ships are lost otherwise than to the enemy's weapons.
    pub oddities: Vec<String>,
}

/// What is said of both sides.
#[must_use]
pub fn says(account: &Account) -> [Says; 2] {
    let names = names(account);
    [0, 1].map(|nth: usize| {
        let side = &account.sides[nth];
        let said = |of: [(&str, Vec<String>); 2]| -> Vec<String> {
            let some = of.into_iter().filter(|(_, parts)| !parts.is_empty());
            some.map(|(word, parts)| format!("{word} {}", parts.join("; "))).collect()
        };
        Says {
            outcome: outcome(&names[nth], side),
            doers: said([("with", weapons(side)), ("by", ships(side))]),
            oddities: said([("never fire:", silent(side)), ("losses:", losses(side))]),
        }
    })
}

/// The names of sides A and B, with a letter where they are the same.
#[must_use]
pub fn told_apart([a, b]: [&str; 2]) -> [String; 2] {
    if a == b { [format!("{a} (A)"), format!("{b} (B)")] } else { [a.to_owned(), b.to_owned()] }
}

fn names(account: &Account) -> [String; 2] {
    told_apart(account.sides.each_ref().map(|side| side.name.as_str()))
}

fn outcome(name: &str, side: &SideAccount) -> String {
    let ships: u64 = side.ships.iter().map(|of| of.count).sum();
    let left = if ships == 1 {
        format!("survives in {} of battles", percent(&side.survives))
    } else {
        format!("keeps {} of its ships", percent(&side.survives))
    };
    format!("{name} {left} and does {:.1} of harm per battle", side.harm_per_battle)
}

/// With what a side does its harm, and from how far.
fn weapons(side: &SideAccount) -> Vec<String> {
    let some = |of: &&WeaponAccount| of.harm.is_some_and(|share| share.estimate >= WORTH_A_WORD);
    let part = |of: &WeaponAccount| {
        let share = of.harm.as_ref().map(percent).unwrap_or_default();
        format!("{} {share}{}", of.weapon, at(of).map(|at| format!(" ({at})")).unwrap_or_default())
    };
    side.weapons.iter().filter(some).take(NAMED).map(part).collect()
}

/// From how far most of a weapon's harm is done: the middle half at the least.
fn at(weapon: &WeaponAccount) -> Option<String> {
    let [from, to] = weapon.middle_half()?;
    let from = if from == to { String::new() } else { format!("{from} to ") };
    Some(format!("most of it at {from}{}", hexes(to)))
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

/// How ships are lost, per battle: to the enemy's weapons first.
const fn ways_lost(of: &Losses) -> [(f64, &'static str); 5] {
    [
        (of.to_enemies, "to the enemy's weapons"),
        (of.to_friends_explosions, "to explosions of its own ships"),
        (of.to_enemies_explosions, "to explosions of enemy ships"),
        (of.to_themselves, "to themselves"),
        (of.left, "by leaving the battle"),
    ]
}

/// How ships are lost otherwise than to the enemy's weapons.
fn losses(side: &SideAccount) -> Vec<String> {
    let ways = ways_lost(&side.losses);
    let all: f64 = ways.iter().map(|(lost, _)| lost).sum();
    let said = ways[1..].iter().filter(|(lost, _)| *lost >= WORTH_A_WORD * all && *lost > 0.0);
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

/// A share for a column headed %; what is certain, as of a side's only weapon, has no digits behind the point.
fn share(share: &Interval) -> String {
    if share.low < share.high { say::share(share) } else { format!("{:.0}", 100.0 * share.estimate) }
}

/// `61.2 % [58.1, 64.3]`, to be kept on one line; `100 %` where it is certain.
fn percent(of: &Interval) -> String {
    let text = if of.low < of.high { say::percent(of) } else { format!("{} %", share(of)) };
    text.replace(' ', UNBREAKABLE)
}
