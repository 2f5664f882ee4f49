//! Facts of a base game that a play states, turned into the engine's choices.

use muster_core::diag::Diagnostic;
use muster_core::source::{Address, Pointer};

use super::UNKNOWN_IN_ROUND;
use super::read::Reader;
use crate::engine::{FactKind, PlayerChoice};
use crate::field::Aspect;
use crate::model::DeckKind;
use crate::play::{ChargedPart, PlayedEntry, StatedFact};

/// The keys that say what happened. `lost` belongs to `won`.
const MAIN: &str = "`charged`, `won` with `lost`, `killed`, `broke`, `gone`, `challenge`, `place` and `used`";

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
        let main = [
            ("charged", fact.charged.is_some()),
            ("won", !fact.won.is_empty() || !fact.lost.is_empty()),
            ("killed", fact.killed.is_some()),
            ("broke", fact.broke.is_some()),
            ("gone", fact.gone.is_some()),
            ("challenge", fact.challenge.is_some()),
            ("place", fact.place.is_some()),
            ("used", fact.used.is_some()),
        ];
        let said: Vec<&str> = main.iter().filter(|(_, is_said)| *is_said).map(|(key, _)| *key).collect();
        let [key] = said.as_slice() else {
            self.push_finding(at.clone(), format!("a fact describes one event, one of {MAIN}; found {}", said.len()));
            return false;
        };
        for (other, is_said, mains) in [
            ("target", fact.target.is_some(), &["charged"][..]),
            ("from", fact.from.is_some(), &["charged"]),
            ("far", fact.far, &["charged"]),
            ("by", fact.by.is_some(), &["killed", "broke"]),
            ("against", fact.against.is_some(), &["challenge"]),
            ("wins", fact.wins.is_some(), &["challenge"]),
            ("held_by", fact.held_by.is_some(), &["place"]),
            ("side", fact.side.is_some(), &["used"]),
        ] {
            if is_said && !mains.contains(key) {
                self.push_finding(
                    at.key(other),
                    format!("`{other}` belongs to `{}`, not to `{key}`", mains.join("` or `")),
                );
            }
        }
        match *key {
            "charged" => {
                let pair = self.units_of((&fact.charged, "charged"), (&fact.target, "target"), at);
                let aspect = match fact.from.unwrap_or(ChargedPart::Front) {
                    ChargedPart::Front => Aspect::Front,
                    ChargedPart::Left => Aspect::Left,
                    ChargedPart::Right => Aspect::Right,
                    ChargedPart::Rear => Aspect::Rear,
                };
                let kind = if fact.far { FactKind::ChargedFar(aspect) } else { FactKind::Charged(aspect) };
                self.add(kind, pair, at.key("charged"));
            }
            "won" => {
                for (key, units, kind) in [("won", &fact.won, FactKind::Won), ("lost", &fact.lost, FactKind::Lost)] {
                    for (i, unit) in units.iter().enumerate() {
                        let tag = at.key(key).index(i);
                        let unit = self.unit(unit, tag.clone());
                        self.add(kind, unit.map(|unit| (unit, unit)), tag);
                    }
                }
                let told = if fact.won.is_empty() { "lost" } else { "won" };
                self.add(FactKind::Fought, Some((0, 0)), at.key(told));
            }
            "killed" => self.done_by(&fact.killed, FactKind::Killed, "killed", fact, at),
            "broke" => self.done_by(&fact.broke, FactKind::Broke, "broke", fact, at),
            "gone" => {
                let unit = fact.gone.as_ref().and_then(|unit| self.unit(unit, at.key("gone")));
                self.add(FactKind::Gone, unit.map(|unit| (unit, unit)), at.key("gone"));
            }
            "challenge" => {
                let pair = self.units_of((&fact.challenge, "challenge"), (&fact.against, "against"), at);
                self.needs(fact.wins.is_some(), "challenge", "wins", at);
                let kind = if fact.wins == Some(true) { FactKind::Challenged } else { FactKind::ChallengeLost };
                self.add(kind, pair, at.key("challenge"));
            }
            "place" => {
                let place = fact.place.as_ref().and_then(|place| self.place(place, at.key("place")));
                self.needs(fact.held_by.is_some(), "place", "held_by", at);
                let side = fact.held_by.as_ref().and_then(|side| self.side(side, at.key("held_by")));
                self.add(FactKind::Held, place.zip(side), at.key("place"));
            }
            _ => return self.read_use(fact, at),
        }
        false
    }

    /// Reads the use of a card. Returns true if it was kept.
    fn read_use(&mut self, fact: &StatedFact, at: &Pointer) -> bool {
        let Some(name) = &fact.used else { return false };
        self.needs(fact.side.is_some(), "used", "side", at);
        let side = fact.side.as_ref().and_then(|side| self.side(side, at.key("side")));
        let events = &self.rules.cards[DeckKind::Events as usize];
        let kept = events.iter().position(|row| row.name == *name && row.kept.is_some());
        let (kind, card) = match kept {
            Some(card) => (FactKind::UsedKept, Some(card as u8)),
            None => (FactKind::UsedStarter, self.card(DeckKind::Starter, name, at.key("used"))),
        };
        self.add(kind, card.zip(side), at.key("used"));
        kept.is_some()
    }

    /// Reads something that befell a unit, by another or by itself.
    fn done_by(&mut self, unit: &Option<String>, kind: FactKind, key: &str, fact: &StatedFact, at: &Pointer) {
        let unit = unit.as_ref().and_then(|unit| self.unit(unit, at.key(key)));
        let by = match &fact.by {
            Some(by) => self.unit(by, at.key("by")),
            None => unit,
        };
        self.add(kind, unit.zip(by), at.key(key));
    }

    /// Reads two units, each with its key.
    fn units_of(
        &mut self,
        (one, key): (&Option<String>, &str),
        (other, other_key): (&Option<String>, &str),
        at: &Pointer,
    ) -> Option<(u8, u8)> {
        self.needs(other.is_some(), key, other_key, at);
        let one = one.as_ref().and_then(|unit| self.unit(unit, at.key(key)));
        let other = other.as_ref().and_then(|unit| self.unit(unit, at.key(other_key)));
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
