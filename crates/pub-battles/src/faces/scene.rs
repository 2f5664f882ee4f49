//! The map with blocks and headquarters on it: at the start, or in any position of a battle.

use std::sync::Arc;

use muster_core::print::Size;
use muster_core::print::frame::{Frame, Path, Point, Rect, Stroke, Transform, at};
use muster_core::print::template::Look;
use muster_core::source::Address;
use muster_systems::catalogue::Given;
use muster_systems::position::TableSpot;
use muster_systems::printed::{Piece, PlacedBox, SizedSide, Surface};

use super::blocks::{Badge, BlockToDraw, CubeFace, cube};
use super::lettering::Slab;
use super::map::{self, MapDrawing, Scale};
use super::{cubes, labels};
use crate::geometry::{self, UNIT};
use crate::model::Leader;
use crate::resolve::PubBattle;
use crate::sentences;
use crate::values::BlockFacing;
use crate::wording::{PubWord as W, PubWording};

/// A block on the map.
pub(super) struct BlockOnMap {
    /// Its name as plays write it.
    pub(super) name: String,
    pub(super) block: BlockToDraw,
    pub(super) at: geometry::MapPoint,
    pub(super) facing: u16,
    /// Its width and depth in map units.
    pub(super) size: [u16; 2],
    pub(super) spent: bool,
    pub(super) column: bool,
}

/// A headquarters on the map.
pub(super) struct CubeOnMap {
    pub(super) badge: Badge,
    pub(super) at: geometry::MapPoint,
    pub(super) rating: Option<Leader>,
    pub(super) flipped: bool,
}

/// The map with what stands on it.
pub(super) struct Scene {
    pub(super) map: MapDrawing,
    pub(super) blocks: Vec<BlockOnMap>,
    pub(super) cubes: Vec<CubeOnMap>,
}

/// The set-up map lies on A4 and on Letter.
const ROOM: (f64, f64) = (190.0, 222.0);

/// Returns the map with all that stands on it at the start, on a sheet; none without a scenario.
pub(super) fn piece<'a>(battle: &'a PubBattle, wording: PubWording<'a>) -> Option<Piece<'a>> {
    let scenario = battle.scenario()?;
    let scene = Scene::start(battle, wording)?;
    let at = battle.scenario_address("/scenario");
    let (boxes, text) = (scene.boxes(battle), scene.text(battle, wording));
    let draw = Box::new(move |look: &Look| scene.draw(look));
    let side = SizedSide { boxes, ..SizedSide::new(map::FACE.name, text, draw) };
    Some(Piece {
        group: vec![scenario.name.clone()],
        token: true,
        at: Some(at),
        ..Piece::new("setup-map", wording.word(W::SetUpMap), Surface::Sized(side))
    })
}

impl Scene {
    /// Returns a map with pieces on it, and with its names where these leave room.
    pub(super) fn new(mut map: MapDrawing, blocks: Vec<BlockOnMap>, cubes: Vec<CubeOnMap>) -> Scene {
        let scale = map.scale();
        let of_block = |on_map: &BlockOnMap| {
            let [width, depth] = on_map.size.map(|side| f64::from(side) * scale);
            let (across, down) = if on_map.column { (depth, width) } else { (width, depth) };
            Slab::new(map.to_paper(on_map.at), right(on_map.facing % 360), across, down)
        };
        let side = cube_side(&map);
        let of_cube = |on_map: &CubeOnMap| Slab::new(map.to_paper(on_map.at), (1.0, 0.0), side, side);
        let pieces: Vec<Slab> = blocks.iter().map(of_block).chain(cubes.iter().map(of_cube)).collect();
        map.letter(&pieces);
        Scene { map, blocks, cubes }
    }

    /// Returns the start of a battle on a map that lies on a sheet.
    fn start(battle: &PubBattle, wording: PubWording<'_>) -> Option<Scene> {
        let map = MapDrawing::new(battle, Scale::Within(ROOM.0, ROOM.1), wording)?;
        let block = |index: usize| {
            let of = &battle.blocks[index];
            Some(BlockOnMap {
                name: battle.full_name(of),
                block: BlockToDraw::new(battle, index),
                at: of.at?,
                facing: of.facing,
                size: of.size,
                spent: false,
                column: false,
            })
        };
        let cube = |command: usize| {
            let at = battle.commands[command].at?;
            let badge = Badge::new(battle, command);
            Some(CubeOnMap { badge, at, rating: cubes::rating(battle, command), flipped: false })
        };
        let blocks = (0..battle.blocks.len()).filter_map(block).collect();
        let cubes = (0..battle.commands.len()).filter_map(cube).collect();
        Some(Scene::new(map, blocks, cubes))
    }

    /// Returns the parts of a drawing of the start that are written in places of their own: what the map shows, and what stands on
    /// it.
    fn boxes(&self, battle: &PubBattle) -> Vec<PlacedBox> {
        let scale = self.map.scale();
        let around = |place: geometry::MapPoint, side: f64, at: Address| {
            let Point { x, y } = self.map.to_paper(place);
            PlacedBox { rect: Rect::new(x - side / 2.0, y - side / 2.0, side, side), at }
        };
        let block = |index: usize| {
            let of = &battle.blocks[index];
            Some(around(of.at?, f64::from(of.size[0].max(of.size[1])) * scale, battle.block_address(index, "")))
        };
        let cube = |command: usize| {
            Some(around(battle.commands[command].at?, cube_side(&self.map), battle.command_address(command, "")))
        };
        let mut boxes = self.map.boxes();
        boxes.extend((0..battle.blocks.len()).filter_map(block));
        boxes.extend((0..battle.commands.len()).filter_map(cube));
        boxes
    }

    /// Returns the places of the blocks, by the names that plays have for them.
    pub(super) fn spots(&self) -> Vec<TableSpot> {
        let spot = |on_map: &BlockOnMap| {
            let Point { x, y } = self.map.to_paper(on_map.at);
            let side = f64::from(on_map.size[0].max(on_map.size[1])) * self.map.scale();
            TableSpot { name: on_map.name.clone(), rect: Rect::new(x - side / 2.0, y - side / 2.0, side, side) }
        };
        self.blocks.iter().map(spot).collect()
    }

    /// Returns what stands where, a line each.
    pub(super) fn text(&self, battle: &PubBattle, wording: PubWording<'_>) -> String {
        let nobody = String::new();
        let side = |badge: &Badge| battle.sides.get(badge.side).map_or(&nobody, |side| &side.name);
        let place = |at: geometry::MapPoint| format!("{}, {}", at.x, at.y);
        let blocks = self.blocks.iter().map(|on_map| {
            let mut state = wording.word(if on_map.spent { W::Spent } else { W::Fresh });
            if on_map.column {
                state = wording.say(W::InColumn, &[(&state).into()]);
            }
            let badge = &on_map.block.badge;
            let block = wording.say(W::BlockOf, &[(&on_map.block.name).into(), (&badge.hq).into()]);
            let facing = sentences::facing(wording, BlockFacing(on_map.facing));
            let at = place(on_map.at);
            let given = [&block, side(badge), &state, &at, &facing].map(Given::from);
            wording.say(W::BlockStands, &given)
        });
        let cubes = self.cubes.iter().map(|cube| {
            let badge = &cube.badge;
            let hq = match badge.hq.is_empty() {
                true => wording.word(W::AHeadquarters),
                false => wording.say(W::HeadquartersOf, &[(&badge.hq).into()]),
            };
            let stands = wording.say(W::HeadquartersStands, &[&hq, side(badge), &place(cube.at)].map(Given::from));
            match cube.flipped {
                true => wording.say(W::WhichIsFlipped, &[(&stands).into()]),
                false => stands,
            }
        });
        cubes.chain(blocks).collect::<Vec<_>>().join("\n")
    }

    /// Draws it; returns its size too.
    pub(super) fn draw(&self, look: &Look) -> (Size, Frame) {
        let (size, mut frame) = self.map.draw(look);
        let scale = self.map.scale();
        for on_map in &self.blocks {
            self.block(look, &mut frame, on_map, scale);
        }
        let side = cube_side(&self.map);
        for on_map in &self.cubes {
            let middle = self.map.to_paper(on_map.at);
            let r = Rect::new(middle.x - side / 2.0, middle.y - side / 2.0, side, side);
            let face = if on_map.flipped { CubeFace::Flipped } else { CubeFace::Top };
            let mut drawn = Frame::default();
            cube(look, &mut drawn, &on_map.badge, on_map.rating, r, face);
            frame.place(&Arc::new(drawn), Transform::from_translate(0.0, 0.0));
            frame.stroke(Path::rect(r), Stroke::new(look.ink(), 0.2));
        }
        (size, frame)
    }

    fn block(&self, look: &Look, frame: &mut Frame, on_map: &BlockOnMap, scale: f64) {
        let [width, height] = on_map.size.map(|side| f64::from(side) * scale);
        let size = Size { width: width.max(labels::SEEN), height: height.max(labels::SEEN / 2.0) };
        let mut drawn = Frame::default();
        // What is written on it is never read from below.
        let facing = on_map.facing % 360;
        let (across, down) = if on_map.column {
            on_map.block.draw_column(look, &mut drawn, size, on_map.spent, facing >= 180);
            (size.height, size.width)
        } else {
            on_map.block.draw(look, &mut drawn, size, on_map.spent, (91..270).contains(&facing));
            (size.width, size.height)
        };
        drawn.stroke(Path::rect(Rect::new(0.0, 0.0, across, down)), Stroke::new(look.ink(), 0.18));
        // To its right, and from its front to its rear.
        let right = right(facing);
        let rear = (-right.1, right.0);
        let middle = self.map.to_paper(on_map.at);
        let corner = at(
            middle.x - right.0 * across / 2.0 - rear.0 * down / 2.0,
            middle.y - right.1 * across / 2.0 - rear.1 * down / 2.0,
        );
        frame.place(&Arc::new(drawn), Transform([right.0, right.1, rear.0, rear.1, corner.x, corner.y]));
    }
}

/// Returns the direction to the right of a facing on the paper.
fn right(facing: u16) -> (f64, f64) {
    let [x, y] = geometry::right(facing).map(|part| part as f64 / UNIT as f64);
    (x, -y)
}

/// Returns the side of headquarters on a map, in millimetres: so that they are seen on any.
fn cube_side(map: &MapDrawing) -> f64 {
    (f64::from(map.field().headquarters) * map.scale()).max(3.0)
}
