//! Maps that were drawn in other tools: GeoJSON files (RFC 7946), read with the places of what is wrong in them.
//!
//! A feature is terrain if its property `kind` names a kind of the map, a road if that is `road`, and a point is a location;
//! its property `name` is its name. Polygons may have holes, and geometries several parts: those of a road that meet end to end
//! are one road, others are numbered.

use crate::diag::{Code, Diagnostic, Severity, Sink};
use crate::source::tree::{Node, Tree, Value};
use crate::source::{Address, FileId, Pointer};

/// Something in a GeoJSON file that is no feature of a map.
pub const NOT_A_FEATURE: Code =
    Code::new("PB191", "geojson-feature", Severity::Error, include_str!("geojson/feature.md"));

/// The kinds of findings of reading GeoJSON files.
pub const CODES: &[Code] = &[NOT_A_FEATURE];

/// The most positions of a file.
const MOST_POSITIONS: usize = 200_000;

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

    /// Returns true if all coordinates can be degrees of longitude and latitude, and one is no whole number.
    pub fn is_in_degrees(&self) -> bool {
        let mut has_parts = false;
        let can_be = |position: GeoPosition| {
            has_parts |= position.iter().any(|number| number.fract() != 0.0);
            position[0].abs() <= 180.0 && position[1].abs() <= 90.0
        };
        self.positions().all(can_be) && has_parts
    }
}

/// A feature of a GeoJSON file.
#[derive(Debug, Clone, PartialEq)]
pub struct GeoFeature {
    /// Its name.
    pub name: Option<String>,
    /// Its kind of terrain, or `road`; `None` for points.
    pub kind: Option<String>,
    /// Its geometry.
    pub geometry: GeoGeometry,
    /// The place where it is written.
    pub at: Pointer,
}

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
    // A feature may stand alone (RFC 7946, 2).
    if reader.text(&Pointer::root().key("type")).as_deref() == Some("Feature") {
        collection.features.extend(reader.feature(&Pointer::root()));
        return reader.is_sound.then_some(collection);
    }
    match tree.get(&root).map(|node| &node.value) {
        Some(Value::Seq(items)) => {
            for number in 0..items.len() {
                collection.features.extend(reader.feature(&root.index(number)));
            }
        }
        _ => reader.wrong(Pointer::root(), "a feature collection has a list of `features`".to_owned()),
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
            self.wrong(at.clone(), "an item of `features` has the `type` `Feature`".to_owned());
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
                    "`{other}` is no geometry of a map; it is one of `Point`, `LineString`, `Polygon`, `MultiPoint`, \
                     `MultiLineString`, `MultiPolygon`"
                );
                self.wrong(geometry.key("type"), text);
                return None;
            }
            None => {
                self.wrong(at.clone(), "a feature has a `geometry` with a `type` and `coordinates`".to_owned());
                return None;
            }
        };
        let lacks = match (&geometry, &name, &kind) {
            (GeoGeometry::Points(_), None, _) => "a point is a location, and needs the property `name`",
            (GeoGeometry::Lines(_) | GeoGeometry::Polygons(_), _, None) => {
                "a line or an area needs the property `kind`: a kind of terrain of the map, or `road`"
            }
            _ => return Some(GeoFeature { name, kind, geometry, at: at.clone() }),
        };
        self.wrong(at.clone(), lacks.to_owned());
        None
    }

    /// Reads the items of a list; `None` if one cannot be read.
    fn list<T>(&mut self, at: &Pointer, read: impl Fn(&mut Self, &Pointer) -> Option<T>) -> Option<Vec<T>> {
        let Some(Value::Seq(items)) = self.node(at).map(|node| &node.value) else {
            self.wrong(at.clone(), "`coordinates` are lists of positions here".to_owned());
            return None;
        };
        (0..items.len()).map(|number| read(self, &at.index(number))).collect()
    }

    fn line(&mut self, at: &Pointer) -> Option<Vec<GeoPosition>> {
        let line = self.list(at, Reader::position)?;
        if line.len() < 2 {
            self.wrong(at.clone(), format!("a line has at least two positions, not {}", line.len()));
            return None;
        }
        Some(line)
    }

    /// Reads a ring, which ends where it begins; its last position is left out.
    fn ring(&mut self, at: &Pointer) -> Option<Vec<GeoPosition>> {
        let mut ring = self.list(at, Reader::position)?;
        if ring.len() < 4 || ring.first() != ring.last() {
            let text = "a ring has at least four positions, and ends where it begins";
            self.wrong(at.clone(), text.to_owned());
            return None;
        }
        ring.pop();
        Some(ring)
    }

    fn position(&mut self, at: &Pointer) -> Option<GeoPosition> {
        self.positions += 1;
        if self.positions == MOST_POSITIONS + 1 {
            self.wrong(at.clone(), format!("a map has at most {MOST_POSITIONS} positions"));
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
            self.wrong(at.clone(), "a position is a list of two numbers".to_owned());
        }
        position.map(|(x, y)| [x, y])
    }
}
