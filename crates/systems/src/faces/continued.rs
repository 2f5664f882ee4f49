//! Pieces whose lines are too many for one face: what is left goes on on further faces of the same kind.

use muster_core::print::template::{Block, Content, Entry, Paragraph, Run};

use super::{Drawing, DrawnPiece, is_too_long};
use crate::printed::{FaceContent, Piece, Printed, Surface};

impl<G: Printed> Drawing<'_, '_, G> {
    /// Draws a piece on as many faces as its lines need. They are numbered from the second on, `reference-2`, in their titles, too.
    pub(super) fn draw_continued<'a>(&mut self, mut piece: Piece<'a>) -> Vec<DrawnPiece<'a>> {
        let mut drawn = Vec::new();
        let (number, label, title) = (piece.number.clone(), piece.label.clone(), title(&piece));
        loop {
            let front = self.side(&piece.front);
            let rest = if is_too_long(&front.misfits) { self.cut_lines(&mut piece) } else { None };
            let Some(rest) = rest else {
                drawn.push(DrawnPiece { piece, front });
                return drawn;
            };
            let front = self.side(&piece.front);
            let next = drawn.len() + 2;
            let mut following = following(&piece, &rest);
            following.number = format!("{number}-{next}");
            following.label = format!("{label} · {next}");
            if let (Some(title), Surface::Face(front)) = (&title, &mut following.front) {
                let mut title = title.clone();
                title.runs.push(Run::plain(format!(" · {next}")));
                front.content.texts.push((TITLE, title));
            }
            drawn.push(DrawnPiece { piece: std::mem::replace(&mut piece, following), front });
        }
    }

    /// Leaves as many lines on a piece as fit, or fewer where the faces are then equally full. Returns the others; `None` where not even the first ones fit, or where there is
    /// nothing to cut.
    fn cut_lines(&mut self, piece: &mut Piece<'_>) -> Option<Vec<Block>> {
        let mut rest = Vec::new();
        while let Some(last) = lines(piece).filter(|lines| lines.len() > 1).and_then(Vec::pop) {
            rest.insert(0, last);
            if !self.is_too_long(piece) {
                lines(piece).into_iter().for_each(|lines| balance(lines, &mut rest));
                return Some(rest);
            }
        }
        // One block of many paragraphs is cut between two of them, but not below its first one, which may be its heading.
        let mut moved = Vec::new();
        while let Some(block) =
            lines(piece).and_then(|lines| lines.first_mut()).filter(|block| block.paragraphs.len() > 2)
        {
            moved.extend(block.paragraphs.pop());
            let (name, tag) = (block.name, block.tag.clone());
            if !self.is_too_long(piece) {
                moved.reverse();
                rest.insert(0, Block::new(name, tag, moved));
                return Some(rest);
            }
        }
        if let Some(lines) = lines(piece) {
            lines.iter_mut().for_each(|block| block.paragraphs.extend(moved.drain(..).rev()));
            lines.append(&mut rest);
        }
        None
    }

    /// Returns true if the front of a piece has too little room.
    fn is_too_long(&mut self, piece: &Piece<'_>) -> bool {
        is_too_long(&self.side(&piece.front).misfits)
    }
}

/// Returns the lines of a piece whose face says nothing else at length.
fn lines<'p>(piece: &'p mut Piece<'_>) -> Option<&'p mut Vec<Block>> {
    match &mut piece.front {
        Surface::Face(FaceContent { content: Content { flows, drawings, .. }, .. }) if drawings.is_empty() => {
            match flows.as_mut_slice() {
                [(_, lines)] => Some(lines),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Moves lines from a full face to the rest, as long as it keeps its share of them.
fn balance(lines: &mut Vec<Block>, rest: &mut Vec<Block>) {
    let letters = |lines: &[Block]| lines.iter().map(letters).sum::<usize>();
    let (full, all) = (letters(lines).max(1), letters(lines) + letters(rest));
    let share = all / all.div_ceil(full);
    while lines.len() > 1 && letters(&lines[..lines.len() - 1]) >= share {
        rest.splice(0..0, lines.pop());
    }
}

/// Returns how much a block says, in letters; one for its end.
fn letters(block: &Block) -> usize {
    let runs = |runs: &[Run]| -> usize {
        let of_run = |run: &Run| if let Run::Text(text, _) = run { text.chars().count() } else { 1 };
        runs.iter().map(of_run).sum()
    };
    let of_paragraph = |paragraph: &Paragraph| {
        let cells = paragraph.cells.iter().map(|cell| runs(cell)).max().unwrap_or(0);
        let label = paragraph.label.as_ref().map_or(0, |label| label.chars().count());
        runs(&paragraph.text) + cells + label + 1
    };
    block.paragraphs.iter().map(of_paragraph).sum()
}

/// The name of the text that is numbered.
const TITLE: &str = "title";

fn title(piece: &Piece<'_>) -> Option<Entry> {
    let Surface::Face(front) = &piece.front else { return None };
    front.content.texts.iter().find(|(name, _)| *name == TITLE).map(|(_, title)| title.clone())
}

/// Returns a piece with what is left of another one; it has no title yet.
fn following<'a>(piece: &Piece<'_>, rest: &[Block]) -> Piece<'a> {
    let Surface::Face(FaceContent { face, content, .. }) = &piece.front else {
        panic!("internal error: lines that go on from no face");
    };
    let further = Content {
        accent: content.accent,
        texts: content.texts.iter().filter(|(name, _)| *name != TITLE).cloned().collect(),
        flows: content.flows.iter().map(|(name, _)| (*name, rest.to_vec())).collect(),
        locale: content.locale.clone(),
        ..Content::default()
    };
    Piece {
        group: piece.group.clone(),
        leaf: piece.leaf.clone(),
        side: piece.side.clone(),
        copies: piece.copies,
        token: piece.token,
        ..Piece::new("", "", Surface::Face(FaceContent { face, content: further, place: None }))
    }
}
