//! TT116 `number-twice`: two cards of a battle have one number.

use rustc_hash::FxHashMap;

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::tabletop::model::TabletopCardId;
use crate::systems::tabletop::resolve::TabletopBattle;

/// Two cards of a battle have one number.
pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT116", "number-twice", Severity::Error, include_str!("number_twice.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let slip = battle.misnumbered();
    let mut first: FxHashMap<TabletopCardId, usize> = FxHashMap::default();
    for (index, card) in battle.cards.iter().enumerate() {
        let Some(earlier) = first.get(&card.id) else {
            first.insert(card.id, index);
            continue;
        };
        let message = format!("another card is `{}` too; lists and plays mean a card by its number", card.id);
        let at = battle.at_card(index, "/card");
        let finding = cx.at(at.clone(), message).related(battle.at_card(*earlier, "/card"), "this one");
        cx.push(match slip.filter(|(card, _)| *card == index) {
            Some((_, fits)) => {
                finding.help(format!("is it meant to be `{fits}`?")).replace(false, at, fits.to_string())
            }
            None => finding,
        });
    }
}
