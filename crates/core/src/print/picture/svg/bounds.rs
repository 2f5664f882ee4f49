//! Bounds on SVG files: refuses one that names other files, or that grows without end as what it uses is put in place.

use std::collections::HashMap;

use usvg::roxmltree::{Document, Node, NodeId};

use super::super::PictureFault;
use super::style::reference;

/// The most elements, attributes and texts of a file, roughly.
pub(super) const MOST_NODES: u32 = 100_000;
/// The most elements once everything that is used is in its place.
const MOST_ELEMENTS: u64 = 50_000;
/// The most elements once markers, clip paths and gradients are counted wherever they are named, too.
const MOST_NAMED: u64 = 20 * MOST_ELEMENTS;
/// Deepest nesting of elements.
const DEEPEST: usize = 64;

fn endless(why: impl Into<String>) -> PictureFault {
    PictureFault::Endless(why.into())
}

/// Refuses a file that names other files or whose elements are nested too deep.
pub(super) fn check(document: &Document<'_>) -> Result<(), PictureFault> {
    let mut depths: HashMap<NodeId, usize> = HashMap::new();
    for node in document.descendants() {
        let depth = node.parent().map_or(0, |parent| depths[&parent.id()] + 1);
        if depth > DEEPEST {
            return Err(endless(format!("its elements are nested more than {DEEPEST} deep")));
        }
        depths.insert(node.id(), depth);
        if super::style::is_svg(node)
            && let Some(name) = other_file(node)
        {
            return Err(PictureFault::Names(name));
        }
    }
    Ok(())
}

/// Refuses a file, written in attributes, that grows without end as what it uses is put in place.
pub(super) fn count(document: &Document<'_>) -> Result<(), PictureFault> {
    let mut counting = Counting { ids: HashMap::new(), known: HashMap::new(), busy: Vec::new(), steps: 0 };
    for node in document.descendants() {
        if let Some(id) = node.attribute("id") {
            counting.ids.entry(id).or_insert(node);
        }
    }
    let all = counting.count(document.root_element(), 0)?;
    let of = |what: &str, most: u64| endless(format!("it has more than {most} elements after expanding {what}"));
    if all.elements > MOST_ELEMENTS {
        return Err(of("everything in use", MOST_ELEMENTS));
    }
    if all.named > MOST_NAMED {
        return Err(of("each clip path, marker and gradient", MOST_NAMED));
    }
    Ok(())
}

/// Returns the other file that an element names.
fn other_file(node: Node<'_, '_>) -> Option<String> {
    let link = node.tag_name().name() == "a";
    let attributes = node.attributes();
    let href =
        attributes.into_iter().find(|attribute| attribute.name() == "href").map(|attribute| attribute.value().trim());
    let outside = |name: &&str| !name.starts_with('#') && !name.starts_with("data:") && !name.is_empty();
    if let Some(name) = href.filter(outside).filter(|_| !link) {
        return Some(name.to_owned());
    }
    let styles = node.attributes().map(|attribute| attribute.value());
    let sheet = (node.tag_name().name() == "style").then(|| node.text()).flatten();
    styles.chain(sheet).find_map(|text| {
        if sheet == Some(text) && text.contains("@import") {
            return Some("@import".to_owned());
        }
        let mut urls = text.split("url(").skip(1).map(|rest| rest.split(')').next().unwrap_or(rest));
        urls.find_map(|url| Some(url.trim().trim_matches(['"', '\''])).filter(outside).map(str::to_owned))
    })
}

/// The size of an element once everything that it names is in its place.
#[derive(Debug, Clone, Copy, Default)]
struct Amount {
    /// Elements, with those that are used.
    elements: u64,
    /// Elements, with those that are named in any way.
    named: u64,
    /// Points of paths, roughly: each may have a marker.
    points: u64,
}

impl Amount {
    fn add(&mut self, other: Amount) {
        self.elements = self.elements.saturating_add(other.elements);
        self.named = self.named.saturating_add(other.named);
        self.points = self.points.saturating_add(other.points);
    }
}

/// Elements, once all that they name is in its place.
struct Counting<'a, 'i> {
    ids: HashMap<&'a str, Node<'a, 'i>>,
    known: HashMap<NodeId, Amount>,
    /// The markers that are being counted: none is drawn within itself.
    busy: Vec<NodeId>,
    steps: u64,
}

impl<'a, 'i> Counting<'a, 'i> {
    fn count(&mut self, node: Node<'a, 'i>, depth: usize) -> Result<Amount, PictureFault> {
        if let Some(known) = self.known.get(&node.id()) {
            return Ok(*known);
        }
        // What uses itself is as deep as one likes.
        if depth > DEEPEST {
            return Err(endless(format!("what it uses is nested more than {DEEPEST} deep")));
        }
        self.steps += 1;
        if self.steps > MOST_NAMED {
            return Err(endless(format!("counting what it uses takes more than {MOST_NAMED} steps")));
        }
        let busy = self.busy.len();
        let length = |name: &str| node.attribute(name).map_or(0, |text| text.len() as u64 / 2);
        let mut amount = Amount { elements: 1, named: 1, points: 4 + length("d") + length("points") };
        for child in node.children().filter(Node::is_element) {
            amount.add(self.count(child, depth + 1)?);
        }
        let href = node.attribute("href").and_then(|href| href.strip_prefix('#'));
        let used = href.and_then(|id| self.ids.get(id).copied());
        if let Some(used) = used {
            let is_used = node.tag_name().name() == "use";
            let Amount { elements, named, points } = self.count(used, depth + 1)?;
            amount.add(Amount { elements: if is_used { elements } else { 0 }, named, points });
        }
        for name in ["clip-path", "fill", "stroke"] {
            let id = node.attribute(name).and_then(reference);
            if let Some(other) = id.and_then(|id| self.ids.get(id).copied()) {
                let Amount { named, .. } = self.count(other, depth + 1)?;
                amount.named = amount.named.saturating_add(named);
            }
        }
        let is_skipping = self.markers(node, depth, &mut amount)?;
        // What leaves out a marker because that is being counted may amount to more elsewhere.
        if busy == 0 || !is_skipping {
            self.known.insert(node.id(), amount);
        }
        Ok(amount)
    }

    /// Adds the markers that a shape or a `use` element has or inherits. Returns true if one of them was skipped because it is
    /// being counted already.
    fn markers(&mut self, node: Node<'a, 'i>, depth: usize, amount: &mut Amount) -> Result<bool, PictureFault> {
        let mut is_skipping = false;
        if !matches!(node.tag_name().name(), "path" | "line" | "polyline" | "polygon" | "use") {
            return Ok(false);
        }
        for name in ["marker-start", "marker-mid", "marker-end"] {
            let value = node.ancestors().find_map(|node| node.attribute(name));
            let marker = value.and_then(reference).and_then(|id| self.ids.get(id).copied());
            let Some(marker) = marker.filter(|marker| marker.tag_name().name() == "marker") else { continue };
            if self.busy.contains(&marker.id()) {
                is_skipping = true;
                continue;
            }
            self.busy.push(marker.id());
            let counted = self.count(marker, depth + 1);
            self.busy.pop();
            let times = if name == "marker-mid" || node.tag_name().name() == "use" { amount.points } else { 1 };
            amount.named = amount.named.saturating_add(counted?.named.saturating_mul(times));
        }
        Ok(is_skipping)
    }
}
