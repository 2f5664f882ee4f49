//! SB135 `too-many-trays`: more units are concealed than a side can conceal.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB135", "too-many-trays", Severity::Error, include_str!("too_many_trays.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for (i, side) in battle.sides.iter().enumerate().filter(|(i, _)| battle.army_is_known(*i)) {
        let can = |unit: &&usize| battle.units[**unit].carrier.is_none() && !battle.units[**unit].waits;
        let most = side.units.iter().filter(can).count();
        let mut concealed = 0;
        for tray in battle.concealed.iter().filter(|tray| tray.side == Some(i)) {
            let before = concealed;
            concealed += usize::from(tray.units);
            if concealed > most && before <= most {
                let message = format!(
                    "`{}` conceals {concealed} units; at most {most} can be, not counting riders and units off the field",
                    side.name
                );
                cx.push(cx.finding(tray.at.join("/units"), message));
            }
        }
    }
}
