//! What is left out of a battle, with everything that means nothing without it, and the document that is left.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::places::{children, matches, upward};
use super::whole::{UseAt, Whole};
use crate::source::Pointer;
use crate::systems::Notation;

/// The places of a battle's document that are left out, by its pointers.
pub(super) struct Gone(BTreeSet<Pointer>);

impl Gone {
    /// Leaves out some places: with a name goes what uses it, with an item its number in every list.
    pub(super) fn new<G: Notation>(whole: &Whole<G>, cuts: &[Pointer]) -> Gone {
        let mut gone = Gone(cuts.iter().cloned().collect());
        loop {
            let before = gone.0.len();
            for used in &whole.uses {
                if gone.has(&used.meant) && !gone.has(&used.at) {
                    let at = gone.without_use(&whole.document, used, G::CUTS.parts);
                    gone.0.insert(at);
                }
            }
            for (at, number) in &whole.listed {
                if whole.numbered.get(number).is_some_and(|item| gone.has(item)) {
                    gone.0.insert(at.clone());
                }
            }
            if gone.0.len() == before {
                return gone;
            }
        }
    }

    /// Returns true for a place that is left out, or that stands in one that is.
    pub(super) fn has(&self, at: &Pointer) -> bool {
        upward(at).any(|at| self.0.contains(&at))
    }

    /// Returns the place to leave out for one that uses a name: it alone where it is a key or one of several items, else the
    /// innermost part that holds it.
    fn without_use(&self, document: &Value, used: &UseAt, parts: &[&str]) -> Pointer {
        let list = used.at.parent().filter(|parent| document.pointer(parent.as_str()).is_some_and(Value::is_array));
        let is_alone = |list: &Pointer| {
            let items = document.pointer(list.as_str()).map(|items| children(list, items)).unwrap_or_default();
            items.iter().all(|(_, item, _)| *item == used.at || self.has(item))
        };
        if used.is_key || list.as_ref().is_some_and(|list| !is_alone(list)) {
            return used.at.clone();
        }
        let part = upward(&used.at).find(|at| parts.iter().any(|part| matches(part, at)));
        part.or(list).unwrap_or_else(|| used.at.clone())
    }

    /// Returns the place of an item among those of its list that are left, from 0; `None` if it is left out.
    pub(super) fn index(&self, list: &Pointer, item: usize) -> Option<usize> {
        let is_left = |index: &usize| !self.has(&list.index(*index));
        is_left(&item).then(|| (0..item).filter(is_left).count())
    }

    /// Returns what is left of a document. Lists and mappings of which nothing is left are left out if `emptied` is false.
    pub(super) fn rest(&self, document: &Value, emptied: bool) -> Value {
        self.rest_at(&Pointer::root(), document, emptied)
    }

    fn rest_at(&self, at: &Pointer, value: &Value, emptied: bool) -> Value {
        let left = || children(at, value).into_iter().filter(|(_, at, _)| !self.0.contains(at));
        match value {
            Value::Array(_) => left().map(|(_, at, item)| self.rest_at(&at, item, emptied)).collect(),
            Value::Object(_) => {
                let members = left().map(|(key, at, member)| (key, member, self.rest_at(&at, member, emptied)));
                let members = members.filter(|(_, before, now)| emptied || is_empty(before) || !is_empty(now));
                Value::Object(members.map(|(key, _, now)| (key, now)).collect::<Map<_, _>>())
            }
            other => other.clone(),
        }
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}
