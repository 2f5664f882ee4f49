//! TB171 `marks-without-rule`: cards have link marks or arms, but the scenario does not use the rules for them (TB-12.1,
//! TB-12.2, TB-12.4).

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::Rule;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB171", "marks-without-rule", Severity::Warning, include_str!("marks_without_rule.md")),
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let Some(scenario) = battle.scenario() else { return };
    let on = |rule| scenario.rules.contains(&rule);
    if !on(Rule::Links) {
        for card in battle.fielded_cards().filter(|card| battle.formation(*card).link.is_some()) {
            let name = &battle.formation(card).name;
            let message = format!("`{name}` has a link mark, but the scenario's `rules` does not list `links`");
            cx.push(cx.finding(battle.card_address(card, "/link"), message));
        }
    }
    if !on(Rule::Shift) && !on(Rule::Oblique) {
        let armed: Vec<usize> = battle.fielded_cards().filter(|card| battle.formation(*card).arm.is_some()).collect();
        let Some(first) = armed.first() else { return };
        let have = match armed.len() {
            1 => "1 card has".to_owned(),
            count => format!("{count} cards have"),
        };
        let message = format!("{have} an `arm`, but the scenario's `rules` lists neither `shift` nor `oblique`");
        cx.push(cx.finding(battle.card_address(*first, "/arm"), message));
    }
}
