//! Tests of the way from text to fields and back, on a schema of their own.

use std::sync::Arc;

use serde_json::json;

use crate::schema::table_schema::{Key, TableSchema, ValueType, empty_table};
use crate::text::parse::parse;
use crate::text::problem::{Problem, Problems, Report};
use crate::text::source::{Source, Span};
use crate::values::fields::Fields;
use crate::values::open::open;
use crate::{Kind, schema::json_schema, text::code, values::show};

fn schema() -> Arc<TableSchema> {
    let inner = TableSchema::new("[hold]", vec![Key::default("tonnes", "Cargo.", ValueType::whole(0, 99), 5)]);
    Arc::new(TableSchema::new(
        "a barge",
        vec![
            Key::required("name", "Its name.", ValueType::line(1, 10)),
            Key::default("crew", "Heads.", ValueType::whole(1, 9), 3),
            Key::optional("towed", "By another.", ValueType::Flag, "nobody knows"),
            Key::default("hold", "What it carries.", ValueType::Table(Arc::new(inner)), empty_table()),
        ],
    ))
}

fn read(text: &str) -> (Fields, Vec<Problem>) {
    let source = Source::new("barge.toml", text);
    let mut report = Report::new(&source);
    let parsed = parse(&source, &mut report);
    let fields = open(&parsed.table, &schema(), Span::default(), parsed.broken.any(), &mut report);
    (fields, report.into_list())
}

#[test]
fn defaults_are_filled_in_and_shown() {
    let (fields, problems) = read("name = \"Äx\\\"\\n\"\nhold.tonnes = 7\n");
    // A line end is no part of a one-line name.
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].code, code::BAD_TEXT);
    assert!(fields.faulty("name") && fields.given("name") && fields.text("name").is_empty());
    let (fields, problems) = read("name = \"Äx\\\"\"\nhold.tonnes = 7\n");
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!((fields.whole("crew", 0u8), fields.flag("towed")), (3, None));
    assert_eq!(
        show::document(&fields, &[]),
        "name = \"Äx\\\"\"\ncrew = 3  # default\n# towed: absent (nobody knows)\n\n[hold]\ntonnes = 7\n"
    );
    let shown = show::document(&fields, &[("towed", "true".to_owned()), ("tonnes", "8".to_owned())]);
    assert!(shown.contains("# towed: absent (nobody knows): true\n") && shown.ends_with("tonnes = 7\n"), "{shown}");
    assert_eq!(fields.summary(), "name = \"Äx\\\"\", hold.tonnes = 7");
}

#[test]
fn schema_says_the_same() {
    let schema = json_schema::document(&schema(), "sea", "Barges", Kind::Ship);
    assert_eq!(
        schema.as_value()["properties"]["crew"],
        json!({ "type": "integer", "minimum": 1, "maximum": 9, "default": 3, "description": "Heads." })
    );
    assert_eq!(schema.as_value()["required"], json!(["name"]));
    assert_eq!(schema.as_value()["additionalProperties"], json!(false));
}

#[test]
fn one_problem_has_a_frame() {
    let (_, problems) = read("nmae = \"x\"\ncrew = 12\n");
    let problems = Problems::new(problems).unwrap();
    assert_eq!(
        problems.to_string(),
        "barge.toml:1:1: scenario::unknown-key: unknown key `nmae` of a barge; expected `name`\n\
         barge.toml:2:8: scenario::out-of-range: `crew` is out of range: 12; expected a whole number from 1 to 9"
    );
    let frames = problems.frames(false, 100);
    assert!(frames.contains("╭─[barge.toml:1:1]") && frames.contains("nmae = \"x\""), "{frames}");
    assert!(frames.contains("help: expected a whole number from 1 to 9") && frames.ends_with("2 problems in 1 file\n"));
    let json = serde_json::to_value(&problems).unwrap();
    assert_eq!(json[1]["line"], 2);
    assert_eq!(json[1]["text"], "12");
}
