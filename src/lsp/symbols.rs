//! The outline of a document: its parts, and the cards and other things that are listed in them.

use lsp_types::{DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, SymbolKind};

use muster_core::source::tree::{Node, Tree, TreeEntry, Value};
use muster_core::source::{FileId, Sources, Span};

use super::documents::OpenDocument;
use super::refusal::Refusal;
use super::view::{Moved, View};

/// Keys that say what something is called, the first of them that is there.
const NAMES: [&str; 2] = ["name", "template"];

/// Deepest level of an outline.
const DEPTH: usize = 8;

/// Returns the outline of an open text; of one that cannot be read that of its last check in which it could.
pub(super) fn symbols(
    view: View<'_>,
    params: &DocumentSymbolParams,
) -> Result<Option<DocumentSymbolResponse>, Refusal> {
    let document = view.document(&params.text_document.uri)?;
    let Some((sources, file)) = readable(view, document) else { return Ok(None) };
    let Some(tree) = sources.get(file).tree() else { return Ok(None) };
    // The number of a listed thing stands before its name.
    let system = tree.member(tree.root(), "system").and_then(text);
    let numbers =
        view.systems.iter().filter(|known| Some(known.id()) == system).flat_map(|system| system.numbered_lists());
    let moved = Moved::from_texts(sources.get(file).text(), document.text.text());
    let outline = Outline { view, document, tree, numbers: numbers.copied().collect(), moved };
    Ok(Some(DocumentSymbolResponse::Nested(outline.mapping_symbols(tree.root(), 0))))
}

/// Returns the text of a document that can be read: as it is, or as it was.
fn readable<'s>(view: View<'s>, document: &OpenDocument) -> Option<(&'s Sources, FileId)> {
    [view.now, view.whole].into_iter().find_map(|analysis| {
        let file = analysis.file_of(document)?;
        let sources = &analysis.review.sources;
        sources.get(file).tree().is_some().then_some((sources, file))
    })
}

struct Outline<'s> {
    view: View<'s>,
    document: &'s OpenDocument,
    tree: &'s Tree,
    numbers: Vec<(&'static str, &'static str)>,
    /// The changes since the tree was read.
    moved: Moved,
}

impl Outline<'_> {
    fn mapping_symbols(&self, node: &Node, depth: usize) -> Vec<DocumentSymbol> {
        let Value::Map(entries) = &node.value else { return Vec::new() };
        entries.iter().filter_map(|entry| self.member_symbol(entry, depth)).collect()
    }

    /// Returns a key with what is listed below it; `None` for a plain value below the top.
    fn member_symbol(&self, entry: &TreeEntry, depth: usize) -> Option<DocumentSymbol> {
        let value = self.tree.node(entry.value);
        let children = match &value.value {
            _ if depth >= DEPTH => Vec::new(),
            Value::Map(_) => self.mapping_symbols(value, depth + 1),
            Value::Seq(items) => {
                items.iter().filter_map(|id| self.item_symbol(&entry.key, self.tree.node(*id), depth)).collect()
            }
            _ => Vec::new(),
        };
        let is_plain = !matches!(value.value, Value::Map(_) | Value::Seq(_));
        if depth > 0 && children.is_empty() {
            return None;
        }
        let kind = if is_plain { SymbolKind::PROPERTY } else { SymbolKind::NAMESPACE };
        let whole = Span { start: entry.key_span.start, end: value.span.end.max(entry.key_span.end) };
        let detail = text(value).filter(|_| is_plain).map(str::to_owned);
        self.symbol(entry.key.to_string(), detail, kind, whole, entry.key_span, children)
    }

    /// Returns an item that has a name.
    fn item_symbol(&self, list: &str, item: &Node, depth: usize) -> Option<DocumentSymbol> {
        let member = |key: &str| self.tree.member(item, key);
        let number = self.numbers.iter().find(|(of, _)| *of == list).and_then(|(_, key)| member(key));
        let name = NAMES.iter().find_map(|key| member(key));
        // Where nothing is called a name, its first key tells what it is.
        let first = || match &item.value {
            Value::Map(entries) => entries.first().map(|entry| self.tree.node(entry.value)),
            _ => None,
        };
        let named = name.or(number).or_else(first)?;
        let label = text(named)?.to_owned();
        let detail = name.and(number).and_then(text).map(str::to_owned);
        let children = self.mapping_symbols(item, depth + 1);
        self.symbol(label, detail, SymbolKind::OBJECT, item.span, named.span, children)
    }

    fn symbol(
        &self,
        name: String,
        detail: Option<String>,
        kind: SymbolKind,
        whole: Span,
        own: Span,
        children: Vec<DocumentSymbol>,
    ) -> Option<DocumentSymbol> {
        let moved = |span: Span| Some(self.view.range(self.document, self.moved.span(span)?));
        // Editors take no symbol without a name.
        let name = if name.trim().is_empty() { "?".to_owned() } else { name };
        #[expect(deprecated, reason = "the protocol's type has it")]
        Some(DocumentSymbol {
            name,
            detail,
            kind,
            tags: None,
            deprecated: None,
            range: moved(whole)?,
            selection_range: moved(own)?,
            children: (!children.is_empty()).then_some(children),
        })
    }
}

/// Returns a text, of one line.
fn text(node: &Node) -> Option<&str> {
    match &node.value {
        Value::Str(text) => Some(text.lines().next().unwrap_or_default()),
        _ => None,
    }
}
