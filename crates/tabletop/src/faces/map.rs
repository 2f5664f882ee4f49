//! The map: numbered hexes with their terrain, roads, places and what is to be held, in the colours of the templates.

use muster_core::print::font::Font;
use muster_core::print::frame::{Color, Frame, Path, Point, Rect, Stroke, Transform, at};
use muster_core::print::layout::{Style, TextSpan, Typesetter};
use muster_core::print::template::{FaceOffer, Look};
use muster_core::print::{MAX_BLEED, Misfit, Size, What};
use muster_core::source::{Address, Pointer};
use muster_systems::printed::{Piece, PlacedBox, SizedSide, Surface};

use super::strokes::{corners, draw_text, lines};
use super::terrain::{self, ACROSS};
use crate::hexes::HexLayout;
use crate::model::Terrain;
use crate::resolve::{ResolvedMap, RoadSegment, TabletopBattle, VictoryGoal};
use crate::sentences;
use crate::wording::{TabletopWord as W, TabletopWording};

/// The face that has the colours of the map.
pub(super) const FACE: FaceOffer = FaceOffer { name: "map", ..FaceOffer::NOTHING };

/// Around the hexes; above them for the name, below them for a row of the legend.
const MARGIN: f64 = 6.0;
const HEAD: f64 = 11.0;
const LEGEND: f64 = 8.0;
/// The width of an item of the legend.
const ITEM: f64 = 37.0;
/// The border of a hex that is to be held: so far within the hex, and so wide.
const BORDER_INSET: f64 = 0.9;
const BORDER_WIDTH: f64 = 0.6;

/// The grid of a map's hexes on paper.
#[derive(Debug, Clone, Copy, PartialEq)]
struct HexGrid {
    layout: HexLayout,
    /// From side to side of a hex, in millimetres.
    across: f64,
    /// The corner that the hexes begin at.
    corner: Point,
}

impl HexGrid {
    fn new(layout: HexLayout, across: f64, corner: Point) -> HexGrid {
        HexGrid { layout, across, corner }
    }

    /// Returns the middle of a hex.
    fn middle(self, hex: usize) -> Point {
        let (column, row) = self.layout.place(hex);
        // With a flat top columns are lines, otherwise rows.
        let (line, place) = if self.layout.flat { (column, row) } else { (row, column) };
        let radius = self.across / 3.0_f64.sqrt();
        let shove = if self.layout.is_shoved(line) { self.across / 2.0 } else { 0.0 };
        let across_lines = radius * (1.0 + 1.5 * f64::from(line - 1));
        let along_line = self.across * (f64::from(place) - 0.5) + shove;
        let (x, y) = if self.layout.flat { (across_lines, along_line) } else { (along_line, across_lines) };
        at(self.corner.x + x, self.corner.y + y)
    }

    /// Returns the width and the height of all hexes together.
    fn size(self) -> Size {
        let HexLayout { columns, rows, flat, .. } = self.layout;
        let (lines, places) = if flat { (columns, rows) } else { (rows, columns) };
        let radius = self.across / 3.0_f64.sqrt();
        let has_shoved = lines > 1 || self.layout.is_shoved(1);
        let along = self.across * (f64::from(places) + if has_shoved { 0.5 } else { 0.0 });
        let across = radius * (1.5 * f64::from(lines) + 0.5);
        if flat { Size { width: across, height: along } } else { Size { width: along, height: across } }
    }
}

/// Returns the map of a battle, or a map alone, with hexes so many millimetres from side to side; `None` if there is none.
pub(super) fn piece<'a>(
    battle: &TabletopBattle,
    number: &str,
    across: f64,
    wording: TabletopWording<'_>,
) -> Option<Piece<'a>> {
    let drawn = MapDrawing::new(battle, across, wording)?;
    let map = drawn.map();
    let (at, label) = (map.address(""), wording.say(W::MapOf, &[(&map.written.name).into()]));
    let side = SizedSide {
        boxes: drawn.boxes(),
        misfits: misfits(map),
        ..SizedSide::new(FACE.name, about(map, wording), Box::new(move |look| drawn.draw(look)))
    };
    Some(Piece {
        group: battle.scenario().map(|scenario| scenario.name.clone()).into_iter().collect(),
        token: true,
        at: Some(at),
        ..Piece::new(number, label, Surface::Sized(side))
    })
}

/// Returns the hexes that somebody wins by holding.
fn held_hexes(battle: &TabletopBattle) -> Vec<usize> {
    let held = battle.victory.iter().filter_map(|victory| match &victory.rule {
        VictoryGoal::Hold { hexes, .. } => Some(hexes.iter().copied()),
        _ => None,
    });
    let mut held: Vec<usize> = held.flatten().collect();
    held.sort_unstable();
    held.dedup();
    held
}

/// Returns a description of the map, for those who cannot see it.
fn about(map: &ResolvedMap, wording: TabletopWording<'_>) -> String {
    let count = |terrain: Terrain| map.terrain.iter().filter(|at| **at == Some(terrain)).count();
    let terrain = Terrain::ALL.map(|terrain| (count(terrain), wording.word(sentences::terrain(terrain))));
    let terrain = terrain.into_iter().filter(|(count, _)| *count > 0).map(|(count, word)| {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        wording.say(W::HexesOf, &[count.into(), (&word).into()])
    });
    let HexLayout { columns, rows, .. } = map.layout;
    let mut text = wording.say(
        W::MapShows,
        &[
            (&map.written.name).into(),
            (&wording.say(W::Columns, &[u32::from(columns).into()])).into(),
            (&wording.say(W::Rows, &[u32::from(rows).into()])).into(),
            (&wording.all_of(&terrain.collect::<Vec<_>>())).into(),
        ],
    );
    let places = map.places.iter().filter_map(|(name, hex)| Some(format!("{name} {}", map.digits((*hex)?))));
    let places: Vec<String> = places.collect();
    if !places.is_empty() {
        text += &wording.say(W::MapPlaces, &[(&wording.commas(&places)).into()]);
    }
    let roads = map.roads.iter().map(|road| format!("{}–{}", map.digits(road.from), map.digits(road.to)));
    let roads: Vec<String> = roads.collect();
    if !roads.is_empty() {
        text += &wording.say(W::MapRoads, &[(&wording.commas(&roads)).into()]);
    }
    text
}

/// Returns the names whose letters no font has.
fn misfits(map: &ResolvedMap) -> Vec<Misfit> {
    let names = [("name", "/name", &map.written.name)].into_iter();
    let names = names.chain(map.places.iter().map(|(name, _)| ("place", "/places", name)));
    let wrong = names.filter_map(|(what, tag, name)| {
        let spans = [TextSpan::new(name, Style { font: Font::SansSemi, color: Color::BLACK })];
        let missing = Typesetter::lent(|ts| ts.prepare(&spans, false).err())?;
        Some(Misfit { name: what.to_owned(), tag: tag.to_owned(), what: What::NoGlyphs(missing) })
    });
    wrong.collect()
}

/// A map with what is drawn on it.
pub(super) struct MapDrawing {
    map: ResolvedMap,
    /// Hexes that somebody wins by holding.
    held: Vec<usize>,
    /// From side to side of a hex, in millimetres.
    across: f64,
    /// The texts of the legend: of each terrain, of roads, of held hexes.
    legend: LegendTexts,
}

/// The texts of a legend.
struct LegendTexts {
    terrain: [String; 4],
    road: String,
    held: String,
}

impl LegendTexts {
    fn new(wording: TabletopWording<'_>) -> LegendTexts {
        let of_terrain = |terrain: Terrain| {
            let cost = match terrain {
                Terrain::Plain => "1".to_owned(),
                Terrain::Forest => "2".to_owned(),
                Terrain::Mountain | Terrain::Water => wording.word(W::Closed),
            };
            let name = wording.word(sentences::terrain(terrain));
            wording.say(W::TerrainCosts, &[(&name).into(), (&cost).into()])
        };
        LegendTexts {
            terrain: Terrain::ALL.map(of_terrain),
            road: wording.word(W::RoadCosts),
            held: wording.word(W::ToBeHeld),
        }
    }
}

impl MapDrawing {
    /// Returns the map of a battle, or a map alone, with hexes so many millimetres from side to side; `None` if there is none.
    pub(super) fn new(battle: &TabletopBattle, across: f64, wording: TabletopWording<'_>) -> Option<MapDrawing> {
        let map = battle.map.clone().filter(|map| !map.layout.is_empty())?;
        Some(MapDrawing { map, held: held_hexes(battle), across, legend: LegendTexts::new(wording) })
    }

    /// Returns the same with other roads.
    pub(super) fn with_roads(mut self, roads: Vec<RoadSegment>) -> MapDrawing {
        self.map.roads = roads;
        self
    }

    pub(super) fn map(&self) -> &ResolvedMap {
        &self.map
    }

    /// Returns the middle of a hex in the drawing.
    pub(super) fn middle(&self, hex: usize) -> Point {
        self.grid().middle(hex)
    }

    /// Returns the rectangles around hexes, unless there are many, and around places, and where each is written.
    fn boxes(&self) -> Vec<PlacedBox> {
        const MANY: usize = 1000;
        let grid = self.grid();
        let boxed = |hex: usize, across: f64, at: Address| {
            let middle = grid.middle(hex);
            PlacedBox { rect: Rect::new(middle.x - across / 2.0, middle.y - across / 2.0, across, across), at }
        };
        let are_many = self.map.terrain.len() > MANY;
        let there = self.map.terrain.iter().enumerate().filter(|(_, terrain)| terrain.is_some() && !are_many);
        let letter = |hex: usize| {
            let (column, row) = self.map.layout.place(hex);
            self.map.letters_address(usize::from(row) - 1, usize::from(column) - 1, 1)
        };
        let hexes = there.map(|(hex, _)| boxed(hex, self.across, letter(hex)));
        let places = self.map.places.iter().filter_map(|(name, hex)| {
            let at = Pointer::root().key("places").key(name);
            Some(boxed((*hex)?, self.across / 2.0, self.map.address(at.as_str())))
        });
        hexes.chain(places).collect()
    }

    fn grid(&self) -> HexGrid {
        HexGrid::new(self.map.layout, self.across, at(MARGIN, MARGIN + HEAD))
    }

    /// Draws the map; returns its size too.
    pub(super) fn draw(&self, look: &Look) -> (Size, Frame) {
        let grid = self.grid();
        let hexes = grid.size();
        let width = (hexes.width + 2.0 * MARGIN).max(2.0 * ITEM + 2.0 * MARGIN);
        let legend = self.legend();
        let columns = (((width - 2.0 * MARGIN) / ITEM).floor() as usize).clamp(1, legend.len());
        let rows = legend.len().div_ceil(columns);
        let height = hexes.height + 2.0 * MARGIN + HEAD + LEGEND * rows as f64 + 2.0;
        let size = Size { width, height };
        let mut frame = Frame::default();
        let paper = Rect::new(0.0, 0.0, width, height).inflate(MAX_BLEED, MAX_BLEED);
        frame.fill(Path::rect(paper), look.paper());
        self.hexes(look, &mut frame);
        self.roads(look, &mut frame);
        self.numbers(look, &mut frame);
        self.places(look, &mut frame);
        let head = Rect::new(MARGIN, MARGIN - 1.0, width - 2.0 * MARGIN, HEAD - 2.0);
        draw_text(&mut frame, &self.map.written.name, (Font::SerifBold, look.ink()), head, (24.0, 6.0), 1);
        let top = MARGIN + HEAD + hexes.height + 4.0;
        for (i, item) in legend.iter().enumerate() {
            let corner = at(MARGIN + ITEM * (i % columns) as f64, top + LEGEND * (i / columns) as f64);
            self.item(look, &mut frame, *item, corner);
        }
        (size, frame)
    }

    /// Draws the terrain of every hex, then the lines between them.
    fn hexes(&self, look: &Look, frame: &mut Frame) {
        let (grid, flat) = (self.grid(), self.map.layout.flat);
        let there = || self.map.terrain.iter().enumerate().filter_map(|(hex, terrain)| Some((hex, (*terrain)?)));
        let scale = self.across / ACROSS;
        for (hex, terrain) in there() {
            let (column, row) = self.map.layout.place(hex);
            let middle = grid.middle(hex);
            let drawn = terrain::hex(look, terrain, flat, usize::from(column) * 2 + usize::from(row) * 3);
            frame.place(&drawn, Transform::from_scale_translate(scale, middle.x, middle.y));
        }
        let outline = look.symbol("hex outline", usize::from(flat), |look| {
            let mut frame = Frame::default();
            let path = Path::polygon(&corners(at(0.0, 0.0), ACROSS, flat));
            frame.stroke(path, Stroke::new(look.muted_color(), 0.2));
            frame
        });
        for (hex, _) in there() {
            let middle = grid.middle(hex);
            frame.place(&outline, Transform::from_scale_translate(scale, middle.x, middle.y));
        }
        for hex in &self.held {
            let path = Path::polygon(&corners(grid.middle(*hex), self.across - 2.0 * BORDER_INSET, flat));
            frame.stroke(path, Stroke { dash: Some((2.2, 1.2)), ..Stroke::new(look.ink(), BORDER_WIDTH) });
        }
    }

    fn roads(&self, look: &Look, frame: &mut Frame) {
        let grid = self.grid();
        let scale = self.across / ACROSS;
        for (color, width) in [(look.ink(), 2.2), (look.color("road"), 1.4)] {
            let stroke = Stroke { round: true, ..Stroke::new(color, width * scale) };
            for road in &self.map.roads {
                frame.stroke(Path::line(grid.middle(road.from), grid.middle(road.to)), stroke);
            }
        }
    }

    /// Draws the digits of every hex, near its upper edge.
    fn numbers(&self, look: &Look, frame: &mut Frame) {
        let (grid, scale) = (self.grid(), self.across / ACROSS);
        let up = if self.map.layout.flat { 7.9 } else { 7.6 } * scale;
        for (hex, terrain) in self.map.terrain.iter().enumerate() {
            if terrain.is_none() {
                continue;
            }
            let middle = grid.middle(hex);
            let is_held = self.held.contains(&hex);
            // Below the border of what is to be held.
            let border = self.across / 2.0 - BORDER_INSET - BORDER_WIDTH;
            let up = if is_held && self.map.layout.flat { up.min(border - 1.3 * scale) } else { up };
            let room = Rect::new(middle.x - 5.0 * scale, middle.y - up - 1.4 * scale, 10.0 * scale, 2.8 * scale);
            let has_road = self.map.roads.iter().any(|road| road.from == hex || road.to == hex);
            let is_crossed = has_road || is_held;
            if let Some(terrain) = terrain.filter(|_| is_crossed) {
                // So that the digits are read on dark edges of roads, and on borders of what is to be held.
                let label = room.inflate(-1.9 * scale, -0.1 * scale);
                frame.fill(Path::rounded_rect(label, 0.6 * scale), look.color(terrain.word()));
            }
            let size = 6.5 * scale;
            draw_text(frame, &self.map.digits(hex), (Font::SansSemi, look.ink()), room, (size, size), 1);
        }
    }

    /// Draws the names of places, on labels below the middles of their hexes.
    fn places(&self, look: &Look, frame: &mut Frame) {
        let (grid, scale) = (self.grid(), self.across / ACROSS);
        for (name, hex) in &self.map.places {
            let Some(hex) = hex else { continue };
            let middle = grid.middle(*hex);
            frame.fill(Path::circle(middle, 1.5 * scale), look.paper());
            frame.stroke(Path::circle(middle, 1.5 * scale), Stroke::new(look.ink(), 0.6 * scale));
            let spans = [TextSpan::new(name, Style { font: Font::SansSemi, color: look.ink() })];
            let label = Typesetter::lent(|ts| {
                let sizes = [7.0, 6.0, 5.0].map(|size| size * scale);
                let widest = 21.0 * scale;
                let fitting = |ts: &mut Typesetter, size: f64| ts.wrap(&spans, size, widest, false).ok();
                let lines = sizes.into_iter().find_map(|size| fitting(ts, size).filter(|lines| lines.len() == 1));
                lines.or_else(|| fitting(ts, sizes[1]))
            });
            let Some(label) = label else { continue };
            let pitch = 2.5 * scale;
            let width = label.iter().map(|line| line.width).fold(0.0, f64::max) + 1.2 * scale;
            let height = pitch * label.len() as f64 + 0.5 * scale;
            let top = middle.y + 5.4 * scale - height / 2.0;
            let ground = Rect::new(middle.x - width / 2.0, top, width, height);
            frame.fill(Path::rounded_rect(ground, 0.7 * scale), look.paper());
            frame.stroke(Path::rounded_rect(ground, 0.7 * scale), Stroke::new(look.muted_color(), 0.15));
            for (line, below) in label.into_iter().zip(1..) {
                let x = middle.x - line.width / 2.0;
                line.draw(frame, at(x, top + pitch * f64::from(below) - 0.35 * scale));
            }
        }
    }

    /// Returns the legend below the hexes.
    fn legend(&self) -> Vec<LegendItem> {
        let is_there = |terrain: &Terrain| self.map.terrain.contains(&Some(*terrain));
        let mut items: Vec<LegendItem> = Terrain::ALL.into_iter().filter(is_there).map(LegendItem::Terrain).collect();
        if !self.map.roads.is_empty() {
            items.push(LegendItem::Road);
        }
        if !self.held.is_empty() {
            items.push(LegendItem::Held);
        }
        if items.is_empty() { vec![LegendItem::Road] } else { items }
    }

    fn item(&self, look: &Look, frame: &mut Frame, item: LegendItem, corner: Point) {
        let (flat, middle) = (self.map.layout.flat, at(corner.x + 4.0, corner.y + 3.0));
        let text = match item {
            LegendItem::Terrain(terrain) => {
                let scale = 6.0 / ACROSS;
                frame.place(
                    &terrain::hex(look, terrain, flat, 0),
                    Transform::from_scale_translate(scale, middle.x, middle.y),
                );
                let outline = Path::polygon(&corners(middle, 6.0, flat));
                frame.stroke(outline, Stroke::new(look.muted_color(), 0.2));
                &self.legend.terrain[terrain as usize]
            }
            LegendItem::Road => {
                let line = || lines(&[(middle.x - 3.2, middle.y), (middle.x + 3.2, middle.y)]);
                frame.stroke(line(), Stroke { round: true, ..Stroke::new(look.ink(), 2.2) });
                frame.stroke(line(), Stroke { round: true, ..Stroke::new(look.color("road"), 1.4) });
                &self.legend.road
            }
            LegendItem::Held => {
                let path = Path::polygon(&corners(middle, 5.6, flat));
                frame.stroke(path, Stroke { dash: Some((1.1, 0.6)), ..Stroke::new(look.ink(), 0.5) });
                &self.legend.held
            }
        };
        let spans = [TextSpan::new(text, Style { font: Font::Sans, color: look.ink() })];
        if let Ok(line) = Typesetter::lent(|ts| ts.line(&spans, 8.0)) {
            let y = middle.y + line.cap_height / 2.0;
            line.draw(frame, at(corner.x + 8.8, y));
        }
    }
}

/// An item of the legend.
#[derive(Debug, Clone, Copy)]
enum LegendItem {
    Terrain(Terrain),
    Road,
    Held,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Shoved;

    #[test]
    fn neighbours_lie_side_by_side_and_all_hexes_within_the_size() {
        for (columns, rows) in [(1, 1), (1, 4), (4, 1), (5, 4), (4, 5)] {
            for (flat, shoved) in
                [(true, Shoved::Even), (true, Shoved::Odd), (false, Shoved::Even), (false, Shoved::Odd)]
            {
                let layout = HexLayout { columns, rows, flat, shoved };
                let grid = HexGrid::new(layout, 20.0, at(3.0, 4.0));
                let Size { width, height } = grid.size();
                let (mut right, mut bottom) = (0.0_f64, 0.0_f64);
                for hex in 0..layout.len() {
                    let middle = grid.middle(hex);
                    for corner in corners(middle, 20.0, flat) {
                        assert!(corner.x > 3.0 - 1e-9 && corner.y > 4.0 - 1e-9, "{layout:?} {hex}");
                        (right, bottom) = (right.max(corner.x - 3.0), bottom.max(corner.y - 4.0));
                    }
                    for neighbour in layout.neighbours(hex).into_iter().flatten() {
                        let other = grid.middle(neighbour);
                        let apart = ((middle.x - other.x).powi(2) + (middle.y - other.y).powi(2)).sqrt();
                        assert!((apart - 20.0).abs() < 1e-9, "{layout:?} {hex} {neighbour}: {apart}");
                    }
                }
                assert!((right - width).abs() < 1e-9 && (bottom - height).abs() < 1e-9, "{layout:?}");
            }
        }
    }
}
