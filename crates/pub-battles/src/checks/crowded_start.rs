//! PB209 `crowded-start`: more blocks may be dealt than fit on the map or can be played.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::capture_the_flag::{CARDS, STACK, largest_start};
use crate::checks::decks;
use crate::resolve::PubBattle;
use crate::rules::MAX_BLOCKS;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB209", "crowded-start", Severity::Error, include_str!("crowded_start.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = battle.field.as_ref().filter(|_| battle.decks().is_some()) else { return };
    let mut most = 0;
    for (i, deck) in decks(battle) {
        let at = |card: usize| battle.scenario_address(&format!("/capture_the_flag/decks/{i}/corps/{card}/hq"));
        let mut blocks: Vec<usize> = deck.corps.iter().map(|card| card.blocks.len()).collect();
        blocks.sort_unstable_by(|a, b| b.cmp(a));
        most += blocks.iter().take(CARDS - STACK).sum::<usize>();
        if let Some(card) = largest_start(field, deck) {
            let message = format!(
                "`{}` has no room within {} of the {} edge when the nine largest corps of `{}` start there",
                deck.corps[card].hq,
                field.mounted,
                deck.edge.word(),
                deck.name
            );
            cx.push(cx.finding(at(card), message));
        }
    }
    if most > MAX_BLOCKS {
        let message = format!("up to {most} blocks may be dealt to both sides; at most {MAX_BLOCKS} can be played");
        cx.push(cx.finding(battle.scenario_address("/capture_the_flag/name"), message));
    }
}
