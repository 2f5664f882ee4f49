//! PB212 `guard-without-army`: a guard has no army headquarters with a chit, or there are two guards.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::decks;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB212", "guard-without-army", Severity::Error, include_str!("guard_without_army.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    for (i, deck) in decks(battle) {
        let mut guards = deck.corps.iter().enumerate().filter(|(_, card)| card.guard);
        let at = |card: usize| battle.scenario_address(&format!("/capture_the_flag/decks/{i}/corps/{card}/guard"));
        let Some((first, _)) = guards.next() else { continue };
        let army = deck.army_of(&deck.corps[first]).and_then(|army| deck.armies().nth(army));
        match army.map(|(_, army)| army.chit) {
            None => {
                let message = format!("`{}` has a guard but no headquarters of the army", deck.name);
                cx.push(cx.finding(at(first), message).help("add it as `army_hq` of the deck"));
            }
            Some(false) => {
                let message = "the headquarters of the army has no chit, so its guard cannot act";
                cx.push(cx.finding(at(first), message).help("remove `chit: false`"));
            }
            Some(true) => {}
        }
        for (again, _) in guards {
            cx.push(
                cx.finding(at(again), format!("`{}` already has a guard", deck.name))
                    .with_related(at(first), "the other guard"),
            );
        }
    }
}
