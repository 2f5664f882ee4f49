//! TT116 `number-twice`: two cards of a battle have the same number.

use rustc_hash::FxHashMap;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::TabletopCardId;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT116", "number-twice", Severity::Error, include_str!("number_twice.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let slip = battle.misnumbered_card();
    let mut first: FxHashMap<TabletopCardId, usize> = FxHashMap::default();
    for (index, card) in battle.cards.iter().enumerate() {
        let Some(earlier) = first.get(&card.id) else {
            first.insert(card.id, index);
            continue;
        };
        let message = format!("another card is already `{}`; lists and plays use this number", card.id);
        let at = battle.card_address(index, "/card");
        let finding =
            cx.finding(at.clone(), message).with_related(battle.card_address(*earlier, "/card"), "the other card");
        cx.push(match slip.filter(|(card, _)| *card == index) {
            Some((_, fits)) => finding.help(format!("did you mean `{fits}`?")).replace(false, at, fits.to_string()),
            None => finding,
        });
    }
}
