//! SB124 `idle-key`: a key of a unit has no effect.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::UnitKind;
use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB124", "idle-key", Severity::Warning, include_str!("idle_key.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    placed_in_vain(battle, cx);
    for unit in battle.judged_units() {
        let (resolved, written) = (&battle.units[unit], battle.written_unit(unit));
        let (kind, rides) = (resolved.kind, resolved.carrier.is_some());
        let mut found = |key: &str, message: String| cx.push(cx.finding(battle.unit_address(unit, key), message));
        let ranged = kind.shoots() || kind == UnitKind::Wizard;
        if written.range.is_some_and(|range| range > 0) && !ranged {
            found("/range", format!("{} neither shoots nor casts, so its range has no effect", kind.noun()));
        }
        if written.named == Some(true) && !kind.is_character() {
            found(
                "/named",
                format!(
                    "{} is not a character; only a general, a character or a wizard can be challenged",
                    kind.noun()
                ),
            );
        }
        for (key, is_written) in [
            ("/at", written.at.is_some()),
            ("/move", written.movement.is_some()),
            ("/charge", written.charge.is_some()),
            ("/alternate", written.alternate),
        ] {
            if rides && is_written {
                found(key, format!("`{}` rides another unit and is always where that unit is", resolved.name));
            }
        }
        if written.at.is_some() && !rides && resolved.side.is_some() && resolved.waits {
            found("/at", format!("`{}` waits off the field and arrives at its edge", resolved.name));
        }
    }
}

/// Finds units that are written to stand somewhere, and are deployed in play: one at its place, several at once where it
/// is said that they are deployed.
fn placed_in_vain(battle: &StatesBattle, cx: &mut Cx<'_>) {
    if battle.scenario().is_none_or(|scenario| scenario.deployment.is_none()) {
        return;
    }
    let is_placed = |unit: &usize| {
        let (resolved, written) = (&battle.units[*unit], battle.written_unit(*unit));
        // An army of a file of its own may be used by other battles.
        let is_own = battle.doc_of_unit(*unit).file == battle.file();
        let stands = resolved.carrier.is_none() && !resolved.waits && resolved.side.is_some();
        written.at.is_some() && stands && is_own
    };
    let placed: Vec<usize> = battle.judged_units().filter(is_placed).collect();
    match placed.as_slice() {
        [] => {}
        [unit] => {
            let message = "units are deployed during play, so this position has no effect";
            cx.push(cx.finding(battle.unit_address(*unit, "/at"), message));
        }
        several => {
            let message = format!(
                "units are deployed during play, so the positions of {} of them (`at`) have no effect",
                several.len()
            );
            cx.push(cx.finding(battle.scenario_address("/scenario/deployment"), message));
        }
    }
}
