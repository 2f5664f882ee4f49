//! TT147 `too-many-at-start`: more cards are on the map at the start than can be played.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::TabletopBattle;
use crate::rules::MAX_CARDS;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT147", "too-many-at-start", Severity::Error, include_str!("too_many_at_start.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let mut before = 0;
    for (faction, entry, setup) in battle.setup() {
        let now = before + usize::from(setup.count);
        if before <= MAX_CARDS && now > MAX_CARDS {
            let all: usize = battle.factions.iter().flat_map(|f| &f.setup).map(|entry| usize::from(entry.count)).sum();
            let message = format!("{all} cards are on the map at the start; at most {MAX_CARDS} can be played");
            cx.push(cx.finding(battle.setup_address(faction, entry, "/card"), message));
        }
        before = now;
    }
}
