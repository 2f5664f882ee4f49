//! PB210 `no-base`: no location of the map can be the base of a side.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::capture_the_flag::base_locations;
use crate::checks::{counted_length, decks};
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB210", "no-base", Severity::Error, include_str!("no_base.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = &battle.field else { return };
    for (i, deck) in decks(battle).filter(|(_, deck)| base_locations(field, deck.edge).next().is_none()) {
        let at = battle.scenario_address(&format!("/capture_the_flag/decks/{i}/edge"));
        let finding = cx.finding(at, format!("no location of the map can be the base of `{}`", deck.name));
        cx.push(finding.help(format!(
            "name a place at least {} from the {} edge, in its half of the map",
            counted_length((field.mounted, 3)),
            deck.edge.word()
        )));
    }
}
