//! TT105 `type-of-no-card`: an ability is for a type that no card has.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_systems::hints::{Hints, list_expected, with_hint};

use crate::checks::deeds;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT105", "type-of-no-card", Severity::Warning, include_str!("type_of_no_card.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let mut types: Vec<&str> = battle.fielded_cards().map(|card| battle.cards[card].kind.as_str()).collect();
    types.sort_unstable();
    types.dedup();
    types.retain(|kind| !kind.is_empty());
    let mut hints = Hints::default();
    for card in battle.fielded_cards() {
        for deed in deeds(battle, card) {
            let written = deed.deed.recipients().map_or(&[][..], |recipients| recipients.types).iter().enumerate();
            for (i, kind) in written.filter(|(_, kind)| !types.contains(&kind.as_str())) {
                let at = deed.at.join(&format!("/{}/types/{i}", deed.deed.word()));
                let message = format!("no card of this battle has the type `{kind}`");
                cx.push(match hints.find((), kind, || types.clone()) {
                    Some(hint) => {
                        with_hint(cx.finding(at, format!("{message}; {}", list_expected(&hint.legal))), hint, |_| false)
                    }
                    None => cx.finding(at, message),
                });
            }
        }
    }
}
