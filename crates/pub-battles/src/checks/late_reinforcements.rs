//! PB170 `late-reinforcements`: something enters in a turn that is never played.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_systems::english::count_in_digits;

use crate::checks::{entries, last_turn};
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB170", "late-reinforcements", Severity::Error, include_str!("late_reinforcements.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let last = last_turn(battle);
    for entry in entries(battle) {
        if u32::from(entry.entry.turn) > last {
            let turns = count_in_digits(last as usize, "turn", "turns");
            let message = format!("turn `{}` is never played; the battle has {turns}", entry.entry.turn);
            cx.push(cx.finding(entry.at.join("/turn"), message));
        }
    }
}
