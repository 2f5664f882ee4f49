//! The four states of an army in a row, with a ring for each counter in them.

use muster_core::print::font::Font;
use muster_core::print::frame::{Frame, Path, Rect, Stroke, at};
use muster_core::print::template::Look;

use super::strokes::draw_centered;

/// Between two states, and between two rings, in millimetres.
const GAP: f64 = 2.0;
const BETWEEN: f64 = 0.8;
/// The height of a state's name.
const NAME: f64 = 5.0;
/// The largest ring.
const LARGEST: f64 = 7.0;

/// Draws the states, of these names, into a box. The rings are numbered by the counters that are left, and can be crossed out.
pub(super) fn draw(look: &Look, frame: &mut Frame, (by_state, names): ([u16; 4], &[String; 4]), rect: Rect) {
    let width = (rect.width - 3.0 * GAP) / 4.0;
    let room = Rect::new(0.0, 0.0, width - 3.0, rect.height - NAME - 2.0);
    let most = by_state.into_iter().max().unwrap_or(0);
    let (columns, ring) = fit(most, room);
    let mut left: u16 = by_state.iter().sum();
    for (i, (name, counters)) in names.iter().zip(by_state).enumerate() {
        let corner = at(rect.x + (width + GAP) * i as f64, rect.y);
        let outline = Rect::new(corner.x, corner.y, width, rect.height);
        frame.stroke(Path::rounded_rect(outline, 1.2), Stroke::new(look.rule(), 0.3));
        let middle = at(corner.x + width / 2.0, corner.y + NAME / 2.0 + 0.4);
        draw_centered(frame, name, (Font::SansSemi, look.ink()), middle, 8.0, width - 2.0);
        let rows = counters.div_ceil(columns.max(1));
        let in_row = counters.div_ceil(rows.max(1));
        let across = f64::from(in_row) * (ring + BETWEEN) - BETWEEN;
        let start = at(corner.x + (width - across) / 2.0, corner.y + NAME + 1.0);
        for place in 0..counters {
            let (row, column) = (place / in_row, place % in_row);
            let step = |n: u16| (ring + BETWEEN) * f64::from(n) + ring / 2.0;
            let middle = at(start.x + step(column), start.y + step(row));
            frame.stroke(Path::circle(middle, ring / 2.0), Stroke::new(look.muted_color(), 0.3));
            draw_centered(frame, &left.to_string(), (Font::Sans, look.muted_color()), middle, ring * 1.3, ring * 0.8);
            left -= 1;
        }
    }
}

/// Returns the number of rings that stand in a row, and how large they are, so that so many fit.
fn fit(rings: u16, room: Rect) -> (u16, f64) {
    let sizes = (1..=rings.max(1)).map(|columns| {
        let rows = rings.max(1).div_ceil(columns);
        let along = |length: f64, count: u16| (length + BETWEEN) / f64::from(count) - BETWEEN;
        (columns, along(room.width, columns).min(along(room.height, rows)).min(LARGEST))
    });
    sizes.fold((1, 0.0), |best, next| if next.1 > best.1 + 1e-9 { next } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_rings_as_there_are_counters_fit() {
        let room = Rect::new(0.0, 0.0, 42.0, 15.0);
        for rings in 0..=80 {
            let (columns, ring) = fit(rings, room);
            let rows = rings.div_ceil(columns);
            assert!(ring > 1.0, "{rings}: {ring}");
            assert!(f64::from(columns) * (ring + BETWEEN) - BETWEEN <= room.width + 1e-6, "{rings}");
            assert!(f64::from(rows) * (ring + BETWEEN) - BETWEEN <= room.height + 1e-6, "{rings}");
        }
    }
}
