//! Effects that change nothing in their battle, by the cards.

use std::collections::HashSet;

use super::Idle;
use crate::effects::{CardPicks, Deed, Effect, Event, Happening, When};
use crate::model::Formation;
use crate::resolve::{Battle, ReferenceRole};

/// Returns the effects of a battle, and parts of them, that change nothing in it whatever happens. Empty where a name
/// means nothing: that is the mistake, and what it should mean is not known.
pub fn change_nothing(battle: &Battle) -> Vec<Idle> {
    let mut found = Vec::new();
    if battle.effect_references().iter().any(|reference| !reference.is_sound()) || !battle.all_found() {
        return found;
    }
    let counted = counted_cards(battle);
    let held = battle.cubes_held();
    for (effect, placed) in battle.effects().iter().enumerate() {
        if !battle.unknown_actions(placed).is_empty() {
            continue;
        }
        let idle = match placed.effect {
            Effect::When(when) => {
                found.extend(parts_without_use(battle, effect, placed.card, (when, &held)));
                never_happens(battle, placed.card, when)
                    .then(|| ("/on", "none of its cards can ever do this".to_owned()))
            }
            written => use_missing(battle, placed.card, written, &counted),
        };
        found.extend(idle.map(|(at, why)| {
            let why = format!("the rule has no effect: {why}");
            Idle { effect, at: at.to_owned(), why, whole: true }
        }));
    }
    found
}

/// Returns the part of an effect without which it changes nothing, and why it changes nothing; `None` if it may change something.
fn use_missing(
    battle: &Battle,
    card: Option<usize>,
    written: &Effect,
    counted: &HashSet<usize>,
) -> Option<(&'static str, String)> {
    let those = |cards: Option<&CardPicks>| battle.cards_meant(card, cards);
    match written {
        Effect::Hits(hits) if hits.change == 0 => Some(("/change", "it changes hits by 0".to_owned())),
        Effect::Forbid(forbid) => {
            let able = |card: &usize| can(battle.formation(*card), forbid.what, forbid.action);
            let idle = !those(forbid.cards.as_ref()).iter().any(able);
            idle.then(|| ("/what", "none of its cards could do this anyway".to_owned()))
        }
        Effect::Placement(placement) if placement.cards == 1 && !placement.whole_army() => {
            Some(("/cards", "dice may only go on one card of a wing anyway".to_owned()))
        }
        Effect::ReserveTarget(rule) => {
            let waits = |target: usize| battle.formation(target).reserve.is_some();
            let reaches = |card: usize| {
                let mut references = battle.references_of(card).iter().filter(|r| r.role == ReferenceRole::Attack);
                let counted = |action: Option<usize>| rule.action.is_none_or(|n| action == Some(usize::from(n) - 1));
                references.any(|r| counted(r.action) && r.card().is_some_and(waits))
            };
            let idle = !those(rule.cards.as_ref()).into_iter().any(reaches);
            idle.then(|| ("/attack", "no target of these attacks has a reserve line".to_owned()))
        }
        Effect::Rescue(rescue) => {
            let idle = those(Some(&rescue.friends)).iter().all(|friend| Some(*friend) == card);
            idle.then(|| ("/friends", "it can save only the card itself".to_owned()))
        }
        Effect::LendsDice(_) => {
            let idle = card.is_some_and(|card| battle.formation(card).dice.sets.is_empty());
            idle.then(|| ("/rule", "the card takes no dice to lend".to_owned()))
        }
        Effect::StartsWith(starts) => card.and_then(|card| {
            let formation = battle.formation(card);
            let countdown = !formation.strength.special() && formation.rule_text.is_none();
            let idle = countdown && (starts.cubes == 0 || !counted.contains(&card));
            idle.then(|| ("/cubes", "no special rule counts the cubes of this card".to_owned()))
        }),
        _ => None,
    }
}

/// Returns the things that a rule does when something happens and that change nothing; the whole rule does not where all of
/// them do not.
fn parts_without_use(battle: &Battle, effect: usize, card: Option<usize>, (when, held): (&When, &[u8])) -> Vec<Idle> {
    let those = |cards: &CardPicks| battle.cards_meant(card, Some(cards));
    let waits = |card: &usize| battle.formation(*card).reserve.is_some();
    let parts: Vec<Idle> = (0..)
        .zip(&when.happens)
        .filter_map(|(i, happening): (usize, _)| {
            let (key, cards, why) = match happening {
                Happening::RemoveCube(cards) if those(cards).iter().all(|card| held[*card] == 0) => {
                    ("remove_cube", cards, "no cube can ever be there")
                }
                Happening::Enter(cards) if !those(cards).iter().any(waits) => {
                    ("enter", cards, "none of these has a reserve line")
                }
                _ => return None,
            };
            let why = format!("`{key}` has no effect: {why}");
            // Where all that it does changes nothing, neither does the rule.
            (!those(cards).is_empty()).then(|| Idle { effect, at: format!("/do/{i}/{key}"), why, whole: false })
        })
        .collect();
    let whole = parts.len() == when.happens.len();
    parts.into_iter().map(|part| Idle { whole, ..part }).collect()
}

/// Returns true if no card can do what a rule waits for.
fn never_happens(battle: &Battle, card: Option<usize>, when: &When) -> bool {
    let none =
        |cards: &CardPicks, able: &dyn Fn(&usize) -> bool| !battle.cards_meant(card, Some(cards)).iter().any(able);
    match (&when.on, when.on.deed()) {
        (Event::Enters(cards), _) => none(cards, &|card| battle.formation(*card).reserve.is_some()),
        (_, Some((deed, cards))) => none(cards, &|card| can(battle.formation(*card), deed, None)),
        _ => false,
    }
}

/// Returns the cards whose cubes some effect asks for.
fn counted_cards(battle: &Battle) -> HashSet<usize> {
    let mut counted = HashSet::new();
    for placed in battle.effects() {
        for (_, text, at) in placed.effect.names().found {
            if at.contains("/has_cube") {
                counted.extend(battle.cards_picked(placed.card, text));
            }
        }
        for (event, _) in placed.effect.events() {
            if let Event::Cubes(cubes) = event {
                counted.extend(battle.cards_picked(placed.card, cubes.of.as_deref().unwrap_or("this")));
            }
        }
    }
    counted
}

/// Returns true if a formation is made to do something at all, or to do it with one of its actions, counted from 1.
fn can(formation: &Formation, deed: Deed, action: Option<u8>) -> bool {
    let mut numbered = formation.actions.iter().zip(1..).filter(|(_, n)| action.is_none_or(|action| action == *n));
    match deed {
        Deed::Retire => formation.retire,
        Deed::Pursue => formation.pursuit,
        Deed::Dice => !formation.dice.sets.is_empty(),
        deed => numbered.any(|(action, _)| action.deed() == deed),
    }
}
