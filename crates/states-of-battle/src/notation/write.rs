//! A round of a battle as a play writes it.

use serde_json::{Map, Value, json};

use muster_core::play::chance::Draw;
use muster_core::play::replay::{Turn, TurnEntry};

use super::keys::place;
use super::options::option;
use crate::engine::{DICE, EVENTS, FactKind, GENERALSHIP, LOTS, ORDERS, PlayerChoice, StatesEngine};
use crate::model::DeckKind;

/// The parts of a round, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Setup,
    Throw,
    ReRolls,
    Cards,
    Played,
}

/// Returns the keys of a round in order.
pub(super) fn round(engine: &StatesEngine, turn: &Turn<PlayerChoice, ()>) -> Vec<(&'static str, Value)> {
    let mut writer = Writer::new(engine);
    for entry in &turn.entries {
        match entry {
            TurnEntry::Chosen { kind, chosen, .. } => writer.choice(kind, *chosen),
            TurnEntry::Drawn { draws, .. } => draws.iter().for_each(|draw| writer.draw(*draw)),
        }
    }
    writer.keys()
}

struct Writer<'a> {
    engine: &'a StatesEngine,
    part: Part,
    setup: Entries,
    thrown: Map<String, Value>,
    re_rolls: Entries,
    pick: Option<Value>,
    drawn: Map<String, Value>,
    first: Option<Value>,
    played: Entries,
    /// True after facts of the base game were settled: the next ones begin another entry.
    is_settled: bool,
    /// True after a round of combat was told.
    is_fought: bool,
}

impl<'a> Writer<'a> {
    fn new(engine: &'a StatesEngine) -> Writer<'a> {
        Writer {
            engine,
            part: Part::Setup,
            setup: Entries::default(),
            thrown: Map::new(),
            re_rolls: Entries::default(),
            pick: None,
            drawn: Map::new(),
            first: None,
            played: Entries::default(),
            is_settled: false,
            is_fought: false,
        }
    }

    /// Returns the entries of the part that is written.
    fn entries(&mut self) -> &mut Entries {
        match self.part {
            Part::Setup => &mut self.setup,
            Part::Throw | Part::ReRolls => {
                self.part = Part::ReRolls;
                &mut self.re_rolls
            }
            Part::Cards | Part::Played => &mut self.played,
        }
    }

    fn choice(&mut self, kind: &str, chosen: PlayerChoice) {
        let written = option(self.engine, chosen);
        match chosen {
            PlayerChoice::Pick(_) => {
                self.part = Part::Cards;
                self.pick = Some(written["pick"].clone());
            }
            PlayerChoice::First(_) => {
                self.part = Part::Played;
                self.first = Some(written["first"].clone());
            }
            _ if chosen.is_no() => {}
            PlayerChoice::Fact(kind, ..) => self.fact(kind, written),
            PlayerChoice::Settled => self.is_settled = true,
            _ => {
                let Value::Object(keys) = written else { return };
                let at_end = (kind == "end").then(|| ("at_end".to_owned(), json!(true)));
                self.entries().add(at_end.into_iter().chain(keys).collect());
            }
        }
    }

    /// Writes a fact of the base game: those that are settled together stand in one list, the two sides of a round of combat in
    /// one item.
    fn fact(&mut self, kind: FactKind, written: Value) {
        if self.is_settled {
            self.entries().0.push(Map::new());
            self.is_settled = false;
        }
        let goes_on = !std::mem::replace(&mut self.is_fought, kind == FactKind::Fought);
        let facts = self.entries().open("happened", || json!([]));
        let facts = facts.as_array_mut().expect("it is a list");
        let is_of_combat = |fact: &Map<String, Value>| fact.contains_key("won") || fact.contains_key("lost");
        match (kind, facts.last_mut()) {
            (FactKind::Won | FactKind::Lost, Some(Value::Object(last))) if is_of_combat(last) && goes_on => {
                let Value::Object(added) = written else { return };
                for (key, units) in added {
                    let list = last.entry(key).or_insert_with(|| json!([]));
                    list.as_array_mut()
                        .into_iter()
                        .for_each(|list| list.extend(units.as_array().cloned().unwrap_or_default()));
                }
            }
            (FactKind::Fought, _) => {}
            _ => facts.push(written),
        }
    }

    fn draw(&mut self, Draw { label, number }: Draw) {
        let side = || self.engine.rules.sides[label.piece as usize].name.clone();
        let card = |deck: DeckKind| self.engine.rules.card(deck, number as u8).name.clone();
        match label.kind {
            LOTS => {
                let side = side();
                self.entries().throw("lots", side, number + 1);
            }
            GENERALSHIP if self.part <= Part::Throw && self.thrown.len() < 2 => {
                let side = side();
                self.part = Part::Throw;
                self.thrown.insert(side, json!(number + 1));
                self.thrown.sort_keys();
            }
            GENERALSHIP => {
                let side = side();
                self.entries().throw("gd", side, number + 1);
            }
            ORDERS | EVENTS => {
                let deck = if label.kind == ORDERS { DeckKind::Orders } else { DeckKind::Events };
                let (side, card) = (side(), card(deck));
                if self.part < Part::Played {
                    self.part = Part::Cards;
                    draw_into(&mut self.drawn, side, deck, &card);
                } else {
                    let drawn = self.played.open("drawn", || json!({}));
                    draw_into(drawn.as_object_mut().expect("it is a map"), side, deck, &card);
                }
            }
            _ => {
                debug_assert_eq!(label, DICE);
                let dice = self.entries().open("dice", || json!([]));
                dice.as_array_mut().expect("it is a list").push(json!(number + 1));
            }
        }
    }

    fn keys(self) -> Vec<(&'static str, Value)> {
        let entries = |entries: Entries| {
            let list: Vec<Value> = entries.0.into_iter().map(Value::Object).collect();
            (!list.is_empty()).then(|| Value::Array(list))
        };
        let map = |map: Map<String, Value>| (!map.is_empty()).then_some(Value::Object(map));
        let keys = [
            ("setup", entries(self.setup)),
            ("gd", map(self.thrown)),
            ("rerolls", entries(self.re_rolls)),
            ("pick", self.pick),
            ("drawn", map(self.drawn)),
            ("first", self.first),
            ("played", entries(self.played)),
        ];
        keys.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
    }
}

/// Adds a card to those that a side drew. As everywhere, sides stand in the order of their names, as they are read.
fn draw_into(drawn: &mut Map<String, Value>, side: String, deck: DeckKind, card: &str) {
    let cards = drawn.entry(side).or_insert_with(|| json!({}));
    let cards = cards.as_object_mut().expect("it is a map").entry(deck.word()).or_insert_with(|| json!([]));
    cards.as_array_mut().expect("it is a list").push(json!(card));
    drawn.sort_keys();
}

/// The entries of a list in a play, in order.
#[derive(Default)]
struct Entries(Vec<Map<String, Value>>);

impl Entries {
    /// Returns the place of the last key of the last entry.
    fn last(&self) -> Option<usize> {
        self.0.last().and_then(|entry| entry.keys().next_back()).map(|key| place(key))
    }

    /// Adds the keys of a choice, to the last entry where they come later.
    fn add(&mut self, keys: Map<String, Value>) {
        let Some(first) = keys.keys().next() else { return };
        if self.last().is_none_or(|last| place(first) <= last) {
            self.0.push(Map::new());
        }
        if let Some(entry) = self.0.last_mut() {
            entry.extend(keys);
        }
    }

    /// Returns the value of a key that gathers what follows each other, in the last entry or a new one.
    fn open(&mut self, key: &str, empty: impl FnOnce() -> Value) -> &mut Value {
        if self.last().is_none_or(|last| place(key) < last) {
            self.0.push(Map::new());
        }
        let entry = self.0.last_mut().expect("internal error: an entry was just there");
        entry.entry(key).or_insert_with(empty)
    }

    /// Adds a throw of a side's Generalship die.
    fn throw(&mut self, key: &str, side: String, shown: u32) {
        let throws = self.open(key, || json!({})).as_object_mut().expect("it is a map");
        match throws.get_mut(&side) {
            None => {
                throws.insert(side, json!(shown));
                throws.sort_keys();
            }
            Some(Value::Array(several)) => several.push(json!(shown)),
            Some(one) => *one = json!([one.clone(), shown]),
        }
    }
}
