//! Faces as pixels: colours, lines, letters and images where the frame has them; PNG files read back.

use std::sync::Arc;

use muster_core::print::font::Font;
use muster_core::print::frame::{Color, Frame, Path, Pixels, Rect, Stroke, Transform, at};
use muster_core::print::image::{dots, paint, png, read_png};
use muster_core::print::layout::{Style, TextSpan, Typesetter};
use muster_core::print::picture::Picture;

const RED: Color = Color(200, 30, 30);

/// Ten pixels to the millimetre.
fn painted(frame: &Frame) -> Pixels {
    paint(frame, Rect::new(-1.0, -1.0, 12.0, 12.0), 120, 120).unwrap()
}

/// The colour at a place of the frame, in millimetres.
fn pixel(pixels: &Pixels, x: f64, y: f64) -> Color {
    let at = ((y + 1.0) * 10.0) as usize * 120 + ((x + 1.0) * 10.0) as usize;
    Color(pixels.rgb[3 * at], pixels.rgb[3 * at + 1], pixels.rgb[3 * at + 2])
}

#[test]
fn shapes_lie_where_the_frame_has_them() {
    let mut frame = Frame::default();
    let hole = Path::rect(Rect::new(2.0, 2.0, 2.0, 2.0));
    frame.fill(Path::rect(Rect::new(0.0, 0.0, 6.0, 6.0)).append(hole), RED);
    let dashed = Stroke { dash: Some((1.0, 1.0)), ..Stroke::new(Color::BLACK, 0.4) };
    frame.stroke(Path::line(at(0.0, 8.0), at(10.0, 8.0)), dashed);
    let mut inner = Frame::default();
    inner.fill(Path::circle(at(1.0, 1.0), 1.0), Color::BLACK);
    frame.place(&Arc::new(inner), Transform::from_scale_translate(0.5, 8.0, 1.0));
    let pixels = painted(&frame);
    for (x, y, color) in [
        (-0.5, 3.0, Color::WHITE),
        (1.0, 3.0, RED),
        (3.0, 3.0, Color::WHITE),
        (5.9, 5.9, RED),
        (0.5, 8.0, Color::BLACK),
        (1.5, 8.0, Color::WHITE),
        (2.5, 8.0, Color::BLACK),
        (8.5, 1.5, Color::BLACK),
        (8.02, 1.02, Color::WHITE),
    ] {
        assert_eq!(pixel(&pixels, x, y), color, "at {x}, {y}");
    }
}

#[test]
fn what_lies_outside_of_a_clip_is_left_off() {
    let mut ground = Frame::default();
    ground.fill(Path::rect(Rect::new(0.0, 0.0, 10.0, 10.0)), RED);
    let ground = Arc::new(ground);
    let mut inner = Frame::default();
    inner.place_within(Path::rect(Rect::new(2.0, 2.0, 6.0, 6.0)), &ground, Transform::from_translate(0.0, 0.0));
    let mut frame = Frame::default();
    // A clip within a clip: only what lies in both is drawn, moved as the groups are.
    frame.place_within(
        Path::rect(Rect::new(0.0, 0.0, 5.0, 10.0)),
        &Arc::new(inner),
        Transform::from_translate(1.0, 0.0),
    );
    frame.fill(Path::rect(Rect::new(8.0, 8.0, 2.0, 2.0)), Color::BLACK);
    let pixels = painted(&frame);
    for (x, y, color) in [
        (2.5, 5.0, Color::WHITE),
        (3.5, 5.0, RED),
        (5.5, 7.5, RED),
        (6.5, 5.0, Color::WHITE),
        (3.5, 1.5, Color::WHITE),
        (9.0, 9.0, Color::BLACK),
    ] {
        assert_eq!(pixel(&pixels, x, y), color, "at {x}, {y}");
    }
}

#[test]
fn letters_stand_on_their_baseline() {
    let mut frame = Frame::default();
    let style = Style { font: Font::SansBold, color: Color::BLACK };
    let line = Typesetter::default().line(&[TextSpan::new("HI", style)], 20.0).unwrap();
    let (width, height) = (line.width, line.cap_height);
    line.draw(&mut frame, at(1.0, 9.0));
    let pixels = painted(&frame);
    let mut ink = (f64::MAX, f64::MAX, f64::MIN, f64::MIN);
    for row in 0..120 {
        for column in 0..120 {
            let (x, y) = (f64::from(column) / 10.0 - 1.0, f64::from(row) / 10.0 - 1.0);
            if pixel(&pixels, x + 0.05, y + 0.05) == Color::BLACK {
                ink = (ink.0.min(x), ink.1.min(y), ink.2.max(x + 0.1), ink.3.max(y + 0.1));
            }
        }
    }
    assert!((ink.3 - 9.0).abs() < 0.15 && (ink.1 - (9.0 - height)).abs() < 0.25, "{ink:?}, {height}");
    assert!(ink.0 > 1.0 && ink.0 < 2.0 && ink.2 < 1.0 + width && ink.2 > width, "{ink:?}, {width}");
}

#[test]
fn images_keep_their_colours() {
    let source = png(&Pixels { width: 2, height: 1, rgb: vec![255, 0, 0, 0, 0, 255] }, 96.0);
    let rect = Rect::new(0.0, 0.0, 10.0, 5.0);
    let mut frame = Frame::default();
    Picture::read(source).expect("a picture").draw(&mut frame, rect);
    let pixels = painted(&frame);
    assert_eq!(pixel(&pixels, 1.0, 2.0), Color(255, 0, 0));
    assert_eq!(pixel(&pixels, 9.0, 2.0), Color(0, 0, 255));
    assert_eq!(pixel(&pixels, 5.0, 6.0), Color::WHITE);
}

#[test]
fn a_png_says_its_size_and_is_read_back() {
    let mut frame = Frame::default();
    frame.fill(Path::rect(Rect::new(0.0, 0.0, 5.0, 5.0)), RED);
    let pixels = painted(&frame);
    let bytes = png(&pixels, 300.0);
    assert_eq!(bytes, png(&painted(&frame), 300.0));
    assert_eq!(read_png(&bytes).unwrap(), pixels);
    let at = bytes.windows(4).position(|w| w == b"pHYs").unwrap() + 4;
    assert_eq!(bytes[at..at + 9], [0, 0, 0x2e, 0x23, 0, 0, 0x2e, 0x23, 1], "11811 pixels per metre are 300 dpi");
    assert!(read_png(b"no picture").is_err());
    assert_eq!(paint(&frame, Rect::new(0.0, 0.0, 1.0, 1.0), 0, 10), None);
}

#[test]
fn dots_follow_from_the_size() {
    // The canvases of three printers: a poker card with 1/8 in, 0.12 in and no bleed at 300 dpi.
    for (bleed, width, height) in [(3.175, 825, 1125), (3.048, 822, 1122), (0.0, 750, 1050)] {
        assert_eq!((dots(63.5 + 2.0 * bleed, 300.0), dots(88.9 + 2.0 * bleed, 300.0)), (width, height));
    }
}

#[test]
fn images_are_copied_into_others() {
    let mut sheet = Pixels::white(3, 2);
    let black = Pixels { width: 2, height: 2, rgb: vec![0; 12] };
    sheet.copy(&black, 2, 1);
    assert_eq!(sheet.rgb, [[255; 15].as_slice(), &[0; 3]].concat(), "what hangs over is cut off");
}
