//! Why a duel ends as it does, and what a change changes in it: the lines that matter of accounts of recorded battles.

use lanchester_report::columns::{Align, TextTable, Tone, clean};
use lanchester_stats::Interval;
use lanchester_study::account::{Account, Change, Figure, FirstLoss, ShipAccount, SideAccount, WeaponAccount, What};

use crate::output;
use crate::wording::{count, signed, wrapped};

/// A space at which no line ends.
const UNBREAKABLE: &str = "\u{a0}";
/// Weapons and ships that are named in a sentence, at most.
const NAMED: usize = 3;
/// Shares below this are not worth a word.
const WORTH_A_WORD: f64 = 0.02;
/// A ship that never fires in fewer battles than these is not named.
const SILENT: f64 = 0.25;

/// The account in a few sentences.
pub fn text(account: &Account) -> String {
    let mut text = format!(
        "\nWhy, by {} recorded (intervals 95 %; harm is counted in {}):\n",
        count(account.battles, "battle"),
        account.harm
    );
    for side in &account.sides {
        text.push_str(&line(2, &outcome(side)));
        let parts =
            [("with", weapons(side)), ("by", ships(side)), ("never fire:", silent(side)), ("losses:", losses(side))];
        for (word, parts) in parts.iter().filter(|(_, parts)| !parts.is_empty()) {
            text.push_str(&line(4, &format!("{word} {}", parts.join("; "))));
        }
    }
    text.extend(account.first_loss.as_ref().map(|first| line(2, &first_loss(first))));
    text
}

/// A sentence in lines of the terminal's width, indented; what stands between unbreakable spaces stays on one line.
fn line(indent: usize, sentence: &str) -> String {
    let width = output::width().saturating_sub(indent + 2);
    let folded = wrapped(&clean(sentence), width, indent + 2).replace(UNBREAKABLE, " ");
    format!("{}{folded}\n", " ".repeat(indent))
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

fn first_loss(first: &FirstLoss) -> String {
    format!(
        "Half of the first losses come by turn {}. The side that loses the first ship scores {}.",
        first.turn,
        percent(&first.loser_scores)
    )
}

/// What a change changes, as a table of what differs beyond chance; `names`: of what it was and of what it is.
pub fn changed(change: &Change, names: [&str; 2]) -> String {
    let [base, variant] = names.map(clean);
    let of =
        format!("Why, by {} recorded of each (harm is counted in {}):", count(change.battles, "battle"), change.harm);
    let text = format!("\n{}\n", wrapped(&of, output::width(), 2));
    // A weapon of one of the two alone differs in all that is counted of it: its harm says enough.
    let alone = |of: &Figure| of.weapon.is_some() && of.what != What::HarmDone && (of.base == 0.0 || of.variant == 0.0);
    let differ: Vec<&Figure> = change.figures.iter().filter(|of| of.differs && !alone(of)).collect();
    if differ.is_empty() {
        let nothing = format!("Nothing that is counted differs beyond chance between {base} and {variant}.");
        return text + &line(2, &nothing);
    }
    let mut table = TextTable::new(&[
        ("", Align::Left),
        (base.as_str(), Align::Right),
        (variant.as_str(), Align::Right),
        ("Change", Align::Right),
        ("95 % interval", Align::Left),
    ]);
    for figure in differ {
        let scale = if matches!(figure.what, What::Survives | What::NeverFires) { 100.0 } else { 1.0 };
        let [change, interval] = signed(&figure.difference.map_rising(|x| scale * x));
        let value = |of: f64| (figures(scale * of), Tone::Plain);
        table.row([
            (counted(figure), Tone::Plain),
            value(figure.base),
            value(figure.variant),
            (change, Tone::Plain),
            (interval, Tone::Dim),
        ]);
    }
    text + &table.render(output::screen())
}

/// A number of two decimals, or more where it is small.
fn figures(of: f64) -> String {
    if of != 0.0 && of.abs() < 0.1 { format!("{of:.3}") } else { format!("{of:.2}") }
}

/// What a figure counts, in words.
fn counted(figure: &Figure) -> String {
    let what = match figure.what {
        What::Survives => "survives, %",
        What::NeverFires => "never fires, %",
        // Of a weapon there is no other harm; a shorter line fits a terminal of 80 columns.
        What::HarmDone if figure.weapon.is_some() => "harm per battle",
        What::HarmDone => "harm done per battle",
        What::HarmSuffered => "harm suffered per battle",
        What::Range => "mean range of its harm, hexes",
        What::Turns => "turns of a battle",
        What::Shots => "shots per battle",
        What::HarmPerShot => "harm per shot",
    };
    figure.weapon.as_ref().map_or_else(|| what.to_owned(), |weapon| format!("{weapon}: {what}"))
}

fn number(ship: &ShipAccount) -> String {
    if ship.count == 1 { ship.name.clone() } else { format!("{} {}", ship.count, ship.name) }
}

fn hexes(range: u32) -> String {
    if range == 1 { "1 hex".to_owned() } else { format!("{range} hexes") }
}

/// `61 % [58, 64]`, to be kept on one line.
fn percent(share: &Interval) -> String {
    let text = format!("{:.0} % [{:.0}, {:.0}]", 100.0 * share.estimate, 100.0 * share.low, 100.0 * share.high);
    text.replace(' ', UNBREAKABLE)
}
