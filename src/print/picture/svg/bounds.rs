//! Bounds on SVG files: refuses one that names other files, or that grows without end as what it uses is put in place.

use std::collections::HashMap;

use usvg::roxmltree::{Document, Node, NodeId};

use super::super::PictureFault;

/// The most elements, attributes and texts of a file, roughly.
pub(super) const MOST_NODES: u32 = 100_000;
/// The most elements once all that is used stands in its place.
const MOST_ELEMENTS: u64 = 50_000;
/// Deepest nesting of elements.
const DEEPEST: usize = 64;

const SVG: &str = "http://www.w3.org/2000/svg";

fn endless(why: impl Into<String>) -> PictureFault {
    PictureFault::Endless(why.into())
}

/// Refuses a file that names others or grows without end. Returns what of its elements is not drawn.
pub(super) fn check(document: &Document<'_>) -> Result<Vec<&'static str>, PictureFault> {
    let mut depths: HashMap<NodeId, usize> = HashMap::new();
    let (mut ids, mut left_out) = (HashMap::new(), Vec::new());
    let mut points = 0;
    for node in document.descendants() {
        let depth = node.parent().map_or(0, |parent| depths[&parent.id()] + 1);
        if depth > DEEPEST {
            return Err(endless(format!("its elements stand more than {DEEPEST} deep in each other")));
        }
        depths.insert(node.id(), depth);
        if !node.is_element() || !matches!(node.tag_name().namespace(), None | Some(SVG)) {
            continue;
        }
        if let Some(id) = node.attribute("id") {
            ids.entry(id).or_insert(node);
        }
        if let Some(name) = other_file(node) {
            return Err(PictureFault::Names(name));
        }
        points += ["d", "points"].iter().filter_map(|name| node.attribute(*name)).map(str::len).sum::<usize>() as u64;
        match node.tag_name().name() {
            "text" => left_out.push("text"),
            "image" | "feImage" => left_out.push("pictures within the picture"),
            "foreignObject" => left_out.push("foreign objects"),
            _ => {}
        }
    }
    let mut counting = Counting { ids, known: HashMap::new() };
    let elements = counting.elements(document.root(), 0)?;
    let markers = document.descendants().filter(|node| node.has_tag_name((SVG, "marker")));
    let mut largest = 0;
    for marker in markers {
        // Each point of each line may have one.
        largest = largest.max(counting.elements(marker, 0)?);
        let nested = marker.descendants().skip(1).flat_map(|node| node.attributes());
        if nested
            .into_iter()
            .any(|attribute| attribute.value().contains("marker") || attribute.name().starts_with("marker"))
        {
            return Err(endless("its markers have markers"));
        }
    }
    if elements > MOST_ELEMENTS || (points / 2).saturating_mul(largest) > 20 * MOST_ELEMENTS {
        return Err(endless(format!(
            "it has more than {MOST_ELEMENTS} elements once all that is used is in its place"
        )));
    }
    Ok(left_out)
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

/// Elements, once all that is used is in its place.
struct Counting<'a, 'i> {
    ids: HashMap<&'a str, Node<'a, 'i>>,
    known: HashMap<NodeId, u64>,
}

impl<'a, 'i> Counting<'a, 'i> {
    fn elements(&mut self, node: Node<'a, 'i>, depth: usize) -> Result<u64, PictureFault> {
        if let Some(known) = self.known.get(&node.id()) {
            return Ok(*known);
        }
        // What uses itself is as deep as one likes.
        if depth > DEEPEST {
            return Err(endless(format!("what it uses stands more than {DEEPEST} deep in itself")));
        }
        let mut count = 1u64;
        for child in node.children().filter(Node::is_element) {
            count = count.saturating_add(self.elements(child, depth + 1)?);
        }
        if node.tag_name().name() == "use" {
            let href = node.attributes().find(|attribute| attribute.name() == "href");
            let used = href.and_then(|href| self.ids.get(href.value().trim().strip_prefix('#')?).copied());
            if let Some(used) = used {
                count = count.saturating_add(self.elements(used, depth + 1)?);
            }
        }
        self.known.insert(node.id(), count);
        Ok(count)
    }
}
