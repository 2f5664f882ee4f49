//! Large pieces in tiles: laid over each other they coincide, and glued together they are as large as the piece.

use std::sync::Arc;

use muster_core::print::Card;
use muster_core::print::frame::{Frame, Path, Rect, Transform};
use muster_core::print::image::paint;
use muster_core::print::sheet::Page;

/// Returns what a tile shows of a piece, in the piece's coordinates.
fn shown(page: &Page) -> Rect {
    let [place] = &page.places[..] else { panic!("a tile has one place") };
    Rect::new(place.clip.x - place.trim.x, place.clip.y - place.trim.y, place.clip.width, place.clip.height)
}

/// So far a tile overlaps the next one, in millimetres.
const OVERLAP: f64 = 10.0;

/// Paints a strip of a page as it is printed.
fn strip(page: &Page, front: &Arc<Frame>, area: Rect) -> Vec<u8> {
    let place = &page.places[0];
    let mut frame = Frame::default();
    frame.place_within(Path::rect(shown(page)), front, Transform::from_translate(place.trim.x, place.trim.y));
    let pixels = |length: f64| (length * 4.0).round() as u32;
    paint(&frame, area, pixels(area.width), pixels(area.height)).expect("pixels").rgb
}

/// Asserts that two strips look alike but for rounding, and that something is drawn there.
#[track_caller]
fn assert_coincide(one: &[u8], other: &[u8]) {
    assert_eq!(one.len(), other.len());
    let apart = one.iter().zip(other).filter(|(a, b)| a.abs_diff(**b) > 48).count();
    assert!(apart * 200 < one.len(), "{apart} of {} differ", one.len());
    assert!(one.iter().any(|part| *part < 200), "something is drawn where tiles overlap");
}

/// Asserts that the pages of a piece are a plan and tiles in several columns and rows, that tiles show the same where they
/// overlap, and that glued together they are as large as the piece.
#[track_caller]
pub(crate) fn assert_tiles_coincide(piece: &Card, pages: &[Page]) {
    let tiles: Vec<&Page> = pages.iter().filter(|page| !page.places.is_empty()).collect();
    assert_eq!(pages.len(), tiles.len() + 1, "a plan before the tiles");
    let columns = tiles.iter().take_while(|page| shown(page).y == shown(tiles[0]).y).count();
    let rows = tiles.len() / columns;
    assert!(columns > 1 && rows > 1 && columns * rows == tiles.len(), "{columns} × {rows}");
    let (mut width, mut height) = (0.0, 0.0);
    for (i, tile) in tiles.iter().enumerate() {
        let clip = tile.places[0].clip;
        if i % columns + 1 < columns {
            let next = tiles[i + 1];
            let right = Rect::new(clip.right() - OVERLAP, clip.y, OVERLAP, clip.height);
            let left = Rect { width: OVERLAP, ..next.places[0].clip };
            assert_coincide(&strip(tile, &piece.front, right), &strip(next, &piece.front, left));
        }
        if i / columns + 1 < rows {
            let next = tiles[i + columns];
            let bottom = Rect::new(clip.x, clip.bottom() - OVERLAP, clip.width, OVERLAP);
            let top = Rect { height: OVERLAP, ..next.places[0].clip };
            assert_coincide(&strip(tile, &piece.front, bottom), &strip(next, &piece.front, top));
        }
        width += if i < columns { clip.width } else { 0.0 };
        height += if i % columns == 0 { clip.height } else { 0.0 };
    }
    let glued = |length: f64, tiles: usize| length - OVERLAP * (tiles - 1) as f64;
    assert!((glued(width, columns) - piece.size.width).abs() < 1e-6, "{width} {:?}", piece.size);
    // A legend may be on the plan, and is cut off then.
    let without = piece.legend.as_ref().map(|legend| piece.size.height - legend.strip);
    let is_high = |height_of: f64| (glued(height, rows) - height_of).abs() < 1e-6;
    assert!(is_high(piece.size.height) || without.is_some_and(is_high), "{height} {:?}", piece.size);
}
