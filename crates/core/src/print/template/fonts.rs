//! The fonts of a template: those that are carried, by their names, and those of its own.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Faces, Names};
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

impl NamedFont {
    /// Returns the files, and the names of carried fonts among them.
    fn entries(&self) -> &[String] {
        match self {
            NamedFont::One(one) => std::slice::from_ref(one),
            NamedFont::Several(several) => several,
        }
    }
}

/// A font that a template names, and that is made of authors' files alone.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct OwnFont {
    pub(super) font: Font,
    /// Its name in the template.
    pub name: String,
    /// The number of the template's file; `None` for a template carried in the program.
    pub file: Option<u32>,
    /// A JSON Pointer into the file.
    pub pointer: String,
}

/// Letters that a font lacks, which carried fonts draw in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LentLetters {
    /// The font.
    pub font: OwnFont,
    /// The letters, digits and marks.
    pub letters: BTreeSet<char>,
}

impl Faces {
    /// Returns the letters that carried fonts lent, by the fonts of templates that lack them. Signs and arrows do not count,
    /// which fonts for text seldom have.
    pub fn lent_letters(&self, lent: &BTreeSet<(Font, char)>) -> Vec<LentLetters> {
        let is_letter = |c: char| c.is_alphabetic() || c < '\u{2150}';
        let mut found: Vec<LentLetters> = Vec::new();
        for (font, letter) in lent.iter().copied().filter(|(_, letter)| is_letter(*letter)) {
            if let Some(of) = found.iter_mut().find(|of| of.font.font == font) {
                of.letters.insert(letter);
                continue;
            }
            let mut own = self.0.iter().flat_map(|(_, face)| &face.own_fonts);
            if let Some(own) = own.find(|own| own.font == font && own.file.is_some()) {
                found.push(LentLetters { font: own.clone(), letters: BTreeSet::from([letter]) });
            }
        }
        found
    }
}

/// The fonts that names mean in a template.
#[derive(Debug, Default)]
pub(super) struct Fonts(pub(super) Vec<(String, Font)>);

impl Fonts {
    /// Returns the font of a name.
    pub(super) fn find_font(&self, name: &str) -> Option<Font> {
        let own = self.0.iter().find(|(known, _)| known == name).map(|(_, font)| *font);
        own.or_else(|| Font::from_name(name))
    }

    /// Returns the font that takes the place of a carried one.
    pub(super) fn replacement(&self, carried: Font) -> Font {
        let name = Font::ALL.iter().position(|font| *font == carried).map(|i| Font::NAMES[i]);
        name.and_then(|name| self.find_font(name)).unwrap_or(carried)
    }

    /// Returns those of these that are made of authors' files alone.
    pub(super) fn own(&self, named: &Names<NamedFont>) -> Vec<OwnFont> {
        let own =
            named.0.iter().filter(|(_, files)| files.entries().iter().all(|file| Font::from_name(file).is_none()));
        let own = own.filter_map(|(name, _)| {
            let font = self.find_font(name).filter(|font| !font.is_carried())?;
            let pointer = format!("/fonts/{}", name.replace('~', "~0").replace('/', "~1"));
            Some(OwnFont { font, name: name.clone(), file: None, pointer })
        });
        own.collect()
    }

    /// Returns the names that mean something.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let own = self.0.iter().map(|(name, _)| name.as_str());
        Font::NAMES.into_iter().chain(own.filter(|name| Font::from_name(name).is_none()))
    }
}
