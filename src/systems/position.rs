//! A position of a battle as a picture: what lies on the table, row by row, each piece on a face of the templates.

use std::sync::Arc;

use super::notation::{Notation, StateOf};
use super::played::Arena;
use crate::play::Engine;
use crate::print::Size;
use crate::print::font::Font;
use crate::print::frame::{Color, Frame, Path, Rect, Transform, at};
use crate::print::layout::{Style, TextSpan, Typesetter};
use crate::print::template::{Content, Faces};

/// The positions of a game as pictures.
pub trait Pictured: Notation {
    /// Returns what lies on the table in a state, row by row: all of it, or what a player can see.
    fn position(
        battle: &Self::Battle,
        engine: &Self::Engine,
        state: &StateOf<Self>,
        seen_by: Option<usize>,
    ) -> Vec<TableRow>;
}

/// What lies together on the table: the pieces of a side.
pub struct TableRow {
    /// What stands above it.
    pub title: String,
    /// The face of the pieces.
    pub face: &'static str,
    /// What each piece shows.
    pub pieces: Vec<Content<'static>>,
}

/// A position, drawn.
#[derive(Debug, Clone)]
pub struct TablePicture {
    /// The width and height of the picture in millimetres.
    pub size: Size,
    /// The picture.
    pub frame: Frame,
    /// What it shows, for those who cannot see it.
    pub text: String,
}

/// Pieces side by side.
const COLUMNS: usize = 5;
/// Between pieces and around the picture.
const GAP: f64 = 3.0;
/// The height of a title, and its size in points.
const TITLE: f64 = 7.0;
const TITLE_SIZE: f64 = 12.0;

/// Draws a position of a recorded battle on the templates of `faces`: `positions` are the start and the state after each
/// turn, `turn` is 0 for the start. The error says why there is no such position.
pub(super) fn draw<G: Pictured>(
    Arena { battle, engine, sides, .. }: &Arena<G>,
    positions: &[StateOf<G>],
    turn: usize,
    faces: &Faces,
) -> Result<TablePicture, String> {
    let turns = positions.len().checked_sub(1).ok_or("the play has errors")?;
    let state = positions.get(turn).ok_or_else(|| match turns {
        1 => "the play has one turn".to_owned(),
        turns => format!("the play has {turns} turns"),
    })?;
    let heading = match (turn, engine.clock(state).player) {
        (0, _) => "At the start".to_owned(),
        (turn, Some(player)) => format!("After turn {turn} of {turns}: {}", sides[player]),
        (turn, None) => format!("After turn {turn} of {turns}"),
    };
    Ok(draw_rows(&heading, &G::position(battle, engine, state, None), faces))
}

/// Draws the rows of a position one below the other, under a heading.
fn draw_rows(heading: &str, rows: &[TableRow], faces: &Faces) -> TablePicture {
    Typesetter::lent(|ts| {
        let mut frame = Frame::default();
        let mut placed = Vec::new();
        let (mut y, mut right) = (GAP, 0.0_f64);
        let mut texts = vec![heading.to_owned()];
        let mut titles = vec![(heading.to_owned(), y)];
        y += TITLE;
        for row in rows {
            titles.push((row.title.clone(), y));
            texts.push(row.title.clone());
            y += TITLE;
            let face = faces.get(row.face);
            for pieces in row.pieces.chunks(COLUMNS) {
                for (column, content) in pieces.iter().enumerate() {
                    // A text too long for so small a piece is cut by nobody: it is on the card.
                    let (drawn, _) = face.compose(ts, content);
                    let x = GAP + (face.size.width + GAP) * column as f64;
                    placed.push((Arc::new(drawn), Transform::at(x, y)));
                    right = right.max(x + face.size.width);
                    texts.push(content.plain_text().replace('\n', " · "));
                }
                y += face.size.height + GAP;
            }
        }
        let size = Size { width: right.max(100.0) + GAP, height: y };
        frame.fill(Path::rect(Rect::new(0.0, 0.0, size.width, size.height)), Color::WHITE);
        for (piece, transform) in &placed {
            frame.place(piece, *transform);
        }
        for (title, y) in &titles {
            let spans = [TextSpan::new(title, Style { font: Font::SansBold, color: Color::BLACK })];
            // In letters that no font has, a title is left out.
            if let Ok(text) = ts.prepare(&spans, false) {
                let whole = text.whole();
                ts.set(&text, whole, TITLE_SIZE).draw(&mut frame, at(GAP, y + TITLE - 2.0));
            }
        }
        TablePicture { size, frame, text: texts.join("\n") }
    })
}
