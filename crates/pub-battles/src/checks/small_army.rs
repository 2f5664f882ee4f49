//! PB208 `small-army`: no deal from a deck can make an army of five blocks.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_systems::english::count_in_digits;

use crate::capture_the_flag::{CARDS, LEAST, STACK};
use crate::checks::decks;
use crate::model::CorpsCard;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB208", "small-army", Severity::Error, include_str!("small_army.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    for (i, deck) in decks(battle).filter(|(_, deck)| !deck.corps.is_empty()) {
        let mut blocks: Vec<usize> = deck.corps.iter().map(CorpsCard::fighting).collect();
        blocks.sort_unstable_by(|a, b| b.cmp(a));
        let most: usize = blocks.iter().take(CARDS - STACK).sum();
        if most < LEAST {
            let at = battle.scenario_address(&format!("/capture_the_flag/decks/{i}/name"));
            let blocks = count_in_digits(most, "block", "blocks");
            cx.push(
                cx.finding(at, format!("the army of `{}` has at most {blocks}; expected at least {LEAST}", deck.name)),
            );
        }
    }
}
