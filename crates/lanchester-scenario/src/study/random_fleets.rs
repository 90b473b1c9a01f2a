//! `[[random]]` entries of a study: fleets drawn from given ships at given points, when the study is read.

use std::ops::RangeInclusive;
use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::game::GameFiles;
use crate::library::reading::{File, Reading};
use crate::schema::study_schema::STYLES;
use crate::study::Fleet;
use crate::study::assemble::roll;
use crate::study::fleet_sampler::{FleetSampler, TRIES, shuffle, targets, within};
use crate::study::study_cells::{Block, Entrant, MOST_CELLS, Meet};
use crate::study::study_file::{Pool, Taken};
use crate::text::code;
use crate::text::source::excerpt;
use crate::values::fields::Fields;

/// Why a pair of fleets could not be drawn.
enum Miss {
    /// No fleet of this side, 0 or 1, comes to these points.
    None(usize, RangeInclusive<u32>),
    /// Both came out as the same fleet, which says nothing about points.
    Same,
}

/// What to draw. Designs are given by their place in the pool.
struct Draw {
    fleet_sampler: FleetSampler,
    /// The designs that each side chooses from.
    sides: [Vec<usize>; 2],
    /// Pairs of designs, a fleet of each alone, taken in turn and over again; `None` for fleets that mix the designs
    /// of their side.
    pairs: Option<Vec<[usize; 2]>>,
    points: u32,
    tolerance: f64,
    spread: f64,
}

impl<G: GameFiles> Reading<'_, G> {
    /// The blocks of all `[[random]]` entries. The nth has a stream of its own, the study seed's after n jumps, so that
    /// more matchups in one leave the others as they are.
    pub fn random_blocks<'f>(
        &mut self,
        file: &'f File,
        duels: Option<&Pool<G>>,
        options: &G::Options,
        taken: &mut Taken<G>,
    ) -> Vec<Block<'f, G>> {
        let randoms = file.fields.tables("random");
        let matchups = || randoms.iter().map(|random| random.whole("matchups", 0));
        let mut total = 0;
        let outgrown = matchups().position(|matchups: usize| {
            total += matchups;
            total > MOST_CELLS
        });
        if let Some(nth) = outgrown {
            // Reported before so many fleets are drawn; under one policy each is a cell.
            self.too_many_cells(file, &randoms[nth], matchups().sum());
            return Vec::new();
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(file.fields.whole("seed", 1));
        let mut blocks = Vec::new();
        for random in file.fields.tables("random") {
            let options = self.block_options(file, random, options);
            let options = self.with_given(random, options);
            let style = random.word("style").unwrap_or(STYLES[0]);
            let group = random.word("group").map(str::to_owned);
            let group =
                group.unwrap_or_else(|| format!("{}, {style}", G::label(&options).as_deref().unwrap_or("random")));
            let own = random.given("ships").then(|| self.pool_of(file, random));
            let pool = self.own_or_duels(file, random, own.as_ref(), duels);
            let points = self.points(file, random, &options);
            let fleets = match (pool, points) {
                // What was refused in the file could be what the fleets depend on.
                (Some(pool), Some(points)) if file.sound => {
                    self.draw(file, random, &group, pool, points, &mut rng.clone())
                }
                _ => Vec::new(),
            };
            rng.jump();
            let slug = slug(&group, taken);
            let mut entrants = Vec::new();
            for (nth, ships) in fleets.into_iter().enumerate() {
                for (id, design) in &ships {
                    self.take_in(file, random.at(), id, design, &mut taken.designs);
                }
                let id = format!("{slug}-{:03}-{}", nth / 2 + 1, ["a", "b"][nth % 2]);
                let designs: Vec<Arc<G::Design>> = ships.iter().map(|(_, design)| Arc::clone(design)).collect();
                let fleet = Arc::new(Fleet { id, name: roll(&designs), ships });
                taken.fleets.push(Arc::clone(&fleet));
                let (id, name, ships) = (fleet.id.clone(), fleet.name.clone(), fleet.ships.clone());
                entrants.push(Entrant { id, name, ships, at: random.at() });
            }
            let pairs = self.pairs_of(file, random);
            blocks.push(Block { fields: random, group, duel: false, pairs, options, entrants, meet: Meet::Pairs });
        }
        blocks
    }

    /// The points of the larger fleet; `None` after reporting why there are none.
    fn points(&mut self, file: &File, random: &Fields, options: &G::Options) -> Option<u32> {
        if random.faulty("points") {
            return None;
        }
        let given = random.number("points");
        let limit = G::fleet_limit(options);
        match (given, limit) {
            (Some(points), Some(limit)) if points > limit => {
                let message = format!("fleets of {points} points are above the fleet limit of these options");
                let expected = format!("at most {limit} points");
                self.problem(Some((file, random.span("points"))), "", code::OUT_OF_RANGE, message, expected);
                None
            }
            (None, None) => {
                let message = format!("{} needs the key `points`: its options set no fleet limit", random.schema.what);
                let expected = "`points = …` with a number of points, or options with a fleet limit".into();
                self.problem(Some((file, random.at())), "", code::MISSING_KEY, message, expected);
                None
            }
            _ => given.or(limit),
        }
    }

    /// The fleets of a block, A's and B's in turn; none after reporting that some cannot be had.
    fn draw(
        &mut self,
        file: &File,
        random: &Fields,
        group: &str,
        pool: &Pool<G>,
        points: u32,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Vec<Vec<(String, Arc<G::Design>)>> {
        let fleet_sampler = FleetSampler::of::<G>(pool.ships.iter().map(|ship| &*ship.design));
        let style = random.word("style").unwrap_or(STYLES[0]);
        let mut draw = Draw {
            sides: sides(fleet_sampler.ratings(), style),
            fleet_sampler,
            pairs: None,
            points,
            tolerance: random.real("tolerance").unwrap_or(0.0),
            spread: random.real("spread").unwrap_or(1.0),
        };
        if style == "pure" {
            draw.sides = [(); 2].map(|()| draw.alone());
            if draw.sides[0].len() < 2 {
                let bounds = within(points, draw.tolerance);
                let message = format!(
                    "in `{}`, {} of {} ships can make up a fleet of {} to {points} points alone",
                    excerpt(group),
                    if draw.sides[0].is_empty() { "none" } else { "only one" },
                    pool.ships.len(),
                    bounds.start()
                );
                self.unreachable(file, random, message);
                return Vec::new();
            }
            draw.pairs = Some(design_pairs(&draw.sides[0], rng));
        }
        let wanted: usize = random.whole("matchups", 1);
        match draw.all(wanted, rng) {
            Ok(fleets) => {
                let named = |place: usize| (pool.ships[place].id.clone(), Arc::clone(&pool.ships[place].design));
                fleets.into_iter().flatten().map(|fleet| fleet.into_iter().map(named).collect()).collect()
            }
            Err(miss) => {
                let message = draw.why(&miss, group);
                self.unreachable(file, random, message);
                Vec::new()
            }
        }
    }

    fn unreachable(&mut self, file: &File, random: &Fields, message: String) {
        let expected = format!(
            "`ships` of which 1 to {} come to the points of every fleet, a larger `tolerance`, a smaller `spread` or other `points`",
            G::MAX_SHIPS
        );
        self.problem(Some((file, random.at())), "", code::NO_FLEET, message, expected);
    }
}

impl Draw {
    /// Every pair of fleets. A pair that could not be drawn is drawn again at other points; when that happens more
    /// than 100 times and more than three times for each pair wanted, what was missed last comes back.
    fn all(&self, wanted: usize, rng: &mut Xoshiro256PlusPlus) -> Result<Vec<[Vec<usize>; 2]>, Miss> {
        let mut left = 100 + 3 * wanted;
        let mut fleets = Vec::with_capacity(wanted);
        let mut turn = 0;
        while fleets.len() < wanted {
            let designs = self.pairs.as_ref().map(|pairs| pairs[turn % pairs.len()]);
            turn += 1;
            match self.pair(designs, rng) {
                Ok(pair) => fleets.push(pair),
                Err(miss) if left == 0 => return Err(miss),
                Err(_) => left -= 1,
            }
        }
        Ok(fleets)
    }

    fn pair(&self, designs: Option<[usize; 2]>, rng: &mut Xoshiro256PlusPlus) -> Result<[Vec<usize>; 2], Miss> {
        let Some(designs) = designs else {
            let bounds = targets(self.points, self.spread, rng).map(|high| within(high, self.tolerance));
            let fleets = [self.mixed(0, &bounds[0], rng)?, self.mixed(1, &bounds[1], rng)?];
            return if fleets[0] == fleets[1] { Err(Miss::Same) } else { Ok(fleets) };
        };
        // Whole ships of one design meet few targets, and trying one costs nothing.
        let mut missed = Miss::Same;
        for _ in 0..TRIES {
            match self.pure(designs, targets(self.points, self.spread, rng)) {
                Ok(fleets) => return Ok(fleets),
                Err(miss) => missed = miss,
            }
        }
        Err(missed)
    }

    fn mixed(
        &self,
        side: usize,
        bounds: &RangeInclusive<u32>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Vec<usize>, Miss> {
        let fleet = self.fleet_sampler.only(&self.sides[side]).mixed(bounds.clone(), rng);
        let fleet = fleet.ok_or_else(|| Miss::None(side, bounds.clone()))?;
        Ok(fleet.into_iter().map(|place| self.sides[side][place]).collect())
    }

    fn pure(&self, designs: [usize; 2], highs: [u32; 2]) -> Result<[Vec<usize>; 2], Miss> {
        let fleet = |side: usize| {
            let bounds = within(highs[side], self.tolerance);
            self.fleet_sampler.pure(bounds.clone(), designs[side]).ok_or(Miss::None(side, bounds))
        };
        Ok([fleet(0)?, fleet(1)?])
    }

    /// The designs of which a fleet alone comes to the points of the larger side.
    fn alone(&self) -> Vec<usize> {
        let bounds = within(self.points, self.tolerance);
        let all = 0..self.fleet_sampler.ratings().len();
        all.filter(|design| self.fleet_sampler.pure(bounds.clone(), *design).is_some()).collect()
    }

    fn why(&self, miss: &Miss, group: &str) -> String {
        let group = excerpt(group);
        match miss {
            Miss::Same => format!("in `{group}`, fleet A and fleet B come out as the same ships again and again"),
            Miss::None(side, bounds) => {
                let ships = &self.sides[*side];
                let ratings = || ships.iter().map(|place| self.fleet_sampler.ratings()[*place]);
                format!(
                    "in `{group}`, no fleet {} of {} to {} points is found among {} ships of {} to {} points",
                    ["A", "B"][*side],
                    bounds.start(),
                    bounds.end(),
                    ships.len(),
                    ratings().min().unwrap_or(0),
                    ratings().max().unwrap_or(0)
                )
            }
        }
    }
}

/// The designs of each side, by place: all of them, or for "swarm" the cheapest and the costliest third, rounded up.
fn sides(ratings: &[u32], style: &str) -> [Vec<usize>; 2] {
    let all: Vec<usize> = (0..ratings.len()).collect();
    if style != "swarm" {
        return [all.clone(), all];
    }
    let mut order = all;
    order.sort_by_key(|place| ratings[*place]);
    let third = order.len().div_ceil(3);
    let mut sides = [order[..third].to_vec(), order[order.len() - third..].to_vec()];
    sides.iter_mut().for_each(|side| side.sort_unstable());
    sides
}

/// Every pair of different designs once, in random order, and in each of them who is A by chance.
fn design_pairs(designs: &[usize], rng: &mut Xoshiro256PlusPlus) -> Vec<[usize; 2]> {
    let after = |i: usize| designs[i + 1..].iter().map(move |b| [designs[i], *b]);
    let mut pairs: Vec<[usize; 2]> = (0..designs.len()).flat_map(after).collect();
    pairs.iter_mut().for_each(|pair| shuffle(pair, rng));
    shuffle(&mut pairs, rng);
    pairs
}

/// The start of the ids of a block's fleets: its group as an id, with a number if an id of the study is of that form.
fn slug<G: GameFiles>(group: &str, taken: &Taken<G>) -> String {
    let words = group.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut plain = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    plain.truncate(40);
    let plain = plain.trim_end_matches('-');
    let plain = if plain.is_empty() { "random" } else { plain };
    let ids = || taken.fleets.iter().map(|fleet| &fleet.id).chain(taken.designs.iter().map(|design| &design.id));
    let numbers = |id: &str, slug: &str| {
        let rest = id.strip_prefix(slug).and_then(|rest| rest.strip_prefix('-'));
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let free = |slug: &String| !ids().any(|id| numbers(id, slug));
    let numbered = (2..).map(|n| format!("{plain}-{n}"));
    std::iter::once(plain.to_owned()).chain(numbered).find(free).unwrap_or_default()
}
