//! Parity prices, judged together.

use lanchester_core::Tally;
use lanchester_stats::Interval;
use lanchester_stats::multiple::{Dependence, q_values};
use lanchester_stats::parity::{Finding, Parity, Reason};
use lanchester_stats::price::{Verdict, judge, judge_bounds};
use serde::{Serialize, Serializer};

/// What stands in place of a policy where each side's policy is the equilibrium mixture over the study's policies. No
/// file can have this id.
pub const EQUILIBRIUM: &str = "(equilibrium)";

/// The parity price of a design: the points at which fleets of it, sized by that price, fight the reference field evenly at
/// equal points.
#[derive(Clone, Debug, PartialEq)]
pub struct ParityRow {
    /// The design's id.
    pub design: String,
    /// Its name.
    pub name: String,
    /// Its printed rating, if it has one. Nothing but `p`, `verdict` and `q` hangs on it.
    pub printed: Option<u32>,
    /// The policies of the design's side and of the field's, or twice [`EQUILIBRIUM`].
    pub policies: [String; 2],
    /// The price in points, as the search found it.
    pub parity: Parity,
    /// Why that is no single number.
    pub reason: Option<Reason>,
    /// The p-value of "the printed rating is right", where there is a number.
    pub p: Option<f64>,
    /// What to say of the printed rating; none where nothing is printed.
    pub verdict: Option<Verdict>,
    /// The false discovery rate at which it would just be called mispriced, among the designs under these policies.
    pub q: Option<f64>,
    /// Random matchups of the last round, from which the price is read.
    pub matchups: u64,
    /// Different fleets that it met in them.
    pub opponents: u64,
    /// Matchups of all rounds for which the field had no fleet of about the points.
    pub undrawn: u64,
    /// Battles of all rounds.
    pub battles: u64,
    /// Battles of all rounds that the turn limit ended.
    pub capped: u64,
    /// Battles of all rounds that nobody won.
    pub draws: u64,
}

impl ParityRow {
    /// What a search found, and what it cost, beside what is printed. Names are the design's id and name.
    #[must_use]
    pub fn new(
        (design, name): (String, String),
        printed: Option<u32>,
        policies: [String; 2],
        finding: &Finding,
        spent: &Tally,
    ) -> Self {
        let Finding { parity, reason, test, matchups, opponents, undrawn } = *finding;
        let rating = printed.map(f64::from);
        Self {
            design,
            name,
            printed,
            policies,
            parity,
            reason,
            p: rating.and_then(|rating| Some(test?.p_value(rating))),
            verdict: rating.map(|rating| outside(parity, rating)),
            q: None,
            matchups,
            opponents,
            undrawn,
            battles: spent.battles(),
            capped: spent.capped,
            draws: spent.draws,
        }
    }

    /// Whether the two are answers of one search: of the same design under the same policies, with the same battles.
    #[must_use]
    pub fn same_search(&self, other: &Self) -> bool {
        (&self.design, &self.policies, self.parity, self.battles)
            == (&other.design, &other.policies, other.parity, other.battles)
    }

    /// The price in points.
    #[must_use]
    pub const fn price(&self) -> Option<Interval> {
        self.parity.price()
    }

    /// Price / printed rating: what is known of the price as a multiple of what is printed.
    #[must_use]
    pub fn times_printed(&self) -> Parity {
        self.printed.map_or(Parity::Unclear, |printed| self.parity.times(1.0 / f64::from(printed)))
    }

    /// Whether the turn limit ended most of its battles: the price then says who leads when it comes, more than who wins.
    #[must_use]
    pub const fn undecided(&self) -> bool {
        2 * self.capped > self.battles
    }

    /// Price / printed rating, where both are numbers.
    #[must_use]
    pub fn multiplier(&self) -> Option<Interval> {
        self.times_printed().price()
    }
}

impl Serialize for ParityRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Row<'a> {
            design: &'a str,
            name: &'a str,
            printed: Option<u32>,
            policies: &'a [String; 2],
            #[serde(flatten)]
            parity: Parity,
            reason: Option<Reason>,
            p: Option<f64>,
            verdict: Option<Verdict>,
            q: Option<f64>,
            matchups: u64,
            opponents: u64,
            undrawn: u64,
            battles: u64,
            capped: u64,
            draws: u64,
            /// Worked out, so that a reader need not know the threshold.
            undecided: bool,
        }
        let undecided = self.undecided();
        let Self { design, name, printed, policies, parity, reason, p, verdict, q, .. } = self;
        let &Self { matchups, opponents, undrawn, battles, capped, draws, .. } = self;
        let (&printed, &parity, &reason, &p, &verdict, &q) = (printed, parity, reason, p, verdict, q);
        let row = Row {
            design,
            name,
            printed,
            policies,
            parity,
            reason,
            p,
            verdict,
            q,
            matchups,
            opponents,
            undrawn,
            battles,
            capped,
            draws,
            undecided,
        };
        row.serialize(serializer)
    }
}

/// What bounds say of a printed rating. Numbers are judged together, once all are known.
fn outside(parity: Parity, printed: f64) -> Verdict {
    match parity {
        Parity::Price(_) | Parity::Unclear => Verdict::Inconclusive,
        Parity::Range(..) | Parity::AtLeast(_) | Parity::AtMost(_) => {
            let [_, least, most] = parity.ends();
            judge_bounds(least, most, printed)
        }
    }
}

/// The rows with their verdicts. Each policy pair is a question of its own, so the false discovery rate is held
/// within it. A verdict of the equilibrium that does not hold in the hands of each policy is none. Prices share their field and their dice, so
/// any dependence is allowed for.
pub fn judged(rows: &[ParityRow]) -> Vec<ParityRow> {
    let mut rows = rows.to_vec();
    let mut policy_pairs: Vec<[String; 2]> = rows.iter().map(|r| r.policies.clone()).collect();
    policy_pairs.sort();
    policy_pairs.dedup();
    for policy_pair in policy_pairs {
        let of: Vec<usize> =
            (0..rows.len()).filter(|i| rows[*i].policies == policy_pair && rows[*i].p.is_some()).collect();
        let p: Vec<f64> = of.iter().filter_map(|i| rows[*i].p).collect();
        for (i, q) in of.iter().zip(q_values(&p, Dependence::Any)) {
            rows[*i].q = Some(q);
            if let Some(multiplier) = rows[*i].multiplier() {
                rows[*i].verdict = Some(judge(multiplier, q));
            }
        }
    }
    let own = rows.iter().filter(|row| both_sides(&row.policies));
    let own: Vec<(String, Verdict)> = own.filter_map(|row| Some((row.design.clone(), row.verdict?))).collect();
    for row in rows.iter_mut().filter(|row| row.policies == [EQUILIBRIUM, EQUILIBRIUM]) {
        let own = own.iter().filter(|(design, _)| *design == row.design);
        row.verdict = row.verdict.map(|verdict| verdict.over_policies(own.map(|(_, verdict)| *verdict)));
    }
    rows
}

/// One policy, no mixture, commands both sides.
#[must_use]
pub fn both_sides(policies: &[String; 2]) -> bool {
    policies[0] == policies[1] && policies[0] != EQUILIBRIUM
}
