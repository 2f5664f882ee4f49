//! Laying things side by side.

use muster_core::print::Size;
use muster_core::print::frame::{Point, at};

use super::{BAG, DIE, GameTable, LaidBag, LaidDeck, LaidDice, LaidTrack, TRACK};

/// Between things that lie side by side.
const GAP: f64 = 6.0;

/// A part of the table that is filled from the left, row below row.
#[derive(Debug, Clone, Copy)]
pub struct Shelf {
    /// Its left and right edges.
    edges: (f64, f64),
    /// The top left corner of the next thing.
    next: Point,
    /// The bottom of the highest thing of the row.
    below: f64,
}

impl Shelf {
    /// Returns a shelf that begins at a point and is so wide.
    pub fn new(corner: Point, width: f64) -> Shelf {
        Shelf { edges: (corner.x, corner.x + width), next: corner, below: corner.y }
    }

    /// Returns the middle of the next thing of a size.
    pub fn place(&mut self, size: Size) -> Point {
        let (left, right) = self.edges;
        if self.next.x > left && self.next.x + size.width > right {
            self.end_row();
        }
        let middle = at(self.next.x + size.width / 2.0, self.next.y + size.height / 2.0);
        self.next.x += size.width + GAP;
        self.below = self.below.max(self.next.y + size.height);
        middle
    }

    /// Ends a row, so that the next thing begins another one.
    pub fn end_row(&mut self) {
        if self.next.x > self.edges.0 {
            self.next = at(self.edges.0, self.below + GAP);
        }
    }

    /// Returns the lower edge of everything.
    pub fn bottom(&self) -> f64 {
        self.below
    }

    /// Lays words, and below them a row.
    pub fn title(&mut self, table: &mut GameTable, text: impl Into<String>) {
        self.end_row();
        table.label(text, at(self.next.x, self.next.y + 8.0));
        self.next.y += 12.0;
        self.below = self.below.max(self.next.y);
    }

    /// Lays a piece; returns its middle.
    pub fn piece(&mut self, table: &mut GameTable, face: usize) -> Point {
        let at = self.place(table.size(face));
        table.piece(face, at);
        at
    }

    /// Lays a deck to be drawn from, or a pile of discards beside it.
    pub fn deck(&mut self, table: &mut GameTable, deck: LaidDeck) {
        let at = self.place(deck.size);
        table.decks.push(LaidDeck { at, ..deck });
    }

    /// Lays bags of faces.
    pub fn bags(&mut self, table: &mut GameTable, faces: impl IntoIterator<Item = usize>) {
        for face in faces {
            let at = self.place(BAG);
            table.bags.push(LaidBag { face, at });
        }
    }

    /// Lays dice.
    pub fn dice(&mut self, table: &mut GameTable, name: impl Into<String>, (count, sides): (u8, u8), are_laid: bool) {
        // Hundredths are two dice.
        let room = if sides == 100 { 2 * count } else { count };
        let row = self.place(Size { width: DIE.width * f64::from(room.max(1)), ..DIE });
        let first = at(row.x - DIE.width * f64::from(room.saturating_sub(1)) / 2.0, row.y);
        table.dice.push(LaidDice { name: name.into(), sides, count, at: first, are_laid });
    }

    /// Lays what shows a number.
    pub fn track(&mut self, table: &mut GameTable, name: impl Into<String>, value: u32, is_turn: bool) {
        let at = self.place(TRACK);
        table.tracks.push(LaidTrack { name: name.into(), value, is_turn, at });
    }
}

impl GameTable {
    /// Lays something on a shelf that ends at a height, however high it becomes.
    pub fn lay_above(&mut self, (left, bottom): (f64, f64), width: f64, lay: impl FnOnce(&mut GameTable, &mut Shelf)) {
        let before = self.counts();
        let mut shelf = Shelf::new(at(left, 0.0), width);
        lay(self, &mut shelf);
        self.shift(before, at(0.0, bottom - shelf.bottom()));
    }
}
