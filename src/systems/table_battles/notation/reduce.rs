//! A battle without some of its cards, actions and special rules: to show a fault with as few as it takes.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::play::replay::{Turn, TurnEntry};
use crate::source::FileId;
use crate::systems::flow::line;
use crate::systems::notation::Cut;
use crate::systems::table_battles::engine::Move;
use crate::systems::table_battles::resolve::Battle;

/// The parts of a battle that are left.
#[derive(Debug)]
struct Left {
    rules: Vec<bool>,
    cards: Vec<LeftCard>,
}

#[derive(Debug)]
struct LeftCard {
    /// Its index in [`Battle::cards`].
    card: usize,
    side: usize,
    there: bool,
    actions: Vec<bool>,
    specials: Vec<bool>,
}

impl Left {
    /// Returns everything, in the engine's order.
    fn all(battle: &Battle) -> Left {
        let cards = battle.armies.iter().enumerate().flat_map(|(side, army)| {
            army.cards.iter().map(move |card| {
                let written = battle.formation(*card);
                LeftCard {
                    card: *card,
                    side,
                    there: true,
                    actions: vec![true; written.actions.len()],
                    specials: vec![true; written.special.len()],
                }
            })
        });
        let rules = battle.scenario().map_or(0, |scenario| scenario.special.len());
        Left { rules: vec![true; rules], cards: cards.collect() }
    }

    fn has(&self, card: usize) -> bool {
        self.cards.iter().any(|left| left.there && left.card == card)
    }

    /// Leaves out actions of whose targets none is left.
    fn without_aimless(mut self, battle: &Battle) -> Left {
        for i in 0..self.cards.len() {
            for action in 0..self.cards[i].actions.len() {
                let mut targets = battle.targets(self.cards[i].card, action).peekable();
                if targets.peek().is_some() && !targets.any(|target| self.has(target)) {
                    self.cards[i].actions[action] = false;
                }
            }
        }
        self
    }

    /// Returns the rest of the battle without some parts.
    fn without(battle: &Battle, cuts: &[Cut]) -> Left {
        let mut left = Left::all(battle);
        for cut in cuts {
            match *cut {
                Cut::Rule(rule) => left.rules[rule] = false,
                Cut::PieceRule(card, special) => left.cards[card].specials[special] = false,
                Cut::Piece(card) => left.cards[card].there = false,
                Cut::Part(card, action) => left.cards[card].actions[action] = false,
            }
        }
        left.without_aimless(battle)
    }

    /// Returns the rest of the battle as one document.
    fn document(&self, battle: &Battle, whole: &[Value]) -> Value {
        let mut scenario = whole[0]["scenario"].clone();
        forget(&mut scenario, "notes");
        forget(&mut scenario, "rule_text");
        keep(scenario.get_mut("special"), &self.rules);
        let there = || self.cards.iter().filter(|left| left.there);
        for (side, written) in scenario["sides"].as_array_mut().into_iter().flatten().enumerate() {
            let cards = there().filter(|left| left.side == side).map(|left| battle.cards[left.card].id.to_string());
            written["cards"] = cards.collect();
        }
        let formations = there().map(|one| {
            let (doc, index) = battle.written(one.card);
            self.formation(battle, one, &whole[doc]["formations"][index])
        });
        json!({"system": whole[0]["system"], "scenario": scenario, "formations": formations.collect::<Vec<_>>()})
    }

    /// Returns a move of the whole battle in what is left of it, if it is still there.
    fn moved(&self, chosen: Move) -> Option<Move> {
        let card = |card: u8| {
            let before = self.cards[..usize::from(card)].iter().filter(|left| left.there).count() as u8;
            self.cards[usize::from(card)].there.then_some(before)
        };
        let action = |card: u8, action: u8| {
            let actions = &self.cards[usize::from(card)].actions;
            let before = actions[..usize::from(action)].iter().filter(|there| **there).count() as u8;
            actions[usize::from(action)].then_some(before)
        };
        Some(match chosen {
            Move::NoShift | Move::Pass | Move::Decline | Move::Done => chosen,
            Move::Shift { from, to, sticks } => Move::Shift { from: card(from)?, to: card(to)?, sticks },
            Move::Act { card: c, action: a } => Move::Act { card: card(c)?, action: action(c, a)? },
            Move::Null { card: c, action: a } => Move::Null { card: card(c)?, action: action(c, a)? },
            Move::React { card: c, action: a } => Move::React { card: card(c)?, action: action(c, a)? },
            Move::Retire { card: c } => Move::Retire { card: card(c)? },
            Move::Place { card: c, dice } => Move::Place { card: card(c)?, dice },
        })
    }

    /// Returns the formation of a card as JSON, without what is left out.
    fn formation(&self, battle: &Battle, left: &LeftCard, whole: &Value) -> Value {
        let mut formation = whole.clone();
        forget(&mut formation, "lore");
        forget(&mut formation, "rule_text");
        keep(formation.get_mut("special"), &left.specials);
        for reference in battle.references_of(left.card) {
            let gone = reference.card().is_some_and(|card| !self.has(card));
            if let Some(action) = reference.action.filter(|_| gone)
                && let Some(targets) = formation["actions"][action]["targets"].as_array_mut()
            {
                targets.retain(|target| target.as_str() != Some(&reference.text));
            }
        }
        keep(formation.get_mut("actions"), &left.actions);
        for list in ["actions", "special"] {
            if formation.get(list).and_then(Value::as_array).is_some_and(Vec::is_empty) {
                forget(&mut formation, list);
            }
        }
        formation
    }
}

/// Keeps the items of a list that are left.
fn keep(list: Option<&mut Value>, left: &[bool]) {
    if let Some(items) = list.and_then(Value::as_array_mut) {
        let mut left = left.iter();
        items.retain(|_| *left.next().unwrap_or(&true));
    }
}

/// Leaves out a member.
fn forget(object: &mut Value, member: &str) {
    if let Some(members) = object.as_object_mut() {
        members.shift_remove(member);
    }
}

/// Returns the files of a battle, the scenario's first.
pub(super) fn files(battle: &Battle) -> Vec<FileId> {
    battle.docs().iter().map(|doc| doc.file).collect()
}

/// Returns everything that can be left out.
pub(super) fn cuts(battle: &Battle) -> Vec<Cut> {
    let all = Left::all(battle);
    let each = all.cards.iter().enumerate();
    let specials = each.clone().flat_map(|(i, left)| (0..left.specials.len()).map(move |n| Cut::PieceRule(i, n)));
    let actions = each.flat_map(|(i, left)| (0..left.actions.len()).rev().map(move |n| Cut::Part(i, n)));
    let rules = (0..all.rules.len()).map(Cut::Rule);
    rules.chain(specials).chain((0..all.cards.len()).map(Cut::Piece)).chain(actions).collect()
}

/// Returns a battle without some parts, and the turns without the moves that are no longer there.
pub(super) fn reduce(
    battle: &Battle,
    whole: &[Value],
    cuts: &[Cut],
    turns: &[Turn<Move, ()>],
) -> (Value, Vec<Turn<Move, ()>>) {
    let left = Left::without(battle, cuts);
    let entry = |entry: &TurnEntry<Move, ()>| match entry {
        TurnEntry::Drawn { .. } => Some(entry.clone()),
        TurnEntry::Chosen { kind, chosen, .. } => {
            left.moved(*chosen).map(|chosen| TurnEntry::Chosen { kind, chosen, tag: () })
        }
    };
    let turn = |turn: &Turn<Move, ()>| Turn { entries: turn.entries.iter().filter_map(entry).collect(), ..*turn };
    (left.document(battle, whole), turns.iter().map(turn).collect())
}

/// Returns a document as an author would write it.
pub(super) fn text(document: &Value) -> String {
    let mut text = format!("system: {}\nscenario:\n", line(&document["system"]));
    for (key, value) in document["scenario"].as_object().into_iter().flatten() {
        match value.as_array().filter(|_| key == "sides") {
            Some(sides) => {
                text += "  sides:\n";
                sides.iter().for_each(|side| _ = writeln!(text, "    - {}", line(side)));
            }
            None => _ = writeln!(text, "  {key}: {}", line(value)),
        }
    }
    text += "formations:\n";
    for formation in document["formations"].as_array().into_iter().flatten() {
        _ = writeln!(text, "  - {}", line(formation));
    }
    text
}
