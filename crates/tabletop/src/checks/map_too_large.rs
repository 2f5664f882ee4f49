//! TT139 `map-too-large`: a map is larger than can be played or numbered.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;
use muster_systems::english::count_in_digits;

use crate::resolve::TabletopBattle;
use crate::rules::MAX_HEXES;
use crate::values::MAX_MAP_SIDE;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT139", "map-too-large", Severity::Error, include_str!("map_too_large.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let Some(map) = &battle.map else { return };
    let rows = map.rows().len();
    let columns = map.rows().iter().map(Vec::len).max().unwrap_or(0);
    let side = usize::from(MAX_MAP_SIDE);
    let Address { file, pointer, .. } = map.address("/hexes");
    let at = Address::key(file, pointer);
    if columns > side || rows > side {
        let columns = count_in_digits(columns, "column", "columns");
        let rows = count_in_digits(rows, "row", "rows");
        let message = format!("the map has {columns} and {rows}; hexes are numbered up to {side} each way");
        cx.push(cx.finding(at, message));
    } else if battle.scenario().is_some() && columns * rows > MAX_HEXES {
        let message = format!("the map has {} hexes; at most {MAX_HEXES} can be played", columns * rows);
        cx.push(cx.finding(at, message));
    }
}
