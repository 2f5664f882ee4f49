//! A position of a battle as a picture: what lies on the table, row by row, each piece on a face of the templates.

use std::sync::Arc;

use muster_core::play::{Engine, Next};
use muster_core::print::Size;
use muster_core::print::font::Font;
use muster_core::print::frame::{Color, Frame, Path, Rect, Transform, at};
use muster_core::print::layout::{Style, TextSpan, Typesetter};
use muster_core::print::template::{Content, Entry, Face, Faces, Look};

use super::catalogue::{Catalogue, Given};
use super::live::Live;
use super::notation::{MoveOf, Notation, StateOf};
use super::played::CompiledBattle;
use super::printed::Printed;

/// The positions of a game as pictures.
pub trait Pictured: Notation + Printed {
    /// Returns the table in a state, row by row and in the words of a language: all of it, or the part that a player can see.
    fn position(
        battle: &Self::Battle,
        engine: &Self::Engine,
        state: &StateOf<Self>,
        seen_by: Option<usize>,
        words: &Catalogue,
    ) -> Vec<TableRow>;

    /// Returns the places where moves lead, in the one drawing of a position, by the names that [`names`](super::live::names) has
    /// for them; none where a position shows them anyway, or nobody can point at them.
    fn targets(
        _battle: &Self::Battle,
        _engine: &Self::Engine,
        _moves: &[MoveOf<Self>],
        _words: &Catalogue,
    ) -> Vec<TableSpot> {
        Vec::new()
    }
}

/// A row of the table: pieces that lie together, or a drawing.
pub struct TableRow {
    /// The title above it.
    pub title: String,
    /// The contents of the row.
    pub shown: TableShown,
}

/// The contents of a row of the table.
pub enum TableShown {
    /// Pieces side by side: a face of the templates, and what each piece says on it.
    Pieces(&'static str, Vec<Content<'static>>),
    /// One drawing of its own size, such as a map.
    Drawing(TableDrawing),
}

/// A drawing of its own size, in the colours of the templates.
pub struct TableDrawing {
    /// The face that has these colours.
    pub face: &'static str,
    /// The name of the accent among its colours.
    pub accent: &'static str,
    /// Draws it.
    pub draw: SizedDrawing,
    /// A description, for those who cannot see it.
    pub text: String,
    /// The places of pieces in it, its top left corner at the origin; those above others later.
    pub spots: Vec<TableSpot>,
}

/// Draws in the colours of a template; returns the size of the drawing, and the drawing, its top left corner at the origin.
pub type SizedDrawing = Box<dyn Fn(&Look) -> (Size, Frame)>;

/// A position, drawn.
#[derive(Debug, Clone)]
pub struct TablePicture {
    /// The width and height of the picture in millimetres.
    pub size: Size,
    /// The picture.
    pub frame: Frame,
    /// A description, for those who cannot see it.
    pub text: String,
    /// The places of pieces, by the numbers and names that moves have for them, those above others later.
    pub spots: Vec<TableSpot>,
}

/// A place in a drawing.
#[derive(Debug, Clone, PartialEq)]
pub struct TableSpot {
    /// What is there, as moves name it: a piece, or a place to go to.
    pub name: String,
    /// The place in millimetres.
    pub rect: Rect,
}

/// The text of a piece that moves name it by.
const NUMBER: &str = "number";

/// Pieces side by side.
const COLUMNS: usize = 5;
/// Between pieces and around the picture.
const GAP: f64 = 3.0;
/// The height of a title, and its size in points.
const TITLE: f64 = 7.0;
const TITLE_SIZE: f64 = 12.0;

/// Draws a position of a recorded battle on the templates of `faces`: `positions` are the start and the state after each
/// turn, `turn` is 0 for the start. With `seen_by`, only what that side sees is drawn. The error says why there is no such position.
pub(super) fn draw<G: Pictured>(
    CompiledBattle { battle, engine, sides, .. }: &CompiledBattle<G>,
    positions: &[StateOf<G>],
    (turn, seen_by): (usize, Option<usize>),
    faces: &Faces,
    words: &Catalogue,
) -> Result<TablePicture, String> {
    let turns = positions.len().checked_sub(1).ok_or("the play has errors")?;
    let state = positions.get(turn).ok_or_else(|| match turns {
        1 => format!("the play has one {}", G::TURN),
        turns => format!("the play has {turns} {}s", G::TURN),
    })?;
    // Whose turn it was: the one who was to act in the position before.
    let before = turn.checked_sub(1).map(|before| &positions[before]);
    let player = before.and_then(|before| engine.clock(before).player).map(|player| sides[player].as_str());
    let heading = heading::<G>(words, turn, turns, player);
    Ok(draw_rows(Some(&heading), &G::position(battle, engine, state, seen_by, words), faces))
}

/// Draws the position of a battle under way, of which everything is said beside the picture; see [`draw`].
pub(super) fn draw_live<G: Pictured>(
    Live { compiled: CompiledBattle { battle, engine, .. }, session }: &Live<G>,
    seen_by: Option<usize>,
    faces: &Faces,
    words: &Catalogue,
) -> TablePicture {
    let mut rows = G::position(battle, engine, session.state(), seen_by, words);
    let is_own =
        seen_by.is_none_or(|seen_by| matches!(session.next(engine), Next::Decide { player, .. } if player == seen_by));
    let drawing = rows.iter_mut().find_map(|row| match &mut row.shown {
        TableShown::Drawing(drawing) if !drawing.spots.is_empty() => Some(drawing),
        _ => None,
    });
    if let Some(drawing) = drawing.filter(|_| is_own) {
        drawing.spots.extend(G::targets(battle, engine, session.legal(), words));
    }
    draw_rows(None, &rows, faces)
}

/// Returns the heading of a position after a turn, with the player whose turn it was; in English for a game without words.
fn heading<G: Pictured>(words: &Catalogue, turn: usize, turns: usize, player: Option<&str>) -> String {
    let number = |n: usize| Given::Number(u32::try_from(n).unwrap_or(u32::MAX));
    let (key, given) = match (turn, player) {
        (0, _) => ("at-the-start", Vec::new()),
        (turn, Some(player)) => ("after-turn-of", vec![number(turn), number(turns), player.into()]),
        (turn, None) => ("after-turn", vec![number(turn), number(turns)]),
    };
    match (G::WORDS.number(key), turn, player) {
        (Some(word), ..) => words.say(word, &given),
        (None, 0, _) => "At the start".to_owned(),
        (None, _, Some(player)) => format!("After {} {turn} of {turns}: {player}", G::TURN),
        (None, ..) => format!("After {} {turn} of {turns}", G::TURN),
    }
}

/// Draws the rows of a position one below the other, under a heading if there is one.
fn draw_rows(heading: Option<&str>, rows: &[TableRow], faces: &Faces) -> TablePicture {
    let mut table = Table { frame: Frame::default(), below: GAP, right: 0.0, texts: Vec::new(), spots: Vec::new() };
    heading.iter().for_each(|heading| table.title(heading));
    for row in rows {
        table.title(&row.title);
        match &row.shown {
            TableShown::Pieces(face, pieces) => table.pieces(faces.get(face), pieces),
            TableShown::Drawing(drawing) => table.drawing(faces.get(drawing.face).look(drawing.accent), drawing),
        }
    }
    let size = Size { width: table.right.max(100.0) + GAP, height: table.below };
    let mut frame = Frame::default();
    frame.fill(Path::rect(Rect::new(0.0, 0.0, size.width, size.height)), Color::WHITE);
    frame.items.append(&mut table.frame.items);
    TablePicture { size, frame, text: table.texts.join("\n"), spots: table.spots }
}

/// A table on which rows are laid, from the top.
struct Table {
    frame: Frame,
    /// The top of the next row, in millimetres.
    below: f64,
    /// The right edge of the widest row, in millimetres.
    right: f64,
    texts: Vec<String>,
    spots: Vec<TableSpot>,
}

impl Table {
    fn title(&mut self, title: &str) {
        self.texts.push(title.to_owned());
        let spans = [TextSpan::new(title, Style { font: Font::SansBold, color: Color::BLACK })];
        // In letters that no font has, a title is left out.
        if let Ok(line) = Typesetter::lent(|ts| ts.line(&spans, TITLE_SIZE)) {
            self.right = self.right.max(GAP + line.width);
            line.draw(&mut self.frame, at(GAP, self.below + TITLE - 2.0));
        }
        self.below += TITLE;
    }

    fn pieces(&mut self, face: &Face, pieces: &[Content<'static>]) {
        for in_row in pieces.chunks(COLUMNS) {
            for (column, content) in in_row.iter().enumerate() {
                // A text too long for so small a piece is cut by nobody: it is on the card.
                let (drawn, ..) = Typesetter::lent(|ts| face.compose(ts, content, &[])).into_parts();
                let x = GAP + (face.size.width + GAP) * column as f64;
                self.frame.place(&Arc::new(drawn), Transform::from_translate(x, self.below));
                self.right = self.right.max(x + face.size.width);
                let number = content.texts.iter().find(|(name, _)| *name == NUMBER);
                let spot = |number: &Entry| TableSpot {
                    name: number.letters(),
                    rect: Rect::new(x, self.below, face.size.width, face.size.height),
                };
                self.spots.extend(number.map(|(_, number)| spot(number)));
                self.texts.push(content.plain_text().replace('\n', " · "));
            }
            self.below += face.size.height + GAP;
        }
    }

    fn drawing(&mut self, look: &Look, drawing: &TableDrawing) {
        let (size, drawn) = (drawing.draw)(look);
        // Without its bleed, which would cover the titles.
        let trim = Path::rect(Rect::new(0.0, 0.0, size.width, size.height));
        self.frame.place_within(trim, &Arc::new(drawn), Transform::from_translate(GAP, self.below));
        let moved = |TableSpot { name, rect }: &TableSpot| TableSpot {
            name: name.clone(),
            rect: Rect::new(rect.x + GAP, rect.y + self.below, rect.width, rect.height),
        };
        self.spots.extend(drawing.spots.iter().map(moved));
        self.right = self.right.max(GAP + size.width);
        self.below += size.height + GAP;
        self.texts.push(drawing.text.clone());
    }
}
