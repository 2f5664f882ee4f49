//! The effects of a battle, and the meaning of their names.

use muster_core::source::Address;

use super::{Battle, Found};
use crate::effects::{CardPicks, ENEMY, Effect, Event, Happening, Member, Pick, Referent, Roster, Words};
use crate::model::{Action, Strength};
use crate::words::Wording;

/// All cubes there are (TB-1.2).
pub(crate) const CUBES: u8 = 10;

/// An effect of a battle.
#[derive(Debug, Clone)]
pub struct Placed<'a> {
    /// The card it stands on, an index into [`Battle::cards`]; `None` for an effect of the scenario.
    pub card: Option<usize>,
    /// Its number in the card's or scenario's `special`, from 0.
    pub index: usize,
    /// The effect.
    pub effect: &'a Effect,
}

/// A name or number in an effect, and what it means.
#[derive(Debug, Clone)]
pub struct EffectReference {
    /// The effect's number in [`Battle::effects`].
    pub effect: usize,
    /// As written; empty where the card's own side is meant and nothing written.
    pub text: String,
    /// The things it can mean.
    pub meant: Referent,
    /// The place where it is written.
    pub at: Address,
    /// Whether it means something: for a formation, what.
    pub found: Option<Found>,
}

impl EffectReference {
    /// Returns true if it means something that can be meant here.
    pub fn is_sound(&self) -> bool {
        self.found.is_none_or(|found| found.card().is_some())
    }
}

impl Battle {
    /// Returns the effects in force: the scenario's first, then the cards' in the order of the sides.
    pub fn effects(&self) -> Vec<Placed<'_>> {
        let scenario = self.scenario().map(|scenario| (None, &scenario.special));
        let cards = self.fielded_cards().map(|card| (Some(card), &self.formation(card).special));
        let all = scenario.into_iter().chain(cards);
        all.flat_map(|(card, special)| {
            special.iter().enumerate().map(move |(index, effect)| Placed { card, index, effect })
        })
        .collect()
    }

    /// Returns the place where something of an effect is written; `suffix` is relative to the effect, as `/on/0`.
    pub fn effect_address(&self, effect: &Placed<'_>, suffix: &str) -> Address {
        let index = effect.index;
        match effect.card {
            Some(card) => self.card_address(card, &format!("/special/{index}{suffix}")),
            None => self.scenario_address(&format!("/scenario/special/{index}{suffix}")),
        }
    }

    /// Returns every name or number in the effects in force.
    pub fn effect_references(&self) -> Vec<EffectReference> {
        let mut references = Vec::new();
        for (number, placed) in self.effects().iter().enumerate() {
            for (meant, text, suffix) in placed.effect.names().found {
                references.push(EffectReference {
                    effect: number,
                    text: text.to_owned(),
                    meant,
                    at: self.effect_address(placed, &suffix),
                    found: self.meaning(placed.card, meant, text),
                });
            }
        }
        references
    }

    /// Returns the cards that an entry of an effect means; none where it means nothing.
    pub fn cards_picked(&self, card: Option<usize>, text: &str) -> Vec<usize> {
        let side = card.and_then(|card| self.cards[card].sides.first().copied());
        let army = |friendly: bool| side.map_or(Vec::new(), |side| self.candidates(side, friendly).collect());
        match Pick::parse(text) {
            Pick::This => card.into_iter().collect(),
            Pick::Friends => army(true),
            Pick::Enemies => army(false),
            Pick::Any => self.fielded_cards().collect(),
            Pick::Named(name) => self.find_anyone(card, name).card().into_iter().collect(),
        }
    }

    /// Returns the cards that a member of an effect means. Left out, it means the effect's card, or all where there is none.
    pub fn cards_meant(&self, card: Option<usize>, cards: Option<&CardPicks>) -> Vec<usize> {
        match (cards, card) {
            (Some(cards), _) => cards.texts().iter().flat_map(|text| self.cards_picked(card, text)).collect(),
            (None, Some(card)) => vec![card],
            (None, None) => self.fielded_cards().collect(),
        }
    }

    /// Returns the rules that stand on a card, or on the set-up card for the scenario: the sentences of its effects in written
    /// order in a language, then its rule in words.
    pub fn special_texts(&self, card: Option<usize>, wording: Wording<'_>) -> Vec<String> {
        let (special, rule_text) = match card {
            Some(card) => (self.formation(card).special.as_slice(), self.formation(card).rule_text.as_ref()),
            None => self.scenario().map_or((&[][..], None), |one| (&one.special, one.rule_text.as_ref())),
        };
        let effects = special.iter().map(|effect| effect.printed_sentence(&Words::new(self, card, wording)));
        effects.chain(rule_text.cloned()).collect()
    }

    /// Returns the cubes that lie on a card at set-up, as far as there are enough (TB-4.1).
    pub fn cubes_at_start(&self, card: usize) -> u8 {
        let formation = self.formation(card);
        let said = formation.special.iter().find_map(|effect| match effect {
            Effect::StartsWith(starts) => Some(starts.cubes),
            _ => None,
        });
        said.unwrap_or(u8::from(formation.strength.special()))
    }

    /// Returns the most cubes that each card can hold: a special formation its strength, a normal one those that it starts with,
    /// or all there are where special rules add some.
    pub fn cubes_held(&self) -> Vec<u8> {
        let held = |card| match self.formation(card).strength {
            Strength::Cubes(cubes) => cubes,
            Strength::Sticks(_) => self.cubes_at_start(card),
        };
        let mut most: Vec<u8> = (0..self.cards.len()).map(held).collect();
        for placed in self.effects() {
            let Effect::When(when) = placed.effect else { continue };
            for happening in &when.happens {
                let Happening::AddCube(cards) = happening else { continue };
                let added = self.cards_meant(placed.card, Some(cards)).into_iter();
                added.filter(|card| !self.formation(*card).strength.special()).for_each(|card| most[card] = CUBES);
            }
        }
        most
    }

    /// Returns the numbers of actions in an effect that none of its cards has: where each is written within the effect, the
    /// number, and the first of the cards.
    pub fn unknown_actions(&self, placed: &Placed<'_>) -> Vec<(String, u8, usize)> {
        let lacks = |n: u8, card: usize| self.formation(card).actions.len() < usize::from(n);
        let unknown =
            self.numbered_actions(placed).into_iter().filter(|(_, n, cards)| cards.iter().all(|card| lacks(*n, *card)));
        unknown.filter_map(|(at, n, cards)| Some((at, n, *cards.first()?))).collect()
    }

    /// Returns the numbers of actions in an effect: where each is written within the effect, the number, and the cards it is
    /// about.
    pub fn numbered_actions(&self, placed: &Placed<'_>) -> Vec<(String, u8, Vec<usize>)> {
        let this = || CardPicks::One("this".to_owned());
        let mut named = Vec::new();
        let restricted = match placed.effect {
            Effect::Forbid(rule) => rule.action.zip(Some(rule.cards.as_ref())),
            Effect::ReserveTarget(rule) => rule.action.zip(Some(rule.cards.as_ref())),
            _ => None,
        };
        named.extend(restricted.map(|(n, cards)| ("/action".to_owned(), n, self.cards_meant(placed.card, cards))));
        for (event, at) in placed.effect.events() {
            if let Event::Performs(performs) = event {
                let whose = performs.card.clone().map_or_else(this, CardPicks::One);
                named.push((
                    format!("{at}/performs/action"),
                    performs.action,
                    self.cards_meant(placed.card, Some(&whose)),
                ));
            }
        }
        named
    }

    /// Returns the side that a text in an effect means: a side's name, `enemy`, or nothing for the card's own.
    pub fn find_side(&self, card: Option<usize>, text: &str) -> Option<usize> {
        let own = card.and_then(|card| self.cards[card].sides.first().copied());
        match text {
            "" => own,
            ENEMY if own.is_some() => own.map(|side| 1 - side.min(1)),
            name => self.sides().iter().position(|side| side.name == name),
        }
    }

    /// Returns the meaning of a name; `None` for a word or a side that means something.
    fn meaning(&self, card: Option<usize>, meant: Referent, text: &str) -> Option<Found> {
        match (meant, text, card) {
            (Referent::Side, _, _) => self.find_side(card, text).is_none().then_some(Found::Nothing),
            (_, "this" | "friends" | "enemies", Some(_)) => None,
            (Referent::Friend, _, Some(card)) => Some(self.find(self.cards[card].sides[0], true, text)),
            _ => Some(self.find_anyone(card, text)),
        }
    }
}

/// Returns the place where the text of a number in [`Battle::special_texts`] is written on a card or scenario that has so many
/// effects: `/special/0`, or `/rule_text` after the last.
pub(crate) fn rule_pointer(effects: usize, number: usize) -> String {
    if number < effects { format!("/special/{number}") } else { "/rule_text".to_owned() }
}

impl Roster for Battle {
    fn member(&self, card: Option<usize>, name: Option<&str>) -> Option<Member<'_>> {
        let meant = match name {
            None => card,
            Some(name) => self.find_anyone(card, name).card(),
        };
        let formation = self.formation(meant?);
        Some(Member {
            name: &formation.name,
            wing: formation.wing,
            special: formation.strength.special(),
            can_wait: formation.reserve.is_some(),
            actions: formation.actions.iter().map(Action::deed).collect(),
        })
    }
}
