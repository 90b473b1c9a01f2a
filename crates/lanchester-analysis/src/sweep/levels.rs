//! The values of a parameter as levels, over whose variants means are taken.

use std::collections::BTreeMap;

use super::Value;

/// A number with more values than this is reported in ranges.
const MOST_LEVELS: usize = 8;

/// Ranges that such a number is reported in.
const RANGES: usize = 4;

/// The levels of a parameter, and which of them each variant has.
pub struct Levels {
    /// What each is called; numbers rise, words stand as they first appear.
    pub names: Vec<String>,
    /// The level of each variant.
    pub of: Vec<usize>,
}

impl Levels {
    /// The levels of a parameter from its value in every variant.
    pub fn new(values: &[&Value]) -> Self {
        let numbers: Option<Vec<f64>> = values.iter().map(|v| number(v)).collect();
        // Values that read alike are one level: that is how a table holds whole numbers among others.
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let mut names: Vec<String> = Vec::new();
        let mut of: Vec<usize> = Vec::with_capacity(values.len());
        for value in values {
            let name = value.to_string();
            let place = *places.entry(name).or_insert_with_key(|name| {
                names.push(name.clone());
                names.len() - 1
            });
            of.push(place);
            if let Some(numbers) = numbers.as_ref().filter(|_| names.len() > MOST_LEVELS) {
                return Self::ranges(numbers);
            }
        }
        let Some(numbers) = numbers else { return Self { names, of } };
        let mut least = vec![f64::INFINITY; names.len()];
        of.iter().zip(&numbers).for_each(|(level, x)| least[*level] = *x);
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by(|a, b| least[*a].total_cmp(&least[*b]));
        let mut rank = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, level)| rank[*level] = place);
        Self {
            names: order.iter().map(|level| names[*level].clone()).collect(),
            of: of.into_iter().map(|level| rank[level]).collect(),
        }
    }

    /// Ranges of about as many variants each; equal numbers are in one range.
    fn ranges(numbers: &[f64]) -> Self {
        let mut sorted = numbers.to_vec();
        sorted.sort_by(f64::total_cmp);
        let mut starts: Vec<f64> = (0..RANGES).map(|i| sorted[i * sorted.len() / RANGES]).collect();
        starts.dedup();
        let of: Vec<usize> = numbers.iter().map(|x| starts.partition_point(|s| s <= x).saturating_sub(1)).collect();
        let mut ends = vec![(f64::INFINITY, f64::NEG_INFINITY); starts.len()];
        for (level, x) in of.iter().zip(numbers) {
            ends[*level] = (ends[*level].0.min(*x), ends[*level].1.max(*x));
        }
        let name = |(low, high): &(f64, f64)| if low < high { format!("{low} to {high}") } else { low.to_string() };
        Self { names: ends.iter().map(name).collect(), of }
    }
}

/// The pairs of levels that variants have.
pub struct LevelPairs {
    /// The two levels of each, in order.
    pub levels: Vec<[usize; 2]>,
    /// The pair of each variant.
    pub of: Vec<usize>,
}

impl LevelPairs {
    /// The pairs of two parameters. There are at most as many as variants, however many levels the two have.
    pub fn new(a: &Levels, b: &Levels) -> Self {
        let both = || a.of.iter().zip(&b.of).map(|(x, y)| [*x, *y]);
        let mut levels: Vec<[usize; 2]> = both().collect();
        levels.sort_unstable();
        levels.dedup();
        let of = both().map(|policy_pair| levels.partition_point(|l| *l < policy_pair)).collect();
        Self { levels, of }
    }
}

/// A value as a number, if it is one.
pub fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Whole(n) => Some(*n as f64),
        Value::Real(x) => Some(*x),
        Value::Text(_) | Value::Flag(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(values: &[Value]) -> Levels {
        Levels::new(&values.iter().collect::<Vec<_>>())
    }

    #[test]
    fn numbers_rise_and_words_stand_as_they_come() {
        let numbers = levels(&[Value::Real(2.5), Value::Whole(10), Value::Whole(2), Value::Real(2.0)]);
        assert_eq!((numbers.names, numbers.of), (["2", "2.5", "10"].map(str::to_owned).to_vec(), vec![1, 2, 0, 0]));
        let words = levels(&[Value::Text("none".into()), Value::Text("4+".into()), Value::Whole(3)]);
        assert_eq!(
            (words.names.as_slice(), words.of),
            (["none", "4+", "3"].map(str::to_owned).as_slice(), vec![0, 1, 2])
        );
    }

    #[test]
    fn many_numbers_are_ranges_and_many_words_are_not() {
        let numbers: Vec<Value> = (0..40).rev().map(Value::Whole).collect();
        let ranges = levels(&numbers);
        assert_eq!(ranges.names, ["0 to 9", "10 to 19", "20 to 29", "30 to 39"]);
        assert_eq!((ranges.of[0], ranges.of[39]), (3, 0));
        let words: Vec<Value> = (0..40).map(|i| Value::Text(format!("w{i}"))).collect();
        assert_eq!(levels(&words).names.len(), 40);
        // Nine values, of which one has nearly all variants.
        let lone: Vec<Value> = (0..100).map(|i| Value::Whole(i64::from(i < 8) * i64::from(i))).collect();
        let ranges = levels(&lone);
        assert!(ranges.of.iter().all(|level| *level < ranges.names.len()), "{:?}", ranges.names);
    }
}
