//! TB108 `card-not-in-battle`: a card is named that a deck defines but neither side lists.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::table_battles::blame;
use crate::systems::table_battles::resolve::{Battle, Found};

/// A card is named that a deck defines but neither side lists.
pub(super) const CHECK: Check<Battle> = Check {
    code: Code {
        id: "TB108",
        name: "card-not-in-battle",
        severity: Severity::Error,
        page: include_str!("card_not_in_battle.md"),
    },
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for reference in battle.references.iter().filter(|_| blame::sides_known(battle)) {
        let Found::Unused(card) = reference.found else { continue };
        // In the scenario's own file, that the card is in no side is the mistake.
        if battle.doc_of(card).file == battle.file() {
            continue;
        }
        let message = format!("`{}` is in neither side; its card is {}", reference.text, battle.cards[card].id);
        let finding = cx.at(reference.at.clone(), message).help("list the card in a side, or name another formation");
        cx.push(finding.related(battle.at(card, "/card"), "the card is defined here"));
    }
}
