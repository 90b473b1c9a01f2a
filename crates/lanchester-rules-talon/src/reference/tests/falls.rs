//! Every fall of the dice of a salvo, each with its probability: what exact odds are tested by.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use lanchester_conformance::staging::Stage;
use lanchester_core::Side;
use lanchester_lanes::dice::DiceSource;
use lanchester_lanes::dice::exact::{Dist, ratio};

use super::staging::{Script, a, b, put, table};
use crate::Talon;
use crate::design::Design;
use crate::event::{Event, Loss, Target};
use crate::odds::Damage;
use crate::reference::Shot;

/// Dice that fall in every way, one after another.
#[derive(Clone, Default)]
struct Falls(Rc<RefCell<(Vec<u8>, usize)>>);

impl Falls {
    /// Turns to the next fall; false after the last.
    fn next(&self) -> bool {
        let (faces, rolled) = &mut *self.0.borrow_mut();
        faces.truncate(*rolled);
        *rolled = 0;
        while faces.last() == Some(&6) {
            faces.pop();
        }
        faces.last_mut().map(|face| *face += 1).is_some()
    }

    /// How many dice were rolled.
    fn rolled(&self) -> u32 {
        self.0.borrow().1 as u32
    }
}

impl DiceSource for Falls {
    fn open(&mut self, _: u32, _: u32) {}

    fn pool_of(&mut self, _: u8, count: usize) -> Vec<u8> {
        let (faces, rolled) = &mut *self.0.borrow_mut();
        let from = *rolled;
        *rolled += count;
        if faces.len() < *rolled {
            faces.resize(*rolled, 1);
        }
        faces[from..*rolled].to_vec()
    }
}

/// What the first two groups of one ship do at two hexes to another that faces `facing` and has lost hull boxes.
pub fn every_fall(ships: &[Design; 2], facing: &str, hull_lost: u8) -> Damage {
    let mut stage = Stage::<Talon>::new(ships.each_ref().map(|design| vec![design.clone()]));
    stage.options.wave_displaces = false;
    stage.options.fusion = crate::options::Fusion::One;
    let setup = stage.setup();
    let dice = Falls::default();
    // Sums of weights by shield boxes, hull boxes, criticals and fate; a fall of n dice weighs 6 to the power of -n.
    let mut sums: [HashMap<usize, [u64; 32]>; 4] = Default::default();
    loop {
        let mut battle = table(&setup);
        put(&mut battle, b(0), (0, 4), facing);
        battle.vessel_mut(b(0)).hull = hull_lost;
        let mut script = Script::fires(&[(0, 0), (0, 1)], &[Shot::At(Target::Ship(0), None); 8]);
        let result = battle.fire_step(Side::A, &mut dice.clone(), &mut script);
        // The second group has no target left where the first destroys it.
        assert!(result.is_ok() || !battle.vessel(b(0)).alive());
        assert!(battle.vessel(a(0)).alive());
        let vessel = battle.vessel(b(0));
        let left: u8 = vessel.shields.iter().sum();
        let criticals = battle.events().iter().filter(|event| matches!(event, Event::Critical { .. })).count();
        let fate = match vessel.lost {
            None => 0,
            Some(Loss::CoreBreach) => 2,
            Some(_) => 1,
        };
        let shield = ships[1].shields.iter().sum::<u8>() - left;
        let numbers = [shield.into(), (vessel.hull - hull_lost).into(), criticals, fate];
        for (sums, number) in sums.iter_mut().zip(numbers) {
            sums.entry(number).or_insert([0; 32])[dice.rolled() as usize] += 1;
        }
        if !dice.next() {
            break;
        }
    }
    let dist = |sums: &HashMap<usize, [u64; 32]>| {
        let most = sums.keys().max().copied().unwrap_or(0);
        let weight = |number: usize| {
            let falls = sums.get(&number).copied().unwrap_or([0; 32]);
            let terms = (0..).zip(falls).map(|(n, falls)| ratio(falls as u32, 1) / ratio(6, 1).pow(n));
            terms.sum()
        };
        Dist::of((0..=most).map(weight).collect())
    };
    let [shield, hull, criticals, fate] = sums.each_ref().map(dist);
    Damage { shield, hull, criticals, fate }
}
