//! PB109 `corps-without-army`: a side has several army headquarters, and a corps does not say which it belongs to.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_systems::english::list;

use crate::checks::decks;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB109", "corps-without-army", Severity::Error, include_str!("corps_without_army.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let mut report = |side: &str, armies: &[&str], corps: &str, at: &str| {
        let message =
            format!("`{side}` has {} army headquarters, and `{corps}` does not say which it belongs to", armies.len());
        let named: Vec<String> = armies.iter().map(|army| format!("`army: {army}`")).collect();
        let help = format!("add {}", list(&named, "or"));
        cx.push(cx.finding(battle.scenario_address(at), message).help(help));
    };
    for (i, side) in battle.scenario().iter().flat_map(|scenario| &scenario.sides).enumerate() {
        let armies: Vec<&str> = side.armies().map(|(_, army)| army.hq.as_str()).collect();
        for (k, corps) in side.corps.iter().enumerate().filter(|(_, corps)| armies.len() > 1 && corps.army.is_none()) {
            report(&side.name, &armies, &corps.hq, &format!("/scenario/sides/{i}/corps/{k}/hq"));
        }
    }
    for (i, deck) in decks(battle) {
        let armies: Vec<&str> = deck.armies().map(|(_, army)| army.hq.as_str()).collect();
        for (k, card) in deck.corps.iter().enumerate().filter(|(_, card)| armies.len() > 1 && card.army.is_none()) {
            report(&deck.name, &armies, &card.hq, &format!("/capture_the_flag/decks/{i}/corps/{k}/hq"));
        }
    }
}
