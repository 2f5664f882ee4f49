//! The flags of factions, drawn from their patterns and colours.

use std::sync::Arc;

use muster_core::print::font::Font;
use muster_core::print::frame::{Color, Frame, Path, Rect, Stroke, Transform, at};
use muster_core::print::template::{Content, Drawing, PictureEntry, PictureFit};

use super::strokes::{draw_letters, fit_ratio};
use crate::model::{DrawnFlag, Flag, FlagColour, FlagPattern, FlagPicture};
use crate::resolve::TabletopBattle;

/// A flag is so many times as wide as it is high.
const RATIO: f64 = 1.5;
/// The line around a flag, and dark and light letters on it.
const INK: Color = Color(0x1c, 0x1c, 0x1c);

/// A flag to draw: that of a faction, or of cards that are none's.
#[derive(Debug, Clone)]
pub(super) struct FlagToDraw {
    colours: [Option<Color>; 3],
    pattern: FlagPattern,
    /// The letters on it, if there is no pattern to draw.
    letters: String,
}

impl FlagToDraw {
    /// Returns the flag of a faction; without one, a plain flag with the initials of a nation.
    pub(super) fn new(battle: &TabletopBattle, faction: Option<usize>, nation: &str) -> FlagToDraw {
        let written = faction.and_then(|faction| battle.scenario()?.factions.get(faction));
        match written.map(|faction| (&faction.flag, &faction.name)) {
            Some((Flag::Drawn(DrawnFlag { pattern, colours }), name)) => {
                let drawn = [0, 1, 2].map(|i| colours.get(i).copied().map(color));
                let letters = if colours.is_empty() { initials(name) } else { String::new() };
                FlagToDraw { colours: drawn, pattern: *pattern, letters }
            }
            Some((Flag::Picture(_), name)) => FlagToDraw::plain(name),
            None => FlagToDraw::plain(nation),
        }
    }

    fn plain(name: &str) -> FlagToDraw {
        FlagToDraw { colours: [None; 3], pattern: FlagPattern::Plain, letters: initials(name) }
    }

    /// Puts the flag of a faction, or of none, on a face: as a picture where it is one, else as a drawing.
    pub(super) fn put<'a>(
        battle: &TabletopBattle,
        (faction, nation): (Option<usize>, &str),
        name: &'static str,
        content: &mut Content<'a>,
    ) {
        match faction.and_then(|index| Some((index, &battle.scenario()?.factions.get(index)?.flag))) {
            Some((index, Flag::Picture(FlagPicture { image }))) => {
                let tag = format!("/scenario/factions/{index}/flag/image");
                let (path, fit) = (image.clone(), Some(PictureFit::Contain));
                content.pictures.push((name, PictureEntry { path, fit, focus: None, tag, is_default: false }));
            }
            _ => content.drawings.push((name, FlagToDraw::new(battle, faction, nation).drawing())),
        }
    }

    /// Returns the drawing of it, as large as fits in the middle of a box.
    pub(super) fn drawing<'a>(&self) -> Drawing<'a> {
        let flag = self.clone();
        Box::new(move |_, frame, rect| flag.draw(frame, fit_ratio(rect, RATIO)))
    }

    /// Draws it all over a box.
    fn draw(&self, frame: &mut Frame, r: Rect) {
        let [field, charge, third] = self.colours;
        let (field, charge) = (field.unwrap_or(Color::WHITE), charge.unwrap_or(INK));
        let mut drawn = Frame::default();
        let (w, h) = (r.width, r.height);
        let part = |x: f64, y: f64, width: f64, height: f64| Path::rect(Rect::new(x * w, y * h, width * w, height * h));
        let polygon =
            |points: &[(f64, f64)]| Path::polygon(&points.iter().map(|(x, y)| at(x * w, y * h)).collect::<Vec<_>>());
        drawn.fill(part(0.0, 0.0, 1.0, 1.0), field);
        // What lies on the field has a narrow edge of the third colour.
        let edges: Vec<(f64, Color)> = third.map(|third| (1.0, third)).into_iter().chain([(0.0, charge)]).collect();
        match self.pattern {
            FlagPattern::Plain => {}
            FlagPattern::Cross => {
                for (edge, color) in edges {
                    let (x, y) = (0.09 + 0.035 * edge, 0.135 + 0.0525 * edge);
                    drawn.fill(part(0.5 - x, 0.0, 2.0 * x, 1.0), color);
                    drawn.fill(part(0.0, 0.5 - y, 1.0, 2.0 * y), color);
                }
            }
            FlagPattern::Saltire => {
                for (edge, color) in edges {
                    let stroke = Stroke::new(color, (0.2 + 0.09 * edge) * h);
                    drawn.stroke(Path::line(at(-0.2 * w, -0.2 * h), at(1.2 * w, 1.2 * h)), stroke);
                    drawn.stroke(Path::line(at(-0.2 * w, 1.2 * h), at(1.2 * w, -0.2 * h)), stroke);
                }
            }
            FlagPattern::Bars => {
                drawn.fill(part(0.0, 1.0 / 3.0, 1.0, 1.0 / 3.0), charge);
                drawn.fill(part(0.0, 2.0 / 3.0, 1.0, 1.0 / 3.0), third.unwrap_or(field));
            }
            FlagPattern::Pales => {
                drawn.fill(part(1.0 / 3.0, 0.0, 1.0 / 3.0, 1.0), charge);
                drawn.fill(part(2.0 / 3.0, 0.0, 1.0 / 3.0, 1.0), third.unwrap_or(field));
            }
            FlagPattern::Quarters => {
                drawn.fill(part(0.5, 0.0, 0.5, 0.5), charge);
                drawn.fill(part(0.0, 0.5, 0.5, 0.5), charge);
                drawn.fill(part(0.5, 0.5, 0.5, 0.5), third.unwrap_or(field));
            }
            FlagPattern::Disc => {
                for (edge, color) in edges {
                    drawn.fill(Path::circle(at(0.5 * w, 0.5 * h), (0.29 + 0.07 * edge) * h), color);
                }
            }
            FlagPattern::Border => {
                for (inset, color) in [(0.0, charge), (0.16, third.unwrap_or(field)), (0.23, field)] {
                    let inner = Rect::new(0.0, 0.0, w, h).inflate(-inset * h, -inset * h);
                    drawn.fill(Path::rect(inner), color);
                }
            }
            FlagPattern::Bend => {
                for (edge, color) in edges {
                    let stroke = Stroke::new(color, (0.26 + 0.1 * edge) * h);
                    drawn.stroke(Path::line(at(-0.2 * w, 1.2 * h), at(1.2 * w, -0.2 * h)), stroke);
                }
            }
            FlagPattern::Pile => {
                drawn.fill(part(0.0, 0.5, 1.0, 0.5), third.unwrap_or(field));
                drawn.fill(polygon(&[(0.0, 0.0), (0.5, 0.5), (0.0, 1.0)]), charge);
            }
        }
        let ink = if is_dark(field) { Color::WHITE } else { INK };
        draw_letters(
            &mut drawn,
            &self.letters,
            (Font::SansBold, ink),
            Rect::new(0.08 * w, 0.15 * h, 0.84 * w, 0.7 * h),
        );
        frame.place_within(
            Path::rect(Rect::new(0.0, 0.0, w, h)),
            &Arc::new(drawn),
            Transform::from_translate(r.x, r.y),
        );
        frame.stroke(Path::rect(r), Stroke::new(INK, 0.15));
    }
}

/// Returns the first letters of the words of a name, three at most, without small words.
fn initials(name: &str) -> String {
    const SMALL: [&str; 6] = ["the", "of", "and", "a", "de", "von"];
    let words: Vec<&str> =
        name.split(|c: char| c.is_whitespace() || c == '-').filter(|word| !word.is_empty()).collect();
    let large: Vec<&str> =
        words.iter().copied().filter(|word| !SMALL.contains(&word.to_lowercase().as_str())).collect();
    let words = if large.is_empty() { words } else { large };
    words.into_iter().filter_map(|word| word.chars().next()).take(3).flat_map(char::to_uppercase).collect()
}

fn is_dark(Color(r, g, b): Color) -> bool {
    u32::from(r) * 3 + u32::from(g) * 6 + u32::from(b) < 1275
}

/// Returns a colour of flags as it is printed: colours that are next to each other on flags differ in lightness too.
fn color(colour: FlagColour) -> Color {
    match colour {
        FlagColour::White => Color::WHITE,
        FlagColour::Black => INK,
        FlagColour::Red => Color(0xc4, 0x1e, 0x2a),
        FlagColour::Blue => Color(0x1f, 0x3d, 0x8c),
        FlagColour::Green => Color(0x1f, 0x7a, 0x3d),
        FlagColour::Yellow => Color(0xf4, 0xc8, 0x37),
        FlagColour::Orange => Color(0xe8, 0x7a, 0x1d),
        FlagColour::Purple => Color(0x66, 0x2d, 0x82),
        FlagColour::Brown => Color(0x78, 0x4a, 0x28),
        FlagColour::Grey => Color(0x8e, 0x8e, 0x8e),
        FlagColour::Sky => Color(0x7f, 0xb8, 0xe6),
        FlagColour::Maroon => Color(0x6b, 0x14, 0x20),
    }
}

#[cfg(test)]
mod tests {
    use super::initials;

    #[test]
    fn initials_leave_out_small_words() {
        let named = ["The Commons of Samarrow", "Northern League", "the", "Kingdom of the Two Green Isles", ""];
        assert_eq!(named.map(initials), ["CS", "NL", "T", "KTG", ""]);
    }
}
