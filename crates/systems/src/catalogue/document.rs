//! A catalogue as it is written.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use muster_core::schema::LANGUAGE;

/// The translation of a game: a file of the folder `languages` beside `muster.toml`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CatalogueDocument {
    /// The game.
    pub system: String,
    /// The language, as a tag: `fr`, `pt-BR`.
    #[schemars(length(max = 35), regex(pattern = LANGUAGE))]
    pub catalogue: String,
    /// The outer and inner quotation marks, opening and closing. Default: as in English.
    #[schemars(extend("examples" = [["„", "“", "‚", "‘"]]))]
    pub quotes: Option<[String; 4]>,
    /// The separator of thousands. Default: a comma, as in English.
    #[schemars(length(max = 4))]
    pub thousands: Option<String>,
    /// The grammatical forms of names besides the plain one, such as cases. Default: none.
    #[schemars(length(max = 20))]
    pub forms: Option<Vec<String>>,
    /// The signs that a name may be plural. Default: none.
    pub plural_names: Option<PluralNameSigns>,
    /// The texts, by key: those of the built-in translations.
    pub words: BTreeMap<String, CatalogueText>,
}

/// The signs that a name may be plural: such a name uses `open-name` before a verb.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PluralNameSigns {
    /// The endings of words that may be plurals.
    #[serde(default)]
    pub endings: Vec<String>,
    /// Words that join two names.
    #[serde(default)]
    pub words: Vec<String>,
}

/// A text, or several to choose from.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum CatalogueText {
    /// One text for all cases. A placeholder in braces is replaced: `{n}`.
    One(String),
    /// Texts by number (`1`, `2-4`, `22-24, 32-34`, `other`), or by form (`plain` and those of the translation).
    Several(BTreeMap<String, String>),
}
