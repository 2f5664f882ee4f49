//! A catalogue as it is written.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::schema::LANGUAGE;

/// The words of a game in one language: a file of the folder `languages` beside `muster.toml`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CatalogueDocument {
    /// The game.
    pub system: String,
    /// The language, as a tag: `fr`, `pt-BR`.
    #[schemars(length(max = 35), regex(pattern = LANGUAGE))]
    pub catalogue: String,
    /// The marks that open and close a quotation, then those of one within it. Default: as in English.
    #[schemars(extend("examples" = [["„", "“", "‚", "‘"]]))]
    pub quotes: Option<[String; 4]>,
    /// The separator of thousands. Default: a comma, as in English.
    #[schemars(length(max = 4))]
    pub thousands: Option<String>,
    /// The forms of what sentences are about, besides the plain one: the cases of the language. Default: none.
    #[schemars(length(max = 20))]
    pub forms: Option<Vec<String>>,
    /// The signs that a name may mean several. Default: none.
    pub plural_names: Option<PluralNameSigns>,
    /// The words, by their keys: those of the carried catalogues.
    pub words: BTreeMap<String, CatalogueText>,
}

/// The signs that a name may mean several: such a name is called by `open-name` where a verb follows.
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

/// A text, or several of which one is chosen.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum CatalogueText {
    /// One text for all. What stands in braces is replaced: `{n}`.
    One(String),
    /// By numbers (`1`, `2-4`, `22-24, 32-34`, `other`), or by forms (`plain` and those of the catalogue).
    Several(BTreeMap<String, String>),
}
