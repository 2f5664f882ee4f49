//! The foot of the map: its name, north, the sticks as a scale, the meaning of the drawings.

use muster_core::print::font::Font;
use muster_core::print::frame::{Color, Frame, Path, Point, Rect, Stroke, Transform, at};
use muster_core::print::layout::{Align, Style, TextBox, TextSpan, Typesetter, Vertical};
use muster_core::print::template::Look;
use muster_core::print::{Misfit, What};
use muster_core::source::Pointer;
use muster_systems::catalogue::capital;
use muster_systems::strokes::polygon;

use super::{MARGIN, MapDrawing};
use crate::faces::terrain::{Patch, TerrainStyle, Texture};
use crate::model::{Stick, TerrainKind};
use crate::resolve::{FeatureGround, Field};
use crate::wording::{PubWord as W, PubWording};

/// The width and the height of an item of the legend.
const ITEM: (f64, f64) = (46.0, 7.6);
/// Those of its drawing.
const SWATCH: (f64, f64) = (11.0, 5.8);
/// The height of the row of the name, and of a scale.
const HEAD: f64 = 14.0;
const BAR: f64 = 7.0;

/// The words below the map: a drawing outlives the catalogue that says them.
pub(super) struct FootWords {
    /// The effect of each kind of terrain, by its number.
    kinds: Vec<String>,
    /// A name and its meaning.
    road: [String; 2],
    held: [String; 2],
    north: String,
    /// The labels of a scale: for a whole stick, and for a third of one.
    foot: [String; 2],
    mounted: [String; 2],
}

impl FootWords {
    /// Returns the words for a field.
    pub(super) fn new(field: &Field, wording: PubWording<'_>) -> FootWords {
        let both = |words: [W; 2]| words.map(|word| wording.word(word));
        FootWords {
            kinds: field.kinds.iter().map(|(_, kind)| meaning(*kind, wording)).collect(),
            road: both([W::Road, W::RoadMeaning]),
            held: both([W::ToBeHeld, W::HeldMeaning]),
            north: wording.word(W::NorthSign),
            foot: both([W::FootInThirds, W::ThirdOfFoot]),
            mounted: both([W::MountedInThirds, W::ThirdOfMounted]),
        }
    }
}

/// An item of the legend.
enum LegendItem {
    /// A kind of terrain by its number, with its name; whether lines are of it.
    Kind(usize, String, TerrainStyle, bool),
    Road,
    Held,
}

impl MapDrawing {
    /// Draws the foot, so many millimetres wide; returns its height too.
    pub(super) fn foot(&self, look: &Look, width: f64) -> (Frame, f64) {
        let mut frame = Frame::default();
        let bars = self.bars(width - 16.0);
        let bars_width = bars_width(&bars);
        let bars_height = (BAR * bars.len() as f64).max(1.0);
        let (is_beside, name_width) = place_scales(width, bars_width);
        // What does not fit is a misfit.
        let _ = title(name_width, &self.name, look.ink(), &mut frame);
        let (left, top) = if is_beside { (width - bars_width, 0.0) } else { (0.0, HEAD) };
        north(look, &mut frame, &self.words.north, at(left + 4.0, top + bars_height.max(10.0) / 2.0));
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

    /// Returns what does not fit below the map: its name, and those of kinds of terrain.
    pub(super) fn foot_misfits(&self) -> Vec<Misfit> {
        let width = self.width() - 2.0 * MARGIN;
        let (_, name_width) = place_scales(width, bars_width(&self.bars(width - 16.0)));
        let misfit = |name: &str, tag: Pointer, what| {
            let (name, tag) = (name.to_owned(), tag.as_str().to_owned());
            Misfit { name, tag, what }
        };
        let mut frame = Frame::default();
        let of_map = title(name_width, &self.name, Color::BLACK, &mut frame).err();
        let of_map = of_map.map(|what| misfit("name of the map", Pointer::default().key("name"), what));
        let of_kind = |item: LegendItem| {
            let LegendItem::Kind(_, name, ..) = item else { return None };
            let what = word(at(0.0, 0.0), &capital(&name), Color::BLACK, &mut frame).err()?;
            Some(misfit("kind", Pointer::default().key("kinds").key(&name), what))
        };
        of_map.into_iter().chain(self.legend().into_iter().filter_map(of_kind)).collect()
    }

    /// Returns the scales: the length of each, the number of its parts, and its label. If a stick is longer than the foot of
    /// the map, only a third of it is drawn, or nothing.
    fn bars(&self, room: f64) -> Vec<(f64, u32, String)> {
        let bar = |(stick, [whole, third]): (Stick, &[String; 2])| {
            let length = f64::from(self.field.stick(stick)) * self.scale;
            if length <= room {
                Some((length, 3, whole.clone()))
            } else if length / 3.0 <= room {
                Some((length / 3.0, 1, third.clone()))
            } else {
                None
            }
        };
        [(Stick::Foot, &self.words.foot), (Stick::Mounted, &self.words.mounted)].into_iter().filter_map(bar).collect()
    }

    fn legend(&self) -> Vec<LegendItem> {
        let kinds = self.field.kinds.iter().enumerate().filter_map(|(index, (name, _))| {
            let ground = self.field.features.iter().find(|feature| feature.kind == Some(index))?;
            let is_line = matches!(ground.ground, FeatureGround::Line(_));
            Some(LegendItem::Kind(index, name.clone(), self.styles[index], is_line))
        });
        let roads = (!self.roads.is_empty()).then_some(LegendItem::Road);
        let held = (!self.held.is_empty()).then_some(LegendItem::Held);
        kinds.chain(roads).chain(held).collect()
    }

    fn item(&self, look: &Look, frame: &mut Frame, item: &LegendItem, corner: Point) {
        let swatch = Rect::new(corner.x, corner.y, SWATCH.0, SWATCH.1);
        let middle = corner.y + 2.9;
        let line = [
            at(swatch.x + 0.6, middle + 0.9),
            at(swatch.x + 4.0, middle - 0.7),
            at(swatch.right() - 0.6, middle + 0.2),
        ];
        let texture = Texture { scale: 0.8, spread: 0.8, in_rows: false, is_taken: &|_| false };
        let (name, what) = match item {
            LegendItem::Kind(kind, name, of, is_line) => {
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
                        frame.place_within(
                            patch.path(),
                            &std::sync::Arc::new(drawn),
                            Transform::from_translate(0.0, 0.0),
                        );
                        frame.stroke(patch.path(), Stroke::new(look.muted_color(), 0.2));
                    }
                }
                (capital(name), &self.words.kinds[*kind])
            }
            LegendItem::Road => {
                for (color, width) in [("road-edge", 1.9), ("road", 1.25)] {
                    let mut path = Path::polygon(&line);
                    path.0.pop();
                    frame.stroke(path, Stroke { round: true, ..Stroke::new(look.color(color), width) });
                }
                (self.words.road[0].clone(), &self.words.road[1])
            }
            LegendItem::Held => {
                let dash = Some((1.6, 1.2));
                frame.stroke(
                    Path::circle(at(swatch.x + 5.5, middle), 2.7),
                    Stroke { dash, ..Stroke::new(look.color("goal"), 0.4) },
                );
                frame.fill(Path::circle(at(swatch.x + 5.5, middle), 0.6), look.color("goal"));
                (self.words.held[0].clone(), &self.words.held[1])
            }
        };
        let _ = word(corner, &name, look.ink(), frame);
        let rect = text_room(corner, 3.0, 2.7);
        let _ = line_of(what, (Font::Sans, look.ink()), rect, (6.0, 3.5), frame);
    }
}

/// Returns the place for a text beside a swatch: `y` below its upper edge, and `height` high.
fn text_room(corner: Point, y: f64, height: f64) -> Rect {
    Rect::new(corner.x + SWATCH.0 + 1.6, corner.y + y, ITEM.0 - SWATCH.0 - 3.0, height)
}

/// Sets the name of an item of the legend; the error says what does not fit.
fn word(corner: Point, name: &str, color: Color, frame: &mut Frame) -> Result<(), What> {
    line_of(name, (Font::SansSemi, color), text_room(corner, 0.0, 2.9), (7.5, 3.5), frame)
}

fn line_of(
    text: &str,
    (font, color): (Font, Color),
    rect: Rect,
    sizes: (f64, f64),
    frame: &mut Frame,
) -> Result<(), What> {
    let text_box = TextBox { rect, sizes, lines: 1, hyphens: false, align: Align::Left, vertical: Vertical::Middle };
    Typesetter::lent(|ts| text_box.set(ts, &[TextSpan::new(text, Style { font, color })], frame))
}

/// Sets the name of the map; the error says what does not fit.
fn title(width: f64, name: &str, color: Color, frame: &mut Frame) -> Result<(), What> {
    let text_box = TextBox {
        rect: Rect::new(0.0, 0.0, width, HEAD - 3.0),
        sizes: (28.0, 5.0),
        lines: 2,
        hyphens: false,
        align: Align::Left,
        vertical: Vertical::Middle,
    };
    let spans = [TextSpan::new(name, Style { font: Font::SerifBold, color })];
    Typesetter::lent(|ts| text_box.set(ts, &spans, frame))
}

/// Returns the width of the scales with the arrow to the north.
fn bars_width(bars: &[(f64, u32, String)]) -> f64 {
    bars.iter().map(|(length, ..)| *length).fold(0.0, f64::max) + 14.0
}

/// Returns whether the scales are beside the name, as they are if both have room, and the width of the name.
fn place_scales(width: f64, bars_width: f64) -> (bool, f64) {
    let is_beside = bars_width + 60.0 <= width;
    (is_beside, if is_beside { width - bars_width - 6.0 } else { width })
}

/// Returns what a kind of terrain does.
fn meaning(kind: TerrainKind, wording: PubWording<'_>) -> String {
    let mut words = Vec::new();
    if !kind.passable {
        words.push(wording.word(W::Impassable));
    }
    match kind.modifier.unsigned_abs() {
        0 => {}
        modifier => words.push(wording.say(W::ToAttackers, &[modifier.into()])),
    }
    if kind.blocks_sight {
        words.push(wording.word(W::NoSight));
    }
    if words.is_empty() { wording.word(W::CostsAThird) } else { wording.commas(&words) }
}

/// Draws the arrow to the north around a point.
fn north(look: &Look, frame: &mut Frame, letter: &str, middle: Point) {
    let mut arrow = Frame::default();
    arrow.fill(polygon(&[(0.0, -5.0), (0.0, 3.4), (-2.0, 4.6)]), look.ink());
    arrow.stroke(polygon(&[(0.0, -5.0), (2.0, 4.6), (0.0, 3.4)]), Stroke::new(look.ink(), 0.25));
    let spans = [TextSpan::new(letter, Style { font: Font::SerifBold, color: look.ink() })];
    if let Ok(line) = Typesetter::lent(|ts| ts.line(&spans, 8.0)) {
        let x = -line.width / 2.0;
        line.draw(&mut arrow, at(x, -5.5));
    }
    frame.place(&std::sync::Arc::new(arrow), Transform::from_translate(middle.x, middle.y + 1.6));
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
