//! TB164 `identical-cards`: two cards of a side differ only in their names.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::steps;

use crate::model::{CardId, Formation};
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB164", "identical-cards", Severity::Info, include_str!("identical_cards.md")), run };

/// Each card is compared with so many before it: more than any side has.
const COMPARED: usize = 100;

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let fielded: Vec<usize> = battle.fielded_cards().collect();
    for (i, &card) in fielded.iter().enumerate() {
        let same =
            |other: &&usize| battle.cards[**other].sides == battle.cards[card].sides && alike(battle, **other, card);
        if let Some(&other) = fielded[i.saturating_sub(COMPARED)..i].iter().find(same) {
            let [name, twin] = [card, other].map(|card| &battle.formation(card).name);
            let finding =
                cx.finding(battle.card_address(card, "/name"), format!("`{name}` is the same card as `{twin}`"));
            cx.push(
                finding
                    .with_related(battle.card_address(other, "/name"), "the other card")
                    .help("to print a card several times, use `copies`"),
            );
        }
    }
}

/// Returns true if two cards do the same, whatever they are called.
fn alike(battle: &Battle, one: usize, other: usize) -> bool {
    steps::count(size_of::<Formation>());
    let plain = |card: usize| {
        let formation = battle.formation(card);
        Formation {
            card: CardId { number: 0, ..formation.card },
            name: String::new(),
            lore: None,
            fields: None,
            copies: 1,
            ..formation.clone()
        }
    };
    let quick = |card: usize| {
        let formation = battle.formation(card);
        (formation.wing, formation.actions.len(), formation.special.len())
    };
    quick(one) == quick(other) && plain(one) == plain(other)
}
