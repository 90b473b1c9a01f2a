//! Writing results: what a finished study's tables cost, in bytes a second, and one long table, in rows a second.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use lanchester_analysis::analyse;
use lanchester_analysis::study::{CellResult, DesignInfo, Entrant, StudyResults};
use lanchester_benches::{matchup, play};
use lanchester_core::Combatant;
use lanchester_lanes::Level;
use lanchester_report::frame::{Frame, Values};
use lanchester_report::{frames, parquet};
use lanchester_rules_nova::Nova;

/// Designs of the study.
const SHIPS: [&str; 8] = ["majestic", "orrery", "astrolabe", "dioptre", "monolith", "gneiss", "noctule", "caracal"];
/// Rows of the long table.
const ROWS: u64 = 65_536;

/// Every one of [`SHIPS`] against every one, a few battles each.
fn study() -> StudyResults {
    let mut results = StudyResults::default();
    for (n, a) in SHIPS.into_iter().enumerate() {
        for b in &SHIPS[n..] {
            let matchup = matchup::<Nova>(a, b, "charge");
            let entrants = [a, b].map(str::to_owned).map(|id| {
                let ship = &matchup.forces[usize::from(id != a)].ships[0];
                Entrant {
                    name: ship.name().to_owned(),
                    rating: ship.rating(),
                    policy: "charge".into(),
                    ships: vec![id.clone()],
                    id,
                }
            });
            if a == *b {
                let Entrant { id, name, rating, .. } = entrants[0].clone();
                let (class, origin) = ("cruiser".into(), "original".into());
                results.designs.push(DesignInfo {
                    id,
                    name,
                    class,
                    faction: None,
                    rating,
                    unrated: false,
                    origin,
                    extras: Default::default(),
                });
            }
            let (number, tally) = (results.cells.len() as u64, play(&matchup, Level::best(), 64));
            results.cells.push(CellResult { number, group: "duels".into(), entrants, duel: true, tally });
        }
    }
    results
}

/// A column of each kind.
fn long() -> Frame {
    let some = |value: u64| value.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    let text = Values::Text((0..ROWS).map(|row| Some(SHIPS[some(row) as usize % SHIPS.len()].to_owned())).collect());
    let count = Values::Count((0..ROWS).map(|row| Some(some(row))).collect());
    let real = Values::Real((0..ROWS).map(|row| Some(some(row) as f64 / 4096.0)).collect());
    let flag = Values::Flag((0..ROWS).map(|row| Some(some(row) % 2 == 0)).collect());
    let columns = [("text", text), ("count", count), ("real", real), ("flag", flag)];
    Frame { columns: columns.map(|(name, values)| (name.to_owned(), values)).into() }
}

/// All files of some tables, one after the other: how many bytes, and their sum.
fn written(tables: &[Frame]) -> [u64; 2] {
    let mut total = [0; 2];
    for table in tables {
        let bytes = parquet::write(table, &[]).expect("a table that can be written");
        total[0] += bytes.len() as u64;
        total[1] += bytes.iter().map(|byte| u64::from(*byte)).sum::<u64>();
    }
    total
}

fn writing(criterion: &mut Criterion) {
    let results = study();
    let tables = frames(&analyse(&results));
    println!("tables of {} cells: checksum {:?}: bytes and their sum", results.cells.len(), written(&tables));
    let mut group = criterion.benchmark_group("parquet");
    group.sample_size(20);
    group.bench_function(BenchmarkId::from_parameter("analyse"), |bencher| bencher.iter(|| frames(&analyse(&results))));
    group.throughput(Throughput::Bytes(written(&tables)[0]));
    group.bench_function(BenchmarkId::from_parameter("tables of a study"), |bencher| bencher.iter(|| written(&tables)));
    let long = [long()];
    println!("{ROWS} rows: checksum {:?}: bytes and their sum", written(&long));
    group.throughput(Throughput::Elements(ROWS));
    group.bench_function(BenchmarkId::from_parameter("a long table"), |bencher| bencher.iter(|| written(&long)));
    group.finish();
}

criterion_group!(benches, writing);
criterion_main!(benches);
