//! `lanchester plan --emit`: a file with which an engine plays a run in parts.
//!
//! A path is anybody's text, and the file is run. So the words of the command are quoted for whoever reads them: a shell
//! ([`shlex`]), Python and YAML (a string of JSON is one of theirs). What cannot be printed is refused.

use std::path::Path;

use anyhow::bail;
use clap::ValueEnum;
use lanchester_scenario::{Input, steers};
use serde::Serialize;

use super::Plan;
use crate::exit::Exit;
use crate::settings::Settings;
use crate::wording::words_of;

/// Who plays the parts of a run.
#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// A Snakefile: Slurm, AWS Batch, Kubernetes and others by its plugins, or one machine
    Snakemake,
    /// A script that submits arrays of Slurm jobs
    Slurm,
    /// A script that runs indexed Kubernetes jobs
    Kubernetes,
    /// A script for GNU parallel: one machine, or several by SSH
    Parallel,
}

impl Engine {
    /// Its file, in which stand marks such as `@COMMAND@`: see [`filled`].
    const fn template(self) -> &'static str {
        match self {
            Self::Snakemake => include_str!("../../../../../scripts/engines/Snakefile"),
            Self::Slurm => include_str!("../../../../../scripts/engines/slurm.sh"),
            Self::Kubernetes => include_str!("../../../../../scripts/engines/kubernetes.sh"),
            Self::Parallel => include_str!("../../../../../scripts/engines/parallel.sh"),
        }
    }
}

/// What is played in parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Purpose {
    /// The study, or the sweep
    All,
    /// `price --against` the study
    Price,
    /// `reprice`
    Reprice,
    /// `fit`
    Fit,
}

#[derive(Serialize)]
struct Emitted<'a> {
    command: &'a str,
    engine: Engine,
    parts: u32,
    file: &'a str,
}

/// Prints the file. The study or sweep is known to be one.
///
/// `inputs` are the files that it is made of; those inside the program are on no disk.
pub fn run(
    of: &Plan,
    engine: Engine,
    (id, is_sweep): (&str, bool),
    inputs: &[Input],
    settings: &Settings,
) -> anyhow::Result<Exit> {
    let what = named(&of.what)?;
    let mut words: Vec<String> = match (of.purpose, is_sweep) {
        (Purpose::All, true) => vec!["sweep".into(), what],
        (Purpose::All, false) => vec!["validate".into(), what],
        (_, true) => bail!("--for is for studies, and `{}` is a sweep; expected no --for", of.what),
        (Purpose::Price, _) => vec!["price".into(), "--against".into(), what],
        (Purpose::Reprice, _) => vec!["reprice".into(), what],
        (Purpose::Fit, _) => vec!["fit".into(), what],
    };
    if of.purpose != Purpose::All && of.pairs.is_some() {
        bail!("--pairs are those of a study's cells, and prices have none; expected --pairs or --for, not both");
    }
    if !is_sweep {
        of.refuse_half_width(id)?;
    }
    let mut option =
        |name: &str, value: Option<String>| words.extend(value.into_iter().flat_map(|v| [name.to_owned(), v]));
    option("--pairs", of.pairs.map(|n| n.to_string()));
    option("--half-width", of.half_width.map(|x| x.to_string()));
    option("--seed", settings.seed.map(|n| n.to_string()));
    let name = format!("{}-{}", words[0], plain(id));
    let words = words_of(words.iter().map(String::as_str));
    let command = shlex::try_join(words.iter().map(String::as_str))?;
    let files = files(engine, inputs)?;
    let file = filled(
        engine.template(),
        &[
            ("@COMMAND@", &command),
            ("@PYTHON@", &python(&command)),
            ("@YAML@", &shlex::try_quote(&yaml(&words)?)?),
            ("@FILES@", &files),
            ("@PARTS@", &of.parts.to_string()),
            ("@NAME@", &name),
        ],
    );
    if settings.json {
        settings.json(&Emitted { command: &command, engine, parts: of.parts, file: &file })?;
    } else {
        settings.text(&file)?;
    }
    Ok(Exit::Done)
}

/// A study or sweep as a word of a command that is run: not one that reads as an option.
///
/// # Errors
/// It holds what a file cannot show: who looks at the file sees something else than the engine.
fn named(what: &str) -> anyhow::Result<String> {
    if what.contains(steers) {
        bail!(
            "`{what}` holds a line feed or another character that is not shown, which no engine's file can hold; expected the \
             file under another name, or in another folder"
        );
    }
    Ok(if what.starts_with('-') { format!("./{what}") } else { what.to_owned() })
}

/// An id in letters that every engine takes for a name.
fn plain(id: &str) -> String {
    id.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect()
}

/// The files of the inputs that are on disk, as a list of Python.
///
/// # Errors
/// Snakemake cannot name one.
fn files(engine: Engine, inputs: &[Input]) -> anyhow::Result<String> {
    let paths = inputs.iter().map(|file| file.path.as_str()).filter(|path| Path::new(path).exists());
    let mut files = Vec::new();
    for path in paths {
        if matches!(engine, Engine::Snakemake) && path.contains(['{', '}']) {
            bail!(
                "`{path}` holds a brace, which Snakemake reads as a wildcard; expected the file under another name, in another \
                 folder, or for another engine"
            );
        }
        // Snakemake warns of a path that begins so.
        files.push(python(path.strip_prefix("./").unwrap_or(path)));
    }
    Ok(format!("[{}]", files.join(", ")))
}

/// A text as Python reads it, in characters that everybody sees.
fn python(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    let escaped = json.chars().map(|c| match u32::from(c) {
        0x20..0x7f => c.to_string(),
        code => format!("\\U{code:08x}"),
    });
    escaped.collect()
}

/// The words as a list of YAML, in which Kubernetes replaces nothing: it reads `$(NAME)`, and `$$` as `$`.
fn yaml(words: &[String]) -> serde_json::Result<String> {
    let words: Vec<String> = words.iter().map(|word| word.replace('$', "$$")).collect();
    serde_json::to_string(&words)
}

/// A template with its marks replaced, once: a mark in what is put there is none.
fn filled(template: &str, marks: &[(&str, &str)]) -> String {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((at, (mark, text))) =
        marks.iter().filter_map(|pair| Some((rest.find(pair.0)?, pair))).min_by_key(|(at, _)| *at)
    {
        filled.push_str(&rest[..at]);
        filled.push_str(text);
        rest = &rest[at + mark.len()..];
    }
    filled + rest
}
