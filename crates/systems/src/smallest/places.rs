//! Places in a document by patterns: pointers in which `*` stands for every item or member.

use serde_json::Value;

use muster_core::source::Pointer;

/// Returns the places of a document that a pattern such as `/units/*/cost` matches, in the order in which they are written.
pub(crate) fn places(document: &Value, pattern: &str) -> Vec<Pointer> {
    let mut found = vec![(Pointer::root(), document)];
    for step in pattern.split('/').skip(1) {
        let below = |(at, value): (Pointer, _)| children(&at, value).into_iter().filter(|(key, ..)| fits(step, key));
        found = found.into_iter().flat_map(below).map(|(_, at, value)| (at, value)).collect();
    }
    found.into_iter().map(|(at, _)| at).collect()
}

/// Returns true if a pattern matches a pointer.
pub(crate) fn matches(pattern: &str, pointer: &Pointer) -> bool {
    let (mut pattern, mut steps) = (pattern.split('/').skip(1), pointer.steps());
    loop {
        match (pattern.next(), steps.next()) {
            (None, None) => return true,
            (Some(wanted), Some(step)) if fits(wanted, &step) => {}
            _ => return false,
        }
    }
}

/// Returns a pointer and those of the collections that hold it, the innermost first, without the whole document.
pub(crate) fn upward(pointer: &Pointer) -> impl Iterator<Item = Pointer> {
    std::iter::successors(Some(pointer.clone()), Pointer::parent).filter(|at| *at != Pointer::root())
}

/// Returns the items or members of a value: keys or indices, places and values.
pub(crate) fn children<'v>(at: &Pointer, value: &'v Value) -> Vec<(String, Pointer, &'v Value)> {
    match value {
        Value::Object(members) => {
            members.iter().map(|(key, value)| (key.clone(), at.key(key), value)).collect::<Vec<_>>()
        }
        Value::Array(items) => {
            items.iter().enumerate().map(|(i, value)| (i.to_string(), at.index(i), value)).collect::<Vec<_>>()
        }
        _ => Vec::new(),
    }
}

/// Removes the member or item of a document at a pointer, if it is there.
pub(crate) fn remove(document: &mut Value, at: &Pointer) {
    let (Some(parent), Some(step)) = (at.parent(), at.steps().last()) else { return };
    match document.pointer_mut(parent.as_str()) {
        Some(Value::Object(members)) => _ = members.shift_remove(&step),
        Some(Value::Array(items)) => {
            if let Some(index) = step.parse().ok().filter(|index| *index < items.len()) {
                items.remove(index);
            }
        }
        _ => {}
    }
}

fn fits(wanted: &str, step: &str) -> bool {
    wanted == "*" || wanted == step
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn patterns_match_items_and_members() {
        let document = json!({"a": [{"b": 1}, {"c": 2}, {"b": {"x/y": 3}}], "b": 4});
        let found = |pattern| places(&document, pattern).iter().map(Pointer::to_string).collect::<Vec<_>>();
        assert_eq!(found("/a/*/b"), ["/a/0/b", "/a/2/b"]);
        assert_eq!(found("/a/*/b/*"), ["/a/2/b/x~1y"]);
        assert_eq!(found("/b/*"), [""; 0]);
        assert!(matches("/a/*/b/*", &Pointer::parse("/a/2/b/x~1y")) && !matches("/a/*", &Pointer::parse("/a/2/b")));
    }

    #[test]
    fn what_is_not_there_is_not_removed() {
        let mut document = json!({"a": [1, 2, 3], "b": {"c": 4}});
        for at in ["/a/1", "/a/7", "/b/c", "/b/c", "/x/y"] {
            remove(&mut document, &Pointer::parse(at));
        }
        assert_eq!(document, json!({"a": [1, 3], "b": {}}));
    }
}
