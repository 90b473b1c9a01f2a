//! A page in sentences, and which of them compare.

use std::path::Path;

/// Words of a sentence that says who is better, or what is priced wrongly.
const COMPARING: [&str; 37] = [
    "beat",
    "beats",
    "beaten",
    "win",
    "wins",
    "score",
    "scores",
    "scored",
    "lose",
    "loses",
    "too cheap",
    "too expensive",
    "too little",
    "too much",
    "too low",
    "too high",
    "overpriced",
    "underpriced",
    "mispriced",
    "costlier",
    "cheaper",
    "stronger",
    "strongest",
    "weaker",
    "weakest",
    "better than",
    "worse than",
    "best of",
    "favour",
    "favours",
    "favoured",
    "fair",
    "worth more",
    "worth less",
    "should cost more",
    "advantage",
    "disadvantage",
];

/// Sentences of a page; headings, tables and blocks of code are no sentences.
pub struct Page(Vec<String>);

impl Page {
    /// Of a file of the project.
    pub fn read(name: &str) -> Self {
        Self::of(&text(name))
    }

    /// Of a text.
    pub fn of(text: &str) -> Self {
        let mut paragraphs = vec![String::new()];
        let mut code = false;
        for line in text.lines().map(str::trim) {
            let item = line.strip_prefix("- ").or_else(|| line.strip_prefix("* "));
            let fence = line.starts_with("```");
            code ^= fence;
            if code || fence || line.is_empty() || line.starts_with(['#', '|']) || line.starts_with("<!--") {
                paragraphs.push(String::new());
                continue;
            }
            if item.is_some() {
                paragraphs.push(String::new());
            }
            let paragraph = paragraphs.last_mut().expect("never empty");
            paragraph.push(' ');
            paragraph.push_str(item.unwrap_or(line));
        }
        Self(paragraphs.iter().flat_map(|paragraph| split(&folded(paragraph))).collect())
    }

    /// Its sentences, white space folded.
    pub fn sentences(&self) -> &[String] {
        &self.0
    }

    /// The sentence that a quotation is of.
    pub fn sentence(&self, quote: &str) -> Option<&String> {
        self.0.iter().find(|sentence| quotes(sentence, quote))
    }

    /// Whether one of its sentences is quoted so.
    pub fn says(&self, quote: &str) -> bool {
        self.sentence(quote).is_some()
    }
}

/// Whether this is word for word in a sentence, `…` standing for any words.
pub fn quotes(sentence: &str, quote: &str) -> bool {
    let mut rest = sentence;
    folded(quote).split('…').map(str::trim).all(|part| {
        let found = rest.split_once(part);
        rest = found.map_or("", |(_, after)| after);
        found.is_some()
    })
}

/// Whether a sentence compares.
pub fn compares(sentence: &str) -> bool {
    let words: String = sentence.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    let words = format!(" {} ", folded(&words));
    COMPARING.iter().any(|phrase| words.contains(&format!(" {phrase} ")))
}

/// A file of the project.
pub fn text(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    std::fs::read_to_string(&file).unwrap_or_else(|wrong| panic!("{name}: {wrong}"))
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A paragraph in sentences: each ends with a full stop, a question or an exclamation mark, and what may close behind it.
fn split(paragraph: &str) -> Vec<String> {
    let mut sentences = vec![Vec::new()];
    for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
        sentences.last_mut().expect("never empty").push(word);
        if word.trim_end_matches(['*', ')', '"', '_']).ends_with(['.', '!', '?']) {
            sentences.push(Vec::new());
        }
    }
    sentences.into_iter().filter(|words| !words.is_empty()).map(|words| words.join(" ")).collect()
}
