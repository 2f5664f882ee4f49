//! A position on the table: what is left of each formation, and the dice that lie on it.

use super::formation;
use super::symbols::{self, Die};
use crate::play::Engine;
use crate::print::frame::at;
use crate::print::template::{Content, Drawing, Entry, FaceOffer};
use crate::systems::position::{Pictured, TableRow, TableShown};
use crate::systems::table_battles::engine::{State, TableBattles};
use crate::systems::table_battles::model::Location;
use crate::systems::table_battles::resolve::Battle;

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "position",
    texts: &["number", "name", "where", "left"],
    drawings: &["tokens", "dice"],
    flows: &[],
    styles: &[],
    pictures: &[],
    room: 0,
};

impl Pictured for TableBattles {
    fn position(battle: &Battle, engine: &TableBattles, state: &State, _: Option<usize>) -> Vec<TableRow> {
        rows(battle, engine, state)
    }
}

/// Returns a row for each side: its morale and pool, and its formations.
fn rows(battle: &Battle, engine: &TableBattles, state: &State) -> Vec<TableRow> {
    let mut pieces: Vec<Vec<Content<'static>>> = (0..engine.players()).map(|_| Vec::new()).collect();
    let cards = battle.armies.iter().flat_map(|army| army.cards.iter().copied());
    for (card, formation) in cards.zip(0..) {
        pieces[engine.side(formation)].push(piece(battle, engine, state, card, formation));
    }
    pieces.into_iter().enumerate().map(|(side, pieces)| row(engine, state, side, pieces)).collect()
}

fn row(engine: &TableBattles, state: &State, side: usize, pieces: Vec<Content<'static>>) -> TableRow {
    let (morale, pool) = (state.morale(side), state.pool(side));
    let dice = if pool == 1 { "1 die".to_owned() } else { format!("{pool} dice") };
    TableRow {
        title: format!("{} · morale {morale} · {dice} in the pool", engine.side_name(side)),
        shown: TableShown::Pieces(FACE.name, pieces),
    }
}

fn piece(battle: &Battle, engine: &TableBattles, state: &State, card: usize, index: u8) -> Content<'static> {
    let written = battle.formation(card);
    let (sticks, cubes) = (engine.sticks_on(state, index), engine.cubes_on(state, index));
    let dice: Vec<u8> = state.dice(index).faces().collect();
    let (place, is_there) = match state.location(index) {
        Location::Play => ("", true),
        Location::Reserve => ("in reserve", true),
        Location::Out => ("out of play", false),
    };
    let left = match (sticks, cubes) {
        _ if !is_there => String::new(),
        (0, 1) => "1 cube".to_owned(),
        (0, cubes) => format!("{cubes} cubes"),
        (1, _) => "1 stick".to_owned(),
        (sticks, _) => format!("{sticks} sticks"),
    };
    let mut texts = vec![("number", Entry::new(written.card.to_string(), "")), ("name", Entry::new(&written.name, ""))];
    texts.extend((!place.is_empty()).then(|| ("where", Entry::new(place, ""))));
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
    Content { accent, texts, drawings, ..Content::default() }
}
