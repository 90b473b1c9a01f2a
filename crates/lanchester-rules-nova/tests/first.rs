mod common;
use std::sync::Arc;
use lanchester_core::{Force, Matchup, Rules, Tally, Job};
use lanchester_lanes::Level;
use lanchester_rules_nova::{Nova, options::Options, policy::Policy};

fn matchup(p: [Policy; 2], n: [usize; 2]) -> Matchup<Nova> {
    let d = Arc::new(common::majestic());
    let [a, b] = p;
    Matchup { name: "t".into(), options: Options::default(), forces: [
        Force { name: "a".into(), ships: vec![d.clone(); n[0]], stations: None, policy: Arc::new(a) },
        Force { name: "b".into(), ships: vec![d.clone(); n[1]], stations: None, policy: Arc::new(b) } ] }
}

#[test]
fn first() {
    for n in [[1, 1], [2, 1], [3, 3], [1, 5]] {
        let m = matchup([common::greedy(), common::greedy()], n);
        let t = Nova::prepare(&m);
        for level in Level::available() {
            let rec = Nova::record(&t, level, 1, 0, 0..200);
            for (b, events) in rec.iter().enumerate() {
                if let Err(e) = Nova::verify(&m, 1, 0, b as u64, events) {
                    for (i, ev) in events.iter().enumerate().take(e.at + 3) { println!("{i} {ev:?}"); }
                    panic!("{n:?} {level} battle {b}: {e}");
                }
            }
            let mut tally = Tally::new();
            let mut s = Nova::scratch();
            let start = std::time::Instant::now();
            Nova::play(&t, &mut s, level, &Job { seed: 1, cell: 0, pairs: 0..2048 }, &mut tally);
            let e = start.elapsed().as_secs_f64();
            println!("{n:?} {level} {:.0} battles/s, {:?} draws {} capped {} nocontact {} turns {:.1} seats {:?} init {:?}", 4096.0 / e, tally.wins, tally.draws, tally.capped, tally.no_contact, tally.turns as f64/4096.0, tally.seat_wins, tally.initiative);
        }
    }
}
