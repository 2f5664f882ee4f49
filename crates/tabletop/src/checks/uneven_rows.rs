//! TT132 `uneven-rows`: a row of the map is longer or shorter than the others.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_systems::english::count_in_digits;

use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT132", "uneven-rows", Severity::Error, include_str!("uneven_rows.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let Some(map) = &battle.map else { return };
    let usual = map.usual_length();
    for (i, row) in map.rows().iter().enumerate().filter(|(_, row)| row.len() != usual) {
        let length = count_in_digits(row.len(), "hex", "hexes");
        let message = format!("row {} has {length}; the others have {usual}", i + 1);
        // What is too much, or the whole row.
        let first = if row.len() > usual { usual } else { 0 };
        cx.push(cx.finding(map.letters_address(i, first, row.len() - first), message));
    }
}
