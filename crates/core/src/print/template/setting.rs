//! The result of setting content on a face.

use std::sync::Arc;

use super::tiny::TinyText;
use crate::print::Misfit;
use crate::print::frame::{Frame, Rect, Transform};

/// A part of a face, and the tag of what stands in it.
#[derive(Debug, Clone, PartialEq)]
pub struct TaggedBox {
    /// The part, in millimetres from the trim's top left corner.
    pub rect: Rect,
    /// The tag: where the content is written.
    pub tag: String,
}

/// The drawing of a card, what does not fit on it, and where on it each thing stands that its author wrote.
#[derive(Debug)]
pub struct Setting {
    /// The drawing; `None` where content is only measured.
    pub(super) frame: Option<Frame>,
    /// The texts that do not fit.
    pub(super) misfits: Vec<Misfit>,
    /// The parts, in the order in which they are drawn.
    pub(super) boxes: Vec<TaggedBox>,
    /// The smallest text of each box that is too small to be read with ease, with the tag of what stands there.
    pub(super) tiny: Vec<(TinyText, String)>,
}

impl Setting {
    /// Returns one that is drawn.
    pub(super) fn new_drawn() -> Setting {
        Setting { frame: Some(Frame::default()), ..Setting::new_measured() }
    }

    /// Returns one in which texts are only measured.
    pub(super) fn new_measured() -> Setting {
        Setting { frame: None, misfits: Vec::new(), boxes: Vec::new(), tiny: Vec::new() }
    }

    /// Draws what every card of its kind has.
    pub(super) fn place(&mut self, shapes: &Arc<Frame>) {
        self.frame.iter_mut().for_each(|frame| frame.place(shapes, Transform::from_translate(0.0, 0.0)));
    }

    /// Takes where something stands on the face. The game's own words have no tag.
    pub(super) fn mark(&mut self, rect: Rect, tag: &str) {
        if self.frame.is_some() && !tag.is_empty() {
            self.boxes.push(TaggedBox { rect, tag: tag.to_owned() });
        }
    }

    /// Returns how far the drawing is: the number of its items, of its parts and of what does not fit.
    pub(super) fn drawn_so_far(&self) -> (usize, usize, usize) {
        (self.frame.as_ref().map_or(0, |frame| frame.items.len()), self.boxes.len(), self.misfits.len())
    }

    /// Takes what text is too small among that which was drawn since, all of it in the box `name`. Of what does not fit at its
    /// smallest size that is said already.
    pub(super) fn note_tiny(&mut self, (items, boxes, misfits): (usize, usize, usize), name: &str) {
        let Some(frame) = self.frame.as_ref().filter(|_| self.misfits.len() == misfits) else { return };
        if let Some(tiny) = frame.items.get(items..).and_then(|items| TinyText::find_smallest(items, name)) {
            let tag = self.boxes.get(boxes).map(|tagged| tagged.tag.clone()).unwrap_or_default();
            self.tiny.push((tiny, tag));
        }
    }

    /// Returns the smallest text of each box that is too small to be read with ease, with the tag of what stands there; the game's
    /// own words have none.
    pub fn tiny(&self) -> &[(TinyText, String)] {
        &self.tiny
    }

    /// Returns the drawing, an empty one where content was only measured; what does not fit; and the parts.
    pub fn into_parts(self) -> (Frame, Vec<Misfit>, Vec<TaggedBox>) {
        (self.frame.unwrap_or_default(), self.misfits, self.boxes)
    }
}
