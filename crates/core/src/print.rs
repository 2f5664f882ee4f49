//! Printing: cards with their faces, and their layout on pages. Knows faces, sheets and files, but no game.
//!
//! A system says what stands on each face, and a [`template`] draws it into a [`frame::Frame`] with [`layout`]; [`sheet`] lays
//! cards out on pages; [`pdf`] writes the file, [`image`] paints faces as pixels; [`picture`] reads the art of authors, and
//! [`inks`] turns colours into those of a press. Text that does not fit comes back as a [`Misfit`], never as a damaged face.

pub mod calibrate;
pub mod contact;
pub mod cut;
pub mod font;
pub mod frame;
pub mod image;
pub mod inks;
pub mod layout;
pub mod locale;
pub mod order;
pub mod pdf;
pub mod picture;
pub mod profile;
pub mod sheet;
pub mod stray;
pub mod svg;
pub mod template;
pub mod tuck_box;
pub mod xml;

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use cut::CutShape;
use frame::{Frame, Rect, Transform};
use inks::StatedInks;
use locale::Locale;

/// Everything that goes into one file.
#[derive(Debug, Clone, Default)]
pub struct Deck {
    /// The document's title.
    pub title: String,
    /// The author's name; may be empty.
    pub author: String,
    /// The language of the texts, such as `en`: a document is tagged for screen readers where one is given.
    pub language: Option<String>,
    /// The inks that templates state for colours.
    pub inks: StatedInks,
    /// The cards in the order of printing.
    pub cards: Vec<Card>,
}

/// One card or token: a front, perhaps a back. Both are drawn from the trim's top left corner and may reach
/// [`MAX_BLEED`] beyond the trim.
#[derive(Debug, Clone)]
pub struct Card {
    /// The number it is chosen by.
    pub number: String,
    /// The card's own bookmark.
    pub label: String,
    /// The bookmarks above it, outermost first.
    pub group: Vec<String>,
    /// The leaf it is printed on: two cards of one leaf are the two sides of one piece of card.
    pub leaf: Option<String>,
    /// Trimmed size.
    pub size: Size,
    /// The outline that it is cut along.
    pub cut: CutShape,
    /// The front.
    pub front: Arc<Frame>,
    /// The back; cards that share one should share the allocation.
    pub back: Option<Arc<Frame>>,
    /// Number of copies to print.
    pub copies: u32,
    /// True for a token, which is no card: a printer of cards does not take it.
    pub token: bool,
    /// A description of the front in words, for those who cannot see it.
    pub text: String,
    /// The language of its words; English where there is none.
    pub locale: Option<Arc<Locale>>,
    /// The legend at the foot of a large front; `None` if there is none.
    pub legend: Option<Arc<Legend>>,
}

/// A legend at the foot of a front that may be larger than the paper: the plan of its tiles can show it instead.
#[derive(Debug, Clone, PartialEq)]
pub struct Legend {
    /// The height of what is cut off the foot of the front where the plan shows the legend, in millimetres.
    pub strip: f64,
    /// Its height on the plan, where it is [`LEGEND_WIDTH`] wide.
    pub height: f64,
    /// The drawing for the plan, from its top left corner.
    pub frame: Arc<Frame>,
}

/// The width of a legend on the plan of tiles, in millimetres.
pub const LEGEND_WIDTH: f64 = 176.0;

impl Deck {
    /// Returns the language of what is written beside its cards: that of the first one.
    pub fn locale(&self) -> &Locale {
        self.cards.first().map_or(Locale::english(), Card::language)
    }
}

impl Card {
    /// Returns the language of its words.
    pub fn language(&self) -> &Locale {
        self.locale.as_deref().unwrap_or(Locale::english())
    }

    /// Returns the card's name: its label without its number.
    pub fn name(&self) -> &str {
        self.label.strip_prefix(&*self.number).map_or(&*self.label, str::trim_start)
    }

    /// Returns one of its sides as it is printed with so much bleed: without what lies outside of the outline.
    pub fn clip_side(&self, side: &Arc<Frame>, bleed: f64) -> Arc<Frame> {
        if self.cut == CutShape::Rectangle {
            return Arc::clone(side);
        }
        let trim = Rect::new(0.0, 0.0, self.size.width, self.size.height);
        let mut clipped = Frame::default();
        clipped.place_within(self.cut.path(trim, bleed), side, Transform::from_translate(0.0, 0.0));
        Arc::new(clipped)
    }
}

/// A width and a height in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Size {
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// A poker card, 2.5 × 3.5 in.
pub const POKER: Size = Size { width: 63.5, height: 88.9 };

/// Bleed that a face is drawn with, in millimetres: 1/8 in, the most a printer asks for.
pub const MAX_BLEED: f64 = 3.175;

/// Distance inside the trim that everything that matters keeps, in millimetres: 1/8 in.
pub const SAFE: f64 = 3.175;

/// The options of putting cards on pages.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PageOptions {
    /// The paper of a sheet.
    pub paper: Paper,
    /// Sheets of cards, or a card a page.
    pub layout: Layout,
    /// The printing of the backs.
    pub duplex: Duplex,
    /// The marks for cutting.
    pub marks: Marks,
    /// Bleed in millimetres; a sheet takes as much of it as fits.
    pub bleed: f64,
    /// Whether a sheet rather holds fewer cards, each with all of the bleed.
    pub has_whole_bleed: bool,
    /// The cut, the bleed and the safe line drawn over every card.
    pub proof: bool,
    /// Thickness of the card that strips are glued round, in millimetres.
    pub thickness: f64,
    /// Shift of everything on the second pages to the right and down, as printed, in millimetres.
    pub back_offset: (f64, f64),
    /// The second page of each sheet before the first.
    pub backs_first: bool,
}

/// The paper of a sheet, upright: its width and height in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paper(Size);

impl Paper {
    /// 210 × 297 mm.
    pub const A4: Paper = Paper(Size { width: 210.0, height: 297.0 });
    /// 8.5 × 11 in.
    pub const LETTER: Paper = Paper(Size { width: 215.9, height: 279.4 });
    /// 297 × 420 mm.
    pub const A3: Paper = Paper(Size { width: 297.0, height: 420.0 });

    /// The papers that have names.
    pub const NAMED: [(&str, Paper); 5] = [
        ("a4", Paper::A4),
        ("letter", Paper::LETTER),
        ("a3", Paper::A3),
        ("legal", Paper(Size { width: 215.9, height: 355.6 })),
        ("tabloid", Paper(Size { width: 279.4, height: 431.8 })),
    ];

    /// The shortest and the longest edge that a paper may have, in millimetres.
    const EDGES: RangeInclusive<f64> = 100.0..=2000.0;

    /// Reads the name of a paper, or its width and height in millimetres: `330x480`.
    ///
    /// # Errors
    ///
    /// Says what is expected.
    pub fn parse(text: &str) -> Result<Paper, String> {
        if let Some((_, paper)) = Paper::NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)) {
            return Ok(*paper);
        }
        let edge = |text: &str| text.trim().parse().ok().filter(|mm| Paper::EDGES.contains(mm));
        let size = text.split_once(['x', 'X', '×']).and_then(|(width, height)| Some((edge(width)?, edge(height)?)));
        match size {
            Some((a, b)) => Ok(Paper(Size { width: f64::min(a, b), height: f64::max(a, b) })),
            None => {
                let names = Paper::NAMED.map(|(name, _)| name).join(", ");
                let (least, most) = (Paper::EDGES.start(), Paper::EDGES.end());
                Err(format!("expected {names}, or WIDTHxHEIGHT in millimetres, each {least} to {most}"))
            }
        }
    }

    /// Returns its size.
    pub fn size(self) -> Size {
        self.0
    }
}

impl Default for Paper {
    fn default() -> Paper {
        Paper::A4
    }
}

/// Sheets of cards, or a card a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layout {
    /// As many cards as fit on the paper, to be cut out.
    #[default]
    Sheet,
    /// Each face on a page of its trimmed size and bleed.
    Single,
    /// Backs above a fold, fronts below it, to be folded, glued and cut.
    Gutterfold,
    /// Strips of fronts with their backs above them, each to be folded round a piece of card, glued and cut.
    Foldover,
}

impl Layout {
    /// Returns true if fronts and backs are printed on one page.
    pub fn is_folded(self) -> bool {
        matches!(self, Layout::Gutterfold | Layout::Foldover)
    }
}

/// The marks for cutting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Marks {
    /// Crop marks around what lies on sheets, and none around single cards.
    #[default]
    Sheets,
    /// Crop marks around what lies on sheets and around single cards.
    All,
    /// L-shaped marks in the corners of sheets that are not folded, by which a cutting machine finds its place, instead of
    /// crop marks.
    Cutter,
}

/// The printing of the backs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Duplex {
    /// Not at all.
    #[default]
    None,
    /// After each page of fronts, for a printer that turns the paper over its long edge.
    Long,
    /// After each page of fronts, for a printer that turns the paper over its short edge.
    Short,
}

/// Text that could not be set: a fact for the author of the text, found at `tag`.
#[derive(Debug, Clone, PartialEq)]
pub struct Misfit {
    /// The box's name.
    pub name: String,
    /// The caller's name for the text; a system gives the end of a JSON Pointer.
    pub tag: String,
    /// The reason it could not be set.
    pub what: What,
}

/// The reason a text could not be set.
#[derive(Debug, Clone, PartialEq)]
pub enum What {
    /// At its smallest size it is still this many millimetres too long.
    TooLong(f64),
    /// It is left out: at the smallest size of everything it is this many millimetres too long.
    LeftOut(f64),
    /// It is left out: wherever it could stand, others stand in its way.
    NoRoom,
    /// The fonts have no glyphs for these characters, each listed once.
    NoGlyphs(Vec<char>),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        // Rounded up, so that what hardly overflows does not do so by nothing.
        let up = |mm: f64| (mm * 10.0).ceil() / 10.0;
        match &self.what {
            What::TooLong(mm) => {
                write!(f, "`{name}` does not fit on its card: it is {:.1} mm too long at its smallest size", up(*mm))
            }
            What::LeftOut(mm) if up(*mm) > 0.0 => {
                write!(f, "`{name}` is not printed: it is {:.1} mm too long for its space", up(*mm))
            }
            What::LeftOut(_) => write!(f, "`{name}` is not printed: one of its words is wider than the card"),
            What::NoRoom => write!(f, "`{name}` is not printed: it would cover another name wherever it is placed"),
            What::NoGlyphs(missing) => write!(f, "the fonts have no {}", list_characters(missing)),
        }
    }
}

/// The most characters that a message lists.
const LISTED: usize = 12;

/// Characters with their code points, for a message.
pub fn list_characters(characters: &[char]) -> String {
    let name = |c: &char| format!("`{c}` (U+{:04X})", u32::from(*c));
    let names: Vec<String> = characters.iter().take(LISTED).map(name).collect();
    let more = characters.len().saturating_sub(LISTED);
    if more > 0 { format!("{} and {more} more", names.join(", ")) } else { names.join(", ") }
}
