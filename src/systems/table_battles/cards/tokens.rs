//! Sticks and cubes to cut out: as many as the battle that needs most of them (TB-4.1, TB-4.2).

use std::sync::Arc;

use super::{battle, card, formation, symbols};
use crate::print::layout::Typesetter;
use crate::print::template::{Content, FaceOffer, Faces};
use crate::print::{Accessories, Card, Misfit};
use crate::systems::table_battles::model::{Strength, Wing};
use crate::systems::table_battles::resolve::Battle;
use crate::systems::table_battles::resolve::CUBES;

/// What templates of the faces may name.
pub(super) const STICK: FaceOffer =
    FaceOffer { name: "stick", texts: &[], drawings: &["stick"], flows: &[], styles: &[], room: 0 };
pub(super) const CUBE: FaceOffer =
    FaceOffer { name: "cube", texts: &[], drawings: &["cube"], flows: &[], styles: &[], room: 0 };

const WINGS: [Wing; 4] = [Wing::Red, Wing::Pink, Wing::Blue, Wing::Dkblue];

/// The tokens of some battles, each kind as often as the battle that needs most of it does.
pub(super) fn tokens(
    ts: &mut Typesetter,
    faces: &Faces,
    battles: &[Arc<Battle>],
    with: Accessories,
) -> (Vec<Card>, Vec<Misfit>) {
    let most = |count: &dyn Fn(&Battle) -> usize| battles.iter().map(|battle| count(battle)).max().unwrap_or(0);
    let (mut cards, mut misfits) = (Vec::new(), Vec::new());
    let mut add = |number: String, face: &FaceOffer, content: &Content<'_>, copies: usize| {
        let (drawn, wrong) = card(ts, faces.get(face.name), content);
        let words = number.replace('-', " ");
        let label = words[..1].to_uppercase() + &words[1..];
        // A token is the same on both sides.
        let back = with.backs.then(|| Arc::clone(&drawn.front));
        let group = vec!["Tokens".to_owned()];
        cards.push(Card {
            number,
            label,
            group,
            back,
            copies: copies.try_into().unwrap_or(u32::MAX),
            token: true,
            ..drawn
        });
        misfits.extend(wrong);
    };
    for wing in WINGS {
        let (accent, name) = formation::wing(wing);
        let content = Content {
            accent,
            drawings: vec![(
                "stick",
                Box::new(|look, frame, rect| symbols::stick(look, frame, rect.corner(), rect.height)),
            )],
            ..Content::default()
        };
        let copies = most(&|battle| sticks(battle, wing));
        if copies > 0 {
            add(format!("{}-sticks", name.to_lowercase().replace(' ', "-")), &STICK, &content, copies);
        }
    }
    let content = Content {
        accent: "scenario",
        drawings: vec![("cube", Box::new(|look, frame, rect| symbols::cubes(look, frame, 1, rect)))],
        ..Content::default()
    };
    let copies = most(&cubes);
    if copies > 0 {
        add("cubes".to_owned(), &CUBE, &content, copies);
    }
    (cards, misfits)
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
