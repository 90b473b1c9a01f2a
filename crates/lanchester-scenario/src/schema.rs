//! JSON Schemas (draft 7, which editors' TOML plug-ins know) from the records that the reader uses.

use schemars::Schema;
use serde_json::{Map, Value, json};

use crate::Kind;
use crate::shape::{Need, Record, Shape};

/// The schema of a whole file.
pub(crate) fn document(record: &Record, game: &str, title: &str, kind: Kind) -> Schema {
    let mut schema = schemars::json_schema!({
        "$schema": schemars::consts::meta_schemas::DRAFT07,
        "$id": format!("{game}-{kind}.json"),
        "title": format!("{title}: {kind}"),
    });
    if let Value::Object(body) = table(record) {
        schema.ensure_object().extend(body);
    }
    schema
}

fn table(record: &Record) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for field in &record.fields {
        let mut schema = shape(&field.shape);
        let mut doc = field.doc.to_owned();
        match &field.need {
            Need::Required => required.push(field.key),
            Need::Default(value) => {
                if let (Value::Object(schema), Ok(value)) = (&mut schema, serde_json::to_value(value)) {
                    schema.insert("default".into(), value);
                }
            }
            Need::Optional(absent) => doc.push_str(&format!(" Absent: {absent}.")),
        }
        if let Value::Object(schema) = &mut schema {
            schema.insert("description".into(), doc.into());
        }
        properties.insert(field.key.into(), schema);
    }
    let mut schema = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    if !record.one_of.is_empty() {
        schema["oneOf"] = record.one_of.iter().map(|key| json!({ "required": [key] })).collect();
    }
    schema
}

fn shape(of: &Shape) -> Value {
    match of {
        Shape::Text { min, max, .. } => json!({ "type": "string", "minLength": min, "maxLength": max }),
        Shape::Choice { of, .. } => json!({ "type": "string", "enum": of }),
        Shape::Word { pattern, .. } => json!({ "type": "string", "pattern": pattern }),
        Shape::Reference(_) => json!({ "type": "string", "minLength": 1 }),
        Shape::Whole { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        Shape::Real { min, max } => json!({ "type": "number", "minimum": min, "maximum": max }),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Scalar => json!({ "type": ["number", "string", "boolean"] }),
        Shape::List { of, length } if length.or_none => json!({
            "type": "array", "items": shape(of),
            "anyOf": [{ "maxItems": 0 }, { "minItems": length.min, "maxItems": length.max }],
        }),
        Shape::List { of, length } => {
            json!({ "type": "array", "items": shape(of), "minItems": length.min, "maxItems": length.max })
        }
        Shape::WordOr(word, other) => json!({ "anyOf": [{ "type": "string", "enum": [word] }, shape(other)] }),
        Shape::Table(record) => table(record),
        Shape::Tables { of, min, max } => {
            json!({ "type": "array", "items": table(of), "minItems": min, "maxItems": max })
        }
    }
}
