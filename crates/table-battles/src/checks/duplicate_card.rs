//! TB125 `duplicate-card`: a card number is defined twice.

use std::collections::HashMap;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::causes;
use crate::model::CardId;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB125", "duplicate-card", Severity::Error, include_str!("duplicate_card.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let slips = causes::misnumbered_cards(battle);
    let mut first = HashMap::new();
    for (i, card) in battle.cards.iter().enumerate() {
        let Some(&earlier) = first.get(&card.id) else {
            first.insert(card.id, i);
            continue;
        };
        // Two decks may share numbers as long as the scenario uses neither card.
        let one_file = battle.doc_of(i).file == battle.doc_of(earlier).file;
        if battle.cards[earlier].sides.is_empty() && !one_file {
            continue;
        }
        let finding = cx.finding(battle.card_address(i, "/card"), format!("card `{}` is defined twice", card.id));
        let name = &battle.formation(earlier).name;
        let finding =
            finding.with_related(battle.card_address(earlier, "/card"), format!("first defined here, as `{name}`"));
        cx.push(match slips.get(&i).map(CardId::to_string) {
            Some(fits) => {
                finding.help(format!("did you mean `{fits}`?")).replace(false, battle.card_address(i, "/card"), fits)
            }
            None => finding,
        });
    }
}
