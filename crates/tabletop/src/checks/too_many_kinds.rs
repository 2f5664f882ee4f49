//! TT119 `too-many-kinds`: the factions have more kinds of cards than can be played.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::TabletopBattle;
use crate::rules::MAX_CARDS;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT119", "too-many-kinds", Severity::Error, include_str!("too_many_kinds.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let count = battle.fielded_cards().count();
    let Some(one_more) = battle.fielded_cards().nth(MAX_CARDS) else { return };
    if let Some(faction) = battle.cards[one_more].factions.first() {
        let message = format!("the factions have {count} kinds of cards; at most {MAX_CARDS} can be played");
        cx.push(
            cx.finding(battle.faction_address(*faction, "/cards"), message)
                .help("list only cards that may really be deployed"),
        );
    }
}
