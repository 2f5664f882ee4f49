//! Parts of a battle that can never be used, and the reason for each.

use crate::engine::TableBattles;
use crate::reach::{Idle, Never, change_nothing, never_hold};
use crate::resolve::Battle;

/// Returns for everything that is there to be used, in the order of the counters' table, why it can never be.
pub(super) fn impossible(engine: &TableBattles, battle: &Battle) -> Vec<Option<String>> {
    let cards = battle.armies.iter().flat_map(|army| army.cards.iter().copied()).zip(0..);
    let never = engine.never();
    let of_cards = cards.flat_map(|(card, formation)| card_uses(&never, battle, card, formation));
    of_cards.chain(effect_uses(battle)).collect()
}

fn card_uses(never: &Never<'_>, battle: &Battle, card: usize, formation: u8) -> Vec<Option<String>> {
    let written = battle.formation(card);
    let absent = never.enters(formation);
    let mut why = Vec::new();
    why.extend(written.reserve.is_some().then(|| absent.clone()));
    why.extend((!written.dice.sets.is_empty()).then_some(absent));
    why.extend((0..).take(written.actions.len()).map(|action| never.performs(formation, action)));
    why
}

fn effect_uses(battle: &Battle) -> Vec<Option<String>> {
    let idle = never_hold(battle).into_iter().chain(change_nothing(battle)).filter(|idle| idle.whole);
    let mut why = vec![None; battle.effects().len()];
    for Idle { effect, why: reason, .. } in idle {
        why[effect].get_or_insert(reason);
    }
    why
}
