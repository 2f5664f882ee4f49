//! The chits that are drawn from the cup: the command in front, and one and the same back.

use std::sync::Arc;

use muster_core::print::MAX_BLEED;
use muster_core::print::frame::{Frame, Path, Rect, Stroke, Transform, at};
use muster_core::print::template::{Content, Drawing, Entry, FaceOffer};
use muster_systems::printed::{Back, FaceContent, Piece, PlaceOf, Surface};

use super::TITLE;
use super::blocks::Badge;
use crate::model::BlockQuality;
use crate::resolve::PubBattle;
use crate::wording::{PubWord as W, PubWording};

/// The names that templates of the faces may use.
pub(super) const FACE: FaceOffer =
    FaceOffer { name: "chit", texts: &["hq", "side", "number"], drawings: &["front"], ..FaceOffer::NOTHING };
pub(super) const BACK: FaceOffer =
    FaceOffer { name: "chit-back", texts: &["name"], drawings: &["cup"], ..FaceOffer::NOTHING };

/// Returns the chits of all commands that have one.
pub(super) fn pieces<'a>(battle: &'a PubBattle, wording: PubWording<'a>) -> Vec<Piece<'a>> {
    let in_order = battle.all_in_order().into_iter().enumerate();
    let with_chit = in_order.filter(|(_, command)| battle.commands[*command].has_chit);
    with_chit.map(|of| piece(battle, of, wording)).collect()
}

fn piece<'a>(battle: &'a PubBattle, (place, command): (usize, usize), wording: PubWording<'a>) -> Piece<'a> {
    let of = &battle.commands[command];
    let badge = Badge::new(battle, command);
    let side = battle.sides[of.side].name.clone();
    let texts = vec![
        ("number", Entry::new(badge.word(wording), "")),
        ("hq", Entry::new(&of.hq, "/hq")),
        ("side", Entry::new(&side, format!("/scenario/sides/{}/name", of.side))),
    ];
    let draw: Drawing<'_> = Box::new(move |look, frame, r| {
        // The ground reaches beyond the cut, its border lies within.
        let mut ground = Frame::default();
        badge.shell(look, &mut ground, r.inflate(MAX_BLEED + 2.0, MAX_BLEED + 2.0), false);
        frame.place_within(
            Path::rect(r.inflate(MAX_BLEED, MAX_BLEED)),
            &Arc::new(ground),
            Transform::from_translate(0.0, 0.0),
        );
        let inner = r.inflate(-0.9, -0.9);
        badge.shell(look, frame, inner, false);
        let part = |x: f64, y: f64, width: f64, height: f64| {
            Rect::new(r.x + x * r.width, r.y + y * r.height, width * r.width, height * r.height)
        };
        badge.draw(look, frame, part(0.335, 0.12, 0.33, 0.33), false, BlockQuality::Line);
    });
    let content = Content { accent: "scenario", texts, drawings: vec![("front", draw)], ..Content::default() };
    let place_of: PlaceOf<'_> = Box::new(move |tag| match tag.starts_with("/scenario") {
        true => battle.scenario_address(tag),
        false => battle.command_address(command, tag),
    });
    let front = FaceContent { face: FACE.name, content, place: Some(place_of) };
    let scenario = battle.scenario().map(|scenario| scenario.name.clone());
    let label = wording.say(W::ChitOf, &[(&of.hq).into()]);
    Piece {
        group: scenario.into_iter().chain([wording.word(W::Chits)]).collect(),
        back: back(battle),
        side: Some(side),
        token: true,
        at: Some(battle.command_address(command, "")),
        ..Piece::new(format!("chit-{}", place + 1), label, Surface::Face(front))
    }
}

/// Returns the back of all chits: there is one cup, and nobody may tell one from another in it.
fn back(battle: &PubBattle) -> Back<'_> {
    let name = battle.scenario().map(|scenario| ("name", Entry::new(&scenario.name, TITLE)));
    let cup: Drawing<'_> = Box::new(|look, frame, r| {
        let color = look.readable(look.accent());
        let (x, y) = (r.x + r.width / 2.0, r.y + r.height / 2.0);
        let k = r.width.min(r.height) / 10.0;
        let line = Stroke { round: true, ..Stroke::new(color, 0.7 * k) };
        let cup = [(-3.0, -2.6), (-2.2, 3.4), (2.2, 3.4), (3.0, -2.6)].map(|(dx, dy)| at(x + dx * k, y + dy * k));
        frame.stroke(Path::polygon(&cup), line);
        let chit = Rect::new(x - 1.2 * k, y - 5.2 * k, 2.4 * k, 2.4 * k);
        frame.fill(Path::rounded_rect(chit, 0.3 * k), color);
    });
    let content = Content {
        accent: "scenario",
        texts: name.into_iter().collect(),
        drawings: vec![("cup", cup)],
        ..Content::default()
    };
    let place: PlaceOf<'_> = Box::new(|tag| battle.scenario_address(tag));
    Back::Own("chit".to_owned(), Surface::Face(FaceContent { face: BACK.name, content, place: Some(place) }))
}
