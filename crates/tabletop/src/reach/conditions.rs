//! Conditions of abilities that are never so, or always.

use crate::model::{CardCondition, CardMorale, CardRole, Terrain};
use crate::resolve::TabletopBattle;

use super::{Ground, may_come};

/// The facts that the conditions of abilities are held against.
pub struct Conditions<'b> {
    battle: &'b TabletopBattle,
    ground: Option<Ground<'b>>,
    /// By faction: whether it ever has a standard.
    has_standard: Vec<bool>,
}

/// The reason a condition never holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnmetCondition {
    /// The key that is to blame, `terrain`.
    pub key: &'static str,
    /// The reason, in words.
    pub why: String,
}

impl<'b> Conditions<'b> {
    /// Prepares a battle.
    pub fn new(battle: &'b TabletopBattle) -> Conditions<'b> {
        let has_standard = |faction: usize| {
            let comes = may_come(battle, faction);
            // One may be meant by a name that means nothing.
            let may_be_meant = !battle.factions[faction].knows_cards();
            may_be_meant || battle.cards.iter().zip(comes).any(|(card, comes)| comes && card.is_standard())
        };
        let has_standard = (0..battle.factions.len()).map(has_standard).collect();
        Conditions { battle, ground: Ground::new(battle), has_standard }
    }

    /// Returns the reason a condition is never so for a card that a faction has. `companion` is the card of `with`, if it means
    /// one.
    pub fn never(&self, card: usize, condition: &CardCondition, companion: Option<usize>) -> Option<UnmetCondition> {
        let resolved = &self.battle.cards[card];
        let factions = &resolved.factions;
        let is = |key: &'static str, why: String| Some(UnmetCondition { key, why });
        if let (Some(terrain), Some(ground)) = (&condition.terrain, &self.ground) {
            let words: Vec<&str> = terrain.iter().map(|terrain| terrain.word()).collect();
            if !terrain.iter().any(|terrain| ground.has(*terrain)) {
                return is("terrain", format!("the map has no {}", words.join(" and no ")));
            }
            let comes = |faction: &usize| {
                let movement = ground.movement(*faction, card);
                // That it can enter no hex at all is another finding.
                ground.can_be_on(movement, terrain) || !ground.has_room(movement)
            };
            if !factions.iter().any(comes) {
                return is("terrain", format!("`{}` never enters {}", resolved.name, words.join(" or ")));
            }
        }
        if condition.on_road == Some(true) && self.ground.as_ref().is_some_and(|ground| !ground.may_have_roads()) {
            return is("on_road", "the map has no road, and no card builds one".to_owned());
        }
        if condition.at_standard == Some(true) && !factions.iter().any(|faction| self.has_standard[*faction]) {
            return is("at_standard", "its faction never has a standard".to_owned());
        }
        if let Some(other) = companion {
            let with = &self.battle.cards[other];
            if !factions.iter().any(|faction| with.factions.contains(faction)) {
                return is("with", format!("the faction of `{}` does not have `{}`", resolved.name, with.name));
            }
            if other == card && with.role == CardRole::Hero {
                return is("with", format!("`{}` is a hero, so it is never there twice", with.name));
            }
        }
        None
    }
}

/// Returns true if a condition is so at any time.
pub fn is_always(condition: &CardCondition) -> bool {
    let CardCondition { terrain, on_road, fortified, at_standard, in_combat, companion, morale } = condition;
    let any_terrain = |listed: &Vec<Terrain>| Terrain::ALL.iter().all(|one| listed.contains(one));
    let all = [CardMorale::Low, CardMorale::Normal, CardMorale::High];
    let any_morale = |listed: &Vec<CardMorale>| all.iter().all(|one| listed.contains(one));
    let is_free = [on_road, fortified, at_standard, in_combat].into_iter().all(Option::is_none) && companion.is_none();
    is_free && terrain.as_ref().is_none_or(any_terrain) && morale.as_ref().is_none_or(any_morale)
}

/// Returns true if the second condition is so whenever the first is.
pub fn implies(first: &CardCondition, second: &CardCondition) -> bool {
    fn narrows<T: PartialEq>(first: &Option<Vec<T>>, second: &Option<Vec<T>>) -> bool {
        match (first, second) {
            (_, None) => true,
            (Some(first), Some(second)) => first.iter().all(|one| second.contains(one)),
            (None, Some(_)) => false,
        }
    }
    let same = |first: Option<bool>, second: Option<bool>| second.is_none() || first == second;
    narrows(&first.terrain, &second.terrain)
        && narrows(&first.morale, &second.morale)
        && same(first.on_road, second.on_road)
        && same(first.fortified, second.fortified)
        && same(first.at_standard, second.at_standard)
        && same(first.in_combat, second.in_combat)
        && (second.companion.is_none() || first.companion == second.companion)
}
