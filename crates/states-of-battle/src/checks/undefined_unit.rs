//! SB113 `undefined-unit`: a side lists a unit that no file defines.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::UnitId;
use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB113", "undefined-unit", Severity::Error, include_str!("undefined_unit.md")), run };

/// Most units that a message lists.
const LISTED: usize = 6;

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let slips = battle.misnumbered_units();
    // Where the slip has the number of another unit, that is said instead.
    let said: Vec<UnitId> =
        slips.iter().filter(|(unit, _)| battle.is_numbered_twice(**unit)).map(|(_, fits)| *fits).collect();
    for side in &battle.sides {
        for range in side.missing.chunk_by(|(_, a), (_, b)| a == b) {
            let ids: Vec<UnitId> = range.iter().map(|(id, _)| *id).filter(|id| !said.contains(id)).collect();
            if ids.is_empty() {
                continue;
            }
            let listed: Vec<String> = ids.iter().take(LISTED).map(|id| format!("`{id}`")).collect();
            let message = match ids.len().saturating_sub(LISTED) {
                0 if ids.len() == 1 => format!("unit {} is not defined", listed.join(", ")),
                0 => format!("units {} are not defined", listed.join(", ")),
                more => format!("units {} and {more} more are not defined", listed.join(", ")),
            };
            let finding = cx.finding(battle.scenario_address(range[0].1.as_str()), message);
            let slip = slips.iter().find(|(_, fits)| ids.contains(fits));
            cx.push(match slip {
                Some((unit, fits)) => {
                    let at = battle.unit_address(*unit, "/unit");
                    let help = format!("should `{}` be numbered `{fits}`?", battle.units[*unit].id);
                    finding.help(help).with_related(at.clone(), "in no side").replace(false, at, fits.to_string())
                }
                None => finding.help("define it under `units`, add its file to `decks`, or remove it from the list"),
            });
        }
    }
}
