//! `lanchester odds`: the exact odds of one ship's attack on another.

use clap::Args;
use lanchester_core::Combatant;
use lanchester_games::Game;
use lanchester_games::odds::{Chances, Odds, OddsQuestion, Probability};
use lanchester_report::table::{Align, TextTable, Tone, clean};
use lanchester_scenario::Library;
use serde::Serialize;

use crate::cli::Settings;
use crate::contest::Contest;
use crate::exit::Exit;
use crate::output;
use crate::wording::count;

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
    #[arg(long, value_name = "HEXES", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(1..=60))]
    range: u8,
    /// A bank that fires: its number, its mount such as FX2 (Starmada X: its letter), or its weapon; can be given again [default: all]
    #[arg(long = "bank", value_name = "BANK")]
    banks: Vec<String>,
    /// Boxes of its ECM that the target has lost
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(0..=15))]
    ecm_lost: u8,
    /// Shield icons (Starmada X: boxes) that the target has lost
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(0..=15))]
    shields_lost: u8,
    /// Damage boxes, armour and hull, that the target has lost (Starmada X: hull boxes hit)
    #[arg(long, value_name = "N", default_value_t = 0)]
    boxes_lost: u8,
    /// Weapon hits that the attacker has taken (Starmada X: weapons that each battery has lost)
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(0..=15))]
    weapon_hits: u8,
    /// An option of the battle, such as fire_control_ecm=2; can be given again
    #[arg(long, value_name = "KEY=VALUE", visible_alias = "option")]
    options: Vec<String>,
}

#[derive(Serialize)]
struct OddsJson<'a> {
    game: &'static str,
    firer: &'a str,
    target: &'a str,
    range: u8,
    ecm_lost: u8,
    shields_lost: u8,
    boxes_lost: u8,
    weapon_hits: u8,
    #[serde(flatten)]
    odds: &'a Odds,
}

/// Prints the odds.
pub fn run<G: Game>(of: &OddsOf, settings: &Settings) -> anyhow::Result<Exit> {
    let library = Library::<G>::shipped();
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
        ecm_lost: of.ecm_lost,
        shields_lost: of.shields_lost,
        weapon_hits: of.weapon_hits,
        boxes_lost: of.boxes_lost,
    };
    let odds = G::odds(&question).map_err(anyhow::Error::msg)?;
    if settings.json {
        output::json(&OddsJson {
            game: G::NAME,
            firer: firer.name(),
            target: target.name(),
            range: of.range,
            ecm_lost: of.ecm_lost,
            shields_lost: of.shields_lost,
            boxes_lost: of.boxes_lost,
            weapon_hits: of.weapon_hits,
            odds: &odds,
        })?;
    } else {
        let colour = output::colour(&std::io::stdout());
        output::data(&text(&odds, [firer.name(), target.name()], of.range, colour))?;
    }
    Ok(Exit::Done)
}

fn text(odds: &Odds, [firer, target]: [&str; 2], range: u8, colour: bool) -> String {
    let percent = |of: &Probability| format!("{:.2} %", 100.0 * of.probability);
    let fate = &odds.together_fate;
    let end = match &fate.crew_lost {
        Some(crew) => format!(
            ", out of the game in {}: destroyed in {}, crew lost in {}",
            percent(&fate.out),
            percent(&fate.destroyed),
            percent(crew)
        ),
        None if fate.destroyed.probability > 0.0 => format!(", destroyed in {}", percent(&fate.destroyed)),
        None => String::new(),
    };
    let hull = odds.together_marked.is_some();
    let boxes = count(odds.boxes_left.into(), if hull { "hull box" } else { "box" });
    let mut out = clean(&format!(
        "{firer} fires at {target}, {} away: {:.2} of {boxes}{} on average{end}.",
        count(range.into(), "hex"),
        odds.together.mean,
        if hull { " hit" } else { "" },
    ));
    let digits = if fate.out.exact.is_some() { "Exact" } else { "Right to at least ten digits" };
    out.push_str(&format!("\n{digits}; arcs are not looked at: all banks named are taken to bear.\n\n"));
    out.push_str(&banks(odds).render(colour));
    let checked = if hull { "Hull boxes hit" } else { "Boxes checked" };
    out.push_str(&format!("\n{checked} by these banks together\n"));
    out.push_str(&chances(&odds.together).render(colour));
    if let Some(marked) = &odds.together_marked {
        out.push_str("\nHull boxes marked, by hits or by crew casualties\n");
        if *marked == odds.together {
            out.push_str("As above: these banks cause no crew casualties.\n");
        } else {
            out.push_str(&chances(marked).render(colour));
        }
    }
    if let [bank] = odds.banks.as_slice() {
        if let Some(attack) = &bank.attack {
            out.push_str("\nDice that hit\n");
            out.push_str(&chances(&attack.hits).render(colour));
            out.push_str(if hull { "\nPenetrations\n" } else { "\nHits that come through the shields\n" });
            out.push_str(&chances(&attack.through).render(colour));
        }
    } else {
        out.push_str("\nOne --bank alone also shows its dice and hits.\n");
    }
    out
}

/// A line a bank, each alone against the target as it is before the attack.
fn banks(odds: &Odds) -> TextTable {
    let hull = odds.together_marked.is_some();
    let mut columns = vec![
        ("Bank", Align::Right),
        ("Weapon", Align::Left),
        ("Mount", Align::Left),
        ("Range", Align::Left),
        ("Modifier", Align::Right),
        ("Dice", Align::Right),
        ("Blocked by", Align::Left),
        if hull { ("DMG", Align::Right) } else { ("Boxes a hit", Align::Right) },
        if hull { ("Mean hull boxes", Align::Right) } else { ("Mean boxes", Align::Right) },
        ("exactly", Align::Right),
        ("Destroyed %", Align::Right),
    ];
    if hull {
        columns.push(("Crew lost %", Align::Right));
    }
    let mut table = TextTable::new(&columns);
    for bank in &odds.banks {
        let mut row = vec![bank.bank.to_string(), bank.weapon.clone(), bank.mount.clone()];
        let tone = match &bank.attack {
            None => {
                row.push(format!("out of reach ({})", bank.reach));
                Tone::Dim
            }
            Some(attack) => {
                let percent = |of: &Probability| format!("{:.3}", 100.0 * of.probability);
                row.extend([
                    attack.band.to_owned(),
                    format!("{:+}", attack.modifier).replace('-', "−").replace("+0", "0"),
                    attack.dice.to_string(),
                    format!("{} faces of 6", attack.blocking_faces),
                    attack.damage.to_string(),
                    format!("{:.3}", attack.alone.boxes.mean),
                    short(attack.alone.boxes.mean_exact.as_deref()),
                    percent(&attack.alone.fate.destroyed),
                ]);
                row.extend(attack.alone.fate.crew_lost.as_ref().map(percent));
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
