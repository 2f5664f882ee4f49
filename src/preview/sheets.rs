//! The sheets on which the cards are printed, front and back.

use std::sync::Arc;

use muster_core::print::frame::{Frame, Path, Rect, Transform};
use muster_core::print::sheet::{Page, Place, pages};
use muster_core::print::{Deck, Duplex, PageOptions, Size};

/// A page of a sheet.
#[derive(Debug)]
pub(super) struct SheetPage {
    /// The drawing of the page.
    pub(super) frame: Frame,
    /// The paper.
    pub(super) size: Size,
}

/// Returns the pages of a deck on A4, each followed by its back.
pub(super) fn sheets(deck: &Deck) -> Vec<SheetPage> {
    let options = PageOptions { duplex: Duplex::Long, ..PageOptions::default() };
    pages(deck, &options).into_iter().map(|page| SheetPage { size: page.size, frame: frame(page) }).collect()
}

/// Returns a page as one drawing.
fn frame(page: Page) -> Frame {
    let mut frame = Frame::default();
    for Place { face, trim, clip, turned, .. } in page.places {
        let at = Transform::from_translate(trim.x, trim.y);
        let at = if turned { Transform::from_rotate_at(180.0, trim.middle()).compose(at) } else { at };
        // What is seen of a face is said from its own corner.
        let seen = Rect::new(clip.x - trim.x, clip.y - trim.y, clip.width, clip.height);
        frame.place_within(Path::rect(seen), &face, at);
    }
    frame.place(&Arc::new(page.furniture), Transform::from_translate(0.0, 0.0));
    frame
}

/// Returns the whole of a page.
pub(super) fn area(size: Size) -> Rect {
    Rect::new(0.0, 0.0, size.width, size.height)
}
