//! Sticks and cubes to cut out: as many as the battle that needs most of them (TB-4.1, TB-4.2).

use std::sync::Arc;

use muster_core::print::template::{Content, Drawing, FaceOffer};
use muster_systems::printed::{Back, FaceContent, Piece, Surface};

use super::{battle, formation, symbols};
use crate::model::{Strength, Wing};
use crate::resolve::Battle;
use crate::resolve::CUBES;
use crate::words::{Word, Wording};

/// The names that templates of the faces may use.
pub(super) const STICK: FaceOffer = FaceOffer { name: "stick", drawings: &["stick"], ..FaceOffer::NOTHING };
pub(super) const CUBE: FaceOffer = FaceOffer { name: "cube", drawings: &["cube"], ..FaceOffer::NOTHING };

/// Returns the tokens of some battles, each kind as often as the battle that needs most of it does.
pub(super) fn pieces(battles: &[Arc<Battle>], wording: Wording<'_>) -> Vec<Piece<'static>> {
    let most = |count: &dyn Fn(&Battle) -> usize| battles.iter().map(|battle| count(battle)).max().unwrap_or(0);
    let sticks = Wing::ALL.map(|wing| {
        let (accent, _) = formation::wing(wing);
        let drawing: Drawing<'_> =
            Box::new(|look, frame, rect| symbols::stick(look, frame, rect.corner(), rect.height));
        let label = match wing {
            Wing::Red => Word::RedSticks,
            Wing::Pink => Word::PinkSticks,
            Wing::Blue => Word::BlueSticks,
            Wing::Dkblue => Word::DkblueSticks,
            Wing::Green => Word::GreenSticks,
            Wing::Purple => Word::PurpleSticks,
        };
        let name = (sticks_of(wing), wording.word(label));
        token(wording, name, &STICK, accent, drawing, most(&|battle| self::sticks(battle, wing)))
    });
    let drawing: Drawing<'_> = Box::new(|look, frame, rect| symbols::cubes(look, frame, 1, rect));
    let name = ("cubes".to_owned(), wording.word(Word::Cubes));
    let cubes = token(wording, name, &CUBE, "scenario", drawing, most(&self::cubes));
    sticks.into_iter().chain([cubes]).filter(|token| token.copies > 0).collect()
}

/// Returns the number of the sticks of a wing.
pub(super) fn sticks_of(wing: Wing) -> String {
    format!("{}-sticks", formation::wing(wing).0.replace("dkblue", "dark-blue"))
}

/// Returns a token with a drawing that is named as its face is, the same on both sides.
fn token(
    wording: Wording<'_>,
    (number, label): (String, String),
    face: &'static FaceOffer,
    accent: &'static str,
    drawing: Drawing<'static>,
    copies: usize,
) -> Piece<'static> {
    let locale = Some(Arc::clone(wording.language()));
    let content = Content { accent, locale, drawings: vec![(face.name, drawing)], ..Content::default() };
    Piece {
        group: vec![wording.word(Word::Tokens)],
        back: Back::Front,
        copies: copies.try_into().unwrap_or(u32::MAX),
        token: true,
        ..Piece::new(number, label, Surface::Face(FaceContent { face: face.name, content, place: None }))
    }
}

/// Returns the number of sticks of a wing's colour.
fn sticks(battle: &Battle, wing: Wing) -> usize {
    let of = |index: usize| match battle.formation(index) {
        formation if formation.wing != wing => 0,
        formation => match formation.strength {
            Strength::Sticks(n) => usize::from(n),
            Strength::Cubes(_) => 0,
        },
    };
    battle::printed_cards(battle).into_iter().map(of).sum()
}

/// Returns the number of cubes: morale of both sides, and the most that lie on formations.
fn cubes(battle: &Battle) -> usize {
    let morale: usize = battle.sides().iter().map(|side| usize::from(side.morale)).sum();
    let held = battle.cubes_held();
    let on_cards = battle::printed_cards(battle).into_iter().map(|index| usize::from(held[index]));
    (morale + on_cards.sum::<usize>()).min(usize::from(CUBES))
}
