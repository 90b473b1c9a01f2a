//! Random matchups, and one-shot battles.

use std::sync::Arc;

use lanchester_conformance::Random;
use lanchester_conformance::odds::Case;
use lanchester_core::{Force, Matchup};
use lanchester_lanes::dice::exact::Dist;
use lanchester_rules_skill_dice::SkillDice;
use lanchester_rules_skill_dice::arcs::Arcs;
use lanchester_rules_skill_dice::card::standard;
use lanchester_rules_skill_dice::design::{Against, Crew, Design, MAX_WEAPONS, Role, Weapon};
use lanchester_rules_skill_dice::formulas::damage::DamageCode;
use lanchester_rules_skill_dice::formulas::dice::Pool;
use lanchester_rules_skill_dice::formulas::readings::Reading;
use lanchester_rules_skill_dice::formulas::skill::{MAX_SKILL, skill_die};
use lanchester_rules_skill_dice::odds::Shot;
use lanchester_rules_skill_dice::options::{MAX_ASIDE, MAX_LEAD, Options, Station};
use lanchester_rules_skill_dice::policy::Policy;
use lanchester_scenario::{Library, Provenance};

fn up_to(random: &mut Random, most: u8) -> u8 {
    random.below(u64::from(most) + 1) as u8
}

fn skill(random: &mut Random) -> u8 {
    1 + up_to(random, MAX_SKILL - 1)
}

/// Any cannon.
fn weapon(random: &mut Random) -> Weapon {
    let dice = [
        Pool::of(2, 8),
        Pool::of(2, 6),
        Pool::of(1, 12),
        Pool::of(3, 4),
        Pool { sides: vec![8, 8, 6] },
        Pool::of(2, 10),
    ];
    let short = 1 + up_to(random, 4);
    let medium = short + 1 + up_to(random, 4);
    Weapon {
        name: format!("gun {}", random.below(100)),
        dice: random.pick(&dice),
        damage: DamageCode {
            reading: random.pick(&Reading::ALL),
            times: if random.one_in(6) { 2 } else { 1 },
            plus: if random.one_in(4) { 1 + up_to(random, 2) } else { 0 },
            halve: random.one_in(6),
        },
        ranges: [short, medium, medium + 1 + up_to(random, 4)],
        arcs: if random.one_in(3) { Arcs::ALL } else { Arcs(1 | up_to(random, 62)) },
        against: random.pick(&[Against::Asv, Against::Esv]),
    }
}

/// Any ship.
pub fn design(random: &mut Random) -> Design {
    let cannon = usize::from(up_to(random, 4));
    let gunners = up_to(random, 3);
    let list = |random: &mut Random| random.below(1 << MAX_WEAPONS) as u8 & ((1u16 << cannon) - 1) as u8;
    let crew = |random: &mut Random, role| Crew {
        role,
        command: skill(random),
        helm: skill(random),
        weaponry: skill(random),
        electronics: skill(random),
        engineering: skill(random),
        weapons: list(random),
    };
    let mut crews = vec![crew(random, Role::Pilot)];
    crews.extend((0..gunners).map(|_| crew(random, Role::Gunner)));
    let tubes = if random.one_in(2) { 1 + up_to(random, 3) } else { 0 };
    Design {
        name: format!("SHIP {}", random.below(100)),
        class: String::new(),
        faction: String::new(),
        points: 1 + random.below(60) as u32,
        origin: Provenance::Original,
        thrust: up_to(random, 12),
        maneuver: up_to(random, 3),
        screen: 8 + up_to(random, 6),
        asv: up_to(random, 6),
        esv: up_to(random, 6),
        structure: up_to(random, 3),
        card: standard(),
        crews,
        weapons: (0..cannon).map(|_| weapon(random)).collect(),
        tubes,
        torpedoes: if tubes > 0 { 1 + up_to(random, 5) } else { 0 },
        warhead: Pool::of(1 + usize::from(up_to(random, 2)), 8),
        nixies: up_to(random, 3),
        countermeasures: up_to(random, 2),
        special: up_to(random, 2),
    }
}

/// Any options that let ships meet.
fn options(random: &mut Random) -> Options {
    let drawn: Options = random.options::<SkillDice>();
    let leaves_at = if random.one_in(3) { drawn.leaves_at } else { 36 };
    let turn_cap = if random.one_in(2) { 3 + random.below(20) as u16 } else { 30 };
    Options { turn_cap, distance: 2 + up_to(random, 24), leaves_at, ..drawn }
}

/// Any matchup of up to `most` ships a side.
pub fn matchup(random: &mut Random, shipped: &[Arc<Policy>], most: u64) -> Matchup<SkillDice> {
    let options = options(random);
    let library = Library::<SkillDice>::shipped();
    let ids: Vec<String> = library.ids(lanchester_scenario::Kind::Ship).map(str::to_owned).collect();
    let forces = ["A", "B"].map(|name| {
        let real = random.one_in(2);
        let ships: Vec<_> = (0..1 + random.below(most))
            .map(|_| {
                if real { library.ship(&random.pick(&ids)).expect("a shipped ship") } else { Arc::new(design(random)) }
            })
            .collect();
        // No two ships of a side in one hex: to the side alone where all of them go, and ahead by less than the fleets are apart.
        let aside = random.below(2 * MAX_ASIDE as u64 + 1) as i8 - MAX_ASIDE;
        let most_lead = MAX_LEAD.min(options.distance / 2 - 1);
        let station = |random: &mut Random| Station { aside, lead: up_to(random, most_lead), facing: up_to(random, 5) };
        let stations = random.one_in(3).then(|| ships.iter().map(|_| station(random)).collect());
        let policy = if random.one_in(2) { random.pick(shipped) } else { Arc::new(random.policy::<SkillDice>()) };
        Force { name: name.to_owned(), ships, stations, commander: policy.into() }
    });
    Matchup { name: "random".to_owned(), forces, options }
}

/// One shot of A's ship at B's, which cannot fire.
pub fn case(seed: u64) -> Option<Case<SkillDice>> {
    let mut random = Random::new(seed);
    let gun = weapon(&mut random);
    let crew = Crew {
        role: Role::Pilot,
        command: 3,
        helm: 3,
        weaponry: skill(&mut random),
        electronics: 3,
        engineering: 3,
        weapons: 1,
    };
    let firer = Design { crews: vec![crew], weapons: vec![gun.clone()], tubes: 0, torpedoes: 0, ..design(&mut random) };
    let target = Design {
        crews: vec![Crew { weapons: 0, ..crew }],
        weapons: Vec::new(),
        tubes: 0,
        torpedoes: 0,
        ..design(&mut random)
    };
    let distance = 2 + up_to(&mut random, gun.ranges[2].saturating_sub(2));
    let modifier = gun.range_modifier(distance.into())?;
    let options = Options { turn_cap: 1, distance, ..Options::default() };
    let armour = if gun.against == Against::Asv { target.asv } else { target.esv };
    let shot = Shot::new(&gun.dice, skill_die(crew.weaponry), gun.damage, target.screen.into());
    let shot = Shot { modifier, screen: armour.into(), ..shot };
    let hit = shot.hit();
    let hits = Dist::of(vec![lanchester_lanes::dice::exact::ratio(1, 1) - &hit, hit]);
    let exact = vec![("hits", hits.to_f64()), ("net damage", shot.net().to_f64())];
    let name = format!("seed {seed}: {} {} at {distance} hexes", gun.dice, gun.damage);
    let policy = Library::<SkillDice>::shipped().policy("hold").expect("a shipped policy");
    let forces = [firer, target].map(|ship| Force {
        name: ship.name.clone(),
        ships: vec![Arc::new(ship)],
        stations: None,
        commander: policy.clone().into(),
    });
    Some(Case { name, matchup: Matchup { name: "shot".to_owned(), forces, options }, exact })
}
