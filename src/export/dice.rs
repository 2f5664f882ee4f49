//! The faces of dice and of plates with a number: what no game prints.

use muster_core::print::Size;
use muster_core::print::frame::{Color, Frame, Path, Rect, Stroke, at};

/// The side of a die, in millimetres.
pub(super) const DIE: Size = Size { width: 14.0, height: 14.0 };
/// The size of a plate.
pub(super) const PLATE: Size = Size { width: 60.0, height: 16.0 };

/// Returns the face of a die with so many pips.
pub(super) fn pips(count: u8) -> Frame {
    let mut frame = Frame::default();
    let whole = Rect::new(0.0, 0.0, DIE.width, DIE.height);
    frame.fill(Path::rect(whole), Color(40, 40, 40));
    frame.fill(Path::rounded_rect(whole.inflate(-0.4, -0.4), 2.0), Color(250, 248, 240));
    let (low, middle, high) = (3.6, DIE.width / 2.0, DIE.width - 3.6);
    let corners = [(low, low), (high, high), (low, high), (high, low), (low, middle), (high, middle)];
    let even = usize::from(count / 2 * 2).min(corners.len());
    let spots = corners[..even].iter().copied().chain((count % 2 == 1).then_some((middle, middle)));
    for (x, y) in spots {
        frame.fill(Path::circle(at(x, y), 1.35), Color(20, 20, 20));
    }
    frame
}

/// Returns an empty plate, on which a program writes a number.
pub(super) fn plate() -> Frame {
    let mut frame = Frame::default();
    let whole = Rect::new(0.0, 0.0, PLATE.width, PLATE.height);
    frame.fill(Path::rect(whole), Color(250, 248, 240));
    frame.stroke(Path::rect(whole.inflate(-0.3, -0.3)), Stroke::new(Color(40, 40, 40), 0.6));
    frame
}
