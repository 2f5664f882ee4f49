//! The objects of a save. What lies on something else is above it by the heights of all below.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Value, json};

use muster_core::print::Size;
use muster_core::print::frame::{Color, Frame, Path, Point, Rect};
use muster_systems::tabled::{BAG, DIE, GameTable, LaidDeck, LaidDice, LaidPiece, TRACK, rect_around, turned_bounds};

use super::MESH;
use crate::export::pictures::{Pictures, place};

/// The colours of the seats, in the order of the sides.
pub(super) const SEATS: [&str; 10] =
    ["White", "Red", "Blue", "Green", "Yellow", "Orange", "Purple", "Pink", "Teal", "Brown"];

/// The height of a card at the scale 1, in millimetres.
const CARD: f64 = 88.9;
/// Millimetres in a unit.
const INCH: f64 = 25.4;
/// The thickness of the table, of boards and of pieces, and what a card adds to a deck, in units.
const TABLE_THICK: f64 = 0.5;
const BOARD_THICK: f64 = 0.05;
const PIECE_THICK: f64 = 0.1;
const CARD_THICK: f64 = 0.02;
/// The height of the top of the table.
const TOP: f64 = 1.0;
/// The width of a letter on the table, in millimetres.
const LETTER: f64 = 4.0;
/// The depth of a hand, in millimetres.
const HAND: f64 = 120.0;

/// The objects of a save as they are made.
pub(super) struct Objects<'a> {
    pub(super) table: &'a GameTable,
    pub(super) area: Size,
    pub(super) url: &'a str,
    pub(super) pictures: Pictures,
    /// Both sides of a face side by side, by where their drawings are in memory.
    pub(super) both: HashMap<(usize, usize), Arc<Frame>>,
    /// The numbers of decks of one card each, by the pictures of its sides.
    pub(super) decks: HashMap<(String, String), usize>,
    /// What lies on the table: the room it takes and the height of its upper side.
    pub(super) tops: Vec<(Rect, f64)>,
    /// The number of the last object.
    pub(super) last: u32,
}

/// The place of an object: its middle, its height and its turn.
struct Pose {
    at: Point,
    height: f64,
    turn: f64,
    face_down: bool,
    scale: [f64; 3],
}

impl Objects<'_> {
    /// Returns all objects, the table first.
    pub(super) fn all(&mut self) -> Vec<Value> {
        let table = self.table;
        let mut all = vec![self.ground()];
        for board in &table.boards {
            all.push(self.board(board.face, board.rect));
        }
        for piece in &table.pieces {
            all.push(self.piece(piece));
        }
        for deck in &table.decks {
            all.extend(self.deck(deck));
        }
        for bag in &table.bags {
            let inside = self.model(bag.face, (bag.at, 0.0), TOP + 2.0);
            let height = self.rest(rect_around(bag.at, BAG), 2.0);
            let pose = Pose { height, ..Pose::flat(bag.at, 1.0) };
            let name = table.faces[bag.face].name.clone();
            let particular = json!({"MaterialIndex": -1, "MeshIndex": -1, "ContainedObjects": [inside]});
            all.push(self.object("Infinite_Bag", &name, &pose, particular));
        }
        for dice in &table.dice {
            all.extend(self.dice(dice));
        }
        for track in &table.tracks {
            let height = self.rest(rect_around(track.at, TRACK), 0.5);
            let pose = Pose { height, ..Pose::flat(track.at, 1.0) };
            all.push(self.object("Counter", &track.name, &pose, json!({"Counter": {"value": track.value}})));
        }
        for label in &table.labels {
            // A text stands around its middle.
            let half = label.text.chars().count() as f64 * LETTER / 2.0;
            let middle = Point { x: label.at.x + half, ..label.at };
            let pose = Pose { height: TOP + 0.02, ..Pose::flat(middle, 1.0) };
            let text = json!({"Text": label.text, "colorstate": {"r": 1.0, "g": 1.0, "b": 1.0}, "fontSize": 48});
            let mut object = self.object("3DText", "", &pose, json!({"Text": text, "Locked": true}));
            object["Transform"]["rotX"] = 90.0.into();
            object["Transform"]["rotY"] = 0.0.into();
            all.push(object);
        }
        self.charts(&mut all);
        for side in 0..table.sides.len() {
            all.push(self.hand(side));
        }
        all
    }

    /// Returns the points on which pieces snap: those of the grids of boards.
    pub(super) fn snap_points(&self) -> Vec<Value> {
        let mut points = Vec::new();
        for board in &self.table.boards {
            let Some(grid) = &board.grid else { continue };
            for column in 0..grid.columns {
                for row in 0..grid.rows {
                    let at = grid.middle(column, row);
                    let at = Point { x: board.rect.x + at.x, y: board.rect.y + at.y };
                    let [x, z] = self.place(at);
                    points.push(json!({"Position": {"x": x, "y": round(TOP + BOARD_THICK), "z": z}}));
                }
            }
        }
        points
    }

    /// Returns a place on the table: from its middle to the right and away from the first side.
    fn place(&self, at: Point) -> [f64; 2] {
        [round((at.x - self.area.width / 2.0) / INCH), round((self.area.height / 2.0 - at.y) / INCH)]
    }

    /// Returns the height of the lower side of something that is laid there, and takes the room up to its upper side.
    fn rest(&mut self, rect: Rect, thick: f64) -> f64 {
        let within = rect.inflate(-0.1, -0.1);
        let below = self.tops.iter().filter(|(other, _)| other.common(within).is_some()).map(|(_, top)| *top);
        let below = below.fold(TOP, f64::max);
        self.tops.push((rect, below + thick));
        below
    }

    fn object(&mut self, kind: &str, name: &str, pose: &Pose, particular: Value) -> Value {
        self.last += 1;
        let [x, z] = self.place(pose.at);
        let [scale_x, scale_y, scale_z] = pose.scale.map(round);
        let mut object = json!({
            "GUID": format!("{:06x}", self.last),
            "Name": kind,
            "Transform": {
                "posX": x, "posY": round(pose.height), "posZ": z,
                "rotX": 0.0,
                "rotY": round((180.0 + pose.turn) % 360.0),
                "rotZ": if pose.face_down { 180.0 } else { 0.0 },
                "scaleX": scale_x, "scaleY": scale_y, "scaleZ": scale_z,
            },
            "Nickname": name,
            "Description": "",
            "Locked": false,
        });
        if let (Value::Object(object), Value::Object(particular)) = (&mut object, particular) {
            object.extend(particular);
        }
        object
    }

    /// Returns the address of a file.
    fn address(&self, name: &str) -> String {
        format!("{}{name}", self.url)
    }

    /// Returns something flat with a picture, as thick as it is.
    fn flat(&mut self, picture: &str, name: &str, pose: &Pose, is_locked: bool) -> Value {
        let mesh = json!({
            "MeshURL": self.address(MESH),
            "DiffuseURL": self.address(picture),
            "NormalURL": "",
            "ColliderURL": "",
            "Convex": true,
            "MaterialIndex": 3,
            "TypeIndex": if is_locked { 4 } else { 0 },
            "CastShadows": true,
        });
        self.object("Custom_Model", name, pose, json!({"Locked": is_locked, "CustomMesh": mesh}))
    }

    /// Returns the table itself.
    fn ground(&mut self) -> Value {
        let mut frame = Frame::default();
        frame.fill(Path::rect(Rect::new(0.0, 0.0, 2.0, 1.0)), Color(58, 92, 74));
        let picture = self.pictures.add(Arc::new(frame), Size { width: 2.0, height: 1.0 });
        let Size { width, height } = self.area;
        let at = Point { x: width / 2.0, y: height / 2.0 };
        let scale = [width / INCH, TABLE_THICK, height / INCH];
        let pose = Pose { height: TOP - TABLE_THICK / 2.0, scale, ..Pose::flat(at, 1.0) };
        self.flat(&picture, "Table", &pose, true)
    }

    fn board(&mut self, face: usize, rect: Rect) -> Value {
        let height = self.rest(rect, BOARD_THICK);
        let scale = [rect.width / INCH, BOARD_THICK, rect.height / INCH];
        let pose = Pose { height: height + BOARD_THICK / 2.0, scale, ..Pose::flat(rect.middle(), 1.0) };
        let picture = self.both(face);
        let name = self.table.faces[face].name.clone();
        self.flat(&picture, &name, &pose, true)
    }

    /// Returns the picture of both sides of a face, side by side.
    fn both(&mut self, face: usize) -> String {
        let of = &self.table.faces[face];
        let back = match &of.back {
            Some(back) => Arc::clone(back),
            None => Arc::clone(&of.front),
        };
        self.both_of(&of.front, &back, of.size)
    }

    fn both_of(&mut self, front: &Arc<Frame>, back: &Arc<Frame>, size: Size) -> String {
        // Found again by the two drawings: what is shared is painted once.
        let key = (Arc::as_ptr(front) as usize, Arc::as_ptr(back) as usize);
        let both = self.both.entry(key).or_insert_with(|| {
            let mut frame = Frame::default();
            place(&mut frame, front, Rect::new(0.0, 0.0, size.width, size.height));
            place(&mut frame, back, Rect::new(size.width, 0.0, size.width, size.height));
            Arc::new(frame)
        });
        let both = Arc::clone(both);
        self.pictures.name_of(&both, Size { width: size.width * 2.0, ..size })
    }

    /// Returns a flat piece whose lower side is at a height.
    fn model(&mut self, face: usize, (at, turn): (Point, f64), below: f64) -> Value {
        let of = &self.table.faces[face];
        let scale = [of.size.width / INCH, PIECE_THICK, of.size.height / INCH];
        let pose = Pose { at, turn, height: below + PIECE_THICK / 2.0, scale, face_down: false };
        let picture = self.both(face);
        let name = of.name.clone();
        self.flat(&picture, &name, &pose, false)
    }

    /// Returns a piece or a card that lies by itself.
    fn piece(&mut self, piece: &LaidPiece) -> Value {
        let (at, turn) = match piece.hand {
            Some(side) => (self.place_in_hand(side, piece), if side % 2 == 1 { 180.0 } else { 0.0 }),
            None => (piece.at, piece.turn),
        };
        let size = self.table.size(piece.face);
        let is_card = self.table.faces[piece.face].is_card;
        let thick = if is_card { CARD_THICK } else { PIECE_THICK };
        let below = self.rest(turned_bounds(at, size, turn), thick);
        let mut object = if is_card {
            let pose = Pose { at, turn, height: below + thick / 2.0, ..Pose::flat(at, size.height / CARD) };
            self.card(piece.face, &pose)
        } else {
            self.model(piece.face, (at, turn), below)
        };
        if let Some(cover) = piece.cover {
            // Its lower side is the one that everybody sees.
            let (top, under) = (self.table.faces[cover].clone(), self.table.faces[piece.face].clone());
            let picture = self.both_of(&top.front, &under.front, top.size);
            object["CustomMesh"]["DiffuseURL"] = self.address(&picture).into();
            object["Nickname"] = "?".into();
        } else {
            object["Nickname"] = piece.name.clone().into();
        }
        if piece.hand.is_some() {
            // Other things than cards are held only where they say so.
            object["Hands"] = true.into();
        }
        object
    }

    /// Returns the place of a piece in the hand of a side: beyond the edge of the table.
    fn place_in_hand(&self, side: usize, piece: &LaidPiece) -> Point {
        let middle = self.hand_middle(side);
        let held = self.table.pieces.iter().filter(|other| other.hand == Some(side));
        let wide = held.map(|other| other.at.x + self.table.size(other.face).width / 2.0).fold(0.0, f64::max);
        let from_middle = piece.at.x - wide / 2.0;
        Point { x: middle.x + if side % 2 == 1 { -from_middle } else { from_middle }, y: middle.y }
    }

    fn hand_middle(&self, side: usize) -> Point {
        // Even sides sit below, odd ones above; further pairs beside the first.
        let pairs = self.table.sides.len().div_ceil(2);
        let x = self.area.width * ((side / 2) as f64 + 0.5) / pairs as f64;
        let y = if side.is_multiple_of(2) { self.area.height + HAND } else { -HAND };
        Point { x, y }
    }

    fn hand(&mut self, side: usize) -> Value {
        let at = self.hand_middle(side);
        let pairs = self.table.sides.len().div_ceil(2) as f64;
        let width = self.area.width / pairs / INCH;
        let pose = Pose {
            height: TOP + 2.0,
            turn: if side.is_multiple_of(2) { 180.0 } else { 0.0 },
            scale: [width * 0.9, 5.0, HAND * 1.2 / INCH],
            ..Pose::flat(at, 1.0)
        };
        let name = self.table.sides[side].clone();
        self.object(
            "HandTrigger",
            &name,
            &pose,
            json!({
                "FogColor": SEATS[side], "Locked": true, "LayoutGroupSortIndex": 0, "Value": 0,
            }),
        )
    }

    /// Returns a card.
    fn card(&mut self, face: usize, pose: &Pose) -> Value {
        let (number, deck) = self.custom_deck(face);
        let name = self.table.faces[face].name.clone();
        let mut decks = serde_json::Map::new();
        decks.insert(number.to_string(), deck);
        self.object("Card", &name, pose, json!({"CardID": number * 100, "SidewaysCard": false, "CustomDeck": decks}))
    }

    /// Returns the number and the description of the pictures of a card.
    fn custom_deck(&mut self, face: usize) -> (usize, Value) {
        let of = &self.table.faces[face];
        let front = self.pictures.name_of(&of.front, of.size);
        let back = self.pictures.back(of);
        let next = self.decks.len() + 1;
        let number = *self.decks.entry((front.clone(), back.clone())).or_insert(next);
        let deck = json!({
            "FaceURL": self.address(&front), "BackURL": self.address(&back),
            "NumWidth": 1, "NumHeight": 1, "BackIsHidden": true, "UniqueBack": false, "Type": 0,
        });
        (number, deck)
    }

    /// Returns a deck; a deck of one card is that card, and an empty one nothing.
    fn deck(&mut self, deck: &LaidDeck) -> Option<Value> {
        let faces: Vec<usize> =
            deck.cards.iter().flat_map(|(face, count)| std::iter::repeat_n(*face, *count as usize)).collect();
        let (first, others) = faces.split_first()?;
        let thick = CARD_THICK * faces.len() as f64;
        let below = self.rest(rect_around(deck.at, deck.size), thick);
        let turn = if deck.side == Some(1) { 180.0 } else { 0.0 };
        let scale = deck.size.height / CARD;
        let pose = Pose { turn, height: below + thick / 2.0, face_down: deck.is_drawn, ..Pose::flat(deck.at, scale) };
        if others.is_empty() {
            return Some(self.card(*first, &pose));
        }
        let (mut ids, mut decks, mut cards) = (Vec::new(), serde_json::Map::new(), Vec::new());
        for face in &faces {
            let (number, of) = self.custom_deck(*face);
            ids.push(number * 100);
            decks.insert(number.to_string(), of);
            cards.push(self.card(*face, &pose));
        }
        let held = json!({"DeckIDs": ids, "CustomDeck": decks, "SidewaysCard": false, "ContainedObjects": cards});
        Some(self.object("DeckCustom", &deck.name, &pose, held))
    }

    /// Returns dice; hundredths are thrown with two dice of ten sides.
    fn dice(&mut self, dice: &LaidDice) -> Vec<Value> {
        let (kind, count) = match dice.sides {
            4 | 6 | 8 | 10 | 12 | 20 => (format!("Die_{}", dice.sides), dice.count),
            100 => ("Die_10".to_owned(), 2 * dice.count),
            _ => return Vec::new(),
        };
        let die = |number: u8| {
            let at = dice.place(number);
            let height = self.rest(rect_around(at, DIE), 1.0) + 0.5;
            self.object(&kind, &dice.name, &Pose { height, ..Pose::flat(at, 0.8) }, json!({}))
        };
        (0..count).map(die).collect()
    }

    /// Lays what is read beyond the left edge of the table, one below the other.
    fn charts(&mut self, all: &mut Vec<Value>) {
        let mut y = 0.0;
        for chart in &self.table.charts {
            let Size { width, height } = self.table.size(*chart);
            let rect = Rect::new(-width - 60.0, y, width, height);
            y += height + 20.0;
            all.push(self.board(*chart, rect));
        }
    }
}

impl Pose {
    /// Returns the place of something that lies upright for the first side.
    fn flat(at: Point, scale: f64) -> Pose {
        Pose { at, height: TOP, turn: 0.0, face_down: false, scale: [scale, 1.0, scale] }
    }
}

/// Returns a number with four decimals.
fn round(number: f64) -> f64 {
    // No minus before 0.
    (number * 1e4).round() / 1e4 + 0.0
}
