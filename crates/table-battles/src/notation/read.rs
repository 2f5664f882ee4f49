//! A play's names and numbers turned into the engine's moves.

use muster_core::diag::{Diagnostic, Sink};
use muster_core::play::chance::Draw;
use muster_core::play::replay::{Turn, TurnEntry};
use muster_core::source::{Address, FileId, Pointer};
use muster_systems::Doc;
use muster_systems::hints::{Hints, with_hint};

use super::UNKNOWN_IN_PLAY;
use super::cards::{MeantCard, match_cards};
use crate::engine::{DiceWord, Move, ROLL};
use crate::model::{Act, Die, Document, Expect, Play, PlayTurn, React};
use crate::resolve::Battle;

/// Returns a play as a record for the engine, each entry with its pointer in the play's file. What the scenario does not have is
/// a finding.
pub(super) fn record(play: &Doc<Document>, battle: &Battle) -> Result<Vec<Turn<Move, Pointer>>, Vec<Diagnostic>> {
    let Some(written) = &play.model.play else { return Ok(Vec::new()) };
    let cards = battle.engine_order().collect();
    let mut reader = Reader { battle, cards, file: play.file, sink: Sink::default() };
    let turns = reader.play(written);
    if reader.sink.is_empty() { Ok(turns) } else { Err(reader.sink.into_findings()) }
}

struct Reader<'a> {
    battle: &'a Battle,
    /// Cards of the battle by the engine's numbers.
    cards: Vec<usize>,
    file: FileId,
    sink: Sink,
}

impl Reader<'_> {
    fn play(&mut self, play: &Play) -> Vec<Turn<Move, Pointer>> {
        let root = Pointer::root().key("play");
        let turns = play.turns.iter().enumerate();
        let turns = turns.filter_map(|(i, turn)| self.turn(turn, root.key("turns").index(i))).collect();
        if let Some(winner) = play.result.as_ref().and_then(|result| result.winner.as_ref()) {
            self.side(winner, Address::value(self.file, root.key("result").key("winner")));
        }
        turns
    }

    fn turn(&mut self, turn: &PlayTurn, at: Pointer) -> Option<Turn<Move, Pointer>> {
        let player = self.side(&turn.side, Address::value(self.file, at.key("side")));
        let mut entries = Vec::new();
        let mut push = |kind, chosen: Option<Move>, tag| {
            entries.extend(chosen.map(|chosen| TurnEntry::Chosen { kind, chosen, tag }));
        };
        if let Some(shift) = &turn.shift {
            let here = at.key("shift");
            let from = self.card(&shift.from, here.key("from"));
            let to = self.card(&shift.to, here.key("to"));
            let chosen = from.zip(to).map(|(from, to)| Move::Shift { from, to, sticks: shift.sticks });
            push("shift", chosen, here);
        }
        if let Some(act) = &turn.act {
            let here = at.key("act");
            let chosen = match act {
                Act::Word(_) => Some(Move::Pass),
                Act::Retire(retire) => self.card(&retire.retire, here.key("retire")).map(|card| Move::Retire { card }),
                Act::Card(act) => {
                    let action = self.action(&act.card, act.action, &here);
                    action.map(|(card, action)| match act.null {
                        true => Move::Null { card, action },
                        false => Move::Act { card, action },
                    })
                }
            };
            push("act", chosen, here);
        }
        if let Some(react) = &turn.react {
            let here = at.key("react");
            let chosen = match react {
                React::Word(_) => Some(Move::Decline),
                React::Card(react) => {
                    self.action(&react.card, react.action, &here).map(|(card, action)| Move::React { card, action })
                }
            };
            push("react", chosen, here);
        }
        if !turn.roll.is_empty() {
            let here = at.key("roll");
            self.dice(&turn.roll, &here);
            let draws = turn.roll.iter().filter(|die| die.0 > 0).map(|die| Draw::die(ROLL, die.0)).collect();
            entries.push(TurnEntry::Drawn { draws, tag: here });
        }
        for (i, place) in turn.place.iter().enumerate() {
            let here = at.key("place").index(i);
            let card = self.card(&place.card, here.key("card"));
            if let Some((card, dice)) = card.zip(self.dice(&place.dice, &here.key("dice"))) {
                entries.push(TurnEntry::Chosen { kind: "place", chosen: Move::Place { card, dice }, tag: here });
            }
        }
        if let Some(expect) = &turn.expect {
            self.expect(expect, &at.key("expect"));
        }
        Some(Turn { player: Some(player?), tag: at, entries })
    }

    fn expect(&mut self, expect: &Expect, at: &Pointer) {
        if let Some(side) = &expect.turn {
            self.side(side, Address::value(self.file, at.key("turn")));
        }
        for (key, sides) in [("morale", &expect.morale), ("pool", &expect.pool)] {
            for side in sides.keys() {
                self.side(side, Address::key(self.file, at.key(key).key(side)));
            }
        }
        let counts = [("sticks", &expect.sticks), ("cubes", &expect.cubes)];
        let counts = counts.into_iter().flat_map(|(key, cards)| cards.keys().map(move |card| (key, card)));
        let dice = expect.dice.keys().map(|card| ("dice", card));
        let places = expect.location.keys().map(|card| ("where", card));
        for (key, card) in counts.chain(dice).chain(places) {
            let here = Address::key(self.file, at.key(key).key(card));
            self.card_at(card, here);
        }
        for (card, dice) in &expect.dice {
            self.dice(dice, &at.key("dice").key(card));
        }
    }

    /// Returns a side's number.
    fn side(&mut self, name: &str, at: Address) -> Option<usize> {
        let sides = self.battle.scenario().map_or(&[][..], |scenario| &scenario.sides);
        let found = sides.iter().position(|side| side.name == name);
        if found.is_none() {
            let names: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
            let text = format!("unknown side `{name}`; the sides are `{}`", names.join("` and `"));
            self.sink.push(Diagnostic::new(UNKNOWN_IN_PLAY, at, text).nearest(name, names));
        }
        found
    }

    /// Returns a card's number in the engine; the value at a place means it.
    fn card(&mut self, text: &str, at: Pointer) -> Option<u8> {
        self.card_at(text, Address::value(self.file, at))
    }

    /// Returns a card's number in the engine. A word that means none, or several, is a finding.
    fn card_at(&mut self, text: &str, at: Address) -> Option<u8> {
        let battle = self.battle;
        let known = self.cards.iter().map(|card| (battle.cards[*card].id, battle.formation(*card).name.as_str()));
        let finding = match match_cards(text, known) {
            MeantCard::One(card) => return Some(card),
            MeantCard::Several(cards) => self.several(text, &cards, at),
            MeantCard::Nothing => self.no_card(text, at),
        };
        self.sink.push(finding);
        None
    }

    /// Returns the finding that a name is that of several cards.
    fn several(&self, text: &str, cards: &[u8], at: Address) -> Diagnostic {
        let cards = cards.iter().map(|card| &self.battle.cards[self.cards[usize::from(*card)]]);
        let ids: Vec<String> = cards.map(|card| format!("`{}`", card.id)).collect();
        let text = format!("`{text}` is the name of {}", ids.join(" and of "));
        Diagnostic::new(UNKNOWN_IN_PLAY, at, text).help("use the number of the card")
    }

    /// Returns the finding that no card has a number or name, with the one that was probably meant.
    fn no_card(&mut self, text: &str, at: Address) -> Diagnostic {
        let ids: Vec<String> = self.cards.iter().map(|card| self.battle.cards[*card].id.to_string()).collect();
        let listed: Vec<String> = ids.iter().map(|id| format!("`{id}`")).collect();
        let message = format!("card `{text}` is not in this battle; expected one of {}", listed.join(", "));
        let names = self.cards.iter().map(|card| self.battle.formation(*card).name.as_str());
        let legal: Vec<&str> = names.chain(ids.iter().map(String::as_str)).collect();
        let finding = Diagnostic::new(UNKNOWN_IN_PLAY, at, message);
        match Hints::default().find((), text, || legal) {
            Some(hint) => with_hint(finding, hint, |_| false),
            None => finding,
        }
    }

    /// Returns a card and one of its actions, both counted from 0.
    fn action(&mut self, text: &str, number: u8, at: &Pointer) -> Option<(u8, u8)> {
        let card = self.card(text, at.key("card"))?;
        let actions = self.battle.formation(self.cards[usize::from(card)]).actions.len();
        if (1..=actions).contains(&usize::from(number)) {
            return Some((card, number - 1));
        }
        let text = match actions {
            0 => format!("card `{text}` has no actions, so no action `{number}`"),
            1 => format!("card `{text}` has no action `{number}`; it has only action 1"),
            n => format!("card `{text}` has no action `{number}`; its actions are 1 to {n}"),
        };
        self.sink.push(Diagnostic::new(UNKNOWN_IN_PLAY, Address::value(self.file, at.key("action")), text));
        None
    }

    fn dice(&mut self, dice: &[Die], at: &Pointer) -> Option<DiceWord> {
        let word = DiceWord::from_faces(dice.iter().map(|die| die.0));
        if word.is_none() {
            let text = "a side has at most six dice, each showing 1 to 6";
            self.sink.push(Diagnostic::new(UNKNOWN_IN_PLAY, Address::value(self.file, at.clone()), text));
        }
        word
    }
}
