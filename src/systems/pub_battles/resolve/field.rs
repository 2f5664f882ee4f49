//! The map: terrain, roads, locations, and the sticks.

use crate::source::{Address, FileId, Pointer};
use crate::systems::pub_battles::geometry::{Area, Point};
use crate::systems::pub_battles::model::{BattleMap, Feature, Stick, TerrainKind};

/// A map with its names resolved.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its file.
    pub file: FileId,
    /// Its north-east corner.
    pub size: Point,
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
    /// Its name; none where it is no location.
    pub name: Option<String>,
    /// Its kind, by its place among [`Field::kinds`]; none where there is none of that name.
    pub kind: Option<usize>,
    /// Where it lies.
    pub ground: Ground,
    /// The place where it is written.
    pub pointer: Pointer,
}

/// Where a feature lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ground {
    /// An area.
    Area(Area),
    /// A line.
    Line(Vec<Point>),
    /// Nowhere: nothing is written.
    Nowhere,
}

impl Ground {
    /// Returns its middle, which is its location: of a line the point halfway along it.
    pub fn middle(&self) -> Option<Point> {
        match self {
            Ground::Area(area) => Some(area.middle()),
            Ground::Line(points) => halfway(points),
            Ground::Nowhere => None,
        }
    }
}

/// Returns the point halfway along a line.
fn halfway(points: &[Point]) -> Option<Point> {
    let length = |pair: &[Point]| pair[0].length_to(pair[1]);
    let all: u64 = points.windows(2).map(length).sum();
    let mut before = 0;
    for pair in points.windows(2) {
        let of_pair = length(pair);
        if of_pair > 0 && 2 * (before + of_pair) >= all {
            return Some(pair[0].toward(pair[1], (all / 2 - before.min(all / 2)) as i64, of_pair as i64));
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
    pub line: Vec<Point>,
    /// The place where it is written.
    pub pointer: Pointer,
}

/// A place that has a name.
#[derive(Debug, Clone)]
pub struct NamedLocation {
    /// Its place among [`Field::locations`].
    pub index: usize,
    /// Its name.
    pub name: String,
    /// Where it is.
    pub at: Point,
    /// The feature whose middle it is.
    pub feature: Option<usize>,
    /// The place where it is written.
    pub written: Address,
}

impl Field {
    /// Resolves a map.
    pub fn new(file: FileId, map: &BattleMap) -> Field {
        let root = Pointer::root().key("map");
        let kinds: Vec<(String, TerrainKind)> = map.kinds.iter().map(|(name, kind)| (name.clone(), *kind)).collect();
        let points = |line: &[[i32; 2]]| line.iter().map(|at| Point::from(*at)).collect::<Vec<_>>();
        let ground = |feature: &Feature| match (&feature.area, &feature.line) {
            (Some(area), _) => {
                let holes = feature.holes.iter().map(|hole| (points(hole), true));
                Ground::Area(Area::new(std::iter::once((points(area), false)).chain(holes)))
            }
            (None, Some(line)) => Ground::Line(points(line)),
            (None, None) => Ground::Nowhere,
        };
        let features = map.features.iter().enumerate().map(|(i, feature)| ResolvedFeature {
            name: feature.name.clone(),
            kind: kinds.iter().position(|(name, _)| *name == feature.kind),
            ground: ground(feature),
            pointer: root.key("features").index(i),
        });
        let features: Vec<ResolvedFeature> = features.collect();
        let roads = map.roads.iter().enumerate().map(|(i, road)| ResolvedRoad {
            name: road.name.clone(),
            line: points(&road.line),
            pointer: root.key("roads").index(i),
        });
        let written = map.locations.iter().map(|(name, at)| {
            let address = Address::key(file, root.key("locations").key(name));
            (name.clone(), Point::from(*at), None, address)
        });
        let of_features = features.iter().enumerate().filter_map(|(i, feature)| {
            let address = Address::value(file, feature.pointer.key("name"));
            Some((feature.name.clone()?, feature.ground.middle()?, Some(i), address))
        });
        let locations = written.chain(of_features).enumerate();
        let location = |(index, (name, at, feature, written))| NamedLocation { index, name, at, feature, written };
        Field {
            file,
            size: Point::from(map.size),
            foot: map.foot,
            mounted: map.mounted,
            block: [map.block.width, map.block.depth],
            headquarters: map.headquarters.unwrap_or(map.block.depth),
            locations: locations.map(location).collect(),
            roads: roads.collect(),
            kinds,
            features,
        }
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
