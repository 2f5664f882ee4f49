//! The table of a battle: both lines face to face with their sticks and cubes, reserves behind them, morale, dice, tokens to take.

use muster_core::play::Engine;
use muster_core::print::Size;
use muster_core::print::frame::{Point, at};
use muster_systems::catalogue::Catalogue;
use muster_systems::tabled::{GameTable, Shelf, Tabled};

use super::tokens;
use crate::engine::{State, TableBattles};
use crate::model::{Location, Wing};
use crate::resolve::Battle;

/// Between the two lines, between the cards of a line, and from the line to the reserves.
const BETWEEN_LINES: f64 = 40.0;
const BETWEEN_CARDS: f64 = 8.0;
const TO_RESERVES: f64 = 46.0;
/// Where the tokens of a card begin, below it as its player sees it, and from one to the next.
const TO_TOKENS: f64 = 4.0;
const TOKEN_GAP: f64 = 0.6;
/// From the line to what lies at its ends.
const ASIDE: f64 = 40.0;

impl Tabled for TableBattles {
    const LAID: &'static [&'static str] = &["setup", "reference", "tokens"];

    fn lay(battle: &Battle, engine: &TableBattles, state: &State, _: &Catalogue, table: &mut GameTable) {
        let mut edges = (f64::MAX, f64::MIN);
        for side in 0..engine.players() {
            let (left, right) = army(battle, engine, state, side, table);
            edges = (edges.0.min(left), edges.1.max(right));
        }
        for side in 0..engine.players() {
            let is_near = side == 0;
            let top = if is_near { BETWEEN_LINES } else { -BETWEEN_LINES - 60.0 };
            let mut shelf = Shelf::new(at(edges.1 + ASIDE, top), 140.0);
            shelf.title(table, format!("{}: pool", engine.side_name(side)));
            shelf.dice(table, format!("{}: dice", engine.side_name(side)), (state.pool(side), 6), true);
            let cubes = table.face("cubes", None);
            if let Some(cubes) = cubes {
                let size = table.size(cubes);
                let mut shelf = Shelf::new(at(edges.0 - ASIDE - 100.0, top), 100.0);
                shelf.title(table, format!("{}: morale", engine.side_name(side)));
                for _ in 0..state.morale(side) {
                    let at = shelf.place(size);
                    table.piece(cubes, at);
                }
            }
        }
        let mut shelf = Shelf::new(at(edges.1 + ASIDE + 160.0, -100.0), 130.0);
        let mut tokens = table.faces_of("cubes");
        tokens.extend((0..table.faces.len()).filter(|face| table.faces[*face].number.ends_with("-sticks")));
        shelf.bags(table, tokens);
        table.read(&["setup", "reference", "rules"]);
    }
}

/// Lays the line and the reserves of a side with their tokens. Returns the left and right ends.
fn army(battle: &Battle, engine: &TableBattles, state: &State, side: usize, table: &mut GameTable) -> (f64, f64) {
    let cards = battle.armies.iter().flat_map(|army| army.cards.iter().copied()).zip(0_u8..);
    let own: Vec<(usize, u8)> = cards.filter(|(_, formation)| engine.side(*formation) == side).collect();
    // From the middle of the table to this side's edge. The player who sits there sees the line from left to right, too: the side that
    // sits opposite has its first card at the right.
    let outward = if side == 0 { 1.0 } else { -1.0 };
    let (mut left, mut right) = (0.0_f64, 0.0_f64);
    for (row, location) in [Location::Play, Location::Reserve].into_iter().enumerate() {
        let there: Vec<(usize, u8)> =
            own.iter().copied().filter(|(_, formation)| state.location(*formation) == location).collect();
        let faces: Vec<(usize, u8, usize)> = there
            .into_iter()
            .filter_map(|(card, formation)| {
                let number = battle.formation(card).card.to_string();
                Some((card, formation, table.face(&number, Some(side))?))
            })
            .collect();
        let widths: f64 = faces.iter().map(|(.., face)| table.size(*face).width + BETWEEN_CARDS).sum();
        let mut x = (BETWEEN_CARDS - widths) / 2.0;
        for (card, formation, face) in faces {
            let size = table.size(face);
            let deep = BETWEEN_LINES / 2.0 + size.height / 2.0 + (size.height + TO_RESERVES) * row as f64;
            let middle = at(outward * (x + size.width / 2.0), outward * deep);
            x += size.width + BETWEEN_CARDS;
            table.piece(face, middle).turn = turn(outward);
            let tokens = (engine.sticks_on(state, formation), engine.cubes_on(state, formation));
            lay_tokens(table, (battle.formation(card).wing, tokens), (middle, size, outward));
        }
        (left, right) = (left.min(-widths / 2.0), right.max(widths / 2.0));
    }
    (left, right)
}

/// Returns the degrees by which what lies before a side is turned, so that it can be read from there.
fn turn(outward: f64) -> f64 {
    if outward > 0.0 { 0.0 } else { 180.0 }
}

/// Lays the sticks and cubes of a card in a row below it, as its player sees it.
fn lay_tokens(
    table: &mut GameTable,
    (wing, (sticks, cubes)): (Wing, (u8, u8)),
    (card, size, outward): (Point, Size, f64),
) {
    // From the left end of the card, as its player sees it.
    let mut along = -size.width / 2.0;
    for (number, count) in [(tokens::sticks_of(wing), sticks), ("cubes".to_owned(), cubes)] {
        let Some(face) = table.face(&number, None) else { continue };
        let of = table.size(face);
        let y = card.y + outward * (size.height / 2.0 + TO_TOKENS + of.height / 2.0);
        // As many as there are lie side by side, closer where they would not fit.
        let pitch = (of.width + TOKEN_GAP).min((size.width - of.width) / f64::from(count.max(2) - 1));
        for i in 0..count {
            let x = card.x + outward * (along + of.width / 2.0 + pitch * f64::from(i));
            table.piece(face, at(x, y)).turn = turn(outward);
        }
        along += pitch * f64::from(count);
    }
}
