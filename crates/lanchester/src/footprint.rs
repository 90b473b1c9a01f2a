//! How much memory a run will take: what planning it took, which holds the same cells and plays the same battles on the
//! same threads, and what the store, the tables and the page take at its end. It does not grow with the battles.

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

/// What the end of a run takes beyond its battles. Measured (the test below has the figures).
#[derive(Clone, Copy, Debug)]
pub struct Report(u64);

impl Report {
    /// The store, the tables and the page of a sweep.
    pub const fn of_sweep(cells: usize, variants: usize) -> Self {
        Self(26 * MIB + 2150 * cells as u64 + 1075 * variants as u64)
    }

    /// The tables and the page of a study.
    pub const fn of_study(cells: usize) -> Self {
        Self(25 * MIB + 5830 * cells as u64)
    }

    /// With what the battles take.
    pub const fn with(self, played: u64) -> u64 {
        self.0 + played
    }
}

/// What this process, which has planned and played a sample, has taken at most. Where the system does not say, as much as
/// it takes elsewhere.
pub fn played(cells: usize, threads: usize) -> u64 {
    peak().unwrap_or(19 * MIB + 600 * KIB * threads as u64 + 700 * cells as u64)
}

/// The most memory that this process has had, in bytes; Linux says.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * KIB)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Peaks in KiB as `/usr/bin/time -v` gives them on two threads: of `lanchester plan`, of the run to its end, and its
    /// cells and variants. Ships of Nova with two to five parameters, a fleet, and a ship of Starmada X.
    const SWEEPS: [(u64, u64, usize, usize); 7] = [
        (22_280, 48_884, 192, 48),
        (58_540, 148_500, 20_000, 20_000),
        (33_632, 110_768, 23_040, 1_920),
        (30_904, 68_148, 5_000, 1_250),
        (26_528, 64_608, 5_120, 640),
        (34_592, 109_900, 20_480, 2_560),
        (19_840, 47_764, 72, 24),
    ];

    /// The same of studies, without parity prices; the last three of duels between 50, 150 and 440 ships.
    const STUDIES: [(u64, u64, usize); 7] = [
        (27_880, 50_276, 303),
        (30_040, 61_880, 1_596),
        (23_908, 47_344, 13),
        (43_664, 120_556, 8_610),
        (43_460, 79_960, 1_225),
        (57_092, 147_072, 11_175),
        (176_292, 746_436, 96_580),
    ];

    #[test]
    fn the_forecast_is_within_a_fifth_of_what_sweeps_took_and_a_tenth_of_what_studies_did() {
        let near = |report: Report, plan: u64, run: u64, off: f64| {
            let ratio = report.with(plan * KIB) as f64 / (run * KIB) as f64;
            assert!((ratio - 1.0).abs() <= off, "{ratio:.2} of {run} KiB");
        };
        SWEEPS
            .iter()
            .for_each(|(plan, run, cells, variants)| near(Report::of_sweep(*cells, *variants), *plan, *run, 0.2));
        STUDIES.iter().for_each(|(plan, run, cells)| near(Report::of_study(*cells), *plan, *run, 0.1));
    }

    #[test]
    fn the_system_says_how_much_it_was() {
        let Some(peak) = peak() else {
            println!("skipped: the system does not say");
            return;
        };
        // A test's process is smaller than the program, and no page of it is a terabyte.
        assert!((MIB..1 << 40).contains(&peak), "{peak}");
    }
}
