//! Boxes with pictures: which file each card wants, and how a picture lies in its box.

use schemars::JsonSchema;
use serde::Deserialize;

use super::content::{Content, Entry, Run};
use super::face::Face;
use super::text::Part;
use super::{BoxSpec, Percent, PictureEntry};
use crate::print::frame::{Frame, Group, Item, Path, Rect, Transform};
use crate::print::picture::Picture;

/// The way in which a picture fills its box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PictureFit {
    /// The picture covers the whole box and is cropped.
    Cover,
    /// The picture is shown whole; the rest of the box is empty.
    Contain,
}

/// The outline that a picture is cut to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PictureMask {
    /// The box, with round corners where it has a `radius`.
    Rectangle,
    /// An ellipse as large as the box.
    Ellipse,
}

/// The source of a box's picture.
#[derive(Debug)]
pub(super) enum PictureSource {
    /// A picture that the author of the card names.
    Named(String),
    /// A path with names in it.
    Path(Vec<Part>),
}

/// A box with a picture.
#[derive(Debug)]
pub(super) struct PictureBox {
    pub(super) source: PictureSource,
    pub(super) rect: Rect,
    pub(super) fit: PictureFit,
    pub(super) focus: Option<[Percent; 2]>,
    pub(super) ellipse: bool,
    pub(super) radius: f64,
    pub(super) opacity: f64,
    pub(super) turn: f64,
    /// The share of the picture that may be cut away, 0 to 1.
    pub(super) crops: f64,
    /// The number of the file that the box's path is written in; `None` for a template carried in the program.
    pub(super) file: Option<u32>,
}

/// A picture that a card wants in one of its boxes.
#[derive(Debug, Clone, PartialEq)]
pub struct WantedPicture {
    /// The file, relative to the one that names it.
    pub path: String,
    /// The place that names it.
    pub origin: PictureOrigin,
    /// The box's width and height in millimetres.
    pub room: [f64; 2],
    /// The way it fills the box.
    pub fit: PictureFit,
    /// The share of it that may be cut away, 0 to 1; `None` if the author has said what is to be seen.
    pub crops: Option<f64>,
    /// The share of any picture that may be cut away in the box, 0 to 1.
    box_crops: f64,
    /// The index of the box among the face's steps.
    pub(super) step: usize,
}

/// The place that names a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PictureOrigin {
    /// The author of a card, at a tag of its content.
    Card(String),
    /// A template.
    Template {
        /// The number of its file.
        file: u32,
        /// A JSON Pointer into it.
        pointer: String,
    },
}

impl WantedPicture {
    /// Returns a picture that is wanted without a box, stretched over so many millimetres; it is named at a tag.
    pub fn new_stretched(path: &str, tag: &str, room: [f64; 2]) -> WantedPicture {
        let (path, origin) = (path.to_owned(), PictureOrigin::Card(tag.to_owned()));
        WantedPicture { path, origin, room, fit: PictureFit::Cover, crops: None, box_crops: CROPS, step: usize::MAX }
    }

    /// Returns a picture that is wanted without a box and fills so many millimetres; unless its author says more, it is cut to fit.
    pub fn filling(entry: &PictureEntry, room: [f64; 2]) -> WantedPicture {
        let fit = entry.fit.unwrap_or(PictureFit::Cover);
        // Who says what is to be seen knows what is not.
        let crops = (fit == PictureFit::Cover && entry.focus.is_none()).then_some(CROPS);
        let origin = PictureOrigin::Card(entry.tag.clone());
        WantedPicture { path: entry.path.clone(), origin, room, fit, crops, box_crops: CROPS, step: usize::MAX }
    }

    /// Returns the same as it would be without what its author says of it: it fills its box.
    #[must_use]
    pub fn covering(&self) -> WantedPicture {
        WantedPicture { fit: PictureFit::Cover, crops: Some(self.box_crops), ..self.clone() }
    }

    /// Returns the pixels that are printed on an inch, and the share of the picture that is cut away, 0 to 1. A picture of paths
    /// has any number of pixels.
    pub fn measure(&self, picture: &Picture) -> (f64, f64) {
        let ([width, height], size) = (self.room, picture.size());
        let scale = scale(self.fit, self.room, picture);
        let seen = (width / (size.width * scale)).min(1.0) * (height / (size.height * scale)).min(1.0);
        let dpi = match picture {
            Picture::Raster(_) => 25.4 / scale,
            Picture::Vector(_) => f64::INFINITY,
        };
        (dpi, 1.0 - seen)
    }
}

/// Millimetres in one of a picture's pixels or units.
fn scale(fit: PictureFit, [width, height]: [f64; 2], picture: &Picture) -> f64 {
    let (across, down) = (width / picture.size().width, height / picture.size().height);
    match fit {
        PictureFit::Cover => across.max(down),
        PictureFit::Contain => across.min(down),
    }
}

/// Returns the rectangle that a picture takes to fill another one; the focus comes to the middle of that as far as it stays
/// covered.
fn place_picture(picture: &Picture, rect: Rect, fit: PictureFit, focus: Option<[Percent; 2]>) -> Rect {
    let [x, y] = focus.map_or([0.5; 2], |focus| focus.map(Percent::part));
    let (size, scale) = (picture.size(), scale(fit, [rect.width, rect.height], picture));
    let (width, height) = (size.width * scale, size.height * scale);
    let from = |start: f64, room: f64, length: f64, focus: f64| match fit {
        PictureFit::Cover => (start + room / 2.0 - length * focus).max(start + room - length).min(start),
        PictureFit::Contain => start + (room - length) / 2.0,
    };
    Rect::new(from(rect.x, rect.width, width, x), from(rect.y, rect.height, height, y), width, height)
}

impl PictureSource {
    /// Reads what a template says: `{art}`, where the face offers a picture of that name, or a path.
    pub(super) fn new(parts: Vec<Part>, offered: &[&str]) -> PictureSource {
        match parts.as_slice() {
            [Part::Role(name)] if offered.contains(&name.as_str()) => PictureSource::Named(name.clone()),
            _ => PictureSource::Path(parts),
        }
    }
}

impl PictureBox {
    /// Returns how much of it is seen, and how it is filled.
    pub(super) fn new(spec: &BoxSpec, source: PictureSource, rect: Rect) -> PictureBox {
        PictureBox {
            source,
            rect,
            fit: spec.fit.unwrap_or(PictureFit::Cover),
            focus: spec.focus,
            ellipse: spec.mask == Some(PictureMask::Ellipse),
            radius: spec.radius.map_or(0.0, |radius| radius.get().min(rect.width / 2.0).min(rect.height / 2.0)),
            opacity: spec.opacity.map_or(1.0, Percent::part),
            turn: spec.turn.map_or(0.0, super::Degrees::get),
            crops: spec.crops.map_or(CROPS, Percent::part),
            file: None,
        }
    }

    /// Returns the entry of a card's author for the picture in it.
    fn entry<'c>(&self, content: &'c Content<'_>) -> Option<&'c PictureEntry> {
        let PictureSource::Named(name) = &self.source else { return None };
        content.pictures.iter().find(|(known, _)| known == name).map(|(_, entry)| entry)
    }

    /// Draws a picture into the box.
    pub(super) fn draw(&self, content: &Content<'_>, picture: &Picture, frame: &mut Frame) {
        let entry = self.entry(content);
        let rect = self.rect;
        let fit = entry.and_then(|entry| entry.fit).unwrap_or(self.fit);
        let placed = place_picture(picture, rect, fit, entry.and_then(|entry| entry.focus).or(self.focus));
        let mut inner = Frame::default();
        picture.draw(&mut inner, placed);
        let clip = match (self.ellipse, fit) {
            (true, _) => Some(Path::ellipse(rect)),
            (false, _) if self.radius > 0.0 => Some(Path::rounded_rect(rect, self.radius)),
            (false, PictureFit::Cover) => Some(Path::rect(rect)),
            (false, PictureFit::Contain) => None,
        };
        let transform = Transform::from_rotate_at(self.turn, rect.middle());
        let frame_of = std::sync::Arc::new(inner);
        frame.items.push(Item::Group(Group {
            transform,
            frame: frame_of,
            clip: clip.map(Into::into),
            opacity: self.opacity,
        }));
    }
}

impl PictureEntry {
    /// Returns its path with what the names in it mean on a card; `card` is its number.
    pub fn file(&self, content: &Content<'_>, card: &str) -> String {
        fill_path(&super::text::parts(&self.path), content, card)
    }

    /// Draws the picture into a rectangle without a box of a template.
    pub fn draw(&self, picture: &Picture, rect: Rect, frame: &mut Frame) {
        let mut inner = Frame::default();
        picture.draw(&mut inner, place_picture(picture, rect, self.fit.unwrap_or(PictureFit::Cover), self.focus));
        let (transform, clip) = (Transform::from_translate(0.0, 0.0), Some(Path::rect(rect).into()));
        frame.items.push(Item::Group(Group { transform, frame: std::sync::Arc::new(inner), clip, opacity: 1.0 }));
    }
}

/// The share of a picture that may be cut away unless a template says otherwise.
const CROPS: f64 = 0.4;

impl Face {
    /// Returns the pictures that a card wants, large ones where it `has_room`; `card` is its number. A box that the card does not have
    /// wants none.
    pub fn wanted_pictures(&self, content: &Content<'_>, card: &str, has_room: bool) -> Vec<WantedPicture> {
        let boxes = self.pictures.iter().filter_map(|step| self.picture_box(*step));
        let wanted = boxes.filter(|(_, place, _)| super::compose::is_shown(place, content, has_room)).filter_map(
            |(step, place, picture)| {
                let entry = picture.entry(content);
                let (path, origin) = match &picture.source {
                    PictureSource::Named(_) => {
                        let entry = entry?;
                        (entry.file(content, card), PictureOrigin::Card(entry.tag.clone()))
                    }
                    PictureSource::Path(parts) => {
                        let pointer = format!("{}/image", place.pointer);
                        (fill_path(parts, content, card), PictureOrigin::Template { file: picture.file?, pointer })
                    }
                };
                let fit = entry.and_then(|entry| entry.fit).unwrap_or(picture.fit);
                let chosen = entry.is_some_and(|entry| entry.focus.is_some()) || picture.focus.is_some();
                let crops = (!chosen).then_some(picture.crops);
                let (room, box_crops) = ([picture.rect.width, picture.rect.height], picture.crops);
                Some(WantedPicture { path, origin, room, fit, crops, box_crops, step })
            },
        );
        wanted.collect()
    }

    /// Says which file each path of a picture, each use of a data field and each font is written in, by its pointer.
    pub fn written_in(&mut self, file: impl Fn(&str) -> Option<u32>) {
        for of_field in &mut self.fields {
            of_field.file = file(&of_field.pointer);
        }
        for own in &mut self.own_fonts {
            own.file = file(&own.pointer);
        }
        for step in &self.pictures {
            if let Some(super::face::Step::Box(place)) = self.steps.get_mut(*step) {
                let written = file(&format!("{}/image", place.pointer));
                if let super::face::Filling::Picture(picture) = &mut place.filling {
                    picture.file = written;
                }
            }
        }
    }

    fn picture_box(&self, step: usize) -> Option<(usize, &super::face::Place, &PictureBox)> {
        match self.steps.get(step)? {
            super::face::Step::Box(place) => match &place.filling {
                super::face::Filling::Picture(picture) => Some((step, place, picture)),
                _ => None,
            },
            super::face::Step::Shapes(_) => None,
        }
    }
}

/// Returns a path with what its names mean. What a file's name cannot have on every system is a hyphen.
fn fill_path(parts: &[Part], content: &Content<'_>, card: &str) -> String {
    let plain = |text: &str| -> String {
        text.chars().map(|c| if c.is_control() || "/\\:*?\"<>|".contains(c) { '-' } else { c }).collect()
    };
    let part = |part: &Part| match part {
        Part::Text(text) => text.clone(),
        Part::Icon(name) => format!(":{name}:"),
        Part::Role(name) if name == CARD => plain(card),
        Part::Role(name) if name == ACCENT => content.accent.to_owned(),
        Part::Role(name) => {
            let entry = content.text(name);
            let text = |run: &Run| match run {
                Run::Text(text, _) => text.clone(),
                Run::Icon(name) => name.clone(),
            };
            let words = |entry: &Entry| entry.runs.iter().map(text).collect::<String>();
            let said = |entry: &Entry| plain(&entry.key.clone().unwrap_or_else(|| words(entry)));
            entry.map_or_else(|| format!("{{{name}}}"), said)
        }
    };
    parts.iter().map(part).collect()
}

/// The name of a card's number in a path.
pub(super) const CARD: &str = "card";

/// The name of a card's accent in a path: the key of its colours, the same in every language.
pub(super) const ACCENT: &str = "accent";
