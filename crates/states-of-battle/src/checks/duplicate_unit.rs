//! SB114 `duplicate-unit`: two units of a battle have the same number.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::UnitId;
use crate::resolve::StatesBattle;
use rustc_hash::FxHashMap;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB114", "duplicate-unit", Severity::Error, include_str!("duplicate_unit.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let slips = battle.misnumbered_units();
    let mut first: FxHashMap<UnitId, usize> = FxHashMap::default();
    // In the order in which they are written, so that the second one is found; or the one whose number is a slip.
    let mut units: Vec<usize> = (0..battle.units.len()).collect();
    units.sort_by_key(|unit| (slips.contains_key(unit), battle.written_place(*unit)));
    for unit in units {
        let id = battle.units[unit].id;
        let Some(earlier) = first.get(&id) else {
            first.insert(id, unit);
            continue;
        };
        let message = format!("unit `{id}` is already defined; plays and lists use this number");
        let at = battle.unit_address(unit, "/unit");
        let finding =
            cx.finding(at.clone(), message).with_related(battle.unit_address(*earlier, "/unit"), "first defined here");
        cx.push(match slips.get(&unit) {
            Some(fits) => finding.help(format!("did you mean `{fits}`?")).replace(false, at, fits.to_string()),
            None => finding,
        });
    }
}
