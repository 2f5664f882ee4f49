//! Events of a battle.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{CardPicks, Deed, EffectNames, Referent};

/// Something that any one of the named formations does or suffers.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// One of these enters play from reserve.
    Enters(CardPicks),
    /// One of these routs.
    Routs(CardPicks),
    /// One of these retires.
    Retires(CardPicks),
    /// One of these leaves play in pursuit.
    Pursues(CardPicks),
    /// One of these leaves play in any way.
    Leaves(CardPicks),
    /// One of these attacks; an attack that is screened does not count.
    Attacks(CardPicks),
    /// One of these counterattacks.
    Counterattacks(CardPicks),
    /// One of these screens an attack.
    Screens(CardPicks),
    /// One of these absorbs hits.
    Absorbs(CardPicks),
    /// One of these commands.
    Commands(CardPicks),
    /// One of these bombards.
    Bombards(CardPicks),
    /// One action or reaction of a card is performed.
    Performs(Performs),
    /// A cube is removed from a card.
    Cubes(CubesLeft),
}

/// One action or reaction of a card.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Performs {
    /// The card that acts. Default: this card.
    pub card: Option<String>,
    /// The number of its action, counted from 1.
    #[schemars(range(min = 1))]
    pub action: u8,
}

/// A cube is removed from a card, and this many are left.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CubesLeft {
    /// The card. Default: this card.
    pub of: Option<String>,
    /// Cubes that are left.
    #[schemars(range(max = 9))]
    pub left: u8,
}

impl Event {
    /// Returns the deed of a formation that makes the event, and the formations that can do it; `None` if it is nothing that a
    /// rule can forbid.
    pub fn deed(&self) -> Option<(Deed, &CardPicks)> {
        Some(match self {
            Event::Retires(cards) => (Deed::Retire, cards),
            Event::Pursues(cards) => (Deed::Pursue, cards),
            Event::Attacks(cards) => (Deed::Attack, cards),
            Event::Counterattacks(cards) => (Deed::Counterattack, cards),
            Event::Screens(cards) => (Deed::Screen, cards),
            Event::Absorbs(cards) => (Deed::Absorb, cards),
            Event::Commands(cards) => (Deed::Command, cards),
            Event::Bombards(cards) => (Deed::Bombard, cards),
            Event::Enters(_) | Event::Routs(_) | Event::Leaves(_) | Event::Performs(_) | Event::Cubes(_) => {
                return None;
            }
        })
    }

    /// Returns the formations of an event that only says who, with its key.
    pub fn who(&self) -> Option<(&'static str, &CardPicks)> {
        Some(match self {
            Event::Enters(cards) => ("enters", cards),
            Event::Routs(cards) => ("routs", cards),
            Event::Retires(cards) => ("retires", cards),
            Event::Pursues(cards) => ("pursues", cards),
            Event::Leaves(cards) => ("leaves", cards),
            Event::Attacks(cards) => ("attacks", cards),
            Event::Counterattacks(cards) => ("counterattacks", cards),
            Event::Screens(cards) => ("screens", cards),
            Event::Absorbs(cards) => ("absorbs", cards),
            Event::Commands(cards) => ("commands", cards),
            Event::Bombards(cards) => ("bombards", cards),
            Event::Performs(_) | Event::Cubes(_) => return None,
        })
    }

    pub(super) fn names<'a>(&'a self, names: &mut EffectNames<'a>) {
        if let Some((key, cards)) = self.who() {
            names.nest(key, |names| cards.names(Referent::Anyone, names));
        }
        let (key, member, text) = match self {
            Event::Performs(Performs { card: Some(card), .. }) => ("performs", "card", card),
            Event::Cubes(CubesLeft { of: Some(card), .. }) => ("cubes", "of", card),
            _ => return,
        };
        names.nest(key, |names| names.nest(member, |names| names.name(Referent::Anyone, text)));
    }
}
