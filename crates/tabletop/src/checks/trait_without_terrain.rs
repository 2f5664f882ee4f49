//! TT126 `trait-without-terrain`: a trait is for a terrain that the map does not have.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::{Terrain, Trait};
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> = Check {
    code: Code::new("TT126", "trait-without-terrain", Severity::Info, include_str!("trait_without_terrain.md")),
    run,
};

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let Some(map) = battle.map.as_ref().filter(|_| battle.scenario().is_some()) else { return };
    // A deck may be used by other battles.
    for card in battle.fielded_cards().filter(|card| battle.cards[*card].doc == 0) {
        for (i, quality) in battle.written_card(card).traits.iter().enumerate() {
            let terrain = match quality {
                Trait::Hiking => Terrain::Forest,
                Trait::Climbing => Terrain::Mountain,
                Trait::Swimming | Trait::Diving => Terrain::Water,
                _ => continue,
            };
            if !map.terrain.contains(&Some(terrain)) {
                let message = format!("the map has no {} for `{}`", terrain.word(), quality.word());
                cx.push(cx.finding(battle.card_address(card, &format!("/traits/{i}")), message));
            }
        }
    }
}
