//! TT122 `too-many-abilities`: a card has more abilities than its role allows.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;
use muster_systems::english::count_in_digits;

use crate::model::CardRole;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> = Check {
    code: Code::new("TT122", "too-many-abilities", Severity::Error, include_str!("too_many_abilities.md")),
    run,
};

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for card in battle.judged_cards() {
        let abilities = &battle.written_card(card).abilities;
        let role = battle.cards[card].role;
        let (most, allowed) = match role {
            CardRole::Standard | CardRole::Unit | CardRole::Commander => (1, "one"),
            CardRole::Hero => (2, "one or two"),
        };
        if abilities.len() > most {
            let count = count_in_digits(abilities.len(), "ability", "abilities");
            let message = format!("`{}` has {count}; a {} can have {allowed}", battle.cards[card].name, role.word());
            cx.push(cx.finding(battle.card_address(card, &format!("/abilities/{most}/name")), message));
            continue;
        }
        let mut active = abilities.iter().enumerate().filter(|(_, ability)| ability.active.is_some());
        if let (Some((first, _)), Some((second, _))) = (active.next(), active.next()) {
            let message = format!(
                "both abilities of `{}` are active; a hero can have at most one active ability",
                battle.cards[card].name
            );
            let key = |ability: usize| battle.card_address(card, &format!("/abilities/{ability}/active"));
            let at = key(second);
            cx.push(cx.finding(Address::key(at.file, at.pointer), message).with_related(key(first), "the other"));
        }
    }
}
