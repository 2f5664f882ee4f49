//! The map: terrain, roads, locations, and the sticks.

use std::collections::BTreeMap;

use muster_core::source::{Address, FileId, Pointer};

use crate::geojson::{GeoCollection, GeoFeature, GeoGeometry, GeoPosition, NO_KIND, ROAD};
use crate::geometry::{MapArea, MapPoint};
use crate::model::{BattleMap, Feature, Stick, TerrainKind};

/// A map with its names resolved.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its file.
    pub file: FileId,
    /// Its north-east corner.
    pub size: MapPoint,
    /// The foot move, in map units.
    pub foot: u16,
    /// The mounted move, in map units.
    pub mounted: u16,
    /// The width and depth of blocks that have none of their own.
    pub block: [u16; 2],
    /// The side of a headquarters.
    pub headquarters: u16,
    /// The kinds of terrain by name, in the order of their names.
    pub kinds: Vec<(String, TerrainKind)>,
    /// The features, in the order in which they are written.
    pub features: Vec<ResolvedFeature>,
    /// The roads.
    pub roads: Vec<ResolvedRoad>,
    /// The locations: those that are written, then the features with a name.
    pub locations: Vec<NamedLocation>,
}

/// A feature.
#[derive(Debug, Clone)]
pub struct ResolvedFeature {
    /// Its name; `None` if it is no location.
    pub name: Option<String>,
    /// Its kind, by its place among [`Field::kinds`]; `None` if there is none of that name.
    pub kind: Option<usize>,
    /// The ground it covers.
    pub ground: FeatureGround,
    /// The place where it is written.
    pub written: WrittenShape,
}

/// The place where a feature or a road is written: in a map, or in a file that it was drawn in.
#[derive(Debug, Clone)]
pub struct WrittenShape {
    file: FileId,
    /// The feature or the road.
    pointer: Pointer,
    /// The positions of a shape that was drawn: the rings of an area, or the line.
    positions: Option<Pointer>,
}

impl WrittenShape {
    /// Returns the place of the whole.
    pub fn whole(&self) -> Address {
        Address::value(self.file, self.pointer.clone())
    }

    /// Returns the place of its name.
    pub fn name(&self) -> Address {
        self.property("name")
    }

    /// Returns the place of its kind.
    pub fn kind(&self) -> Address {
        self.property("kind")
    }

    fn property(&self, key: &str) -> Address {
        let owner = if self.positions.is_some() { self.pointer.key("properties") } else { self.pointer.clone() };
        Address::value(self.file, owner.key(key))
    }

    /// Returns the place of the ring around an area, or of one of its holes.
    pub fn ring(&self, hole: Option<usize>) -> Address {
        let pointer = match (&self.positions, hole) {
            (Some(rings), hole) => rings.index(hole.map_or(0, |hole| hole + 1)),
            (None, None) => self.pointer.key("area"),
            (None, Some(hole)) => self.pointer.key("holes").index(hole),
        };
        Address::value(self.file, pointer)
    }

    /// Returns the place of a line.
    pub fn line(&self) -> Address {
        Address::value(self.file, self.positions.clone().unwrap_or_else(|| self.pointer.key("line")))
    }
}

/// The ground that a feature covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FeatureGround {
    /// An area.
    Area(MapArea),
    /// A line.
    Line(Vec<MapPoint>),
    /// Nowhere: nothing is written.
    Nowhere,
}

impl FeatureGround {
    /// Returns its middle, which is its location: of a line the point halfway along it.
    pub fn middle(&self) -> Option<MapPoint> {
        match self {
            FeatureGround::Area(area) => Some(area.middle()),
            FeatureGround::Line(points) => halfway(points),
            FeatureGround::Nowhere => None,
        }
    }
}

/// Returns the point halfway along a line.
fn halfway(points: &[MapPoint]) -> Option<MapPoint> {
    let length = |pair: &[MapPoint]| pair[0].length_to(pair[1]);
    let all: u64 = points.windows(2).map(length).sum();
    let mut before = 0;
    for pair in points.windows(2) {
        let of_pair = length(pair);
        if of_pair > 0 && 2 * (before + of_pair) >= all {
            return Some(pair[0].toward(pair[1], all as i64 - 2 * before as i64, 2 * of_pair as i64));
        }
        before += of_pair;
    }
    points.first().copied()
}

/// A road.
#[derive(Debug, Clone)]
pub struct ResolvedRoad {
    /// Its name.
    pub name: String,
    /// Its points.
    pub line: Vec<MapPoint>,
    /// The place where it is written.
    pub written: WrittenShape,
}

/// A place that has a name.
#[derive(Debug, Clone)]
pub struct NamedLocation {
    /// Its place among [`Field::locations`].
    pub index: usize,
    /// Its name.
    pub name: String,
    /// Its point on the map.
    pub at: MapPoint,
    /// The feature whose middle it is.
    pub feature: Option<usize>,
    /// The place where it is written.
    pub written: Address,
}

impl Field {
    /// Resolves a map, with what was drawn of it in another file, and with the places that a scenario names besides.
    pub fn new(
        file: FileId,
        map: &BattleMap,
        drawn: Option<(FileId, &GeoCollection)>,
        own: Option<(FileId, &BTreeMap<String, [i32; 2]>)>,
    ) -> Field {
        let root = Pointer::root().key("map");
        let kinds: Vec<(String, TerrainKind)> = map.kinds.iter().map(|(name, kind)| (name.clone(), *kind)).collect();
        let kind_of = |name: &str| kinds.iter().position(|(known, _)| known == name);
        let mut shapes = Shapes::default();
        for (i, feature) in map.features.iter().enumerate() {
            let written = WrittenShape { file, pointer: root.key("features").index(i), positions: None };
            let (name, kind, ground) = (feature.name.clone(), kind_of(&feature.kind), ground(feature));
            shapes.features.push(ResolvedFeature { name, kind, ground, written });
        }
        for (i, road) in map.roads.iter().enumerate() {
            let written = WrittenShape { file, pointer: root.key("roads").index(i), positions: None };
            shapes.roads.push(ResolvedRoad { name: road.name.clone(), line: points(&road.line), written });
        }
        for (name, at) in &map.locations {
            let address = Address::key(file, root.key("locations").key(name));
            shapes.places.push((name.clone(), MapPoint::from(*at), None, address));
        }
        for (file, name, at) in own.iter().flat_map(|(file, own)| own.iter().map(|(name, at)| (*file, name, at))) {
            let address = Address::key(file, Pointer::parse("/scenario/locations").key(name));
            shapes.places.push((name.clone(), MapPoint::from(*at), None, address));
        }
        if let Some((file, drawn)) = drawn {
            // Degrees without a scale, and those the wrong way round, are found as such: nothing else is judged by where they
            // would lie.
            let scale = match map.points.as_deref() {
                None if drawn.is_in_degrees() => MapScale::filling(drawn, map.size),
                points if drawn.latitude_first(points).is_some() => MapScale::filling(drawn, map.size),
                points => MapScale::new(points),
            };
            for feature in &drawn.features {
                shapes.draw(file, (feature, feature.kind_by(&map.kind_of)), scale, kind_of);
            }
        }
        let of_features = shapes.features.iter().enumerate().filter_map(|(i, feature)| {
            Some((feature.name.clone()?, feature.ground.middle()?, Some(i), feature.written.name()))
        });
        let locations = shapes.places.into_iter().chain(of_features).enumerate();
        let location = |(index, (name, at, feature, written))| NamedLocation { index, name, at, feature, written };
        Field {
            file,
            size: MapPoint::from(map.size),
            foot: map.foot,
            mounted: map.mounted,
            block: [map.block.width, map.block.depth],
            headquarters: map.headquarters.unwrap_or(map.block.depth),
            locations: locations.map(location).collect(),
            roads: shapes.roads,
            features: shapes.features,
            kinds,
        }
    }

    /// Returns true if a place is on the map, its edges counted.
    pub fn is_on_map(&self, at: MapPoint) -> bool {
        (0..=self.size.x).contains(&at.x) && (0..=self.size.y).contains(&at.y)
    }

    /// Returns the size of the map as messages give it: `800 × 600`.
    pub fn extent(&self) -> String {
        format!("{} × {}", self.size.x, self.size.y)
    }

    /// Returns the length of a stick, in map units.
    pub fn stick(&self, stick: Stick) -> u16 {
        match stick {
            Stick::Foot => self.foot,
            Stick::Mounted => self.mounted,
        }
    }

    /// Returns the location of a name: the first of that name.
    pub fn location(&self, name: &str) -> Option<&NamedLocation> {
        self.locations.iter().find(|location| location.name == name)
    }

    /// Returns the kind of a feature; one of a kind that there is not has none.
    pub fn kind_of(&self, feature: &ResolvedFeature) -> Option<TerrainKind> {
        feature.kind.map(|kind| self.kinds[kind].1)
    }
}

/// The features, roads and places of a map, as they are collected.
#[derive(Default)]
struct Shapes {
    features: Vec<ResolvedFeature>,
    roads: Vec<ResolvedRoad>,
    /// Places with their names, the features whose middles they are, and where they are written.
    places: Vec<(String, MapPoint, Option<usize>, Address)>,
}

impl Shapes {
    /// Adds what was drawn in another file. A line or an area of no kind is none of the map.
    fn draw(
        &mut self,
        file: FileId,
        (feature, kind): (&GeoFeature, Option<&str>),
        scale: MapScale,
        kind_of: impl Fn(&str) -> Option<usize>,
    ) {
        let name = feature.name.clone();
        let coordinates = feature.at.key("geometry").key("coordinates");
        let written =
            |positions: Pointer| WrittenShape { file, pointer: feature.at.clone(), positions: Some(positions) };
        let is_of_map = |kind: &&str| *kind != NO_KIND || kind_of(kind).is_some();
        let kind = match (kind.filter(is_of_map), &feature.geometry) {
            (None, GeoGeometry::Lines(_) | GeoGeometry::Polygons(_)) => return,
            (kind, _) => kind.unwrap_or_default(),
        };
        match &feature.geometry {
            GeoGeometry::Points(points) => {
                let at = Address::value(file, feature.at.key("properties").key("name"));
                let places =
                    points.iter().filter_map(|point| Some((name.clone()?, scale.place(*point), None, at.clone())));
                self.places.extend(places);
            }
            GeoGeometry::Lines(lines) => {
                let places = |line: &Vec<GeoPosition>| line.iter().map(|at| scale.place(*at)).collect::<Vec<_>>();
                if kind == ROAD {
                    for (i, (first, line)) in join_lines(lines.iter().map(places)).into_iter().enumerate() {
                        let written =
                            written(if lines.len() > 1 { coordinates.index(first) } else { coordinates.clone() });
                        let name = name.clone().unwrap_or_default();
                        let name = if i == 0 || name.is_empty() { name } else { format!("{name} {}", i + 1) };
                        self.roads.push(ResolvedRoad { name, line, written });
                    }
                    return;
                }
                for (i, line) in lines.iter().enumerate() {
                    let written = written(if lines.len() > 1 { coordinates.index(i) } else { coordinates.clone() });
                    // The parts of a line share its name: the first is the location.
                    let own = name.clone().filter(|_| i == 0);
                    let ground = FeatureGround::Line(places(line));
                    self.features.push(ResolvedFeature { name: own, kind: kind_of(kind), ground, written });
                }
            }
            GeoGeometry::Polygons(polygons) => {
                for (i, rings) in polygons.iter().enumerate() {
                    let written = written(if polygons.len() > 1 { coordinates.index(i) } else { coordinates.clone() });
                    let rings = rings.iter().enumerate();
                    let rings = rings.map(|(k, ring)| (ring.iter().map(|at| scale.place(*at)).collect(), k > 0));
                    let (own, ground) = (name.clone().filter(|_| i == 0), FeatureGround::Area(MapArea::new(rings)));
                    self.features.push(ResolvedFeature { name: own, kind: kind_of(kind), ground, written });
                }
            }
        }
    }
}

/// Returns the lines of a road, those that meet end to end joined to one: each with the number of its first part.
fn join_lines(parts: impl Iterator<Item = Vec<MapPoint>>) -> Vec<(usize, Vec<MapPoint>)> {
    let mut lines: Vec<(usize, Vec<MapPoint>)> = Vec::new();
    for (number, mut part) in parts.enumerate() {
        let Some((_, line)) = lines.last_mut() else {
            lines.push((number, part));
            continue;
        };
        let ends = |line: &[MapPoint]| [line.first().copied(), line.last().copied()];
        let ([first, last], [start, end]) = (ends(line), ends(&part));
        // Either may run the other way.
        if last == end && last != start {
            part.reverse();
        } else if lines.len() == 1 && last != start && (first == start || first == end) {
            lines[0].1.reverse();
            if first == end {
                part.reverse();
            }
        }
        match lines.last_mut() {
            Some((_, line)) if line.last() == part.first() => line.extend_from_slice(&part[1..]),
            _ => lines.push((number, part)),
        }
    }
    lines
}

/// The farthest that a drawn place may lie from the map's corner: beyond it is off any map.
const FARTHEST: f64 = 1_000_000.0;

/// The scale from the coordinates of a drawn file to map units: along each axis by itself.
#[derive(Debug, Clone, Copy)]
struct MapScale {
    /// By axis: map units in a unit of the file, and the coordinate of the map's corner.
    axes: [(f64, f64); 2],
}

impl MapScale {
    /// Returns the scale by which two places are where the map says; without them coordinates are map units.
    fn new(points: Option<&[[GeoPosition; 2]]>) -> MapScale {
        let [Some([map, file]), Some([map_2, file_2])] = [0, 1].map(|i| points.and_then(|points| points.get(i))) else {
            return MapScale { axes: [(1.0, 0.0); 2] };
        };
        let axis = |axis: usize| {
            let units = (map_2[axis] - map[axis]) / (file_2[axis] - file[axis]);
            // Two places in one line say nothing of this axis: that is found elsewhere.
            if units.is_finite() { (units, file[axis] - map[axis] / units) } else { (1.0, 0.0) }
        };
        MapScale { axes: [axis(0), axis(1)] }
    }

    /// Returns the scale by which what was drawn fills a map of a size.
    fn filling(drawn: &GeoCollection, size: [i32; 2]) -> MapScale {
        let axis = |axis: usize| {
            let low = drawn.positions().map(|at| at[axis]).fold(f64::INFINITY, f64::min);
            let high = drawn.positions().map(|at| at[axis]).fold(f64::NEG_INFINITY, f64::max);
            let units = f64::from(size[axis]) / (high - low);
            if units.is_finite() { (units, low) } else { (1.0, 0.0) }
        };
        MapScale { axes: [axis(0), axis(1)] }
    }

    /// Returns a place in map units, rounded.
    fn place(self, position: GeoPosition) -> MapPoint {
        let along = |axis: usize| {
            let (units, corner) = self.axes[axis];
            ((position[axis] - corner) * units).clamp(-FARTHEST, FARTHEST).round() as i32
        };
        MapPoint { x: along(0), y: along(1) }
    }
}

fn points(line: &[[i32; 2]]) -> Vec<MapPoint> {
    line.iter().map(|at| MapPoint::from(*at)).collect()
}

/// Returns the place where a feature of a map lies.
fn ground(feature: &Feature) -> FeatureGround {
    match (&feature.area, &feature.line) {
        (Some(area), _) => {
            let holes = feature.holes.iter().map(|hole| (points(hole), true));
            FeatureGround::Area(MapArea::new(std::iter::once((points(area), false)).chain(holes)))
        }
        (None, Some(line)) => FeatureGround::Line(points(line)),
        (None, None) => FeatureGround::Nowhere,
    }
}
