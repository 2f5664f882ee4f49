//! TT127 `nowhere-to-stand`: a card can enter no hex of the map.

use rustc_hash::FxHashSet;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::Trait;
use crate::reach::Ground;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT127", "nowhere-to-stand", Severity::Warning, include_str!("nowhere_to_stand.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let Some(ground) = Ground::new(battle) else { return };
    // Where a card of the set-up cannot stand, that is found there.
    let at_start: FxHashSet<usize> =
        battle.factions.iter().flat_map(|faction| faction.setup.iter().filter_map(|entry| entry.card)).collect();
    for card in battle.fielded_cards().filter(|card| !at_start.contains(card)) {
        let resolved = &battle.cards[card];
        if resolved.factions.iter().all(|faction| !ground.has_room(ground.movement(*faction, card))) {
            let why = if resolved.has(Trait::Floating) { ", which has no water" } else { "" };
            let message = format!("`{}` can enter no hex of this map{why}", resolved.name);
            cx.push(cx.finding(battle.card_address(card, "/name"), message));
        }
    }
}
