//! TT145 `standard-as-unit`: a standard in the set-up is merged, or has experience or morale.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::CardMorale;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT145", "standard-as-unit", Severity::Error, include_str!("standard_as_unit.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for (faction, entry, setup) in battle.setup() {
        if !setup.card.is_some_and(|card| battle.cards[card].is_standard()) {
            continue;
        }
        let mut found = |key: &str, message: &str| {
            cx.push(cx.finding(battle.setup_address(faction, entry, key), message));
        };
        if setup.merged {
            found("/merged", "standards cannot merge");
        }
        if setup.experience > 0 {
            found("/experience", "a standard has no experience");
        }
        if setup.morale != CardMorale::Normal {
            found("/morale", "a standard has no morale");
        }
    }
}
