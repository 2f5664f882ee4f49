//! The result of setting content on a face.

use std::sync::Arc;

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
}

impl Setting {
    /// Returns one that is drawn.
    pub(super) fn drawn() -> Setting {
        Setting { frame: Some(Frame::default()), ..Setting::measured() }
    }

    /// Returns one in which texts are only measured.
    pub(super) fn measured() -> Setting {
        Setting { frame: None, misfits: Vec::new(), boxes: Vec::new() }
    }

    /// Draws what every card of its kind has.
    pub(super) fn place(&mut self, shapes: &Arc<Frame>) {
        self.frame.iter_mut().for_each(|frame| frame.place(shapes, Transform::at(0.0, 0.0)));
    }

    /// Takes where something stands on the face. The game's own words have no tag.
    pub(super) fn mark(&mut self, rect: Rect, tag: &str) {
        if self.frame.is_some() && !tag.is_empty() {
            self.boxes.push(TaggedBox { rect, tag: tag.to_owned() });
        }
    }

    /// Returns the drawing, an empty one where content was only measured; what does not fit; and the parts.
    pub fn into_parts(self) -> (Frame, Vec<Misfit>, Vec<TaggedBox>) {
        (self.frame.unwrap_or_default(), self.misfits, self.boxes)
    }
}
