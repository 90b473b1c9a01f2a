//! Random designs and matchups.

use std::sync::Arc;

use lanchester_conformance::Random;
use lanchester_core::{Force, Matchup};
use lanchester_rules_fires::Fires;
use lanchester_rules_fires::design::{Beams, Design, Missiles};
use lanchester_rules_fires::formulas::beams::BeamKind;
use lanchester_rules_fires::formulas::detailed::{DamageTable, System};
use lanchester_rules_fires::formulas::missiles::Missile;
use lanchester_rules_fires::formulas::range::ByRange;
use lanchester_rules_fires::options::{AREA, Options, Station};
use lanchester_rules_fires::policy::Policy;
use lanchester_scenario::{Kind, Library, Provenance};

/// From `least` to `most`.
pub fn between(random: &mut Random, least: u8, most: u8) -> u8 {
    least + random.below(u64::from(most - least) + 1) as u8
}

/// Numbers that fall with range.
pub fn falling(random: &mut Random, most: u8) -> ByRange {
    let mut values = [0; 4].map(|_| between(random, 0, most));
    values.sort_unstable_by(|a, b| b.cmp(a));
    values
}

fn missiles(random: &mut Random) -> Missiles {
    let kind = Missile {
        maneuver: between(random, 1, 12),
        guidance: between(random, 0, 8),
        penetration: between(random, 4, 24),
        bonus: between(random, 0, 2),
        size: between(random, 4, 16),
        defence: between(random, 1, 3),
    };
    Missiles { kind, count: between(random, 1, 20), cost: random.below(12) as u16 }
}

/// Any ship that shoots well enough for something to happen.
pub fn design(random: &mut Random) -> Design {
    let beams = BeamKind::ALL.into_iter().filter_map(|kind| {
        let count = between(random, 1, 12);
        let penetration = falling(random, 30);
        (!random.one_in(3)).then_some(Beams { kind, count, penetration })
    });
    let beams = beams.collect();
    let armed = !random.one_in(4);
    Design {
        name: format!("SHIP {}", random.below(100)),
        class: String::new(),
        faction: String::new(),
        cost: 50 + random.below(2000) as u32,
        origin: Provenance::Original,
        military: !random.one_in(4),
        electronics: between(random, 0, 7),
        armour: between(random, 0, 12),
        screen: between(random, 0, 12),
        maneuver: between(random, 0, 5),
        target: falling(random, 24),
        beams,
        batteries: if armed { between(random, 1, 6) } else { 0 },
        strength: if armed { between(random, 1, 30) } else { 0 },
        damage: between(random, 0, 3),
        increase: between(random, 0, 20),
        table: DamageTable {
            rolls: between(random, 0, 3),
            extra: between(random, 0, 20),
            entries: [(); 20].map(|()| random.pick(&System::ALL)),
        },
        missiles: random.one_in(2).then(|| missiles(random)),
        formation: random.one_in(2).then(|| between(random, 1, 2)),
    }
}

/// A fleet of up to `most` ships.
fn fleet(random: &mut Random, library: &Library<Fires>, most: u64) -> Vec<Arc<Design>> {
    let ids: Vec<String> = library.ids(Kind::Ship).map(str::to_owned).collect();
    let real = random.one_in(2);
    let ship = |random: &mut Random| {
        if real { library.ship(&random.pick(&ids)).expect("a shipped ship") } else { Arc::new(design(random)) }
    };
    (0..1 + random.below(most)).map(|_| ship(random)).collect()
}

/// Any matchup of up to `most` ships a side.
pub fn matchup(random: &mut Random, shipped: &[Arc<Policy>], most: u64) -> Matchup<Fires> {
    let drawn: Options = random.options::<Fires>();
    let turn_cap = if random.one_in(2) { drawn.turn_cap } else { 20 };
    let library = Library::<Fires>::shipped();
    let forces = [0, 1].map(|side| {
        let ships = fleet(random, &library, most);
        let stations = random.one_in(3).then(|| {
            // Areas of this side alone, and ships of a formation together.
            let units = [0; 3].map(|_| Station {
                area: between(random, 1, 3) + 3 * side,
                hex: between(random, 1, AREA),
                ahead: between(random, 0, 10),
                aside: random.below(5) as i8 - 2,
            });
            ships.iter().map(|ship| units[usize::from(ship.formation.unwrap_or(0))]).collect()
        });
        let policy = if random.one_in(2) { random.pick(shipped) } else { Arc::new(random.policy::<Fires>()) };
        Force { name: ["A", "B"][usize::from(side)].to_owned(), ships, stations, commander: policy.into() }
    });
    Matchup { name: "random".to_owned(), forces, options: Options { turn_cap, ..drawn } }
}
