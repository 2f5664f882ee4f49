//! The map at its scale: terrain, roads, named places, a border with coordinates, and below it the sticks as a scale.

mod foot;

use std::sync::Arc;

use muster_core::print::font::Font;
use muster_core::print::frame::{Frame, Path, Point, Rect, Segment, Stroke, Transform, at};
use muster_core::print::template::{FaceOffer, LEAST_POINTS, Look};
use muster_core::print::{LEGEND_WIDTH, Legend, MAX_BLEED, Misfit, Size};
use muster_core::source::Address;
use muster_systems::catalogue::Given;
use muster_systems::printed::{Piece, PlacedBox, SizedPicture, SizedSide, Surface};
use muster_systems::strokes::draw_text;

use self::foot::FootWords;
use super::lettering::{Busy, Lettering, Named, Obstacle, PlacedName, Slab, Wanted};
use super::terrain::{self, LAYERS, Patch, TerrainStyle, Texture};
use crate::geojson::GeoPosition;
use crate::geometry;
use crate::model::{MapPicture, PubVictory, TerrainLook};
use crate::resolve::{FeatureGround, Field, PubBattle};
use crate::wording::{PubWord as W, PubWording};

/// The face that has the colours of the map.
pub(super) const FACE: FaceOffer = FaceOffer { name: "map", ..FaceOffer::NOTHING };

/// From the edges of the paper to the map: room for coordinates.
const MARGIN: f64 = 7.0;
/// The least width of the paper.
const LEAST: f64 = 112.0;
/// The most signs of terrain, about.
const MOST_SIGNS: f64 = 24_000.0;

/// Returns the map of a battle, or a map alone, at its scale; `None` if there is none.
pub(super) fn piece<'a>(battle: &'a PubBattle, wording: PubWording<'a>) -> Option<Piece<'a>> {
    let mut drawn = MapDrawing::new(battle, Scale::Printed, wording)?;
    drawn.letter(&[]);
    let (file, map) = battle.map()?;
    drawn.is_on_picture = map.picture.is_some();
    let (rect, drawn) = (drawn.room, Arc::new(drawn));
    let of_plan = Arc::clone(&drawn);
    let side = SizedSide {
        picture: map.picture.as_ref().map(|picture| Box::new(lay_picture(&drawn, picture, rect))),
        boxes: drawn.boxes(),
        misfits: drawn.misfits.clone(),
        elsewhere: drawn.elsewhere.clone(),
        legend: Some(Box::new(move |look| of_plan.legend_of_plan(look))),
        ..SizedSide::new(FACE.name, about(battle, &map.name, wording)?, Box::new(move |look| drawn.draw(look)))
    };
    Some(Piece {
        group: battle.scenario().map(|scenario| scenario.name.clone()).into_iter().collect(),
        token: true,
        at: Some(Address::value(file, muster_core::source::Pointer::parse("/map"))),
        ..Piece::new("map", wording.say(W::MapOf, &[(&map.name).into()]), Surface::Sized(side))
    })
}

/// Returns the picture below a map, laid by its points where it has some.
fn lay_picture(drawn: &MapDrawing, picture: &MapPicture, rect: Rect) -> SizedPicture {
    let (path, tag) = match picture {
        MapPicture::File(file) => (file.clone(), "/picture"),
        MapPicture::Laid(laid) => (laid.file.clone(), "/picture/file"),
    };
    let point = |[map, of]: &[GeoPosition; 2]| {
        let [x, y] = *map;
        let north = f64::from(drawn.field.size.y);
        let on = at(drawn.room.x + x * drawn.scale, drawn.room.y + (north - y) * drawn.scale);
        (on, at(of[0], of[1]))
    };
    let points = match picture {
        MapPicture::Laid(laid) => laid.points.first().zip(laid.points.get(1)),
        MapPicture::File(_) => None,
    };
    SizedPicture { path, tag, rect, laid: points.map(|(one, other)| [point(one), point(other)]) }
}

/// Returns a description of the map, for those who cannot see it.
fn about(battle: &PubBattle, name: &str, wording: PubWording<'_>) -> Option<String> {
    let field = battle.field.as_ref()?;
    let mut text = wording.say(W::MapShows, &[name.into(), digits(field.size.x), digits(field.size.y)]);
    let mut add = |what: &str, names: Vec<String>| {
        if !names.is_empty() {
            text += &wording.say(W::MapHas, &[what.into(), (&wording.all_of(&names)).into()]);
        }
    };
    let of_kind = |index: usize| {
        let features = field.features.iter().filter(|feature| feature.kind == Some(index));
        features.filter_map(|feature| feature.name.clone()).collect::<Vec<_>>()
    };
    for (index, (kind, _)) in field.kinds.iter().enumerate() {
        add(kind, of_kind(index));
    }
    add(&wording.word(W::Roads), field.roads.iter().map(|road| road.name.clone()).collect());
    let places = field.locations.iter().filter(|location| location.feature.is_none());
    let place = |name: &str, at: geometry::MapPoint| {
        wording.say(W::PlaceAt, &[name.into(), (&format!("{}, {}", at.x, at.y)).into()])
    };
    add(&wording.word(W::Places), places.map(|spot| place(&spot.name, spot.at)).collect());
    Some(text)
}

fn digits(side: i32) -> Given<'static> {
    Given::Number(u32::try_from(side).unwrap_or_default())
}

/// The scale that a map is drawn at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Scale {
    /// As it is played on.
    Printed,
    /// As it is played on, but at most this large.
    Within(f64, f64),
}

/// A location that somebody wins by holding: where it is, and how near a block must be, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
struct HeldPlace {
    at: Point,
    within: f64,
}

impl HeldPlace {
    /// Returns the circle around it, no smaller than is seen; `detail` is that of the map.
    fn ring(self, detail: f64) -> (Point, f64) {
        (self.at, self.within.max(1.6 * detail))
    }
}

/// A map with what is drawn on it.
pub(super) struct MapDrawing {
    name: String,
    /// The words below it.
    words: FootWords,
    field: Field,
    /// The styles of the kinds of terrain.
    styles: Vec<TerrainStyle>,
    /// Millimetres in a map unit.
    scale: f64,
    /// The size of signs and letters; 1 at the scale of play.
    detail: f64,
    /// The rectangle of the map on the paper.
    room: Rect,
    /// True where a picture lies below it: nothing covers that but terrain.
    is_on_picture: bool,
    patches: Vec<(Patch, TerrainStyle)>,
    lines: Vec<(Vec<Point>, TerrainStyle)>,
    roads: Vec<Vec<Point>>,
    busy: Busy,
    names: Vec<PlacedName>,
    held: Vec<HeldPlace>,
    /// Names for which there is no place, or no letters.
    pub(super) misfits: Vec<Misfit>,
    /// The places of their tags that are not in the file of the map.
    elsewhere: Vec<(String, Address)>,
}

impl MapDrawing {
    /// Returns the map of a battle, or a map alone, without names; `None` if there is none.
    pub(super) fn new(battle: &PubBattle, scale: Scale, wording: PubWording<'_>) -> Option<MapDrawing> {
        let field = battle.field.clone()?;
        let (_, map) = battle.map()?;
        let printed = 1.0 / map.units_per_mm;
        let (width, height) = (f64::from(field.size.x.max(1)), f64::from(field.size.y.max(1)));
        let scale = match scale {
            Scale::Printed => printed,
            Scale::Within(across, down) => {
                printed.min((across - 2.0 * MARGIN) / width).min((down - 2.0 * MARGIN) / height)
            }
        };
        let paper = (width * scale + 2.0 * MARGIN).max(LEAST);
        let room = Rect::new((paper - width * scale) / 2.0, MARGIN, width * scale, height * scale);
        let mut is_line = vec![false; field.kinds.len()];
        for feature in field.features.iter().rev() {
            if let Some(kind) = feature.kind {
                is_line[kind] = matches!(feature.ground, FeatureGround::Line(_));
            }
        }
        let mut drawing = MapDrawing {
            name: map.name.clone(),
            words: FootWords::new(&field, wording),
            styles: terrain::styles(&field.kinds, |kind| is_line[kind]),
            scale,
            detail: (scale / printed).sqrt().clamp(0.45, 1.0),
            room,
            is_on_picture: false,
            patches: Vec::new(),
            lines: Vec::new(),
            roads: Vec::new(),
            busy: Busy::new(room),
            names: Vec::new(),
            held: Vec::new(),
            misfits: Vec::new(),
            elsewhere: Vec::new(),
            field,
        };
        drawing.lay();
        drawing.held = drawing.held_places(battle);
        Some(drawing)
    }

    /// Returns millimetres in a map unit.
    pub(super) fn scale(&self) -> f64 {
        self.scale
    }

    /// Returns the size of blocks and headquarters' cubes on this map.
    pub(super) fn field(&self) -> &Field {
        &self.field
    }

    /// Returns a place of the map on the paper.
    pub(super) fn to_paper(&self, place: geometry::MapPoint) -> Point {
        let north = f64::from(self.field.size.y);
        at(self.room.x + f64::from(place.x) * self.scale, self.room.y + (north - f64::from(place.y)) * self.scale)
    }

    /// Returns the rectangles around areas, locations and each stretch of lines and roads, and where each is written.
    pub(super) fn boxes(&self) -> Vec<PlacedBox> {
        // What is drawn as a line or a point is as large as a finger.
        const LEAST: f64 = 3.0;
        let boxed = |points: Vec<Point>, at: Address| {
            let ends = |of: fn(&Point) -> f64| {
                let low = points.iter().map(of).fold(f64::INFINITY, f64::min);
                let high = points.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
                let room = ((LEAST - (high - low)) / 2.0).max(0.0);
                low.is_finite().then_some((low - room, high - low + 2.0 * room))
            };
            let ((x, width), (y, height)) = (ends(|point| point.x)?, ends(|point| point.y)?);
            Some(PlacedBox { rect: Rect::new(x, y, width, height), at })
        };
        // A line leads to its place where it is drawn, and not all around.
        let along = |line: &[geometry::MapPoint], at: Address| {
            line.windows(2).filter_map(|ends| boxed(self.points(ends), at.clone())).collect::<Vec<_>>()
        };
        let Field { features, roads, locations, .. } = &self.field;
        let features = features.iter().flat_map(|feature| match &feature.ground {
            FeatureGround::Area(area) => {
                let (low, high) = area.bounds();
                boxed(self.points(&[low, high]), feature.written.whole()).into_iter().collect()
            }
            FeatureGround::Line(line) => along(line, feature.written.whole()),
            FeatureGround::Nowhere => Vec::new(),
        });
        let roads = roads.iter().flat_map(|road| along(&road.line, road.written.whole()));
        let spots = locations.iter().filter(|location| location.feature.is_none());
        let spots = spots.filter_map(|spot| boxed(vec![self.to_paper(spot.at)], spot.written.clone()));
        features.chain(roads).chain(spots).collect()
    }

    fn points(&self, line: &[geometry::MapPoint]) -> Vec<Point> {
        line.iter().map(|place| self.to_paper(*place)).collect()
    }

    /// Lays features and roads on the paper.
    fn lay(&mut self) {
        for feature in &self.field.features {
            let style = feature.kind.map_or(TerrainStyle::NONE, |kind| self.styles[kind]);
            match &feature.ground {
                FeatureGround::Area(area) => {
                    let rings = area.rings().map(|(corners, _)| self.points(corners)).collect();
                    self.patches.extend(Patch::new(rings).map(|patch| (patch, style)));
                }
                FeatureGround::Line(line) if line.len() > 1 => {
                    let line = self.points(line);
                    self.lines.push((line, style));
                }
                FeatureGround::Line(_) | FeatureGround::Nowhere => {}
            }
        }
        self.roads =
            self.field.roads.iter().map(|road| self.points(&road.line)).filter(|line| line.len() > 1).collect();
        for line in self.lines.iter().map(|(line, _)| line).chain(&self.roads) {
            self.busy.mark(line, Obstacle::Line);
        }
    }

    fn held_places(&self, battle: &PubBattle) -> Vec<HeldPlace> {
        let mut held: Vec<HeldPlace> = Vec::new();
        let written = battle.scenario().map_or(&[][..], |scenario| &scenario.victory);
        for victory in written {
            let PubVictory::Hold { location, within, .. } = victory else { continue };
            let (length, parts) = battle.length(*within);
            let within = f64::from(length) / f64::from(parts.max(1)) * self.scale;
            for location in location.names().iter().filter_map(|name| battle.location(name)) {
                let place = HeldPlace { at: self.to_paper(location.at), within };
                if !held.contains(&place) {
                    held.push(place);
                }
            }
        }
        held
    }

    /// Returns all that names keep off: lines, circles around places, borders of areas, pieces.
    fn obstacles(&self, pieces: &[Slab]) -> Busy {
        let mut busy = self.busy.clone();
        for held in &self.held {
            let (middle, radius) = held.ring(self.detail);
            let on_ring = |degree: i32| {
                let (sin, cos) = f64::from(degree).to_radians().sin_cos();
                at(middle.x + radius * cos, middle.y + radius * sin)
            };
            busy.mark(&(0..=360).step_by(5).map(on_ring).collect::<Vec<_>>(), Obstacle::Circle);
        }
        for (patch, _) in &self.patches {
            patch.sides().for_each(|(from, to)| busy.mark(&[from, to], Obstacle::Border));
        }
        pieces.iter().for_each(|piece| busy.cover(piece, Obstacle::Piece));
        busy
    }

    /// Places the names: of places first, then of areas, lines and roads, the larger first; off the pieces on the map, where
    /// that can be had.
    pub(super) fn letter(&mut self, pieces: &[Slab]) {
        let radius = self.mark();
        let is_rough = |p: Point| {
            let rough = self.patches.iter().filter(|(_, style)| {
                matches!(style.look, TerrainLook::Wood | TerrainLook::Town | TerrainLook::Water | TerrainLook::Marsh)
            });
            rough.into_iter().any(|(patch, _)| patch.contains(p))
        };
        let busy = self.obstacles(pieces);
        let mut lettering = Lettering::new(self.room.inflate(-0.6, -0.6), &busy, &is_rough);
        let spots: Vec<_> = self.field.locations.iter().filter(|place| place.feature.is_none()).collect();
        for spot in &spots {
            lettering.take(Slab::new(self.to_paper(spot.at), (1.0, 0.0), 2.0 * radius, 2.0 * radius));
        }
        let mut wanted: Vec<(Wanted<'_>, &'static str, &Address)> = Vec::new();
        for spot in &spots {
            let of = Named::Spot(self.to_paper(spot.at), radius);
            let name =
                Wanted { text: &spot.name, font: Font::SerifBold, color: "ink", sizes: self.sizes(15.0, 7.0), of };
            wanted.push((name, "location", &spot.written));
        }
        wanted.extend(self.names_of_features());
        let at_roads: Vec<Address> = self.field.roads.iter().map(|road| road.written.name()).collect();
        let drawn = self.field.roads.iter().zip(&at_roads).filter(|(road, _)| road.line.len() > 1);
        for ((road, written), line) in drawn.zip(&self.roads) {
            if road.name.is_empty() {
                continue;
            }
            let of = Named::Line(line, 2.2 * self.detail);
            let name = Wanted { text: &road.name, font: Font::Sans, color: "ink", sizes: self.sizes(10.0, 6.0), of };
            wanted.push((name, "road", written));
        }
        let (mut names, mut misfits, mut elsewhere) = (Vec::new(), Vec::new(), Vec::new());
        for (wanted, what, written) in wanted {
            match lettering.place(&wanted) {
                Ok(name) => names.push(name),
                Err(wrong) => {
                    let tag = written.pointer.as_str();
                    let tag = match tag.strip_prefix("/map").filter(|_| written.file == self.field.file) {
                        Some(below) => below,
                        None => {
                            elsewhere.push((tag.to_owned(), written.clone()));
                            tag
                        }
                    };
                    misfits.push(Misfit { name: what.to_owned(), tag: tag.to_owned(), what: wrong });
                }
            }
        }
        drop(lettering);
        misfits.extend(self.foot_misfits());
        (self.names, self.misfits, self.elsewhere) = (names, misfits, elsewhere);
    }

    /// Returns the names of areas and lines, the larger areas first.
    fn names_of_features(&self) -> Vec<(Wanted<'_>, &'static str, &Address)> {
        // Areas and lines in the order of the features, as they were laid; those without extent have no name to show.
        let (mut patches, mut lines) = (self.patches.iter(), self.lines.iter());
        let mut of_features = Vec::new();
        for (index, feature) in self.field.features.iter().enumerate() {
            let located = self.field.locations.iter().find(|place| place.feature == Some(index));
            let style = feature.kind.map_or(TerrainStyle::NONE, |kind| self.styles[kind]);
            let color = if style.look == TerrainLook::Water { "waves" } else { "ink" };
            match &feature.ground {
                FeatureGround::Area(area) if area.rings().any(|(corners, _)| corners.len() > 2) => {
                    let Some((patch, _)) = patches.next() else { continue };
                    let Some(located) = located else { continue };
                    let extent = (patch.bounds.width * patch.bounds.height).sqrt();
                    let most = (8.0 + extent / 5.0).clamp(10.0, 28.0);
                    let name = Wanted {
                        text: &located.name,
                        font: Font::SerifItalic,
                        color,
                        sizes: self.sizes(most, 7.0),
                        of: Named::Area(patch),
                    };
                    of_features.push((extent, (name, "feature", &located.written)));
                }
                FeatureGround::Line(line) if line.len() > 1 => {
                    let Some((line, _)) = lines.next() else { continue };
                    let Some(located) = located else { continue };
                    let of = Named::Line(line, 1.4 * self.detail);
                    let name = Wanted {
                        text: &located.name,
                        font: Font::SerifItalic,
                        color,
                        sizes: self.sizes(13.0, 7.0),
                        of,
                    };
                    of_features.push((0.0, (name, "feature", &located.written)));
                }
                _ => {}
            }
        }
        of_features.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        of_features.into_iter().map(|(_, wanted)| wanted).collect()
    }

    /// Returns the sizes between which a name is set, in points: not below what can be read at this scale.
    fn sizes(&self, most: f64, least: f64) -> (f64, f64) {
        let readable = |points: f64| (points * self.detail).max(LEAST_POINTS);
        (readable(most), readable(least).min(readable(most)))
    }

    /// Returns the width of the paper.
    fn width(&self) -> f64 {
        (self.room.width + 2.0 * MARGIN).max(LEAST)
    }

    /// Returns the radius of the mark of a place.
    fn mark(&self) -> f64 {
        0.95 * self.detail
    }

    /// Draws the map; returns its size too.
    pub(super) fn draw(&self, look: &Look) -> (Size, Frame) {
        let width = self.width();
        let top = self.room.bottom() + MARGIN;
        let (mut foot, height) = self.foot(look, width - 2.0 * MARGIN);
        let size = Size { width, height: top + height + MARGIN - 2.0 };
        let mut frame = Frame::default();
        let paper = Rect::new(0.0, 0.0, size.width, size.height).inflate(MAX_BLEED, MAX_BLEED);
        if !self.is_on_picture {
            frame.fill(Path::rect(paper), look.paper());
        }
        let mut land = Frame::default();
        self.land(look, &mut land);
        frame.place_within(Path::rect(self.room), &Arc::new(land), Transform::from_translate(0.0, 0.0));
        self.border(look, &mut frame);
        let moved = Arc::new(Frame { items: std::mem::take(&mut foot.items) });
        frame.place(&moved, Transform::from_translate(MARGIN, top));
        (size, frame)
    }

    /// Draws what is below the map for the plan of its tiles.
    fn legend_of_plan(&self, look: &Look) -> Legend {
        let (_, below) = self.foot(look, self.width() - 2.0 * MARGIN);
        let (frame, height) = self.foot(look, LEGEND_WIDTH);
        Legend { strip: below + MARGIN - 2.0, height, frame: Arc::new(frame) }
    }

    /// Draws all that lies within the border.
    fn land(&self, look: &Look, frame: &mut Frame) {
        let d = self.detail;
        if !self.is_on_picture {
            frame.fill(Path::rect(self.room), look.color("ground"));
        }
        let slabs: Vec<Slab> = self.names.iter().map(|name| name.slab).collect();
        let marks: Vec<Point> = self
            .field
            .locations
            .iter()
            .filter(|place| place.feature.is_none())
            .map(|place| self.to_paper(place.at))
            .collect();
        let is_taken = |p: Point| {
            let about = Slab::new(p, (1.0, 0.0), 1.6 * d, 1.6 * d);
            self.busy.is_near(p, 1.7 * d)
                || slabs.iter().any(|slab| slab.overlaps(&about))
                || marks.iter().any(|mark| (mark.x - p.x).hypot(mark.y - p.y) < 2.4 * d)
        };
        let area: f64 = self.patches.iter().map(|(patch, _)| patch.bounds.width * patch.bounds.height).sum();
        let signs = area / (11.0 * d * d);
        let texture =
            Texture { scale: d, spread: (signs / MOST_SIGNS).sqrt().max(1.0), in_rows: false, is_taken: &is_taken };
        let by_layer = || {
            LAYERS.into_iter().flat_map(|layer| {
                self.patches.iter().filter(move |(_, style)| style.look == layer).map(|(patch, style)| (patch, *style))
            })
        };
        for (patch, of) in by_layer() {
            texture.ground(look, frame, patch, of);
        }
        for (patch, of) in by_layer() {
            texture.signs(look, frame, patch, of);
        }
        for (line, of) in &self.lines {
            texture.line(look, frame, line, *of);
        }
        for (color, width) in [("road-edge", 1.9), ("road", 1.25)] {
            for road in &self.roads {
                let mut path = Path(road.iter().map(|p| Segment::Line(*p)).collect());
                path.0[0] = Segment::Move(road[0]);
                frame.stroke(path, Stroke { round: true, ..Stroke::new(look.color(color), width * d) });
            }
        }
        for held in &self.held {
            let (middle, radius) = held.ring(d);
            frame.stroke(
                Path::circle(middle, radius),
                Stroke { dash: Some((1.6 * d, 1.2 * d)), ..Stroke::new(look.color("goal"), 0.4 * d) },
            );
        }
        for mark in marks {
            let r = self.mark();
            frame.fill(Path::circle(mark, r), look.paper());
            frame.stroke(Path::circle(mark, r), Stroke::new(look.ink(), 0.45 * d));
            if self.held.iter().any(|held| held.at == mark) {
                frame.fill(Path::circle(mark, 0.5 * d), look.color("goal"));
            }
        }
        for name in &self.names {
            let under = LAYERS.iter().rev().find(|layer| {
                self.patches.iter().any(|(patch, style)| style.look == **layer && patch.contains(name.middle()))
            });
            let ground = under.map_or("ground", |layer| terrain::tint(*layer));
            name.draw(frame, look.color(name.color()), look.color(ground));
        }
    }

    /// Draws the border, with coordinates in map units to lay blocks by.
    fn border(&self, look: &Look, frame: &mut Frame) {
        let r = self.room;
        frame.stroke(Path::rect(r), Stroke::new(look.ink(), 0.5));
        frame.stroke(Path::rect(r.inflate(0.9, 0.9)), Stroke::new(look.ink(), 0.2));
        let step = step(12.0 / self.scale);
        let label = |frame: &mut Frame, n: i32, middle: Point| {
            let room = Rect::new(middle.x - 5.5, middle.y - 1.3, 11.0, 2.6);
            draw_text(frame, &n.to_string(), (Font::Sans, look.muted_color()), room, (6.0, 4.0), 1);
        };
        let tick = |frame: &mut Frame, from: Point, to: Point| {
            frame.stroke(Path::line(from, to), Stroke::new(look.ink(), 0.25));
        };
        for n in (0..=self.field.size.x).step_by(step as usize) {
            let x = r.x + f64::from(n) * self.scale;
            for (y, out) in [(r.y, -1.0), (r.bottom(), 1.0)] {
                tick(frame, at(x, y + out * 0.9), at(x, y + out * 2.2));
                label(frame, n, at(x, y + out * 3.9));
            }
        }
        for n in (0..=self.field.size.y).step_by(step as usize) {
            let y = r.bottom() - f64::from(n) * self.scale;
            for (x, out) in [(r.x, -1.0), (r.right(), 1.0)] {
                tick(frame, at(x + out * 0.9, y), at(x + out * 2.2, y));
                let digits = Rect::new(if out < 0.0 { x - 6.9 } else { x + 2.4 }, y - 1.3, 4.5, 2.6);
                draw_text(frame, &n.to_string(), (Font::Sans, look.muted_color()), digits, (6.0, 3.0), 1);
            }
        }
    }
}

/// Returns the round number of map units that is at least as large: 1, 2 or 5 and noughts.
fn step(least: f64) -> u32 {
    let mut power = 1_u32;
    loop {
        for part in [1, 2, 5] {
            if f64::from(power * part) >= least || power >= 10_000_000 {
                return power * part;
            }
        }
        power *= 10;
    }
}
