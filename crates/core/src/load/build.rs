//! The tree from the parser's events: keys, anchors, tags and limits.

mod blank;
mod colon;
mod keys;
mod plain;
mod stop;
mod unclosed;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::yaml::{self, Event, Prefix, Style, Tag};
use super::{MAX_DEPTH, MAX_VALUES, codes, quick, recover, scalar};
use crate::diag::{Code, Diagnostic, Sink};
use crate::source::tree::{Node, NodeId, Tree, Value};
use crate::source::{Address, FileId, Part, Pointer, Span, steps};
use keys::Members;

/// Reads a text; `None` if it is not one sound document.
pub(super) fn tree(text: &str, file: FileId, sink: &mut Sink) -> Option<Tree> {
    let mut found = Sink::default();
    let mut builder = Builder::new(text, file, &mut found);
    if quick::read(text, |event, span| builder.event(event, span)).is_ok() {
        let (tree, traps) = builder.conclude(&Outcome::Whole);
        sink.extend(found.into_findings());
        sink.extend(traps);
        return tree;
    }
    drop(builder);
    let mut builder = Builder::new(text, file, sink);
    let outcome = builder.read(0..text.len());
    let (tree, traps) = builder.conclude(&outcome);
    sink.extend(traps);
    match outcome {
        Outcome::Whole => tree,
        Outcome::Halted => None,
        // A document in brackets, as JSON is, has no parts that can be read alone.
        Outcome::Stopped(_) if is_bracketed(text) => None,
        Outcome::Stopped(broken) => {
            for part in recover::parts(text, broken) {
                let mut found = Sink::default();
                Builder::new(text, file, &mut found).read(part);
                // Everything else may come from what is missing before the part.
                let syntax = [codes::SYNTAX_ERROR, codes::TAB_INDENTATION];
                sink.extend(found.into_findings().into_iter().filter(|finding| syntax.contains(&finding.code)));
            }
            None
        }
    }
}

/// Returns true if a whole document is in brackets, as JSON is.
fn is_bracketed(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(['#', '%']) && !line.starts_with("---"));
    first.is_some_and(|line| line.starts_with(['{', '[']))
}

/// The way reading came to its end.
enum Outcome {
    /// The first document was read.
    Whole,
    /// A limit was passed.
    Halted,
    /// A syntax error, reported at this byte.
    Stopped(usize),
}

/// The reason reading ends early.
enum Halt {
    /// There is no tree.
    Broken,
    /// The first document is whole.
    Enough,
}

/// A collection that is being read.
struct Frame<'a> {
    start: usize,
    /// End of the last child, or of the opening bracket.
    end: usize,
    flow: bool,
    anchor: usize,
    weight: usize,
    height: usize,
    items: Items<'a>,
}

enum Items<'a> {
    Seq(Vec<NodeId>),
    Map(Members<'a>),
}

/// A value that was read, with what its aliases cost.
#[derive(Debug, Clone, Copy)]
struct Built {
    id: NodeId,
    weight: usize,
    height: usize,
}

struct Builder<'a, 's> {
    text: &'a str,
    file: FileId,
    sink: &'s mut Sink,
    nodes: Vec<Node>,
    frames: Vec<Frame<'a>>,
    /// Finished values by anchor; an anchor that is still being read has none.
    anchors: HashMap<usize, Built>,
    /// Keys by their anchors.
    key_anchors: HashMap<usize, Cow<'a, str>>,
    names: Vec<Cow<'a, str>>,
    values: usize,
    /// End of the last event.
    last: usize,
    /// Whether a tab stands anywhere in the part that is read.
    has_tabs: bool,
    /// Whether a blank that is none in YAML was found.
    odd_blanks: bool,
    root: Option<NodeId>,
    documents: usize,
    /// Values that others read otherwise, at their bytes.
    traps: Vec<Diagnostic>,
    /// Texts with an anchor that no alias has used, by the anchor.
    unused: BTreeMap<usize, Diagnostic>,
}

impl<'a, 's> Builder<'a, 's> {
    fn new(text: &'a str, file: FileId, sink: &'s mut Sink) -> Self {
        Builder {
            text,
            file,
            sink,
            nodes: Vec::new(),
            frames: Vec::new(),
            anchors: HashMap::new(),
            key_anchors: HashMap::new(),
            names: Vec::new(),
            values: 0,
            last: 0,
            has_tabs: false,
            odd_blanks: false,
            root: None,
            documents: 0,
            traps: Vec::new(),
            unused: BTreeMap::new(),
        }
    }

    /// Reads a part of the text.
    fn read(&mut self, part: Range<usize>) -> Outcome {
        let base = part.start;
        self.last = base;
        let text = &self.text[part];
        self.has_tabs = steps::scan(text).contains('\t');
        for event in yaml::events(text, base) {
            let step = match event {
                Ok((event, span)) => self.event(event, span),
                Err(stop) => return self.stop(&stop),
            };
            match step {
                Ok(()) => {}
                Err(Halt::Broken) => return Outcome::Halted,
                Err(Halt::Enough) => break,
            }
        }
        Outcome::Whole
    }

    fn event(&mut self, event: Event<'a>, span: Span) -> Result<(), Halt> {
        match event {
            Event::Document => {
                self.documents += 1;
                if self.documents > 1 {
                    let finding = self.report(codes::SEVERAL_DOCUMENTS, span, "a second document begins here");
                    self.sink.push(finding.help("move it to a file of its own"));
                    return Err(Halt::Enough);
                }
            }
            Event::Scalar { text, style, prefix } => {
                let span = self.scalar_span(style, span);
                self.spend(1 + text.len() / 256, span)?;
                self.tabs(span);
                self.scalar(text, style, prefix, span);
            }
            Event::Start { seq, flow, prefix } => self.start(seq, flow, &prefix, span)?,
            Event::End => self.end(span),
            Event::Alias(anchor) => self.alias(anchor, span)?,
            Event::UnknownAlias(name) => {
                let finding =
                    self.report(codes::UNKNOWN_ALIAS, span, format!("there is no anchor `&{name}` above this alias"));
                // The last ones: comparing every alias with every anchor takes time.
                let names = self.names.iter().rev().take(20);
                let text = format!("to begin a text with `*`, put it in quotes: `\"*{name}\"`");
                self.sink.push(finding.help(text).nearest(&name, names.map(|name| &**name)));
                self.null(span);
            }
            Event::Anchor(name) => {
                self.names.push(name);
                return Ok(());
            }
        }
        self.last = self.last.max(span.end);
        Ok(())
    }

    fn scalar(&mut self, text: Cow<'a, str>, style: Style, prefix: Prefix, span: Span) {
        let tagged = prefix.tag.is_some();
        let mut value = match style {
            Style::Plain => scalar::resolve(&text),
            _ => Value::Str((&*text).into()),
        };
        let awaits_key = self.awaits_key();
        if let Some((tag, place)) = prefix.tag {
            value = self.apply_tag(&tag, place, value, &text, style);
        }
        if style == Style::Plain {
            self.blanks_around(span);
            self.curly_quotes(&text, span, awaits_key);
        }
        if awaits_key {
            if prefix.anchor != 0 {
                self.key_anchors.insert(prefix.anchor, text.clone());
            }
            return self.key(text, &value, style, span);
        }
        if style == Style::Plain && !tagged {
            self.trap(&text, span);
            if matches!(value, Value::Str(_)) {
                self.cut_by_comment(&text, span);
                self.lone_quote(&text, span);
                self.keep_unused_anchor(&text, span, prefix.anchor);
            }
        }
        let weight = 1 + text.len() / 256;
        self.push(Node { span, value }, prefix.anchor, weight, 0);
    }

    /// Says so when other readers of YAML would read something else.
    fn trap(&mut self, text: &str, span: Span) {
        let Some(other) = scalar::trap(text) else { return };
        let here = match scalar::resolve(text) {
            Value::Int(n) => format!("the number {n}"),
            Value::Float(x) if x == 0.0 || (1e-6..1e15).contains(&x.abs()) => format!("the number {x}"),
            Value::Float(x) => format!("the number {x:e}"),
            _ => "text".to_owned(),
        };
        let message = format!("`{text}` is {here} in YAML 1.2, but {other} in older YAML");
        let mut finding = self.report(codes::AMBIGUOUS_SCALAR, span, message);
        let at = finding.at.clone();
        if here == "text" {
            finding = finding.help(format!("write `\"{text}\"`")).replace(true, at, format!("\"{text}\""));
        } else if let Value::Int(n) = scalar::resolve(text) {
            finding =
                finding.help(format!("write `{n}`, or add quotes to make it text")).replace(true, at, n.to_string());
        } else {
            finding = finding.help("write out the number, or add quotes to make it text");
        }
        self.traps.push(finding);
    }

    /// Returns a value with a tag: only YAML's own tags are known, and only where they say what is so.
    fn apply_tag(&mut self, tag: &Tag, place: Span, value: Value, text: &str, style: Style) -> Value {
        let agrees = match tag {
            Tag::Core(name) => match (name.as_str(), &value) {
                ("str", _) => return Value::Str(text.into()),
                ("float", Value::Int(n)) => return Value::Float(*n as f64),
                ("null", Value::Null)
                | ("bool", Value::Bool(_))
                | ("int", Value::Int(_))
                | ("float", Value::Float(_)) => style == Style::Plain,
                _ => false,
            },
            Tag::Verbatim => return Value::Str(text.into()),
            Tag::Other(_) => false,
        };
        if !agrees {
            self.refuse_tag(tag, place);
        }
        value
    }

    fn refuse_tag(&mut self, tag: &Tag, place: Span) {
        let (message, help) = match tag {
            Tag::Core(name) => (format!("the value is not a valid `!!{name}`"), "remove the tag"),
            Tag::Other(name) => (format!("unknown tag `{name}`; the only useful tag is `!!str`"), "remove the tag"),
            Tag::Verbatim => ("the tag `!` has no effect on a list or mapping".to_owned(), "remove it"),
        };
        let finding = self.report(codes::UNSUPPORTED_TAG, place, message);
        self.sink.push(finding.help(help));
    }

    fn start(&mut self, seq: bool, flow: bool, prefix: &Prefix, span: Span) -> Result<(), Halt> {
        self.spend(1, span)?;
        if self.frames.len() >= MAX_DEPTH {
            return self.too_deep(span);
        }
        if let Some((tag, place)) = &prefix.tag
            && *tag != Tag::Core(if seq { "seq" } else { "map" }.to_owned())
        {
            self.refuse_tag(tag, *place);
        }
        let items = if seq { Items::Seq(Vec::new()) } else { Items::Map(Members::default()) };
        let (start, end) = (span.start, span.end);
        self.frames.push(Frame { start, end, flow, anchor: prefix.anchor, weight: 1, height: 1, items });
        Ok(())
    }

    fn end(&mut self, span: Span) {
        let Some(frame) = self.frames.pop() else { return };
        let end = if frame.flow { span.end } else { frame.end };
        let value = match frame.items {
            Items::Seq(items) => Value::Seq(items),
            Items::Map(members) => Value::Map(members.finish()),
        };
        let node = Node { span: Span { start: frame.start, end: end.max(frame.start) }, value };
        if self.awaits_key() {
            self.bad_key(node.span, "expected text as a key, found a list or mapping");
            return;
        }
        self.push(node, frame.anchor, frame.weight, frame.height);
    }

    fn alias(&mut self, anchor: usize, span: Span) -> Result<(), Halt> {
        self.unused.remove(&anchor);
        if self.awaits_key() {
            self.alias_key(anchor, span);
            return Ok(());
        }
        if let Some(key) = self.key_anchors.get(&anchor) {
            // A value of its own: what is wrong with it is fixed here, and not in the key.
            let value = scalar::resolve(key);
            self.spend(1 + key.len() / 256, span)?;
            self.push(Node { span, value }, 0, 1, 0);
            return Ok(());
        }
        let Some(built) = self.anchors.get(&anchor).copied() else {
            let finding = self.report(codes::UNKNOWN_ALIAS, span, "this alias is inside the value that it repeats");
            self.sink.push(finding);
            self.null(span);
            return Ok(());
        };
        self.spend(built.weight, span)?;
        if self.frames.len() + built.height > MAX_DEPTH {
            return self.too_deep(span);
        }
        self.attach(built, span);
        Ok(())
    }

    fn null(&mut self, span: Span) {
        if self.awaits_key() {
            return self.drop_key(span);
        }
        self.push(Node { span, value: Value::Null }, 0, 1, 0);
    }

    /// Keeps a finished value and gives it to the collection it stands in.
    fn push(&mut self, node: Node, anchor: usize, weight: usize, height: usize) {
        let span = node.span;
        let id = NodeId(u32::try_from(self.nodes.len()).expect("internal error: more nodes than bytes"));
        self.nodes.push(node);
        let built = Built { id, weight, height };
        if anchor != 0 {
            self.anchors.insert(anchor, built);
        }
        self.attach(built, span);
    }

    fn attach(&mut self, built: Built, span: Span) {
        let Some(frame) = self.frames.last_mut() else {
            self.root = self.root.or(Some(built.id));
            return;
        };
        frame.end = frame.end.max(span.end);
        frame.weight += built.weight;
        frame.height = frame.height.max(built.height + 1);
        match &mut frame.items {
            Items::Seq(items) => items.push(built.id),
            Items::Map(members) => members.value(built.id, &self.nodes),
        }
    }

    /// Counts values, aliases followed.
    fn spend(&mut self, values: usize, span: Span) -> Result<(), Halt> {
        self.values += values;
        if self.values <= MAX_VALUES {
            return Ok(());
        }
        let message = format!("more than {MAX_VALUES} values in one file, counting aliases");
        let finding = self.report(codes::TOO_MANY_VALUES, self.inside(span), message);
        self.sink
            .push(finding.help("split it into several files: put cards in deck files, and list those in the scenario"));
        Err(Halt::Broken)
    }

    fn too_deep(&mut self, span: Span) -> Result<(), Halt> {
        let message = format!("nested more than {MAX_DEPTH} levels deep");
        let finding = self.report(codes::NESTED_TOO_DEEPLY, self.inside(span), message);
        self.sink.push(finding);
        Err(Halt::Broken)
    }

    /// Returns the tree of a text that is whole and sound, and the traps.
    fn conclude(self, outcome: &Outcome) -> (Option<Tree>, Vec<Diagnostic>) {
        match outcome {
            Outcome::Whole if !self.odd_blanks => self.finish(),
            _ => (None, self.traps),
        }
    }

    /// Returns the tree, and the traps as values of it: so it shows which values are found wrong for another reason.
    fn finish(self) -> (Option<Tree>, Vec<Diagnostic>) {
        let Builder { root, nodes, mut traps, unused, .. } = self;
        traps.extend(unused.into_values());
        let null = root.is_none_or(|id| {
            let node = &nodes[id.0 as usize];
            matches!(node.value, Value::Null) && node.span.start == node.span.end
        });
        if null {
            let at = Address::bytes(self.file, Pointer::root(), Span::default());
            let finding = Diagnostic::new(codes::EMPTY_DOCUMENT, at, "the file is empty");
            self.sink.push(finding.help("start with the game, for example `system: table-battles`"));
            return (None, traps);
        }
        let tree = root.map(|root| Tree::new(nodes, root));
        for finding in &mut traps {
            // A value that is not in the tree, such as that of a key given twice, stays where it is written.
            let Some(tree) = &tree else { continue };
            let bytes = finding.at.part.clone();
            let part = match () {
                () if Part::Bytes(tree.span(&finding.at.pointer)) == bytes => Part::Value,
                () if Part::Bytes(tree.key_span(&finding.at.pointer)) == bytes => Part::Key,
                () => continue,
            };
            let edits = finding.fix.iter_mut().flat_map(|fix| &mut fix.edits).map(|edit| &mut edit.at);
            edits.chain([&mut finding.at]).filter(|at| at.part == bytes).for_each(|at| at.part = part.clone());
        }
        (tree, traps)
    }

    fn report(&self, code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, Address::bytes(self.file, self.pointer(), span), message)
    }

    /// Returns the value that is being read.
    fn pointer(&self) -> Pointer {
        self.frames.iter().fold(Pointer::root(), |pointer, frame| match &frame.items {
            Items::Seq(items) => pointer.index(items.len()),
            Items::Map(members) => members.current().map_or_else(|| pointer.clone(), |key| pointer.key(key)),
        })
    }

    /// Returns a span with at least one character, where there is one: block collections begin with an empty event.
    fn inside(&self, span: Span) -> Span {
        let next = self.text[span.start..].chars().next().map_or(0, char::len_utf8);
        Span { start: span.start, end: span.end.max(span.start + next) }
    }

    /// Returns the bytes a scalar is written in: a block scalar with its header and without trailing blank lines.
    fn scalar_span(&self, style: Style, span: Span) -> Span {
        if style != Style::Block {
            return span;
        }
        let between = &self.text[self.last.min(span.start)..span.start];
        let start = between.find(['|', '>']).map_or(span.start, |i| self.last + i);
        let end = start + self.text[start..span.end.max(start)].trim_end().len();
        Span { start, end }
    }
}
