//! The lines of a battle that can be taken out, to see what they are worth.

use serde_json::Value;

use muster_systems::removal::{Removal, WeighedLine};

use super::model::{Action, Formation, Rule};
use super::resolve::Battle;
use super::values::Wing;

/// Returns the lines: of each card itself, its marks and its wing, its actions and its special rules, then those of the battle.
pub(super) fn lines(battle: &Battle) -> Vec<WeighedLine> {
    let mut lines: Vec<WeighedLine> = battle.fielded_cards().flat_map(|card| card_lines(battle, card)).collect();
    for placed in battle.effects().iter().filter(|placed| placed.card.is_none()) {
        let line = WeighedLine::new(battle.effect_address(placed, ""), "special");
        lines.push(WeighedLine { words: placed.effect.word().to_owned(), ..line });
    }
    lines
}

fn card_lines(battle: &Battle, card: usize) -> Vec<WeighedLine> {
    let written = battle.formation(card);
    let side = battle.cards[card].sides[0];
    let line = |suffix: &str, what: &'static str| WeighedLine {
        card: battle.cards[card].id.to_string(),
        name: written.name.clone(),
        side,
        ..WeighedLine::new(battle.card_address(card, suffix), what)
    };
    let mut lines = vec![WeighedLine { unused: Some(None), ..line("", "card") }];
    lines.extend(marks(battle, written).into_iter().map(|(suffix, what)| line(suffix, what)));
    lines
        .extend(wing_of_its_own(battle, card).map(|wing| WeighedLine { instead: Some(wing), ..line("/wing", "wing") }));
    for (number, action) in written.actions.iter().enumerate() {
        let words = format!("{} {}", number + 1, action.word());
        // A mandatory reaction is made where it can be, whatever its side would like (TB-7.5).
        let unused = (!is_mandatory(action)).then_some(Some(number));
        lines.push(WeighedLine { words, unused, ..line(&format!("/actions/{number}"), "action") });
        if let Action::Attack { own: 1.., .. } = action {
            let words = format!("self of attack {}", number + 1);
            lines.push(WeighedLine { words, ..line(&format!("/actions/{number}/self"), "self") });
        }
    }
    for placed in battle.effects().iter().filter(|placed| placed.card == Some(card)) {
        let at = battle.effect_address(placed, "");
        lines.push(WeighedLine { at, words: placed.effect.word().to_owned(), ..line("", "special") });
    }
    lines
}

/// Returns the marks on a card that mean something in the battle: the ends of their places, and their kinds.
fn marks(battle: &Battle, written: &Formation) -> Vec<(&'static str, &'static str)> {
    let linked = battle.scenario().is_some_and(|scenario| scenario.rules.contains(&Rule::Links));
    let marks = [
        (written.star, ("/star", "star")),
        (written.reserve.is_some(), ("/reserve", "reserve")),
        (written.retire, ("/retire", "retire")),
        (written.pursuit, ("/pursuit", "pursuit")),
        (linked && written.link.is_some(), ("/link", "link")),
    ];
    marks.into_iter().filter(|(is_there, _)| *is_there).map(|(_, mark)| mark).collect()
}

/// Returns a wing that no card of the side has, for a card that shares its own (TB-9.1); `None` if it shares none, or every wing
/// has a card.
fn wing_of_its_own(battle: &Battle, card: usize) -> Option<Value> {
    let cards = || battle.armies[battle.cards[card].sides[0]].cards.iter().filter(|other| **other != card);
    let wings: Vec<Wing> = cards().map(|other| battle.formation(*other).wing).collect();
    let free = Wing::ALL.into_iter().find(|wing| !wings.contains(wing));
    free.filter(|_| wings.contains(&battle.formation(card).wing)).map(|wing| wing.word().into())
}

fn is_mandatory(action: &Action) -> bool {
    match action {
        Action::Screen { voluntary, .. }
        | Action::Counterattack { voluntary, .. }
        | Action::Absorb { voluntary, .. } => !voluntary,
        Action::Attack { .. } | Action::Bombard { .. } | Action::Command { .. } => false,
    }
}

/// Returns the attack of the enemy that loses its last target with a line: what it would do then is for its author to say.
pub(super) fn objection(battle: &Battle, removal: &Removal) -> Option<String> {
    removal.gone.iter().find_map(|at| {
        let card = battle.card_at(at).filter(|card| !battle.cards[*card].sides.contains(&removal.line.side))?;
        let written = battle.formation(card);
        let number = (0..written.actions.len()).find(|number| {
            let action = battle.card_address(card, &format!("/actions/{number}")).pointer;
            // Its only action goes as the whole list.
            let goes = at.pointer == action || Some(&at.pointer) == action.parent().as_ref();
            goes && written.actions[*number].is_attack()
        })?;
        Some(format!("attack {} of `{}` has no other target", number + 1, written.name))
    })
}
