//! What stands below the map: its name, north, the sticks as a scale, what the drawings mean.

use super::MapDrawing;
use crate::print::font::Font;
use crate::print::frame::{Frame, Path, Point, Rect, Stroke, Transform, at};
use crate::print::layout::{Align, Style, TextBox, TextSpan, Typesetter, Vertical};
use crate::print::template::Look;
use crate::systems::english::capital;
use crate::systems::pub_battles::faces::terrain::{Patch, Texture};
use crate::systems::pub_battles::model::{Stick, TerrainKind, TerrainLook};
use crate::systems::pub_battles::resolve::FeatureGround;
use crate::systems::strokes::polygon;

/// The width and the height of an item of the legend.
const ITEM: (f64, f64) = (46.0, 7.6);
/// The height of the row of the name, and of a scale.
const HEAD: f64 = 14.0;
const BAR: f64 = 7.0;

/// An item of the legend.
enum LegendItem {
    Kind(String, TerrainKind, TerrainLook, bool),
    Road,
    Held,
}

impl MapDrawing {
    /// Draws the foot, so many millimetres wide; returns its height too.
    pub(super) fn foot(&self, look: &Look, width: f64) -> (Frame, f64) {
        let mut frame = Frame::default();
        let bars = self.bars(width - 16.0);
        let bars_width = bars.iter().map(|(length, ..)| *length).fold(0.0, f64::max) + 14.0;
        let bars_height = (BAR * bars.len() as f64).max(1.0);
        // Beside the name where both have room.
        let is_beside = bars_width + 60.0 <= width;
        let name_width = if is_beside { width - bars_width - 6.0 } else { width };
        let title = TextBox {
            rect: Rect::new(0.0, 0.0, name_width, HEAD - 3.0),
            sizes: (28.0, 5.0),
            lines: 2,
            hyphens: false,
            align: Align::Left,
            vertical: Vertical::Middle,
        };
        let spans = [TextSpan::new(&self.name, Style { font: Font::SerifBold, color: look.ink() })];
        // A name in letters that no font has is found as a misfit of its own.
        let _ = Typesetter::lent(|ts| title.set(ts, &spans, &mut frame));
        let (left, top) = if is_beside { (width - bars_width, 0.0) } else { (0.0, HEAD) };
        north(look, &mut frame, at(left + 4.0, top + bars_height.max(10.0) / 2.0));
        for (i, (length, thirds, text)) in bars.iter().enumerate() {
            bar(look, &mut frame, at(left + 12.0, top + BAR * i as f64), *length, *thirds, text);
        }
        let mut height = if is_beside { HEAD.max(bars_height) } else { HEAD + bars_height.max(10.0) } + 2.0;
        let items = self.legend();
        let columns = ((width / ITEM.0).floor() as usize).clamp(1, items.len().max(1));
        for (i, item) in items.iter().enumerate() {
            let corner = at(ITEM.0 * (i % columns) as f64, height + ITEM.1 * (i / columns) as f64);
            self.item(look, &mut frame, item, corner);
        }
        height += ITEM.1 * items.len().div_ceil(columns) as f64;
        (frame, height)
    }

    /// Returns the scales: how long each is, in how many parts, and what it is. A stick that is longer than the foot of the map
    /// is left out, or only a third of it drawn.
    fn bars(&self, room: f64) -> Vec<(f64, u32, String)> {
        let bar = |(stick, name): (Stick, &str)| {
            let length = f64::from(self.field.stick(stick)) * self.scale;
            if length <= room {
                Some((length, 3, format!("{name} move, in thirds")))
            } else if length / 3.0 <= room {
                Some((length / 3.0, 1, format!("⅓ of the {} move", name.to_lowercase())))
            } else {
                None
            }
        };
        [(Stick::Foot, "Foot"), (Stick::Mounted, "Mounted")].into_iter().filter_map(bar).collect()
    }

    fn legend(&self) -> Vec<LegendItem> {
        let kinds = self.field.kinds.iter().enumerate().filter_map(|(index, (name, kind))| {
            let ground = self.field.features.iter().find(|feature| feature.kind == Some(index))?;
            let is_line = matches!(ground.ground, FeatureGround::Line(_));
            Some(LegendItem::Kind(name.clone(), *kind, self.looks[index], is_line))
        });
        let roads = (!self.roads.is_empty()).then_some(LegendItem::Road);
        let held = (!self.held.is_empty()).then_some(LegendItem::Held);
        kinds.chain(roads).chain(held).collect()
    }

    fn item(&self, look: &Look, frame: &mut Frame, item: &LegendItem, corner: Point) {
        let swatch = Rect::new(corner.x, corner.y, 11.0, 5.8);
        let middle = corner.y + 2.9;
        let line = [
            at(swatch.x + 0.6, middle + 0.9),
            at(swatch.x + 4.0, middle - 0.7),
            at(swatch.right() - 0.6, middle + 0.2),
        ];
        let texture = Texture { scale: 0.85, spread: 1.0, is_taken: &|_| false };
        let (name, what) = match item {
            LegendItem::Kind(name, kind, of, is_line) => {
                if *is_line {
                    texture.line(look, frame, &line, *of);
                } else {
                    let corners = [
                        at(swatch.x, swatch.y),
                        at(swatch.right(), swatch.y),
                        at(swatch.right(), swatch.bottom()),
                        at(swatch.x, swatch.bottom()),
                    ];
                    if let Some(patch) = Patch::new(vec![corners.to_vec()]) {
                        let mut drawn = Frame::default();
                        texture.ground(look, &mut drawn, &patch, *of);
                        texture.signs(look, &mut drawn, &patch, *of);
                        frame.place_within(patch.path(), &std::sync::Arc::new(drawn), Transform::at(0.0, 0.0));
                        frame.stroke(patch.path(), Stroke::new(look.muted(), 0.2));
                    }
                }
                (capital(name), meaning(*kind))
            }
            LegendItem::Road => {
                for (color, width) in [("road-edge", 1.9), ("road", 1.25)] {
                    let mut path = Path::polygon(&line);
                    path.0.pop();
                    frame.stroke(path, Stroke { round: true, ..Stroke::new(look.color(color), width) });
                }
                ("Road".to_owned(), "columns go twice as far".to_owned())
            }
            LegendItem::Held => {
                let dash = Some((1.6, 1.2));
                frame.stroke(
                    Path::circle(at(swatch.x + 5.5, middle), 2.7),
                    Stroke { dash, ..Stroke::new(look.color("goal"), 0.4) },
                );
                frame.fill(Path::circle(at(swatch.x + 5.5, middle), 0.6), look.color("goal"));
                ("To be held".to_owned(), "who is alone within the circle".to_owned())
            }
        };
        let room =
            |y: f64, height: f64| Rect::new(swatch.right() + 1.6, corner.y + y, ITEM.0 - swatch.width - 3.0, height);
        let text = |frame: &mut Frame, text: &str, font: Font, rect: Rect, sizes: (f64, f64)| {
            let text_box =
                TextBox { rect, sizes, lines: 1, hyphens: false, align: Align::Left, vertical: Vertical::Middle };
            let spans = [TextSpan::new(text, Style { font, color: look.ink() })];
            let _ = Typesetter::lent(|ts| text_box.set(ts, &spans, frame));
        };
        text(frame, &name, Font::SansSemi, room(0.0, 2.9), (7.5, 3.5));
        text(frame, &what, Font::Sans, room(3.0, 2.7), (6.0, 3.5));
    }
}

/// Returns what a kind of terrain does.
fn meaning(kind: TerrainKind) -> String {
    let mut words = Vec::new();
    if !kind.passable {
        words.push("impassable".to_owned());
    }
    match kind.modifier {
        0 => {}
        modifier => words.push(format!("−{} to attackers", modifier.unsigned_abs())),
    }
    if kind.blocks_sight {
        words.push("no sight".to_owned());
    }
    if words.is_empty() { "costs a third".to_owned() } else { words.join(", ") }
}

/// Draws the arrow to the north around a point.
fn north(look: &Look, frame: &mut Frame, middle: Point) {
    let mut arrow = Frame::default();
    arrow.fill(polygon(&[(0.0, -5.0), (0.0, 3.4), (-2.0, 4.6)]), look.ink());
    arrow.stroke(polygon(&[(0.0, -5.0), (2.0, 4.6), (0.0, 3.4)]), Stroke::new(look.ink(), 0.25));
    let spans = [TextSpan::new("N", Style { font: Font::SerifBold, color: look.ink() })];
    if let Ok(line) = Typesetter::lent(|ts| ts.line(&spans, 8.0)) {
        let x = -line.width / 2.0;
        line.draw(&mut arrow, at(x, -5.5));
    }
    frame.place(&std::sync::Arc::new(arrow), Transform::at(middle.x, middle.y + 1.6));
}

/// Draws a scale: a bar in parts, every second one filled.
fn bar(look: &Look, frame: &mut Frame, corner: Point, length: f64, parts: u32, text: &str) {
    let part = length / f64::from(parts);
    for i in 0..parts {
        let cell = Path::rect(Rect::new(corner.x + part * f64::from(i), corner.y + 3.6, part, 1.5));
        if i % 2 == 0 {
            frame.fill(cell.clone(), look.ink());
        }
        frame.stroke(cell, Stroke::new(look.ink(), 0.2));
    }
    let text_box = TextBox {
        rect: Rect::new(corner.x, corner.y, length.max(24.0), 3.2),
        sizes: (7.0, 4.0),
        lines: 1,
        hyphens: false,
        align: Align::Left,
        vertical: Vertical::Bottom,
    };
    let spans = [TextSpan::new(text, Style { font: Font::Sans, color: look.ink() })];
    let _ = Typesetter::lent(|ts| text_box.set(ts, &spans, frame));
}
