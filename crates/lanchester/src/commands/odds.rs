//! `lanchester odds`: the exact odds of one ship's attack on another.

use clap::Args;
use lanchester_core::Combatant;
use lanchester_games::Game;
use lanchester_games::odds::{Chances, Fact, FactValue, Odds, OddsQuestion, Probability};
use lanchester_report::columns::{Align, Screen, TextTable, Tone, clean};
use serde::Serialize;
use std::collections::BTreeMap;

use super::odds_flags::Answers;
use crate::contest::Contest;
use crate::exit::Exit;
use crate::option_values::whole_of;
use crate::output;
use crate::settings::Settings;
use crate::wording::{capital, count};

/// Works out the exact odds of one ship's attack on another, as fractions and decimals
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester odds majestic dioptre --range 7
  lanchester odds majestic dioptre --range 4 --bank FF --bank FX2 --boxes-lost 6
  lanchester odds my-ship.toml majestic --range 12 --weapon-hits 2 --json
  lanchester --game starmada-x odds mouse monkey --range 3 --bank a

Whether the target lies in a bank's arc is not looked at: name the banks that bear, or all of them count. The banks named \
fire one after another at one ship.

Starmada X marks every die on the target's record, hull boxes and crew, so that what one die takes is missing for the next. Where \
the record can be in few enough states the answer is exact; with more of them it is right to at least ten digits (fractions in \
--json are then null), and with too many even for that it is refused.")]
pub struct OddsOf {
    /// The attacker: a ship, by id or path
    #[arg(value_name = "SHIP")]
    firer: String,
    /// The target: a ship, by id or path
    #[arg(value_name = "TARGET")]
    target: String,
    /// Distance in hexes
    #[arg(long, value_name = "HEXES", value_parser = whole_of::<u8>(0, MOST_RANGE))]
    range: u8,
    /// A bank that fires: its number, its mount such as FX2 (Starmada X: its letter), or its weapon (Talon: a weapon group, by number or weapon); can be given again [default: all]
    #[arg(long = "bank", value_name = "BANK")]
    banks: Vec<String>,
    #[command(flatten)]
    answers: Answers,
    /// An option of the battle, such as fire_control_ecm=2; can be given again
    #[arg(long, value_name = "KEY=VALUE", visible_alias = "option")]
    options: Vec<String>,
}

/// Hexes, at most, of which odds are asked.
const MOST_RANGE: u64 = 60;

#[derive(Serialize)]
struct OddsJson<'a> {
    game: &'static str,
    firer: &'a str,
    target: &'a str,
    range: u8,
    #[serde(flatten)]
    asked: BTreeMap<&'static str, u8>,
    #[serde(flatten)]
    odds: &'a Odds,
}

/// Prints the odds.
pub fn run<G: Game>(of: &OddsOf, settings: &Settings) -> anyhow::Result<Exit> {
    anyhow::ensure!(
        of.range >= G::NEAREST,
        "--range {}: no ship of {} is fired at in the firer's hex; expected a whole number from {} to {MOST_RANGE}",
        of.range,
        G::TITLE,
        G::NEAREST
    );
    let library = settings.library::<G>();
    let (firer, target) = match (library.ship(&of.firer), library.ship(&of.target)) {
        (Ok(firer), Ok(target)) => (firer, target),
        (Err(a), Err(b)) => return Err(a.and(b).into()),
        (Err(one), Ok(_)) | (Ok(_), Err(one)) => return Err(one.into()),
    };
    let options = Contest { options: of.options.clone(), ..Contest::default() }.battle_options(&library)?;
    let question = OddsQuestion {
        firer: &*firer,
        target: &*target,
        options: &options,
        range: of.range,
        banks: &of.banks,
        asked: of.answers.of::<G>().map_err(anyhow::Error::msg)?,
    };
    let odds = G::odds(&question).map_err(anyhow::Error::msg)?;
    if settings.json {
        settings.json(&OddsJson {
            game: G::NAME,
            firer: firer.name(),
            target: target.name(),
            range: of.range,
            asked: G::QUESTIONS.iter().map(|q| (q.key, *(q.part)(&mut question.asked.clone()))).collect(),
            odds: &odds,
        })?;
    } else {
        let screen = output::screen();
        output::prose(&text(&odds, [firer.name(), target.name()], of.range, screen))?;
    }
    Ok(Exit::Done)
}

fn text(odds: &Odds, [firer, target]: [&str; 2], range: u8, screen: Screen) -> String {
    let percent = |of: &Probability| format!("{:.2} %", 100.0 * of.probability);
    let ends = &odds.together.ends;
    let each = ends.iter().map(|end| format!("{} in {}", end.words, percent(&end.probability))).collect::<Vec<_>>();
    let end = match ends.as_slice() {
        [only] if only.probability.probability == 0.0 => String::new(),
        [_] => format!(", {}", each.join("")),
        _ => format!(", out of the game in {}: {}", percent(&odds.together.out), each.join(", ")),
    };
    let mut out = clean(&format!(
        "{firer} fires at {target}, {} away: {:.2} of {}{} on average{end}.",
        count(range.into(), "hex"),
        odds.together.distributions.first().map_or(0.0, |first| first.chances.mean),
        count(odds.boxes_left.into(), odds.words.unit),
        odds.words.done,
    ));
    let [one, several] = odds.words.banks;
    let digits = if odds.together.out.exact.is_some() { "Exact" } else { "Right to at least ten digits" };
    out.push_str(&format!("\n{digits}; arcs are not looked at: all {several} named are taken to bear.\n\n"));
    out.push_str(&banks(odds).render(screen));
    let all = &odds.together.distributions;
    for (nth, distribution) in all.iter().enumerate() {
        let by = if nth == 0 { format!(" by these {several} together") } else { String::new() };
        out.push_str(&format!("\n{}{by}\n", distribution.title));
        if nth > 0 && !distribution.if_as_first.is_empty() && distribution.chances == all[0].chances {
            out.push_str(&format!("{}\n", distribution.if_as_first));
        } else {
            out.push_str(&chances(&distribution.chances).render(screen));
        }
    }
    if let [bank] = odds.banks.as_slice() {
        for roll in bank.attack.iter().flat_map(|attack| &attack.rolls) {
            out.push_str(&format!("\n{}\n", roll.title));
            out.push_str(&chances(&roll.chances).render(screen));
        }
    } else {
        out.push_str(&format!("\nOne {one} alone (--bank) also shows its dice and what they do.\n"));
    }
    out
}

/// A line for each bank, each alone against the target as it is before the attack.
fn banks(odds: &Odds) -> TextTable {
    let heading = capital(odds.words.banks[0]);
    let mut columns = vec![(heading.as_str(), Align::Right), ("Weapon", Align::Left), (odds.words.mount, Align::Left)];
    // At least one bank reaches the target.
    if let Some(attack) = odds.banks.iter().find_map(|bank| bank.attack.as_ref()) {
        // "2 faces of 6" is a number and still text.
        let align = |fact: &Fact| match fact.value {
            FactValue::Number(_) if !fact.text.contains(' ') => Align::Right,
            _ => Align::Left,
        };
        columns.extend(attack.facts.iter().map(|fact| (fact.heading, align(fact))));
    }
    columns.extend([(odds.words.mean, Align::Right), ("exactly", Align::Right)]);
    columns.extend(odds.together.ends.iter().map(|end| (end.heading, Align::Right)));
    let mut table = TextTable::new(&columns);
    for bank in &odds.banks {
        let mut row = vec![bank.bank.to_string(), bank.weapon.clone(), bank.mount.clone()];
        let tone = match &bank.attack {
            None => {
                row.push(format!("out of reach ({})", bank.reach));
                Tone::Dim
            }
            Some(attack) => {
                row.extend(attack.facts.iter().map(|fact| fact.text.clone()));
                if let Some(first) = attack.alone.distributions.first() {
                    row.extend([format!("{:.3}", first.chances.mean), short(first.chances.mean_exact.as_deref())]);
                }
                row.extend(attack.alone.ends.iter().map(|end| format!("{:.3}", 100.0 * end.probability.probability)));
                Tone::Plain
            }
        };
        table.row(row.into_iter().map(|cell| (cell, tone)));
    }
    table
}

fn chances(chances: &Chances) -> TextTable {
    let mut table = TextTable::new(&[
        ("Number", Align::Right),
        ("Chance %", Align::Right),
        ("or more %", Align::Right),
        ("exactly", Align::Right),
    ]);
    for chance in &chances.values {
        let row = [
            chance.value.to_string(),
            format!("{:.3}", 100.0 * chance.probability),
            format!("{:.3}", 100.0 * chance.at_least),
            short(chance.exact.as_deref()),
        ];
        table.row(row.map(|cell| (cell, Tone::Plain)));
    }
    let row = ["mean".to_owned(), format!("{:.4}", chances.mean), String::new(), short(chances.mean_exact.as_deref())];
    table.row(row.map(|cell| (cell, Tone::Plain)));
    table
}

/// A fraction, unless it is too long to read (--json has them all) or was rounded.
fn short(exact: Option<&str>) -> String {
    match exact {
        None => "(rounded)".to_owned(),
        Some(exact) if exact.len() <= 40 => exact.to_owned(),
        Some(_) => "(long: see --json)".to_owned(),
    }
}
