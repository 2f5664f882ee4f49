//! What a game says on a face, by name, and what it can say at all.

use super::look::Look;
use crate::print::frame::{Frame, Icon, Rect};

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

/// What may be named on one face.
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
}

/// What one card says.
#[derive(Default)]
pub struct Content<'a> {
    /// Which colours it has: one of [`Offer::accents`].
    pub accent: &'static str,
    /// Its texts, by name. What it does not have is left out.
    pub texts: Vec<(&'static str, Entry)>,
    /// Its drawings, by name.
    pub drawings: Vec<(&'static str, Drawing<'a>)>,
    /// Its paragraphs, by name.
    pub flows: Vec<(&'static str, Vec<Block>)>,
}

/// The longest word that is short, and how much room there is surely, in letters.
const WORD: usize = 14;
const ROOM: usize = 520;
/// What a line's end, a row and the gap after a block take, in letters.
const END: usize = 20;
const ROW: usize = 41;

impl Content<'_> {
    /// Whether there is so little to say, in common letters, that it fits on any face of a carried template; only what
    /// is longer need be measured to know.
    pub fn is_short(&self) -> bool {
        let text = |entry: &Entry| entry.runs.iter().all(short) && letters(&entry.runs) <= 2 * END;
        let texts = self.texts.iter().all(|(_, entry)| text(entry));
        let flow = |blocks: &[Block]| {
            let paragraphs = || blocks.iter().flat_map(|block| &block.paragraphs);
            let takes = |p: &Paragraph| if p.label.is_some() { ROW } else { letters(&p.text) + END };
            let words = paragraphs().all(|p| p.text.iter().chain(p.asides.iter().flatten()).all(short));
            words && paragraphs().map(takes).sum::<usize>() + blocks.len() * END <= ROOM
        };
        texts && self.flows.iter().all(|(_, blocks)| flow(blocks))
    }
}

/// Whether a part of a text has short words of common letters only.
fn short(run: &Run) -> bool {
    let Run::Text(text, _) = run else { return true };
    let common = |c: char| (' '..='~').contains(&c) || ('\u{c0}'..='\u{ff}').contains(&c) || "·–—×’“”".contains(c);
    text.chars().all(common) && text.split(' ').all(|word| word.chars().count() <= WORD)
}

/// The length of a text in letters of common width.
fn letters(runs: &[Run]) -> usize {
    let wide = |c: char| if "mwMW@%&—".contains(c) || c.is_uppercase() { 2 } else { 1 };
    let letters = |run: &Run| match run {
        Run::Text(text, _) => text.chars().map(wide).sum(),
        Run::Icon(_) => 3,
    };
    runs.iter().map(letters).sum()
}

/// Draws into a box.
pub type Drawing<'a> = Box<dyn Fn(&Look, &mut Frame, Rect) + 'a>;

/// A text of a card.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// What it says.
    pub runs: Vec<Run>,
    /// Where it was written; of the game's own words nothing.
    pub tag: String,
}

impl Entry {
    /// A plain text.
    pub fn new(text: impl Into<String>, tag: impl Into<String>) -> Entry {
        Entry { runs: vec![Run::plain(text)], tag: tag.into() }
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

    /// What matters most.
    pub fn strong(text: impl Into<String>) -> Run {
        Run::Text(text.into(), Emphasis::Strong)
    }
}

/// How much a part of a text matters.
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
    /// What it is called in findings.
    pub name: &'static str,
    /// Where it was written.
    pub tag: String,
    /// The paragraphs.
    pub paragraphs: Vec<Paragraph>,
    /// Whether it stands at the foot, where there is room.
    pub foot: bool,
}

/// A paragraph of a flow.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Paragraph {
    /// How it looks: one of [`FaceOffer::styles`].
    pub style: &'static str,
    /// A word before it, set apart.
    pub label: Option<String>,
    /// What it says.
    pub text: Vec<Run>,
    /// What stands at the right of its row: the first of these that fits.
    pub asides: Vec<Vec<Run>>,
}
