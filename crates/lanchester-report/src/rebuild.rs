//! A stored run back into what a finished study hands over, from its Parquet files alone: the counts of
//! `cells.parquet` and `margins.parquet`, the designs, the parity prices, and the footer. Everything else is worked out
//! again.

use std::collections::HashMap;

use lanchester_analysis::commanders::CommanderRow;
use lanchester_analysis::parity::ParityRow;
use lanchester_analysis::readings::{PricesUnder, ReadingRow};
use lanchester_analysis::robust::{RobustRow, Varied};
use lanchester_analysis::sizes::{PriceOfSize, PricesBySize, SizeVerdict};
use lanchester_analysis::study::{CellResult, DesignInfo, Entrant, Input, Setup, StudyResults};
use lanchester_core::Tally;
use lanchester_stats::Interval;
use lanchester_stats::parity::{Parity, Reason};
use lanchester_stats::price::Verdict;
use thiserror::Error;

use crate::folder::StoredRun;
use crate::frame::{Frame, Values};
use crate::rows::unroll;
use crate::schema::{self, EXTRA, Table};

/// Why a run that was read cannot be a study's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file} does not hold what a run would: {why}")]
pub struct RebuildError {
    /// The file.
    pub file: &'static str,
    /// What is wrong with it.
    pub why: String,
}

/// A finished study out of a stored run. What changes no result (level, threads, time) comes back empty, and inputs come
/// back by their names alone.
///
/// # Errors
/// If values are missing or contradict each other, although the files are what the manifest says.
pub fn rebuild(run: &StoredRun) -> Result<StudyResults, RebuildError> {
    let table = |table| Rows::of(run, table);
    let cells = table(&schema::CELLS)?;
    let mut study = StudyResults {
        setup: setup(run, schema::CELLS.file)?,
        designs: designs(&table(&schema::DESIGNS)?)?,
        cells: (0..cells.frame.rows()).map(|row| cell(&cells, row)).collect::<Result<_, _>>()?,
        prices: prices(&table(&schema::PRICES)?)?,
        prices_by_size: sizes(&table(&schema::SIZES)?)?,
        readings: readings(&table(&schema::READINGS)?)?,
        robust: robust(&table(&schema::ROBUST)?)?,
        commanders: commanders(&table(&schema::COMMANDERS)?)?,
    };
    margins(&table(&schema::MARGINS)?, &mut study.cells)?;
    Ok(study)
}

/// Battles of a cell beyond which no count is believed: sums over a study stay far from their limits.
const MOST_BATTLES: u64 = 1 << 42;

/// A table and its contents.
pub(crate) struct Rows<'f> {
    table: &'static Table,
    /// The contents.
    pub frame: &'f Frame,
}

impl<'f> Rows<'f> {
    /// A table of a run.
    pub fn of(run: &'f StoredRun, table: &'static Table) -> Result<Self, RebuildError> {
        let of = |tables: &[Table], frames: &'f [Frame]| {
            tables.iter().position(|t| t.file == table.file).and_then(|i| frames.get(i))
        };
        let place = of(run.kind.tables(), &run.frames).or_else(|| of(&schema::FURTHER_TABLES, &run.further));
        place.map(|frame| Self { table, frame }).ok_or(RebuildError { file: table.file, why: "it is missing".into() })
    }

    pub fn wrong(&self, why: String) -> RebuildError {
        RebuildError { file: self.table.file, why }
    }

    pub fn missing(&self, name: &str, row: usize) -> RebuildError {
        self.wrong(format!("row {} has no `{name}`", row + 1))
    }

    fn text(&self, name: &str, row: usize) -> Option<String> {
        match self.frame.get(name) {
            Some(Values::Text(values)) => values.get(row).cloned().flatten(),
            _ => None,
        }
    }

    pub fn real(&self, name: &str, row: usize) -> Option<f64> {
        match self.frame.get(name) {
            Some(Values::Real(values)) => values.get(row).copied().flatten(),
            _ => None,
        }
    }

    pub fn word(&self, name: &str, row: usize) -> Result<String, RebuildError> {
        self.text(name, row).ok_or_else(|| self.missing(name, row))
    }

    pub fn count(&self, name: &str, row: usize) -> Result<u64, RebuildError> {
        match self.frame.get(name) {
            Some(Values::Count(values)) => values.get(row).copied().flatten(),
            _ => None,
        }
        .ok_or_else(|| self.missing(name, row))
    }

    pub fn points(&self, name: &str, row: usize) -> Result<u32, RebuildError> {
        let points = self.count(name, row)?;
        u32::try_from(points).map_err(|_| self.wrong(format!("row {}: `{name}` is {points}", row + 1)))
    }

    fn signed(&self, name: &str, row: usize) -> Result<i64, RebuildError> {
        match self.frame.get(name) {
            Some(Values::Signed(values)) => values.get(row).copied().flatten(),
            _ => None,
        }
        .ok_or_else(|| self.missing(name, row))
    }

    fn flag(&self, name: &str, row: usize) -> Result<bool, RebuildError> {
        match self.frame.get(name) {
            Some(Values::Flag(values)) => values.get(row).copied().flatten(),
            _ => None,
        }
        .ok_or_else(|| self.missing(name, row))
    }
}

/// A pair of the footer.
pub(crate) fn footer<'r>(run: &'r StoredRun, file: &'static str, key: &str) -> Result<&'r str, RebuildError> {
    let found = run.footer.iter().find(|(name, _)| name.strip_prefix("lanchester.") == Some(key));
    let why = || format!("its metadata has no lanchester.{key}");
    found.map(|(_, value)| value.as_str()).ok_or_else(|| RebuildError { file, why: why() })
}

/// What was asked, from the footer of the table `file`.
pub(crate) fn setup(run: &StoredRun, file: &'static str) -> Result<Setup, RebuildError> {
    let of = |key: &str| footer(run, file, key).map(str::to_owned);
    let number = |key: &str| {
        let text = of(key)?;
        let why = format!("lanchester.{key} is `{text}`; expected a number");
        text.parse::<u64>().map_err(|_| RebuildError { file, why })
    };
    let options = of("options")?;
    let bad = |e: serde_json::Error| RebuildError { file, why: format!("lanchester.options: {e}") };
    Ok(Setup {
        id: of("study")?,
        name: of("study_name")?,
        tool_version: of("tool_version")?,
        game: of("game")?,
        rules_version: number("rules_version")? as u32,
        stream_version: number("stream_version")? as u32,
        seed: number("seed")?,
        options: serde_json::from_str(&options).map_err(bad)?,
        hash: Some(of("study_hash")?),
        inputs: run.manifest.inputs.iter().map(|i| Input { name: i.file.clone(), text: String::new() }).collect(),
        exploitability: run.manifest.exploitability.clone(),
        ..Setup::default()
    })
}

fn designs(rows: &Rows) -> Result<Vec<DesignInfo>, RebuildError> {
    let extras: Vec<&str> = rows.frame.columns.iter().filter_map(|(name, _)| name.strip_prefix(EXTRA)).collect();
    let design = |row| {
        let value = |name: &&str| Some(((*name).to_owned(), rows.real(&format!("{EXTRA}{name}"), row)?));
        Ok(DesignInfo {
            id: rows.word("design", row)?,
            name: rows.word("name", row)?,
            class: rows.word("class", row)?,
            faction: rows.text("faction", row),
            rating: rows.points("rating", row)?,
            // Runs that were written before there was this column do not say.
            unrated: rows.flag("unrated", row).unwrap_or_default(),
            origin: rows.word("origin", row)?,
            extras: extras.iter().filter_map(value).collect(),
        })
    };
    (0..rows.frame.rows()).map(design).collect()
}

fn cell(rows: &Rows, row: usize) -> Result<CellResult, RebuildError> {
    let entrant = |side: &str| {
        let ships = rows.word(&format!("ships_{side}"), row)?;
        Ok(Entrant {
            id: rows.word(side, row)?,
            name: rows.word(&format!("{side}_name"), row)?,
            rating: rows.points(&format!("rating_{side}"), row)?,
            policy: rows.word(&format!("policy_{side}"), row)?,
            ships: unroll(&ships).ok_or_else(|| rows.wrong(format!("row {}: ships `{ships}`", row + 1)))?,
        })
    };
    let count = |name: &str| rows.count(name, row);
    let tally = counts(rows, row, [["wins_a", "wins_b"], ["major_a", "major_b"]])?;
    Ok(CellResult {
        number: count("cell")?,
        group: rows.word("group", row)?,
        entrants: [entrant("a")?, entrant("b")?],
        duel: rows.flag("duel", row)?,
        tally: Tally {
            initiative: initiative(rows, row)?,
            left: [count("left_a")?, count("left_b")?],
            margin: rows.signed("margin_sum", row)?,
            pair_margin_squares: count("margin_squares")?,
            ..tally
        },
    })
}

/// Battles won and lost by the winner of the first initiative throw; both are null where the game has none.
fn initiative(rows: &Rows, row: usize) -> Result<[u64; 2], RebuildError> {
    let [wins, losses] = ["initiative_wins", "initiative_losses"].map(|name| rows.count(name, row));
    if wins.is_err() && losses.is_err() { Ok([0, 0]) } else { Ok([wins?, losses?]) }
}

/// The counts of a row that every game-playing table has, checked to add up; `wins` and `major` name the columns of wins and
/// of major victories.
pub(crate) fn counts(rows: &Rows, row: usize, [wins, major]: [[&str; 2]; 2]) -> Result<Tally, RebuildError> {
    let count = |name: &str| rows.count(name, row);
    let tally = Tally {
        pairs: count("pairs")?,
        wins: [count(wins[0])?, count(wins[1])?],
        major: [count(major[0])?, count(major[1])?],
        draws: count("draws")?,
        capped: count("capped")?,
        no_contact: count("no_contact")?,
        mutual: count("mutual")?,
        turns: count("turns")?,
        pair_scores: [
            count("pairs_0")?,
            count("pairs_25")?,
            count("pairs_50")?,
            count("pairs_75")?,
            count("pairs_100")?,
        ],
        seat_wins: [count("seat_0_wins")?, count("seat_1_wins")?],
        ..Tally::new()
    };
    let sum = |counts: &[u64]| counts.iter().copied().try_fold(0u64, u64::checked_add);
    let pairs = tally.pairs;
    let battles = pairs.checked_mul(2).filter(|battles| *battles <= MOST_BATTLES);
    if sum(&tally.pair_scores) != Some(pairs)
        || battles.is_none()
        || sum(&[tally.wins[0], tally.wins[1], tally.draws]) != battles
        || sum(&tally.seat_wins) != sum(&tally.wins)
        || tally.major.iter().zip(&tally.wins).any(|(major, wins)| major > wins)
        || [tally.capped, tally.no_contact, tally.mutual].iter().any(|part| Some(*part) > battles)
    {
        return Err(rows.wrong(format!("row {}: its counts do not add up to {pairs} pairs", row + 1)));
    }
    Ok(tally)
}

fn margins(rows: &Rows, cells: &mut [CellResult]) -> Result<(), RebuildError> {
    let places: HashMap<u64, usize> = cells.iter().enumerate().map(|(place, cell)| (cell.number, place)).collect();
    for row in 0..rows.frame.rows() {
        let (number, edge) = (rows.count("cell", row)?, rows.real("margin", row));
        let edge = edge.ok_or_else(|| rows.missing("margin", row))?;
        let bin = ((edge + 2.5) / 5.0).round() + 20.0;
        let cell = places.get(&number).map(|place| &mut cells[*place]);
        let place = cell.and_then(|c| c.tally.margins.get_mut(bin.max(0.0) as usize)).filter(|_| bin >= 0.0);
        let why = || rows.wrong(format!("row {}: no such cell or margin", row + 1));
        *place.ok_or_else(why)? = rows.count("battles", row)?;
    }
    Ok(())
}

fn prices(rows: &Rows) -> Result<Vec<ParityRow>, RebuildError> {
    (0..rows.frame.rows()).map(|row| price(rows, row)).collect()
}

fn price(rows: &Rows, row: usize) -> Result<ParityRow, RebuildError> {
    let ends = ["price", "price_low", "price_high"].map(|name| rows.real(name, row));
    let verdict = |word: String| Verdict::by_name(&word).ok_or_else(|| rows.wrong(format!("the verdict `{word}`")));
    let printed = rows.points("printed", row).ok();
    Ok(ParityRow {
        design: rows.word("design", row)?,
        name: rows.word("name", row)?,
        printed,
        policies: [rows.word("policy_a", row)?, rows.word("policy_b", row)?],
        parity: Parity::of_ends(ends),
        reason: reason(rows, row)?,
        p: rows.real("p", row),
        // Runs of earlier versions have a verdict where nothing is printed.
        verdict: rows.text("verdict", row).map(verdict).transpose()?.filter(|_| printed.is_some()),
        q: rows.real("q", row),
        matchups: rows.count("matchups", row)?,
        opponents: rows.count("opponents", row)?,
        undrawn: rows.count("undrawn", row)?,
        battles: rows.count("battles", row)?,
        capped: rows.count("capped", row)?,
        draws: rows.count("draws", row)?,
    })
}

/// Prices under each reading, in the order of the rows, and what each reading adds.
fn readings(rows: &Rows) -> Result<Vec<PricesUnder>, RebuildError> {
    let mut all: Vec<PricesUnder> = Vec::new();
    for row in 0..rows.frame.rows() {
        let reading = rows.word("reading", row)?;
        let [estimate, low, high] =
            ["difference", "difference_low", "difference_high"].map(|name| rows.real(name, row));
        let difference = estimate.zip(low).zip(high).map(|((estimate, low), high)| Interval { estimate, low, high });
        let found = ReadingRow { price: price(rows, row)?, difference, difference_q: rows.real("difference_q", row) };
        match all.last_mut().filter(|last| last.reading == reading) {
            Some(last) => last.rows.push(found),
            None => all.push(PricesUnder { reading, rows: vec![found] }),
        }
    }
    Ok(all)
}

/// Prices under other settings, in the order of the rows.
fn robust(rows: &Rows) -> Result<Vec<RobustRow>, RebuildError> {
    let of = |row| {
        let varied = rows.word("varied", row)?;
        let kind = Varied::by_name(&varied).ok_or_else(|| rows.wrong(format!("row {}: `{varied}` varied", row + 1)))?;
        let budget = [rows.points("budget_low", row)?, rows.points("budget_high", row)?];
        Ok(RobustRow::new(kind, rows.word("setting", row)?, budget, price(rows, row)?))
    };
    (0..rows.frame.rows()).map(of).collect()
}

/// Prices under other commanders, in the order of the rows; what is said of them is worked out again.
fn commanders(rows: &Rows) -> Result<Vec<CommanderRow>, RebuildError> {
    let interval = |row, names: [&str; 3]| Parity::of_ends(names.map(|name| rows.real(name, row))).price();
    let of = |row| {
        Ok(CommanderRow {
            design: rows.word("design", row)?,
            name: rows.word("name", row)?,
            commander: rows.word("commander", row)?,
            rollouts: rows.points("rollouts", row).ok(),
            decision: rows.text("decision", row),
            price: interval(row, ["price", "price_low", "price_high"]),
            change: interval(row, ["change", "change_low", "change_high"]),
            p: rows.real("p", row),
            q: None,
            verdict: None,
            matchups: rows.count("matchups", row)?,
            battles: rows.count("battles", row)?,
            capped: rows.count("capped", row)?,
        })
    };
    (0..rows.frame.rows()).map(of).collect()
}

/// Why a row has no price.
fn reason(rows: &Rows, row: usize) -> Result<Option<Reason>, RebuildError> {
    let found = |word: String| Reason::by_name(&word).ok_or_else(|| rows.wrong(format!("the reason `{word}`")));
    rows.text("reason", row).map(found).transpose()
}

/// Prices by the number of ships; what is said of them is worked out again.
fn sizes(rows: &Rows) -> Result<Vec<PricesBySize>, RebuildError> {
    let mut all: Vec<PricesBySize> = Vec::new();
    for row in 0..rows.frame.rows() {
        let price = PriceOfSize {
            ships: rows.points("ships", row)?,
            parity: Parity::of_ends(["price", "price_low", "price_high"].map(|name| rows.real(name, row))),
            reason: reason(rows, row)?,
            matchups: rows.count("matchups", row)?,
            opponents: rows.count("opponents", row)?,
            undrawn: rows.count("undrawn", row)?,
            battles: rows.count("battles", row)?,
            capped: rows.count("capped", row)?,
            draws: rows.count("draws", row)?,
        };
        let design = rows.word("design", row)?;
        if let Some(last) = all.last_mut().filter(|last| last.design == design) {
            last.prices.push(price);
            continue;
        }
        all.push(PricesBySize {
            design,
            name: rows.word("name", row)?,
            printed: rows.points("printed", row).ok(),
            policies: [rows.word("policy_a", row)?, rows.word("policy_b", row)?],
            prices: vec![price],
            test: None,
            q: None,
            verdict: SizeVerdict::Untested,
        });
    }
    Ok(all)
}
