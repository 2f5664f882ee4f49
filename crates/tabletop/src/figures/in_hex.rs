//! The values that a card surely has among others in a hex: as it says, with what passive abilities change.

use crate::abilities::RecipientGroup;
use crate::rules::{AbilityEffects, AbilityRow, EffectChange, HexConditionRow, HexRules, Traits};
use crate::values::Trait;

/// The other cards in the hex of a card, by their rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Side<'a> {
    /// Those of its faction, itself counted.
    pub(super) friends: &'a [usize],
    /// Those of others.
    pub(super) foes: &'a [usize],
}

/// The might and the traits of a card.
#[derive(Debug, Clone, Copy)]
pub(super) struct Values {
    might: i32,
    pub(super) traits: Traits,
}

impl Values {
    /// Returns its might with so much experience (TT-5.3, TT-8.4).
    pub(super) fn might(self, experience: u32) -> u32 {
        u32::try_from(self.might + i32::try_from(experience).unwrap_or(0)).unwrap_or(0)
    }

    /// Returns true if it joins no combat (TT-5.4).
    pub(super) fn hides(self) -> bool {
        self.traits.has(Trait::Hiding)
    }
}

/// Returns the values of a card, by its row: in combat, or as long as it is in none. An ability counts once, however many
/// copies of its card are there (TT-3.1).
pub(super) fn values(rules: &HexRules, row: usize, side: Side<'_>, in_combat: bool) -> Values {
    let card = &rules.cards[row];
    let mut might = i32::from(card.might);
    let (mut given, mut taken) = (0, 0);
    for of_ability in &rules.effects {
        let source = usize::from(of_ability.card);
        let (is_friend, is_foe) = (side.friends.contains(&source), side.foes.contains(&source));
        if !(is_friend || is_foe) || !surely_holds(rules, of_ability, in_combat) {
            continue;
        }
        for effect in of_ability.effects.iter().filter(|effect| effect.recipients.has(row as u8)) {
            let reaches = match effect.recipients.to {
                RecipientGroup::Own | RecipientGroup::Formation => is_friend && source == row,
                RecipientGroup::Friends => is_friend,
                RecipientGroup::Enemies => is_foe,
                // It is in none.
                RecipientGroup::Army => false,
            };
            match effect.change {
                _ if !reaches => {}
                EffectChange::Stats { might: by, .. } => might += i32::from(by),
                EffectChange::Give(traits) => given |= traits.0,
                EffectChange::Take(traits) => taken |= traits.0,
            }
        }
    }
    let mut traits = Traits((card.traits.0 | given) & !taken);
    if traits.has(Trait::Hiding) && traits.has(Trait::Sheltering) {
        // The card's own stays (TT-5.4).
        let dropped = if card.traits.has(Trait::Sheltering) { Trait::Hiding } else { Trait::Sheltering };
        traits.0 &= !Traits::single(dropped).0;
    }
    Values { might, traits }
}

/// Returns true if an ability is passive, and its conditions hold wherever its card stands on the map, as it is printed.
fn surely_holds(rules: &HexRules, of_ability: &AbilityEffects, in_combat: bool) -> bool {
    let AbilityRow { active, gate, .. } =
        &rules.cards[usize::from(of_ability.card)].abilities[usize::from(of_ability.ability)];
    let certain = |condition: &HexConditionRow| certain(rules, condition, in_combat);
    !active
        && gate.only_while.is_none_or(|condition| certain(&condition) == Some(true))
        && gate.unless.is_none_or(|condition| certain(&condition) == Some(false))
}

/// Returns whether a condition holds of a lone card without experience, at normal morale, not fortified; `None` where that
/// depends on its hex.
fn certain(rules: &HexRules, condition: &HexConditionRow, in_combat: bool) -> Option<bool> {
    const NORMAL: u8 = 1 << 1;
    let has = |meant: bool| rules.terrain.iter().any(|terrain| (condition.terrain >> *terrain as u8 & 1 == 1) == meant);
    let parts = [
        match (has(true), has(false)) {
            (true, false) => Some(true),
            (true, true) => None,
            (false, _) => Some(false),
        },
        condition.on_road.map_or(Some(true), |_| None),
        Some(condition.fortified != Some(true)),
        condition.at_standard.map_or(Some(true), |_| None),
        Some(condition.in_combat.is_none_or(|wanted| wanted == in_combat)),
        Some(condition.companion.is_none()),
        Some(condition.morale & NORMAL != 0),
    ];
    if parts.contains(&Some(false)) {
        return Some(false);
    }
    parts.iter().all(|part| *part == Some(true)).then_some(true)
}
