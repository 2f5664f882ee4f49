//! Pictures on faces: fetched, measured, and laid below or on drawings of the game's own.

use std::sync::Arc;

use muster_core::diag::Diagnostic;
use muster_core::print::Size;
use muster_core::print::frame::{Frame, Path, Point, Rect, Transform};
use muster_core::print::picture::Picture;
use muster_core::print::template::{Content, Face, PictureEntry, PictureOrigin, WantedPicture};
use muster_core::source::{Address, FileId, Pointer};

use super::{Drawing, same};
use crate::art::{self, Gallery, UNSUPPORTED_IN_PICTURE};
use crate::printed::{FaceContent, Printed, SizedPicture};

impl<G: Printed> Drawing<'_, '_, G> {
    /// Draws a picture that lies below a drawing, and finds what is wrong with it.
    pub(super) fn lay_below(&mut self, below: &SizedPicture, frame: &mut Frame) {
        let (Some(gallery), Some(at)) = (self.gallery, &self.at) else { return };
        let at = at.join(below.tag);
        match gallery.picture(&below.path, &at) {
            Ok(picture) => {
                let rect = below.laid.map_or(below.rect, |points| laid_by(points, picture.size()));
                let mut drawn = Frame::default();
                picture.draw(&mut drawn, rect);
                match below.laid {
                    None => frame.items.append(&mut drawn.items),
                    Some(_) => frame.place_within(
                        Path::rect(below.rect),
                        &Arc::new(drawn),
                        Transform::from_translate(0.0, 0.0),
                    ),
                }
                let wanted = WantedPicture::new_stretched(&below.path, below.tag, [rect.width, rect.height]);
                self.of_pictures.extend(art::remarks(&wanted, &picture, &at));
            }
            Err(finding) => self.of_pictures.push(*finding),
        }
    }

    /// Draws a picture on a drawing, and finds what is wrong with it.
    pub(super) fn lay_on(&mut self, entry: &PictureEntry, at: &Address, rect: Rect, frame: &mut Frame) {
        let Some(gallery) = self.gallery else { return };
        let found = match gallery.picture(&entry.path, at) {
            Ok(picture) => {
                entry.draw(&picture, rect, frame);
                art::remarks(&WantedPicture::filling(entry, [rect.width, rect.height]), &picture, at)
            }
            Err(finding) => vec![*finding],
        };
        // The faces of a piece show the same one: told once.
        for finding in found {
            if !self.of_pictures.iter().any(|known| same(known, &finding)) {
                self.of_pictures.push(finding);
            }
        }
    }

    /// Returns the pictures that a card wants: large ones where its text leaves room and nothing is wrong with them at that size.
    pub(super) fn wanted_pictures(
        &mut self,
        gallery: &dyn Gallery,
        face: &Face,
        content: &Content<'_>,
        written: &FaceContent<'_>,
    ) -> Vec<WantedPicture> {
        if face.has_room_for_art(self.ts, content) {
            let wanted = face.wanted_pictures(content, &self.card, true);
            let is_good = |wanted: &WantedPicture| {
                self.named_at(wanted, written).is_some_and(|at| {
                    let picture = gallery.picture(&wanted.path, &at);
                    let is_of_file = |found: &Diagnostic| found.code == UNSUPPORTED_IN_PICTURE;
                    picture.is_ok_and(|picture| art::remarks(&wanted.covering(), &picture, &at).iter().all(is_of_file))
                })
            };
            if wanted.iter().filter(|wanted| face.is_large(wanted)).all(is_good) {
                return wanted;
            }
        }
        face.wanted_pictures(content, &self.card, false)
    }

    /// Returns the place that names a picture; `None` if nothing that is written does.
    fn named_at(&self, wanted: &WantedPicture, written: &FaceContent<'_>) -> Option<Address> {
        match &wanted.origin {
            PictureOrigin::Template { file, pointer } => {
                Some(Address::value(FileId::from_number(*file), Pointer::parse(pointer)))
            }
            PictureOrigin::Card(tag) => match &written.place {
                Some(place) => Some(place(tag)),
                None => self.at.clone(),
            },
        }
    }

    /// Fetches the pictures that a card wants, and keeps the findings about them. Returns true with them if one is missing:
    /// previews and drafts show a placeholder instead.
    pub(super) fn pictures(
        &mut self,
        gallery: &dyn Gallery,
        wanted: Vec<WantedPicture>,
        written: &FaceContent<'_>,
    ) -> (Vec<(WantedPicture, Arc<Picture>)>, bool) {
        let mut is_any_missing = false;
        let fetch = |wanted: WantedPicture| {
            let at = self.named_at(&wanted, written)?;
            let found = match gallery.picture(&wanted.path, &at) {
                Ok(picture) => (art::remarks(&wanted, &picture, &at), (wanted, picture)),
                Err(finding) => {
                    is_any_missing = true;
                    let stand_in = Arc::new(art::stand_in(wanted.room));
                    (vec![*finding], (wanted, stand_in))
                }
            };
            // Several cards show the same one: told once.
            for finding in found.0 {
                if !self.of_pictures.iter().any(|known| same(known, &finding)) {
                    self.of_pictures.push(finding);
                }
            }
            Some(found.1)
        };
        let fetched = wanted.into_iter().filter_map(fetch).collect();
        (fetched, is_any_missing)
    }
}

/// Returns the rectangle over which a picture of a size is drawn so that two of its points lie where they should. Of points that
/// both grow downward the second coordinate is counted from its upper edge, else from its lower one.
fn laid_by([(on, of), (on_2, of_2)]: [(Point, Point); 2], size: Size) -> Rect {
    let is_from_below = (on.y < on_2.y) != (of.y < of_2.y);
    let down = |y: f64| if is_from_below { size.height - y } else { y };
    let axis = |on: f64, on_2: f64, of: f64, of_2: f64, whole: f64| {
        let scale = (on_2 - on) / (of_2 - of);
        (on - of * scale, whole * scale)
    };
    let (x, width) = axis(on.x, on_2.x, of.x, of_2.x, size.width);
    let (y, height) = axis(on.y, on_2.y, down(of.y), down(of_2.y), size.height);
    Rect::new(x, y, width, height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_core::print::frame::at;

    /// A picture of 460 × 440 pixels of which the place at 30, 420 lies at the lower left corner of a drawing of 200 × 200 mm, and
    /// 430, 20 at the upper right one: half a millimetre a pixel. Counted from the lower edge these are 30, 20 and 430, 420.
    #[test]
    fn pictures_are_laid_by_two_points() {
        let size = Size { width: 460.0, height: 440.0 };
        let down = laid_by([(at(0.0, 200.0), at(30.0, 420.0)), (at(200.0, 0.0), at(430.0, 20.0))], size);
        let up = laid_by([(at(0.0, 200.0), at(30.0, 20.0)), (at(200.0, 0.0), at(430.0, 420.0))], size);
        assert_eq!(down, Rect::new(-15.0, -10.0, 230.0, 220.0));
        assert_eq!(up, down);
    }
}
