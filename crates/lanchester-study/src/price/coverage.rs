//! Coverage of prices on synthetic games whose truth is known: whole ships, budgets and ship limits as in the product, and
//! strengths that add or do not.
//!
//! A fleet of n equal ships is worth s·nᵖ, a mixed one (Σ sᵢ^(1/p))ᵖ: p = 1 adds, above it numbers count more. A battle is
//! won with log odds of a steepness times the log of the ratio of worths. The true price is the c at which the chance is one
//! half, smoothed over ln c within ± 0.25, worked out here from chances, without any battle and by other means.

use std::cell::RefCell;

use lanchester_conformance::thorough::repetitions;
use lanchester_lanes::dice::mix64;
use lanchester_scenario::PRICE_PAIRS;
use lanchester_scenario::fleet_sampler::FleetSampler;
use lanchester_stats::Interval;
use lanchester_stats::parity::{Finding, Parity, Played, Round, Search, Settings, Trial};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use rayon::prelude::*;

use super::draw::{Drawn, Number, draw, unit};

/// Whether a share is what a chance makes likely in so many tries: within three standard errors.
pub fn is_likely(share: f64, chance: f64, tries: u64) -> bool {
    (share - chance).abs() <= 3.0 * (chance * (1.0 - chance) / tries as f64).sqrt()
}

/// The most ships of a fleet.
const LIMIT: u32 = 12;

/// Printed ratings of a field.
const FIELD: [u32; 16] = [48, 56, 61, 75, 98, 120, 140, 160, 188, 190, 225, 240, 251, 268, 300, 344];

/// A game with a design of one worth.
pub struct Game {
    pub worth: f64,
    pub power: f64,
    pub steep: f64,
    /// By what share the field's worths differ from its ratings, up and down in turn.
    pub mispriced: f64,
    /// The fleets of the field are worth their points, whatever the power is.
    pub field_adds: bool,
    pub number: Number,
}

impl Game {
    pub const PLAIN: Self =
        Self { worth: 150.0, power: 1.0, steep: 4.0, mispriced: 0.0, field_adds: false, number: BUDGET };

    fn field() -> FleetSampler {
        Self::field_of(LIMIT)
    }

    /// The field with at most so many ships a fleet.
    pub fn field_of(limit: u32) -> FleetSampler {
        FleetSampler::new(&FIELD.map(|points| (points, 0)), limit as usize, 0)
    }

    /// The chance to win a battle.
    fn chance(&self, drawn: &Drawn) -> f64 {
        let root = 1.0 / self.power;
        if self.field_adds {
            let ours = self.worth * f64::from(drawn.ships).powf(self.power);
            return 1.0 / (1.0 + (f64::from(drawn.points) / ours).powf(self.steep));
        }
        let off =
            |place: usize| if place.is_multiple_of(2) { 1.0 + self.mispriced } else { 1.0 / (1.0 + self.mispriced) };
        let theirs: f64 = drawn.fleet.iter().map(|i| (f64::from(FIELD[*i]) * off(*i)).powf(root)).sum();
        let ours = f64::from(drawn.ships) * self.worth.powf(root);
        1.0 / (1.0 + (theirs / ours).powf(self.steep * self.power))
    }

    fn draw(&self, field: &FleetSampler, x: f64, rng: &mut Xoshiro256PlusPlus) -> Option<Drawn> {
        draw(field, self.number, LIMIT, x, rng)
    }

    /// The true ln price, by bisection: the centre of the window at which the straight line through the chances, over the x
    /// that matchups really have, is one half. The draws are the same at every step.
    fn truth(&self, field: &FleetSampler) -> f64 {
        const DRAWS: u32 = 20_000;
        let at = |centre: f64| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
            let asked = |i: u32| centre - 0.25 + 0.5 * (f64::from(i) + 0.5) / f64::from(DRAWS);
            let points = (0..DRAWS).filter_map(|i| self.draw(field, asked(i), &mut rng));
            let points: Vec<[f64; 2]> = points.map(|d| [d.log_points() - centre, self.chance(&d)]).collect();
            let n = points.len() as f64;
            let [x, y] = [0, 1].map(|k| points.iter().map(|p| p[k]).sum::<f64>() / n);
            let slope = points.iter().map(|p| (p[0] - x) * (p[1] - y)).sum::<f64>()
                / points.iter().map(|p| (p[0] - x).powi(2)).sum::<f64>();
            y - slope * x
        };
        let (mut low, mut high) = (self.worth.ln() - 2.0, self.worth.ln() + 2.0);
        while high - low > 1e-3 {
            let middle = f64::midpoint(low, high);
            if at(middle) > 0.5 { low = middle } else { high = middle }
        }
        f64::midpoint(low, high)
    }

    /// Searches the price once.
    pub fn search(&self, field: &FleetSampler, seed: u64) -> Finding {
        let rng = RefCell::new(Xoshiro256PlusPlus::seed_from_u64(seed));
        let (reach, looks) = ([4.0, 30_000.0], self.number.looks());
        let mut search = Search::new(Settings { precision: 0.03, most_matchups: 10_000, start: 140.0, reach, looks });
        let play = |x: f64| {
            let rng = &mut *rng.borrow_mut();
            let drawn = self.draw(field, x, rng)?;
            Some(self.play(&drawn, self.number.pairs(PRICE_PAIRS), rng))
        };
        loop {
            let round = search.round();
            let trials: Vec<Trial> = (0..round.matchups).filter_map(|i| play(round.log_points(i))).collect();
            if let Some(finding) = search.take(&trials) {
                return finding;
            }
        }
    }

    /// Plays the matchup of a draw so many times, in pairs.
    fn play(&self, drawn: &Drawn, pairs: u64, rng: &mut Xoshiro256PlusPlus) -> Trial {
        let chance = self.chance(drawn);
        let mut pair_scores = [0; 5];
        for _ in 0..pairs {
            let won = usize::from(unit(rng) < chance) + usize::from(unit(rng) < chance);
            pair_scores[2 * won] += 1;
        }
        Trial { log_points: drawn.log_points(), opponent: drawn.opponent(), pair_scores }
    }

    /// A round of these matchups, whose draws hang on `seed` and not on the game, with dice of its own.
    fn round(&self, field: &FleetSampler, round: Round, pairs: u64, [seed, dice]: [u64; 2]) -> Played {
        let trial = |i: u64| {
            let drawn = self.draw(field, round.log_points(i), &mut Xoshiro256PlusPlus::seed_from_u64(seed + i))?;
            Some(self.play(&drawn, pairs, &mut Xoshiro256PlusPlus::seed_from_u64(dice ^ mix64(seed + i))))
        };
        Played { round, trials: (0..round.matchups).map(trial).collect() }
    }

    /// One price: its interval holds the truth, and its half-width.
    fn price(&self, field: &FleetSampler, seed: u64, truth: f64) -> (bool, f64) {
        match self.search(field, seed).parity {
            Parity::Price(price) => (price.contains(truth.exp()), price.half_width() / price.estimate),
            // A range instead of a price is a miss.
            _ => (false, 0.0),
        }
    }

    /// 95 % of the intervals hold the truth.
    fn covers(&self, what: &str) {
        let field = Self::field();
        let truth = self.truth(&field);
        let tries = repetitions(2_000, 8);
        let seeds = (1000..1000 + tries).into_par_iter();
        let found: Vec<(bool, f64)> = seeds.map(|seed| self.price(&field, seed, truth)).collect();
        let share = found.iter().filter(|(hit, _)| *hit).count() as f64 / tries as f64;
        let width = found.iter().map(|(_, half)| half).sum::<f64>() / tries as f64;
        println!("{what}: worth {}, price {:.1}, half-width {width:.4}, covered {share:.4}", self.worth, truth.exp());
        assert!(is_likely(share, 0.95, tries), "{what} covers {:.2} %", 100.0 * share);
    }
}

const BUDGET: Number = Number::Budget([300, 1000]);
const PLAIN: Game = Game::PLAIN;

#[test]
fn additive_fleets_cover_and_the_price_is_the_worth() {
    PLAIN.covers("additive");
    assert!((PLAIN.truth(&Game::field()) / PLAIN.worth.ln() - 1.0).abs() < 2e-3);
}

#[test]
fn fleets_that_do_not_add_cover() {
    for power in [0.8, 1.3, 1.8] {
        Game { power, ..PLAIN }.covers(&format!("strength n^{power}"));
    }
}

#[test]
fn a_mispriced_field_covers() {
    Game { mispriced: 0.15, power: 1.2, ..PLAIN }.covers("a field mispriced by 15 %");
}

/// Twelve of it do not come to the least budget; one of it costs more than the most.
#[test]
fn ships_at_the_limit_and_above_every_budget_cover() {
    Game { worth: 20.0, number: Number::Budget([300, 600]), ..PLAIN }.covers("ship limit");
    Game { worth: 1300.0, power: 1.3, ..PLAIN }.covers("above every budget");
}

/// A fixed number of ships, down to one alone, whose score against whole fleets has kinks.
#[test]
fn exactly_so_many_ships_cover() {
    for n in [1, 4, 8] {
        Game { number: Number::Exactly(n), power: 1.3, ..PLAIN }.covers(&format!("exactly {n}"));
    }
}

/// Under another commander a ship is worth more, fleets are surer to win and the field's ships are worth other shares of their points: what
/// few pairs say of the change of its price covers.
#[test]
fn changes_under_another_commander_cover() {
    let (field, number) = (Game::field_of(4), Number::Budget([300, 600]));
    let base = Game { number, mispriced: 0.05, ..PLAIN };
    for more in [1.0, 1.08] {
        let other = Game { worth: more * base.worth, steep: 6.0, mispriced: 0.15, ..base };
        let [own, truth] = [&base, &other].map(|game| game.truth(&field));
        let tries = repetitions(2_000, 8);
        let change = |place: u64| {
            let (seed, round) = (1_000_000 * (place + 1), Search::last_round(own.exp(), 200));
            let base = base.round(&field, round, 16, [seed, 1]);
            other.round(&field, round, 1, [seed, 2]).log_ratio(&base).map(|ratio| ratio.interval())
        };
        let found: Vec<Option<Interval>> = (0..tries).into_par_iter().map(change).collect();
        let known = found.iter().flatten();
        let share = known.clone().filter(|change| change.contains(truth - own)).count() as f64 / tries as f64;
        let width = known.map(|change| change.half_width()).sum::<f64>() / tries as f64;
        println!("change {:.3}, half-width {width:.3}, covered {share:.4}", truth - own);
        assert!(is_likely(share, 0.95, tries), "a change of {:.3} is covered by {share}", truth - own);
    }
}
