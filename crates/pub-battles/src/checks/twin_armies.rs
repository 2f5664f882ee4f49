//! PB110 `twin-armies`: both sides have the same name.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::{decks, twins};
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB110", "twin-armies", Severity::Error, include_str!("twin_armies.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let names: Vec<&str> = battle.sides.iter().map(|side| side.name.as_str()).collect();
    let at = |side: usize| battle.scenario_address(&format!("/scenario/sides/{side}/name"));
    for twin in twins(&names) {
        cx.push(cx.finding(at(twin.again), twin.message("side")).with_related(at(twin.first), "the other side"));
    }
    let names: Vec<&str> = decks(battle).map(|(_, deck)| &*deck.name).collect();
    let at = |deck: usize| battle.scenario_address(&format!("/capture_the_flag/decks/{deck}/name"));
    for twin in twins(&names) {
        cx.push(cx.finding(at(twin.again), twin.message("side")).with_related(at(twin.first), "the other side"));
    }
}
