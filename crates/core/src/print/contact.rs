//! Pictures of many faces: a contact sheet of all of them, and the sheets of Tabletop Simulator.

use std::sync::Arc;

use rayon::prelude::*;
use serde_json::{Value, json};

use super::frame::{Color, Frame, Path, Pixels, Rect};
use super::image::{dots, paint};
use super::sheet::{Leaf, LeafSide, leaves};
use super::{Card, Deck, Size};

/// Pixels between the faces of a contact sheet.
const GAP: u32 = 12;
/// The largest resolution of a contact sheet.
const SCREEN: f64 = 120.0;
/// The largest width and height that Tabletop Simulator takes, and what a contact sheet stays below.
const MOST: u32 = 4096;

fn face(deck: &Deck, side: LeafSide) -> &Arc<Frame> {
    let card = &deck.cards[side.card];
    let back = || card.back.as_ref().expect("internal error: a leaf with a back that the card has not");
    if side.front { &card.front } else { back() }
}

/// Returns the trimmed face in so many pixels.
fn paint_trimmed(frame: &Frame, size: Size, width: u32, height: u32) -> Pixels {
    let area = Rect::new(0.0, 0.0, size.width, size.height);
    paint(frame, area, width.max(1), height.max(1)).expect("internal error: a picture without pixels")
}

/// Returns the largest trimmed size of all cards.
fn largest(deck: &Deck) -> Size {
    deck.cards.iter().fold(Size::default(), |most, card| Size {
        width: most.width.max(card.size.width),
        height: most.height.max(card.size.height),
    })
}

/// Returns every face once, with `backs` also the different backs, each with its card.
pub fn faces(deck: &Deck, backs: bool) -> Vec<(&Arc<Frame>, &Card)> {
    let mut faces: Vec<(&Arc<Frame>, &Card)> = deck.cards.iter().map(|card| (&card.front, card)).collect();
    if backs {
        for card in &deck.cards {
            let known = |back: &&Arc<Frame>| faces.iter().any(|(face, _)| Arc::ptr_eq(face, back));
            if let Some(back) = card.back.as_ref().filter(|back| !known(back)) {
                faces.push((back, card));
            }
        }
    }
    faces
}

/// Returns the [`faces`] in rows on grey; `None` for a deck without cards.
pub fn contact_sheet(deck: &Deck, backs: bool) -> Option<Pixels> {
    let faces = faces(deck, backs);
    let cell = largest(deck);
    let count = u32::try_from(faces.len()).ok().filter(|count| *count > 0)?;
    // About as wide as a screen is, in cards that are higher than wide.
    let columns = (f64::from(count) * 2.2).sqrt().ceil().min(f64::from(count)) as u32;
    let rows = count.div_ceil(columns);
    let fit = |cells: u32, mm: f64| f64::from(MOST.saturating_sub(GAP * (cells + 1))) / f64::from(cells) / mm * 25.4;
    let dpi = fit(columns, cell.width).min(fit(rows, cell.height)).min(SCREEN);
    let (width, height) = (dots(cell.width, dpi).max(1), dots(cell.height, dpi).max(1));
    let painted: Vec<Pixels> = faces
        .into_par_iter()
        .map(|(frame, card)| {
            let Size { width, height } = card.size;
            paint_trimmed(&card.clip_side(frame, 0.0), card.size, dots(width, dpi), dots(height, dpi))
        })
        .collect();
    let mut sheet = Pixels::white(columns * (width + GAP) + GAP, rows * (height + GAP) + GAP);
    sheet.rgb.fill(150);
    for (pixels, i) in painted.iter().zip(0..) {
        sheet.copy(pixels, GAP + i % columns * (width + GAP), GAP + i / columns * (height + GAP));
    }
    Some(sheet)
}

/// A deck for Tabletop Simulator: pictures with their names, and the saved object that names them.
#[derive(Debug, Clone, PartialEq)]
pub struct SimulatorDeck {
    /// File names and pictures.
    pub pictures: Vec<(String, Pixels)>,
    /// The saved object.
    pub object: Value,
}

/// Cells across and down of one sheet. The last cell is what others see of a hidden hand, so it holds no card.
fn grid(cards: usize, size: Size) -> (u32, u32) {
    let grids = (2..=10).flat_map(|columns| (2..=7).map(move |rows| (columns, rows)));
    let fits = grids.filter(|(columns, rows)| (columns * rows) as usize > cards);
    let largest = |(columns, rows): &(u32, u32)| {
        let width = (MOST / columns).min((f64::from(MOST / rows) * size.width / size.height) as u32);
        // The largest cells; of equal ones the fewest.
        (width, std::cmp::Reverse(columns * rows))
    };
    fits.max_by_key(largest).unwrap_or((10, 7))
}

/// Cards on one sheet.
const CARDS: usize = 69;

/// Sheets of at most 10 × 7 cells and 4096 pixels, and the saved object; the pictures are found below `url`.
pub fn simulator_deck(deck: &Deck, dpi: f64, url: &str) -> SimulatorDeck {
    let leaves: Vec<Leaf> = leaves(&deck.cards, true).into_iter().filter(|leaf| leaf.copies > 0).collect();
    let size = largest(deck);
    let mut pictures = Vec::new();
    let mut custom = serde_json::Map::new();
    let (mut ids, mut cards) = (Vec::new(), Vec::new());
    for (i, leaves) in leaves.chunks(CARDS).enumerate() {
        let number = i + 1;
        let (columns, rows) = grid(leaves.len(), size);
        let width = (MOST / columns).min((f64::from(MOST / rows) * size.width / size.height) as u32);
        let width = width.min(dots(size.width, dpi));
        let height = (f64::from(width) * size.height / size.width).round() as u32;
        let sheet = |faces: Vec<Option<&Arc<Frame>>>| {
            let paint = |face: Option<&Arc<Frame>>| face.map(|face| paint_trimmed(face, size, width, height));
            let painted: Vec<Option<Pixels>> = faces.into_par_iter().map(paint).collect();
            let mut sheet = Pixels::white(columns * width, rows * height);
            for (pixels, cell) in painted.iter().zip(0..) {
                if let Some(pixels) = pixels {
                    sheet.copy(pixels, cell % columns * width, cell / columns * height);
                }
            }
            sheet
        };
        let faces = format!("faces-{number}.png");
        pictures.push((faces.clone(), sheet(leaves.iter().map(|leaf| Some(face(deck, leaf.front))).collect())));
        // One back for all, or one for each.
        let backs: Vec<Option<&Arc<Frame>>> =
            leaves.iter().map(|leaf| leaf.back.map(|side| face(deck, side))).collect();
        let alike = backs.iter().all(|back| match (back, backs[0]) {
            (Some(back), Some(first)) => Arc::ptr_eq(back, first),
            (None, None) => true,
            _ => false,
        });
        let back = format!("back-{number}.png");
        let picture = match (alike, backs[0]) {
            (true, Some(back)) => paint_trimmed(back, size, width, height),
            (true, None) => paint_trimmed(&plain(size), size, width, height),
            (false, _) => sheet(backs),
        };
        pictures.push((back.clone(), picture));
        let entry = json!({
            "FaceURL": format!("{url}{faces}"),
            "BackURL": format!("{url}{back}"),
            "NumWidth": columns,
            "NumHeight": rows,
            "BackIsHidden": true,
            "UniqueBack": !alike,
        });
        for (cell, leaf) in leaves.iter().enumerate() {
            let id = number * 100 + cell;
            let card = &deck.cards[leaf.front.card];
            for _ in 0..leaf.copies {
                ids.push(id);
                cards.push(object(
                    "Card",
                    &card.label,
                    &card.group.join(", "),
                    json!({
                        "CardID": id,
                        "CustomDeck": { number.to_string(): entry },
                    }),
                ));
            }
        }
        custom.insert(number.to_string(), entry);
    }
    let deck = if cards.len() == 1 {
        // A deck has at least two cards.
        cards.remove(0)
    } else {
        let held = json!({ "DeckIDs": ids, "CustomDeck": custom, "ContainedObjects": cards });
        object("DeckCustom", &deck.title, "", held)
    };
    SimulatorDeck { pictures, object: json!({ "SaveName": "", "ObjectStates": [deck] }) }
}

/// Returns an object of a save, with what is particular to it.
fn object(name: &str, nickname: &str, description: &str, particular: Value) -> Value {
    let mut object = json!({
        "Name": name,
        "Transform": {
            "posX": 0.0, "posY": 1.0, "posZ": 0.0,
            "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0,
            "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0,
        },
        "Nickname": nickname,
        "Description": description,
        "SidewaysCard": false,
    });
    if let (Value::Object(object), Value::Object(particular)) = (&mut object, particular) {
        object.extend(particular);
    }
    object
}

/// Returns the back of cards that have none.
fn plain(size: Size) -> Frame {
    let mut frame = Frame::default();
    let whole = Rect::new(0.0, 0.0, size.width, size.height);
    frame.fill(Path::rect(whole), Color(90, 90, 90));
    frame.fill(Path::rounded_rect(whole.inflate(-4.0, -4.0), 3.0), Color(120, 120, 120));
    frame
}
