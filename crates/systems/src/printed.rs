//! The interface of a game whose pieces are printed: the kinds of pieces and the text of each.

use std::collections::BTreeSet;
use std::sync::Arc;

use muster_core::print::cut::CutShape;
use muster_core::print::frame::{Frame, Point, Rect};
use muster_core::print::locale::Locale;
use muster_core::print::template::{
    Block, Content, Entry, FaceOffer, Headings, LentLetters, Look, Offer, Paragraph, PictureEntry, Run, TinyText,
};
use muster_core::print::{Card, Legend, Misfit, Size};
use muster_core::source::Address;
use muster_templates::CarriedLook;

use super::Game;
use super::catalogue::{Catalogue, WordList};
use crate::position::SizedDrawing;

/// The pieces of a game: cards, counters, boards. The game says what is on them; drawing them, what does not fit, further
/// cards and sheets are the same for every game.
pub trait Printed: Game {
    /// The names that templates of its faces may use. A game that draws its pieces itself has none.
    const OFFER: &'static Offer = &Offer::NOTHING;
    /// The looks carried in the program; what one lacks stands in the last.
    const TEMPLATES: &'static [CarriedLook] = &[];
    /// The layouts to start a look of one's own from; each is laid over the last of the looks.
    const LAYOUTS: &'static [CarriedLook] = &[];
    /// The kinds of pieces that can be asked for or left out.
    const EXTRAS: &'static [Extra] = &[];

    /// The words that are said on its pieces; none for a game that says them in English only.
    const WORDS: &'static WordList = &WordList::NOTHING;
    /// The catalogues of these words that are carried in the program, English first.
    const CATALOGUES: &'static [&'static str] = &[];

    /// Returns the language that a battle's pieces are in, and where it is written; `None` for English.
    fn language(_battle: &Self::Battle) -> Option<(&str, Address)> {
        None
    }

    /// Returns the pieces of a battle or a part, as far as they are asked for, in the order of printing and in the words of
    /// a language.
    fn pieces<'a>(battle: &'a Self::Battle, with: &With, words: &'a Catalogue) -> Vec<Piece<'a>>;

    /// Returns the pieces that are printed once for all battles together, in the words of a language.
    fn shared_pieces(_battles: &[Arc<Self::Battle>], _with: &With, _words: &Catalogue) -> Vec<Piece<'static>> {
        Vec::new()
    }

    /// Returns a further card for texts that are too long for the piece they belong to. The tag of what a text says is its
    /// number among them.
    fn further_card<'a>(_battle: &'a Self::Battle, _texts: &[Moved<'_>], _words: &'a Catalogue) -> Option<Piece<'a>> {
        None
    }
}

/// Pieces that can be asked for or left out.
#[derive(Debug)]
pub struct Extra {
    /// The word after `--with`.
    pub name: &'static str,
    /// The pieces it adds, as a sentence.
    pub about: &'static str,
    /// True if it is printed unless it is left out.
    pub by_default: bool,
    /// True if its pieces are tokens; see [`Piece::token`].
    pub token: bool,
    /// True if its pieces are as large as a sheet: each may have a page of its own, token or not.
    pub large: bool,
}

/// The word for backs of what nothing else is printed on the back of.
pub const BACKS: &str = "backs";

/// The extras that are printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum With {
    /// All there are.
    Everything,
    /// Those of these names.
    Only(BTreeSet<String>),
    /// Those of these names, and those that are printed by default; with tokens among the latter or without.
    Usual {
        /// The names.
        also: BTreeSet<String>,
        /// True if tokens are printed by default.
        tokens: bool,
    },
}

impl With {
    /// Returns what is printed where nothing is asked for: what is printed by default, tokens too.
    pub fn defaults() -> With {
        With::Usual { also: BTreeSet::new(), tokens: true }
    }

    /// Returns true if an extra is printed.
    pub fn has(&self, extra: &str) -> bool {
        match self {
            With::Everything => true,
            With::Only(names) | With::Usual { also: names, .. } => names.contains(extra),
        }
    }

    /// Returns those of a game, each by its name. What one game prints by default, another may print only when it is asked.
    pub fn restrict_to(&self, extras: &[Extra]) -> With {
        let With::Usual { also, tokens } = self else { return self.clone() };
        let usual = extras.iter().filter(|extra| extra.by_default && (*tokens || !extra.token));
        With::Only(usual.map(|extra| extra.name.to_owned()).chain(also.iter().cloned()).collect())
    }
}

/// A piece to be printed.
pub struct Piece<'a> {
    /// The number it is chosen by.
    pub number: String,
    /// Its own bookmark.
    pub label: String,
    /// The bookmarks above it, outermost first.
    pub group: Vec<String>,
    /// The leaf it is printed on: two pieces of one leaf are its two sides.
    pub leaf: Option<String>,
    /// The name of the side it belongs to; `None` for what belongs to all.
    pub side: Option<String>,
    /// Its first side.
    pub front: Surface<'a>,
    /// Its second side, printed where [`BACKS`] are.
    pub back: Back<'a>,
    /// The outline that it is cut along, within the size of its front.
    pub cut: CutShape,
    /// Number of copies to print.
    pub copies: u32,
    /// True for a token, which is no card: it is cut from sheets that cards do not share, and a printer of cards does not
    /// take it.
    pub token: bool,
    /// The place where it is written; `None` for what belongs to all.
    pub at: Option<Address>,
    /// Texts of its author in which icons may stand, and their places.
    pub texts: Vec<(String, Address)>,
    /// The texts that are moved to a further card if the front has too little room.
    pub overflow: Option<Overflow<'a>>,
}

/// The contents of a side of a piece.
pub enum Surface<'a> {
    /// A face of the templates.
    Face(FaceContent<'a>),
    /// A drawing made by the game.
    Drawn(DrawnSide),
    /// A drawing made by the game in the colours of the templates.
    Sized(SizedSide),
}

/// A side that the game draws itself.
#[derive(Debug, Clone)]
pub struct DrawnSide {
    /// The trimmed size in millimetres.
    pub size: Size,
    /// The drawing, from the trim's top left corner.
    pub frame: Arc<Frame>,
    /// A description, for those who cannot see it.
    pub text: String,
    /// The texts that do not fit; the tag of each is the end of a JSON Pointer below the place of the piece.
    pub misfits: Vec<Misfit>,
}

/// A side of a size of its own that the game draws in the colours of the templates: a map.
pub struct SizedSide {
    /// The face that has these colours.
    pub face: &'static str,
    /// The name of the accent among its colours.
    pub accent: &'static str,
    /// Draws it, from the trim's top left corner.
    pub draw: SizedDrawing,
    /// A picture that is drawn below it.
    pub picture: Option<Box<SizedPicture>>,
    /// A picture that is drawn on it, within a rectangle in millimetres from the trim's top left corner. Nothing in its path is
    /// to be replaced. Its tag is the end of a JSON Pointer below the place of the piece, unless it is `elsewhere`.
    pub art: Option<Box<(PictureEntry, Rect)>>,
    /// The side as it is if that picture is the scenario's and not there.
    pub without_art: Option<Box<SizedSide>>,
    /// The parts of it that are written in places of their own, such as the hexes of a map. The whole is written where the piece
    /// is.
    pub boxes: Vec<PlacedBox>,
    /// A description, for those who cannot see it.
    pub text: String,
    /// The texts that do not fit; the tag of each is the end of a JSON Pointer below the place of the piece.
    pub misfits: Vec<Misfit>,
    /// The places of tags that are written elsewhere than below the place of the piece.
    pub elsewhere: Vec<(String, Address)>,
    /// Draws its legend for the plan of its tiles, if it has one at its foot.
    pub legend: Option<Box<LegendDrawing>>,
}

impl SizedSide {
    /// Returns a side in the colours of a face, with the accent of a battle, on which nothing but the drawing is known.
    pub fn new(face: &'static str, text: String, draw: SizedDrawing) -> SizedSide {
        SizedSide {
            face,
            accent: "scenario",
            draw,
            picture: None,
            art: None,
            without_art: None,
            boxes: Vec::new(),
            text,
            misfits: Vec::new(),
            elsewhere: Vec::new(),
            legend: None,
        }
    }
}

/// Draws a legend in the colours of a template.
pub type LegendDrawing = dyn Fn(&Look) -> Legend + Send + Sync;

/// A picture stretched over a part of a drawing.
#[derive(Debug, Clone)]
pub struct SizedPicture {
    /// The file, relative to the one that names it.
    pub path: String,
    /// The end of the JSON Pointer of where it is named, below the place of the piece.
    pub tag: &'static str,
    /// The part, in millimetres from the trim's top left corner.
    pub rect: Rect,
    /// The two points by which it is laid, each first on the drawing in millimetres, then in the units of the picture. Left out,
    /// it fills the part; what of it lies beyond that is not seen.
    pub laid: Option<[(Point, Point); 2]>,
}

/// The content of a face, and the place where it is written.
pub struct FaceContent<'a> {
    /// The name of the face.
    pub face: &'static str,
    /// The content.
    pub content: Content<'a>,
    /// Returns the place of a tag of the content; `None` if all words are the game's own.
    pub place: Option<PlaceOf<'a>>,
}

/// Returns the place of a tag.
pub type PlaceOf<'a> = Box<dyn Fn(&str) -> Address + Send + Sync + 'a>;

/// The second side of a piece.
#[expect(clippy::large_enum_variant, reason = "pieces are drawn one by one, and most have a back of their own")]
pub enum Back<'a> {
    /// Nothing.
    Blank,
    /// The same as its first side.
    Front,
    /// A side of its own. Pieces with the same key share it, so that it is drawn once.
    Own(String, Surface<'a>),
}

/// The texts that are moved to a further card if a piece has too little room for them.
pub struct Overflow<'a> {
    /// The title there: the piece's number and name.
    pub title: String,
    /// The texts, each with its place.
    pub texts: Vec<(String, Address)>,
    /// Returns the content of the piece without them.
    pub rest: Box<dyn Fn() -> Content<'a> + Send + Sync + 'a>,
}

/// A text that stands on a further card.
#[derive(Debug, Clone, Copy)]
pub struct Moved<'a> {
    /// The piece it belongs to: its number and name.
    pub title: &'a str,
    /// The text.
    pub text: &'a str,
}

impl<'a> Moved<'a> {
    /// Returns a block for each text, found again by its number; the first one of each title stands below it. `name` is what
    /// the blocks are called in findings, `style` that of the texts.
    pub fn blocks(texts: &[Moved<'a>], name: &'static str, style: &'static str) -> Vec<Block> {
        let mut headings = Headings::default();
        let block = |(i, Moved { title, text }): (usize, &Moved<'a>)| {
            let heading = headings.next(title);
            let paragraphs = heading.into_iter().chain([Paragraph::new(style, text)]).collect();
            Block::new(name, i.to_string(), paragraphs)
        };
        texts.iter().enumerate().map(block).collect()
    }
}

/// A rule of a battle, as its set-up sheet has it.
#[derive(Debug, Clone)]
pub struct SheetRule {
    /// The heading above it; printed once for several rules in a row with the same one.
    pub heading: String,
    /// The words of the rule.
    pub text: String,
    /// The end of the JSON Pointer of what it is written at.
    pub tag: String,
    /// The style of its text.
    pub style: &'static str,
}

impl SheetRule {
    /// Returns the blocks of rules below their headings.
    pub fn blocks(rules: &[SheetRule]) -> Vec<Block> {
        let mut headings = Headings::default();
        let mut blocks = Vec::new();
        for rule in rules {
            let heading = headings.next(&rule.heading);
            let text = Paragraph::new(rule.style, &rule.text);
            blocks.push(Block::new("rules", &rule.tag, heading.into_iter().chain([text]).collect()));
        }
        blocks
    }
}

/// Returns a step of a reference card: its name, and what is done in it.
pub fn reference_step(name: &str, text: &str) -> Block {
    let name = Paragraph { style: "step", label: Some(name.to_owned()), ..Paragraph::default() };
    Block::new("reference", "", vec![name, Paragraph::new("words", text)])
}

/// Returns a rule of a reference card, with the words that it is found by.
pub fn reference_line(words: &str, text: &str) -> Block {
    let text = vec![Run::strong(format!("{words} ")), Run::plain(text)];
    Block::new("reference", "", vec![Paragraph { style: "line", text, ..Paragraph::default() }])
}

impl<'a> Piece<'a> {
    /// Returns its front, and its back if it has one of its own.
    pub fn sides(&self) -> impl Iterator<Item = &Surface<'a>> {
        let back = match &self.back {
            Back::Own(_, side) => Some(side),
            Back::Blank | Back::Front => None,
        };
        [Some(&self.front), back].into_iter().flatten()
    }

    /// Returns one piece with a front and nothing else, under no bookmark.
    pub fn new(number: impl Into<String>, label: impl Into<String>, front: Surface<'a>) -> Piece<'a> {
        Piece {
            number: number.into(),
            label: label.into(),
            group: Vec::new(),
            leaf: None,
            side: None,
            front,
            back: Back::Blank,
            cut: CutShape::default(),
            copies: 1,
            token: false,
            at: None,
            texts: Vec::new(),
            overflow: None,
        }
    }

    /// Returns one piece with a face for a front. It is written at a place, and its words below that: the tag of each is
    /// the end of its JSON Pointer, `/name`.
    pub fn from_content(
        number: impl Into<String>,
        label: impl Into<String>,
        face: &FaceOffer,
        content: Content<'a>,
        at: Address,
    ) -> Piece<'a> {
        let written = at.clone();
        let place: PlaceOf<'a> = Box::new(move |tag| written.join(tag));
        let front = Surface::Face(FaceContent { face: face.name, content, place: Some(place) });
        Piece { at: Some(at), ..Piece::new(number, label, front) }
    }

    /// Returns a card of texts that are too long for the pieces they belong to: the battle's name, which is written at a place,
    /// and in the flow `rules` the texts, the first of each title below it.
    pub fn long_texts(
        face: &FaceOffer,
        name: Option<&String>,
        texts: &[Moved<'_>],
        at: Address,
        back: Back<'a>,
    ) -> Piece<'a> {
        let content = Content {
            accent: "scenario",
            texts: name.map(|name| ("name", Entry::new(name, at.pointer.as_str()))).into_iter().collect(),
            flows: vec![("rules", Moved::blocks(texts, "long text", "rule"))],
            ..Content::default()
        };
        let front = FaceContent { face: face.name, content, place: Some(Box::new(move |_| at.clone())) };
        let group = name.cloned().into_iter().collect();
        Piece { group, back, ..Piece::new("rules", "Long texts", Surface::Face(front)) }
    }

    /// Returns one side of the reference card, which each of two players has: its number, its title, and its lines.
    pub fn reference(number: &str, title: &str, face: &FaceOffer, lines: Vec<Block>) -> Piece<'a> {
        let texts = vec![("title", Entry::new(title, ""))];
        let content = Content { accent: "scenario", texts, flows: vec![("lines", lines)], ..Content::default() };
        Piece {
            group: vec!["Reference".to_owned()],
            leaf: Some("reference".to_owned()),
            copies: 2,
            ..Piece::new(number, title, Surface::Face(FaceContent { face: face.name, content, place: None }))
        }
    }

    /// Returns the piece below this bookmark, with a text `kind` that says what it is.
    #[must_use]
    pub fn with_kind(mut self, group: &str, kind: &str) -> Piece<'a> {
        self.group = vec![group.to_owned()];
        self.says_kind(kind)
    }

    /// Returns the piece with this for its own bookmark, which its text `kind` says, too.
    #[must_use]
    pub fn with_label(mut self, label: &str) -> Piece<'a> {
        label.clone_into(&mut self.label);
        self.says_kind(label)
    }

    fn says_kind(mut self, kind: &str) -> Piece<'a> {
        if let Surface::Face(front) = &mut self.front {
            // Its bookmark tells it to those who cannot see it.
            front.content.texts.push(("kind", Entry::new(kind, "").read_as("")));
        }
        self
    }

    /// Returns the piece with its front in a language, below this bookmark, whose name its text `kind` says, too.
    #[must_use]
    pub fn with_language(mut self, group: &str, locale: &Arc<Locale>) -> Piece<'a> {
        self.group = vec![group.to_owned()];
        if let Surface::Face(front) = &mut self.front {
            // Its bookmark is called so already.
            front.content.texts.push(("kind", Entry::new(group, "").read_as("")));
            front.content.locale = Some(Arc::clone(locale));
        }
        self
    }
}

/// A piece that was drawn.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// The card.
    pub card: Card,
    /// The name of the side it belongs to; `None` for what belongs to all.
    pub side: Option<String>,
    /// The place where it is written; `None` for what belongs to all.
    pub at: Option<Address>,
    /// True for the front and the back if not all of its text could be set.
    pub unset: [bool; 2],
    /// The parts of the front and of the back in which something stands that is written in a document.
    pub boxes: [Vec<PlacedBox>; 2],
    /// The smallest text of each box that is too small to be read with ease, with the place where it is written; `None` for the
    /// game's own words.
    pub tiny: Vec<(TinyText, Option<Address>)>,
    /// The letters that fonts of templates lack, and that carried fonts drew.
    pub lent: Vec<LentLetters>,
}

/// A part of a side, and the place where what stands in it is written.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedBox {
    /// The part, in millimetres from the trim's top left corner.
    pub rect: Rect,
    /// The place.
    pub at: Address,
}
