//! The turns of a play, as they are written, in a smaller battle.

use serde_json::{Value, json};

use muster_core::play::replay::{Turn, TurnEntry, replay, replay_sparse};
use muster_core::play::shrink::TurnsOf;
use muster_core::schema::{Schema, read_json};
use muster_core::source::Pointer;
use muster_core::source::tree::Tree;

use super::gone::Gone;
use super::places::{matches, upward};
use super::whole::Whole;
use crate::Notation;
use crate::notation::MoveOf;

/// The turns of a play in a smaller battle, each with its place in the whole one.
pub(super) type NumberedTurns<G> = (Vec<usize>, Vec<Turn<MoveOf<G>, ()>>);

/// Returns turns as a play writes them.
pub(super) fn write_turns<G: Notation>(engine: &G::Engine, turns: &TurnsOf<G::Engine>) -> Vec<Value> {
    let turn = |turn| G::turn(engine, turn).into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    turns.iter().map(turn).map(Value::Object).collect()
}

/// Reads turns in a smaller battle, without what names something that is not there; `None` if they cannot be read.
pub(super) fn read<G: Notation>(
    turns: &[Value],
    (whole, gone): (&Whole<G>, &Gone),
    schema: &Schema,
    battle: &G::Battle,
    engine: &G::Engine,
) -> Option<NumberedTurns<G>> {
    let mut script = Script { turns: turns.iter().cloned().enumerate().collect(), touched: Vec::new() };
    script.renumber(whole, gone)?;
    let turns = loop {
        let turns: Vec<&Value> = script.turns.iter().map(|(_, turn)| turn).collect();
        let play = json!({"system": G::ID, "play": {"scenario": "scenario.yaml", "turns": turns}});
        let tree = Tree::from(&play);
        let model = (schema.certain(&tree) || schema.allows(&tree)).then(|| read_json(&play).ok()).flatten();
        let Some(model) = model else {
            script.drop_touched()?;
            continue;
        };
        match G::read(&whole.play(model), battle) {
            Ok(turns) => break turns,
            Err(findings) => {
                let places: Vec<Pointer> = findings.into_iter().map(|finding| finding.at.pointer).collect();
                script.drop_entries(&places)?;
            }
        }
    };
    let replay = if G::IS_SPARSE { replay_sparse } else { replay };
    // What is left unsaid is said as far as everything is legal.
    let mut played = replay(engine, &turns, &G::unsaid, None).played;
    played.extend(turns[played.len()..].iter().map(without_tags));
    Some((script.turns.into_iter().map(|(number, _)| number).collect(), played))
}

/// Returns a turn without the places where it is written.
fn without_tags<M: Clone, T>(turn: &Turn<M, T>) -> Turn<M, ()> {
    let entry = |entry: &TurnEntry<M, T>| match entry {
        TurnEntry::Chosen { kind, chosen, .. } => TurnEntry::Chosen { kind, chosen: chosen.clone(), tag: () },
        TurnEntry::Drawn { draws, .. } => TurnEntry::Drawn { draws: draws.clone(), tag: () },
    };
    Turn { player: turn.player, tag: (), entries: turn.entries.iter().map(entry).collect() }
}

/// The turns that are left, each with its place among all.
struct Script {
    turns: Vec<(usize, Value)>,
    /// The turns that something was dropped from since they were read last, by their places in `turns`.
    touched: Vec<usize>,
}

/// The turns of a play.
const TURNS: &str = "/play/turns";

impl Script {
    /// Counts what is meant by its place in a list again, and drops what is gone.
    fn renumber<G: Notation>(&mut self, whole: &Whole<G>, gone: &Gone) -> Option<()> {
        let mut dropped = Vec::new();
        for (i, (_, turn)) in self.turns.iter_mut().enumerate() {
            renumber_value(turn, &Pointer::parse(TURNS).index(i), whole, gone, &mut dropped);
        }
        if dropped.is_empty() { Some(()) } else { self.drop_entries(&dropped) }
    }

    /// Drops what is written at some places of the play: an item of a list, or a member of the turn. `None` if there is
    /// nothing to drop.
    fn drop_entries(&mut self, places: &[Pointer]) -> Option<()> {
        let mut holders = Vec::new();
        for at in places {
            let of_turn = upward(at).find(|at| matches("/play/turns/*", at))?;
            let i: usize = of_turn.steps().last()?.parse().ok()?;
            let (_, turn) = self.turns.get_mut(i)?;
            let below = Pointer::parse(&at.as_str()[of_turn.as_str().len()..]);
            let is_item = |at: &Pointer| at.parent().is_some_and(|list| is_list(turn, &list));
            let entry = upward(&below).find(is_item).or_else(|| upward(&below).last());
            match entry {
                None => *turn = Value::Null,
                Some(entry) => {
                    *turn.pointer_mut(entry.as_str())? = Value::Null;
                    holders.push((i, entry.parent()?));
                }
            }
            self.touched.push(i);
        }
        for (i, holder) in holders {
            match self.turns[i].1.pointer_mut(holder.as_str()) {
                Some(Value::Array(items)) => items.retain(|item| !item.is_null()),
                Some(Value::Object(members)) => members.retain(|_, member| !member.is_null()),
                _ => {}
            }
        }
        (!places.is_empty()).then_some(())
    }

    /// Drops the turns that something was dropped from: they are no turns without it. `None` if there are none.
    fn drop_touched(&mut self) -> Option<()> {
        let touched = std::mem::take(&mut self.touched);
        let mut index = 0..;
        self.turns.retain(|_| !index.next().is_some_and(|i| touched.contains(&i)));
        (!touched.is_empty()).then_some(())
    }
}

fn is_list(value: &Value, at: &Pointer) -> bool {
    value.pointer(at.as_str()).is_some_and(Value::is_array)
}

/// Counts what is meant by its place in a list again, in a value of a play, and adds the places of what is gone to `dropped`.
fn renumber_value<G: Notation>(
    value: &mut Value,
    at: &Pointer,
    whole: &Whole<G>,
    gone: &Gone,
    dropped: &mut Vec<Pointer>,
) {
    match value {
        Value::Object(members) => {
            for counted in G::CUTS.counted {
                let item =
                    members.get(counted.number).and_then(Value::as_str).and_then(|n| whole.linked.numbered.get(n));
                let place = members.get(counted.place).and_then(Value::as_u64);
                let (Some(item), Some(place @ 1..)) = (item, place) else { continue };
                match gone.index(&item.key(counted.list), place as usize - 1) {
                    Some(index) => _ = members.insert(counted.place.to_owned(), (index + 1).into()),
                    None => dropped.push(at.key(counted.place)),
                }
            }
            members.iter_mut().for_each(|(key, value)| renumber_value(value, &at.key(key), whole, gone, dropped));
        }
        Value::Array(items) => {
            items.iter_mut().zip(0..).for_each(|(item, i)| renumber_value(item, &at.index(i), whole, gone, dropped));
        }
        _ => {}
    }
}
