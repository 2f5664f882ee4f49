//! TB167 `stranded-target`: an attack never reaches a later target, because the one before it never leaves play.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::effects::{CardPicks, Deed, Effect, Gate};
use crate::model::Action;
use crate::reach::attacks;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB167", "stranded-target", Severity::Warning, include_str!("stranded_target.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    if !battle.armies_known() || battle.effects().is_empty() {
        return;
    }
    for card in battle.judged_cards() {
        for (number, _) in attacks(battle.formation(card)) {
            let targets: Vec<usize> = battle.targets(card, number).collect();
            let stuck = |target: &usize| is_spared(battle, card, number, *target) && stays(battle, *target);
            let Some(first) = targets.iter().position(stuck).filter(|i| i + 1 < targets.len()) else { continue };
            let [before, after] = [first, first + 1].map(|i| &battle.formation(targets[i]).name);
            let at = battle.card_address(card, &format!("/actions/{number}/targets/{}", first + 1));
            let message =
                format!("`{after}` never becomes the target: `{before}` cannot be attacked and never leaves play");
            cx.push(
                cx.finding(at, message)
                    .with_related(battle.card_address(targets[first], "/name"), "it stays the target"),
            );
        }
    }
}

/// Returns true if a special rule forbids an attack on a target for good, as far as the two cards go.
fn is_spared(battle: &Battle, card: usize, number: usize, target: usize) -> bool {
    battle.effects().iter().any(|placed| {
        let Effect::Forbid(forbid) = placed.effect else { return false };
        let means = |cards: Option<&CardPicks>, card: usize| battle.cards_meant(placed.card, cards).contains(&card);
        let lasts =
            placed.card.is_none_or(|on| on == card || on == target) && placed.effect.rule().gate() == Gate::default();
        lasts
            && forbid.what == Deed::Attack
            && forbid.action.is_none_or(|action| usize::from(action) == number + 1)
            && means(forbid.cards.as_ref(), card)
            && forbid.against.as_ref().is_some_and(|against| means(Some(against), target))
    })
}

/// Returns true if a formation never leaves play, whatever happens: nobody can hit it and it does nothing that takes it
/// away.
fn stays(battle: &Battle, target: usize) -> bool {
    let formation = battle.formation(target);
    let safe = |action: &Action| !action.is_attack() && !matches!(action, Action::Absorb { .. });
    let attacked = |from: usize| {
        attacks(battle.formation(from)).any(|(number, _)| {
            battle.targets(from, number).any(|other| other == target) && !is_spared(battle, from, number, target)
        })
    };
    // What a special rule sets off may concern any formation.
    let moved = battle.effects().iter().any(|placed| matches!(placed.effect, Effect::When(_) | Effect::Rescue(_)));
    !moved
        && !formation.retire
        && !formation.pursuit
        && formation.actions.iter().all(safe)
        && !battle.fielded_cards().any(attacked)
}
