//! The exact odds of a salvo: what weapons at a range do to the shields and the hull behind one arc, criticals included.

use lanchester_lanes::dice::chain::{Chain, Step, TooLong};
use lanchester_lanes::dice::exact::Dist;
use num_bigint::BigUint;

use crate::arcs::Arc;
use crate::design::{Design, Group, HullBox};
use crate::weapons::{MISSILE_DAMAGE, Weapon};

/// Successors of states that are looked at before the odds of a salvo are given up. PERF: sixteen disruptors at twelve critical boxes
/// behind fifteen of a shield, about the largest legal salvo, take 5 ms of one core.
const STEPS: u64 = 10_000_000;

/// A salvo of one ship at another, all that its odds depend on.
#[derive(Clone, Copy, Debug)]
pub struct Salvo<'a> {
    /// The firer's class.
    pub firer: &'a Design,
    /// The target's class.
    pub target: &'a Design,
    /// Distance in hexes, of every weapon: the displacement by a wave motion gun is left out. A missile is taken to have arrived.
    pub range: u16,
    /// The target's arc that is hit.
    pub arc: Arc,
    /// Points that reinforcements of that arc absorb.
    pub reinforced: u8,
    /// Shield boxes of that arc that the target has lost.
    pub shields_lost: u8,
    /// Hull boxes that were marked before.
    pub hull_lost: u8,
}

/// What a salvo does to its target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Shield boxes destroyed.
    pub shield: Dist,
    /// Hull boxes marked, by secondary explosions too.
    pub hull: Dist,
    /// Criticals rolled.
    pub criticals: Dist,
    /// 0: the target stays in the game; 1: its last hull box is marked; 2: its core is breached with boxes left.
    pub fate: Dist,
}

/// The target's display as far as a salvo changes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Display {
    reinforced: u8,
    shield: u8,
    hull: u8,
    /// Points that have yet to be marked on the hull.
    pending: u8,
    criticals: u8,
    shields_down: bool,
    breached: bool,
}

/// One weapon's die.
struct Shot {
    /// Damage by face.
    row: [u8; 6],
    boxes: u8,
}

impl Step<Display> for Shot {
    fn parts(&self) -> u64 {
        6
    }

    fn step(&self, display: &Display, follow: &mut impl FnMut(Display, u64)) {
        if display.breached || display.hull == self.boxes {
            return follow(display.clone(), 6);
        }
        for damage in self.row {
            let (mut after, mut left) = (display.clone(), damage);
            if !after.shields_down {
                let absorbed = left.min(after.reinforced);
                after.reinforced -= absorbed;
                left -= absorbed;
                let shield = left.min(after.shield);
                after.shield -= shield;
                left -= shield;
            }
            after.pending = left;
            follow(after, 1);
        }
    }
}

/// One point on the hull, with its critical: 36 parts.
struct Mark<'a> {
    hull: &'a [HullBox],
}

impl Step<Display> for Mark<'_> {
    fn parts(&self) -> u64 {
        36
    }

    fn step(&self, display: &Display, follow: &mut impl FnMut(Display, u64)) {
        if display.pending == 0 {
            return follow(display.clone(), 36);
        }
        let boxed = self.hull[usize::from(display.hull)];
        let mut marked = Display { hull: display.hull + 1, pending: display.pending - 1, ..display.clone() };
        if usize::from(marked.hull) == self.hull.len() {
            marked.pending = 0;
            return follow(marked, 36);
        }
        if !boxed.critical {
            return follow(marked, 36);
        }
        marked.criticals += 1;
        let with = |pending: u8| Display { pending: marked.pending + pending, ..marked.clone() };
        // Of 36 throws of two dice one shows 2, two 3, three 10 and one 12; the rest does nothing to shields and hull.
        follow(with(3), 1);
        follow(Display { shields_down: true, reinforced: 0, ..marked.clone() }, 2);
        follow(with(1), 3);
        follow(Display { breached: true, pending: 0, ..marked.clone() }, 1);
        follow(marked, 29);
    }
}

impl Salvo<'_> {
    /// The damage by face of each weapon of a group (0 for the first) that reaches so far; `None` without one.
    fn rows(&self, group: usize) -> Option<(Group, [u8; 6])> {
        let group = *self.firer.groups.get(group)?;
        let row = match group.weapon {
            Weapon::Missile => [MISSILE_DAMAGE; 6],
            weapon => weapon.row(self.range),
        };
        group.weapon.reaches(self.range).then_some((group, row))
    }

    /// The points of damage of a group, before shields; `None` if there is no such group or the target is out of its range.
    pub fn points(&self, group: usize) -> Option<Dist> {
        let (group, row) = self.rows(group)?;
        let one = Dist::die(6).map(|face| if face == 0 { 0 } else { row[face - 1].into() });
        Some(one.times(group.count.into()))
    }

    /// What these groups (0 for the first) do together, weapon after weapon; those out of range do nothing.
    ///
    /// # Errors
    /// There are more states than can be looked at.
    pub fn damage(&self, groups: &[usize]) -> Result<Damage, TooLong> {
        let boxes = self.target.hull.len() as u8;
        let shield = self.target.shield(self.arc).saturating_sub(self.shields_lost);
        let hull = self.hull_lost.min(boxes);
        let display = Display {
            reinforced: self.reinforced,
            shield,
            hull,
            pending: 0,
            criticals: 0,
            shields_down: false,
            breached: false,
        };
        let mut chain = Chain::<Display, BigUint>::new(display, STEPS);
        let mark = Mark { hull: &self.target.hull };
        for (group, row) in groups.iter().filter_map(|group| self.rows(*group)) {
            for _ in 0..group.count {
                chain = chain.after(&Dist::always(1), &Shot { row, boxes })?;
                chain = chain.after(&Dist::always((boxes - hull).into()), &mark)?;
            }
        }
        Ok(Damage {
            shield: chain.number(|display| (shield - display.shield).into()),
            hull: chain.number(|display| (display.hull - hull).into()),
            criticals: chain.number(|display| display.criticals.into()),
            fate: chain.number(|display| if display.hull == boxes { 1 } else { 2 * usize::from(display.breached) }),
        })
    }
}

#[cfg(test)]
mod tests {
    use lanchester_lanes::dice::exact::ratio;

    use super::*;
    use crate::reference::tests::{every_fall, staging::ship};

    fn salvo<'a>([firer, target]: &'a [Design; 2], range: u16, arc: Arc) -> Salvo<'a> {
        Salvo { firer, target, range, arc, reinforced: 0, shields_lost: 0, hull_lost: 0 }
    }

    /// Expected points of a whole group: a weapon's, worked out by hand, by the number of weapons.
    #[test]
    fn points_of_groups() {
        let ships = [ship("talon-bb"), ship("terran-ca")];
        let mean = |range, group| salvo(&ships, range, Arc::Forward).points(group).map(|points| points.mean());
        assert_eq!(mean(2, 0), Some(ratio(10, 3)), "two disruptors");
        assert_eq!(mean(1, 1), Some(ratio(9, 1)), "a fusion cannon");
        assert_eq!((mean(4, 1), mean(2, 7)), (None, None));
    }

    /// Two disruptors hit with five faces of six at two hexes. Two hits behind the two rear boxes of the Terran DD mark two of its
    /// four hull boxes, of which the second is critical: one throw of 36 is a core breach, one marks the rest.
    #[test]
    fn two_disruptors_at_a_destroyers_stern() {
        let ships = [ship("talon-ca"), ship("terran-dd")];
        let damage = salvo(&ships, 2, Arc::Rear).damage(&[0]).expect("few states");
        let both = ratio(25, 36);
        assert_eq!(damage.shield.p(2), ratio(35, 36));
        assert_eq!(damage.criticals.p(1), both);
        assert_eq!([1, 2].map(|fate| damage.fate.p(fate)), [0, 1].map(|_| &both * ratio(1, 36)));
        // Three boxes: an FTL drive offline, three throws of 36.
        assert_eq!(damage.hull.p(3), &both * ratio(3, 36));
    }

    /// Against the reference: every fall of the dice of a battle's fire, each with its probability.
    #[test]
    fn odds_are_those_of_every_fall_of_the_dice() {
        for (firer, target, facing, arc, hull_lost) in [
            ("talon-ca", "terran-dd", "N", Arc::Rear, 0),
            ("talon-ca", "terran-dd", "S", Arc::Forward, 1),
            ("terran-bb", "terran-cl", "N", Arc::Rear, 2),
            ("talon-bb", "terran-transport", "S", Arc::Forward, 0),
        ] {
            // The firer's first two groups; of a target with one group no dice choose it, so the falls come to an end.
            let first = |id: &str, most: usize| {
                let mut design = ship(id);
                design.groups.truncate(most);
                design
            };
            let ships = [first(firer, 2), first(target, 1)];
            let expected = every_fall(&ships, facing, hull_lost);
            let odds = Salvo { hull_lost, ..salvo(&ships, 2, arc) }.damage(&[0, 1]).expect("few states");
            assert_eq!(odds, expected, "{firer}");
        }
    }
}
