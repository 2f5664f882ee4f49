//! TB134 `side-cannot-attack`: a side has nothing to attack with and loses in its first turn (TB-11.2).

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::play::Engine;

use crate::engine::TableBattles;
use crate::model::Action;
use crate::reach::{Opened, attacks, can_act, can_perform};
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB134", "side-cannot-attack", Severity::Error, include_str!("side_cannot_attack.md")),
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let kept = kept_from_attacking(battle);
    for (i, (side, army)) in battle.sides().iter().zip(&battle.armies).enumerate() {
        // An attack that can never be made for any other reason has its own finding, at that reason.
        let attacks = |card: &usize| {
            let formation = battle.formation(*card);
            can_act(formation) && formation.actions.iter().any(Action::is_attack)
        };
        let help = if army.missing.is_empty() && !army.cards.iter().any(attacks) {
            "give one of its formations an attack"
        } else if kept.get(i).is_some_and(|kept| *kept) {
            "special rules forbid all attacks of its cards"
        } else {
            continue;
        };
        let at = battle.scenario_address(&format!("/scenario/sides/{i}/name"));
        let message = format!("`{}` can never attack and loses in its first turn", side.name);
        cx.push(cx.finding(at, message).help(help));
    }
}

/// Returns by side whether special rules keep it from every attack, as the engine judges it at set-up.
fn kept_from_attacking(battle: &Battle) -> [bool; 2] {
    if battle.effects().is_empty() {
        return [false; 2];
    }
    let opened = Opened::new(battle);
    let Ok(engine) = TableBattles::compile(battle) else { return [false; 2] };
    let start = engine.start();
    // Without special rules, so an attack could be made.
    let could = |card: usize| {
        let formation = battle.formation(card);
        attacks(formation).any(|(number, action)| {
            let normal = |target: usize| !battle.formation(target).strength.special();
            can_perform(battle, &opened, card, action) && battle.targets(card, number).next().is_some_and(normal)
        })
    };
    [0, 1].map(|side| {
        let army = &battle.armies[side];
        army.cards.iter().any(|card| could(*card)) && !engine.can_ever_attack(&start, side)
    })
}
