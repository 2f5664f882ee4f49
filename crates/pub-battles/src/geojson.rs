//! Maps that were drawn in other tools: GeoJSON files (RFC 7946), read with the places of what is wrong in them.
//!
//! A feature is terrain if its property `kind` names a kind of the map, a road if that is `road`, and a point is a location;
//! its property `name` is its name. Where it has no `kind`, the map may say what other properties mean. Polygons may have holes, and geometries several parts: those of a road that meet end to end
//! are one road, others are numbered.

use std::collections::BTreeMap;

use muster_core::diag::{Code, Diagnostic, Severity, Sink};
use muster_core::source::tree::{Node, Tree, TreeEntry, Value};
use muster_core::source::{Address, FileId, Pointer};

/// Something in a GeoJSON file that is no feature of a map.
pub const NOT_A_FEATURE: Code =
    Code::new("PB191", "geojson-feature", Severity::Error, include_str!("geojson/feature.md"));

/// The kinds of findings of reading GeoJSON files.
pub const CODES: &[Code] = &[NOT_A_FEATURE];

/// The types by which a GeoJSON file is known (RFC 7946, 1.4); those of a geometry alone make no map.
pub(super) const TYPES: &[&str] = &[
    "FeatureCollection",
    "Feature",
    "Point",
    "MultiPoint",
    "LineString",
    "MultiLineString",
    "Polygon",
    "MultiPolygon",
    "GeometryCollection",
];

/// The most positions of a file.
const MOST_POSITIONS: usize = 200_000;

/// The latitude of the poles, in degrees.
const MOST_LATITUDE: f64 = 90.0;

/// The features of a GeoJSON file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GeoCollection {
    /// The features, in the order in which they are written.
    pub features: Vec<GeoFeature>,
}

impl GeoCollection {
    /// Returns the positions of all features.
    pub fn positions(&self) -> impl Iterator<Item = GeoPosition> {
        self.features.iter().flat_map(|feature| match &feature.geometry {
            GeoGeometry::Points(points) => points.clone(),
            GeoGeometry::Lines(lines) => lines.iter().flatten().copied().collect(),
            GeoGeometry::Polygons(polygons) => polygons.iter().flatten().flatten().copied().collect(),
        })
    }

    /// Returns true if all coordinates can be degrees of longitude and latitude, in whichever order, and one is no whole number.
    pub fn is_in_degrees(&self) -> bool {
        let has_parts = self.positions().flatten().any(|number| number.fract() != 0.0);
        let can_be = |[x, y]: GeoPosition| x.abs() <= 180.0 && y.abs() <= MOST_LATITUDE;
        has_parts && (self.positions().all(can_be) || self.positions().all(|[x, y]| can_be([y, x])))
    }

    /// Returns a position whose latitude is written first, where longitude comes first (RFC 7946, 3.1.1): its second number is no
    /// latitude; or, of two places where the map says they are, all positions lie far from them, and near them the other way
    /// round. `None` if none is known to be.
    pub fn latitude_first(&self, points: Option<&[[GeoPosition; 2]]>) -> Option<GeoPosition> {
        if !self.is_in_degrees() {
            return None;
        }
        let beyond = self.positions().find(|position| position[1].abs() > MOST_LATITUDE);
        let turned = || {
            let [[_, one], [_, other]] = points?.first_chunk()?;
            let is_near = |position: GeoPosition| {
                (0..2).all(|axis| {
                    let (low, high) = (one[axis].min(other[axis]), one[axis].max(other[axis]));
                    (low - (high - low)..=high + (high - low)).contains(&position[axis])
                })
            };
            let is_turned = self.positions().all(|[x, y]| !is_near([x, y]) && is_near([y, x]));
            self.positions().next().filter(|_| is_turned)
        };
        beyond.or_else(turned)
    }
}

/// A feature of a GeoJSON file.
#[derive(Debug, Clone, PartialEq)]
pub struct GeoFeature {
    /// Its name.
    pub name: Option<String>,
    /// Its kind of terrain, or `road`; `None` for points, and where only other properties say what it is.
    pub kind: Option<String>,
    /// Its other properties that are texts, numbers or truth values, each with its value; texts first, which mostly say what a
    /// thing is.
    pub others: Vec<(String, String)>,
    /// Its geometry.
    pub geometry: GeoGeometry,
    /// The place where it is written.
    pub at: Pointer,
}

impl GeoFeature {
    /// Returns the kind of a line or an area: its own, or what a map says of its other properties, of one with its value before
    /// one alone. `None` if nothing says it, and for points.
    pub fn kind_by<'a>(&'a self, properties: &'a BTreeMap<String, String>) -> Option<&'a str> {
        if matches!(self.geometry, GeoGeometry::Points(_)) {
            return None;
        }
        let with_value = || self.others.iter().find_map(|(key, value)| properties.get(&format!("{key}={value}")));
        let alone = || self.others.iter().find_map(|(key, _)| properties.get(key));
        self.kind.as_ref().or_else(with_value).or_else(alone).map(String::as_str)
    }
}

/// The kind of lines that are roads.
pub const ROAD: &str = "road";

/// The kind of what is no part of the map.
pub const NO_KIND: &str = "none";

/// A position in the coordinates of the file.
pub type GeoPosition = [f64; 2];

/// The geometry of a feature.
#[derive(Debug, Clone, PartialEq)]
pub enum GeoGeometry {
    /// Places.
    Points(Vec<GeoPosition>),
    /// Lines.
    Lines(Vec<Vec<GeoPosition>>),
    /// Polygons, each of its outer ring and its holes.
    Polygons(Vec<Vec<Vec<GeoPosition>>>),
}

/// Reads a GeoJSON file; `None` if it cannot be read, with findings.
pub(super) fn read(tree: &Tree, file: FileId, sink: &mut Sink) -> Option<GeoCollection> {
    let mut reader = Reader { tree, file, sink, positions: 0, is_sound: true };
    let root = Pointer::root().key("features");
    let mut collection = GeoCollection::default();
    match reader.text(&Pointer::root().key("type")).as_deref() {
        // A feature may stand alone (RFC 7946, 2).
        Some("Feature") => {
            collection.features.extend(reader.feature(&Pointer::root()));
            return reader.is_sound.then_some(collection);
        }
        Some(other) if other != "FeatureCollection" => {
            let text = format!(
                "expected a `Feature` or a `FeatureCollection`, found `{other}`, which has no `kind` or `name`"
            );
            reader.wrong(Pointer::root().key("type"), text);
            return None;
        }
        _ => {}
    }
    match tree.get(&root).map(|node| &node.value) {
        Some(Value::Seq(items)) => {
            for number in 0..items.len() {
                collection.features.extend(reader.feature(&root.index(number)));
            }
        }
        _ => reader.wrong(Pointer::root(), "expected a list `features` in a feature collection".to_owned()),
    }
    reader.is_sound.then_some(collection)
}

struct Reader<'a> {
    tree: &'a Tree,
    file: FileId,
    sink: &'a mut Sink,
    positions: usize,
    is_sound: bool,
}

impl Reader<'_> {
    fn wrong(&mut self, at: Pointer, text: String) {
        self.is_sound = false;
        self.sink.push(Diagnostic::new(NOT_A_FEATURE, Address::value(self.file, at), text));
    }

    fn node(&self, at: &Pointer) -> Option<&Node> {
        self.tree.get(at)
    }

    fn text(&self, at: &Pointer) -> Option<String> {
        match &self.node(at)?.value {
            Value::Str(text) => Some(text.to_string()),
            _ => None,
        }
    }

    fn feature(&mut self, at: &Pointer) -> Option<GeoFeature> {
        if self.text(&at.key("type")).as_deref() != Some("Feature") {
            self.wrong(at.clone(), "an item of `features` needs the `type` `Feature`".to_owned());
            return None;
        }
        let properties = at.key("properties");
        let name = self.text(&properties.key("name")).filter(|name| !name.trim().is_empty());
        let kind = self.text(&properties.key("kind"));
        let geometry = at.key("geometry");
        // One that lies nowhere is no part of the map (RFC 7946, 3.2).
        if matches!(self.node(&geometry).map(|node| &node.value), Some(Value::Null)) {
            return None;
        }
        let coordinates = geometry.key("coordinates");
        let geometry = match self.text(&geometry.key("type")).as_deref() {
            Some("Point") => GeoGeometry::Points(vec![self.position(&coordinates)?]),
            Some("MultiPoint") => GeoGeometry::Points(self.list(&coordinates, Reader::position)?),
            Some("LineString") => GeoGeometry::Lines(vec![self.line(&coordinates)?]),
            Some("MultiLineString") => GeoGeometry::Lines(self.list(&coordinates, Reader::line)?),
            Some("Polygon") => GeoGeometry::Polygons(vec![self.list(&coordinates, Reader::ring)?]),
            Some("MultiPolygon") => {
                GeoGeometry::Polygons(self.list(&coordinates, |reader, at| reader.list(at, Reader::ring))?)
            }
            Some(other) => {
                let text = format!(
                    "unknown geometry `{other}`; expected `Point`, `LineString`, `Polygon`, `MultiPoint`, `MultiLineString` or `MultiPolygon`"
                );
                self.wrong(geometry.key("type"), text);
                return None;
            }
            None => {
                self.wrong(at.clone(), "a feature needs a `geometry` with a `type` and `coordinates`".to_owned());
                return None;
            }
        };
        if matches!(geometry, GeoGeometry::Points(_)) && name.is_none() {
            self.wrong(at.clone(), "a point is a location and needs the property `name`".to_owned());
            return None;
        }
        Some(GeoFeature { name, kind, others: self.others(&properties), geometry, at: at.clone() })
    }

    /// Reads the properties of a feature besides its name and its kind.
    fn others(&self, properties: &Pointer) -> Vec<(String, String)> {
        let Some(Value::Map(entries)) = self.node(properties).map(|node| &node.value) else { return Vec::new() };
        let written = |entry: &TreeEntry| {
            let value = match &self.tree.node(entry.value).value {
                Value::Str(text) => text.to_string(),
                Value::Int(number) => number.to_string(),
                Value::Float(number) => number.to_string(),
                Value::Bool(value) => value.to_string(),
                _ => return None,
            };
            Some((entry.key.to_string(), value))
        };
        let is_text = |entry: &&TreeEntry| matches!(self.tree.node(entry.value).value, Value::Str(_));
        let others = entries.iter().filter(|entry| !["name", "kind"].contains(&&*entry.key));
        let (texts, rest): (Vec<_>, Vec<_>) = others.partition(is_text);
        texts.into_iter().chain(rest).filter_map(written).collect()
    }

    /// Reads the items of a list; `None` if one cannot be read.
    fn list<T>(&mut self, at: &Pointer, read: impl Fn(&mut Self, &Pointer) -> Option<T>) -> Option<Vec<T>> {
        let Some(Value::Seq(items)) = self.node(at).map(|node| &node.value) else {
            self.wrong(at.clone(), "expected lists of positions in `coordinates`".to_owned());
            return None;
        };
        (0..items.len()).map(|number| read(self, &at.index(number))).collect()
    }

    fn line(&mut self, at: &Pointer) -> Option<Vec<GeoPosition>> {
        let line = self.list(at, Reader::position)?;
        if line.len() < 2 {
            self.wrong(at.clone(), format!("a line needs at least two positions, found {}", line.len()));
            return None;
        }
        Some(line)
    }

    /// Reads a ring, which ends where it begins; its last position is left out.
    fn ring(&mut self, at: &Pointer) -> Option<Vec<GeoPosition>> {
        let mut ring = self.list(at, Reader::position)?;
        if ring.len() < 4 || ring.first() != ring.last() {
            let text = "a ring needs at least four positions and must end where it begins";
            self.wrong(at.clone(), text.to_owned());
            return None;
        }
        ring.pop();
        Some(ring)
    }

    fn position(&mut self, at: &Pointer) -> Option<GeoPosition> {
        self.positions += 1;
        if self.positions == MOST_POSITIONS + 1 {
            self.wrong(at.clone(), format!("a map can have at most {MOST_POSITIONS} positions"));
        }
        if self.positions > MOST_POSITIONS {
            return None;
        }
        let number = |node: Option<&Node>| match node?.value {
            Value::Int(number) => Some(number as f64),
            Value::Float(number) if number.is_finite() => Some(number),
            _ => None,
        };
        // A height may follow.
        let position = number(self.node(&at.index(0))).zip(number(self.node(&at.index(1))));
        if position.is_none() {
            self.wrong(at.clone(), "a position must be a list of two numbers".to_owned());
        }
        position.map(|(x, y)| [x, y])
    }
}
