//! The labels of blocks: a fresh and a spent face each, as large as the block on the map less a millimetre; and flat counters
//! instead of blocks, as large as these, fresh in front and spent on the back.

use muster_core::print::frame::Frame;
use muster_core::print::template::{Content, FaceOffer, Look, PictureEntry};
use muster_core::print::{Misfit, Size};
use muster_systems::art::card_picture;
use muster_systems::position::SizedDrawing;
use muster_systems::printed::{Back, Piece, SizedSide, Surface};

use super::blocks::BlockToDraw;
use crate::model::BlockKind;
use crate::resolve::PubBattle;
use crate::sentences;
use crate::wording::{PubWord as W, PubWording};

/// The face that has the colours of labels.
pub(super) const FACE: FaceOffer = FaceOffer { name: "label", ..FaceOffer::NOTHING };

/// A label is so much smaller than its block, in millimetres.
pub(super) const LESS: f64 = 1.0;
/// The place of the scenario's pictures.
const SCENARIO_ART: &str = "/scenario/art";
/// On a map a block is drawn at least so wide, and half as deep.
pub(super) const SEEN: f64 = 2.0;
/// Least side of a label, in millimetres: a smaller one is not printed smaller, but found.
const LEAST: f64 = 2.0;

/// Returns millimetres in map units.
pub(super) fn millimetres(battle: &PubBattle, units: u16) -> f64 {
    f64::from(units) / battle.map().map_or(1.0, |(_, map)| map.units_per_mm)
}

/// Returns the size of a face, less so much: at least as large as can be cut.
pub(super) fn size(battle: &PubBattle, [width, height]: [u16; 2], less: f64) -> (Size, Size) {
    let meant = Size { width: millimetres(battle, width) - less, height: millimetres(battle, height) - less };
    (meant, Size { width: meant.width.max(LEAST), height: meant.height.max(LEAST) })
}

/// Returns the labels of all blocks: the two faces of each one after the other.
pub(super) fn pieces<'a>(battle: &'a PubBattle, wording: PubWording<'a>) -> Vec<Piece<'a>> {
    let label = |block| [false, true].map(|spent| label((battle, wording), block, spent));
    (0..battle.blocks.len()).flat_map(label).collect()
}

fn label<'a>((battle, wording): (&'a PubBattle, PubWording<'a>), index: usize, spent: bool) -> Piece<'a> {
    let face = if spent { "spent" } else { "fresh" };
    let front = side((battle, wording), index, spent, LESS);
    let name = battle.full_name(&battle.blocks[index]);
    let state = wording.word(state(battle, index, spent));
    let label = wording.say(W::LabelOf, &[(&name).into(), (&state).into()]);
    let piece = Piece::new(format!("label-{}-{face}", index + 1), label, Surface::Sized(front));
    label_block(battle, index, wording.word(W::Labels), piece)
}

/// Returns flat counters of all blocks.
pub(super) fn counters<'a>(battle: &'a PubBattle, wording: PubWording<'a>) -> Vec<Piece<'a>> {
    let counter = |index: usize| {
        let front = Surface::Sized(side((battle, wording), index, false, 0.0));
        let back = Surface::Sized(side((battle, wording), index, true, 0.0));
        let label = wording.say(W::CounterOf, &[(&battle.full_name(&battle.blocks[index])).into()]);
        let piece = Piece::new(format!("counter-{}", index + 1), label, front);
        let piece = Piece { back: Back::Own(format!("spent {index}"), back), ..piece };
        label_block(battle, index, wording.word(W::Counters), piece)
    };
    (0..battle.blocks.len()).map(counter).collect()
}

fn label_block<'a>(battle: &PubBattle, index: usize, group: String, piece: Piece<'a>) -> Piece<'a> {
    let side = battle.sides[battle.commands[battle.blocks[index].command].side].name.clone();
    let scenario = battle.scenario().map(|scenario| scenario.name.clone());
    Piece {
        group: scenario.into_iter().chain([side.clone(), group]).collect(),
        side: Some(side),
        token: true,
        at: Some(battle.block_address(index, "")),
        ..piece
    }
}

/// Returns the word for the state that a face shows.
fn state(battle: &PubBattle, index: usize, spent: bool) -> W {
    match (spent, battle.blocks[index].kind) {
        (false, _) => W::Fresh,
        (true, BlockKind::Train) => W::Flipped,
        (true, _) => W::Spent,
    }
}

/// Returns a face of a block, which may have a picture of its own or of the scenario.
fn side(of: (&PubBattle, PubWording<'_>), index: usize, spent: bool, less: f64) -> SizedSide {
    let (battle, block) = (of.0, &of.0.blocks[index]);
    let scenario_art = battle.scenario().and_then(|scenario| Some((scenario.art.as_ref()?, SCENARIO_ART)));
    let Some(entry) = card_picture(block.art.as_ref(), scenario_art) else {
        return side_with(of, index, (spent, less), None);
    };
    let texts = [("name", block.name.clone()), ("kind", block.kind.word().to_owned())];
    let path = entry.file(&Content::from_keys(texts), &(index + 1).to_string());
    let without_art = entry.is_default.then(|| Box::new(side_with(of, index, (spent, less), None)));
    let elsewhere =
        vec![(entry.tag.clone(), battle.scenario_address(&entry.tag))].into_iter().filter(|_| entry.is_default);
    let elsewhere = elsewhere.collect();
    SizedSide { without_art, elsewhere, ..side_with(of, index, (spent, less), Some(PictureEntry { path, ..entry })) }
}

fn side_with(
    (battle, wording): (&PubBattle, PubWording<'_>),
    index: usize,
    (spent, less): (bool, f64),
    art: Option<PictureEntry>,
) -> SizedSide {
    let block = &battle.blocks[index];
    let (meant, size) = size(battle, block.size, less);
    let mut drawn = BlockToDraw::new(battle, index);
    drawn.has_art = art.is_some();
    drawn.is_label = true;
    let art = art.map(|art| Box::new((art, drawn.art(size))));
    let kind = if block.kind == BlockKind::Train { W::Train } else { sentences::kind(block.kind) };
    let mut words = vec![drawn.name.clone(), wording.word(kind)];
    words.extend(sentences::quality(block.quality).map(|quality| wording.word(quality)));
    words.push(wording.say(W::OfHq, &[(&drawn.badge.hq).into()]));
    words.push(wording.word(state(battle, index, spent)));
    let misfit = |(name, tag, what): (&str, &str, _)| Misfit { name: name.to_owned(), tag: tag.to_owned(), what };
    // Both faces say the same: what is too long is told of the first.
    let misfits = if spent { Vec::new() } else { drawn.misfits(meant).into_iter().map(misfit).collect() };
    let draw = move |look: &Look| {
        let mut frame = Frame::default();
        drawn.draw(look, &mut frame, size, spent, false);
        (size, frame)
    };
    SizedSide { art, ..drawn_label(Box::new(draw), &words, misfits) }
}

/// Returns a side of a label that is drawn, and what it says in words.
pub(super) fn drawn_label(draw: SizedDrawing, words: &[String], misfits: Vec<Misfit>) -> SizedSide {
    SizedSide { misfits, ..SizedSide::new(FACE.name, words.join(" · "), draw) }
}
