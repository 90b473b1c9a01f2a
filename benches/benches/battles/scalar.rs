//! The scalar programs beside the lanes, where they know the policy.

use criterion::{BenchmarkId, Throughput};
use lanchester_benches::scalar::{Scalar, Style};
use lanchester_benches::{Case, checksum, play};
use lanchester_core::Rules;
use lanchester_lanes::Level;
use lanchester_rules_nova::Nova;

use crate::battles::Group;

pub fn scalar(group: &mut Group<'_>, case: &Case) {
    let (matchup, pairs) = (case.matchup(), case.pairs / 16);
    let tables = Nova::prepare(&matchup);
    for (name, style) in [("scalar, plain", Style::Plain), ("scalar, careful", Style::Careful)] {
        let Some(scalar) = Scalar::new(&matchup, &tables, style) else { return };
        group.throughput(Throughput::Elements(2 * pairs));
        assert_eq!(checksum(&scalar.play(1, pairs)), checksum(&play(&matchup, Level::best(), pairs)), "{name}");
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| scalar.play(1, pairs));
        });
    }
}
