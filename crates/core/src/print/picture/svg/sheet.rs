//! Style sheets: rules with their selectors, and what they say of an element.

use std::cell::Cell;
use std::collections::HashMap;

use simplecss::{AttributeOperator, Element, PseudoClass, Selector};
use usvg::roxmltree::Node;

use super::super::PictureFault;

/// The most times that selectors are compared with elements, and rules applied to them.
const MOST_STEPS: u64 = 5_000_000;

/// A property with its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Declaration<'a> {
    pub(super) name: &'a str,
    pub(super) value: &'a str,
    pub(super) important: bool,
}

/// Returns the declarations of a text, without comments.
pub(super) fn declarations(text: &str) -> Vec<Declaration<'_>> {
    pieces(text, ';').filter_map(declaration).collect()
}

fn declaration(text: &str) -> Option<Declaration<'_>> {
    let (name, value) = text.split_once(':')?;
    let (name, value) = (name.trim(), value.trim());
    let cut = value.rsplit_once('!').filter(|(_, word)| word.trim().eq_ignore_ascii_case("important"));
    let (value, important) = cut.map_or((value, false), |(value, _)| (value.trim_end(), true));
    let is_plain = !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c == '{');
    (is_plain && !value.is_empty()).then_some(Declaration { name, value, important })
}

/// Returns the pieces of a text between separators; those in quotes or brackets do not count.
fn pieces(text: &str, between: char) -> impl Iterator<Item = &str> {
    let (mut depth, mut quote) = (0_u32, None);
    text.split(move |c: char| {
        match c {
            _ if quote == Some(c) => quote = None,
            '"' | '\'' if quote.is_none() => quote = Some(c),
            '(' | '[' | '{' if quote.is_none() => depth += 1,
            ')' | ']' | '}' if quote.is_none() => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == between && depth == 0 && quote.is_none()
    })
}

/// Returns a text without its comments.
pub(super) fn without_comments(text: &str) -> String {
    let mut parts = text.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + " " + part.split_once("*/").map_or("", |(_, after)| after))
}

/// One selector with what it says.
struct Rule<'a> {
    selector: Selector<'a>,
    declarations: Vec<Declaration<'a>>,
}

/// The rules of a file, by what an element must have for them.
#[derive(Default)]
pub(super) struct Rules<'a> {
    rules: Vec<Rule<'a>>,
    /// Rules whose selector is one class, by it.
    by_class: HashMap<&'a str, Vec<usize>>,
    /// All others.
    others: Vec<usize>,
    /// Descriptions of the rules that are not understood.
    pub(super) left_out: Vec<String>,
    steps: Cell<u64>,
}

impl<'a> Rules<'a> {
    /// Adds a style sheet without comments.
    pub(super) fn add(&mut self, text: &'a str) -> Result<(), PictureFault> {
        let mut rest = text;
        loop {
            rest = rest.trim_start();
            rest = rest.strip_prefix("<!--").or_else(|| rest.strip_prefix("-->")).unwrap_or(rest).trim_start();
            let Some(at) = rest.find(['{', ';']) else { return Ok(()) };
            let (prelude, found) = rest.split_at(at);
            if let Some(after) = found.strip_prefix(';') {
                // `@import` is refused elsewhere; what else ends like this says nothing of colours.
                rest = after;
                continue;
            }
            let (body, after) = block(&found[1..]);
            match prelude.trim().strip_prefix('@') {
                None => self.add_rule(prelude, body)?,
                Some(name) => {
                    let name = name.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next().unwrap_or_default();
                    if !matches!(
                        name,
                        "font-face" | "keyframes" | "-webkit-keyframes" | "page" | "property" | "counter-style"
                    ) {
                        self.left_out.push(format!("styles in `@{name}`"));
                    }
                }
            }
            rest = after;
        }
    }

    fn add_rule(&mut self, prelude: &'a str, body: &'a str) -> Result<(), PictureFault> {
        let declarations = declarations(body);
        if declarations.is_empty() {
            return Ok(());
        }
        for text in pieces(prelude, ',') {
            self.step(1 + declarations.len() as u64)?;
            let text = text.trim();
            // The document has one root.
            let known = if text == ":root" { "svg:first-child" } else { text };
            let Some(selector) = Selector::parse(known) else {
                // What follows the mouse is not printed.
                if !text.contains("::")
                    && !["hover", "focus", "target", "visited", "link"].iter().any(|name| text.contains(name))
                {
                    let short: String = text.chars().take(40).collect();
                    self.left_out.push(format!("styles of `{short}`"));
                }
                continue;
            };
            let number = self.rules.len();
            let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
            match text.strip_prefix('.').filter(|name| is_name(name)) {
                Some(class) => self.by_class.entry(class).or_default().push(number),
                None => self.others.push(number),
            }
            self.rules.push(Rule { selector, declarations: declarations.clone() });
        }
        Ok(())
    }

    fn step(&self, steps: u64) -> Result<(), PictureFault> {
        self.steps.set(self.steps.get() + steps);
        if self.steps.get() > MOST_STEPS {
            let text = format!("applying its style sheets takes more than {MOST_STEPS} steps");
            return Err(PictureFault::Endless(text));
        }
        Ok(())
    }

    /// Returns what the rules say of an element, the least special first.
    pub(super) fn declarations_of(&self, node: Node<'_, '_>) -> Result<Vec<Declaration<'a>>, PictureFault> {
        if self.rules.is_empty() {
            return Ok(Vec::new());
        }
        let classes = node.attribute("class").unwrap_or_default();
        let by_class = classes.split_ascii_whitespace().filter_map(|class| self.by_class.get(class)).flatten();
        let matched = Matched { node, steps: &self.steps };
        let others = self.others.iter().filter(|rule| self.rules[**rule].selector.matches(&matched));
        let mut found: Vec<usize> = by_class.chain(others).copied().collect();
        found.sort_unstable();
        found.dedup();
        found.sort_by_key(|rule| self.rules[*rule].selector.specificity());
        self.step(found.iter().map(|rule| self.rules[*rule].declarations.len() as u64).sum())?;
        Ok(found.iter().flat_map(|rule| &self.rules[*rule].declarations).copied().collect())
    }
}

/// Splits the rest of a block from what follows it.
fn block(text: &str) -> (&str, &str) {
    let mut depth = 0;
    for (at, sign) in text.match_indices(['{', '}']) {
        match sign {
            "{" => depth += 1,
            _ if depth == 0 => return (&text[..at], &text[at + 1..]),
            _ => depth -= 1,
        }
    }
    (text, "")
}

/// An element as selectors look at it. What they look at is counted; beyond the limit they find nothing more.
struct Matched<'a, 'i, 's> {
    node: Node<'a, 'i>,
    steps: &'s Cell<u64>,
}

impl Matched<'_, '_, '_> {
    /// Counts steps; false beyond the limit.
    fn goes_on(&self, steps: usize) -> bool {
        self.steps.set(self.steps.get() + steps as u64);
        self.steps.get() <= MOST_STEPS
    }
}

impl Element for Matched<'_, '_, '_> {
    fn parent_element(&self) -> Option<Self> {
        let node = self.node.parent_element().filter(|_| self.goes_on(1))?;
        Some(Matched { node, ..*self })
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        let node = self.node.prev_sibling_element().filter(|_| self.goes_on(1))?;
        Some(Matched { node, ..*self })
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.goes_on(1) && self.node.tag_name().name() == name
    }

    fn attribute_matches(&self, name: &str, operator: AttributeOperator<'_>) -> bool {
        let value = self.node.attribute(name);
        self.goes_on(1 + value.map_or(0, str::len) / 4) && value.is_some_and(|value| operator.matches(value))
    }

    fn pseudo_class_matches(&self, class: PseudoClass<'_>) -> bool {
        class == PseudoClass::FirstChild && self.node.prev_sibling_element().is_none()
    }
}
