//! `--store`, `--shard` and their like: a run of many rounds that is kept, gone on with, and dealt out to parts.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::bail;
use clap::Args;
use lanchester_store::{Identity, Shard};
use lanchester_study::rounds::{Mode, Rounds};
use serde::Serialize;

use crate::exit::Exit;
use crate::option_values::whole_of;
use crate::output;
use crate::settings::Settings;
use crate::store_flags::{StoreFlags, say_put_aside};
use crate::wording::{count, quoted};

/// Where a run is kept, and which part of it is played.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Long runs")]
pub struct PartFlags {
    /// Keep what is played in this file: a run that was cut goes on with --resume
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    #[command(flatten)]
    flags: StoreFlags,
    /// Play one part of so many, such as 2/4, as far as it goes without the others; `lanchester merge` unites them
    #[arg(long, value_name = "I/N", value_parser = shard, requires = "store")]
    shard: Option<Shard>,
    /// For a part: what all parts played so far, merged
    #[arg(long, value_name = "FILE", requires = "shard")]
    from: Option<PathBuf>,
    /// Play nothing: the result, if everything is in --store; else exit code 75
    #[arg(long, requires = "store", conflicts_with_all = ["shard", "restart"])]
    no_play: bool,
    /// With --no-play, where there is no store: make one in which everything is missing
    #[arg(long, requires = "no_play")]
    begin: bool,
    /// With --no-play, of a run in N parts: play a chunk of each part in each round again, and compare
    #[arg(long, value_name = "N", requires = "no_play", value_parser = whole_of::<u32>(1, 10_000))]
    audit: Option<u32>,
}

/// What a part of a run has played, as JSON.
#[derive(Serialize)]
pub struct PartJson<'a> {
    /// The command of the whole run.
    pub command: &'a str,
    /// Which part, such as `2/4`.
    pub part: String,
    /// It needs what the others play before it can go on.
    pub waits: bool,
    /// Chunks in its store.
    pub chunks: u64,
    /// Its store.
    pub store: &'a str,
}

/// A part of a run as a value of an option.
pub fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse::<u32>().ok()?, n.parse::<u32>().ok()?)));
    parts
        .filter(|(index, of)| (1..=*of).contains(index) && *of <= 10_000)
        .map(|(index, of)| Shard { index, of })
        .ok_or_else(|| format!("`{text}` is no part; expected I/N with I from 1 to N, such as 2/4"))
}

impl PartFlags {
    /// The part that is played, for the identity of its store.
    pub const fn shard(&self) -> Option<Shard> {
        self.shard
    }

    /// Whether a whole run begins here: not a part of one, nor one that goes on.
    pub const fn begins(&self) -> bool {
        self.shard.is_none() && !self.no_play && !self.flags.resume
    }

    /// Opens the store, if there is to be one. The identity is made only then.
    ///
    /// # Errors
    /// It cannot be opened or made, or belongs to another run; --resume or --restart without a store.
    pub fn open(&self, settings: &Settings, identity: impl FnOnce() -> Identity) -> anyhow::Result<Option<Rounds>> {
        let Some(path) = &self.store else {
            self.flags.refuse_without_store()?;
            return Ok(None);
        };
        if let Some(from) = &self.from
            && !from.exists()
        {
            bail!(
                "{}: no such file; expected what all parts played so far, made by `lanchester merge`",
                from.display()
            );
        }
        self.flags.look_for(path, self.begin || !self.no_play, settings)?;
        output::make_folder_of(path)?;
        let mode = match (self.audit, self.no_play) {
            (Some(parts), _) => Mode::Audit(parts),
            (None, true) => Mode::Look,
            (None, false) => Mode::Play,
        };
        let rounds = Rounds::open(settings, path, &identity(), self.flags.start(), self.from.as_deref(), mode)?;
        say_put_aside(rounds.put_aside(), settings);
        Ok(Some(rounds))
    }

    /// What a run comes to that ends without its result: a part of it, or one that lacks battles that it is not to play. To be
    /// asked where battles were cut short, and again when all are played. `words` are those of the command without these options.
    ///
    /// # Errors
    /// What went wrong while it was played.
    pub fn ended(
        &self,
        rounds: Option<&Rounds>,
        settings: &Settings,
        stop: &AtomicBool,
        words: &str,
    ) -> anyhow::Result<Option<Exit>> {
        let Some(rounds) = rounds else { return Ok(None) };
        rounds.finish()?;
        let cut = stop.load(Ordering::Relaxed);
        if !cut && !rounds.waits() {
            rounds.mark_finished()?;
        }
        match (self.shard, rounds.waits()) {
            (Some(shard), waits) if !cut => {
                self.say_part(rounds, settings, shard, waits, words)?;
                Ok(Some(Exit::Done))
            }
            (Some(_), _) => {
                let go_on = self.go_on(words);
                settings.say(&format!("Interrupted; all that was played is kept. To go on:\n  {go_on}"));
                Ok(Some(Exit::TryAgain))
            }
            (None, true) => {
                let audit = self.audit.map(|parts| format!(" --audit {parts}")).unwrap_or_default();
                settings.say(&format!(
                    "Battles are missing in {}: play all parts with --from it, and merge them with it. Then again:\n  {words} \
                     --store WHOLE --resume --no-play{audit}",
                    rounds.path().display()
                ));
                Ok(Some(Exit::TryAgain))
            }
            (None, false) => {
                if rounds.audited() > 0 {
                    settings.remark(&format!("{} played again: the same", count(rounds.audited(), "chunk")));
                }
                Ok(None)
            }
        }
    }

    /// Says what a part has played, and what to do with it.
    fn say_part(
        &self,
        rounds: &Rounds,
        settings: &Settings,
        shard: Shard,
        waits: bool,
        words: &str,
    ) -> anyhow::Result<()> {
        let (chunks, store) = (rounds.kept(), rounds.path().to_string_lossy());
        if settings.json {
            return settings.json(&PartJson { command: words, part: shard.to_string(), waits, chunks, store: &store });
        }
        let kept = format!("{} kept in {store}", count(chunks, "chunk"));
        let result = format!("for the result: {words} --store WHOLE --resume --no-play");
        settings.text(&if waits {
            format!(
                "Part {shard} has played all that it can before it has what the others play: {kept}.\nWhen all parts have: \
                 lanchester merge PART... --out WHOLE\nand each goes on with --from WHOLE, into a store of its own; {result}\n"
            )
        } else {
            format!("Part {shard} has nothing left to play: {kept}.\nWhen all parts are merged, {result}\n")
        })
    }

    /// The command that goes on with a run: `words` and, where it is kept, these options.
    pub fn go_on(&self, words: &str) -> String {
        let quoted = |path: &PathBuf| quoted(&path.to_string_lossy());
        let options = [
            ("--store", self.store.as_ref().map(quoted)),
            ("--shard", self.shard.map(|shard| shard.to_string())),
            ("--from", self.from.as_ref().map(quoted)),
        ];
        let mut all = words.to_owned();
        for (name, value) in options {
            value.iter().for_each(|value| all.push_str(&format!(" {name} {value}")));
        }
        if self.store.is_some() {
            all.push_str(" --resume");
        }
        all
    }
}
