//! TB108 `card-not-in-battle`: a card is named that a deck defines but neither side lists.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::table_battles::resolve::{Battle, Found};

/// A card is named that a deck defines but neither side lists.
pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB108", "card-not-in-battle", Severity::Error, include_str!("card_not_in_battle.md")),
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    if !battle.sides_known() {
        return;
    }
    let cards = battle.references.iter().map(|r| (r.found, r.text.clone(), r.at.clone()));
    let effects = battle.effect_references().into_iter().filter_map(|r| Some((r.found?, r.text, r.at)));
    for (found, text, at) in cards.chain(effects) {
        let Found::Unused(card) = found else { continue };
        // In the scenario's own file, that the card is in no side is the mistake.
        if battle.doc_of(card).file == battle.file() {
            continue;
        }
        let message = format!("`{text}` is in neither side; its card is {}", battle.cards[card].id);
        let finding = cx.at(at, message).help("list the card in a side, or name another formation");
        cx.push(finding.related(battle.at(card, "/card"), "the card is defined here"));
    }
}
