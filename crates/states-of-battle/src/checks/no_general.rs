//! SB121 `no-general`: an army has no general.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::UnitKind;
use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB121", "no-general", Severity::Warning, include_str!("no_general.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for (i, side) in battle.sides.iter().enumerate() {
        // A general whom the other side has too is missed by nobody but that finding.
        let is_contested = side.taken.iter().any(|(unit, _)| battle.units[*unit].kind == UnitKind::General);
        if battle.army_is_known(i) && side.generals.is_empty() && !is_contested {
            let finding = cx.finding(battle.side_address(i, "/name"), format!("`{}` has no general", side.name));
            cx.push(finding.help("give one of its units `kind: general`"));
        }
    }
}
