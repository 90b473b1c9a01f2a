//! `--options`: options of battles on the command line.

use std::collections::BTreeMap;

use anyhow::bail;
use clap::Args;
use lanchester_games::Game;
use lanchester_scenario::{Library, Overruled};

/// Options that overrule those of a study.
#[derive(Clone, Debug, Default, Args)]
pub struct OptionFlags {
    /// An option of the battles instead of the study's, such as turn_cap=50; can be given again
    #[arg(long, value_name = "KEY=VALUE", visible_alias = "option")]
    options: Vec<String>,
}

impl OptionFlags {
    /// The files with these options on top of those of every study.
    ///
    /// # Errors
    /// Every problem of them.
    pub fn over<G: Game>(&self, library: Library<G>) -> anyhow::Result<Library<G>> {
        Ok(library.with_options(&toml(&self.options)?)?)
    }

    /// Whether an option of this key is given.
    pub fn has(&self, key: &str) -> bool {
        self.options.iter().any(|option| option.split('=').next().is_some_and(|given| given.trim() == key))
    }

    /// The words that give these options again.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.options.iter().flat_map(|option| ["--options", option])
    }

    /// A sentence on what was given and what it overrules, for the result; empty where nothing was given.
    pub fn sentence(&self, overruled: &[Overruled]) -> String {
        if self.options.is_empty() {
            return String::new();
        }
        let of = |of: &Overruled| format!("{} = {} of the study gives way to {}", of.key, of.file, of.given);
        let overruled: Vec<String> = overruled.iter().map(of).collect();
        let way = if overruled.is_empty() { String::new() } else { format!(" ({})", overruled.join("; ")) };
        format!("With the options {}{way}.", lanchester_report::columns::clean(&self.options.join(", ")))
    }
}

/// Options `KEY=VALUE` as lines of TOML.
///
/// # Errors
/// One of them has no value.
pub fn toml(options: &[String]) -> anyhow::Result<String> {
    let mut toml = String::new();
    for option in options {
        let Some((key, value)) = option.split_once('=') else {
            bail!("the option `{option}` has no value; expected KEY=VALUE, such as turn_cap=50")
        };
        toml.push_str(&line(key.trim(), value.trim()));
    }
    Ok(toml)
}

/// A key and its value as TOML; a bare word such as `medium` becomes text.
pub fn line(key: &str, value: &str) -> String {
    let bare = value.starts_with(|c: char| c.is_alphabetic()) && !matches!(value, "true" | "false");
    let text = value.replace('\\', r"\\").replace('"', "\\\"");
    if bare { format!("{key} = \"{text}\"\n") } else { format!("{key} = {value}\n") }
}

/// Options as JSON has them: every one by its key, as text.
pub fn texts<G: Game>(options: &G::Options) -> BTreeMap<&'static str, String> {
    G::options_text(options).into_iter().collect()
}
