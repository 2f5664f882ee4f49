//! Sticks and cubes to cut out: as many as the battle that needs most of them (TB-4.1, TB-4.2).

use std::sync::Arc;

use super::{battle, formation, symbols};
use crate::print::template::{Content, Drawing, FaceOffer};
use crate::systems::printed::{Back, FaceContent, Piece, Surface};
use crate::systems::table_battles::model::{Strength, Wing};
use crate::systems::table_battles::resolve::Battle;
use crate::systems::table_battles::resolve::CUBES;

/// What templates of the faces may name.
pub(super) const STICK: FaceOffer =
    FaceOffer { name: "stick", texts: &[], drawings: &["stick"], flows: &[], styles: &[], pictures: &[], room: 0 };
pub(super) const CUBE: FaceOffer =
    FaceOffer { name: "cube", texts: &[], drawings: &["cube"], flows: &[], styles: &[], pictures: &[], room: 0 };

const WINGS: [Wing; 4] = [Wing::Red, Wing::Pink, Wing::Blue, Wing::Dkblue];

/// Returns the tokens of some battles, each kind as often as the battle that needs most of it does.
pub(super) fn pieces(battles: &[Arc<Battle>]) -> Vec<Piece<'static>> {
    let most = |count: &dyn Fn(&Battle) -> usize| battles.iter().map(|battle| count(battle)).max().unwrap_or(0);
    let sticks = WINGS.map(|wing| {
        let (accent, name) = formation::wing(wing);
        let drawing: Drawing<'_> =
            Box::new(|look, frame, rect| symbols::stick(look, frame, rect.corner(), rect.height));
        let number = format!("{}-sticks", name.to_lowercase().replace(' ', "-"));
        token(number, &STICK, accent, drawing, most(&|battle| self::sticks(battle, wing)))
    });
    let drawing: Drawing<'_> = Box::new(|look, frame, rect| symbols::cubes(look, frame, 1, rect));
    let cubes = token("cubes".to_owned(), &CUBE, "scenario", drawing, most(&self::cubes));
    sticks.into_iter().chain([cubes]).filter(|token| token.copies > 0).collect()
}

/// Returns a token with a drawing that is named as its face is, the same on both sides.
fn token(
    number: String,
    face: &'static FaceOffer,
    accent: &'static str,
    drawing: Drawing<'static>,
    copies: usize,
) -> Piece<'static> {
    let words = number.replace('-', " ");
    let label = words[..1].to_uppercase() + &words[1..];
    let content = Content { accent, drawings: vec![(face.name, drawing)], ..Content::default() };
    Piece {
        group: vec!["Tokens".to_owned()],
        back: Back::Front,
        copies: copies.try_into().unwrap_or(u32::MAX),
        token: true,
        ..Piece::new(number, label, Surface::Face(FaceContent { face: face.name, content, place: None }))
    }
}

/// The sticks of a wing's colour.
fn sticks(battle: &Battle, wing: Wing) -> usize {
    let of = |index: usize| match battle.formation(index) {
        formation if formation.wing != wing => 0,
        formation => match formation.strength {
            Strength::Sticks(n) => usize::from(n),
            Strength::Cubes(_) => 0,
        },
    };
    battle::printed(battle).into_iter().map(of).sum()
}

/// Morale of both sides, and the most that lie on formations.
fn cubes(battle: &Battle) -> usize {
    let morale: usize = battle.sides().iter().map(|side| usize::from(side.morale)).sum();
    let held = battle.cubes_held();
    let on_cards = battle::printed(battle).into_iter().map(|index| usize::from(held[index]));
    (morale + on_cards.sum::<usize>()).min(usize::from(CUBES))
}
