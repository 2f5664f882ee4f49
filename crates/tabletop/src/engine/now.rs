//! The present values of a card: might, speed, range and traits, with experience, morale and the changes by abilities.

use super::{HexEngine, HexState};
use crate::abilities::RecipientGroup;
use crate::rules::{
    AbilityEffects, AbilityRow, EffectChange, EffectRow, HexConditionRow, MAX_CARDS, RecipientRow, Traits,
};
use crate::state::{ByteSet, CardNow, CardState, Flags, HeldChange, bits};
use crate::values::{CardRole, Trait};

/// The changes of a card by abilities.
#[derive(Debug, Clone, Copy, Default)]
struct Changes {
    /// Might, speed and range, added up.
    sum: [i16; 3],
    /// The greatest increase by an army buff, and the greatest decrease (TT-3.2).
    army_up: [i16; 3],
    army_down: [i16; 3],
    given: u16,
    taken: u16,
}

impl HexEngine {
    /// Computes again what follows from where the cards are and how they do: the cards of each hex, and what every card is
    /// worth.
    pub(super) fn refresh(&self, state: &mut HexState) {
        state.note_places();
        if self.rules.effects.is_empty() {
            for card in state.cards_mut() {
                card.now = self.worth_of(card, &Changes::default());
            }
            return;
        }
        let mut changes = [Changes::default(); MAX_CARDS];
        self.collect(state, &mut changes);
        for (card, changes) in state.cards_mut().iter_mut().zip(&changes) {
            card.now = self.worth_of(card, changes);
        }
    }

    /// Adds up what abilities in force change. An ability counts once for a card, however many copies give it.
    fn collect(&self, state: &HexState, changes: &mut [Changes; MAX_CARDS]) {
        let mut collected = ByteSet::default();
        for (number, card) in state.cards().iter().enumerate() {
            for place in self.rules.cards[usize::from(card.row)].effects.clone() {
                let of_ability = &self.rules.effects[usize::from(place)];
                if of_ability.is_held {
                    continue;
                }
                if of_ability.in_unit && card.lone {
                    // No other copy gives it to this card, and this one to no other card.
                    if self.is_in_force(state, number, of_ability) {
                        let effects = of_ability.effects.iter();
                        effects.filter(|effect| effect.recipients.has(card.row)).for_each(|effect| {
                            changes[number].add(effect);
                        });
                    }
                } else if collected.insert(place as u8) {
                    self.collect_of_copies(state, of_ability, changes);
                }
            }
        }
        self.collect_held(state, changes);
    }

    /// Adds up what used abilities change for those whom they met (TT-2.4): once for a card, however many copies used one.
    fn collect_held(&self, state: &HexState, changes: &mut [Changes; MAX_CARDS]) {
        let held = state.held_changes();
        for (i, one) in held.iter().enumerate() {
            if held[..i].iter().any(|before| before.is_of(one)) {
                continue;
            }
            let of_ability = &self.rules.effects[usize::from(one.ability)];
            let row = &self.rules.cards[usize::from(of_ability.card)].abilities[usize::from(of_ability.ability)];
            let holds = |held: &&HeldChange| {
                held.is_of(one) && state.find(held.source).is_some_and(|card| self.conditions_hold(state, card, row))
            };
            let met = held[i..].iter().filter(holds).fold(0, |met, held| met | held.met_cards());
            for card in bits(met) {
                changes[card].add(&of_ability.effects[usize::from(one.effect)]);
            }
        }
    }

    /// Lets what an ability changes hold for those whom it meets now.
    pub(super) fn hold_effects(&self, state: &mut HexState, card: usize, ability: u8) {
        let source = state.all[card];
        let places = self.rules.cards[usize::from(source.row)].effects.clone();
        let is_meant = |place: &u16| {
            let of_ability = &self.rules.effects[usize::from(*place)];
            of_ability.ability == ability && of_ability.is_held
        };
        let Some(place) = places.into_iter().find(is_meant) else { return };
        let lasts = self.rules.cards[usize::from(source.row)].abilities[usize::from(ability)].lasts;
        let until = state.turn.saturating_add(lasts.saturating_sub(1));
        for (effect, number) in self.rules.effects[usize::from(place)].effects.iter().zip(0..) {
            let met = self.reached_cards(state, card, &effect.recipients);
            state.hold(HeldChange::new(source.id(), (place, number), until, met));
        }
    }

    /// Adds up what an ability changes, for all copies of its card but those that [`collect`](Self::collect) looks at one
    /// by one.
    fn collect_of_copies(&self, state: &HexState, of_ability: &AbilityEffects, changes: &mut [Changes; MAX_CARDS]) {
        let copies = state.mask(|card| card.row == of_ability.card && !(of_ability.in_unit && card.lone));
        let in_force = |card: &usize| self.is_in_force(state, *card, of_ability);
        let sources = bits(copies).filter(in_force).fold(0_u128, |sources, card| sources | 1 << card);
        for effect in &of_ability.effects {
            let reached =
                bits(sources).fold(0, |all, source| all | self.reached_cards(state, source, &effect.recipients));
            for recipient in bits(reached) {
                changes[recipient].add(effect);
            }
        }
    }

    /// Returns true if an ability of a card holds: it is passive, or was used and still lasts; and its conditions are met.
    fn is_in_force(&self, state: &HexState, card: usize, of_ability: &AbilityEffects) -> bool {
        let ability = usize::from(of_ability.ability);
        let row = &self.rules.cards[usize::from(of_ability.card)].abilities[ability];
        let used = state.all[card].used[ability];
        let lasts = !row.active || used > 0 && u32::from(state.turn) < u32::from(used) + u32::from(row.lasts);
        lasts && self.conditions_hold(state, card, row)
    }

    /// Returns true if an ability's conditions are met by a card.
    pub(super) fn conditions_hold(&self, state: &HexState, card: usize, row: &AbilityRow) -> bool {
        row.gate.only_while.is_none_or(|condition| self.holds(state, card, &condition))
            && !row.gate.unless.is_some_and(|condition| self.holds(state, card, &condition))
    }

    fn holds(&self, state: &HexState, number: usize, condition: &HexConditionRow) -> bool {
        let card = &state.all[number];
        let so = |wanted: Option<bool>, is: &dyn Fn() -> bool| wanted.is_none_or(|wanted| wanted == is());
        let any_here = |is_meant: &dyn Fn(&CardState) -> bool| {
            state.cards_in_hex(card.hex).any(|other| is_meant(&state.all[other]))
        };
        condition.terrain & 1 << self.rules.terrain[usize::from(card.hex)] as u8 != 0
            && condition.morale & 1 << (card.morale + 1) != 0
            && so(condition.on_road, &|| self.roads(state, card.hex) != 0)
            && so(condition.fortified, &|| card.flags.has(Flags::FORTIFIED))
            && so(condition.at_standard, &|| {
                any_here(&|other| other.faction == card.faction && self.is_standard(other))
            })
            && so(condition.in_combat, &|| {
                any_here(&|other| other.faction != card.faction && !other.flags.has(Flags::ROUTED))
            })
            && condition.companion.is_none_or(|row| {
                any_here(&|other| {
                    let together = other.unit == card.unit
                        || card.army != 0 && other.army == card.army && other.faction == card.faction;
                    other.id() != card.id() && other.row == row && together
                })
            })
    }

    /// Returns the cards that something of a card is for, a bit each.
    fn reached_cards(&self, state: &HexState, source: usize, recipients: &RecipientRow) -> u128 {
        let card = &state.all[source];
        let is_near = |other: &CardState| self.rules.distance(card.hex, other.hex) <= recipients.within;
        let group = match recipients.to {
            // A formation shares everything as a single card (TT-3.1).
            RecipientGroup::Own | RecipientGroup::Formation => state.group(source, false),
            RecipientGroup::Army if card.army == 0 => 0,
            RecipientGroup::Army => state.group(source, true),
            RecipientGroup::Friends => state.mask(|other| other.faction == card.faction && is_near(other)),
            RecipientGroup::Enemies => state.mask(|other| other.faction != card.faction && is_near(other)),
        };
        group & state.mask(|other| recipients.has(other.row))
    }

    /// Returns true if a card is a standard.
    #[inline]
    pub fn is_standard(&self, card: &CardState) -> bool {
        self.rules.cards[usize::from(card.row)].role == CardRole::Standard
    }

    fn worth_of(&self, card: &CardState, changes: &Changes) -> CardNow {
        let row = &self.rules.cards[usize::from(card.row)];
        let total = |stat: usize| {
            i32::from(changes.sum[stat]) + i32::from(changes.army_up[stat]) + i32::from(changes.army_down[stat])
        };
        let fortified = i32::from(card.flags.has(Flags::FORTIFIED));
        let might = i32::from(row.might) + i32::from(card.experience) + i32::from(card.morale) + fortified + total(0);
        let mut traits = Traits((row.traits.0 | changes.given) & !changes.taken);
        if traits.has(Trait::Hiding) && traits.has(Trait::Sheltering) {
            // Never both (TT-5.4): the card's own stays, of two that are given Hiding.
            let dropped = if row.traits.has(Trait::Sheltering) { Trait::Hiding } else { Trait::Sheltering };
            traits.0 &= !Traits::single(dropped).0;
        }
        CardNow {
            might: might.clamp(0, u16::MAX.into()) as u16,
            speed: (i32::from(row.speed) + total(1)).clamp(0, 99) as u8,
            range: total(2).clamp(i8::MIN.into(), i8::MAX.into()) as i8,
            traits,
        }
    }
}

impl Changes {
    fn add(&mut self, effect: &EffectRow) {
        match effect.change {
            EffectChange::Give(traits) => self.given |= traits.0,
            EffectChange::Take(traits) => self.taken |= traits.0,
            EffectChange::Stats { might, speed, range } => {
                for (stat, by) in [might, speed, range].into_iter().enumerate() {
                    let by = i16::from(by);
                    if effect.recipients.to == RecipientGroup::Army {
                        self.army_up[stat] = self.army_up[stat].max(by);
                        self.army_down[stat] = self.army_down[stat].min(by);
                    } else {
                        self.sum[stat] = self.sum[stat].saturating_add(by);
                    }
                }
            }
        }
    }
}
