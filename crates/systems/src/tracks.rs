//! Tracks: sheets with boxes in which turns, losses and other numbers are counted.

use muster_core::print::font::Font;
use muster_core::print::frame::{Frame, Path, Rect, Stroke};
use muster_core::print::template::Look;
use muster_core::print::{MAX_BLEED, Size};
use muster_core::source::Address;

use super::printed::{Back, Piece, SizedSide, Surface};
use super::strokes::draw_text;

/// The width of a sheet and its parts, in millimetres: it fits on A4 and on Letter.
const WIDTH: f64 = 190.0;
const MARGIN: f64 = 6.0;
const HEAD: f64 = 12.0;

/// What a game draws below the title of a track, in a box of the sheet.
pub type TrackDrawing = Box<dyn Fn(&Look, &mut Frame, Rect) + Send + Sync>;

/// The track of a scenario.
pub struct Track {
    /// The face whose colours it has.
    pub face: &'static str,
    /// The name of the scenario, and where the number that is counted is written.
    pub scenario: (String, Address),
    /// What a track is called, and the title of this one.
    pub label: (String, String),
    /// The height of what is below the title, in millimetres.
    pub height: f64,
    /// What is below the title.
    pub parts: TrackDrawing,
    /// The same as text.
    pub text: String,
}

/// Returns the piece of a track.
pub fn track<'a>(track: Track) -> Piece<'a> {
    let Track { face, scenario: (scenario, at), label: (label, title), height, parts, text } = track;
    let draw = move |look: &Look| {
        let size = Size { width: WIDTH, height: 2.0 * MARGIN + HEAD + height };
        let mut frame = Frame::default();
        let paper = Rect::new(0.0, 0.0, size.width, size.height).inflate(MAX_BLEED, MAX_BLEED);
        frame.fill(Path::rect(paper), look.paper());
        let within = Rect::new(MARGIN, MARGIN + HEAD, WIDTH - 2.0 * MARGIN, height);
        let head = Rect { y: MARGIN, height: HEAD - 3.0, ..within };
        draw_text(&mut frame, &title, (Font::SerifBold, look.ink()), head, (18.0, 8.0), 1);
        parts(look, &mut frame, within);
        (size, frame)
    };
    Piece {
        group: vec![scenario],
        back: Back::Blank,
        token: true,
        at: Some(at),
        ..Piece::new("track", label, Surface::Sized(SizedSide::new(face, text, Box::new(draw))))
    }
}

/// Draws boxes of one width side by side, each with its text in the middle; those that are marked have a ground.
pub fn boxes(look: &Look, frame: &mut Frame, rect: Rect, texts: &[String], is_marked: &dyn Fn(usize) -> bool) {
    let width = rect.width / texts.len().max(1) as f64;
    for (i, text) in texts.iter().enumerate() {
        let one = Rect { x: rect.x + width * i as f64, width, ..rect };
        if is_marked(i) {
            frame.fill(Path::rect(one), look.rule());
        }
        frame.stroke(Path::rect(one), Stroke::new(look.ink(), 0.25));
        draw_text(frame, text, (Font::SansSemi, look.ink()), one.inflate(-0.4, -2.0), (10.0, 6.0), 1);
    }
}
