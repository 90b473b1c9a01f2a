//! `--resume` and `--restart`: what to do with the store that is there.

use clap::Args;
use lanchester_study::journal::Start;

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

    /// How the journal is opened.
    pub const fn start(self) -> Start {
        match (self.resume, self.restart) {
            (true, _) => Start::Resume,
            (_, true) => Start::Restart,
            _ => Start::New,
        }
    }
}
