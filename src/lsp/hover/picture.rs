//! A card as a picture for a hover: a PNG file in a reference of its own, small enough for editors.

use std::collections::BTreeSet;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use muster_core::diag::Sink;
use muster_core::print::frame::Rect;
use muster_core::print::image::{dots, paint, png};
use muster_core::source::{Address, Sources};
use muster_systems::With;

use crate::lsp::analysis::project;
use crate::lsp::view::{Known, View};
use crate::project::gallery::ProjectGallery;
use crate::project::looks::WantedLook;

/// The longest reference, in bytes.
const LONGEST: usize = 50_000;

/// Dots per inch, the first that gives a picture which is small enough.
const DPI: [f64; 5] = [110.0, 90.0, 72.0, 50.0, 30.0];

/// Pixels along a side at most.
const WIDEST: u32 = 1200;

/// Returns the picture of the front of the card at a place, as a `data:` reference; `None` if there is none.
pub(super) fn card_picture(view: View<'_>, known: &Known<'_>, at: &Address) -> Option<String> {
    let (project, _) = project(view.systems, view.documents).ok()?;
    let (sources, reader) = (&known.analysis.review.sources, project.reader());
    let settings = project.settings.print([sources.get(at.file).path()]).ok()?;
    let look = WantedLook::default().or(&settings);
    let looks = project.looks(&look, &mut Sources::default(), &mut Sink::default()).ok()?;
    let gallery = ProjectGallery::new(sources, &reader, false);
    let with = With::Usual { also: BTreeSet::new(), tokens: false };
    for unit in known.analysis.battles_of(at.file).filter(|unit| unit.sound) {
        let Some(battle) = &unit.battle else { continue };
        let (faces, words) = (looks.faces(unit.system), looks.words(unit.system));
        let (drawn, _) = unit.system.faces(battle, faces, words, &with, Some(&gallery));
        let Some(drawn) = drawn.into_iter().find(|drawn| drawn.at.as_ref() == Some(at)) else { continue };
        let card = drawn.card;
        let (area, front) = (Rect::new(0.0, 0.0, card.size.width, card.size.height), card.clip_side(&card.front, 0.0));
        return DPI.iter().find_map(|dpi| {
            let (width, height) = (dots(card.size.width, *dpi), dots(card.size.height, *dpi));
            if width.max(height) > WIDEST {
                return None;
            }
            let picture = format!(
                "data:image/png;base64,{}",
                BASE64_STANDARD.encode(png(&paint(&front, area, width, height)?, *dpi))
            );
            (picture.len() <= LONGEST).then_some(picture)
        });
    }
    None
}
