//! Boxes that a template inherits where its card has another size than the one that they were placed on.

use serde_json::Value;

use muster_core::print::POKER;

use super::merge;

/// Lays the templates of a chain over one another, the most special being the first. Boxes that were placed on a card of
/// another size than the chain comes to are moved as their `edges` say. With each template comes the number of its layer: a
/// size that a layer sets is no size that boxes of a layer below it were placed on.
pub(super) fn join_templates(chain: &[(Option<usize>, &Value)]) -> Value {
    let mut merged = Value::Null;
    chain.iter().rev().for_each(|(_, template)| merge(&mut merged, template));
    let placed_on = |i: usize| {
        let below = chain.iter().skip(i).filter(|(layer, _)| *layer >= chain[i].0);
        below.filter_map(|(_, template)| size(template)).next().unwrap_or([POKER.width, POKER.height])
    };
    let to = size(&merged).unwrap_or([POKER.width, POKER.height]);
    if (0..chain.len()).all(|i| placed_on(i) == to) {
        return merged;
    }
    let edges = merged["boxes"].clone();
    let mut moved = Value::Null;
    for (i, (_, template)) in chain.iter().enumerate().rev() {
        let mut template = (*template).clone();
        let from = placed_on(i);
        move_boxes(&mut template, &edges, [to[0] - from[0], to[1] - from[1]]);
        merge(&mut moved, &template);
    }
    moved
}

/// Moves the boxes of a template, each as `edges` of its name say, where the card becomes wider and higher by `grown`.
fn move_boxes(template: &mut Value, edges: &Value, grown: [f64; 2]) {
    let Some(boxes) = template.get_mut("boxes").and_then(Value::as_object_mut) else { return };
    for (name, spec) in boxes {
        let held: Vec<&str> = edges[name]["edges"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let Some([left, top, width, height]) = spec.get("at").and_then(numbers) else { continue };
        let (right, wider) = resize_along(&held, ["left", "center", "right"], grown[0]);
        let (down, higher) = resize_along(&held, ["top", "middle", "bottom"], grown[1]);
        spec["at"] = [left + right, top + down, width + wider, height + higher].map(round_off).to_vec().into();
    }
}

/// Returns how far a box moves, and how much longer it becomes, where the card becomes longer by `grown`.
fn resize_along(edges: &[&str], [first, middle, last]: [&str; 3], grown: f64) -> (f64, f64) {
    match (edges.contains(&first), edges.contains(&last)) {
        (true, true) => (0.0, grown),
        (false, true) => (grown, 0.0),
        (false, false) if edges.contains(&middle) => (grown / 2.0, 0.0),
        (_, false) => (0.0, 0.0),
    }
}

/// Rounds off what adding and taking away leaves behind: numbers of a template have few digits.
fn round_off(mm: f64) -> f64 {
    (mm * 1e6).round() / 1e6
}

fn size(template: &Value) -> Option<[f64; 2]> {
    numbers(template.get("size")?)
}

/// Returns a list of so many numbers.
fn numbers<const N: usize>(list: &Value) -> Option<[f64; N]> {
    let numbers: Vec<f64> = list.as_array()?.iter().filter_map(Value::as_f64).collect();
    numbers.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn box_place(joined: &Value) -> Vec<f64> {
        joined["boxes"]["a"]["at"].as_array().unwrap().iter().filter_map(Value::as_f64).collect()
    }

    #[test]
    fn boxes_keep_their_distance_from_their_edges() {
        let moved = |edges: &[&str]| {
            let under = serde_json::json!({"boxes": {"a": {"at": [10, 20, 30, 40], "edges": edges}}});
            box_place(&join_templates(&[(Some(0), &serde_json::json!({"size": [57.15, 98.9]})), (Some(1), &under)]))
        };
        assert_eq!(moved(&[]), [10.0, 20.0, 30.0, 40.0]);
        assert_eq!(moved(&["left", "right", "top", "bottom"]), [10.0, 20.0, 23.65, 50.0]);
        assert_eq!(moved(&["right", "bottom"]), [3.65, 30.0, 30.0, 40.0]);
        assert_eq!(moved(&["center", "middle"]), [6.825, 25.0, 30.0, 40.0]);
    }

    #[test]
    fn a_size_moves_what_layers_below_it_placed_and_nothing_else() {
        let carried = serde_json::json!({"boxes": {"a": {"at": [10, 20, 30, 40], "edges": ["right"]}}});
        let base = serde_json::json!({"size": [73.5, 88.9]});
        // The size stands in a template that the carried one extends.
        assert_eq!(box_place(&join_templates(&[(Some(1), &carried), (Some(0), &base)])), [20.0, 20.0, 30.0, 40.0]);
        // Who sets the size has placed boxes on it.
        let own = serde_json::json!({"boxes": {"a": {"at": [1, 2, 3, 4]}}});
        assert_eq!(
            box_place(&join_templates(&[(Some(0), &own), (Some(1), &carried), (Some(0), &base)])),
            [1.0, 2.0, 3.0, 4.0]
        );
    }
}
