//! SB154 `no-events`: there is no Event card to draw.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::DeckKind;
use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB154", "no-events", Severity::Warning, include_str!("no_events.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let has_events = battle.cards.iter().any(|card| card.definition.deck == DeckKind::Events);
    if battle.scenario().is_some() && !has_events {
        let finding = cx.finding(
            battle.scenario_address("/scenario/cards"),
            "there are no Event cards, but each side draws as many Event cards as Orders cards",
        );
        cx.push(finding.help("add cards with `deck: events`, or use the published ones too"));
    }
}
