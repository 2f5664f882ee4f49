//! A position on the table: the map with every block and headquarters, and what is not on it.

use muster_core::print::font::Font;
use muster_core::print::frame::{Point, Rect};
use muster_core::print::template::Look;
use muster_systems::catalogue::Catalogue;
use muster_systems::live::place_name;
use muster_systems::position::{Pictured, TableDrawing, TableRow, TableShown, TableSpot};
use muster_systems::strokes::draw_text;

use super::blocks::{Badge, BlockToDraw};
use super::map::{self, MapDrawing, Scale};
use super::scene::{BlockOnMap, CubeOnMap, Scene};
use crate::PubBattles;
use crate::engine::{PubEngine, PubMove};
use crate::notation;
use crate::resolve::PubBattle;
use crate::state::{BlockFlags, PubState};
use crate::wording::{PubWord as W, PubWording};

/// A picture of a map is at most so large, in millimetres.
const ROOM: (f64, f64) = (520.0, 520.0);
/// The side of a place that a move leads to, in millimetres.
const TARGET: f64 = 6.0;
/// The height of a line below the map, and the width of a letter.
const LINE: f64 = 5.0;
const LETTER: f64 = 2.0;

impl Pictured for PubBattles {
    fn position(
        battle: &PubBattle,
        engine: &PubEngine,
        state: &PubState,
        seen_by: Option<usize>,
        words: &Catalogue,
    ) -> Vec<TableRow> {
        let wording = PubWording::new(words);
        let Some(map) = MapDrawing::new(battle, Scale::Within(ROOM.0, ROOM.1), wording) else { return Vec::new() };
        let on_map = |index: usize| {
            let of = &state.blocks[index];
            of.is_on_map().then(|| BlockOnMap {
                name: battle.full_name(&battle.blocks[index]),
                block: BlockToDraw::new(battle, index),
                at: of.at,
                facing: of.facing,
                size: battle.blocks[index].size,
                spent: of.is_spent() || of.flags.has(BlockFlags::FLIPPED),
                column: of.is_column(),
            })
        };
        let is_own = |command: usize| seen_by.is_none_or(|seen_by| seen_by == battle.commands[command].side);
        let cube = |command: usize| {
            let of = &state.commands[command];
            if of.cover.is_unspotted() && !is_own(command) {
                let badge = Badge::unspotted_badge(battle.commands[command].side);
                return Some(CubeOnMap { badge, at: of.at?, rating: None, flipped: of.flipped });
            }
            let rating = engine.rules.leadership.then_some(of.leader);
            Some(CubeOnMap { badge: Badge::new(battle, command), at: of.at?, rating, flipped: of.flipped })
        };
        let blocks = (0..battle.blocks.len()).filter_map(on_map).collect();
        // Those that nobody can tell apart stand in an order that tells nothing of which is which.
        let mut cubes: Vec<CubeOnMap> = (0..battle.commands.len()).filter_map(cube).collect();
        cubes.sort_by_key(|cube| cube.badge.hq.is_empty().then_some((cube.at.x, cube.at.y)));
        let scene = Scene::new(map, blocks, cubes);
        let absent = absent(battle, state, is_own, wording);
        let spots = scene.spots();
        let mut text = scene.text(battle, wording);
        for line in &absent {
            text += &format!("\n{line}");
        }
        let draw = Box::new(move |look: &Look| {
            let (mut size, mut frame) = scene.draw(look);
            for line in &absent {
                let width = size.width - 14.0;
                // So many that the letters fit that are a little wider than most.
                let lines = 1 + (line.chars().count() as f64 * LETTER / width) as usize;
                let room = Rect::new(7.0, size.height, width, LINE * lines as f64);
                draw_text(&mut frame, line, (Font::Sans, look.ink()), room, (9.0, 4.0), lines);
                size.height += room.height;
            }
            (size, frame)
        });
        let shown = TableShown::Drawing(TableDrawing { face: map::FACE.name, accent: "scenario", draw, text, spots });
        let losses = battle.sides.iter().zip(state.losses).zip(&engine.rules.sides).enumerate();
        let losses = losses.map(|(number, ((side, lost), rules))| {
            // How large an army is that hides its corps is not seen.
            match seen_by.is_some_and(|seen_by| seen_by != number) && battle.hides(number) {
                true => wording.say(W::HasLostSome, &[lost.into(), (&side.name).into()]),
                false => wording.say(W::HasLost, &[lost.into(), (&side.name).into(), rules.size.into()]),
            }
        });
        let losses = losses.collect::<Vec<_>>().join(" · ");
        let title = if state.night { W::NightAndLosses } else { W::TurnAndLosses };
        let title = wording.say(title, &[state.turn.into(), (&losses).into()]);
        vec![TableRow { title, shown }]
    }

    fn targets(battle: &PubBattle, _: &PubEngine, moves: &[PubMove], words: &Catalogue) -> Vec<TableSpot> {
        let Some(map) = MapDrawing::new(battle, Scale::Within(ROOM.0, ROOM.1), PubWording::new(words)) else {
            return Vec::new();
        };
        let target = |chosen: &PubMove| {
            let to = match chosen {
                PubMove::March { to, .. } | PubMove::Road { to, .. } | PubMove::Hq(to) | PubMove::Enter(to) => *to,
                PubMove::Place { at, .. } | PubMove::Recover { at, .. } => *at,
                _ => return None,
            };
            let Point { x, y } = map.to_paper(to);
            let name = place_name(&notation::place(to))?;
            Some(TableSpot { name, rect: Rect::new(x - TARGET / 2.0, y - TARGET / 2.0, TARGET, TARGET) })
        };
        moves.iter().filter_map(target).collect()
    }
}

/// Returns what is not on the map: eliminated, still to enter, or hidden with headquarters that are seen by whom they belong to.
fn absent(
    battle: &PubBattle,
    state: &PubState,
    is_own: impl Fn(usize) -> bool,
    wording: PubWording<'_>,
) -> Vec<String> {
    let of = |flag: BlockFlags, what: W| {
        let blocks = battle.blocks.iter().zip(&state.blocks).filter(|(_, block)| block.flags.has(flag));
        // Which of the enemy's unspotted headquarters have come is not seen.
        let is_seen = |command: usize| is_own(command) || !state.commands[command].cover.is_unspotted();
        let blocks = blocks.filter(|(of, _)| is_seen(of.command) && (flag != BlockFlags::HIDDEN || is_own(of.command)));
        let names: Vec<String> = blocks.map(|(block, _)| battle.full_name(block)).collect();
        let absent = || wording.say(W::Absent, &[(&wording.word(what)).into(), (&wording.commas(&names)).into()]);
        (!names.is_empty()).then(absent)
    };
    let kinds = [
        (BlockFlags::ELIMINATED, W::Eliminated),
        (BlockFlags::WAITING, W::ToEnter),
        (BlockFlags::HIDDEN, W::StillHidden),
    ];
    kinds.into_iter().filter_map(|(flag, what)| of(flag, what)).collect()
}
