//! The parts removed from a battle, with everything that means nothing without them, and the document that is left.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value};

use muster_core::source::Pointer;

use super::places::{children, matches, upward};

/// A document whose parts name each other. Its lists of numbers have no ranges.
pub(crate) struct Linked {
    /// The document.
    pub(crate) document: Value,
    /// The items that have a number, by that.
    pub(crate) numbered: HashMap<String, Pointer>,
    /// The items of its lists of numbers: their places and the numbers.
    pub(crate) listed: Vec<(Pointer, String)>,
    /// The places that name things, and the places of the names that are meant.
    pub(crate) uses: Vec<UseAt>,
    /// The parts that can be removed, as patterns.
    pub(crate) parts: Vec<String>,
}

/// A place that names something.
pub(crate) struct UseAt {
    /// The place.
    pub(crate) at: Pointer,
    /// True if it is a key.
    pub(crate) is_key: bool,
    /// The place of the name.
    pub(crate) meant: Pointer,
}

/// The places removed from a battle's document, by its pointers.
pub(crate) struct Gone(BTreeSet<Pointer>);

impl Gone {
    /// Removes some places. With a name goes what uses it, and with an item its number in every list.
    pub(crate) fn new(linked: &Linked, cuts: &[Pointer]) -> Gone {
        let mut gone = Gone(cuts.iter().cloned().collect());
        loop {
            let before = gone.0.len();
            for used in &linked.uses {
                if gone.has(&used.meant) && !gone.has(&used.at) {
                    let at = gone.without_use(&linked.document, used, &linked.parts);
                    gone.0.insert(at);
                }
            }
            for (at, number) in &linked.listed {
                if linked.numbered.get(number).is_some_and(|item| gone.has(item)) {
                    gone.0.insert(at.clone());
                }
            }
            if gone.0.len() == before {
                return gone;
            }
        }
    }

    /// Removes these places and nothing else.
    pub(crate) fn exactly(places: Vec<Pointer>) -> Gone {
        Gone(places.into_iter().collect())
    }

    /// Returns true for a place that is removed, or is in one that is.
    pub(crate) fn has(&self, at: &Pointer) -> bool {
        upward(at).any(|at| self.0.contains(&at))
    }

    /// Returns the place to remove for one that uses a name: it alone if it is a key or one of several items, else the
    /// innermost part that holds it.
    fn without_use(&self, document: &Value, used: &UseAt, parts: &[String]) -> Pointer {
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

    /// Returns the outermost places that are removed. A list or mapping of which nothing is left replaces all places in it.
    pub(crate) fn outermost(&self, document: &Value) -> Vec<Pointer> {
        let mut places = self.0.clone();
        loop {
            let emptied = places.iter().filter_map(Pointer::parent).find(|holder| {
                let value = document.pointer(holder.as_str());
                let items = value.map(|value| children(holder, value)).unwrap_or_default();
                *holder != Pointer::root()
                    && !items.is_empty()
                    && items.iter().all(|(_, item, _)| places.contains(item))
            });
            match emptied {
                Some(holder) => {
                    places.retain(|place| !upward(place).any(|at| at == holder));
                    places.insert(holder);
                }
                None => break,
            }
        }
        let is_outermost = |place: &&Pointer| !upward(place).skip(1).any(|at| places.contains(&at));
        places.iter().filter(is_outermost).cloned().collect()
    }

    /// Returns the place of an item among those of its list that are left, from 0; `None` if it is removed.
    pub(crate) fn index(&self, list: &Pointer, item: usize) -> Option<usize> {
        let is_left = |index: &usize| !self.has(&list.index(*index));
        is_left(&item).then(|| (0..item).filter(is_left).count())
    }

    /// Returns what is left of a document. Lists and mappings of which nothing is left are omitted if `emptied` is false.
    pub(crate) fn rest(&self, document: &Value, emptied: bool) -> Value {
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
