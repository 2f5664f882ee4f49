//! Facts of a base game that a play states, turned into the engine's choices.

use muster_core::diag::Diagnostic;
use muster_core::source::{Address, Pointer};

use super::UNKNOWN_IN_ROUND;
use super::read::Reader;
use crate::engine::{FactKind, PlayerChoice};
use crate::field::Aspect;
use crate::model::DeckKind;
use crate::play::{ChargedPart, PlayedEntry, StatedFact};

impl Reader<'_> {
    /// Reads facts that are settled together.
    pub(super) fn facts(&mut self, facts: &[StatedFact], at: &Pointer) {
        if facts.is_empty() {
            return;
        }
        if !self.is_stated {
            self.push_finding(
                at.clone(),
                "`happened` describes a battle of the base game; it needs `stated: true` in `play`".to_owned(),
            );
            return;
        }
        let mut settles_itself = false;
        for (i, fact) in facts.iter().enumerate() {
            settles_itself = self.fact(fact, &at.index(i));
        }
        if !settles_itself {
            self.choice("happened", Some(PlayerChoice::Settled), at.clone());
        }
    }

    /// Reads a fact. Returns true if it is settled by itself: a kept card that is used.
    fn fact(&mut self, fact: &StatedFact, at: &Pointer) -> bool {
        match fact {
            StatedFact::Charged { charged, target, from, far } => {
                let pair = self.pair_of_units(charged, at.key("charged"), target, at.key("target"));
                let aspect = match from.unwrap_or(ChargedPart::Front) {
                    ChargedPart::Front => Aspect::Front,
                    ChargedPart::Left => Aspect::Left,
                    ChargedPart::Right => Aspect::Right,
                    ChargedPart::Rear => Aspect::Rear,
                };
                let kind = if *far { FactKind::ChargedFar(aspect) } else { FactKind::Charged(aspect) };
                self.add(kind, pair, at.key("charged"));
            }
            StatedFact::Fought { won, lost } => {
                for (key, units, kind) in [("won", won, FactKind::Won), ("lost", lost, FactKind::Lost)] {
                    for (i, unit) in units.iter().enumerate() {
                        self.happens_to(kind, unit, at.key(key).index(i));
                    }
                }
                self.add(FactKind::Fought, Some((0, 0)), at.key("won"));
            }
            StatedFact::Killed { killed, by } => {
                self.done_by(FactKind::Killed, killed, at.key("killed"), by.as_ref(), at.key("by"));
            }
            StatedFact::Broke { broke, by } => {
                self.done_by(FactKind::Broke, broke, at.key("broke"), by.as_ref(), at.key("by"));
            }
            StatedFact::Gone { gone } => self.happens_to(FactKind::Gone, gone, at.key("gone")),
            StatedFact::Challenge { challenge, against, wins } => {
                let pair = self.pair_of_units(challenge, at.key("challenge"), against, at.key("against"));
                let kind = if *wins { FactKind::Challenged } else { FactKind::ChallengeLost };
                self.add(kind, pair, at.key("challenge"));
            }
            StatedFact::Held { place, held_by } => {
                let (place, side) = (self.place(place, at.key("place")), self.side(held_by, at.key("held_by")));
                self.add(FactKind::Held, place.zip(side), at.key("place"));
            }
            StatedFact::Used { used, side } => return self.read_use(used, side, at),
        }
        false
    }

    /// Reads the use of a card. Returns true if it was kept.
    fn read_use(&mut self, name: &str, side: &str, at: &Pointer) -> bool {
        let side = self.side(side, at.key("side"));
        let events = &self.rules.cards[DeckKind::Events as usize];
        let kept = events.iter().position(|row| row.name == *name && row.kept.is_some());
        let (kind, card) = match kept {
            Some(card) => (FactKind::UsedKept, Some(card as u8)),
            None => (FactKind::UsedStarter, self.card(DeckKind::Starter, name, at.key("used"))),
        };
        self.add(kind, card.zip(side), at.key("used"));
        kept.is_some()
    }

    /// Reads something that befell a unit by itself.
    fn happens_to(&mut self, kind: FactKind, unit: &str, tag: Pointer) {
        let unit = self.unit(unit, tag.clone());
        self.add(kind, unit.zip(unit), tag);
    }

    /// Reads something that befell a unit, by another or by itself.
    fn done_by(&mut self, kind: FactKind, unit: &str, tag: Pointer, by: Option<&String>, by_tag: Pointer) {
        let unit = self.unit(unit, tag.clone());
        let by = by.map_or(unit, |by| self.unit(by, by_tag));
        self.add(kind, unit.zip(by), tag);
    }

    fn pair_of_units(&mut self, one: &str, tag: Pointer, other: &str, other_tag: Pointer) -> Option<(u8, u8)> {
        let (one, other) = (self.unit(one, tag), self.unit(other, other_tag));
        one.zip(other)
    }

    fn place(&mut self, name: &str, at: Pointer) -> Option<u8> {
        let places = &self.rules.places;
        let found = places.iter().position(|row| row.name == name);
        if found.is_none() {
            let text = format!("the scenario has no place `{name}`");
            let finding = Diagnostic::new(UNKNOWN_IN_ROUND, Address::value(self.file, at), text);
            self.sink.push(finding.nearest(name, places.iter().map(|row| row.name.as_str())));
        }
        found.map(|place| place as u8)
    }

    fn add(&mut self, kind: FactKind, pair: Option<(u8, u8)>, tag: Pointer) {
        self.choice("happened", pair.map(|(a, b)| PlayerChoice::Fact(kind, a, b)), tag);
    }

    /// Finds the keys of an entry by which the stand-in is played, where moves and fights are stated.
    pub(super) fn only_stated(&mut self, entry: &PlayedEntry, at: &Pointer) {
        let played = [
            ("conceal", entry.conceal.is_some()),
            ("deploys", entry.deploys.is_some()),
            ("place", entry.place.is_some()),
            ("nudge", entry.nudge.is_some()),
            ("swap", entry.swap.is_some()),
            ("lots", !entry.lots.is_empty()),
            ("at_end", entry.at_end),
            ("starter", entry.starter.is_some()),
            ("inspire", entry.inspire.is_some()),
            ("aim", entry.aim.is_some()),
            ("unit", entry.unit.is_some()),
            ("free", entry.free.is_some()),
            ("charge", entry.charge.is_some()),
            ("react", entry.react.is_some()),
            ("shoot", entry.shoot.is_some()),
            ("challenge", entry.challenge.is_some()),
            ("cast", entry.cast.is_some()),
            ("rally", entry.rally.is_some()),
            ("pursue", entry.pursue.is_some()),
        ];
        for (key, _) in played.iter().filter(|(_, is_said)| *is_said) {
            let text =
                format!("`{key}` is for the stand-in; in a play with `stated`, write the results under `happened`");
            self.push_finding(at.key(key), text);
        }
    }

    fn push_finding(&mut self, at: Pointer, text: String) {
        self.sink.push(Diagnostic::new(UNKNOWN_IN_ROUND, Address::value(self.file, at), text));
    }
}
