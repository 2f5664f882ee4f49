//! Conditions over the state of a battle.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{CardPicks, EffectNames, Event, Referent};

/// A condition: all parts must be true of all cards that it names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// These are in play.
    pub in_play: Option<CardPicks>,
    /// These are in reserve.
    pub in_reserve: Option<CardPicks>,
    /// These have routed.
    pub routed: Option<CardPicks>,
    /// These have left play in any way.
    pub out: Option<CardPicks>,
    /// Each of these has dice.
    pub has_dice: Option<CardPicks>,
    /// Each of these has a cube.
    pub has_cube: Option<CardPicks>,
    /// This has happened at any time in the battle.
    pub happened: Option<Event>,
    /// At least one of these is true.
    #[schemars(length(min = 1))]
    pub any: Option<Vec<Condition>>,
    /// This is not true.
    pub not: Option<Box<Condition>>,
}

impl Condition {
    /// Returns the members about cards, with their keys.
    pub fn members(&self) -> impl Iterator<Item = (&'static str, &CardPicks)> {
        let members = [
            ("in_play", &self.in_play),
            ("in_reserve", &self.in_reserve),
            ("routed", &self.routed),
            ("out", &self.out),
            ("has_dice", &self.has_dice),
            ("has_cube", &self.has_cube),
        ];
        members.into_iter().filter_map(|(key, cards)| Some((key, cards.as_ref()?)))
    }

    /// Returns true if it says where the card itself is.
    fn places_this(&self) -> bool {
        self.members().any(|(_, cards)| cards.names_this())
    }

    /// Collects the events in it; `at` is where it stands.
    pub(super) fn events<'a>(&'a self, at: &str, events: &mut Vec<(&'a Event, String)>) {
        events.extend(self.happened.as_ref().map(|event| (event, format!("{at}/happened"))));
        for (i, condition) in self.any.iter().flatten().enumerate() {
            condition.events(&format!("{at}/any/{i}"), events);
        }
        if let Some(condition) = &self.not {
            condition.events(&format!("{at}/not"), events);
        }
    }

    pub(super) fn names<'a>(&'a self, names: &mut EffectNames<'a>) {
        for (key, cards) in self.members() {
            names.nest(key, |names| cards.names(Referent::Anyone, names));
        }
        if let Some(event) = &self.happened {
            names.nest("happened", |names| event.names(names));
        }
        if let Some(conditions) = &self.any {
            for (i, condition) in conditions.iter().enumerate() {
                names.nest("any", |names| names.nest(i, |names| condition.names(names)));
            }
        }
        if let Some(condition) = &self.not {
            names.nest("not", |names| condition.names(names));
        }
    }
}

/// The gate of an effect: its `while` and its `unless`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Gate<'a> {
    /// It applies only while this is true.
    pub only_while: Option<&'a Condition>,
    /// It does not apply while this is true.
    pub unless: Option<&'a Condition>,
}

impl<'a> Gate<'a> {
    /// Returns true if it says itself where the card is; otherwise the effect holds while the card is in play.
    pub fn places_this(self) -> bool {
        self.only_while.is_some_and(Condition::places_this)
    }

    pub(super) fn names(self, names: &mut EffectNames<'a>) {
        for (key, condition) in [("while", self.only_while), ("unless", self.unless)] {
            if let Some(condition) = condition {
                names.nest(key, |names| condition.names(names));
            }
        }
    }
}
