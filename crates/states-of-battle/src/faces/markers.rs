//! Markers that are laid beside units and cards: spent and moved markers, those of a Stratagem with its track, trays.

use muster_core::print::font::Font;
use muster_core::print::frame::{Frame, Path, Rect, Stroke, at};
use muster_core::print::template::{Content, Drawing, Entry, FaceOffer, Look};
use muster_core::source::Address;
use muster_systems::printed::{Back, FaceContent, Piece, Surface};

use super::accent_of;
use super::back::side_entry;
use super::signs::{self, Sign};
use super::strokes::draw_centered;
use crate::resolve::{BattleSide, StatesBattle};
use crate::wording::{StatesWord as W, StatesWording};
use crate::words::{CardDeed, CardWord, StratagemDeed};

/// The names that templates of the faces may use.
pub(super) const MARKER: FaceOffer =
    FaceOffer { name: "marker", texts: &["title"], drawings: &["sign"], ..FaceOffer::NOTHING };
pub(super) const TRACK: FaceOffer =
    FaceOffer { name: "track", texts: &["title", "side", "die"], drawings: &["track"], ..FaceOffer::NOTHING };
pub(super) const TRAY: FaceOffer =
    FaceOffer { name: "tray", texts: &["title", "side"], drawings: &["side-sign"], ..FaceOffer::NOTHING };

/// Returns the markers of a battle: as many as its units can need at once.
pub(super) fn pieces<'a>(battle: &'a StatesBattle, wording: StatesWording<'_>) -> Vec<Piece<'a>> {
    let on_field = |unit: &usize| battle.units[*unit].rides_in().is_none();
    let count = |is: &dyn Fn(usize) -> bool| battle.fielded_units().filter(|unit| is(*unit)).count();
    let whole = || battle.scenario_address("/scenario");
    let mut pieces = vec![
        marker(
            "spent",
            (W::Spent, wording),
            Sign::Spent,
            "scenario",
            count(&|unit| battle.units[unit].kind.shoots()),
            whole(),
        ),
        marker("moved", (W::Moved, wording), Sign::Arrow, "scenario", count(&|unit| on_field(&unit)), whole()),
        marker(
            "waits",
            (W::Waiting, wording),
            Sign::Hourglass,
            "scenario",
            count(&|unit| battle.units[unit].alternate),
            whole(),
        ),
    ];
    for (index, side) in battle.sides.iter().enumerate() {
        let at = || battle.scenario_address(&format!("/scenario/sides/{index}"));
        if let Some(stratagem) = stratagem(battle, side) {
            let units = side.units.iter().filter(|unit| on_field(unit)).count();
            let marked = (units * usize::from(stratagem.share) / 100).max(1);
            let id = format!("stratagem-{}", index + 1);
            let marks = marker(&id, (W::Stratagem, wording), Sign::Map, accent_of(index), marked, at());
            pieces.push(Piece { side: Some(side.name.clone()), ..marks });
            pieces.push(track(battle, (index, side), (stratagem, wording), at()));
        }
        let trays = battle.concealed.iter().filter(|concealed| concealed.side == Some(index));
        let trays: u32 = trays.map(|concealed| u32::from(concealed.units)).sum();
        pieces.extend((1..=trays).map(|number| tray(battle, (index, side), (number, wording), at())));
    }
    pieces.retain(|piece| piece.copies > 0);
    let group =
        || battle.scenario().map(|scenario| scenario.name.clone()).into_iter().chain([wording.word(W::Markers)]);
    pieces.into_iter().map(|piece| Piece { group: group().collect(), ..piece }).collect()
}

/// Returns the Stratagem among the starter cards of a side.
fn stratagem(battle: &StatesBattle, side: &BattleSide) -> Option<StratagemDeed> {
    let words = side.starter.iter().flat_map(|card| &battle.cards[card.card].definition.play);
    words.into_iter().find_map(|word| match word {
        CardWord::Deed(CardDeed::Stratagem(stratagem)) => Some(*stratagem),
        _ => None,
    })
}

fn piece<'a>(number: String, label: String, face: &'static str, content: Content<'a>, at: Address) -> Piece<'a> {
    let written = at.clone();
    let place = Box::new(move |_: &str| written.clone());
    let front = Surface::Face(FaceContent { face, content, place: Some(place) });
    Piece { back: Back::Front, token: true, at: Some(at), ..Piece::new(number, label, front) }
}

fn marker<'a>(
    number: &str,
    (title, wording): (W, StatesWording<'_>),
    sign: Sign,
    accent: &'static str,
    copies: usize,
    at: Address,
) -> Piece<'a> {
    let draw: Drawing<'_> = Box::new(move |look, frame, rect| signs::draw(look, frame, sign, rect));
    let title = wording.word(title);
    let content = Content {
        accent,
        texts: vec![("title", Entry::new(&title, ""))],
        drawings: vec![("sign", draw)],
        ..Content::default()
    };
    let copies = u32::try_from(copies).unwrap_or(u32::MAX);
    let label = wording.say(W::MarkersOf, &[(&title).into()]);
    Piece { copies, ..piece(number.to_owned(), label, MARKER.name, content, at) }
}

/// Returns the track of a Stratagem, for those who have no die to lie on its card.
fn track<'a>(
    battle: &StatesBattle,
    (index, side): (usize, &BattleSide),
    (StratagemDeed { die, .. }, wording): (StratagemDeed, StatesWording<'_>),
    at: Address,
) -> Piece<'a> {
    let draw: Drawing<'_> = Box::new(move |look, frame, rect| steps(look, frame, die, rect));
    let mut texts = vec![
        ("title", Entry::new(wording.word(W::Stratagem), "")),
        ("die", Entry::new(wording.word(W::StratagemTrack), "")),
    ];
    texts.extend(side_entry(battle, Some(index)).map(|entry| ("side", entry)));
    let content = Content { accent: accent_of(index), texts, drawings: vec![("track", draw)], ..Content::default() };
    let label = wording.say(W::StratagemOf, &[(&side.name).into()]);
    Piece { side: Some(side.name.clone()), ..piece(format!("track-{}", index + 1), label, TRACK.name, content, at) }
}

/// Draws a box for every number from the die's down to 0, in as many rows as make them largest.
fn steps(look: &Look, frame: &mut Frame, die: u8, rect: Rect) {
    let count = u32::from(die) + 1;
    let size = |rows: u32| (rect.width / f64::from(count.div_ceil(rows))).min(rect.height / f64::from(rows));
    let rows = if size(2) > size(1) { 2 } else { 1 };
    let (size, columns) = (size(rows), count.div_ceil(rows));
    let top = rect.y + (rect.height - size * f64::from(rows)) / 2.0;
    for step in 0..count {
        let corner = at(rect.x + size * f64::from(step % columns), top + size * f64::from(step / columns));
        let field = Rect::new(corner.x, corner.y, size, size).inflate(-0.4, -0.4);
        frame.fill(Path::rounded_rect(field, 0.8), look.paper());
        frame.stroke(Path::rounded_rect(field, 0.8), Stroke::new(look.accent(), 0.4));
        let middle = at(corner.x + size / 2.0, corner.y + size / 2.0);
        draw_centered(
            frame,
            &(count - 1 - step).to_string(),
            (Font::SansBold, look.accent()),
            middle,
            size * 1.5,
            size * 0.7,
        );
    }
}

/// Returns a tray that conceals a unit (SB-10.2).
fn tray<'a>(
    battle: &StatesBattle,
    (index, side): (usize, &BattleSide),
    (number, wording): (u32, StatesWording<'_>),
    at: Address,
) -> Piece<'a> {
    let mut texts = vec![("title", Entry::new(wording.say(W::Tray, &[number.into()]), ""))];
    texts.extend(side_entry(battle, Some(index)).map(|entry| ("side", entry)));
    let drawings = vec![("side-sign", signs::side_emblem(index))];
    let content = Content { accent: accent_of(index), texts, drawings, ..Content::default() };
    let label = wording.say(W::TrayOf, &[number.into(), (&side.name).into()]);
    Piece {
        side: Some(side.name.clone()),
        ..piece(format!("tray-{}-{number}", index + 1), label, TRAY.name, content, at)
    }
}
