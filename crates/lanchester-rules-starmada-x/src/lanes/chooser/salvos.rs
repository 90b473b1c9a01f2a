//! The batteries of a design as its expected fire is added up: those that count alike together, and of them those that always
//! bear together as one.
//!
//! Phase: none: worked out before the first battle, read where fire is expected.

use lanchester_lanes::Row;

use crate::lanes::tables::BatteryTables;

/// The batteries whose penetration dice are read alike: a point of damage of any of them counts the same.
#[derive(Debug)]
pub struct Salvo {
    /// Which of the [`READINGS`](crate::lanes::tables::READINGS).
    pub reading: usize,
    /// Its weapons.
    pub banks: Vec<Bank>,
}

/// Weapons whose fire is looked up in one go, by battery and mount.
#[derive(Debug, PartialEq, Eq)]
pub enum Bank {
    /// Batteries of one mount each that have the same arcs: they bear all or not at all.
    Together(Vec<(usize, usize)>),
    /// A battery whose mounts have arcs of their own: what it deals depends on how many weapons bear.
    Apart(usize, Vec<usize>),
}

/// The salvos of a ship with these batteries and these arcs (mounts that bear, a bit each, by arc index), by reading.
pub fn salvos(batteries: &[BatteryTables], arcs: &Row) -> Vec<Salvo> {
    let alike = |a: usize, b: usize| arcs.0.iter().all(|mounts| mounts >> a & 1 == mounts >> b & 1);
    let mut salvos: Vec<Salvo> = Vec::new();
    for (number, battery) in batteries.iter().enumerate() {
        let place = salvos.iter().position(|salvo| salvo.reading == battery.reading).unwrap_or_else(|| {
            salvos.push(Salvo { reading: battery.reading, banks: Vec::new() });
            salvos.len() - 1
        });
        let banks = &mut salvos[place].banks;
        let [mount] = battery.mounts[..] else {
            banks.push(Bank::Apart(number, battery.mounts.clone()));
            continue;
        };
        let known = banks.iter_mut().find_map(|bank| match bank {
            Bank::Together(list) if alike(list[0].1, mount) => Some(list),
            _ => None,
        });
        match known {
            Some(list) => list.push((number, mount)),
            None => banks.push(Bank::Together(vec![(number, mount)])),
        }
    }
    salvos.sort_by_key(|salvo| salvo.reading);
    salvos
}
