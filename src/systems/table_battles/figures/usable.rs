//! What of a battle can never be used, and why.

use crate::check;
use crate::diag::Sink;
use crate::systems::table_battles::checks::CHECKS;
use crate::systems::table_battles::engine::{Never, TableBattles};
use crate::systems::table_battles::resolve::Battle;

/// Checks whose findings prove that a special rule can never do anything.
const PROOFS: [&str; 2] = ["effect-never-holds", "effect-changes-nothing"];

/// Returns for everything that is there to be used, in the order of the counters' table, why it can never be.
pub(super) fn impossible(engine: &TableBattles, battle: &Battle) -> Vec<Option<String>> {
    let cards = battle.armies.iter().flat_map(|army| army.cards.iter().copied()).zip(0..);
    let never = engine.never();
    let of_cards = cards.flat_map(|(card, formation)| of_card(&never, battle, card, formation));
    of_cards.chain(of_effects(battle)).collect()
}

fn of_card(never: &Never<'_>, battle: &Battle, card: usize, formation: u8) -> Vec<Option<String>> {
    let written = battle.formation(card);
    let absent = never.enters(formation);
    let mut why = Vec::new();
    why.extend(written.reserve.is_some().then(|| absent.clone()));
    why.extend((!written.dice.sets.is_empty()).then_some(absent));
    why.extend((0..).take(written.actions.len()).map(|action| never.performs(formation, action)));
    why
}

fn of_effects(battle: &Battle) -> Vec<Option<String>> {
    let mut sink = Sink::default();
    let proofs: Vec<_> = CHECKS.iter().copied().filter(|check| PROOFS.contains(&check.code.name)).collect();
    check::run(&proofs, battle, &mut sink);
    let proven = sink.into_findings();
    let effects = battle.effects();
    let why = effects.iter().map(|placed| {
        let of = battle.at_effect(placed, "");
        let inside = |at: &str| {
            at.strip_prefix(of.pointer.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let finding = proven.iter().find(|finding| finding.at.file == of.file && inside(finding.at.pointer.as_str()));
        finding.map(|finding| finding.message.clone())
    });
    why.collect()
}
