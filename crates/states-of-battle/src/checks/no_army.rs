//! SB118 `no-army`: a side has no units.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB118", "no-army", Severity::Error, include_str!("no_army.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for (i, side) in battle.sides.iter().enumerate() {
        // Units that are not defined, or another side's, are findings of their own.
        if side.units.is_empty() && side.missing.is_empty() && side.taken.is_empty() {
            let finding = cx.finding(battle.side_address(i, "/name"), format!("`{}` has no units", side.name));
            let has_army = battle.written_sides().get(i).is_some_and(|written| !written.army.is_empty());
            cx.push(finding.help(match has_army {
                true => "the file in its `army` has no units either: define units there, or list others under `units`",
                false => "list units under `units`, or name the file of its army under `army`",
            }));
        }
    }
}
