//! How many random set-ups never come within the reach of beams.

use crate::formulas::range::MAX_RANGE;
use crate::options::{AREA, Station};
use crate::reference::Track;
use lanchester_lanes::hex::Hex16;

/// Turns of an engagement.
const TURNS: u16 = 20;
/// Where a D6 puts the future marker to the side.
const ASIDE: [i8; 6] = [0, 0, 1, 2, -1, -2];

/// The tracks of an entry area, each as often as the dice make it.
fn tracks(area: u8) -> Vec<Track> {
    let mut all = Vec::new();
    for hex in 1..=AREA {
        for ahead in 1..=6 {
            all.extend(ASIDE.map(|aside| Station { area, hex, ahead, aside }.track()));
        }
    }
    all
}

/// The ranges of all turns of two tracks, from the first movement on.
fn ranges(apart: Hex16, speed: Hex16) -> impl Iterator<Item = u16> {
    (1..=TURNS as i16)
        .map(move |turn| Hex16 { q: apart.q + turn * speed.q, h: apart.h + turn * speed.h }.distance(Hex16::default()))
}

/// Displacements of exactly so many hexes.
fn ring(radius: i16) -> Vec<Hex16> {
    let all = (-radius..=radius).flat_map(|q| (-2 * radius..=2 * radius).map(move |h| (q, h)));
    let hexes = all.filter(|(q, h)| (q + h) % 2 == 0).map(|(q, h)| Hex16::new(q, h));
    hexes.filter(|hex| i16::try_from(hex.distance(Hex16::default())) == Ok(radius)).collect()
}

/// No contact in .2935 of all pairs of coasting units (.2945 where the engagement ends when they are apart from turn 10 on); against
/// a coaster a pursuer with 1 to 4 hexes of thrust has none in .1341, .0425, .0081 and .0001.
#[test]
fn set_ups_without_contact() {
    let reach = MAX_RANGE as u16;
    let (mut pairs, mut ended) = (0u32, 0u32);
    let mut without = [0u32; 5];
    let rings: Vec<Vec<Hex16>> = (1..5).map(ring).collect();
    // One side may as well always enter in the north.
    let north = tracks(1);
    for other in (2..=6).flat_map(tracks) {
        for own in &north {
            pairs += 1;
            let apart = own.present.to(other.present);
            let [v, w] = [own.velocity(), other.velocity()];
            let speed = Hex16 { q: w.q - v.q, h: w.h - v.h };
            let over = ranges(apart, speed).enumerate().position(|(turn, range)| turn >= 9 && range > 24);
            ended += u32::from(ranges(apart, speed).take(over.map_or(20, |turn| turn + 1)).all(|range| range > reach));
            if ranges(apart, speed).any(|range| range <= reach) {
                continue;
            }
            without[0] += 1;
            for (hexes, ring) in rings.iter().enumerate() {
                let meets = |by: &Hex16| {
                    let speed = Hex16 { q: speed.q - by.q, h: speed.h - by.h };
                    ranges(apart, speed).any(|range| range <= reach)
                };
                if ring.iter().any(meets) {
                    break;
                }
                without[hexes + 1] += 1;
            }
        }
    }
    let share = |count: u32| f64::from(count) / f64::from(pairs);
    for (count, figure) in without.into_iter().chain([ended]).zip([0.2935, 0.1341, 0.0425, 0.0081, 0.0001, 0.2945]) {
        assert!((share(count) - figure).abs() <= 0.000_05, "{}, not {figure}", share(count));
    }
}
