//! A position on the table: what is left of each formation, and the dice that lie on it.

use std::sync::Arc;

use muster_core::play::Engine;
use muster_core::print::frame::at;
use muster_core::print::template::{Content, Drawing, Entry, FaceOffer};
use muster_systems::catalogue::Catalogue;
use muster_systems::position::{Pictured, TableRow, TableShown};

use super::formation;
use super::symbols::{self, Die};
use crate::engine::{State, TableBattles};
use crate::model::Location;
use crate::resolve::Battle;
use crate::words::{Word, Wording};

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "position",
    texts: &["number", "name", "where", "left"],
    drawings: &["tokens", "dice"],
    ..FaceOffer::NOTHING
};

impl Pictured for TableBattles {
    fn position(
        battle: &Battle,
        engine: &TableBattles,
        state: &State,
        _: Option<usize>,
        words: &Catalogue,
    ) -> Vec<TableRow> {
        rows(battle, engine, state, Wording::new(words))
    }
}

/// Returns a row for each side: its morale and pool, and its formations.
fn rows(battle: &Battle, engine: &TableBattles, state: &State, wording: Wording<'_>) -> Vec<TableRow> {
    let mut pieces: Vec<Vec<Content<'static>>> = (0..engine.players()).map(|_| Vec::new()).collect();
    let cards = battle.armies.iter().flat_map(|army| army.cards.iter().copied());
    for (card, formation) in cards.zip(0..) {
        pieces[engine.side(formation)].push(piece(battle, engine, state, (card, formation), wording));
    }
    pieces.into_iter().enumerate().map(|(side, pieces)| row(engine, state, (side, pieces), wording)).collect()
}

fn row(
    engine: &TableBattles,
    state: &State,
    (side, pieces): (usize, Vec<Content<'static>>),
    wording: Wording<'_>,
) -> TableRow {
    let (morale, pool) = (state.morale(side), state.pool(side));
    let given = [pool.into(), engine.side_name(side).into(), morale.into()];
    TableRow { title: wording.say(Word::SideOnTable, &given), shown: TableShown::Pieces(FACE.name, pieces) }
}

fn piece(
    battle: &Battle,
    engine: &TableBattles,
    state: &State,
    (card, index): (usize, u8),
    wording: Wording<'_>,
) -> Content<'static> {
    let written = battle.formation(card);
    let (sticks, cubes) = (engine.sticks_on(state, index), engine.cubes_on(state, index));
    let dice: Vec<u8> = state.dice(index).faces().collect();
    let (place, is_there) = match state.location(index) {
        Location::Play => (None, true),
        Location::Reserve => (Some(Word::WaitsInReserve), true),
        Location::Out => (Some(Word::OutOfPlay), false),
    };
    let left = match (sticks, cubes) {
        _ if !is_there => String::new(),
        (0, cubes) => wording.say(Word::CubesLeft, &[cubes.into()]),
        (sticks, _) => wording.say(Word::Sticks, &[sticks.into()]),
    };
    let mut texts = vec![("number", Entry::new(written.card.to_string(), "")), ("name", Entry::new(&written.name, ""))];
    texts.extend(place.map(|place| ("where", Entry::new(wording.word(place), ""))));
    texts.extend((!left.is_empty()).then(|| ("left", Entry::new(left, ""))));
    let mut drawings: Vec<(&'static str, Drawing<'static>)> = Vec::new();
    if is_there {
        drawings.push(match sticks {
            0 => ("tokens", Box::new(move |look, frame, rect| symbols::cubes(look, frame, cubes, rect))),
            sticks => ("tokens", Box::new(move |look, frame, rect| symbols::sticks(look, frame, sticks, rect))),
        });
    }
    if !dice.is_empty() {
        drawings.push((
            "dice",
            Box::new(move |look, frame, rect| {
                let step = rect.height * 1.15;
                for (pips, i) in dice.iter().zip(0..) {
                    let to = at(rect.x + step * f64::from(i), rect.y);
                    symbols::die(look, frame, *pips, Die::Wanted, to, rect.height);
                }
            }),
        ));
    }
    let accent = if is_there { formation::wing(written.wing).0 } else { "scenario" };
    Content { accent, texts, drawings, locale: Some(Arc::clone(wording.language())), ..Content::default() }
}
