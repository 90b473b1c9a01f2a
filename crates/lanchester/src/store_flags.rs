//! `--resume` and `--restart`: what to do with the store that is there.

use std::path::Path;

use clap::Args;
use lanchester_study::journal::Start;

use crate::settings::Settings;

/// Neither: there must be none.
#[derive(Clone, Copy, Debug, Args)]
pub struct StoreFlags {
    /// Go on with the store, if there is one
    #[arg(long, conflicts_with = "restart")]
    pub resume: bool,
    /// Begin again; the store that is there is put aside as .old, or .old-2 and so on
    #[arg(long)]
    restart: bool,
}

impl StoreFlags {
    /// Refuses them where nothing is kept.
    ///
    /// # Errors
    /// One is given.
    pub fn refuse_without_store(self) -> anyhow::Result<()> {
        anyhow::ensure!(
            !self.resume && !self.restart,
            "--resume and --restart are for a run that is kept; expected --store as well"
        );
        Ok(())
    }

    /// Where there is no store: refuses a run that is not to make one, and says of one that is to go on that it begins.
    ///
    /// # Errors
    /// There is none, and none is to be made.
    pub fn look_for(self, store: &Path, makes_one: bool, settings: &Settings) -> anyhow::Result<()> {
        if store.exists() {
            return Ok(());
        }
        anyhow::ensure!(
            makes_one,
            "{}: no such store, and with --no-play none is made; expected the store that `lanchester merge` wrote, or --begin for \
             an empty one",
            store.display()
        );
        if self.resume {
            settings.remark(&format!("Nothing to resume: {} does not exist. A new run begins there.", store.display()));
        }
        Ok(())
    }

    /// How the journal is opened.
    pub const fn start(self) -> Start {
        match (self.resume, self.restart) {
            (true, _) => Start::Resume,
            (_, true) => Start::Restart,
            _ => Start::New,
        }
    }
}

/// Says where a store was moved that --restart found.
pub fn say_put_aside(aside: Option<&Path>, settings: &Settings) {
    if let Some(aside) = aside {
        settings.remark(&format!("The store that was there is {} now.", aside.display()));
    }
}
