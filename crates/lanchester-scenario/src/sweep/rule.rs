//! Constraints: comparisons of sums and products, such as `hull + 2 * armour <= 20`.

use super::SweptValue;

/// A constraint that was read.
#[derive(Debug)]
pub(crate) struct Rule {
    left: Sum,
    compare: Compare,
    right: Sum,
}

#[derive(Clone, Copy, Debug)]
enum Compare {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
}

const COMPARES: [(&str, Compare); 6] = [
    ("<=", Compare::LessOrEqual),
    (">=", Compare::GreaterOrEqual),
    ("==", Compare::Equal),
    ("!=", Compare::NotEqual),
    ("<", Compare::Less),
    (">", Compare::Greater),
];

#[derive(Debug)]
enum Sum {
    Number(f64),
    Parameter(usize),
    Minus(Box<Sum>),
    Of(Box<Sum>, char, Box<Sum>),
}

impl Rule {
    /// Reads a rule about parameters of these names.
    ///
    /// # Errors
    /// What is wrong, and what was expected.
    pub fn read(text: &str, names: &[String]) -> Result<Self, (String, String)> {
        let found = COMPARES.iter().find_map(|(sign, compare)| text.split_once(sign).map(|(l, r)| (l, *compare, r)));
        let Some((left, compare, right)) = found else {
            return Err(("the rule compares nothing".into(), "one of <=, <, >=, >, ==, != between two sums".into()));
        };
        Ok(Self { left: sum(left, names)?, compare, right: sum(right, names)? })
    }

    /// Whether values keep it; values that are no numbers break every rule that names them. Sides that differ by less
    /// than a billionth are equal, for every comparison: 0.1 + 0.2 <= 0.3 holds.
    pub fn holds(&self, values: &[SweptValue]) -> bool {
        let (Some(l), Some(r)) = (self.left.of(values), self.right.of(values)) else { return false };
        let equal = (l - r).abs() <= 1e-9 * l.abs().max(r.abs()).max(1.0);
        match self.compare {
            Compare::Less => l < r && !equal,
            Compare::LessOrEqual => l < r || equal,
            Compare::Greater => l > r && !equal,
            Compare::GreaterOrEqual => l > r || equal,
            Compare::Equal => equal,
            Compare::NotEqual => !equal,
        }
    }

    /// Whether it names the parameter of this place.
    pub fn names(&self, place: usize) -> bool {
        self.left.names(place) || self.right.names(place)
    }
}

impl Sum {
    fn of(&self, values: &[SweptValue]) -> Option<f64> {
        Some(match self {
            Self::Number(x) => *x,
            Self::Parameter(place) => values.get(*place)?.number()?,
            Self::Minus(sum) => -sum.of(values)?,
            Self::Of(a, '+', b) => a.of(values)? + b.of(values)?,
            Self::Of(a, '-', b) => a.of(values)? - b.of(values)?,
            Self::Of(a, _, b) => a.of(values)? * b.of(values)?,
        })
    }

    fn names(&self, place: usize) -> bool {
        match self {
            Self::Number(_) => false,
            Self::Parameter(known) => *known == place,
            Self::Minus(sum) => sum.names(place),
            Self::Of(a, _, b) => a.names(place) || b.names(place),
        }
    }
}

/// A reader of one side of a rule.
struct Reader<'t> {
    words: Vec<&'t str>,
    at: usize,
    names: &'t [String],
    depth: usize,
}

/// Parentheses in parentheses.
const DEEPEST: usize = 50;

fn sum(text: &str, names: &[String]) -> Result<Sum, (String, String)> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        let length = if part(first) { rest.find(|c| !part(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (word, after) = rest.split_at(length);
        words.push(word);
        rest = after.trim_start();
    }
    let mut reader = Reader { words, at: 0, names, depth: 0 };
    let sum = reader.sum()?;
    match reader.words.get(reader.at) {
        None => Ok(sum),
        Some(word) => Err((format!("`{word}` is not understood here"), "+, - or * between two terms".into())),
    }
}

impl Reader<'_> {
    fn next_is(&mut self, signs: &[&str]) -> Option<char> {
        let word = self.words.get(self.at).filter(|word| signs.contains(word))?;
        self.at += 1;
        word.chars().next()
    }

    fn sum(&mut self) -> Result<Sum, (String, String)> {
        let mut sum = self.product()?;
        while let Some(sign) = self.next_is(&["+", "-"]) {
            sum = Sum::Of(Box::new(sum), sign, Box::new(self.product()?));
        }
        Ok(sum)
    }

    fn product(&mut self) -> Result<Sum, (String, String)> {
        let mut product = self.term()?;
        while self.next_is(&["*"]).is_some() {
            product = Sum::Of(Box::new(product), '*', Box::new(self.term()?));
        }
        Ok(product)
    }

    fn term(&mut self) -> Result<Sum, (String, String)> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(("the rule is nested too deep".into(), format!("at most {DEEPEST} levels")));
        }
        let term = self.inner_term();
        self.depth -= 1;
        term
    }

    fn inner_term(&mut self) -> Result<Sum, (String, String)> {
        if self.next_is(&["-"]).is_some() {
            return Ok(Sum::Minus(Box::new(self.term()?)));
        }
        if self.next_is(&["("]).is_some() {
            let sum = self.sum()?;
            return match self.next_is(&[")"]) {
                Some(_) => Ok(sum),
                None => Err(("a parenthesis is not closed".into(), "`)`".into())),
            };
        }
        let known = || format!("a number or a parameter: {}", self.names.join(", "));
        let Some(word) = self.words.get(self.at) else { return Err(("the rule ends too early".into(), known())) };
        let term = match (self.names.iter().position(|name| name == word), word.parse::<f64>()) {
            (Some(place), _) => Sum::Parameter(place),
            (None, Ok(x)) if x.is_finite() && word.starts_with(|c: char| c.is_ascii_digit() || c == '.') => {
                Sum::Number(x)
            }
            _ => return Err((format!("`{word}` is no parameter of the sweep"), known())),
        };
        self.at += 1;
        Ok(term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(rule: &str, hull: i64, thrust: i64) -> bool {
        let names = ["hull".to_owned(), "thrust".to_owned()];
        Rule::read(rule, &names).expect(rule).holds(&[SweptValue::Whole(hull), SweptValue::Whole(thrust)])
    }

    #[test]
    fn sums_and_products_compare() {
        assert!(holds("hull + 2 * thrust <= 20", 10, 5) && !holds("hull + 2 * thrust <= 20", 10, 6));
        assert!(holds("(hull - thrust) * 2 == 10", 10, 5) && holds("-hull<-thrust", 10, 5));
        assert!(holds("hull != 2.5", 2, 0) && holds("1 + 2 * 3 >= 7", 0, 0) && !holds("hull > thrust", 5, 5));
    }

    #[test]
    fn fractions_compare_as_they_are_written() {
        let holds = |rule: &str| Rule::read(rule, &[]).expect(rule).holds(&[]);
        assert!(holds("0.1 + 0.2 <= 0.3") && holds("0.1 + 0.2 == 0.3") && holds("0.3 >= 0.1 + 0.2"));
        assert!(!holds("0.1 + 0.2 > 0.3") && !holds("0.1 + 0.2 != 0.3") && holds("0.1 + 0.2 < 0.301"));
        assert!(holds("100000000.1 + 0.2 <= 100000000.3"));
    }

    #[test]
    fn a_rule_knows_whom_it_names() {
        let rule = Rule::read("-(a * 2) <= 3 + c", &["a", "b", "c"].map(str::to_owned)).expect("a rule");
        assert!([0, 1, 2].map(|place| rule.names(place)) == [true, false, true]);
    }

    #[test]
    fn what_is_no_rule_is_told() {
        let names = ["hull".to_owned()];
        for (rule, says) in [
            ("hull", "compares nothing"),
            ("hull <= mass", "`mass` is no parameter"),
            ("hull <= ", "ends too early"),
            ("(hull <= 3", "not closed"),
            ("hull 3 <= 3", "not understood"),
            ("hull <= nan", "`nan` is no parameter"),
            ("hull <= 1 <= 2", "not understood"),
        ] {
            let (message, expected) = Rule::read(rule, &names).expect_err(rule);
            assert!(message.contains(says) && !expected.is_empty(), "{rule}: {message}");
        }
        assert!(Rule::read(&format!("{}1 < 2", "(".repeat(10_000)), &names).is_err());
        let words = [SweptValue::Text("4+".into())];
        assert!(!Rule::read("hull <= 3", &names).expect("a rule").holds(&words));
    }
}
