//! The fonts of a template: those that are carried, by their names, and those of its own.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::print::font::Font;

/// A font: `sans`, `sans-semi`, `sans-bold` (Inter), `serif`, `serif-italic`, `serif-bold` (EB Garamond), or a name of `fonts`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[schemars(transparent, extend(
    "pattern" = "^[a-z][a-z0-9-]*$",
    "examples" = ["sans", "sans-semi", "sans-bold", "serif", "serif-italic", "serif-bold"]
))]
pub struct FontName(pub String);

/// A font file, or several; each is used for letters that the ones before it lack. `sans` and the like mean the built-in
/// fonts. Letters that none of them has come from the built-in font of this name, or from `sans`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub enum NamedFont {
    /// One.
    One(#[schemars(length(min = 1, max = 500), extend("examples" = ["fonts/Alegreya-Regular.ttf"]))] String),
    /// Several.
    Several(#[schemars(length(min = 1, max = 8))] Vec<String>),
}

/// The fonts that names mean in a template.
#[derive(Debug, Default)]
pub(super) struct Fonts(pub(super) Vec<(String, Font)>);

impl Fonts {
    /// Returns the font of a name.
    pub(super) fn named(&self, name: &str) -> Option<Font> {
        let own = self.0.iter().find(|(known, _)| known == name).map(|(_, font)| *font);
        own.or_else(|| Font::named(name))
    }

    /// Returns the font that takes the place of a carried one.
    pub(super) fn replacement(&self, carried: Font) -> Font {
        let name = Font::ALL.iter().position(|font| *font == carried).map(|i| Font::NAMES[i]);
        name.and_then(|name| self.named(name)).unwrap_or(carried)
    }

    /// Returns the names that mean something.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let own = self.0.iter().map(|(name, _)| name.as_str());
        Font::NAMES.into_iter().chain(own.filter(|name| Font::named(name).is_none()))
    }
}
