//! Data fields of an author's own on cards: the rules know nothing of them, and templates may show them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use muster_core::print::template::{Entry, FIELD_NAME, runs};
use muster_core::schema::NOT_BLANK;
use muster_core::source::Address;

/// The most fields of a card.
const MOST: usize = 32;

/// Data fields of your own, by name: a template shows them as `{fields.NAME}`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Fields(BTreeMap<String, FieldValue>);

/// The value of a data field: a text or a number.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum FieldValue {
    /// A number, printed in its shortest form.
    Number(FieldNumber),
    /// A text, printed as it is.
    Text(#[schemars(regex(pattern = NOT_BLANK), length(max = 500))] String),
}

/// A number of a data field.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct FieldNumber(#[schemars(range(min = -1_000_000_000, max = 1_000_000_000))] f64);

/// The range leaves out what is no number.
impl Eq for FieldNumber {}

impl JsonSchema for Fields {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Fields".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "propertyNames": {"pattern": FIELD_NAME},
            "additionalProperties": generator.subschema_for::<FieldValue>(),
            "maxProperties": MOST,
        })
    }
}

impl Fields {
    /// Returns what a template may show of the fields of a card, by name.
    pub fn entries(of_card: Option<&Fields>) -> Vec<(String, Entry)> {
        let entry = |(name, value): (&String, &FieldValue)| {
            let tag = format!("/fields/{name}");
            let entry = match value {
                FieldValue::Number(FieldNumber(number)) => Entry::new(number.to_string(), tag),
                FieldValue::Text(text) => Entry::from_runs(runs(text), tag),
            };
            (name.clone(), entry)
        };
        of_card.iter().flat_map(|fields| &fields.0).map(entry).collect()
    }

    /// Returns the texts among the fields of a card, in which icons may stand, and their places; `at` returns the place of a
    /// pointer below the card.
    pub fn texts(of_card: Option<&Fields>, at: impl Fn(&str) -> Address) -> Vec<(String, Address)> {
        let text = |(name, value): (&String, &FieldValue)| match value {
            FieldValue::Text(text) => Some((text.clone(), at(&format!("/fields/{name}")))),
            FieldValue::Number(_) => None,
        };
        of_card.iter().flat_map(|fields| &fields.0).filter_map(text).collect()
    }
}
