//! What `lanchester validate` prints.

use std::fmt::Write;

use lanchester_analysis::analysis::{Analysis, CalibrationSummary, FleetLaw, Matrix, PolicyShift, RatingRow};
use lanchester_analysis::parity::{EQUILIBRIUM, ParityRow};
use lanchester_stats::Interval;
use lanchester_stats::parity::Parity;
use lanchester_stats::price::{FAIR_WITHIN, FALSE_DISCOVERY_RATE, Implied, Verdict};

use crate::digits::{grouped, percent, percent_change, rounded, text};
use crate::table::{Align, TextTable, Tone, clean};

/// The text of a study: prices, fleet actions, policies, biases. `color` adds ANSI colours.
#[must_use]
pub fn validate(analysis: &Analysis, color: bool) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail; `line` hides that.
    let mut line = |text: &str| {
        let _ = writeln!(out, "{text}");
    };
    line(&format!(
        "{} ({}): {} rules v{}, seed {}, {} battles. Intervals are 95 %.",
        clean(&analysis.name),
        clean(&analysis.study),
        clean(&analysis.game),
        analysis.rules_version,
        analysis.seed,
        grouped(analysis.battles)
    ));
    if !analysis.prices.is_empty() {
        line("");
        line("Parity prices: the points at which fleets of a ship fight random fleets of the others evenly");
        line(price_table(&analysis.prices, color).trim_end());
    }
    // The first matrix of a group in full, the others of it side by side.
    let several = analysis.matrices.len() > 1;
    for (i, matrix) in analysis.matrices.iter().enumerate() {
        if analysis.matrices[..i].iter().any(|earlier| earlier.group == matrix.group) {
            continue;
        }
        line("");
        let group = clean(&matrix.group);
        let mut head = if group == "duels" { "Duels".to_owned() } else { format!("Duels: {group}") };
        if several {
            head.push_str(&format!(", {}", policy_pair(&matrix.policies)));
        }
        line(&head);
        line(ratings(matrix).render(color).trim_end());
        slope_lines(matrix).iter().for_each(|l| line(l));
        let group: Vec<&Matrix> = analysis.matrices.iter().filter(|other| other.group == matrix.group).collect();
        if group.len() > 1 {
            line("");
            line("Off by %, by who commands (one policy: on both sides; intervals in ratings.parquet)");
            line(side_by_side(&group).render(color).trim_end());
        }
    }
    for text in shift_lines(analysis) {
        line(&text);
    }
    let fleets = fleet_actions(analysis);
    if !fleets.is_empty() {
        line("");
        line("Fleet actions");
        line(fleets.render(color).trim_end());
        let all = analysis.cells.iter().filter(|c| !c.duel && !c.mirror).count();
        if all > MOST_ACTIONS {
            line(&format!("The first {MOST_ACTIONS} of {}; all of them are in cells.parquet.", grouped(all as u64)));
        }
    }
    for law in &analysis.fleet_laws {
        line(&law_line(law, analysis.fleet_laws.len() > 1));
    }
    if !analysis.policies.is_empty() {
        line("");
        line("Policies against each other");
        line(policies(analysis).render(color).trim_end());
        equilibrium_lines(analysis).iter().for_each(|l| line(l));
    }
    if !analysis.mirrors.is_empty() {
        line("");
        line("Equal sides: who gains from seat and initiative (50 % is fair)");
        line(mirrors(analysis).render(color).trim_end());
    }
    if analysis.battles > 0 {
        line("");
        line(&format!("Ended by the turn limit: {} % of battles", percent(&analysis.capped)));
        line(&format!("Without a shot: {} % of battles", percent(&analysis.no_contact)));
        if let Some(major) = &analysis.major {
            line(&format!("Won by a major victory: {} % of battles", percent(major)));
        }
    }
    out
}

/// Two policies as a heading: `greedy`, `greedy and charge`, `equilibrium`.
fn policy_pair([a, b]: &[String; 2]) -> String {
    match (a == b, a == EQUILIBRIUM) {
        (true, true) => "equilibrium".to_owned(),
        (true, false) => format!("{} on both sides", clean(a)),
        (false, _) => format!("{} against {}", clean(a), clean(b)),
    }
}

/// A table of parity prices. `color` adds ANSI colours.
#[must_use]
pub fn price_table(rows: &[ParityRow], color: bool) -> String {
    let several = rows.iter().any(|r| r.policies != rows[0].policies);
    let mut heads = vec![
        ("Design", Align::Left),
        ("Printed", Align::Right),
        ("Parity price", Align::Right),
        ("Off by %", Align::Right),
        ("Verdict", Align::Left),
        ("Matchups", Align::Right),
        ("Battles", Align::Right),
        ("Capped %", Align::Right),
    ];
    if several {
        heads.insert(1, ("Policies", Align::Left));
    }
    let mut table = TextTable::new(&heads);
    for r in rows {
        let price = match r.parity {
            Parity::Price(price) => text(&price),
            Parity::Range(low, high) => format!("{}-{}", about(low), about(high)),
            Parity::AtLeast(points) => format!("≥ {}", about(points)),
            Parity::AtMost(points) => format!("≤ {}", about(points)),
            Parity::Unclear => String::new(),
        };
        let (verdict, tone) = verdict_text(Some(r.verdict));
        let mut row = vec![
            plain(&r.name),
            plain(&r.printed.map(|printed| printed.to_string()).unwrap_or_default()),
            plain(&price),
            plain(&r.multiplier().as_ref().map(percent_change).unwrap_or_default()),
            (verdict.to_owned(), tone),
            (grouped(r.matchups), Tone::Dim),
            (grouped(r.battles), Tone::Dim),
            // A share of battles of very unequal matchups, with no interval to its name: whole per cents only.
            (format!("{:.0}", 100.0 * r.capped as f64 / r.battles.max(1) as f64), Tone::Dim),
        ];
        if several {
            row.insert(1, plain(&policy_pair(&r.policies)));
        }
        table.row(row);
    }
    table.render(color)
}

fn shift_lines(analysis: &Analysis) -> Vec<String> {
    if analysis.shifts.is_empty() {
        return Vec::new();
    }
    let mut moving: Vec<&PolicyShift> = analysis.shifts.iter().filter(|s| s.moves).collect();
    let spread = |s: &PolicyShift| s.most.1.estimate / s.least.1.estimate;
    moving.sort_by(|a, b| spread(b).total_cmp(&spread(a)));
    let mut lines = vec![
        String::new(),
        format!(
            "Implied ratings that move with the policies by more than their intervals: {} of {}",
            moving.len(),
            analysis.shifts.len()
        ),
    ];
    for s in moving.iter().take(10) {
        lines.push(format!(
            "  {}: {} % ({}) to {} % ({})",
            clean(&s.name),
            percent_change(&s.least.1),
            policy_pair(&s.least.0),
            percent_change(&s.most.1),
            policy_pair(&s.most.0)
        ));
    }
    lines
}

fn law_line(law: &FleetLaw, several: bool) -> String {
    let under = if several { format!(", {}", policy_pair(&law.policies)) } else { String::new() };
    match (&law.exponent, &law.no_exponent) {
        (Some(p), _) => {
            let says = match () {
                () if p.contains(1.0) => "a fleet is worth the sum of its ships, as far as this can tell",
                () if p.estimate < 1.0 => "many small ships are worth more than their points",
                () => "few great ships are worth more than their points",
            };
            format!("Numbers against quality{under}: Σ rating^p with p = {}: {says}", text(p))
        }
        (None, why) => {
            format!(
                "Numbers against quality{under}: no exponent, {}",
                clean(why.as_deref().unwrap_or("for want of data"))
            )
        }
    }
}

fn equilibrium_lines(analysis: &Analysis) -> Vec<String> {
    let Some(payoffs) = analysis.payoffs.as_ref().filter(|c| !c.weights.is_empty()) else { return Vec::new() };
    let shares: Vec<String> = payoffs
        .policies
        .iter()
        .zip(&payoffs.weights)
        .filter(|(_, weight)| **weight >= 0.005)
        .map(|(policy, weight)| format!("{} {:.0} %", clean(policy), 100.0 * weight))
        .collect();
    vec![format!("Equilibrium over these policies, on average over all cells: {}", shares.join(", "))]
}

/// How far each printed rating is off in each matrix of a group, and the slopes below.
fn side_by_side(group: &[&Matrix]) -> TextTable {
    let heads: Vec<String> = group
        .iter()
        .map(|m| match &m.policies {
            [a, _] if a == EQUILIBRIUM => "equilibrium".to_owned(),
            [a, b] if a == b => clean(a),
            [a, b] => format!("{} : {}", clean(a), clean(b)),
        })
        .collect();
    let mut columns = vec![("Design", Align::Left)];
    columns.extend(heads.iter().map(|head| (head.as_str(), Align::Right)));
    let mut table = TextTable::new(&columns);
    for row in &group[0].ratings {
        let mut cells = vec![plain(&row.name)];
        for matrix in group {
            let here = matrix.ratings.iter().find(|r| r.design == row.design);
            let (_, tone) = verdict_text(here.and_then(|r| r.verdict));
            // The estimate alone, to the digit that its interval warrants.
            let off = here.and_then(|r| r.residual).map(|r| percent_change(&r)).unwrap_or_default();
            cells.push((off.split(' ').next().unwrap_or_default().to_owned(), tone));
        }
        table.row(cells);
    }
    let mut slopes = vec![("slope k".to_owned(), Tone::Dim)];
    slopes.extend(group.iter().map(|m| (m.slope.as_ref().map(|k| rounded(k).estimate).unwrap_or_default(), Tone::Dim)));
    table.row(slopes);
    table
}

fn ratings(matrix: &Matrix) -> TextTable {
    let mut table = TextTable::new(&[
        ("Design", Align::Left),
        ("Printed", Align::Right),
        ("Implied", Align::Right),
        ("Off by %", Align::Right),
        ("Verdict", Align::Left),
        ("Score %", Align::Right),
        ("Battles", Align::Right),
    ]);
    for r in &matrix.ratings {
        let (verdict, tone) = verdict_text(r.verdict);
        table.row([
            plain(&r.name),
            plain(&r.printed.to_string()),
            plain(&implied(r)),
            plain(&r.residual.as_ref().map(percent_change).unwrap_or_default()),
            (verdict.to_owned(), tone),
            plain(&percent(&r.score)),
            (grouped(r.battles), Tone::Dim),
        ]);
    }
    table
}

fn implied(r: &RatingRow) -> String {
    match &r.implied {
        Some(Implied::Rating(interval)) => text(interval),
        Some(Implied::AtLeast(x)) => format!("≥ {}", about(*x)),
        Some(Implied::AtMost(x)) => format!("≤ {}", about(*x)),
        Some(Implied::Nothing) | None => String::new(),
    }
}

/// A bound: it has no width, and one digit in a hundred is all that a sweep can tell.
fn about(x: f64) -> String {
    rounded(&Interval { estimate: x, low: x * 0.95, high: x * 1.05 }).estimate
}

pub(crate) const fn verdict_text(verdict: Option<Verdict>) -> (&'static str, Tone) {
    match verdict {
        Some(Verdict::Overpriced) => ("overpriced", Tone::Bad),
        Some(Verdict::Underpriced) => ("underpriced", Tone::Bad),
        Some(Verdict::Fair) => ("fair", Tone::Good),
        Some(Verdict::Inconclusive) => ("inconclusive", Tone::Dim),
        Some(Verdict::Bound) => ("bound only", Tone::Plain),
        None => ("", Tone::Plain),
    }
}

fn slope_lines(matrix: &Matrix) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(slope) = &matrix.slope {
        lines.push(format!("Slope k of log odds on log rating ratio: {}", text(slope)));
    }
    if let Some(calibration) = &matrix.calibration {
        lines.extend(calibration_line(calibration));
    }
    if let Some(cycles) = &matrix.cycles {
        lines.push(format!(
            "Depends on who meets whom, beyond what one number per ship can carry: {} % of the matrix; {} significant \
             rock-paper-scissors triples",
            percent(&cycles.share),
            grouped(cycles.triples_found as u64)
        ));
    }
    if let Some(why) = &matrix.no_strengths {
        lines.push(format!("No strengths: {}.", clean(why)));
    }
    if let Some(why) = matrix.no_prices {
        lines.push(format!("No implied ratings: {why}."));
    } else if matrix.no_strengths.is_none() {
        lines.push(format!(
            "Fair comes first: significantly within {:.0} %. Over- and underpriced: at a false discovery rate of {:.0} %.",
            100.0 * FAIR_WITHIN,
            100.0 * FALSE_DISCOVERY_RATE
        ));
    }
    lines
}

/// How the rating predicts beside other values.
fn calibration_line(calibration: &CalibrationSummary) -> Option<String> {
    let (rating, others) = calibration.models.split_first()?;
    let others: Vec<String> =
        others.iter().map(|m| format!("{} {}", clean(&m.model).replace('_', " "), text(&m.brier))).collect();
    Some(format!(
        "Brier score of a prediction (0 is perfect, ships predicted without themselves): rating {}, {}",
        text(&rating.brier),
        others.join(", ")
    ))
}

/// The most fleet actions that are listed; all stand in `cells.parquet`.
const MOST_ACTIONS: usize = 20;

fn fleet_actions(analysis: &Analysis) -> TextTable {
    let graded = analysis.major.is_some();
    let heads = [
        ("A", Align::Left),
        ("B", Align::Left),
        ("Ratings", Align::Right),
        ("A scores %", Align::Right),
        ("Draws %", Align::Right),
        ("Capped %", Align::Right),
        ("Turns", Align::Right),
    ];
    let heads = heads.into_iter().chain(graded.then_some(("Major A, B %", Align::Right)));
    let mut table = TextTable::new(&heads.collect::<Vec<_>>());
    let first = analysis.cells.first().map(|c| c.entrants[0].policy.as_str());
    let one_policy = analysis.cells.iter().all(|c| c.entrants.iter().all(|e| Some(e.policy.as_str()) == first));
    for cell in analysis.cells.iter().filter(|c| !c.duel && !c.mirror).take(MOST_ACTIONS) {
        let [a, b] = &cell.entrants;
        let name = |e: &lanchester_analysis::study::Entrant| {
            if one_policy { e.name.clone() } else { format!("{} ({})", e.name, e.policy) }
        };
        let major = graded.then(|| plain(&cell.major.each_ref().map(percent).join(", ")));
        let row = [
            plain(&name(a)),
            plain(&name(b)),
            plain(&format!("{} : {}", a.rating, b.rating)),
            plain(&percent(&cell.score)),
            plain(&percent(&cell.draws)),
            plain(&percent(&cell.capped)),
            // The tally keeps no squares of turns, hence no interval: whole turns only.
            plain(&format!("{:.0}", cell.turns_mean)),
        ];
        table.row(row.into_iter().chain(major));
    }
    table
}

fn policies(analysis: &Analysis) -> TextTable {
    let mut table = TextTable::new(&[
        ("Group", Align::Left),
        ("Policy", Align::Left),
        ("Score %", Align::Right),
        ("Cells", Align::Right),
        ("Pairs", Align::Right),
    ]);
    for p in &analysis.policies {
        table.row([
            plain(&p.group),
            plain(&p.policy),
            plain(&percent(&p.score)),
            plain(&p.cells.to_string()),
            (p.pairs.to_string(), Tone::Dim),
        ]);
    }
    table
}

/// The most mirror matches that are listed; all stand in `cells.parquet`.
const MOST_MIRRORS: usize = 40;

fn mirrors(analysis: &Analysis) -> TextTable {
    let mut table = TextTable::new(&[
        ("Side", Align::Left),
        ("Policy", Align::Left),
        ("Seat 0 %", Align::Right),
        ("Initiative %", Align::Right),
        ("Battles", Align::Right),
    ]);
    // The last is all of them together.
    let listed = analysis.mirrors.len().min(MOST_MIRRORS);
    let last = analysis.mirrors.last().filter(|_| listed < analysis.mirrors.len());
    for m in analysis.mirrors[..listed].iter().chain(last) {
        let tone = |i: &Interval| if i.contains(0.5) { Tone::Plain } else { Tone::Bad };
        table.row([
            plain(if m.cell.is_some() { &m.name } else { "all" }),
            plain(&m.policy),
            (percent(&m.seat), tone(&m.seat)),
            plain(&percent(&m.initiative)),
            (grouped(m.battles), Tone::Dim),
        ]);
    }
    table
}

fn plain(text: &str) -> (String, Tone) {
    (text.to_owned(), Tone::Plain)
}
