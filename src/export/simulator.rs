//! Tables of Tabletop Simulator: a save with everything in its place, the pictures it shows, and the one mesh that all flat pieces
//! have. A unit of the simulator is an inch; a card of 3.5 inches has the scale 1.

mod objects;

use std::collections::HashMap;

use serde_json::{Value, json};

use muster_systems::tabled::GameTable;

use self::objects::Objects;
use super::Unlaid;
use super::pictures::Pictures;

/// The widest and highest picture that the simulator takes, in pixels.
const MOST: u32 = 4096;
/// The widest and longest table, in millimetres: about what a player can look over.
const WIDEST: f64 = 4000.0;
/// The most objects of a save.
const MOST_OBJECTS: usize = 5_000;

/// The name of the save, and that of the mesh.
pub const SAVE: &str = "table.json";
/// See [`SAVE`].
pub const MESH: &str = "piece.obj";

/// The words that a mesh begins with.
pub const MESH_HEAD: &str = "# written by muster";

/// The keys of a save, in their order.
pub const SAVE_KEYS: [&str; 9] =
    ["SaveName", "GameMode", "Table", "Sky", "Note", "Rules", "SnapPoints", "Hands", "ObjectStates"];

/// A table of Tabletop Simulator: the files of a folder.
pub struct SimulatorTable {
    /// The save, `table.json`.
    pub save: Value,
    /// The mesh, `piece.obj`.
    pub mesh: String,
    /// The pictures, PNG, by their names.
    pub pictures: Vec<(String, Vec<u8>)>,
}

/// Returns the save of a table. Pictures are found below an address, and have so many dots in an inch.
///
/// # Errors
///
/// Says what the simulator could not take.
pub fn save_table(table: &GameTable, dpi: f64, url: &str) -> Result<SimulatorTable, Unlaid> {
    let area = table.area();
    if area.width.max(area.height) > WIDEST {
        return Err(Unlaid {
            why: format!(
                "the table is {:.0} × {:.0} mm; Tabletop Simulator takes at most {WIDEST} × {WIDEST} mm",
                area.width, area.height
            ),
            help: "make the map smaller, or use fewer pieces".to_owned(),
        });
    }
    if table.sides.len() > objects::SEATS.len() {
        return Err(Unlaid {
            why: format!(
                "the battle has {} sides; Tabletop Simulator has {} seats",
                table.sides.len(),
                objects::SEATS.len()
            ),
            help: "use `muster export vassal`, which has no such limit".to_owned(),
        });
    }
    let mut objects = Objects {
        table,
        area,
        url,
        pictures: Pictures::default(),
        both: HashMap::new(),
        decks: HashMap::new(),
        tops: Vec::new(),
        last: 0,
    };
    let states = objects.all();
    if states.len() > MOST_OBJECTS {
        return Err(Unlaid {
            why: format!("the table has {} objects; Tabletop Simulator takes at most {MOST_OBJECTS}", states.len()),
            help: "reduce `copies` or counts of pieces".to_owned(),
        });
    }
    let save = json!({
        "SaveName": table.name,
        "GameMode": table.name,
        "Table": "Table_None",
        "Sky": "Sky_Museum",
        "Note": "",
        "Rules": "",
        "SnapPoints": objects.snap_points(),
        "Hands": {"Enable": true, "DisableUnused": true, "Hiding": 0},
        "ObjectStates": states,
    });
    Ok(SimulatorTable { save, mesh: mesh(), pictures: objects.pictures.paint_all(dpi, MOST) })
}

/// Returns a box of an inch, its middle at the origin: above it the left half of a picture, below it the right half, as it is seen
/// when the box is turned over.
fn mesh() -> String {
    let mut out = format!("{MESH_HEAD}: a piece with a front and a back\no piece\n");
    for (x, y, z) in [
        (-0.5, 0.5, -0.5),
        (0.5, 0.5, -0.5),
        (0.5, 0.5, 0.5),
        (-0.5, 0.5, 0.5),
        (-0.5, -0.5, -0.5),
        (0.5, -0.5, -0.5),
        (0.5, -0.5, 0.5),
        (-0.5, -0.5, 0.5),
    ] {
        out += &format!("v {x} {y} {z}\n");
    }
    // The corners of both halves, from the top left clockwise; last a point at the edge for the sides.
    for (u, v) in
        [(0.0, 1.0), (0.5, 1.0), (0.5, 0.0), (0.0, 0.0), (0.5, 1.0), (1.0, 1.0), (1.0, 0.0), (0.5, 0.0), (0.01, 0.01)]
    {
        out += &format!("vt {u} {v}\n");
    }
    for (x, y, z) in [(0, 1, 0), (0, -1, 0), (0, 0, -1), (1, 0, 0), (0, 0, 1), (-1, 0, 0)] {
        out += &format!("vn {x} {y} {z}\n");
    }
    let faces: [[(usize, usize); 4]; 6] = [
        [(4, 4), (3, 3), (2, 2), (1, 1)],
        // Turned over about the axis from edge to edge, left and right change places.
        [(5, 6), (6, 5), (7, 8), (8, 7)],
        [(1, 9), (2, 9), (6, 9), (5, 9)],
        [(2, 9), (3, 9), (7, 9), (6, 9)],
        [(3, 9), (4, 9), (8, 9), (7, 9)],
        [(4, 9), (1, 9), (5, 9), (8, 9)],
    ];
    for (normal, face) in (1..).zip(faces) {
        let corners = face.map(|(corner, picture)| format!("{corner}/{picture}/{normal}"));
        out += &format!("f {}\n", corners.join(" "));
    }
    out
}
