//! JSON Schemas (draft 7, which editors' TOML plug-ins know) from the table schemas that the reader uses.

use schemars::Schema;
use serde_json::{Map, Value, json};

use crate::Kind;
use crate::schema::table_schema::{Need, TableSchema, ValueType};

/// The schema of a whole file.
pub(crate) fn document(of: &TableSchema, game: &str, title: &str, kind: Kind) -> Schema {
    let mut schema = schemars::json_schema!({
        "$schema": schemars::consts::meta_schemas::DRAFT07,
        "$id": format!("{game}-{kind}.json"),
        "title": format!("{title}: {kind}"),
    });
    if let Value::Object(body) = table(of) {
        schema.ensure_object().extend(body);
    }
    schema
}

fn table(of: &TableSchema) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for key in &of.keys {
        let mut schema = value_type(&key.value_type);
        let mut doc = key.doc.to_owned();
        match &key.need {
            Need::Required => required.push(key.name),
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
        properties.insert(key.name.into(), schema);
    }
    let mut schema = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    if !of.one_of.is_empty() {
        schema["oneOf"] = standing(&of.one_of);
    }
    if !of.some_of.is_empty() {
        schema["allOf"] = of.some_of.iter().map(|group| json!({ "anyOf": standing(group) })).collect();
    }
    schema
}

/// A schema for each of these keys, which asks that it stands.
fn standing(keys: &[&str]) -> Value {
    keys.iter().map(|key| json!({ "required": [key] })).collect()
}

fn value_type(of: &ValueType) -> Value {
    match of {
        ValueType::Text { min, max, .. } => json!({ "type": "string", "minLength": min, "maxLength": max }),
        ValueType::Choice { of, .. } => json!({ "type": "string", "enum": of }),
        ValueType::Word { pattern, .. } => json!({ "type": "string", "pattern": pattern }),
        ValueType::Reference(_) => json!({ "type": "string", "minLength": 1 }),
        ValueType::Whole { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        ValueType::Real { min, max } => json!({ "type": "number", "minimum": min, "maximum": max }),
        ValueType::Flag => json!({ "type": "boolean" }),
        ValueType::Scalar => json!({ "type": ["number", "string", "boolean"] }),
        ValueType::List { of, length } if length.or_none => json!({
            "type": "array", "items": value_type(of),
            "anyOf": [{ "maxItems": 0 }, { "minItems": length.min, "maxItems": length.max }],
        }),
        ValueType::List { of, length } => {
            json!({ "type": "array", "items": value_type(of), "minItems": length.min, "maxItems": length.max })
        }
        ValueType::WordOr(word, other) => json!({ "anyOf": [{ "type": "string", "enum": [word] }, value_type(other)] }),
        ValueType::Table(of) => table(of),
        ValueType::Tables { of, min, max } => {
            json!({ "type": "array", "items": table(of), "minItems": min, "maxItems": max })
        }
    }
}
