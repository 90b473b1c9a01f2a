//! A policy's whole numbers as a point of a space that a search can move in, and back.
//!
//! Of the weights of one table only the ratios matter, so the strongest of them is always as large as a file allows and the
//! others are measured against it. A weight w becomes the coordinate arsinh(w/5): far from zero that is the logarithm of the
//! ratio with a sign, so a step means the same share of any large weight; near zero it is the weight itself, so a weight can
//! vanish or change sign. (A plain logarithm of the ratio could do neither.) A number with a size of its own, such as a distance,
//! has the same coordinate without the comparison. Choices have no coordinate: they are tried one against the other.

use crate::{PolicyKey, PolicyValues};

/// Where the coordinate turns from proportional to logarithmic: a quarter of the strongest weight.
const TURN: f64 = 5.0;

/// More values of a choice than this are tried by their neighbours only.
const TRIED_AT_ONCE: usize = 8;

/// The space of a game's policies.
#[derive(Clone, Debug)]
pub(super) struct Axes {
    keys: Vec<PolicyKey>,
    /// Places of the keys that have a coordinate.
    numbers: Vec<usize>,
    /// Tables whose weights keep their size.
    sized: Vec<usize>,
}

impl Axes {
    pub fn new(keys: Vec<PolicyKey>) -> Self {
        let numbers = (0..keys.len()).filter(|k| !matches!(keys[*k].values, PolicyValues::Choice(_))).collect();
        Self { keys, numbers, sized: Vec::new() }
    }

    /// The same, where choices among whole numbers have a coordinate, too. Of those keys the numbers are places in their lists. Where a
    /// weight is held, those beside it are not measured against the strongest: it would become another number.
    pub fn with_small_numbers(keys: Vec<PolicyKey>, held: &[usize]) -> Self {
        let table = |place: &usize| match keys[*place].values {
            PolicyValues::Weight { table, .. } => Some(table),
            _ => None,
        };
        let sized = held.iter().filter_map(table).collect();
        let number = |mut key: PolicyKey| {
            if let PolicyValues::Choice(of) = &key.values
                && of.iter().all(|word| word.parse::<i64>().is_ok())
            {
                key.values = PolicyValues::Level { least: 0, most: of.len() as i64 - 1 };
            }
            key
        };
        Self { sized, ..Self::new(keys.into_iter().map(number).collect()) }
    }

    /// Of each coordinate whether it may move: all but weights of zero, of which a policy makes no use, and keys that are held.
    pub fn free(&self, values: &[i64], held: &[usize]) -> Vec<bool> {
        let weight = |place: usize| matches!(self.keys[place].values, PolicyValues::Weight { .. });
        let free = |place: &usize| !held.contains(place) && (values[*place] != 0 || !weight(*place));
        self.numbers.iter().map(free).collect()
    }

    /// The coordinates of a policy.
    pub fn point(&self, values: &[i64]) -> Vec<f64> {
        let coordinate = |place: &usize| {
            let size = match self.keys[*place].values {
                PolicyValues::Weight { table, most } => self.scale(table, most, |other| values[other] as f64),
                _ => 1.0,
            };
            libm::asinh(values[*place] as f64 * size / TURN)
        };
        self.numbers.iter().map(coordinate).collect()
    }

    /// The policy at these coordinates: in the nearest whole numbers, with the choices of `of`.
    pub fn values(&self, of: &[i64], point: &[f64]) -> Vec<i64> {
        self.values_by(of, point, f64::round)
    }

    /// The same, with another way to make a number whole.
    pub fn values_by(&self, of: &[i64], point: &[f64], mut whole: impl FnMut(f64) -> f64) -> Vec<i64> {
        let mut exact = vec![0.0; of.len()];
        for (place, x) in self.numbers.iter().zip(point) {
            // Beyond every number that a file holds.
            exact[*place] = TURN * libm::sinh(x.clamp(-50.0, 50.0));
        }
        let mut values = of.to_vec();
        for place in &self.numbers {
            let number = match self.keys[*place].values {
                PolicyValues::Weight { table, most } => {
                    let size = self.scale(table, most, |other| exact[other]);
                    whole(exact[*place] * size).clamp(-most as f64, most as f64)
                }
                PolicyValues::Level { least, most } => whole(exact[*place]).clamp(least as f64, most as f64),
                PolicyValues::Choice(_) => continue,
            };
            values[*place] = number as i64;
        }
        values
    }

    /// What makes the strongest weight of a table as strong as may be; 1 where all are next to nothing, or keep their size.
    fn scale(&self, table: usize, most: i64, weight: impl Fn(usize) -> f64) -> f64 {
        if self.sized.contains(&table) {
            return 1.0;
        }
        let of_table =
            |place: &&usize| matches!(self.keys[**place].values, PolicyValues::Weight { table: t, .. } if t == table);
        let strongest = self.numbers.iter().filter(of_table).map(|place| weight(*place).abs()).fold(0.0, f64::max);
        if strongest < 0.5 { 1.0 } else { most as f64 / strongest }
    }

    /// Every policy that differs in one choice.
    pub fn other_choices(&self, values: &[i64]) -> Vec<Vec<i64>> {
        let mut others = Vec::new();
        for (place, key) in self.keys.iter().enumerate() {
            let PolicyValues::Choice(of) = &key.values else { continue };
            let near = |n: &i64| of.len() <= TRIED_AT_ONCE || n.abs_diff(values[place]) == 1;
            let other = (0..of.len() as i64).filter(|n| *n != values[place]).filter(near);
            others.extend(other.map(|number| changed(values, place, number)));
        }
        others
    }

    /// Every policy that differs in one choice, or in one number by a quarter of itself and at least 1, or lacks one weight.
    pub fn single_steps(&self, values: &[i64]) -> Vec<Vec<i64>> {
        let mut steps = self.other_choices(values);
        for place in &self.numbers {
            let [least, most, none] = match self.keys[*place].values {
                PolicyValues::Weight { most, .. } => [-most, most, 0],
                PolicyValues::Level { least, most } => [least, most, least],
                PolicyValues::Choice(_) => continue,
            };
            let now = values[*place];
            let by = (now.abs() / 4).max(1);
            let mut to: Vec<i64> = [now - by, now + by, none].map(|n| n.clamp(least, most)).to_vec();
            to.retain(|n| *n != now);
            to.sort_unstable();
            to.dedup();
            steps.extend(to.into_iter().map(|number| changed(values, *place, number)));
        }
        steps
    }

    /// The policy with everything in which `first` and `second`, both steps away from `of`, differ from it; none if they
    /// change the same key.
    pub fn both(&self, of: &[i64], first: &[i64], second: &[i64]) -> Option<Vec<i64>> {
        let clash = of.iter().zip(first).zip(second).any(|((o, a), b)| a != o && b != o);
        let joined = || of.iter().zip(first).zip(second).map(|((o, a), b)| if a == o { *b } else { *a }).collect();
        (!clash).then(joined)
    }
}

fn changed(values: &[i64], place: usize, number: i64) -> Vec<i64> {
    let mut changed = values.to_vec();
    changed[place] = number;
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two tables of weights, a distance and a choice of three.
    fn axes() -> Axes {
        let weight = |table| PolicyValues::Weight { table, most: 20 };
        let of = |values| PolicyKey { path: String::new(), values };
        let words = ["a", "b", "c"].map(str::to_owned).to_vec();
        let level = PolicyValues::Level { least: 0, most: 1000 };
        Axes::new(vec![of(weight(0)), of(weight(0)), of(PolicyValues::Choice(words)), of(weight(1)), of(level)])
    }

    #[test]
    fn ratios_choices_and_sizes_survive_there_and_back() {
        for (values, back) in [
            (vec![4, -1, 2, 3, 7], vec![20, -5, 2, 20, 7]),
            (vec![20, 0, 0, 0, 1000], vec![20, 0, 0, 0, 1000]),
            (vec![0, 0, 1, -2, 0], vec![0, 0, 1, -20, 0]),
        ] {
            let axes = axes();
            let point = axes.point(&values);
            assert_eq!(point.len(), 4);
            assert_eq!(axes.values(&values, &point), back);
            // Once the strongest is as strong as may be, nothing changes.
            assert_eq!(axes.point(&back), axes.point(&axes.values(&back, &axes.point(&back))));
        }
        // A step that adds to every weight of a table far from zero keeps their ratio; so far out that it is no number, too.
        let far = axes().values(&[1, 1, 0, 1, 0], &[7.0, 6.0, 1e9, -1e9]);
        assert_eq!(far, [20, 7, 0, 20, 0], "e⁻¹ of 20 is 7.4");
    }

    #[test]
    fn small_whole_numbers_have_a_coordinate_where_it_is_asked_for() {
        let all = |axes: Axes| axes.keys.into_iter().map(|key| key.values).collect::<Vec<_>>();
        let key = |words: &[&str]| {
            let words = words.iter().map(|word| (*word).to_owned()).collect();
            PolicyKey { path: String::new(), values: PolicyValues::Choice(words) }
        };
        let keys = vec![key(&["2", "3", "4"]), key(&["false", "true"]), key(&["near", "far"])];
        let [small, flag, words] =
            <[_; 3]>::try_from(all(Axes::with_small_numbers(keys.clone(), &[]))).expect("three keys");
        assert_eq!(small, PolicyValues::Level { least: 0, most: 2 });
        assert_eq!([&flag, &words], [&keys[1].values, &keys[2].values]);
        assert_eq!(all(Axes::new(keys.clone())), keys.into_iter().map(|key| key.values).collect::<Vec<_>>());
        assert_eq!(axes().free(&[4, 0, 1, -1, 0], &[]), [true, false, true, true], "a weight of zero is not in use");
        assert_eq!(axes().free(&[4, 0, 1, -1, 0], &[0, 4]), [false, false, true, false]);
    }

    #[test]
    fn a_weight_that_is_held_keeps_its_number() {
        let loose = axes();
        let held = Axes::with_small_numbers(loose.keys.clone(), &[1]);
        let values = [4, -1, 2, 3, 7];
        assert_eq!(loose.values(&values, &loose.point(&values)), [20, -5, 2, 20, 7]);
        assert_eq!(held.values(&values, &held.point(&values)), [4, -1, 2, 20, 7]);
    }

    #[test]
    fn numbers_are_made_whole_as_it_is_asked() {
        let axes = axes();
        let point = axes.point(&[20, 3, 0, 20, 7]);
        assert_eq!(axes.values_by(&[0; 5], &point, |exact| (exact + 0.9).floor()), [20, 3, 0, 20, 7]);
        assert_eq!(axes.values_by(&[0; 5], &point, |exact| (exact - 0.9).ceil()), [20, 3, 0, 20, 7]);
        let between: Vec<f64> = point.iter().zip(axes.point(&[20, 4, 0, 20, 8])).map(|(x, y)| (x + y) / 2.0).collect();
        assert_eq!(axes.values_by(&[0; 5], &between, |exact| (exact + 1e-9).floor()), [20, 3, 0, 20, 7]);
        assert_eq!(axes.values_by(&[0; 5], &between, |exact| (exact - 1e-9).ceil()), [20, 4, 0, 20, 8]);
    }

    #[test]
    fn every_single_step_is_one_change_within_the_limits() {
        let axes = axes();
        let values = [20, -8, 0, 0, 3];
        let steps = axes.single_steps(&values);
        let changes: Vec<(usize, i64)> = steps
            .iter()
            .map(|step| {
                let at: Vec<usize> = (0..5).filter(|k| step[*k] != values[*k]).collect();
                assert_eq!(at.len(), 1);
                (at[0], step[at[0]])
            })
            .collect();
        let expected =
            [(2, 1), (2, 2), (0, 0), (0, 15), (1, -10), (1, -6), (1, 0), (3, -1), (3, 1), (4, 0), (4, 2), (4, 4)];
        assert_eq!(changes, expected);
        assert_eq!(axes.other_choices(&values), steps[..2]);
        assert_eq!(axes.both(&values, &steps[0], &steps[3]), Some(vec![15, -8, 1, 0, 3]));
        assert_eq!(axes.both(&values, &steps[0], &steps[1]), None);
    }
}
