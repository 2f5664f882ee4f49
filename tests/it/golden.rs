//! Golden pictures: what is painted is compared with a small committed PNG, with a tolerance for the machine's rounding.
//!
//! `MUSTER_BLESS=1 cargo test` writes them again.

use muster_core::print::font::Font;
use muster_core::print::frame::{Color, Frame, Path, Pixels, Rect, Stroke, at};
use muster_core::print::image::{paint, png, read_png};
use muster_core::print::layout::{Style, TextSpan, Typesetter};

/// Parts of a picture may differ by this much of 255: the edges of letters, where machines round differently.
const EDGE: u8 = 48;
/// This share of the parts may differ by more.
const STRAY: f64 = 0.001;
/// The mean difference of all parts.
const MEAN: f64 = 0.5;

/// Compares a picture with `tests/it/golden/NAME.png`.
pub(crate) fn assert_golden(name: &str, pixels: &Pixels) {
    assert_picture(&format!("tests/it/golden/{name}.png"), pixels);
}

/// Compares a picture with a committed one.
pub(crate) fn assert_picture(path: &str, pixels: &Pixels) {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("MUSTER_BLESS").is_some() {
        std::fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/golden")).unwrap();
        return std::fs::write(path, png(pixels, 100.0)).unwrap();
    }
    let golden = std::fs::read(&path).map_err(|error| error.to_string()).and_then(|bytes| read_png(&bytes));
    if let Err(difference) = golden.and_then(|golden| compare(&golden, pixels)) {
        panic!("{path}: {difference}; look at the picture, and if it is right, `MUSTER_BLESS=1 cargo test`");
    }
}

/// How far two pictures differ, where that is more than rounding.
fn compare(golden: &Pixels, now: &Pixels) -> Result<(), String> {
    if (golden.width, golden.height) != (now.width, now.height) {
        return Err(format!("{} × {} pixels, not {} × {}", now.width, now.height, golden.width, golden.height));
    }
    let apart = || golden.rgb.iter().zip(&now.rgb).map(|(a, b)| a.abs_diff(*b));
    let all = golden.rgb.len() as f64;
    let mean = apart().map(f64::from).sum::<f64>() / all;
    let stray = apart().filter(|d| *d > EDGE).count() as f64 / all;
    if mean > MEAN || stray > STRAY {
        return Err(format!(
            "differs by {mean:.2} on average, and in {:.2} % of it by more than {EDGE}",
            100.0 * stray
        ));
    }
    Ok(())
}

#[test]
fn a_picture_that_differs_is_refused() {
    let picture = |x: f64, radius: f64| {
        let mut frame = Frame::default();
        frame.fill(Path::circle(at(x, 5.0), radius), Color(180, 20, 20));
        paint(&frame, Rect::new(0.0, 0.0, 10.0, 10.0), 100, 100).unwrap()
    };
    let golden = picture(5.0, 3.0);
    assert_eq!(compare(&golden, &picture(5.0, 3.0)), Ok(()));
    assert_eq!(compare(&golden, &picture(5.005, 3.0)), Ok(()), "a twentieth of a dot is rounding");
    assert!(compare(&golden, &picture(5.2, 3.0)).is_err(), "two dots are not");
    assert!(compare(&golden, &picture(5.0, 3.1)).is_err());
    assert!(compare(&golden, &Pixels::white(100, 99)).unwrap_err().contains("100 × 99"));
}

#[test]
fn letters_lines_and_dashes_look_as_before() {
    let mut frame = Frame::default();
    let mut ts = Typesetter::default();
    for (row, font) in Font::ALL.into_iter().enumerate() {
        let style = Style { font, color: Color(20, 40, 90) };
        ts.line(&[TextSpan::new("Łódź AV fi 7½", style)], 12.0)
            .unwrap()
            .draw(&mut frame, at(1.0, 5.0 + 6.0 * row as f64));
    }
    let dashed = Stroke { dash: Some((2.0, 1.0)), round: true, ..Stroke::new(Color(150, 20, 20), 0.5) };
    frame.stroke(Path::rounded_rect(Rect::new(0.5, 0.5, 34.0, 37.0), 2.0), dashed);
    assert_golden("specimen", &paint(&frame, Rect::new(0.0, 0.0, 35.0, 38.0), 140, 152).unwrap());
}
