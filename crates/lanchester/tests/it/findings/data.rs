//! reports/findings.toml: what the pages find, and what to play for it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::page::text;

/// The whole list.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Findings {
    /// For each game the policies under which a finding is played that names none, `default` first.
    pub policies: BTreeMap<String, [String; 3]>,
    /// What is played.
    pub finding: Vec<Finding>,
    /// What is not.
    #[serde(default)]
    pub elsewhere: Vec<Elsewhere>,
}

/// A sentence and what it claims.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The file, from the root of the project.
    pub page: String,
    pub game: String,
    /// Its words; `…` stands for any others of the same sentence, such as figures that are made again.
    pub says: String,
    /// The policies (on both sides) of which it speaks; none: it speaks of all.
    pub policies: Option<Vec<String>>,
    /// Where the page names them, if not in the sentence.
    pub said: Option<String>,
    pub claims: Vec<Claim>,
}

/// Something to play and what must come of it.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Claim {
    Duel(DuelClaim),
    Prices(PriceClaim),
}

/// Side A against side B.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DuelClaim {
    /// Ids of ships or fleets.
    pub duel: [String; 2],
    /// Only under these.
    pub policies: Option<Vec<String>>,
    /// Which share: `score` (A's, a draw counting half), `capped` or `no_contact`.
    #[serde(default = "score")]
    pub of: String,
    /// Per cent, one of the three.
    pub above: Option<f64>,
    pub below: Option<f64>,
    pub within: Option<[f64; 2]>,
    #[serde(default = "battles")]
    pub battles: u32,
    /// `key=value`.
    pub options: Option<String>,
    pub size: Option<String>,
}

/// Verdicts on printed ratings by parity prices.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceClaim {
    pub ships: Vec<String>,
    /// Only under these.
    pub policies: Option<Vec<String>>,
    /// `overpriced`, `underpriced` or `fair`; where prices are played, one of the first two.
    pub verdict: String,
    /// The stored run that played them, from `reports/`; absent: they are played, coarsely.
    pub run: Option<String>,
}

/// Sentences that are not played here.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Elsewhere {
    pub page: String,
    /// Why not.
    #[serde(rename = "why")]
    pub _why: String,
    pub says: Vec<String>,
}

fn score() -> String {
    "score".to_owned()
}

const fn battles() -> u32 {
    2000
}

impl Claim {
    /// The policies of which it speaks, if not of those of its finding.
    pub const fn policies(&self) -> Option<&Vec<String>> {
        match self {
            Self::Duel(claim) => claim.policies.as_ref(),
            Self::Prices(claim) => claim.policies.as_ref(),
        }
    }
}

impl Findings {
    /// Every quotation of a page.
    pub fn quotes<'f>(&'f self, page: &str) -> impl Iterator<Item = &'f str> {
        let findings = self.finding.iter().filter(move |finding| finding.page == page);
        let elsewhere = self.elsewhere.iter().filter(move |elsewhere| elsewhere.page == page);
        let quoted = findings.flat_map(|finding| [Some(finding.says.as_str()), finding.said.as_deref()]);
        quoted.flatten().chain(elsewhere.flat_map(|elsewhere| elsewhere.says.iter().map(String::as_str)))
    }

    /// The pages that it quotes.
    pub fn pages(&self) -> impl Iterator<Item = &str> {
        let findings = self.finding.iter().map(|finding| finding.page.as_str());
        findings.chain(self.elsewhere.iter().map(|elsewhere| elsewhere.page.as_str()))
    }
}

/// The list of the project.
pub fn findings() -> Findings {
    toml::from_str(&text("reports/findings.toml")).unwrap_or_else(|wrong| panic!("reports/findings.toml: {wrong}"))
}
