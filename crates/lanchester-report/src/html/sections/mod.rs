//! The sections of the page, from the price of a ship down to how the numbers were made. Each says in one sentence how
//! to read it; a section without data is left out, or says why there is none.

mod advice;
pub mod calibration;
mod commanders;
mod cycles;
mod designs;
mod fleets;
mod matrix;
mod policies;
mod prices;
pub mod provenance;
mod ratings;
mod readings;
mod sides;
mod sizes;

use lanchester_analysis::Analysis;
use maud::Markup;

/// A section.
pub struct Section {
    /// Its anchor.
    pub id: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// How to read it.
    pub how: &'static str,
    /// Charts and tables.
    pub body: Markup,
}

/// Every section that has something to say, in order. Of an interrupted run only what was counted: a judgement would rest
/// on some of its cells.
pub fn all(analysis: &Analysis) -> Vec<Section> {
    if analysis.partial().is_some() {
        let counted = [
            matrix::section(analysis),
            fleets::counted(analysis),
            sides::section(analysis),
            designs::section(analysis),
        ];
        return counted.into_iter().flatten().chain([provenance::section(analysis)]).collect();
    }
    let sections = [
        advice::section(analysis),
        prices::section(analysis),
        commanders::section(analysis),
        sizes::section(analysis),
        readings::section(analysis),
        matrix::section(analysis),
        ratings::printed_and_implied(analysis),
        ratings::residuals(analysis),
        calibration::section(analysis),
        fleets::section(analysis),
        cycles::section(analysis),
        policies::section(analysis),
        policies::sensitivity(analysis),
        sides::section(analysis),
        designs::section(analysis),
        Some(provenance::section(analysis)),
    ];
    sections.into_iter().flatten().collect()
}

#[cfg(test)]
pub mod tests {
    //! Small parts of an analysis, for the tests of this folder and of the verdict.

    use std::collections::BTreeMap;

    use lanchester_stats::Interval;
    use lanchester_stats::price::{Implied, Verdict};

    use lanchester_analysis::Analysis;
    use lanchester_analysis::analysis::{Matrix, RatingRow};

    /// A study of nothing.
    pub fn blank() -> Analysis {
        Analysis {
            study: "blank".to_owned(),
            name: String::new(),
            tool_version: "0.1.0".to_owned(),
            game: "toy".to_owned(),
            rules_version: 1,
            stream_version: 1,
            seed: 1,
            study_file: String::new(),
            study_hash: "00".to_owned(),
            options: BTreeMap::new(),
            battles: 0,
            capped: Interval::UNKNOWN_SHARE,
            no_contact: Interval::UNKNOWN_SHARE,
            major: None,
            designs: Vec::new(),
            cells: Vec::new(),
            matrices: Vec::new(),
            fleet_laws: Vec::new(),
            prices: Vec::new(),
            prices_by_size: Vec::new(),
            readings: Vec::new(),
            robust: Vec::new(),
            commanders: Vec::new(),
            payoffs: None,
            shifts: Vec::new(),
            mirrors: Vec::new(),
            policies: Vec::new(),
            exploitability: Vec::new(),
        }
    }

    /// A matrix of these designs without a meeting.
    pub fn matrix(ratings: Vec<RatingRow>) -> Matrix {
        Matrix {
            group: "duels".to_owned(),
            policies: ["greedy".to_owned(), "greedy".to_owned()],
            slope: Some(Interval { estimate: 3.9, low: 3.8, high: 4.0 }),
            no_strengths: None,
            no_prices: None,
            ratings,
            meetings: Vec::new(),
            calibration: None,
            cycles: None,
        }
    }

    /// What a matrix says of a design.
    pub fn rating(name: &str, printed: u32, verdict: Option<Verdict>, residual: Interval) -> RatingRow {
        RatingRow {
            design: name.to_lowercase(),
            name: name.to_owned(),
            rating: printed,
            printed: Some(printed),
            strength: Some(Interval { estimate: 0.0, low: -0.1, high: 0.1 }),
            implied: Some(Implied::Rating(residual.map_rising(|r| r * f64::from(printed)))),
            residual: Some(residual),
            q: None,
            verdict,
            score: Interval { estimate: 0.5, low: 0.45, high: 0.55 },
            battles: 1000,
        }
    }

    #[test]
    fn a_study_of_nothing_has_its_provenance_alone() {
        let ids: Vec<&str> = super::all(&blank()).iter().map(|s| s.id).collect();
        assert_eq!(ids, ["provenance"]);
    }
}
