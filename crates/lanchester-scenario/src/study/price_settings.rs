//! The `[prices]` table of a study.

use crate::game::GameFiles;
use crate::library::reading::{File, Reading};
use crate::schema::table_schema::Key;
use crate::study::fleet_law::FleetLaw;
use crate::study::study_file::{Named, Pool};
use crate::study::{BUDGET, PriceReading, PriceSettings, StudyDesign};
use crate::text::code;
use crate::text::source::Span;
use crate::values::fields::Fields;

impl<G: GameFiles> Reading<'_, G> {
    /// The settings; `None` after reporting what is wrong with them, here or in the `[duels]` that they lean on.
    pub fn prices_of(
        &mut self,
        file: &File,
        prices: &Fields,
        duels: Option<&Pool<G>>,
        options: &G::Options,
        designs: &[StudyDesign<G>],
    ) -> Option<PriceSettings<G>> {
        let own = prices.given("ships").then(|| self.pool_of(file, prices));
        let pool = self.own_or_duels(file, prices, own.as_ref(), duels)?;
        let mut fine = true;
        for ship in &pool.ships {
            fine &= self.one_file(file, place(prices, ship), &ship.id, &ship.design, designs);
        }
        let readings = self.readings(file, prices, options);
        let budget = self.budget(file, prices, options, &readings)?;
        let settings = PriceSettings {
            designs: pool.ships.iter().map(Named::study_design).collect(),
            options: options.clone(),
            precision: prices.real("precision")?,
            budget,
            pairs: prices.number("pairs")?,
            most_matchups: prices.number("most_matchups")?,
            all_policies: prices.word("policies")? == "all",
            by_size: prices.flag("by_size")?,
            law: FleetLaw::by_name(prices.word("law")?)?,
            readings,
        };
        fine.then_some(settings)
    }

    /// The ships that a block names, or those of `[duels]`; at least two. `None` after reporting why not.
    pub fn own_or_duels<'n>(
        &mut self,
        file: &File,
        block: &Fields,
        own: Option<&'n Pool<G>>,
        duels: Option<&'n Pool<G>>,
    ) -> Option<&'n Pool<G>> {
        let Some(pool) = own.or(duels) else {
            let message = format!("{} needs the key `ships` where there are no [duels]", block.schema.what);
            let expected = "`ships = \"all\"` or a list of ids and paths".into();
            self.problem(Some((file, block.at())), "", code::MISSING_KEY, message, expected);
            return None;
        };
        if !pool.whole {
            return None;
        }
        if pool.ships.len() < 2 {
            let at = if own.is_some() { block.span("ships") } else { block.at() };
            let count = if pool.ships.is_empty() { "no ship" } else { "one ship only" };
            let message = format!("{} has {count} to choose from", block.schema.what);
            self.problem(Some((file, at)), "", code::TOO_FEW_SHIPS, message, "at least two ships".into());
            return None;
        }
        Some(pool)
    }

    /// The further options to price under. Those that are refused are reported, and a name that stands twice.
    fn readings(&mut self, file: &File, prices: &Fields, options: &G::Options) -> Vec<PriceReading<G>> {
        let mut readings: Vec<PriceReading<G>> = Vec::new();
        for reading in prices.tables("readings") {
            let name = reading.text("name").to_owned();
            if readings.iter().any(|known| known.name == name) && !reading.faulty("name") {
                let message = format!("two readings are called `{name}`");
                let expected = "a name of its own for each".into();
                self.problem(Some((file, reading.span("name"))), "", code::DUPLICATE, message, expected);
            }
            let own = |key: &Key| key.name != "name" && reading.given(key.name);
            if !reading.schema.keys.iter().any(own) && reading.misspelt.is_empty() {
                let message = format!("the reading `{name}` has no option of its own");
                let expected = "at least one key of [options] with another value than the study's".into();
                self.problem(Some((file, reading.at())), "", code::MISSING_KEY, message, expected);
            }
            readings.push(PriceReading { name, options: self.block_options(file, reading, options) });
        }
        readings
    }

    /// The budget: what the file says, or what is usual; within the fleet limit of all options it is played under.
    fn budget(
        &mut self,
        file: &File,
        prices: &Fields,
        options: &G::Options,
        readings: &[PriceReading<G>],
    ) -> Option<[u32; 2]> {
        let all = readings.iter().map(|reading| &reading.options).chain([options]);
        let limit = all.filter_map(G::fleet_limit).min();
        let given = prices.given("budget");
        if prices.faulty("budget") {
            return None;
        }
        let most = limit.unwrap_or(u32::MAX);
        let budget = if given { prices.row("budget")? } else { [BUDGET[0], BUDGET[1].min(most)] };
        let [low, high] = budget;
        if low < high && high <= most {
            return Some(budget);
        }
        let message = match limit.filter(|limit| high > *limit) {
            Some(limit) => format!("the budget goes up to {high} points, and these options allow a fleet only {limit}"),
            None => format!("the budget goes from {low} to {high} points"),
        };
        let expected = match limit {
            Some(limit) => format!("`budget = [fewest, most]`, the first the smaller, the second at most {limit}"),
            None => "`budget = [fewest, most]`, the first the smaller".into(),
        };
        self.problem(Some((file, prices.span("budget"))), "", code::OUT_OF_RANGE, message, expected);
        None
    }
}

/// Where a ship of the prices is named; ships taken over from `[duels]` are best reported at `[prices]`.
fn place<G: GameFiles>(prices: &Fields, ship: &Named<G>) -> Span {
    if prices.given("ships") { ship.at } else { prices.at() }
}
