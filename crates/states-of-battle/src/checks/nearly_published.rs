//! SB156 `nearly-published`: the name of your own card is almost that of a published card.

use muster_core::check::{Check, Cx};
use muster_core::diag::near::closest_match;
use muster_core::diag::{Code, Severity};
use muster_systems::hints::scalar;

use crate::resolve::StatesBattle;
use crate::resolve::published_cards;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB156", "nearly-published", Severity::Warning, include_str!("nearly_published.md")), run };

/// Most cards that are checked: hints are for people.
const COMPARED: usize = 200;

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let names: Vec<&str> = published_cards().iter().map(|card| card.card.as_str()).collect();
    let own = battle.cards.iter().enumerate().filter(|(_, card)| card.at.is_some() && !card.replaces);
    for (card, in_use) in own.take(COMPARED) {
        let name = &in_use.definition.card;
        let Some(near) = closest_match(name, &names).filter(|near| near.text != name) else { continue };
        let Some(at) = battle.card_address(card, "/card") else { continue };
        let finding =
            cx.finding(at.clone(), format!("`{name}` is not a published card; there is one named `{}`", near.text));
        cx.push(finding.help(format!("did you mean `{}`?", near.text)).replace(false, at, scalar(near.text)));
    }
}
