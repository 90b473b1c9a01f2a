//! The `[robust]` table of a study: what is varied around its prices, each thing alone.

use lanchester_core::{Commander, Rules};

use crate::game::GameFiles;
use crate::library::reading::{File, Reading};
use crate::study::PriceSettings;
use crate::study::study_cells::Commanders;
use crate::text::code;
use crate::values::fields::Fields;
use crate::{Library, Problems, Study};

/// What is varied around the prices of a study, each thing alone.
#[derive(Debug)]
pub struct RobustSettings<G: Rules> {
    /// Who commands both sides, by id.
    pub policies: Vec<(String, Commander<G>)>,
    /// What the points of a fleet, least and most, are multiplied by.
    pub budgets: Vec<f64>,
    /// What width and depth of the board are multiplied by, in a game in which they are an option.
    pub boards: Vec<f64>,
    /// The readings of `[prices]`.
    pub readings: bool,
    /// Half-width of a price's 95 % interval to aim at, as a share of the price; not finer than that of the study.
    pub precision: f64,
}

impl<G: Rules> Clone for RobustSettings<G> {
    fn clone(&self) -> Self {
        let (policies, budgets, boards) = (self.policies.clone(), self.budgets.clone(), self.boards.clone());
        Self { policies, budgets, boards, readings: self.readings, precision: self.precision }
    }
}

/// Half-width to aim at, as a share, where a study says nothing of it.
pub(crate) const ROBUST_PRECISION: f64 = 0.05;
/// What budgets are multiplied by, where a study says nothing of it.
pub(crate) const ROBUST_BUDGETS: [f64; 2] = [0.5, 2.0];
/// What boards are multiplied by, where a study says nothing of it.
pub(crate) const ROBUST_BOARDS: [f64; 1] = [1.5];

impl<G: GameFiles> Library<G> {
    /// What is varied around the prices of a study: what its `[robust]` says, or what is usual.
    ///
    /// # Errors
    /// Every problem of the policies that are shipped.
    pub fn robust_settings(&self, study: &Study<G>) -> Result<RobustSettings<G>, Problems> {
        let usual = || {
            self.read(|reading| {
                Some(RobustSettings {
                    policies: reading.all_policies()?,
                    budgets: ROBUST_BUDGETS.to_vec(),
                    boards: ROBUST_BOARDS.to_vec(),
                    readings: true,
                    precision: ROBUST_PRECISION,
                })
            })
        };
        study.robust.clone().map_or_else(usual, Ok)
    }
}

impl<G: GameFiles> Reading<'_, G> {
    /// Every policy that the game brings along, as a commander.
    fn all_policies(&mut self) -> Option<Commanders<G>> {
        Some(self.shipped_policies()?.into_iter().map(|(id, policy)| (id, policy.into())).collect())
    }

    /// The settings, with who is `listed` to command; `None` after reporting what is wrong with them.
    pub fn robust_of(
        &mut self,
        file: &File,
        robust: &Fields,
        listed: Commanders<G>,
        prices: Option<&PriceSettings<G>>,
    ) -> Option<RobustSettings<G>> {
        if prices.is_none() && file.fields.table("prices").is_none() {
            let message = "[robust] varies prices, and the study has no [prices]".into();
            self.problem(Some((file, robust.at())), "", code::MISSING_KEY, message, "a [prices] table".into());
            return None;
        }
        let policies = if robust.word("policies").is_some() { self.all_policies()? } else { listed };
        let factors = |key: &str| if robust.schema.key(key).is_some() { robust.reals(key) } else { Vec::new() };
        Some(RobustSettings {
            policies,
            budgets: factors("budgets"),
            boards: factors("boards"),
            readings: robust.flag("readings")?,
            precision: robust.real("precision")?,
        })
    }
}
