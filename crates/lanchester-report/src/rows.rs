//! What stands in every row of every file.

use std::collections::BTreeSet;

use lanchester_analysis::analysis::{
    Analysis, CalibrationSummary, CellSummary, FleetLaw, Matrix, MeetingRow, Payoffs, RatingRow,
};
use lanchester_analysis::commanders::CommanderRow;
use lanchester_analysis::parity::{EQUILIBRIUM, ParityRow};
use lanchester_analysis::robust::RobustRow;
use lanchester_analysis::sizes::{PriceOfSize, PricesBySize};
use lanchester_stats::Interval;
use lanchester_stats::parity::Parity;
use lanchester_stats::price::Implied;

use crate::commanders::commanders_frame;
use crate::frame::{Cell, Frame, Values, frame};
use crate::readings::readings_frame;
use crate::robust::robust_frame;
use crate::schema::{self, FLEETS, TABLES};

/// The frames of a study, in the order of [`TABLES`].
#[must_use]
pub fn frames(analysis: &Analysis) -> [Frame; TABLES.len()] {
    let matrices = &analysis.matrices;
    let cells = analysis.cells.iter().map(|cell| cell_row(cell, analysis.seed));
    let ratings = matrices.iter().flat_map(|m| m.ratings.iter().map(move |r| rating_row(m, r)));
    let meetings = matrices.iter().flat_map(|m| m.meetings.iter().map(move |r| meeting_row(m, r)));
    let triples = matrices.iter().flat_map(triple_rows);
    let laws = &analysis.fleet_laws;
    let calibrations = || {
        let duels = matrices.iter().filter_map(|m| Some((head(&m.group, &m.policies), m.calibration.as_ref()?)));
        let fleets = laws.iter().filter_map(|l| Some((head(FLEETS, &l.policies), l.calibration.as_ref()?)));
        duels.chain(fleets)
    };
    [
        frame(&schema::CELLS, cells),
        designs(analysis),
        frame(&schema::RATINGS, ratings),
        frame(&schema::MARGINS, analysis.cells.iter().flat_map(margin_rows)),
        frame(&schema::MATRIX, meetings),
        prices(&analysis.prices),
        sizes(&analysis.prices_by_size),
        frame(&schema::CALIBRATION, calibrations().flat_map(|(head, c)| model_rows(&head, c))),
        frame(&schema::RELIABILITY, calibrations().flat_map(|(head, c)| bin_rows(&head, c))),
        frame(&schema::STRUCTURE, matrices.iter().flat_map(matrix_numbers).chain(laws.iter().flat_map(law_numbers))),
        frame(&schema::TRIPLES, triples),
        frame(&schema::PAYOFFS, analysis.payoffs.iter().flat_map(payoff_rows)),
    ]
}

/// All tables of a study by their file names: those of [`TABLES`], and further ones that have rows.
#[must_use]
pub fn tables(analysis: &Analysis) -> Vec<(&'static str, Frame)> {
    let further = [
        (schema::READINGS.file, readings_frame(&analysis.readings)),
        (schema::ROBUST.file, robust_frame(&analysis.robust)),
        (schema::COMMANDERS.file, commanders_frame(&analysis.commanders)),
    ];
    let named = TABLES.iter().map(|table| table.file).zip(frames(analysis));
    named.chain(further.into_iter().filter(|(_, frame)| frame.rows() > 0)).collect()
}

/// The tables of parity prices alone, by their file names: of a command that plays no study.
#[must_use]
pub fn price_tables(
    rows: &[ParityRow],
    by_size: &[PricesBySize],
    robust: &[RobustRow],
    commanders: &[CommanderRow],
) -> Vec<(&'static str, Frame)> {
    let sizes = (!by_size.is_empty()).then(|| (schema::SIZES.file, sizes(by_size)));
    let robust = (!robust.is_empty()).then(|| (schema::ROBUST.file, robust_frame(robust)));
    let commanders = (!commanders.is_empty()).then(|| (schema::COMMANDERS.file, commanders_frame(commanders)));
    [(schema::PRICES.file, prices(rows))].into_iter().chain(sizes).chain(robust).chain(commanders).collect()
}

fn prices(rows: &[ParityRow]) -> Frame {
    frame(&schema::PRICES, rows.iter().map(price_row))
}

fn sizes(designs: &[PricesBySize]) -> Frame {
    frame(&schema::SIZES, designs.iter().flat_map(size_rows))
}

/// Group and policies.
type Head = [String; 3];

fn head(group: &str, [a, b]: &[String; 2]) -> Head {
    [group.to_owned(), a.clone(), b.clone()]
}

/// A row that begins with group and policies.
fn headed(head: &Head, rest: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
    head.iter().map(Cell::from).chain(rest).collect()
}

fn spread(interval: &Interval) -> [Cell; 3] {
    [interval.estimate, interval.low, interval.high].map(Cell::from)
}

pub(crate) fn spread_option(interval: Option<&Interval>) -> [Cell; 3] {
    let value = |f: fn(&Interval) -> f64| Cell::Real(interval.map(f));
    [value(|i| i.estimate), value(|i| i.low), value(|i| i.high)]
}

fn cell_row(cell: &CellSummary, seed: u64) -> Vec<Cell> {
    let ([a, b], t) = (&cell.entrants, &cell.tally);
    let mut row: Vec<Cell> = vec![
        cell.number.into(),
        cell.group.as_str().into(),
        cell.duel.into(),
        cell.mirror.into(),
        a.id.as_str().into(),
        b.id.as_str().into(),
        a.name.as_str().into(),
        b.name.as_str().into(),
        a.policy.as_str().into(),
        b.policy.as_str().into(),
        Cell::Text(Some(roll(&a.ships))),
        Cell::Text(Some(roll(&b.ships))),
        a.rating.into(),
        b.rating.into(),
    ];
    row.extend([t.pairs, t.battles()].into_iter().chain(t.wins).chain(t.major).map(Cell::from));
    row.extend([t.draws, t.capped, t.no_contact, t.mutual, t.turns].map(Cell::from));
    row.push(cell.turns_mean.into());
    row.extend(t.pair_scores.map(Cell::from));
    for interval in [&cell.score, &cell.wins, &cell.draws, &cell.losses, &cell.capped] {
        row.extend(spread(interval));
    }
    row.extend(t.seat_wins.map(Cell::from));
    row.extend([0, 1].map(|i| Cell::Count(t.initiative().map(|counts| counts[i]))));
    row.extend(t.left.map(Cell::from));
    row.extend(cell.left_mean.map(Cell::from));
    row.extend([t.margin.into(), t.pair_margin_squares.into()]);
    row.extend(spread(&cell.margin));
    row.push(seed.into());
    row
}

fn designs(analysis: &Analysis) -> Frame {
    let rows = analysis.designs.iter().map(|d| {
        vec![
            d.id.as_str().into(),
            d.name.as_str().into(),
            d.class.as_str().into(),
            Cell::Text(d.faction.clone()),
            d.rating.into(),
            d.origin.as_str().into(),
            d.unrated.into(),
        ]
    });
    let mut frame = frame(&schema::DESIGNS, rows);
    let extras: BTreeSet<&str> = analysis.designs.iter().flat_map(|d| d.extras.keys().map(String::as_str)).collect();
    for extra in extras {
        let value = |d: &lanchester_analysis::study::DesignInfo| d.extras.get(extra).copied().filter(|v| v.is_finite());
        let values = analysis.designs.iter().map(value).collect();
        frame.columns.push((format!("{}{extra}", schema::EXTRA), Values::Real(values)));
    }
    frame
}

fn rating_row(matrix: &Matrix, r: &RatingRow) -> Vec<Cell> {
    let implied = match r.implied {
        Some(Implied::Rating(i)) => spread(&i),
        Some(Implied::AtLeast(low)) => [None, Some(low), None].map(Cell::from),
        Some(Implied::AtMost(high)) => [None, None, Some(high)].map(Cell::from),
        Some(Implied::Nothing) | None => [None; 3].map(Cell::from),
    };
    let mut row =
        headed(&head(&matrix.group, &matrix.policies), [(&r.design).into(), Cell::Count(r.printed.map(u64::from))]);
    row.extend(spread_option(r.strength.as_ref()));
    row.extend(implied);
    row.extend(spread_option(r.residual.as_ref()));
    row.push(Cell::Text(r.verdict.map(|v| v.name().to_owned())));
    row.push(r.q.into());
    row.extend(spread(&r.score));
    row.push(r.battles.into());
    row
}

fn margin_rows(cell: &CellSummary) -> impl Iterator<Item = Vec<Cell>> {
    // Bin 20 is centred on zero and bins are five wide, so bin i begins at 5·(i − 20) − 2.5.
    let edge = |bin: usize| 5.0 * (bin as f64 - 20.0) - 2.5;
    let bins = cell.tally.margins.iter().enumerate().filter(|(_, count)| **count > 0);
    bins.map(move |(bin, count)| vec![cell.number.into(), edge(bin).into(), (*count).into()])
}

fn meeting_row(matrix: &Matrix, m: &MeetingRow) -> Vec<Cell> {
    let id = |place: usize| matrix.ratings.get(place).map_or("", |r| r.design.as_str());
    let mut row = headed(&head(&matrix.group, &matrix.policies), [id(m.a).into(), id(m.b).into()]);
    row.extend([&m.score, &m.draws, &m.capped].into_iter().flat_map(spread));
    row.extend([m.significant.into(), m.battles.into()]);
    row
}

pub(crate) fn price_row(p: &ParityRow) -> Vec<Cell> {
    let mut row: Vec<Cell> = p.policies.iter().chain([&p.design, &p.name]).map(Cell::from).collect();
    row.push(Cell::Count(p.printed.map(u64::from)));
    row.extend([p.parity, p.times_printed()].into_iter().flat_map(Parity::ends).map(Cell::from));
    row.extend([p.p.into(), p.q.into(), Cell::Text(p.verdict.map(|verdict| verdict.name().to_owned()))]);
    row.push(Cell::Text(p.reason.map(|reason| reason.name().to_owned())));
    row.extend([p.matchups, p.opponents, p.undrawn, p.battles, p.capped, p.draws].map(Cell::from));
    row
}

fn size_rows(of: &PricesBySize) -> impl Iterator<Item = Vec<Cell>> {
    of.prices.iter().map(|price| {
        let mut row: Vec<Cell> = of.policies.iter().chain([&of.design, &of.name]).map(Cell::from).collect();
        row.extend([Cell::Count(of.printed.map(u64::from)), price.ships.into()]);
        row.extend(price.parity.ends().map(Cell::from));
        row.push(Cell::Text(price.reason.map(|reason| reason.name().to_owned())));
        row.extend([of.test.map(|test| test.p), of.q, of.test.map(|test| test.ratio)].map(Cell::from));
        row.extend(spread_option(of.test.map(|test| test.slope).as_ref()));
        row.push(of.verdict.name().into());
        let PriceOfSize { matchups, opponents, undrawn, battles, capped, draws, .. } = *price;
        row.extend([matchups, opponents, undrawn, battles, capped, draws].map(Cell::from));
        row
    })
}

fn model_rows<'c>(head: &Head, calibration: &'c CalibrationSummary) -> impl Iterator<Item = Vec<Cell>> + use<'c> {
    let head = head.clone();
    calibration.models.iter().map(move |m| {
        let mut row = headed(&head, [Cell::from(&m.model)]);
        row.extend(spread_option(m.slope.as_ref()));
        row.extend([&m.brier, &m.log_loss].into_iter().flat_map(spread));
        row.extend([&m.brier_excess, &m.log_loss_excess].into_iter().flat_map(|e| spread_option(e.as_ref())));
        row
    })
}

fn bin_rows<'c>(head: &Head, calibration: &'c CalibrationSummary) -> impl Iterator<Item = Vec<Cell>> + use<'c> {
    let head = head.clone();
    calibration.reliability.iter().map(move |bin| {
        let mut row = headed(&head, [bin.predicted.into()]);
        row.extend(spread(&bin.observed));
        row.extend([(bin.cells as u64).into(), bin.pairs.into()]);
        row
    })
}

fn number(head: &Head, quantity: &str, value: Option<&Interval>, why: Option<String>) -> Vec<Cell> {
    let mut row = headed(head, [quantity.into()]);
    row.extend(spread_option(value));
    row.push(Cell::Text(if value.is_some() { None } else { why }));
    row
}

fn matrix_numbers(matrix: &Matrix) -> Vec<Vec<Cell>> {
    let head = head(&matrix.group, &matrix.policies);
    let why = matrix.no_strengths.clone().or_else(|| matrix.no_prices.map(|why| why.to_string()));
    let bias = matrix.calibration.as_ref().and_then(|c| c.side_bias);
    let cycles = matrix.cycles.as_ref();
    let mut triples = headed(&head, ["triples".into()]);
    triples.push(cycles.map(|c| c.triples_found as f64).into());
    triples.extend([Cell::Real(None), Cell::Real(None), Cell::Text(None)]);
    vec![
        number(&head, "slope", matrix.slope.as_ref(), why),
        number(&head, "side_bias", bias.as_ref(), None),
        number(&head, "cycle_share", cycles.map(|c| &c.share), None),
        triples,
    ]
}

fn law_numbers(law: &FleetLaw) -> Vec<Vec<Cell>> {
    let head = head(FLEETS, &law.policies);
    let calibration = law.calibration.as_ref();
    vec![
        number(&head, "exponent", law.exponent.as_ref(), law.no_exponent.clone()),
        number(&head, "slope", calibration.map(|c| &c.slope), None),
        number(&head, "side_bias", calibration.and_then(|c| c.side_bias).as_ref(), None),
    ]
}

fn triple_rows(matrix: &Matrix) -> impl Iterator<Item = Vec<Cell>> {
    matrix.cycles.iter().flat_map(|c| &c.triples).map(|triple| {
        let id = |place: usize| Cell::from(matrix.ratings.get(place).map_or("", |r| r.design.as_str()));
        let mut row = headed(&head(&matrix.group, &matrix.policies), triple.designs.map(id));
        row.extend(triple.legs.iter().flat_map(spread));
        row.push(triple.q.into());
        row
    })
}

fn payoff_rows(payoffs: &Payoffs) -> Vec<Vec<Cell>> {
    let row = |p: usize, against: &str, score: &Interval| {
        let mut row = vec![Cell::from(&payoffs.policies[p]), against.into()];
        row.extend(spread(score));
        row.push(payoffs.weights.get(p).copied().into());
        row
    };
    let mut rows = Vec::new();
    for (p, scores) in payoffs.scores.iter().enumerate() {
        let met = scores.iter().enumerate().filter_map(|(q, score)| Some((q, score.as_ref()?)));
        rows.extend(met.map(|(q, score)| row(p, &payoffs.policies[q], score)));
        rows.extend(payoffs.against.get(p).map(|score| row(p, EQUILIBRIUM, score)));
    }
    rows
}

/// Design ids in short: `astrolabe+3*midge`. [`unroll`] reads it back.
#[must_use]
pub fn roll(ships: &[String]) -> String {
    let part = |run: &[String]| match run {
        [one] => one.clone(),
        many => format!("{}*{}", many.len(), many[0]),
    };
    ships.chunk_by(|a, b| a == b).map(part).collect::<Vec<_>>().join("+")
}

/// The ids that [`roll`] wrote; nothing if it did not write this. An id has no `+` and no `*`.
#[must_use]
pub fn unroll(text: &str) -> Option<Vec<String>> {
    /// No side of any game has as many.
    const MOST: usize = 1000;
    let mut ships = Vec::new();
    for part in text.split('+').filter(|part| !part.is_empty()) {
        let (count, id) = match part.split_once('*') {
            Some((count, id)) => (count.parse::<usize>().ok().filter(|n| *n <= MOST)?, id),
            None => (1, part),
        };
        if ships.len() + count > MOST {
            return None;
        }
        ships.extend(std::iter::repeat_n(id.to_owned(), count));
    }
    Some(ships)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_of_ships_go_there_and_back() {
        let ships = ["a", "midge", "midge", "a"].map(str::to_owned);
        assert_eq!(roll(&ships), "a+2*midge+a");
        assert_eq!(unroll("a+2*midge+a").as_deref(), Some(&ships[..]));
        assert_eq!(unroll(""), Some(Vec::new()));
        assert_eq!(unroll("9999999*x"), None);
        assert_eq!(unroll("x*x"), None);
    }
}
