//! Where policies are tried: the words on the command line, and the matchups that they mean.

use lanchester_study::DesignGenerator;
use std::sync::Arc;

use anyhow::bail;
use clap::Args;
use lanchester_core::{Force, Matchup};
use lanchester_games::Game;
use lanchester_scenario::Library;
use lanchester_study::tune::{Fights, Ground, Lineup, Ships};

use crate::commands::price::wishes;
use crate::contest::side;

/// Who fights whom.
#[derive(Clone, Debug, Args)]
pub struct GroundFlags {
    /// The study whose ships fight, by id or path [default: default]
    #[arg(long, value_name = "STUDY", conflicts_with_all = ["lineup", "matchup", "proving_ground"])]
    pub study: Option<String>,
    /// What the study's ships fight: duels, fleets (actions between random fleets of about equal points), or both
    #[arg(long, value_name = "WHAT", default_value = "both", value_parser = ["both", "duels", "fleets"])]
    pub fights: String,
    /// Two ships or fleets that fight, instead of a study's; can be given again
    #[arg(long, num_args = 2, value_names = ["SHIP|FLEET", "SHIP|FLEET"], action = clap::ArgAction::Append)]
    lineup: Vec<String>,
    /// A matchup that is fought, instead of a study's, whoever commands in its file; can be given again
    #[arg(long, value_name = "MATCHUP")]
    matchup: Vec<String>,
    /// The line-ups of `lanchester policies` are fought, instead of a study's
    #[arg(long)]
    proving_ground: bool,
}

impl GroundFlags {
    /// Nothing of it was said.
    pub fn unsaid(&self) -> bool {
        self.words().is_empty()
    }

    /// The words that say it again.
    pub fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let mut option = |name: &str, value: &str| words.extend([name.to_owned(), value.to_owned()]);
        self.study.iter().for_each(|study| option("--study", study));
        self.matchup.iter().for_each(|matchup| option("--matchup", matchup));
        if self.fights != "both" {
            option("--fights", &self.fights);
        }
        for pair in self.lineup.chunks_exact(2) {
            words.push("--lineup".into());
            words.extend_from_slice(pair);
        }
        if self.proving_ground {
            words.push("--proving-ground".into());
        }
        words
    }

    /// The line-ups and matchups that are named; none where a study's ships fight.
    fn named<G: Game>(&self, library: &Library<G>) -> anyhow::Result<Vec<Matchup<G>>> {
        let mut pairs: Vec<[&str; 2]> = self.lineup.chunks_exact(2).map(|pair| [pair[0].as_str(), &pair[1]]).collect();
        if self.proving_ground {
            pairs.extend(G::PROVING_GROUND);
        }
        let mut matchups = Vec::new();
        for [a, b] in pairs {
            let forces = [side(library, a)?, side(library, b)?];
            let matchup = Matchup { name: format!("{a} : {b}"), forces, options: G::Options::default() };
            library.judge(&matchup)?;
            matchups.push(matchup);
        }
        for what in &self.matchup {
            matchups.push(library.matchup(what)?);
        }
        Ok(matchups)
    }

    /// What is to be said of matchups in which a side searches.
    pub fn remark<G: Game>(sample: &[Matchup<G>]) -> Option<&'static str> {
        sample
            .iter()
            .any(Matchup::searches)
            .then_some("Policies alone fight here: `search`, which commands in a matchup's file, plays no part")
    }

    /// Where matchups come from, and some of them.
    ///
    /// # Errors
    /// Every problem of the files named.
    pub fn ground<G: Game>(&self, library: &Library<G>, seed: u64) -> anyhow::Result<(Ground<G>, Vec<Matchup<G>>)> {
        let matchups = self.named(library)?;
        if !matchups.is_empty() {
            if self.fights != "both" {
                bail!("--fights says what a study's ships fight, and line-ups are given; expected one or the other");
            }
            return Ok((Ground::Lineups(matchups.iter().map(Lineup::from).collect()), matchups));
        }
        let study = library.ships_of_study(self.study.as_deref().unwrap_or("default"))?;
        let settings = wishes(&study)?;
        let fights = match self.fights.as_str() {
            "duels" => Fights::Duels,
            "fleets" => Fights::Fleets,
            _ => Fights::Both,
        };
        // One ship a side and two go all the ways through the vector code that there are.
        let sample = [1, 2].map(|ships| {
            let ends = [&settings.designs[0], &settings.designs[settings.designs.len() - 1]];
            let forces = ends.map(|design| Force {
                name: String::new(),
                ships: vec![Arc::clone(&design.design); ships],
                stations: None,
                commander: Arc::clone(&study.policies[0].1.policy).into(),
            });
            Matchup { name: String::new(), forces, options: settings.options.clone() }
        });
        let ships = Ships::new(&settings, fights, seed);
        let generator = |ids: &[&str]| DesignGenerator::new(library, &study, ids);
        Ok((Ground::Ships(Box::new(ships.with_variants(generator, seed))), sample.to_vec()))
    }

    /// Who fights, in words, where so many line-ups are named or none.
    pub fn text(&self, lineups: usize) -> String {
        if lineups > 0 {
            return crate::wording::count(lineups as u64, "line-up");
        }
        let study = self.study.as_deref().unwrap_or("default");
        match self.fights.as_str() {
            "both" => format!("duels and fleets of the study `{study}`"),
            fights => format!("{fights} of the study `{study}`"),
        }
    }
}
