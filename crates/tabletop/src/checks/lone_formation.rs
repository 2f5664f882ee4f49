//! TT144 `lone-formation`: a single card is marked as merged.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::reach::merged_entries;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT144", "lone-formation", Severity::Warning, include_str!("lone_formation.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for (faction, resolved) in battle.factions.iter().enumerate() {
        let merged = merged_entries(battle, faction);
        for entry in merged.iter().filter(|entry| resolved.setup[entry.entry].count == 1) {
            // Merged with cards that are unlike it is another finding.
            if merged.iter().all(|other| other.entry == entry.entry || other.hex != entry.hex) {
                let message =
                    format!("a single `{}` is not a formation; nothing else is merged in its hex", entry.name);
                cx.push(cx.finding(battle.setup_address(faction, entry.entry, "/merged"), message));
            }
        }
    }
}
