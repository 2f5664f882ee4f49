//! The table of a battle: the map with blocks and headquarters, chits in the cup, sticks, what is still to enter, and in each hand what
//! only its side knows.

use muster_core::print::Size;
use muster_core::print::frame::{Frame, Rect, at};
use muster_systems::catalogue::Catalogue;
use muster_systems::tabled::{GameTable, LaidDeck, OwnFace, Shelf, Tabled};

use super::blocks::{Badge, CubeFace, cube};
use super::labels::{self, size};
use super::map::{MapDrawing, Scale};
use crate::PubBattles;
use crate::engine::PubEngine;
use crate::resolve::PubBattle;
use crate::rules::HqCover;
use crate::state::{BlockFlags, BlockState, PubState};
use crate::wording::PubWording;

/// Between the map and what lies beside it.
const BETWEEN: f64 = 20.0;

impl Tabled for PubBattles {
    const LAID: &'static [&'static str] =
        &["setup", "map", "track", "sticks", "cubes", "chits", "orders", "counters", "reference"];

    fn own_faces(battle: &PubBattle, _: &PubEngine, _: &Catalogue) -> Vec<OwnFace> {
        let side_of_cube = battle.field.as_ref().map_or(1, |field| field.headquarters);
        let (_, size) = size(battle, [side_of_cube; 2], labels::LESS);
        let hides = (0..battle.sides.len()).filter(|side| battle.hides(*side));
        let cover = |side: usize| OwnFace {
            number: cover_of(side),
            name: "?".to_owned(),
            face: labels::FACE.name,
            accent: "scenario",
            front: Box::new(move |look| {
                let mut frame = Frame::default();
                let whole = Rect::new(0.0, 0.0, size.width, size.height);
                cube(look, &mut frame, &Badge::unspotted_badge(side), None, whole, CubeFace::Top);
                (size, frame)
            }),
            back: None,
        };
        hides.map(cover).collect()
    }

    fn lay(battle: &PubBattle, _: &PubEngine, state: &PubState, words: &Catalogue, table: &mut GameTable) {
        let Some(drawn) = MapDrawing::new(battle, Scale::Printed, PubWording::new(words)) else { return };
        let Some(map) = table.board("map", at(0.0, 0.0), None) else { return };
        for (block, named) in battle.blocks.iter().enumerate() {
            if let Some(face) = block_face(table, block) {
                table.faces[face].name = battle.full_name(named);
            }
        }
        for (block, of) in state.blocks.iter().enumerate().take(battle.blocks.len()) {
            let Some(face) = block_face(table, block).filter(|_| of.is_on_map()) else { continue };
            table.piece(face, drawn.to_paper(of.at)).turn = f64::from(turn(of) % 360);
        }
        let waiting = lay_headquarters(battle, state, table, &drawn);
        let mut right = Shelf::new(at(map.right() + BETWEEN, 0.0), 300.0);
        right.track(table, "Turn", 1, true);
        lay_cup(table, &mut right);
        right.dice(table, "Attacker: dice", (3, 6), false);
        right.dice(table, "Defender: dice", (3, 6), false);
        let width = map.width.max(400.0);
        let mut below = Shelf::new(at(0.0, map.bottom() + BETWEEN), width);
        lay_side(battle, (state, &waiting), 0, table, &mut below);
        table.lay_above((0.0, -BETWEEN), width, |table, shelf| lay_side(battle, (state, &waiting), 1, table, shelf));
        right.end_row();
        if let Some(track) = table.face("track", None) {
            let middle = right.place(table.size(track));
            let Size { width, height } = table.size(track);
            table.board("track", at(middle.x - width / 2.0, middle.y - height / 2.0), None);
        }
        // Where something is hidden, each side has sheets of its own, which nobody else may read.
        for sheet in table.faces_of("setup") {
            match table.faces[sheet].side {
                Some(side) => _ = table.hold(side, sheet),
                None => table.charts.push(sheet),
            }
        }
        table.read(&["reference", "rules"]);
    }
}

/// Returns the number of the face that hides the headquarters of a side.
fn cover_of(side: usize) -> String {
    format!("table-unspotted-{}", side + 1)
}

/// Returns the flat counter of a block.
fn block_face(table: &GameTable, block: usize) -> Option<usize> {
    let number = format!("counter-{}", block + 1);
    table.faces.iter().position(|face| face.number == number)
}

/// Returns the degrees by which a block is turned clockwise: in column it lies across, its text as it is read.
fn turn(of: &BlockState) -> u16 {
    match of.is_column() {
        false => of.facing,
        true if of.facing % 360 < 180 => of.facing + 270,
        true => of.facing + 90,
    }
}

/// Lays the headquarters that are on the map. Returns the others.
fn lay_headquarters(
    battle: &PubBattle,
    state: &PubState,
    table: &mut GameTable,
    drawn: &MapDrawing,
) -> Vec<(usize, usize)> {
    let mut waiting = Vec::new();
    for (place, command) in battle.all_in_order().into_iter().enumerate() {
        let side = battle.commands[command].side;
        let face = |word: &str| table.face(&format!("cube-{}-{word}", place + 1), Some(side));
        let Some((top, flipped)) = face("top").zip(face("flipped")) else { continue };
        let face = table.two_sided(top, flipped);
        table.faces[face].name.clone_from(&battle.commands[command].hq);
        let of = &state.commands[command];
        let Some(at) = of.at else {
            waiting.push((command, face));
            continue;
        };
        let cover = matches!(of.cover, HqCover::Hidden | HqCover::Fog).then(|| table.face(&cover_of(side), None));
        table.piece(face, drawn.to_paper(at)).cover = cover.flatten();
    }
    waiting
}

/// Lays the cup with the chits of all commands, and the place of those that were drawn.
fn lay_cup(table: &mut GameTable, shelf: &mut Shelf) {
    let chits = table.faces_of("chit-");
    let Some(first) = chits.first() else { return };
    let size = table.size(*first);
    let cards = chits.iter().map(|chit| (*chit, 1)).collect();
    let cup = LaidDeck { name: "Cup".to_owned(), side: None, cards, at: at(0.0, 0.0), size, is_drawn: true };
    let drawn = LaidDeck { name: "Drawn chits".to_owned(), cards: Vec::new(), is_drawn: false, ..cup };
    shelf.title(table, "Chits");
    shelf.deck(table, cup);
    shelf.deck(table, drawn);
}

/// Lays the sticks of a side and what is still to enter, and gives it its orders and what is hidden from the other side.
fn lay_side(
    battle: &PubBattle,
    (state, waiting): (&PubState, &[(usize, usize)]),
    side: usize,
    table: &mut GameTable,
    shelf: &mut Shelf,
) {
    shelf.title(table, table.sides[side].clone());
    for stick in ["foot-stick", "mounted-stick"] {
        let face = table.face(stick, None);
        face.into_iter().for_each(|face| _ = shelf.piece(table, face));
    }
    let is_secret = battle.hides(side);
    let blocks: Vec<usize> =
        (0..battle.blocks.len()).filter(|block| battle.commands[battle.blocks[*block].command].side == side).collect();
    let to_enter = |block: &&usize| state.blocks[**block].flags.has(BlockFlags::WAITING);
    let hidden = |block: &&usize| state.blocks[**block].flags.has(BlockFlags::HIDDEN);
    let commands: Vec<usize> =
        waiting.iter().filter(|(command, _)| battle.commands[*command].side == side).map(|(_, face)| *face).collect();
    let faces: Vec<usize> = commands
        .into_iter()
        .chain(blocks.iter().filter(to_enter).filter_map(|block| block_face(table, *block)))
        .collect();
    if !faces.is_empty() && !is_secret {
        shelf.title(table, format!("{}: to enter", table.sides[side]));
    }
    for face in faces {
        match is_secret {
            true => _ = table.hold(side, face),
            false => _ = shelf.piece(table, face),
        }
    }
    let held: Vec<usize> = blocks.iter().filter(hidden).filter_map(|block| block_face(table, *block)).collect();
    let orders: Vec<usize> =
        table.faces_of("orders-").into_iter().filter(|face| table.faces[*face].side == Some(side)).collect();
    for face in held.into_iter().chain(orders) {
        table.hold(side, face);
    }
}
