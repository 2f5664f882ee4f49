//! TT190 `printed-only`: a rule in words is printed, but not played.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::model::CardAbility;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT190", "printed-only", Severity::Info, include_str!("printed_only.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let of_scenario = battle.scenario().filter(|scenario| scenario.rule_text.is_some());
    let mut places: Vec<Address> =
        of_scenario.map(|_| battle.scenario_address("/scenario/rule_text")).into_iter().collect();
    for card in battle.judged_cards() {
        let written = battle.written_card(card);
        if written.rule_text.is_some() {
            places.push(battle.card_address(card, "/rule_text"));
        }
        let in_words = |ability: &CardAbility| ability.text.is_some() && ability.deeds.is_empty();
        for (i, _) in written.abilities.iter().enumerate().filter(|(_, ability)| in_words(ability)) {
            places.push(battle.card_address(card, &format!("/abilities/{i}/text")));
        }
    }
    for at in places {
        let finding = cx.finding(at, "this rule is printed but not played: players must apply it themselves");
        cx.push(finding.help("if `do` of an ability can express the rule, write it there: then it is played too"));
    }
}
