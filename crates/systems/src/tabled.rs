//! The table as a battle begins: boards, pieces, decks, bags, dice and tracks, on the faces that are printed. Programs in which people
//! play at a table take it from here; no format is known.

mod laying;

use std::marker::PhantomData;
use std::sync::Arc;

pub use self::laying::Shelf;

use muster_core::play::{Engine, settle};
use muster_core::print::frame::{Frame, Point, Rect, at};
use muster_core::print::template::Faces;
use muster_core::print::{Card, Size};

use super::catalogue::{Catalogue, Catalogues};
use super::faces;
use super::notation::{Notation, StateOf};
use super::played::{Compiled, CompiledBattle};
use super::position::SizedDrawing;
use super::printed::{BACKS, Printed, With};

/// A game whose battles are laid on tables.
pub trait Tabled: Notation + Printed {
    /// The extras whose pieces are laid.
    const LAID: &'static [&'static str];

    /// Returns the faces that are on no sheet, since only tables need them.
    fn own_faces(_battle: &Self::Battle, _engine: &Self::Engine, _words: &Catalogue) -> Vec<OwnFace> {
        Vec::new()
    }

    /// Lays a table that has all faces and nothing else, as the battle is in a state.
    fn lay(
        battle: &Self::Battle,
        engine: &Self::Engine,
        state: &StateOf<Self>,
        words: &Catalogue,
        table: &mut GameTable,
    );
}

/// A face for tables, in the colours of a face of the templates.
pub struct OwnFace {
    /// The number by which it is found.
    pub number: String,
    /// Its name.
    pub name: String,
    /// The face that has the colours.
    pub face: &'static str,
    /// The name of the accent among these colours.
    pub accent: &'static str,
    /// Draws it.
    pub front: SizedDrawing,
    /// Draws its other side; `None` if that is the same.
    pub back: Option<SizedDrawing>,
}

/// The table as a battle begins. Lengths are in millimetres, to the right and down; the first side sits below.
#[derive(Debug, Clone, Default)]
pub struct GameTable {
    /// The battle's name.
    pub name: String,
    /// The names of the sides.
    pub sides: Vec<String>,
    /// The faces of everything.
    pub faces: Vec<TableFace>,
    /// What is played on and never moved.
    pub boards: Vec<LaidBoard>,
    /// The pieces and single cards; of those in one place, the lowest first.
    pub pieces: Vec<LaidPiece>,
    /// The decks, those too that nothing lies in yet.
    pub decks: Vec<LaidDeck>,
    /// Pieces that can be taken whenever they are needed.
    pub bags: Vec<LaidBag>,
    /// The dice.
    pub dice: Vec<LaidDice>,
    /// What is counted.
    pub tracks: Vec<LaidTrack>,
    /// Words on the table.
    pub labels: Vec<LaidLabel>,
    /// The faces of what is read and not played with: sheets, summaries.
    pub charts: Vec<usize>,
}

/// The two sides of a piece.
#[derive(Debug, Clone)]
pub struct TableFace {
    /// The number by which it is found.
    pub number: String,
    /// Its name.
    pub name: String,
    /// The side that it belongs to.
    pub side: Option<usize>,
    /// Its size.
    pub size: Size,
    /// Its front.
    pub front: Arc<Frame>,
    /// Its back; `None` where that is blank.
    pub back: Option<Arc<Frame>>,
    /// The number of copies that a battle has.
    pub copies: u32,
    /// True for a card: it can be held in a hand.
    pub is_card: bool,
}

/// A board.
#[derive(Debug, Clone)]
pub struct LaidBoard {
    /// Its face.
    pub face: usize,
    /// Its place.
    pub rect: Rect,
    /// The places on it where pieces stand.
    pub grid: Option<TableGrid>,
}

/// A grid of hexes on a board, from the board's top left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TableGrid {
    /// From side to side of a hex.
    pub across: f64,
    /// True if the hexes have a flat top, so that columns are lines; otherwise rows are.
    pub is_flat: bool,
    /// True if the first line lies half a hex further, and with it every other one; otherwise the second does.
    pub first_is_shoved: bool,
    /// The middle of the hex in the first column and row.
    pub first: Point,
    /// Columns.
    pub columns: u16,
    /// Rows.
    pub rows: u16,
}

/// A piece, or a card that is in no deck.
#[derive(Debug, Clone)]
pub struct LaidPiece {
    /// Its face.
    pub face: usize,
    /// Its name.
    pub name: String,
    /// Its middle.
    pub at: Point,
    /// Degrees by which it is turned clockwise.
    pub turn: f64,
    /// The face that other sides than its own see.
    pub cover: Option<usize>,
    /// The side in whose hand it is, where nobody else sees it; its place is then one in that hand, from the top left.
    pub hand: Option<usize>,
}

/// A deck or a pile of discards.
#[derive(Debug, Clone)]
pub struct LaidDeck {
    /// Its name.
    pub name: String,
    /// The side that draws from it; `None` if all do.
    pub side: Option<usize>,
    /// The cards by their faces, each with its number of copies.
    pub cards: Vec<(usize, u32)>,
    /// Its middle.
    pub at: Point,
    /// Its size.
    pub size: Size,
    /// True if it lies face down and is shuffled; otherwise it lies face up.
    pub is_drawn: bool,
}

/// Pieces of one face.
#[derive(Debug, Clone)]
pub struct LaidBag {
    /// Their face.
    pub face: usize,
    /// The middle of the bag.
    pub at: Point,
}

/// Dice of one kind.
#[derive(Debug, Clone)]
pub struct LaidDice {
    /// Their name.
    pub name: String,
    /// The number of their sides.
    pub sides: u8,
    /// The number of dice.
    pub count: u8,
    /// The middle of the first; the others are to its right.
    pub at: Point,
    /// True if they are laid on cards; otherwise they are only thrown.
    pub are_laid: bool,
}

/// A number that is kept: a turn, resources.
#[derive(Debug, Clone)]
pub struct LaidTrack {
    /// Its name.
    pub name: String,
    /// The number at the start.
    pub value: u32,
    /// True if it counts the turns.
    pub is_turn: bool,
    /// The middle of what shows it.
    pub at: Point,
}

/// Words on the table.
#[derive(Debug, Clone)]
pub struct LaidLabel {
    /// The words.
    pub text: String,
    /// The left end of their line.
    pub at: Point,
}

/// The room for a bag, a die and what shows a number, on the table.
pub const BAG: Size = Size { width: 56.0, height: 56.0 };
/// See [`BAG`].
pub const DIE: Size = Size { width: 22.0, height: 22.0 };
/// See [`BAG`].
pub const TRACK: Size = Size { width: 64.0, height: 40.0 };
/// Around everything.
const MARGIN: f64 = 30.0;

/// Returns a rectangle of a size around its middle.
pub fn rect_around(middle: Point, size: Size) -> Rect {
    Rect::new(middle.x - size.width / 2.0, middle.y - size.height / 2.0, size.width, size.height)
}

impl TableGrid {
    /// Returns the middle of a hex from the top left corner of the board; columns and rows count from 0.
    pub fn middle(&self, column: u16, row: u16) -> Point {
        let (line, place) = if self.is_flat { (column, row) } else { (row, column) };
        let shoved =
            |line: u16| f64::from(u8::from(line.is_multiple_of(2) == self.first_is_shoved)) * self.across / 2.0;
        let across_lines = f64::from(line) * self.across * 3.0_f64.sqrt() / 2.0;
        let along = f64::from(place) * self.across + shoved(line) - shoved(0);
        let (x, y) = if self.is_flat { (across_lines, along) } else { (along, across_lines) };
        Point { x: self.first.x + x, y: self.first.y + y }
    }
}

impl LaidDice {
    /// Returns the middle of one of the dice.
    pub fn place(&self, number: u8) -> Point {
        Point { x: self.at.x + f64::from(number) * DIE.width, ..self.at }
    }
}

impl GameTable {
    /// Returns a table of some sides with the faces of printed cards, each with the name of the side that it belongs to.
    fn new(sides: &[String], cards: Vec<(Card, Option<String>)>) -> GameTable {
        let face = |(card, side): (Card, Option<String>)| TableFace {
            number: card.number,
            name: card.label,
            side: side.and_then(|side| sides.iter().position(|name| *name == side)),
            size: card.size,
            front: card.front,
            back: card.back,
            copies: card.copies,
            is_card: !card.token,
        };
        GameTable { sides: sides.to_vec(), faces: cards.into_iter().map(face).collect(), ..GameTable::default() }
    }

    /// Returns the face of a number, that of a side where several have it.
    pub fn face(&self, number: &str, side: Option<usize>) -> Option<usize> {
        let of_number = |of: &TableFace| of.number == number;
        let own = self.faces.iter().position(|face| of_number(face) && face.side == side);
        own.or_else(|| self.faces.iter().position(of_number))
    }

    /// Returns the faces whose numbers begin so, in the order of printing.
    pub fn faces_of(&self, beginning: &str) -> Vec<usize> {
        (0..self.faces.len()).filter(|face| self.faces[*face].number.starts_with(beginning)).collect()
    }

    /// Returns the size of a face.
    pub fn size(&self, face: usize) -> Size {
        self.faces[face].size
    }

    /// Adds a face with the front of one and, on its back, that of another; returns it.
    pub fn two_sided(&mut self, front: usize, back: usize) -> usize {
        let back = Arc::clone(&self.faces[back].front);
        self.faces.push(TableFace { back: Some(back), ..self.faces[front].clone() });
        self.faces.len() - 1
    }

    /// Lays a board with its top left corner at a point, if there is one of that number. Returns its place.
    pub fn board(&mut self, number: &str, corner: Point, grid: Option<TableGrid>) -> Option<Rect> {
        let face = self.face(number, None)?;
        let Size { width, height } = self.size(face);
        let rect = Rect::new(corner.x, corner.y, width, height);
        self.boards.push(LaidBoard { face, rect, grid });
        Some(rect)
    }

    /// Lays a piece under its own name, as it is upright.
    pub fn piece(&mut self, face: usize, at: Point) -> &mut LaidPiece {
        let name = self.faces[face].name.clone();
        self.pieces.push(LaidPiece { face, name, at, turn: 0.0, cover: None, hand: None });
        self.pieces.last_mut().expect("internal error: a piece that was laid")
    }

    /// Puts a piece into the hand of a side, beside those that are there.
    pub fn hold(&mut self, side: usize, face: usize) -> &mut LaidPiece {
        let held = self.pieces.iter().filter(|piece| piece.hand == Some(side));
        let right = held.map(|piece| rect_around(piece.at, self.size(piece.face)).right()).fold(0.0, f64::max);
        let Size { width, height } = self.size(face);
        let at = Point { x: right + 4.0 + width / 2.0, y: 4.0 + height / 2.0 };
        let piece = self.piece(face, at);
        piece.hand = Some(side);
        piece
    }

    /// Adds everything of these beginnings to what is read.
    pub fn read(&mut self, beginnings: &[&str]) {
        let faces = beginnings.iter().flat_map(|beginning| self.faces_of(beginning)).collect::<Vec<_>>();
        self.charts.extend(faces);
    }

    /// Adds words to the table.
    pub fn label(&mut self, text: impl Into<String>, at: Point) {
        self.labels.push(LaidLabel { text: text.into(), at });
    }

    /// Returns a rectangle that holds everything on the table.
    pub fn bounds(&self) -> Rect {
        let boards = self.boards.iter().map(|board| board.rect);
        let on_table = self.pieces.iter().filter(|piece| piece.hand.is_none());
        let pieces = on_table.map(|piece| turned_bounds(piece.at, self.size(piece.face), piece.turn));
        let decks = self.decks.iter().map(|deck| rect_around(deck.at, deck.size));
        let bags = self.bags.iter().map(|bag| rect_around(bag.at, BAG));
        let dice = self.dice.iter().flat_map(|dice| (0..dice.count).map(|number| rect_around(dice.place(number), DIE)));
        let tracks = self.tracks.iter().map(|track| rect_around(track.at, TRACK));
        let labels = self.labels.iter().map(|label| Rect::new(label.at.x, label.at.y - 8.0, 80.0, 10.0));
        let all = boards.chain(pieces).chain(decks).chain(bags).chain(dice).chain(tracks).chain(labels);
        all.reduce(Rect::union).unwrap_or(Rect::new(0.0, 0.0, 100.0, 100.0))
    }

    /// Returns the size of the table.
    pub fn area(&self) -> Size {
        let Rect { width, height, .. } = self.bounds();
        Size { width: width + 2.0 * MARGIN, height: height + 2.0 * MARGIN }
    }

    /// Moves everything so that the table's top left corner is the origin.
    fn settle(&mut self) {
        let Rect { x, y, .. } = self.bounds();
        self.shift([0; 7], at(MARGIN - x, MARGIN - y));
    }

    /// Returns how many pieces, decks, bags, dice, tracks, labels and boards there are.
    fn counts(&self) -> [usize; 7] {
        let GameTable { pieces, decks, bags, dice, tracks, labels, boards, .. } = self;
        [pieces.len(), decks.len(), bags.len(), dice.len(), tracks.len(), labels.len(), boards.len()]
    }

    /// Moves what was laid since there were so many of each; hands stay.
    fn shift(&mut self, [pieces, decks, bags, dice, tracks, labels, boards]: [usize; 7], by: Point) {
        let on_table = self.pieces[pieces..].iter_mut().filter(|piece| piece.hand.is_none());
        let all = on_table.map(|piece| &mut piece.at);
        let all = all.chain(self.decks[decks..].iter_mut().map(|deck| &mut deck.at));
        let all = all.chain(self.bags[bags..].iter_mut().map(|bag| &mut bag.at));
        let all = all.chain(self.dice[dice..].iter_mut().map(|dice| &mut dice.at));
        let all = all.chain(self.tracks[tracks..].iter_mut().map(|track| &mut track.at));
        let all = all.chain(self.labels[labels..].iter_mut().map(|label| &mut label.at));
        all.for_each(|of| *of = at(of.x + by.x, of.y + by.y));
        for LaidBoard { rect, .. } in &mut self.boards[boards..] {
            *rect = Rect { x: rect.x + by.x, y: rect.y + by.y, ..*rect };
        }
    }
}

/// Returns a rectangle that holds a turned one.
pub fn turned_bounds(middle: Point, size: Size, degrees: f64) -> Rect {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (sin, cos) = (sin.abs(), cos.abs());
    let width = size.width * cos + size.height * sin;
    let height = size.width * sin + size.height * cos;
    rect_around(middle, Size { width, height })
}

/// The tables of a game, its types erased.
pub(super) trait Tables: Send + Sync {
    /// Returns the extras whose pieces are laid.
    fn laid_extras(&self) -> With;
    /// Lays the table of a compiled battle on printed cards, each with the name of its side.
    fn table(
        &self,
        battle: &dyn Compiled,
        faces: &Faces,
        catalogues: &Catalogues,
        cards: Vec<(Card, Option<String>)>,
    ) -> GameTable;
}

/// A game behind [`Tables`].
pub(super) struct ErasedTables<G>(pub(super) PhantomData<G>);

impl<G: Tabled> Tables for ErasedTables<G> {
    fn laid_extras(&self) -> With {
        With::Only(G::LAID.iter().chain([&BACKS]).map(|name| (*name).to_owned()).collect())
    }

    fn table(
        &self,
        battle: &dyn Compiled,
        faces: &Faces,
        catalogues: &Catalogues,
        cards: Vec<(Card, Option<String>)>,
    ) -> GameTable {
        let CompiledBattle { battle, engine, sides, .. } = CompiledBattle::<G>::downcast(battle);
        let (words, _) = faces::words::<G>(battle, catalogues);
        let mut table = GameTable::new(sides, cards);
        for OwnFace { number, name, face, accent, front, back } in G::own_faces(battle, engine, words) {
            let look = faces.get(face).look(accent);
            let (size, front) = front(look);
            let back = back.map(|back| Arc::new(back(look).1));
            let front = Arc::new(front);
            let back = Some(back.unwrap_or_else(|| Arc::clone(&front)));
            table.faces.push(TableFace { number, name, side: None, size, front, back, copies: 1, is_card: false });
        }
        let state = settle(engine, engine.start());
        G::lay(battle, engine, &state, words, &mut table);
        table.settle();
        table
    }
}
