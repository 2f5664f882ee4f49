//! TT143 `unlike-formation`: merged cards are not alike.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::reach::{MergedEntry, merged_entries};
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT143", "unlike-formation", Severity::Error, include_str!("unlike_formation.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for (faction, resolved) in battle.factions.iter().enumerate() {
        let merged = merged_entries(battle, faction);
        let is_alone = |entry: &MergedEntry<'_>| {
            let others = || merged.iter().filter(|other| other.entry != entry.entry);
            resolved.setup[entry.entry].count == 1 && !others().any(|other| other.is_alike(entry))
        };
        for (i, entry) in merged.iter().enumerate() {
            let setup = &resolved.setup[entry.entry];
            let at = |key: &str| battle.setup_address(faction, entry.entry, key);
            if let Some(first) = merged[..i].iter().find(|other| other.is_alike(entry)) {
                let other = &resolved.setup[first.entry];
                let (key, why) = match () {
                    () if other.morale != setup.morale => ("/morale", "must have one morale"),
                    () if other.army != setup.army => ("/army", "must be in one army"),
                    () => continue,
                };
                let finding = cx
                    .finding(at(key), format!("`{}` merges with `{}`, but a formation {why}", entry.name, first.name));
                cx.push(finding.with_related(battle.setup_address(faction, first.entry, "/card"), "with this"));
            } else if is_alone(entry) {
                // Alone in its hex it is another finding; and of two that are unlike, the second is one.
                let is_other = |(k, other): &(usize, &MergedEntry<'_>)| {
                    *k != i && other.hex == entry.hex && (*k < i || !is_alone(other))
                };
                let Some((_, other)) = merged.iter().enumerate().find(is_other) else { continue };
                let why = match entry.kind == other.kind {
                    true => "cards of one formation must have the same experience",
                    false => "cards of one formation must have the same type",
                };
                let finding =
                    cx.finding(at("/merged"), format!("`{}` cannot merge with `{}`: {why}", entry.name, other.name));
                cx.push(finding.with_related(battle.setup_address(faction, other.entry, "/card"), "with this"));
            }
        }
    }
}
