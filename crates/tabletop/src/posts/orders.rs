//! Orders and what came of them, in sentences.

use super::ends::encounter_ends;
use super::plain;
use super::words::{Words, sentence};
use crate::engine::HexOrder;
use crate::rules::Aim;
use crate::sentences::{count_in_words, list};
use crate::state::{CardRef, HexState};

/// An order that was carried out. All steps of a move are one.
pub(super) struct Obeyed<'a> {
    /// The order; of a move the first step.
    pub(super) order: HexOrder,
    /// Of a move: the hexes that it went to, in order.
    pub(super) path: &'a [u16],
    /// The state before it.
    pub(super) before: &'a HexState,
    /// The state after it.
    pub(super) after: &'a HexState,
}

impl Obeyed<'_> {
    /// Returns the order and what followed from it; nothing for the end of the orders.
    pub(super) fn sentences(&self, words: Words<'_>) -> Vec<String> {
        let mut lines: Vec<String> = self.sentence(words).into_iter().collect();
        // What training gives is in its sentence.
        if !matches!(self.order, HexOrder::Train { .. }) {
            let struck = self.target(words).and_then(|card| self.before.find(card));
            let struck = struck.map_or(0, |place| self.before.group(place, false));
            lines.extend(encounter_ends(words, self.before, self.after, struck));
        }
        lines
    }

    fn sentence(&self, words: Words<'_>) -> Option<String> {
        let unit = |card: CardRef| words.ordered_units(self.before, card, false);
        let clause = match self.order {
            HexOrder::Done => return None,
            HexOrder::Step { card, from, army, .. } => {
                format!(
                    "{} moves from {} {}",
                    words.ordered_units(self.before, card, army),
                    words.hex(from),
                    self.way(words)
                )
            }
            HexOrder::Fortify { card, army } => format!("{} fortifies", words.ordered_units(self.before, card, army)),
            HexOrder::Merge { card, into } => format!("{} merges with {}", unit(card), unit(into)),
            HexOrder::Join { card, with } => match self.before.find(with) {
                Some(place) if self.before.all[place].army != 0 => {
                    format!("{} joins {}", unit(card), words.ordered_units(self.before, with, true))
                }
                _ => format!("{} forms an army with {}", unit(card), unit(with)),
            },
            HexOrder::Leave { card } => {
                format!("{} leaves {}", unit(card), words.ordered_units(self.before, card, true))
            }
            HexOrder::Deploy { row, at } => {
                let hex = self.before.find(at).map(|place| words.hex(self.before.all[place].hex)).unwrap_or_default();
                format!("{} is deployed at {hex}{}", words.card(self.newcomer(row)), self.price())
            }
            HexOrder::Reinforce { card, row } => {
                format!("{} is reinforced by {}{}", unit(card), words.card(self.newcomer(row)), self.price())
            }
            HexOrder::Train { card } => {
                let experience = self.after.find(card).map_or(0, |place| self.after.all[place].experience);
                format!("{} is trained{}: experience {experience}", unit(card), self.price())
            }
            HexOrder::Disengage { card, to, army } => {
                let went = self.after.find(card).is_some_and(|place| self.after.all[place].hex == to);
                let outcome = if went { "disengages" } else { "tries to disengage, and is held" };
                let way = if went { format!(" to {}", words.hex(to)) } else { String::new() };
                format!("{} {outcome}{way}", words.ordered_units(self.before, card, army))
            }
            HexOrder::Use { card, ability, to } => {
                let row = &words.engine.rules.cards[usize::from(card.row)].abilities[usize::from(ability)];
                let done = match row.aim {
                    Aim::BuildRoad => format!(", and builds a road to {}", words.hex(to)),
                    Aim::DemolishRoad => format!(", and demolishes the road to {}", words.hex(to)),
                    Aim::None | Aim::Strike { .. } => String::new(),
                };
                format!("{} uses {}{done}", words.card(card), plain(&row.name))
            }
            HexOrder::Strike { card, ability, .. } | HexOrder::StrikeAt { card, ability, .. } => {
                self.strike(words, card, ability)
            }
        };
        Some(sentence(&clause))
    }

    /// Returns the card that is struck.
    fn target(&self, words: Words<'_>) -> Option<CardRef> {
        match self.order {
            HexOrder::Strike { target, .. } => Some(target),
            HexOrder::StrikeAt { card, ability, hex } => words.engine.only_target(self.before, card, ability, hex),
            _ => None,
        }
    }

    fn strike(&self, words: Words<'_>, card: CardRef, ability: u8) -> String {
        let row = &words.engine.rules.cards[usize::from(card.row)].abilities[usize::from(ability)];
        let target = self.target(words);
        let unit = target.map(|target| words.ordered_units(self.before, target, false)).unwrap_or_default();
        let is_gone = target.is_some_and(|target| self.after.find(target).is_none());
        let fate = if is_gone { "is destroyed" } else { "survives" };
        format!("{} strikes {unit} ({}): it {fate}", words.card(card), plain(&row.name))
    }

    /// Returns the place where a move went: the last hex, and those on the way.
    fn way(&self, words: Words<'_>) -> String {
        let Some((last, between)) = self.path.split_last() else { return String::new() };
        let between: Vec<String> = between.iter().map(|hex| words.engine.rules.digits(*hex)).collect();
        let by = if between.is_empty() { String::new() } else { format!(" by {}", list(&between, "and")) };
        format!("to {}{by}", words.hex(*last))
    }

    /// Returns the card that came by this order.
    fn newcomer(&self, row: u8) -> CardRef {
        CardRef { row, copy: self.after.copies[usize::from(row)] }
    }

    /// Returns the cost of the order, as the end of a clause.
    fn price(&self) -> String {
        let paid = self.before.resources.iter().zip(&self.after.resources).map(|(before, after)| before - after).sum();
        format!(" for {}", count_in_words(paid, "resource", "resources"))
    }
}
