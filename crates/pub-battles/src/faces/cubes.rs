//! The labels of headquarters' cubes: one for the top, one for while it is flipped, four for the sides.

use muster_core::print::frame::{Frame, Rect};
use muster_core::print::template::Look;
use muster_core::print::{Misfit, What};
use muster_systems::printed::{Piece, Surface};

use super::blocks::{Badge, CubeFace, cube, cube_misfit};
use super::labels::{LESS, drawn_label, size};
use crate::model::{Leader, OptionalRule};
use crate::resolve::PubBattle;
use crate::sentences;
use crate::wording::{PubWord as W, PubWording};

/// The least side of a label on which anything is read.
const LEAST: f64 = 3.5;

/// Returns the rating of a leader where it matters.
pub(super) fn rating(battle: &PubBattle, command: usize) -> Option<Leader> {
    battle.has(OptionalRule::Leadership).then(|| battle.commands[command].leader)
}

/// Returns the labels of all headquarters.
pub(super) fn pieces<'a>(battle: &'a PubBattle, wording: PubWording<'a>) -> Vec<Piece<'a>> {
    let faces = [(CubeFace::Top, "top", 1), (CubeFace::Flipped, "flipped", 1), (CubeFace::Side, "side", 4)];
    let of_command = |(place, command): (usize, usize)| {
        faces.map(|(face, word, copies)| piece((battle, wording), (place, command), (face, word), copies))
    };
    battle.all_in_order().into_iter().enumerate().flat_map(of_command).collect()
}

fn piece<'a>(
    (battle, wording): (&'a PubBattle, PubWording<'a>),
    (place, command): (usize, usize),
    (face, word): (CubeFace, &'static str),
    copies: u32,
) -> Piece<'a> {
    let of = &battle.commands[command];
    let badge = Badge::new(battle, command);
    let cube_side = battle.field.as_ref().map_or(1, |field| field.headquarters);
    let (meant, size) = size(battle, [cube_side; 2], LESS);
    let rating = rating(battle, command);
    let over = LEAST - meant.width;
    let misfit = |name: &str, tag: &str, what| Misfit { name: name.to_owned(), tag: tag.to_owned(), what };
    // All faces of a cube say the same: what does not fit is told of the first.
    let misfits = match face {
        CubeFace::Top if over > 1e-9 => vec![misfit("label of a headquarters", "", What::TooLong(over))],
        CubeFace::Top => {
            let of_name = cube_misfit(&of.hq, size.width);
            of_name.map(|what| misfit("name of the headquarters", "/hq", what)).into_iter().collect()
        }
        CubeFace::Flipped | CubeFace::Side => Vec::new(),
    };
    let what = wording.word(match face {
        CubeFace::Top => W::Top,
        CubeFace::Flipped => W::Flipped,
        CubeFace::Side => W::SideOfCube,
    });
    let label = wording.say(W::HeadquartersFace, &[(&of.hq).into(), (&what).into()]);
    let mut words = vec![of.hq.clone(), battle.sides[of.side].name.clone(), badge.word(wording), what];
    words.extend(rating.map(|leader| wording.word(sentences::leader(leader))));
    let draw = move |look: &Look| {
        let mut frame = Frame::default();
        cube(look, &mut frame, &badge, rating, Rect::new(0.0, 0.0, size.width, size.height), face);
        (size, frame)
    };
    let front = drawn_label(Box::new(draw), &words, misfits);
    let side = battle.sides[of.side].name.clone();
    let scenario = battle.scenario().map(|scenario| scenario.name.clone());
    Piece {
        group: scenario.into_iter().chain([side.clone(), wording.word(W::Headquarters)]).collect(),
        side: Some(side),
        copies,
        token: true,
        at: Some(battle.command_address(command, "")),
        ..Piece::new(format!("cube-{}-{word}", place + 1), label, Surface::Sized(front))
    }
}
