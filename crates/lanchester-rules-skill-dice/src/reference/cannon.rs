//! Cannon fire.

use lanchester_battle::Illegal;
use lanchester_lanes::dice::DiceSource;

use super::choices::{Choices, Shot};
use super::{Battle, Ship};
use crate::arcs::Arcs;
use crate::design::Role;
use crate::event::Event;
use crate::event::code::Of;
use crate::formulas::damage::net_damage;
use crate::formulas::skill::skill_die;
use crate::options::EqualSkill;

/// Crews that fire at the same time: those of a role and a Weaponry skill, by ship and crew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Gunners before pilots; then the higher skill first.
    pub rank: (Role, std::cmp::Reverse<u8>),
    /// The places of ships, and the numbers of their crews.
    pub crews: Vec<(usize, usize)>,
}

impl Group {
    /// ### SKILLDICE 3.1 Firing order (lines 61-66, third reading 5)
    /// All gunners fire by Weaponry, the highest first, then all pilots. Crews of equal skill on both sides fire together: they
    /// declare, roll, and do their damage, dead firers included. Otherwise damage counts at once.
    ///
    /// RULING: together is the parent game's (option `equal_skill`). Crews of one side alone fire one after the other in ship
    /// order, each at a target that it chooses then; the order of damage within a group is that of the ships too.
    pub fn order(ships: &[Ship<'_>]) -> Vec<Self> {
        let mut groups: Vec<Self> = Vec::new();
        for (place, ship) in ships.iter().enumerate() {
            for (nth, crew) in ship.design.crews.iter().enumerate().filter(|(_, crew)| crew.weapons != 0) {
                let rank = crew.rank();
                match groups.iter_mut().find(|group| group.rank == rank) {
                    Some(group) => group.crews.push((place, nth)),
                    None => groups.push(Self { rank, crews: vec![(place, nth)] }),
                }
            }
        }
        groups.sort_by_key(|group| group.rank);
        groups
    }
}

/// A shot that was rolled and has yet to do its damage.
#[derive(Clone, Copy, Debug)]
struct Rolled {
    target: usize,
    damage: i32,
    net: i32,
}

impl<'a> Battle<'a> {
    /// The cannon that a crew can fire: those of a living crew's list that are ready and have not fired.
    pub fn loaded(&self, place: usize, crew: usize) -> impl Iterator<Item = usize> + use<> {
        let ship = &self.ships[place];
        let alive = ship.in_play() && ship.lives(crew);
        let ready = if alive { ship.ready(self.turn) & !ship.fired } else { 0 };
        ship.design.crews[crew].list().filter(move |weapon| ready >> weapon & 1 == 1)
    }

    /// What a crew can fire at whom: cannon that it can fire, and enemies in their arcs and ranges.
    pub fn shots(&self, place: usize, crew: usize) -> impl Iterator<Item = Shot> + '_ {
        self.loaded(place, crew).flat_map(move |weapon| {
            self.enemies(place)
                .filter(move |enemy| self.in_reach(place, weapon, *enemy).is_some())
                .map(move |enemy| Shot { weapon: weapon as u8, target: self.ships[enemy].id.slot })
        })
    }

    /// What the distance adds to the total of a cannon against a ship; `None` out of range or arc.
    pub fn in_reach(&self, place: usize, weapon: usize, enemy: usize) -> Option<i32> {
        let (ship, target) = (&self.ships[place], self.ships[enemy].at.hex);
        let modifier = ship.design.weapons[weapon].range_modifier(ship.at.hex.distance(target))?;
        ship.arcs[weapon].meets(Arcs::of(ship.at.hex, ship.at.facing, target)).then_some(modifier)
    }

    /// The groups of crews, in the order of fire.
    pub fn fire_order(&self) -> &[Group] {
        &self.groups
    }

    /// Fires all cannon, group by group (SKILLDICE 3.1).
    pub(super) fn cannon_fire(&mut self, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        for nth in 0..self.groups.len() {
            let crews = self.groups[nth].crews.clone();
            let able = |battle: &Self, (place, crew): (usize, usize)| {
                let ship = &battle.ships[place];
                ship.in_play() && ship.lives(crew)
            };
            let seats = |seat| crews.iter().any(|who| able(self, *who) && self.ships[who.0].seat == seat);
            let together = self.options.equal_skill == EqualSkill::Together && seats(0) && seats(1);
            let mut rolled = Vec::new();
            for (place, crew) in crews {
                if let Some(shot) = self.declared(place, crew, choices)? {
                    rolled.push(self.roll(place, crew, shot, dice)?);
                }
                self.ships[place].acted |= 1 << crew;
                if !together {
                    self.land(&mut rolled, dice, choices)?;
                }
            }
            self.land(&mut rolled, dice, choices)?;
        }
        Ok(())
    }

    /// Does the damage of shots.
    fn land(
        &mut self,
        rolled: &mut Vec<Rolled>,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        for Rolled { target, damage, net } in rolled.drain(..) {
            self.hit(target, [damage, net], dice, choices)?;
        }
        Ok(())
    }

    /// What a crew fires, if it can and does: a living one, and a cannon of its list a turn, which fires once.
    fn declared(&mut self, place: usize, crew: usize, choices: &mut dyn Choices) -> Result<Option<Shot>, Illegal> {
        if self.shots(place, crew).next().is_none() {
            return Ok(None);
        }
        let Some(shot) = choices.shot(self, place, crew).map_err(self.illegal("SKILLDICE 3.1"))? else {
            return Ok(None);
        };
        if !self.shots(place, crew).any(|legal| legal == shot) {
            let Shot { weapon, target } = shot;
            return Err(self.illegal("SKILLDICE 3.2")(format!(
                "cannon {weapon} cannot fire at the enemy in slot {target}"
            )));
        }
        Ok(Some(shot))
    }

    /// ### SKILLDICE 3.3 Hitting the target (lines 80-91, corrections 3)
    /// The total is the cannon's dice, the firing crew's Weaponry die and the modifiers: 1 at short range, −1 at long. It hits where
    /// it is at least the target's Defensive Screen. Nothing blocks fire.
    ///
    /// RULING: the table of the skill die's bonus is lost; the skill die is rolled with the cannon's dice and is read as damage with
    /// them, as in the parent game. A stunned crew and a damaged HUD take 2 off the total each.
    fn roll(&mut self, place: usize, crew: usize, shot: Shot, dice: &mut dyn DiceSource) -> Result<Rolled, Illegal> {
        let weapon = usize::from(shot.weapon);
        let of = self.ships[place].id.side.opponent();
        let target = self.place(lanchester_battle::ShipId { side: of, slot: shot.target });
        let Some((target, range_modifier)) =
            target.and_then(|target| self.in_reach(place, weapon, target).map(|modifier| (target, modifier)))
        else {
            return Err(self.illegal("SKILLDICE 3.2")("no such target".to_owned()));
        };
        let (firer, enemy) = (self.ships[place], self.ships[target]);
        let cannon = &firer.design.weapons[weapon];
        self.open(dice, place, Of::Fire(crew as u8));
        let mut faces = Vec::new();
        for (count, sides) in cannon.dice.kinds() {
            faces.extend(dice.pool_of(sides, count));
        }
        faces.extend(dice.pool_of(skill_die(firer.design.crews[crew].weaponry), 1));
        let sum: i32 = faces.iter().map(|face| i32::from(*face)).sum();
        let total = sum + range_modifier - firer.off_totals();
        let screen = enemy.screen_now();
        let armour = cannon.against.of(enemy.screens_in(self.turn));
        let (mut damage, mut net) = (0, 0);
        if total >= screen.into() {
            damage = firer.codes[weapon].map_or(0, |code| code.damage(&faces));
            net = net_damage(damage, total, screen.into(), armour.into());
        }
        let ship = &mut self.ships[place];
        ship.fired |= 1 << weapon;
        (self.contact, self.quiet) = (true, 0);
        let range = firer.at.hex.distance(enemy.at.hex);
        self.log.record(Event::Fire {
            ship: firer.id,
            crew: crew as u8,
            weapon: shot.weapon,
            target: shot.target,
            range,
            total: total as i8,
            screen,
            damage: damage as u8,
            net: net as i16,
        });
        Ok(Rolled { target, damage, net })
    }
}
