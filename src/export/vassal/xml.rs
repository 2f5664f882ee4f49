//! The elements of a build file.

use std::fmt::Write as _;

use muster_core::print::xml::escape;

/// Returns words without line ends, tabs and other controls.
pub(super) fn words(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// A build file as it is written.
#[derive(Default)]
pub(super) struct Xml {
    out: String,
    open: Vec<&'static str>,
}

impl Xml {
    /// Begins an element of a class below `VASSAL.build`.
    pub(super) fn begin(&mut self, class: &'static str, attributes: &[(&str, &str)]) {
        self.tag(class, attributes, ">\n");
        self.open.push(class);
    }

    /// Writes an element without content.
    pub(super) fn empty(&mut self, class: &'static str, attributes: &[(&str, &str)]) {
        self.tag(class, attributes, "/>\n");
    }

    /// Writes an element with a text.
    pub(super) fn text(&mut self, class: &'static str, attributes: &[(&str, &str)], text: &str) {
        self.tag(class, attributes, ">");
        let _ = writeln!(self.out, "{}</{}>", escape(text), name(class));
    }

    /// Ends the element that was begun last.
    pub(super) fn end(&mut self) {
        let class = self.open.pop().unwrap_or_default();
        let _ = writeln!(self.out, "{}</{}>", "  ".repeat(self.open.len()), name(class));
    }

    /// Returns the file.
    pub(super) fn finish(self) -> String {
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n{}", self.out)
    }

    fn tag(&mut self, class: &str, attributes: &[(&str, &str)], end: &str) {
        let _ = write!(self.out, "{}<{}", "  ".repeat(self.open.len()), name(class));
        for (key, value) in attributes {
            let _ = write!(self.out, " {key}=\"{}\"", escape(&words(value)));
        }
        self.out += end;
    }
}

/// Returns the name of an element: plain words stay as they are.
fn name(class: &str) -> String {
    if class.contains('.') || class.starts_with("Game") { format!("VASSAL.build.{class}") } else { class.to_owned() }
}
