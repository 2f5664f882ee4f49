//! Long lists part by part: the validator keeps all its errors at once, tens of kilobytes for each value that fits none of many
//! forms.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::diag::Diagnostic;
use crate::source::Address;
use crate::source::Pointer;
use crate::source::tree::{NodeId, Tree, Value};

/// The most values of a part, about; a document with fewer is one part.
const MOST: usize = 8000;

/// The most items of a long list that stand in the parts of other lists: schemas ask for no more.
const FIRST: usize = 4;

/// Items of some lists that are kept.
type Kept = HashMap<NodeId, Range<usize>>;

/// A list with more values than a part has, and the items of other such lists that it is in.
struct Long {
    id: NodeId,
    at: Pointer,
    within: Vec<(NodeId, usize)>,
    /// The values of each item, those in long lists not counted.
    weights: Vec<usize>,
}

/// Returns what `explain` finds in the parts of a document, each once and at its place in the document. None if the document is
/// small.
pub(super) fn findings(tree: &Tree, explain: &dyn Fn(&Tree) -> Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut long = Vec::new();
    weigh(tree, (tree.root_id(), &Pointer::root()), &mut Vec::new(), &mut long);
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    for list in &long {
        for range in ranges(&list.weights) {
            let mut kept: Kept = long.iter().map(|other| (other.id, 0..FIRST.min(other.weights.len()))).collect();
            kept.extend(list.within.iter().map(|(id, index)| (*id, *index..index + 1)));
            kept.insert(list.id, range.clone());
            for mut finding in explain(&tree.part(&kept)) {
                move_back(&mut finding, tree, &kept);
                if finding.at.pointer.parent().as_ref() == Some(&list.at) {
                    // The list is too long, not its part: that is one finding, with the number of all items.
                    let too_many = |items: usize| format!(" has {items} items; expected at most ");
                    let of_part = too_many(range.len());
                    if finding.message.contains(&of_part) {
                        if range.start > 0 {
                            continue;
                        }
                        finding.message = finding.message.replacen(&of_part, &too_many(list.weights.len()), 1);
                    }
                }
                if seen.insert((finding.at.clone(), finding.message.clone())) {
                    found.push(finding);
                }
            }
        }
    }
    found
}

/// Returns the number of values of a value, those in long lists not counted, and adds these lists.
fn weigh(tree: &Tree, (id, at): (NodeId, &Pointer), within: &mut Vec<(NodeId, usize)>, long: &mut Vec<Long>) -> usize {
    match &tree.node(id).value {
        Value::Map(entries) => {
            let each = entries.iter().map(|entry| weigh(tree, (entry.value, &at.key(&entry.key)), within, long));
            1 + each.sum::<usize>()
        }
        Value::Seq(items) => {
            let before = long.len();
            let mut weights = Vec::with_capacity(items.len());
            for (index, item) in items.iter().enumerate() {
                within.push((id, index));
                weights.push(weigh(tree, (*item, &at.index(index)), within, long));
                within.pop();
            }
            let all: usize = weights.iter().sum();
            let is_long = all > MOST && items.len() > FIRST;
            if is_long {
                long.push(Long { id, at: at.clone(), within: within.clone(), weights });
            } else {
                // A list that is kept whole need not be cut for those in it.
                long[before..].iter_mut().for_each(|inner| inner.within.retain(|(outer, _)| *outer != id));
            }
            1 + if is_long { FIRST } else { all }
        }
        _ => 1,
    }
}

/// Returns the items of a list in ranges of about as many values as a part has.
fn ranges(weights: &[usize]) -> Vec<Range<usize>> {
    let (mut ranges, mut start, mut sum) = (Vec::new(), 0, 0);
    for (index, weight) in weights.iter().enumerate() {
        if sum + weight > MOST && index > start {
            ranges.push(start..index);
            (start, sum) = (index, 0);
        }
        sum += weight;
    }
    ranges.push(start..weights.len());
    ranges
}

/// Changes the places of a finding in a part to those in the whole document.
fn move_back(finding: &mut Diagnostic, tree: &Tree, kept: &Kept) {
    let place = |at: &mut Address| at.pointer = tree.place_of_part(&at.pointer, kept);
    place(&mut finding.at);
    finding.related.iter_mut().for_each(|related| place(&mut related.at));
    finding.fix.iter_mut().flat_map(|fix| &mut fix.edits).for_each(|edit| place(&mut edit.at));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{Code, Severity};
    use crate::source::{FileId, Pointer, Sources};
    use serde_json::{Value as Json, json};

    const WRONG: Code = Code::new("XX001", "wrong", Severity::Error, "");

    #[test]
    fn each_item_is_in_a_part_and_has_its_place() {
        let file = Sources::default().add("a.yaml".into(), String::new());
        let inner: Vec<Json> = (0..=4000).map(|i| json!(["x", if i == 4000 { "wrong" } else { "y" }])).collect();
        let c: Vec<Json> = (0..=9000).map(|i| json!(if i == 9000 { "wrong" } else { "z" })).collect();
        let document = json!({"a": inner, "b": [{ "c": c }]});
        let tree = &Tree::from(&document);
        let largest = std::cell::Cell::new(0);
        let explain = |part: &Tree| {
            let json = part.to_json();
            let mut found = Vec::new();
            look(&json, &Pointer::root(), &mut found, file);
            largest.set(largest.get().max(json.to_string().len()));
            found
        };
        let found = findings(tree, &explain);
        let places: Vec<&str> = found.iter().map(|finding| finding.at.pointer.as_str()).collect();
        assert_eq!(places, ["/a/4000/1", "/b/0/c/9000"]);
        assert!(largest.get() < document.to_string().len(), "{}", largest.get());
    }

    fn look(value: &Json, at: &Pointer, found: &mut Vec<Diagnostic>, file: FileId) {
        match value {
            Json::Array(items) => {
                items.iter().enumerate().for_each(|(i, item)| look(item, &at.index(i), found, file));
            }
            Json::Object(all) => all.iter().for_each(|(key, item)| look(item, &at.key(key), found, file)),
            other if other == "wrong" => found.push(Diagnostic::new(WRONG, Address::value(file, at.clone()), "wrong")),
            _ => {}
        }
    }

    #[test]
    fn a_small_document_is_no_parts() {
        let explain = |_: &Tree| panic!("one part");
        assert!(findings(&Tree::from(&json!({"a": ["wrong"]})), &explain).is_empty());
    }
}
