//! The table of a battle: the map with its counters, and beside it what each faction has: cards with further counters, resources.

use muster_core::print::frame::{Point, Rect, at};
use muster_systems::catalogue::Catalogue;
use muster_systems::tabled::{GameTable, Shelf, TableGrid, Tabled};

use super::map::MapDrawing;
use super::markers;
use super::pieces::HEX;
use crate::Tabletop;
use crate::engine::HexEngine;
use crate::resolve::TabletopBattle;
use crate::state::{CardState, HexState};
use crate::wording::TabletopWording;

/// Between the map and what lies beside it.
const BETWEEN: f64 = 20.0;
/// The counters that lie within the hexes of the map.
const COUNTERS: &str = "counter-half-";

impl Tabled for Tabletop {
    const LAID: &'static [&'static str] = &["cards", "setup", "reference", "counters-half", "markers", "map"];

    fn lay(battle: &TabletopBattle, engine: &HexEngine, state: &HexState, words: &Catalogue, table: &mut GameTable) {
        let Some(drawn) = MapDrawing::new(battle, HEX, TabletopWording::new(words)) else { return };
        let layout = drawn.map().layout;
        let grid = TableGrid {
            across: HEX,
            is_flat: layout.flat,
            first_is_shoved: layout.is_shoved(1),
            first: drawn.middle(0),
            columns: layout.columns,
            rows: layout.rows,
        };
        let Some(map) = table.board("map", at(0.0, 0.0), Some(grid)) else { return };
        for card in state.cards() {
            let row = &engine.rules.cards[usize::from(card.row)];
            let faction = usize::from(card.faction);
            let Some(face) = table.face(&format!("{COUNTERS}{}", row.id), Some(faction)) else { continue };
            let name = format!("{} {}", engine.name(card.id()), row.name);
            table.piece(face, drawn.middle(usize::from(card.hex))).name = name;
        }
        let mut right = Shelf::new(at(map.right() + BETWEEN, 0.0), 300.0);
        right.track(table, "Turn", 1, true);
        right.dice(table, "Hundredths", (1, 100), false);
        right.end_row();
        let faces: Vec<usize> =
            (0..table.faces.len()).filter(|face| markers::is_marker(&table.faces[*face].number)).collect();
        right.bags(table, faces);
        let mut top = map.bottom() + BETWEEN;
        for faction in 0..engine.rules.factions.len() {
            top = lay_faction((engine, state), faction, table, (at(0.0, top), map)) + BETWEEN;
        }
        table.read(&["setup", "reference", "rules"]);
    }
}

/// Lays the cards of a faction, on each the counters that are not on the map, and what counts its resources. Returns the lower edge.
fn lay_faction(
    (engine, state): (&HexEngine, &HexState),
    faction: usize,
    table: &mut GameTable,
    (corner, map): (Point, Rect),
) -> f64 {
    let row = &engine.rules.factions[faction];
    let mut shelf = Shelf::new(corner, map.width.max(600.0));
    shelf.title(table, row.name.clone());
    shelf.track(table, format!("{}: resources", row.name), state.resources[faction], false);
    let own: Vec<usize> = (0..table.faces.len())
        .filter(|face| table.faces[*face].is_card && table.faces[*face].side == Some(faction))
        .collect();
    for card in own {
        let middle = shelf.piece(table, card);
        let number = table.faces[card].number.clone();
        let Some(counter) = table.face(&format!("{COUNTERS}{number}"), Some(faction)) else { continue };
        let of_card = |card: &&CardState| {
            usize::from(card.faction) == faction && engine.rules.cards[usize::from(card.row)].id == number
        };
        let on_map = u32::try_from(state.cards().iter().filter(of_card).count()).unwrap_or(u32::MAX);
        let low = middle.y + table.size(card).height / 2.0 - table.size(counter).height / 2.0 - 2.0;
        for _ in on_map..table.faces[counter].copies {
            table.piece(counter, at(middle.x, low));
        }
    }
    shelf.bottom()
}
