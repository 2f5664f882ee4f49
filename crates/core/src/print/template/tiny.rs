//! Text that is too small to be read with ease.

use super::legible::contrast;
use crate::print::frame::{Color, Item, Transform};
use crate::print::layout::POINT;

/// The smallest text of a box that is too small.
#[derive(Debug, Clone, PartialEq)]
pub struct TinyText {
    /// The box's name.
    pub name: String,
    /// The text.
    pub text: String,
    /// Its size in points, as it is printed.
    pub points: f64,
    /// True if it is light on a dark ground.
    pub is_reversed: bool,
}

/// The smallest size in points at which text is read with ease: dark on light, and light on dark, where ink runs into the letters.
pub const LEAST_POINTS: f64 = 5.0;
/// See [`LEAST_POINTS`].
pub const LEAST_POINTS_REVERSED: f64 = 6.0;

/// Sizes are as printed but for the rounding of the scales that they went through.
const ROUNDING: f64 = 0.05;

/// The contrast with white below which a colour is light.
const LIGHT: f64 = 3.0;

impl TinyText {
    /// Returns the smallest text among items that is too small, of the box `name`; `None` if all of them are large enough.
    pub fn find_smallest(items: &[Item], name: &str) -> Option<TinyText> {
        let mut smallest: Option<TinyText> = None;
        look(items, Transform::from_translate(0.0, 0.0), &mut |text, points, is_reversed| {
            if smallest.as_ref().is_none_or(|known| points < known.points) {
                smallest = Some(TinyText { name: name.to_owned(), text: text.to_owned(), points, is_reversed });
            }
        });
        smallest
    }
}

/// Shows the texts among items that are too small, with their sizes in points and whether they are light on dark.
fn look(items: &[Item], map: Transform, see: &mut dyn FnMut(&str, f64, bool)) {
    for item in items {
        match item {
            Item::Group(group) => look(&group.frame.items, map.compose(group.transform), see),
            Item::Text(text) => {
                let points = text.size * scale(map) / POINT;
                if is_tiny(points, text.color) && text.text.chars().any(char::is_alphanumeric) {
                    see(&text.text, points, is_reversed(text.color));
                }
            }
            Item::Shape(_) | Item::Area(_) | Item::Image(_) => {}
        }
    }
}

/// Returns true if text of a size in points and of a colour is too small to be read with ease.
pub(super) fn is_tiny(points: f64, color: Color) -> bool {
    points < LEAST_POINTS - ROUNDING || points < LEAST_POINTS_REVERSED - ROUNDING && is_reversed(color)
}

fn is_reversed(color: Color) -> bool {
    contrast(color, Color::WHITE) < LIGHT
}

/// Returns how much longer a length becomes by a map that stretches alike in all directions.
fn scale(map: Transform) -> f64 {
    let [a, b, c, d, ..] = map.0;
    (a * d - b * c).abs().sqrt()
}
