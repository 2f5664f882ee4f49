//! PB170 `late-reinforcements`: something enters in a turn that is never played.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::pub_battles::checks::{counted, entries, last_turn};
use crate::systems::pub_battles::resolve::PubBattle;

/// Something enters in a turn that is never played.
pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB170", "late-reinforcements", Severity::Error, include_str!("late_reinforcements.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let last = last_turn(battle);
    for entry in entries(battle) {
        if u32::from(entry.entry.turn) > last {
            let turns = counted(last as usize, "turn", "turns");
            let message = format!("turn `{}` is never played; the battle has {turns}", entry.entry.turn);
            cx.push(cx.at(entry.at.join("/turn"), message));
        }
    }
}
