//! What a shot and a salvo are worth: worked out once a matchup, by throwing all dice.

use std::sync::Arc;

use lanchester_core::{Matchup, Side};

use super::salvo::Salvo;
use crate::SkillDice;
use crate::card::{Card, Code, ROWS};
use crate::design::{Crew, Design, MAX_ARMOUR, MAX_WEAPONS, Weapon};
use crate::formulas::damage::DamageCode;
use crate::formulas::dice::Pool;
use crate::formulas::skill::skill_die;
use crate::odds::throws::every;

/// Greatest need of a total that is told apart.
const MAX_NEED: usize = 40;
/// Armour values.
pub(super) const ARMOURS: usize = MAX_ARMOUR as usize + 1;
/// Columns of a card that are told apart: structure 0, 1 and more.
pub(super) const COLUMNS: usize = 2;
/// What a destroyed ship counts.
const SHIP: i32 = 1000;

/// What a code does to a ship, in per mille of it: what a reader of many battles would say, no rule.
const fn harm_of(code: Code) -> i32 {
    match code {
        Code::Thrust => 15,
        Code::Esv | Code::Asv | Code::Short => 25,
        Code::Maneuver => 20,
        Code::Weapon => 120,
        Code::Crew => 200,
        Code::Screen => 45,
        Code::Stun => 40,
        Code::Special => 10,
        Code::Critical => 70,
        Code::Structure => 320,
        Code::Cascade => 700,
        Code::BoomNextTurn => 900,
        Code::Boom => SHIP,
    }
}

/// What each row of a card does, by column and net damage from 0.
pub(super) type Harm = [[i32; ROWS + 1]; COLUMNS];

fn harm(card: &Card) -> Harm {
    std::array::from_fn(|column| {
        std::array::from_fn(|net| {
            card.codes(column as u8, net as i32).iter().map(|code| harm_of(*code)).sum::<i32>().min(SHIP)
        })
    })
}

/// What the shots of one kind do on average, in per mille of a ship.
#[derive(Clone, Debug)]
struct Kind {
    dice: Pool,
    die: u8,
    code: DamageCode,
    /// By column, armour, and what the total needs.
    values: Vec<i32>,
}

impl Kind {
    fn new(dice: &Pool, die: u8, code: DamageCode, harm: &Harm, armours: usize) -> Self {
        let mut sides = dice.sides.clone();
        sides.push(die);
        // How often each pair of a sum and a reading is thrown.
        let mut pairs: Vec<([i32; 2], i64)> = Vec::new();
        let mut throws = 0;
        every(&sides, |faces| {
            let pair = [faces.iter().map(|face| i32::from(*face)).sum(), code.damage(faces)];
            match pairs.iter_mut().find(|(of, _)| *of == pair) {
                Some((_, count)) => *count += 1,
                None => pairs.push((pair, 1)),
            }
            throws += 1;
        });
        let mut values = vec![0; COLUMNS * ARMOURS * (MAX_NEED + 1)];
        for need in 0..=MAX_NEED {
            for armour in 0..armours {
                let mut sums = [0i64; COLUMNS];
                for ([sum, damage], count) in pairs.iter().filter(|([sum, _], _)| *sum >= need as i32) {
                    let net = (damage + sum - need as i32 - armour as i32).clamp(0, ROWS as i32) as usize;
                    sums.iter_mut().zip(harm).for_each(|(sum, column)| *sum += count * i64::from(column[net]));
                }
                for (column, sum) in sums.into_iter().enumerate() {
                    values[Self::at(column, armour, need)] = (sum / throws) as i32;
                }
            }
        }
        Self { dice: dice.clone(), die, code, values }
    }

    const fn at(column: usize, armour: usize, need: usize) -> usize {
        (column * ARMOURS + armour) * (MAX_NEED + 1) + need
    }

    /// Against a ship of this structure, with this armour, where the total before modifiers must be `need`.
    fn value(&self, structure: u8, armour: u8, need: i32) -> i32 {
        let column = usize::from(structure > 0);
        self.values[Self::at(column, usize::from(armour).min(ARMOURS - 1), need.clamp(0, MAX_NEED as i32) as usize)]
    }
}

/// The kinds of shots of a ship: by crew and cannon.
type Aimed = Vec<[Option<usize>; MAX_WEAPONS]>;

/// What is known of a matchup before its first battle.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The matchup.
    pub matchup: Matchup<SkillDice>,
    /// The kinds of shots.
    kinds: Vec<Kind>,
    /// Those of each side's ships, by slot.
    aimed: [Vec<Aimed>; 2],
    /// What torpedoes of each side do to the other's ships, by their warheads.
    salvos: [Vec<Salvo>; 2],
    /// The points of each side's costliest ship.
    top: [i32; 2],
}

impl Tables {
    /// Works out the tables of a matchup.
    pub fn new(matchup: &Matchup<SkillDice>) -> Self {
        let mut kinds = Kinds { kinds: Vec::new(), armours: 1 };
        let all = || matchup.forces.iter().flat_map(|force| &force.ships);
        kinds.armours += all().map(|ship| usize::from(ship.asv.max(ship.esv))).max().unwrap_or(0);
        // Ships of one fleet mostly are of one race: the first one's card stands for all.
        let harm =
            matchup.forces.each_ref().map(|force| force.ships.first().map(|ship| harm(&ship.card)).unwrap_or_default());
        let aimed = Side::BOTH.map(|side| {
            let ships = matchup.forces[side].ships.iter();
            ships.map(|ship| kinds.of(ship, &harm[side.opponent()])).collect()
        });
        let salvos = Side::BOTH.map(|side| {
            let mut salvos: Vec<Salvo> = Vec::new();
            for ship in matchup.forces[side].ships.iter().filter(|ship| ship.torpedoes > 0) {
                if !salvos.iter().any(|salvo| salvo.is_of(&ship.warhead)) {
                    salvos.push(Salvo::new(&ship.warhead, &harm[side.opponent()]));
                }
            }
            salvos
        });
        let top =
            matchup.forces.each_ref().map(|force| force.ships.iter().map(|ship| ship.points).max().unwrap_or(1) as i32);
        Self { matchup: matchup.clone(), kinds: kinds.kinds, aimed, salvos, top }
    }

    /// What a shot of a crew with a cannon does on average to a ship of this structure and armour, in per mille of it, by what its
    /// total must be before modifiers.
    pub fn shots(
        &self,
        (side, slot): (Side, u8),
        [crew, weapon]: [usize; 2],
        [structure, armour]: [u8; 2],
    ) -> impl Fn(i32) -> i32 {
        let kind = self.aimed[side].get(usize::from(slot)).and_then(|ship| ship.get(crew)?[weapon]);
        let kind = kind.map(|kind| &self.kinds[kind]);
        move |need| kind.map_or(0, |kind| kind.value(structure, armour, need))
    }

    /// The same of one that must be `need`.
    pub fn shot(&self, firer: (Side, u8), with: [usize; 2], target: [u8; 2], need: i32) -> i32 {
        self.shots(firer, with, target)(need)
    }

    /// What salvos of this warhead do that a side launches, if a ship of it has them.
    pub fn salvo(&self, side: Side, warhead: &Pool) -> Option<&Salvo> {
        self.salvos[side].iter().find(|salvo| salvo.is_of(warhead))
    }

    /// The points of a ship in 64ths of the costliest ship's of both sides: what all ratings times ten leave as it is.
    pub fn value(&self, points: u32) -> i32 {
        64 * points as i32 / self.top[Side::A].max(self.top[Side::B])
    }

    /// The points of a ship in sixteenths of the most in its fleet.
    pub fn sixteenths(&self, side: Side, points: u32) -> i32 {
        16 * points as i32 / self.top[side]
    }
}

struct Kinds {
    kinds: Vec<Kind>,
    armours: usize,
}

impl Kinds {
    fn of(&mut self, ship: &Arc<Design>, harm: &Harm) -> Aimed {
        let crew = |kinds: &mut Self, crew: &Crew| {
            let mut aimed = [None; MAX_WEAPONS];
            for nth in crew.list() {
                aimed[nth] = ship.weapons.get(nth).map(|weapon| kinds.kind(weapon, *crew, harm));
            }
            aimed
        };
        ship.crews.iter().map(|of| crew(self, of)).collect()
    }

    /// The number of a kind, which is worked out where it is new.
    fn kind(&mut self, weapon: &Weapon, crew: Crew, harm: &Harm) -> usize {
        let die = skill_die(crew.weaponry);
        let same = |kind: &Kind| kind.die == die && kind.code == weapon.damage && kind.dice == weapon.dice;
        self.kinds.iter().position(same).unwrap_or_else(|| {
            self.kinds.push(Kind::new(&weapon.dice, die, weapon.damage, harm, self.armours));
            self.kinds.len() - 1
        })
    }
}
