//! Who commands: how the policies fare against each other, and how far prices depend on them.

use lanchester_analysis::Analysis;
use lanchester_analysis::analysis::{Payoffs, PolicyShift};
use maud::{Markup, html};

use super::Section;
use crate::digits::grouped;
use crate::html::charts::{Row, Scale, Span, heat_step, whiskers};
use crate::html::grid::{Cell, Col, table};
use crate::html::say;

/// Standings, payoffs and the equilibrium; none where no two policies met.
pub fn section(analysis: &Analysis) -> Option<Section> {
    if analysis.policies.is_empty() && analysis.payoffs.is_none() {
        return None;
    }
    let heads = [
        ("Group", Col::Words),
        ("Policy", Col::Words),
        ("Score %", Col::Numbers),
        ("Cells", Col::Numbers),
        ("Pairs", Col::Numbers),
    ];
    let standings = analysis.policies.iter().map(|p| {
        vec![
            say::name(&p.group).into(),
            say::name(&p.policy).into(),
            say::score(&p.score).into(),
            grouped(p.cells).into(),
            grouped(p.pairs).into(),
        ]
    });
    let body = html! {
        @if let Some(payoffs) = &analysis.payoffs { (grid(payoffs)) (mixture(payoffs)) }
        @if !analysis.policies.is_empty() { h3 { "Standings" } }
        (table(&heads, standings.collect()))
    };
    Some(Section {
        id: "policies",
        title: "Policies",
        how: "The score, in per cent, of the policy at the left against the policy above, over all cells in which the two \
              met.",
        body,
    })
}

fn grid(payoffs: &Payoffs) -> Markup {
    html! {
        div.wide tabindex="0" role="region" aria-label="Payoffs" {
            table.pay {
                thead { tr { th {} @for p in &payoffs.policies { th scope="col" { (say::name(p)) } } } }
                tbody {
                    @for (i, p) in payoffs.policies.iter().enumerate() {
                        tr {
                            th scope="row" { (say::name(p)) }
                            @for j in 0..payoffs.policies.len() { (payoff(payoffs, i, j)) }
                        }
                    }
                }
            }
        }
    }
}

fn payoff(payoffs: &Payoffs, i: usize, j: usize) -> Markup {
    let Some(score) = payoffs.scores.get(i).and_then(|row| *row.get(j)?) else {
        return html! { td { @if i == j { "·" } @else { "–" } } };
    };
    let text = say::score(&score);
    let (estimate, interval) = text.split_once(' ').unwrap_or((&text, ""));
    let sure = !score.contains(0.5);
    html! {
        td class={ "h" (heat_step(score.estimate)) } {
            @if sure { b { (estimate) } } @else { (estimate) } " " span.i { (interval) }
        }
    }
}

fn mixture(payoffs: &Payoffs) -> Markup {
    if payoffs.weights.is_empty() {
        return html! { p.note { "Some of them never met, so there is no equilibrium." } };
    }
    let heads =
        [("Policy", Col::Words), ("Share of the equilibrium %", Col::Numbers), ("Scores against it %", Col::Numbers)];
    let rows = payoffs.policies.iter().enumerate().map(|(i, p)| {
        let weight = payoffs.weights.get(i).map_or(String::new(), |w| format!("{:.0}", 100.0 * w));
        let against = payoffs.against.get(i).map_or(String::new(), say::score);
        vec![Cell::from(say::name(p)), weight.into(), against.into()]
    });
    html! {
        h3 { "Equilibrium" }
        p { "A mixture of policies against which none of them should do better than even; another may do as well. What the "
            "best answer to it truly gains is at most " (format!("{:.1}", 100.0 * payoffs.exploitable_by))
            " percentage points (95 %)." }
        (table(&heads, rows.collect()))
    }
}

/// How far each design's implied rating moves with the policies; none with one policy.
pub fn sensitivity(analysis: &Analysis) -> Option<Section> {
    if analysis.shifts.is_empty() {
        return None;
    }
    let mut groups: Vec<&str> = Vec::new();
    for shift in &analysis.shifts {
        if !groups.contains(&shift.group.as_str()) {
            groups.push(&shift.group);
        }
    }
    let moving: Vec<String> = analysis.shifts.iter().filter(|s| s.moves).map(|s| say::name(&s.name)).collect();
    let body = html! {
        p {
            @if moving.is_empty() { "No design moves by more than its intervals." }
            @else if moving.len() == analysis.shifts.len() { "Every design moves by more than its intervals." }
            @else { (moving.len()) " of " (say::counted(analysis.shifts.len(), "design", "designs"))
                " move by more than their intervals: " (moving.join(", ")) "." }
        }
        div.legend { span { "● to ● moves with the policy" } span.unsure { "○ to ○ within the intervals" } }
        @for group in &groups {
            @if groups.len() > 1 { h3 { (say::name(group)) } }
            figure { (chart(analysis.shifts.iter().filter(|s| s.group == *group).collect())) }
        }
    };
    Some(Section {
        id: "sensitivity",
        title: "Does the price depend on the policy?",
        how: "For each design the policies under which it is implied to be worth least and most. A long bar is a statement \
              about who commands, not about the ship.",
        body,
    })
}

fn chart(mut shifts: Vec<&PolicyShift>) -> Markup {
    let reach = |s: &PolicyShift| {
        let ratio = s.most.1.estimate / s.least.1.estimate;
        if ratio.is_finite() { ratio } else { 0.0 }
    };
    shifts.sort_by(|a, b| reach(b).total_cmp(&reach(a)));
    let rows: Vec<Row> = shifts
        .into_iter()
        .map(|s| Row {
            name: s.name.clone(),
            span: Some(Span::Between(s.least.1, s.most.1, s.moves)),
            verdict: None,
            text: format!("{} to {}", plain(&s.least.1), plain(&s.most.1)),
            tip: format!(
                "{}: {}\nleast {}: {}\nmost {}: {}",
                say::name(&s.name),
                if s.moves { "moves with the policy" } else { "moves within its intervals" },
                say::policy_pair(&s.least.0),
                say::change(&s.least.1, None),
                say::policy_pair(&s.most.0),
                say::change(&s.most.1, None)
            ),
        })
        .collect();
    whiskers(&rows, Scale::Change, "implied rating / printed rating", "Range of implied ratings over the policies")
}

/// The estimate alone, as precise as its interval: the tooltip has the whole.
fn plain(ratio: &lanchester_stats::Interval) -> String {
    let text = say::change(ratio, None);
    text.split_once(" [").map_or(text.clone(), |(estimate, _)| estimate.to_owned())
}
