//! The result as JSON, and what it says in a word.

use std::collections::BTreeMap;
use std::fmt::{Display, Formatter};

use lanchester_core::Combatant;
use lanchester_games::Game;
use lanchester_stats::Interval;
use lanchester_stats::meta::{Coefficient, Form, FormResult};
use lanchester_stats::parity::{Parity, Reason};
use lanchester_study::fit::{Findings, Inquiry, Member, Priced};
use serde::Serialize;

use crate::json_head::Head;

/// What was asked.
pub struct Asked<'a, G: Game> {
    /// The study out of whose ships the designs are made.
    pub study: &'a str,
    /// The study whose ships they meet.
    pub field: &'a str,
    pub inquiry: &'a Inquiry<'a, G>,
    /// Per cent.
    pub within: f64,
    pub seed: u64,
    pub repeat: &'a str,
    /// Where Ctrl-C came.
    pub partial: Option<Partial>,
}

/// What was priced before Ctrl-C.
#[derive(Clone, Copy, Debug)]
pub struct Partial {
    designs: [usize; 2],
    families: [u32; 2],
}

impl Partial {
    /// The designs priced, out of all, and the families. Families are priced whole.
    pub fn of<G: Game>(priced: &[Priced], members: &[Member<G>]) -> Self {
        let last = |family: Option<u32>| family.map_or(0, |family| family + 1);
        Self {
            designs: [priced.len(), members.len()],
            families: [last(priced.last().map(|one| one.family)), last(members.last().map(|one| one.family))],
        }
    }
}

impl Display for Partial {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let ([designs, all], [families, whole]) = (self.designs, self.families);
        write!(f, "{designs} of {all} designs were priced, {families} of {whole} families")
    }
}

/// Whether the formula is true within the error that is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    Yes,
    No,
    Inconclusive,
}

/// By the true spread that √(A·D) leaves. Its scale is a matter of the unit of points.
pub fn answer(within: f64, found: &Findings) -> Option<Answer> {
    let spread = percents(form(found, Form::Printed)?.spread);
    Some(if spread.high <= within {
        Answer::Yes
    } else if spread.low > within {
        Answer::No
    } else {
        Answer::Inconclusive
    })
}

pub fn form(found: &Findings, form: Form) -> Option<&FormResult> {
    found.forms.iter().find(|result| result.form == form)
}

/// A standard deviation of ln price in per cent of the price.
pub fn percents(deviation: Interval) -> Interval {
    deviation.map_rising(|x| 100.0 * x.exp_m1())
}

/// All of it as JSON.
#[derive(Serialize)]
pub struct FitJson<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    study: &'a str,
    field: &'a str,
    seed: u64,
    ships: u32,
    within: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<bool>,
    answer: Option<Answer>,
    designs: usize,
    bounds: usize,
    families: usize,
    alpha: Coefficient,
    beta: Coefficient,
    balance: Coefficient,
    scale: Coefficient,
    factor: Coefficient,
    family_effect: f64,
    design_effect: f64,
    spread: Interval,
    forms: Vec<FormJson>,
    prices: Vec<PricedJson<'a>>,
}

#[derive(Serialize)]
struct FormJson {
    form: Form,
    parameters: BTreeMap<&'static str, f64>,
    spread: Interval,
    score: f64,
    difference: Option<Interval>,
}

#[derive(Serialize)]
struct PricedJson<'a> {
    family: u32,
    name: &'a str,
    offence: f64,
    defence: f64,
    #[serde(flatten)]
    parity: Parity,
    reason: Option<Reason>,
    matchups: u64,
    battles: u64,
}

/// All of it.
pub fn json<'a, G: Game>(
    asked: &Asked<'a, G>,
    members: &'a [Member<G>],
    priced: &[Priced],
    found: &Findings,
) -> FitJson<'a> {
    let one = |(member, priced): (&'a Member<G>, &Priced)| PricedJson {
        family: priced.family + 1,
        name: member.design.design.name(),
        offence: priced.parts[0],
        defence: priced.parts[1],
        parity: priced.row.parity,
        reason: priced.row.reason,
        matchups: priced.row.matchups,
        battles: priced.row.battles,
    };
    let exponents = &found.exponents;
    let form = |result: &FormResult| FormJson {
        form: result.form,
        parameters: result.parameters.iter().copied().collect(),
        spread: result.spread,
        score: result.score,
        difference: result.difference,
    };
    FitJson {
        head: Head::of::<G>(asked.repeat),
        study: asked.study,
        field: asked.field,
        seed: asked.seed,
        ships: asked.inquiry.ships,
        within: asked.within,
        interrupted: asked.partial.map(|_| true),
        answer: answer(asked.within, found),
        designs: exponents.designs,
        bounds: exponents.bounds,
        families: exponents.families,
        alpha: exponents.alpha,
        beta: exponents.beta,
        balance: exponents.balance,
        scale: exponents.scale,
        factor: exponents.factor,
        family_effect: exponents.effects[0],
        design_effect: exponents.effects[1],
        spread: exponents.spread,
        forms: found.forms.iter().map(form).collect(),
        prices: members.iter().zip(priced).map(one).collect(),
    }
}
