//! `lanchester fit`: is the game's rating formula true?

mod answer;
mod text;

use lanchester_study::DesignGenerator;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::Args;
use lanchester_games::Game;
use lanchester_scenario::{Library, Study};
use lanchester_stats::meta::LEAST_FAMILIES;
use lanchester_study::fit::{Inquiry, PAIRS, cost, explain, families, points, prices};
use lanchester_study::host::Clock;
use lanchester_study::price::{Policies, field, ids_in_order};
use lanchester_study::rounds::identity;
use lanchester_study::runner::Runner;
use serde::Serialize;

use self::answer::{Asked, Partial, json};
use super::price::{share, wishes};
use crate::exit::Exit;
use crate::option_values::whole;
use crate::output;
use crate::parts::PartFlags;
use crate::play::{fleet_runner, say_time, what_prices_cost};
use crate::search_flags::{SearchFlags, sentence};
use crate::settings::Settings;
use crate::wording::command;

/// Says whether the game's rating formula is true: whether √(offence × defence) is what ships are worth
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester fit                              against the ships of the default study
  lanchester fit my-study.toml --ships 1      one ship at a time, against fleets of the study's ships
  lanchester fit --field my-study.toml        the same designs against other ships
  lanchester fit --designs 300 --precision 0.03 --out my-fit

New designs are made out of the study's ships: each family varies one base, a ship or a mixture of two. Each design gets a
parity price as `lanchester price` finds it, always with the same number of ships. Prices are then explained by offence and
defence: price = k × offence^a × defence^b, with effects of family and design and the errors of the prices in the model. The
formula is true if a and b are both a half and nothing is left. Other forms are compared by how well they predict families
that they were not fitted to.")]
pub struct FitOf {
    /// The study whose ships are varied and make up the other side, by id or path
    #[arg(value_name = "STUDY", default_value = "default")]
    study: String,
    /// A study whose ships make up the other side instead, by id or path; the designs stay those of STUDY
    #[arg(long, value_name = "STUDY")]
    field: Option<String>,
    /// Designs to make
    #[arg(long, value_name = "N", default_value_t = 240, value_parser = whole(LEAST_FAMILIES as u64, 5000))]
    designs: u64,
    /// Families to make them in
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = whole(LEAST_FAMILIES as u64, 1000))]
    families: u64,
    /// Ships of a design in each fleet of it
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole(1, 100))]
    ships: u64,
    /// The error in per cent that a rating may have for the formula to be called true
    #[arg(long, value_name = "PCT", default_value_t = 10.0, value_parser = percent)]
    within: f64,
    /// Half-width of each price's 95 % interval to reach, as a share of the price
    #[arg(long, value_name = "SHARE", default_value_t = 0.08, value_parser = share)]
    precision: f64,
    /// Who commands the designs: an id, a path, or `search` [default: the study's first policy]
    #[arg(long, value_name = "POLICY")]
    policy_a: Option<String>,
    /// Who commands the field: an id, a path, or `search` [default: the study's first policy]
    #[arg(long, value_name = "POLICY")]
    policy_b: Option<String>,
    #[command(flatten)]
    parts: PartFlags,
    /// A folder for the result with every design's price, as fit.json; no file is overwritten
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

fn percent(text: &str) -> Result<f64, String> {
    let expected = || format!("`{text}` is no percentage; expected a number from 1 to 100, such as 10");
    text.parse::<f64>().ok().filter(|x| (1.0..=100.0).contains(x)).ok_or_else(expected)
}

/// The file of a result.
const FILE: &str = "fit.json";

/// Makes designs, prices them, explains the prices and says what follows.
pub fn run<G: Game>(of: &FitOf, settings: &Settings) -> anyhow::Result<Exit> {
    let library = settings.library::<G>();
    let study = library.ships_of_study(&of.study)?;
    let seed = settings.seed.unwrap_or(study.seed);
    refuse(of, &study)?;
    let place = of.out.as_deref().map(place).transpose()?;
    let mut asked = wishes(&study)?;
    let points = points(&asked.designs);
    let other = of.field.as_deref().map(|id| library.ships_of_study(id)).transpose()?;
    let field_id = other.as_ref().map_or(&study.id, |other| &other.id);
    if let Some(other) = &other {
        asked.designs = wishes(other)?.designs;
    }
    asked.precision = of.precision;
    asked.pairs = PAIRS;
    let (policies, searching) = commanders(of, &library, &study)?;
    let inquiry = Inquiry {
        generator: &DesignGenerator::new(&library, &study, &ids_in_order(&study.designs)),
        families: of.families as u32,
        designs: of.designs as u32,
        ships: of.ships as u32,
        points,
        field: &field(&asked, &asked.options),
        policies: &policies,
    };
    let members = families(&inquiry, seed);

    let stop = settings.stop();
    let repeat = repeat(of, seed);
    let belongs = || {
        let made: Vec<_> = members.iter().map(|member| (member.family, &member.design)).collect();
        let decides = format_args!("{made:?} {asked:?} {policies:?} {}", of.ships);
        identity::<G>(["fit", &study.id], &study.inputs, seed, decides, of.parts.shard())
    };
    let rounds = of.parts.open(settings, belongs)?;
    let runner = fleet_runner(settings, seed, &asked.designs, &asked.options, &study.policies[0].1);
    let runner = Runner { rounds: rounds.as_ref(), ..runner };
    if rounds.is_none() {
        settings.remark(&what_prices_cost(&cost(&runner, &inquiry, &members, stop)));
    }
    let start = settings.now();
    let priced = prices(&runner, &inquiry, &members, stop);
    if let Some(exit) = of.parts.ended(rounds.as_ref(), settings, stop, &repeat)? {
        return Ok(exit);
    }
    let partial = (priced.len() < members.len()).then(|| Partial::of(&priced, &members));
    let spent = priced.iter().map(|one| one.row.battles).sum();
    say_time(settings, &runner, spent, start);
    let found = match (explain(&priced), &partial) {
        (Ok(found), _) => found,
        (Err(error), None) => return Err(anyhow!("{error}, so nothing can be said of the formula")),
        (Err(_), Some(partial)) => {
            let needed = "too few to say anything of the formula";
            settings.say(&format!("Interrupted: {partial}, {needed}. Run it again:\n  {}", of.parts.go_on(&repeat)));
            return Ok(Exit::Interrupted);
        }
    };
    let asked = Asked::<G> {
        study: &study.id,
        field: field_id,
        inquiry: &inquiry,
        within: of.within,
        seed,
        repeat: &repeat,
        partial,
    };
    let whole = json(&asked, &members, &priced, &found);
    if let Some(place) = &place {
        write(place, &whole)?;
    }
    if settings.json {
        settings.json(&whole)?;
    } else {
        let mut text = text::answer(&asked, &priced, &found, place.as_deref());
        text.extend(searching.map(|searching| format!("{searching}\n")));
        output::prose(&text)?;
    }
    Ok(if asked.partial.is_some() { Exit::Interrupted } else { Exit::Done })
}

/// Who commands the designs and the field, and how `search` searches, where it does, in a sentence.
fn commanders<G: Game>(
    of: &FitOf,
    library: &Library<G>,
    study: &Study<G>,
) -> anyhow::Result<(Policies<G>, Option<String>)> {
    let policy = |what: &Option<String>| SearchFlags::default().commander(library, study, what.as_deref());
    let own = [policy(&of.policy_a)?, policy(&of.policy_b)?];
    let searching = SearchFlags::default().among(library, study, &own)?;
    Ok((Policies::of(own), searching.as_ref().map(sentence)))
}

fn refuse<G: Game>(of: &FitOf, study: &Study<G>) -> anyhow::Result<()> {
    if study.designs.iter().all(|design| G::rating_parts(&design.design).is_none()) {
        bail!("{} has no rating formula of two parts, offence and defence; expected another --game", G::TITLE);
    }
    if of.ships > G::MAX_SHIPS as u64 {
        bail!("--ships {} is more than a side may have; expected at most {}", of.ships, G::MAX_SHIPS);
    }
    if of.designs < of.families {
        bail!("--designs {} leaves some of {} families empty; expected at least one each", of.designs, of.families);
    }
    Ok(())
}

/// Where the result goes.
///
/// # Errors
/// It is there already.
fn place(folder: &Path) -> anyhow::Result<PathBuf> {
    let place = folder.join(FILE);
    if place.symlink_metadata().is_ok() {
        bail!("{} is there already, and no file is overwritten; expected another --out folder", place.display());
    }
    Ok(place)
}

fn write(place: &Path, whole: &impl Serialize) -> anyhow::Result<()> {
    use std::io::Write;

    use anyhow::Context;
    output::make_folder_of(place)?;
    let file = std::fs::OpenOptions::new().write(true).create_new(true).open(place);
    let text = format!("{}\n", serde_json::to_string_pretty(whole)?);
    file.and_then(|mut file| file.write_all(text.as_bytes()))
        .with_context(|| format!("{} cannot be written", place.display()))
}

fn repeat(of: &FitOf, seed: u64) -> String {
    let mut words: Vec<String> = vec!["fit".into(), of.study.clone()];
    let mut option =
        |name: &str, value: Option<String>| words.extend(value.into_iter().flat_map(|v| [name.to_owned(), v]));
    option("--field", of.field.clone());
    option("--designs", Some(of.designs.to_string()));
    option("--families", Some(of.families.to_string()));
    option("--ships", Some(of.ships.to_string()));
    option("--within", Some(of.within.to_string()));
    option("--precision", Some(of.precision.to_string()));
    option("--policy-a", of.policy_a.clone());
    option("--policy-b", of.policy_b.clone());
    option("--seed", Some(seed.to_string()));
    command(words.iter().map(String::as_str))
}
