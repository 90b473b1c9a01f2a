//! Turns of several hexsides, which need a Helm roll.

use lanchester_lanes::hex::Facing;

use super::Player;
use super::moves::Chooser;
use crate::formulas::skill::skill_die;
use crate::reference::choices::Leg;

/// What a botched turn counts, by its weight.
const BOTCH: i32 = 16;

/// A turn of two or three hexsides on the line ahead, then straight on.
#[derive(Clone, Copy, Debug)]
pub struct Gamble {
    /// Hexes straight ahead before it.
    ahead: u8,
    /// Hexsides to the right.
    turn: i8,
    /// Faces of the Helm die by which the ship turns well, botches it, turns late, or not at all.
    faces: [i32; 4],
    /// What the risk counts.
    risk: i32,
}

impl Gamble {
    /// How the ship moves.
    pub fn legs(&self) -> Vec<Leg> {
        vec![Leg { ahead: self.ahead, turn: self.turn }]
    }

    /// What outcomes come to on average that are worth so much.
    pub fn score(&self, outcomes: [i32; 4]) -> i32 {
        let sum: i32 = self.faces.into_iter().zip(outcomes).map(|(faces, worth)| faces * worth).sum();
        sum / self.faces.iter().sum::<i32>() - self.risk
    }

    /// The hexes straight on after the turn; the one in which it is made first.
    fn onward(&self, chooser: &Chooser<'_, '_>) -> &'static [u16] {
        &chooser.reach.onward[usize::from(self.ahead)][self.turn.rem_euclid(6) as usize - 2]
    }

    /// The hexes straight on without it.
    fn straight(&self, chooser: &Chooser<'_, '_>) -> &'static [u16] {
        &chooser.reach.ahead[usize::from(self.ahead)..=usize::from(chooser.points)]
    }

    /// Where its outcomes leave the ship, by hex and facing: a botched turn in the worst one.
    pub(super) fn ends(&self, chooser: &Chooser<'_, '_>) -> [(u16, Facing); 4] {
        let before = chooser.at().facing;
        let facing = before.turned(self.turn.into());
        let (onward, scene) = (self.onward(chooser), chooser.scene);
        let here = onward[0];
        let best = |hexes: &[u16], facing| {
            let free = hexes.iter().copied().filter(|hex| *hex == here || chooser.is_free(*hex));
            free.max_by_key(|hex| scene.score(*hex, facing)).unwrap_or(here)
        };
        let worst = Facing::ALL.into_iter().min_by_key(|facing| scene.score(here, *facing)).unwrap_or(facing);
        [(best(onward, facing), facing), (here, worst), (here, facing), (best(self.straight(chooser), before), before)]
    }
}

impl Player<'_> {
    /// A gamble, if a ship may take it and may succeed.
    fn gamble(&self, chooser: &Chooser<'_, '_>, ahead: u8, turn: i8) -> Option<Gamble> {
        let ship = &chooser.battle.ships[chooser.place];
        let left = chooser.points - ahead;
        // Three hexsides are the same facing either way.
        if !chooser.battle.may_turn(chooser.place, turn, left, ahead == 0) || (turn == -3 && !ship.locked[1]) {
            return None;
        }
        let die = i32::from(skill_die(ship.pilot()?.helm));
        let need = i32::from(turn.unsigned_abs() + ship.maneuver) + ship.hindered();
        let well = (die - need.max(2) + 1).max(0);
        // A roll that misses by k costs k points more.
        let late = i32::from(left - ship.turn_cost()).min(need - 2).max(0);
        let not_at_all = (need - 2 - late).max(0);
        let risk = i32::from(self.policy(ship.id.side).moves.risk) * BOTCH * 4 / die;
        (well > 0).then_some(Gamble { ahead, turn, faces: [well, 1, late, not_at_all], risk })
    }

    /// The best gamble that promises more than `least`, by the chances of the Helm die, if the ship may take any.
    pub(super) fn best_gamble(&self, chooser: &Chooser<'_, '_>, mut least: i32) -> Option<Gamble> {
        let Chooser { points, reach, scene, .. } = chooser;
        if !chooser.gambles {
            return None;
        }
        let before = chooser.at().facing;
        let mut best = None;
        let top = scene.mosts(reach.hexes).iter().max().copied().unwrap_or(0);
        // What a ship gets at most that cannot pay its turn and goes on straight ahead.
        let mut straight_most = i32::MIN;
        for ahead in (0..=*points).rev() {
            let here = reach.ahead[usize::from(ahead)];
            if ahead > 0 && !chooser.is_free(here) {
                continue;
            }
            let here_most = scene.most(here);
            straight_most = straight_most.max(here_most);
            for turn in [-3i8, -2, 2, 3] {
                let Some(gamble) = self.gamble(chooser, ahead, turn) else { continue };
                // PERF: most gambles cannot be the best, whatever the facing; and for most of these that is seen without looking ahead.
                let most = |good| gamble.score([good, here_most, here_most, straight_most]);
                if most(top) <= least {
                    continue;
                }
                let onward = gamble.onward(chooser);
                if most(onward.iter().map(|hex| scene.most(*hex)).max().unwrap_or(top)) <= least {
                    continue;
                }
                let facing = before.turned(turn.into());
                let first = scene.score(here, facing);
                let good = chooser.best_of(first, &onward[1..], facing);
                let straight = chooser.best_of(i32::MIN, gamble.straight(chooser), before);
                if gamble.score([good, here_most, first, straight]) <= least {
                    continue;
                }
                let botched = Facing::ALL.map(|facing| scene.score(here, facing)).into_iter().min().unwrap_or(0);
                let score = gamble.score([good, botched, first, straight]);
                if score > least {
                    (least, best) = (score, Some(gamble));
                }
            }
        }
        best
    }
}
