//! Everything of a battle that is there to be used, and what of it can never be.

use super::smoke::{NEVER_ENTERED, NEVER_IN_EFFECT, NEVER_PERFORMED, NEVER_TOOK_DICE};
use crate::check;
use crate::diag::Sink;
use crate::systems::Use;
use crate::systems::table_battles::checks::CHECKS;
use crate::systems::table_battles::engine::{Counter, Never, TableBattles};
use crate::systems::table_battles::resolve::Battle;

/// Checks whose findings prove that a special rule can never do anything.
const PROOFS: [&str; 2] = ["effect-never-holds", "effect-changes-nothing"];

/// Everything that can be used: formations that enter play and take dice, actions, reactions and special rules.
pub(super) fn usable(engine: &TableBattles, battle: &Battle) -> Vec<Use> {
    let cards = battle.armies.iter().flat_map(|army| army.cards.iter().copied()).zip(0..);
    let never = engine.never();
    let mut uses: Vec<Use> =
        cards.flat_map(|(card, formation)| of_card(&never, (engine, battle), card, formation)).collect();
    uses.extend(of_effects(engine, battle));
    uses
}

fn of_card(never: &Never<'_>, (engine, battle): (&TableBattles, &Battle), card: usize, formation: u8) -> Vec<Use> {
    let written = battle.formation(card);
    let a_use = |counter, what: &str, at: &str, code, never| Use {
        counter,
        card: engine.id(formation).to_string(),
        name: written.name.clone(),
        what: what.to_owned(),
        at: battle.at(card, at),
        code,
        never,
    };
    let mut uses = Vec::new();
    let absent = never.enters(formation);
    if written.reserve.is_some() {
        let counter = engine.counter(formation, Counter::Entered);
        uses.push(a_use(counter, "enters play", "/reserve", NEVER_ENTERED, absent.clone()));
    }
    if !written.dice.sets.is_empty() {
        let counter = engine.counter(formation, Counter::Placed);
        uses.push(a_use(counter, "takes dice", "/dice", NEVER_TOOK_DICE, absent));
    }
    uses.extend(written.actions.iter().zip(0..).map(|(action, i)| {
        let (what, at) = (format!("{} {}", i + 1, action.word()), format!("/actions/{i}/type"));
        let never = never.performs(formation, i);
        a_use(engine.action_counter(formation, i), &what, &at, NEVER_PERFORMED, never)
    }));
    uses
}

fn of_effects(engine: &TableBattles, battle: &Battle) -> Vec<Use> {
    let mut sink = Sink::default();
    let proofs: Vec<_> = CHECKS.iter().copied().filter(|check| PROOFS.contains(&check.code.name)).collect();
    check::run(&proofs, battle, &mut sink);
    let proven = sink.into_findings();
    let effects = battle.effects();
    let each = effects.iter().enumerate().map(|(number, placed)| {
        let of = battle.at_effect(placed, "");
        let inside = |at: &str| {
            at.strip_prefix(of.pointer.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let finding = proven.iter().find(|finding| finding.at.file == of.file && inside(finding.at.pointer.as_str()));
        Use {
            counter: engine.effect_counter(number),
            card: placed.card.map(|card| battle.cards[card].id.to_string()).unwrap_or_default(),
            name: placed.card.map_or("the scenario", |card| &battle.formation(card).name).to_owned(),
            what: format!("rule {}", placed.effect.word()),
            at: battle.at_effect(placed, "/rule"),
            code: NEVER_IN_EFFECT,
            never: finding.map(|finding| finding.message.clone()),
        }
    });
    each.collect()
}
