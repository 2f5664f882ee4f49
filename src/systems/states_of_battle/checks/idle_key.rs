//! SB124 `idle-key`: a key of a unit changes nothing.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::states_of_battle::model::UnitKind;
use crate::systems::states_of_battle::resolve::StatesBattle;

/// A key of a unit changes nothing.
pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB124", "idle-key", Severity::Warning, include_str!("idle_key.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let deployed = battle.scenario().is_some_and(|scenario| scenario.deployment.is_some());
    for unit in battle.judged_units() {
        let (resolved, written) = (&battle.units[unit], battle.written_unit(unit));
        let (kind, rides) = (resolved.kind, resolved.carrier.is_some());
        let mut found = |key: &str, message: String| cx.push(cx.at(battle.at_unit(unit, key), message));
        let ranged = kind.shoots() || kind == UnitKind::Wizard;
        if written.range.is_some_and(|range| range > 0) && !ranged {
            found("/range", format!("{} neither shoots nor casts, whatever its range", kind.noun()));
        }
        if written.named == Some(true) && !kind.is_character() {
            found(
                "/named",
                format!("{} is no character; only a general, a character or a wizard can be challenged", kind.noun()),
            );
        }
        for (key, is_written) in [
            ("/at", written.at.is_some()),
            ("/move", written.movement.is_some()),
            ("/charge", written.charge.is_some()),
            ("/alternate", written.alternate),
        ] {
            if rides && is_written {
                found(key, format!("`{}` rides, and stands and moves where the other does", resolved.name));
            }
        }
        if written.at.is_some() && !rides && resolved.side.is_some() {
            if resolved.waits {
                found("/at", format!("`{}` waits off the field, and arrives at its edge", resolved.name));
            } else if deployed && battle.doc_of_unit(unit).file == battle.file() {
                // An army of a file of its own may be used by other battles.
                found("/at", "units are deployed in play; where they are written to stand says nothing".to_owned());
            }
        }
    }
}
