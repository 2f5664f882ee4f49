//! The content that a game puts on a face, by name, and the names it offers to templates.

use std::sync::Arc;

use super::look::Look;
use super::text::runs;
use super::{Percent, PictureFit};
use crate::print::frame::{Frame, Icon, Rect};
use crate::print::locale::Locale;

/// Everything that templates of a game may name.
#[derive(Debug)]
pub struct Offer {
    /// The faces.
    pub faces: &'static [FaceOffer],
    /// The kinds of cards that have colours of their own.
    pub accents: &'static [&'static str],
    /// The colours that its drawings ask for, beyond those that every template has.
    pub colors: &'static [&'static str],
    /// The icons in texts.
    pub icons: &'static [&'static str],
    /// Draws one of the icons.
    pub icon: fn(&Look, &str) -> Option<Icon>,
}

impl Offer {
    /// Nothing at all.
    pub const NOTHING: Offer = Offer { faces: &[], accents: &[], colors: &[], icons: &[], icon: |_, _| None };
}

/// The names that a template may use on one face.
#[derive(Debug)]
pub struct FaceOffer {
    /// Its name.
    pub name: &'static str,
    /// Texts.
    pub texts: &'static [&'static str],
    /// Drawings.
    pub drawings: &'static [&'static str],
    /// Flows of paragraphs.
    pub flows: &'static [&'static str],
    /// Styles of those paragraphs.
    pub styles: &'static [&'static str],
    /// Pictures that authors may name.
    pub pictures: &'static [&'static str],
    /// The kinds of cards that have it, of [`Offer::accents`]; all if empty.
    pub accents: &'static [&'static str],
    /// True if cards of it may have data fields of their author's own.
    pub fields: bool,
    /// Letters that there surely is room for in a flow; 0 if that is not known.
    pub room: usize,
    /// Letters that there surely is room for in each text, by its name; 0 in one that is not named. Only a face on whose drawings an
    /// author writes nothing names any.
    pub rooms: &'static [(&'static str, usize)],
}

impl FaceOffer {
    /// A face without a name that says nothing, to be filled in.
    pub const NOTHING: FaceOffer = FaceOffer {
        name: "",
        texts: &[],
        drawings: &[],
        flows: &[],
        styles: &[],
        pictures: &[],
        accents: &[],
        fields: false,
        room: 0,
        rooms: &[],
    };
}

/// The content of one card.
#[derive(Default)]
pub struct Content<'a> {
    /// The kind of card whose colours it has: one of [`Offer::accents`].
    pub accent: &'static str,
    /// Its texts, by name. What it does not have is left out.
    pub texts: Vec<(&'static str, Entry)>,
    /// The data fields of its author's own, by name.
    pub fields: Vec<(String, Entry)>,
    /// Its drawings, by name.
    pub drawings: Vec<(&'static str, Drawing<'a>)>,
    /// Its paragraphs, by name.
    pub flows: Vec<(&'static str, Vec<Block>)>,
    /// The tags of drawings, by the name of the drawing: where what it shows is written.
    pub tags: Vec<(&'static str, &'static str)>,
    /// The descriptions of its drawings, where no text says what they show, for those who cannot see them.
    pub shown: Vec<String>,
    /// Its pictures, by name.
    pub pictures: Vec<(&'static str, PictureEntry)>,
    /// The language of its words; English where there is none.
    pub locale: Option<Arc<Locale>>,
}

/// What stands before the name of a data field in a template.
const FIELDS: &str = "fields.";

/// What stands for any data field in a list of names.
pub(super) const ANY_FIELD: &str = "fields.NAME";

/// The name of a data field: lower-case letters, digits and `_`, a letter first, at most 40 in all.
pub const FIELD_NAME: &str = "^[a-z][a-z0-9_]{0,39}$";

/// Returns the name of a data field that a template names, such as `cost` of `fields.cost`; `None` if it names something else.
pub(super) fn field(name: &str) -> Option<&str> {
    let is_part = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
    let is_name = |field: &&str| {
        field.starts_with(|c: char| c.is_ascii_lowercase()) && field.len() <= 40 && field.bytes().all(is_part)
    };
    name.strip_prefix(FIELDS).filter(is_name)
}

/// The longest word that is short, in letters.
const WORD: usize = 14;
/// The room that a line's end, a row and the gap after a block take, in letters.
const END: usize = 20;
const ROW: usize = 41;

impl Content<'_> {
    /// Returns the language of its words.
    pub(super) fn language(&self) -> &Locale {
        self.locale.as_deref().unwrap_or(Locale::english())
    }

    /// Returns content of plain texts, each called as the key that it is written at: its tag is `/` and that key.
    pub fn from_keys<const N: usize>(texts: [(&'static str, String); N]) -> Self {
        let entry = |(key, text)| (key, Entry::new(text, format!("/{key}")));
        Content { texts: texts.map(entry).into(), ..Content::default() }
    }

    /// Returns the text of a name, or the data field of one such as `fields.cost`.
    pub(super) fn text(&self, name: &str) -> Option<&Entry> {
        let texts = || self.texts.iter().find(|(known, _)| *known == name).map(|(_, entry)| entry);
        let field = |field: &str| self.fields.iter().find(|(known, _)| known == field).map(|(_, entry)| entry);
        name.strip_prefix(FIELDS).map_or_else(texts, field)
    }

    /// Returns the flow of a name.
    pub(super) fn flow(&self, name: &str) -> Option<&[Block]> {
        self.flows.iter().find(|(known, _)| *known == name).map(|(_, blocks)| blocks.as_slice())
    }

    /// Returns true if it has a text, a data field, a drawing, a flow or a picture of a name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.text(name).is_some()
            || self.drawings.iter().any(|(known, _)| *known == name)
            || self.flow(name).is_some()
            || self.pictures.iter().any(|(known, _)| *known == name)
    }

    /// Returns all that is said, for those who cannot see it: the texts and what the drawings show in one line, then every
    /// paragraph on a line of its own. Icons are read as their names.
    pub fn plain_text(&self) -> String {
        let plain = |runs: &[Run]| plain(runs, self.language());
        let aloud = |entry: &Entry| entry.aloud.clone().unwrap_or_else(|| plain(&entry.runs));
        let fields = self.fields.iter().map(|(name, entry)| format!("{} {}", name.replace('_', " "), aloud(entry)));
        let texts = self.texts.iter().map(|(_, entry)| aloud(entry)).chain(self.shown.clone());
        let texts: Vec<String> = texts.chain(fields).collect();
        let said: Vec<&str> = texts.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
        let mut lines = vec![said.join(" · ")];
        let blocks = self.flows.iter().flat_map(|(_, blocks)| blocks);
        lines.extend(blocks.flat_map(|block| &block.paragraphs).map(|paragraph| {
            if let Some(aloud) = &paragraph.aloud {
                return aloud.clone();
            }
            if !paragraph.cells.is_empty() {
                let cells = paragraph.cells.iter().map(|cell| plain(cell)).filter(|cell| !cell.is_empty());
                return cells.collect::<Vec<_>>().join(" · ");
            }
            let aside = paragraph.asides.first().map(|aside| plain(aside));
            let parts = paragraph.label.clone().into_iter().chain([plain(&paragraph.text)]).chain(aside);
            parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
        }));
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    }

    /// Returns true if there is so little to say, in short words of common letters, that it fits on this face of every
    /// carried template in its own size; only what is longer need be drawn to know.
    pub fn is_short(&self, face: &FaceOffer) -> bool {
        // Whether a picture is good for its box is known once it is read.
        self.pictures.is_empty()
            && self.fields.is_empty()
            && self.texts.iter().all(|(name, _)| self.has_short_text(name, face))
            && self.flows.iter().all(|(_, blocks)| has_room(blocks, face))
    }

    /// Returns true if it has no text of a name, or one that is so short that it fits; see [`Content::is_short`].
    pub(super) fn has_short_text(&self, name: &str, face: &FaceOffer) -> bool {
        let room = face.rooms.iter().find(|(known, _)| *known == name).map_or(0, |(_, room)| *room);
        self.text(name).is_none_or(|entry| letters(&entry.runs).is_some_and(|letters| letters <= room))
    }
}

/// Returns true if the paragraphs of a flow are so short that they fit on a face; see [`Content::is_short`].
pub(super) fn has_room(blocks: &[Block], face: &FaceOffer) -> bool {
    let takes = |p: &Paragraph| {
        let text = letters(&p.text)?;
        p.asides.iter().try_for_each(|aside| letters(aside).map(|_| ()))?;
        let cells: usize = p.cells.iter().map(|cell| letters(cell)).sum::<Option<usize>>()?;
        Some(if p.label.is_some() { ROW } else { text + cells + END })
    };
    let paragraphs = blocks.iter().flat_map(|block| &block.paragraphs);
    let all: Option<usize> = paragraphs.map(takes).sum();
    all.is_some_and(|letters| letters + blocks.len() * END <= face.room)
}

/// Returns a text without its looks; icons as their names, but an icon beside a word that says the same adds nothing.
fn plain(runs: &[Run], locale: &Locale) -> String {
    let (mut text, mut is_after_icon) = (String::new(), false);
    for run in runs {
        match run {
            Run::Text(letters, _) => {
                text.extend((is_after_icon && letters.starts_with(char::is_alphanumeric)).then_some(' '));
                text += letters;
                is_after_icon = false;
            }
            Run::Icon(icon) => {
                let name = locale.icons.get(icon.as_str()).cloned().unwrap_or_else(|| spoken_name(icon));
                if !text.trim_end().to_lowercase().ends_with(&name.to_lowercase()) {
                    text.extend(text.ends_with(char::is_alphanumeric).then_some(' '));
                    text += &name;
                    is_after_icon = true;
                }
            }
        }
    }
    text.trim().to_owned()
}

/// Returns the name of an icon as it is said: `two pairs`, `die 6`.
fn spoken_name(icon: &str) -> String {
    let words = icon.replace('-', " ");
    match words.strip_prefix("die").filter(|pips| pips.len() == 1) {
        Some(pips) => format!("die {pips}"),
        None => words,
    }
}

/// Returns the length of a text in letters of common width; none with a long word or an uncommon letter. Words that stay together
/// leave the line before them emptier than one alone may: that counts as well.
fn letters(runs: &[Run]) -> Option<usize> {
    let mut letters = 0;
    for run in runs {
        let Run::Text(text, _) = run else {
            letters += 3;
            continue;
        };
        let (mut word, mut together) = (0, 0);
        for c in text.chars() {
            word = if matches!(c, ' ' | '\u{a0}') { 0 } else { word + 1 };
            together = if c == ' ' { 0 } else { together + 1 };
            letters += usize::from(together > WORD);
            letters += match c {
                'A'..='Z' | 'm' | 'w' | '@' | '%' | '&' | '—' | 'À'..='Þ' => 2,
                ' '..='~' | 'ß'..='ÿ' | '\u{a0}' | '·' | '–' | '’' | '“' | '”' => 1,
                _ => return None,
            };
            if word > WORD {
                return None;
            }
        }
    }
    Some(letters)
}

/// A picture that an author names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureEntry {
    /// The file, relative to the one that names it; `{card}` is the card's number.
    pub path: String,
    /// The way it fills its box; `None` for that of the template.
    pub fit: Option<PictureFit>,
    /// The point that is kept in sight where it is cut, from the left and the top; `None` for that of the template.
    pub focus: Option<[Percent; 2]>,
    /// The place where it was written.
    pub tag: String,
    /// True if the scenario has it for all cards without one of their own: a card has it only where there is such a file.
    pub is_default: bool,
}

/// Draws into a box.
pub type Drawing<'a> = Box<dyn Fn(&Look, &mut Frame, Rect) + 'a>;

/// A text of a card.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The words and icons.
    pub runs: Vec<Run>,
    /// The place where it was written; empty for the game's own words.
    pub tag: String,
    /// The words read aloud in its place, if it is a number that a drawing explains.
    pub aloud: Option<String>,
    /// The word in its place in the path of a picture, if its own words are of the language that is printed: a key as documents
    /// write it.
    pub key: Option<String>,
}

impl Entry {
    /// Returns a plain text.
    pub fn new(text: impl Into<String>, tag: impl Into<String>) -> Entry {
        Entry::from_runs(vec![Run::plain(text)], tag)
    }

    /// Returns a text in parts.
    pub fn from_runs(runs: Vec<Run>, tag: impl Into<String>) -> Entry {
        Entry { runs, tag: tag.into(), aloud: None, key: None }
    }

    /// Returns its letters, without icons.
    pub fn letters(&self) -> String {
        let letters = self.runs.iter().filter_map(|run| match run {
            Run::Text(text, _) => Some(text.as_str()),
            Run::Icon(_) => None,
        });
        letters.collect()
    }

    /// Returns what conditions compare: the key as documents write it, or else its letters.
    pub(super) fn value(&self) -> String {
        self.key.clone().unwrap_or_else(|| self.letters())
    }

    /// Returns the same, with what is read aloud in its place.
    #[must_use]
    pub fn read_as(self, aloud: impl Into<String>) -> Entry {
        Entry { aloud: Some(aloud.into()), ..self }
    }

    /// Returns the same, with what stands in its place in the path of a picture.
    #[must_use]
    pub fn with_key(self, key: impl Into<String>) -> Entry {
        Entry { key: Some(key.into()), ..self }
    }
}

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Run {
    /// Letters.
    Text(String, Emphasis),
    /// An icon.
    Icon(String),
}

impl Run {
    /// Letters as the text around.
    pub fn plain(text: impl Into<String>) -> Run {
        Run::Text(text.into(), Emphasis::Plain)
    }

    /// Returns letters that matter most.
    pub fn strong(text: impl Into<String>) -> Run {
        Run::Text(text.into(), Emphasis::Strong)
    }
}

/// The emphasis of a part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Emphasis {
    /// As the text around.
    Plain,
    /// More.
    Strong,
    /// Less.
    Muted,
    /// Otherwise.
    Aside,
}

/// Paragraphs that stand together.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// The name in findings.
    pub name: &'static str,
    /// The place where it was written.
    pub tag: String,
    /// The paragraphs.
    pub paragraphs: Vec<Paragraph>,
    /// Whether it stands at the foot, where there is room.
    pub foot: bool,
}

impl Block {
    /// Returns paragraphs that stand together, not at the foot.
    pub fn new(name: &'static str, tag: impl Into<String>, paragraphs: Vec<Paragraph>) -> Block {
        Block { name, tag: tag.into(), paragraphs, foot: false }
    }
}

/// A paragraph of a flow.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Paragraph {
    /// The style: one of [`FaceOffer::styles`].
    pub style: &'static str,
    /// A word before it, set apart.
    pub label: Option<String>,
    /// The words and icons.
    pub text: Vec<Run>,
    /// Texts for the right of its row: the first of these that fits stands there.
    pub asides: Vec<Vec<Run>>,
    /// The columns of a table's row, instead of all this. Those that its style has no column for are left out.
    pub cells: Vec<Vec<Run>>,
    /// The words read aloud in its place: for the row of a table whose columns say what its numbers are. Empty for a row that is
    /// not read at all.
    pub aloud: Option<String>,
}

impl Paragraph {
    /// Returns a text with its icons in a style.
    pub fn new(style: &'static str, text: &str) -> Paragraph {
        Paragraph { style, text: runs(text), ..Paragraph::default() }
    }
}

/// Headings above texts of which several in a row may have the same one, in the style `heading`.
#[derive(Debug, Default)]
pub struct Headings<'a> {
    above: Option<&'a str>,
}

impl<'a> Headings<'a> {
    /// Returns the heading of the next text; `None` if the text before has the same one.
    pub fn next(&mut self, heading: &'a str) -> Option<Paragraph> {
        let is_new = self.above.replace(heading) != Some(heading);
        is_new.then(|| Paragraph { style: "heading", text: vec![Run::plain(heading)], ..Paragraph::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn icons_are_read_as_their_names() {
        for (written, read) in [
            ("gain a :star:, or two", "gain a star, or two"),
            ("triplet :triplet:", "triplet"),
            (":die6:", "die 6"),
            ("spend 1 :sun::sun:or none", "spend 1 sun or none"),
        ] {
            assert_eq!(plain(&runs(written), Locale::english()), read);
        }
    }
}
