//! The faces of a table as pictures: each drawing once, under a name that any file system takes.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use muster_core::print::Size;
use muster_core::print::frame::{Color, Frame, Path, Rect, Transform};
use muster_core::print::image::{dots, paint, png};
use muster_systems::tabled::TableFace;

use super::MOST;

/// A drawing to be painted.
struct Wanted {
    name: String,
    frame: Arc<Frame>,
    size: Size,
}

/// Pictures under their names, painted all together at the end.
#[derive(Default)]
pub(super) struct Pictures {
    wanted: Vec<Wanted>,
    /// By the drawing's place in memory and its size in hundredths of a millimetre: its name.
    known: HashMap<(usize, (u64, u64)), String>,
    /// What no game draws, by its kind and its size or number: its name.
    own: HashMap<(&'static str, (u64, u64)), String>,
}

impl Pictures {
    /// Returns the name of the picture of a drawing.
    pub(super) fn name_of(&mut self, frame: &Arc<Frame>, size: Size) -> String {
        let key = (Arc::as_ptr(frame) as usize, hundredths(size));
        if let Some(name) = self.known.get(&key) {
            return name.clone();
        }
        let name = self.add(Arc::clone(frame), size);
        self.known.insert(key, name.clone());
        name
    }

    /// Returns the name of the picture of what no game draws, of a kind and a number of its own, which is drawn once.
    pub(super) fn own(&mut self, kind: &'static str, number: u8, size: Size, draw: impl FnOnce() -> Frame) -> String {
        self.once((kind, (0, number.into())), size, draw)
    }

    /// Returns the name of the picture of a face's back: its own, or a plain one.
    pub(super) fn back(&mut self, face: &TableFace) -> String {
        match &face.back {
            Some(back) => self.name_of(back, face.size),
            None => self.once(("back", hundredths(face.size)), face.size, || plain(face.size)),
        }
    }

    fn once(&mut self, key: (&'static str, (u64, u64)), size: Size, draw: impl FnOnce() -> Frame) -> String {
        if let Some(name) = self.own.get(&key) {
            return name.clone();
        }
        let name = self.add(Arc::new(draw()), size);
        self.own.insert(key, name.clone());
        name
    }

    /// Returns the name of a picture that no other is like.
    pub(super) fn add(&mut self, frame: Arc<Frame>, size: Size) -> String {
        let name = format!("{:03}.png", self.wanted.len() + 1);
        self.wanted.push(Wanted { name: name.clone(), frame, size });
        name
    }

    /// Paints all, in their order, each at most so many pixels wide and high.
    pub(super) fn paint_all(self, dpi: f64, most: u32) -> Vec<(String, Vec<u8>)> {
        let painted = |Wanted { name, frame, size }: &Wanted| {
            let least = (f64::from(most.min(MOST)) / size.width.max(size.height) * 25.4).min(dpi);
            let area = Rect::new(0.0, 0.0, size.width, size.height);
            let pixels = |mm: f64| dots(mm, least).clamp(1, most.min(MOST));
            let painted = paint(frame, area, pixels(size.width), pixels(size.height));
            let painted = painted.expect("internal error: a picture without pixels");
            (name.clone(), png(&painted, least))
        };
        self.wanted.par_iter().map(painted).collect()
    }
}

/// Returns a size in hundredths of a millimetre.
fn hundredths(size: Size) -> (u64, u64) {
    let hundredths = |mm: f64| (mm * 100.0).round() as u64;
    (hundredths(size.width), hundredths(size.height))
}

/// Draws the back of what has none.
fn plain(size: Size) -> Frame {
    let mut frame = Frame::default();
    let whole = Rect::new(0.0, 0.0, size.width, size.height);
    frame.fill(Path::rect(whole), Color(90, 90, 90));
    frame.fill(Path::rect(whole.inflate(-whole.width * 0.05, -whole.height * 0.05)), Color(120, 120, 120));
    frame
}

/// Places a drawing into another one, cut off at its trim.
pub(super) fn place(onto: &mut Frame, frame: &Arc<Frame>, rect: Rect) {
    let trim = Path::rect(Rect::new(0.0, 0.0, rect.width, rect.height));
    onto.place_within(trim, frame, Transform::from_translate(rect.x, rect.y));
}
