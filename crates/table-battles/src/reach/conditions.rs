//! Effects that can never hold, by their conditions and the cards.

use super::Idle;
use crate::effects::{Condition, Effect};
use crate::resolve::Battle;

// Where a formation can be.
const PLAY: u8 = 1;
const RESERVE: u8 = 2;
const ROUTED: u8 = 4;
const LEFT: u8 = 8;

/// Returns what a condition's member says of where its cards are.
fn places(key: &str) -> u8 {
    match key {
        "in_play" | "has_dice" => PLAY,
        "in_reserve" => RESERVE,
        "routed" => ROUTED,
        "out" => ROUTED | LEFT,
        _ => PLAY | RESERVE,
    }
}

/// Returns the effects of a battle that can never hold: a condition contradicts itself or the cards. One fact for an
/// effect.
pub fn never_hold(battle: &Battle) -> Vec<Idle> {
    let mut found = Vec::new();
    let start: Vec<u8> = (0..battle.cards.len())
        .map(|card| PLAY | ROUTED | LEFT | if battle.formation(card).reserve.is_some() { RESERVE } else { 0 })
        .collect();
    let held = battle.cubes_held();
    for (effect, placed) in battle.effects().iter().enumerate() {
        let gate = placed.effect.rule().gate();
        let (key, condition) = match placed.effect {
            Effect::Victory(victory) => ("/when", Some(&victory.when)),
            _ => ("/while", gate.only_while),
        };
        let mut known = Known { battle, card: placed.card, held: &held, places: start.clone() };
        // These can matter while their card is not in play.
        let apart = matches!(placed.effect, Effect::When(_) | Effect::CanRout(_) | Effect::Forbid(_));
        if let Some(card) = placed.card.filter(|_| !gate.places_this() && !apart) {
            known.places[card] = PLAY;
        }
        let never = condition.and_then(|condition| known.add(condition, key));
        let never = never.or_else(|| {
            let unless = gate.unless.filter(|unless| known.is_so(unless))?;
            let key = unless.members().next()?.0;
            Some((format!("/unless/{key}"), "this is always true while the rule could apply".to_owned()))
        });
        found.extend(never.map(|(at, why)| Idle {
            effect,
            at,
            why: format!("the rule never applies: {why}"),
            whole: true,
        }));
    }
    found
}

/// The knowledge of the cards while conditions hold.
#[derive(Clone)]
struct Known<'a> {
    battle: &'a Battle,
    /// The card of the effect.
    card: Option<usize>,
    /// By card: the most cubes that it can hold.
    held: &'a [u8],
    /// By card: where it can still be.
    places: Vec<u8>,
}

impl Known<'_> {
    /// Adds what a condition says. Returns where it cannot be so, and why.
    fn add(&mut self, condition: &Condition, at: &str) -> Option<(String, String)> {
        for (key, cards) in condition.members() {
            for (i, text) in cards.texts().iter().enumerate() {
                for card in self.battle.cards_picked(self.card, text) {
                    if let Some(why) = self.contradicts(key, card) {
                        let entry = if cards.is_list() { format!("/{i}") } else { String::new() };
                        return Some((format!("{at}/{key}{entry}"), why));
                    }
                    self.places[card] &= places(key);
                }
            }
        }
        if let Some(not) = condition.not.as_ref().filter(|not| self.is_so(not)) {
            let key = not.members().next()?.0;
            return Some((format!("{at}/not/{key}"), "the rest of the condition already makes this true".to_owned()));
        }
        let choices = condition.any.as_ref()?;
        let mut never = None;
        for (i, choice) in choices.iter().enumerate() {
            never = Some(self.clone().add(choice, &format!("{at}/any/{i}"))?);
        }
        never
    }

    /// Returns the reason a member cannot be so of a card.
    fn contradicts(&self, key: &str, card: usize) -> Option<String> {
        let formation = self.battle.formation(card);
        let (name, special) = (&formation.name, formation.strength.special());
        match key {
            "in_reserve" if formation.reserve.is_none() => Some(format!("`{name}` has no reserve line")),
            "has_dice" if !special && formation.dice.sets.is_empty() => Some(format!("`{name}` takes no dice")),
            "has_cube" if !special && self.held[card] == 0 => {
                Some(format!("`{name}` is not a special formation and has no cubes"))
            }
            _ if self.places[card] & places(key) == 0 => {
                let said = match self.places[card] {
                    PLAY => "in play",
                    RESERVE => "in reserve",
                    ROUTED => "routed",
                    _ if self.places[card] & PLAY != 0 => "in play or in reserve",
                    _ => "out of the battle",
                };
                Some(format!("`{name}` is {said}, so the rest of the rule excludes it"))
            }
            _ => None,
        }
    }

    /// Returns true if a condition about places alone is certainly so.
    fn is_so(&self, condition: &Condition) -> bool {
        let mut members = condition.members().peekable();
        let certain = |key: &str, card: usize| !key.starts_with("has_") && self.places[card] & !places(key) == 0;
        condition.happened.is_none()
            && condition.any.is_none()
            && condition.not.is_none()
            && members.peek().is_some()
            && members.all(|(key, cards)| {
                let mut all = cards.texts().iter().map(|text| self.battle.cards_picked(self.card, text));
                all.all(|cards| !cards.is_empty() && cards.iter().all(|card| certain(key, *card)))
            })
    }
}
