//! TT129 `odd-copies`: a card has fewer counters than are on the map at the start, or a hero has more than one.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_systems::english::count_in_digits;

use crate::model::CardRole;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT129", "odd-copies", Severity::Warning, include_str!("odd_copies.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let mut at_start = vec![0_usize; battle.cards.len()];
    for entry in battle.factions.iter().flat_map(|faction| &faction.setup) {
        if let Some(card) = entry.card {
            at_start[card] += usize::from(entry.count);
        }
    }
    for card in battle.judged_cards() {
        let written = battle.written_card(card);
        let Some(copies) = written.copies.map(usize::from) else { continue };
        let message = if written.role == CardRole::Hero && copies > 1 {
            format!("a hero can be on the map only once, but `{}` has {copies} counters", written.name)
        } else if copies < at_start[card] {
            let counters = count_in_digits(copies, "counter is", "counters are");
            format!("{counters} printed of `{}`, but {} of them start on the map", written.name, at_start[card])
        } else {
            continue;
        };
        cx.push(cx.finding(battle.card_address(card, "/copies"), message));
    }
}
