//! The card of a race out of its file.

use std::sync::{Arc, LazyLock};

use lanchester_core::Rules;
use lanchester_scenario::table_schema::{Key, TableSchema, ValueType};
use lanchester_scenario::{Fields, Kind, Report, Source, Span, name_key, notes_key, shipped_text};

use crate::SkillDice;
use crate::card::{CRITICALS, Card, Code, Column, Critical, ROWS};
use crate::design::MAX_STRUCTURE;
use crate::files::codes::{BAD_COLUMNS, BAD_ROW, MISSING_ROW, ROW_TWICE, UNKNOWN_CODE};

/// Where the standard card lies, below the game's folder.
const STANDARD: &str = "cards/standard.toml";
/// The first critical hit.
const FIRST_ROLL: usize = 2;

/// The key of a ship file that names a card; `of_ship` reads it.
pub fn key() -> Key {
    let card = ValueType::Reference(Kind::Card);
    Key::default("card", "The damage index and critical hits of its race, by id or path.", card, "standard")
}

/// The keys of a card file, without `game` and `kind`.
pub fn schema() -> TableSchema {
    let most = MAX_STRUCTURE.into();
    let columns = usize::from(MAX_STRUCTURE) + 1;
    let number = |least: usize, count: usize| ValueType::whole(least as i64, (least + count - 1) as i64);
    let row = TableSchema::new(
        "an entry of [[rows]]",
        vec![
            Key::required("net", "The net damage of the row; 24 is 24 or more.", number(1, ROWS)),
            Key::required(
                "codes",
                "What it does, a text for each column: letters (T E A M W C ~ D S G X >), each one effect, from left to right; or alone \
                 Cascade, Boom next turn or Boom.",
                ValueType::list(ValueType::line(0, 40), 1, columns),
            ),
        ],
    );
    let critical = TableSchema::new(
        "an entry of [[criticals]]",
        vec![
            Key::required("roll", "The sum of 2D12.", number(FIRST_ROLL, CRITICALS)),
            Key::required("effect", "What it does.", effect()),
        ],
    );
    // One more than there are: the one that stands twice is named.
    let tables = |of: TableSchema, count: usize| ValueType::Tables { of: Arc::new(of), min: 1, max: 2 * count };
    TableSchema::new(
        "a card",
        vec![
            name_key(),
            Key::required(
                "structure",
                "The least structure that each column serves, rising from 0; the last column serves all greater ones too.",
                ValueType::list(ValueType::whole(0, most), 1, columns),
            ),
            notes_key(),
            Key::required("rows", "The damage index: net damage 1 to 24.", tables(row, ROWS)),
            Key::required("criticals", "The critical hits: 2 to 24.", tables(critical, CRITICALS)),
        ],
    )
}

/// The words of the critical hits.
fn effect() -> ValueType {
    use lanchester_scenario::key_value::Words;
    ValueType::choice(Critical::WHAT, Critical::WORDS.iter().map(|(word, _)| *word))
}

/// Reads a card.
pub fn read(fields: &Fields, report: &mut Report) -> Option<Card> {
    let structures = structures(fields, report);
    let count = structures.as_ref().map(Vec::len);
    let rows =
        each(fields, "rows", "net", ["row", "net damage"], 1, ROWS, report, |row, report| codes(row, count, report));
    let criticals =
        each(fields, "criticals", "roll", ["critical hit", "roll"], FIRST_ROLL, CRITICALS, report, |critical, _| {
            use lanchester_scenario::key_value::Words;
            let effect = critical.word("effect")?;
            Critical::WORDS.iter().find(|(word, _)| *word == effect).map(|(_, critical)| *critical)
        });
    let (rows, structures) = (rows?, structures?);
    let column = |(at, structure): (usize, &u8)| {
        let rows: Option<Vec<Vec<Code>>> = rows.iter().map(|row| row.get(at).cloned()).collect();
        Some(Column { structure: *structure, rows: rows?.try_into().ok()? })
    };
    Some(Card {
        name: fields.text("name").to_owned(),
        columns: structures.iter().enumerate().map(column).collect::<Option<_>>()?,
        criticals: criticals?.try_into().ok()?,
    })
}

/// The columns' structures, which rise from 0.
fn structures(fields: &Fields, report: &mut Report) -> Option<Vec<u8>> {
    use lanchester_scenario::Value;
    let list = fields.list("structure").iter().map(|entry| match entry.value {
        Value::Whole(structure) => u8::try_from(structure).ok(),
        _ => None,
    });
    let list = list.collect::<Option<Vec<u8>>>().filter(|list| !list.is_empty())?;
    if list[0] == 0 && list.is_sorted_by(|a, b| a < b) {
        return Some(list);
    }
    let expected = "structures that begin with 0 and rise, such as [0, 1]";
    report.problem(
        fields.span("structure"),
        BAD_COLUMNS,
        "these columns leave a structure out or name it twice",
        expected,
    );
    None
}

/// The entries of a list of tables by their numbers `first` to `first + count − 1`, each exactly once; `None` after reporting what
/// is wrong, or where it was reported before. `words` are what an entry is and what its number is.
fn each<T>(
    fields: &Fields,
    list: &str,
    key: &str,
    words: [&str; 2],
    first: usize,
    count: usize,
    report: &mut Report,
    mut read: impl FnMut(&Fields, &mut Report) -> Option<T>,
) -> Option<Vec<T>> {
    let [what, number] = words;
    let mut found: Vec<Option<Option<T>>> = (0..count).map(|_| None).collect();
    // An entry without a sound number may be any of them.
    let mut unnumbered = fields.faulty(list) || fields.tables(list).is_empty();
    // The one that stands twice may be meant for the one that is missing.
    let mut twice = false;
    for entry in fields.tables(list) {
        let value = read(entry, report);
        let Some(at) = entry.number::<usize>(key) else {
            unnumbered = true;
            continue;
        };
        let Some(place) = at.checked_sub(first).and_then(|place| found.get_mut(place)) else { continue };
        if place.is_some() {
            twice = true;
            let message = format!("a second {what} for {number} {at}");
            report.problem(entry.span(key), ROW_TWICE, message, format!("each {number} once"));
        } else {
            *place = Some(value);
        }
    }
    let missing: Vec<String> =
        (0..count).filter(|at| found[*at].is_none()).map(|at| (at + first).to_string()).collect();
    if !missing.is_empty() && !unnumbered && !twice {
        let message = format!("no {what} for {number} {}", missing.join(", "));
        let expected = format!("a {what} for each {number} from {first} to {}", first + count - 1);
        report.problem(heading(fields, list), MISSING_ROW, message, expected);
    }
    if twice {
        return None;
    }
    found.into_iter().map(Option::flatten).collect()
}

/// Where a list of tables begins.
fn heading(fields: &Fields, list: &str) -> Span {
    fields.tables(list).first().map_or(fields.at(), Fields::at)
}

/// The codes of a row, column by column.
fn codes(row: &Fields, columns: Option<usize>, report: &mut Report) -> Option<Vec<Vec<Code>>> {
    let texts: Vec<(&str, Span)> = row.words("codes").collect();
    if let Some(columns) =
        columns.filter(|columns| *columns != texts.len() && !texts.is_empty() && !row.faulty("codes"))
    {
        let count = texts.len();
        let message = format!("the row has {count} column{}", if count == 1 { "" } else { "s" });
        report.problem(row.span("codes"), BAD_COLUMNS, message, format!("{columns}, as many as `structure` has"));
        return None;
    }
    let read: Vec<Option<Vec<Code>>> = texts.iter().map(|(text, at)| text_codes(text, *at, report)).collect();
    read.into_iter().collect::<Option<Vec<_>>>().filter(|read| !read.is_empty() && !row.faulty("codes"))
}

/// The codes that a text writes: letters, or one word.
fn text_codes(text: &str, at: Span, report: &mut Report) -> Option<Vec<Code>> {
    let (letters, words): (Vec<Code>, Vec<Code>) = Code::ALL.into_iter().partition(|code| code.name().len() == 1);
    if let Some(word) = words.iter().find(|code| code.name() == text) {
        return Some(vec![*word]);
    }
    let known: Vec<&str> = words.iter().map(|code| code.name()).collect();
    if let Some(word) = lanchester_scenario::nearest(text, known.iter().copied()) {
        report.problem(at, UNKNOWN_CODE, format!("`{text}` is no row"), format!("`{word}`"));
        return None;
    }
    let expected = || {
        let letters: Vec<&str> = letters.iter().map(|code| code.name()).collect();
        format!("letters of {}; or alone {}", letters.join(" "), lanchester_scenario::listed(&known))
    };
    let mut codes = Vec::new();
    for letter in text.chars() {
        match letters.iter().find(|code| code.name().starts_with(letter)) {
            Some(code) => codes.push(*code),
            None => {
                let message = format!("`{}` has the unknown code `{letter}`", report.excerpt(at).trim_matches('"'));
                report.problem(at, UNKNOWN_CODE, message, expected());
                return None;
            }
        }
    }
    // Chains of malfunctions are loops, not trees, because of it.
    if codes.iter().skip(1).any(|code| *code == Code::Critical) {
        let message = format!("`{text}` has a critical hit behind another code");
        report.problem(at, BAD_ROW, message, "X once, before all other codes of the row");
        return None;
    }
    Some(codes)
}

/// The card that a ship file names; the standard one in a table that was read without other files.
pub fn of_ship(fields: &Fields) -> Arc<Card> {
    let Some(named) = fields.named("card") else { return standard() };
    // What is wrong with it was reported at its own place, and then no ship is read.
    let card = read(named, &mut Report::new(&Source::new("", "")));
    card.filter(|card| *card != *standard()).map_or_else(standard, Arc::new)
}

/// The card that the rules page has.
///
/// # Panics
/// If the program was built without it; a test reads it.
pub fn standard() -> Arc<Card> {
    static CARD: LazyLock<Arc<Card>> = LazyLock::new(|| {
        let text = shipped_text(SkillDice::NAME, STANDARD).unwrap_or_default();
        let source = Source::new(STANDARD, text);
        // `game` and `kind` are no keys of this schema; that nothing else is wrong is a test.
        let (fields, _) = Fields::of_text(&source, &Arc::new(schema()));
        let card = read(&fields, &mut Report::new(&source));
        Arc::new(card.expect("the standard card is inside the program"))
    });
    Arc::clone(&CARD)
}
