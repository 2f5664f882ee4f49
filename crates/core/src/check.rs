//! Semantic checks and how a list of them is run; and comments that allow findings.

pub mod allow;

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::diag::{Code, Diagnostic, Sink};

/// A semantic check over a subject of type `S`: a battle with its resolved references.
#[derive(Debug)]
pub struct Check<S: 'static> {
    /// The kind of finding it reports.
    pub code: Code,
    /// Looks at the subject and reports.
    pub run: fn(&S, &mut Cx<'_>),
}

/// The context of a check: it takes the check's findings.
#[derive(Debug)]
pub struct Cx<'a> {
    code: Code,
    sink: &'a mut Sink,
}

impl Cx<'_> {
    /// Returns a finding of this check at a place, to be completed and pushed with [`Cx::push`].
    pub fn finding(&self, at: crate::source::Address, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.code, at, message)
    }

    /// Reports a finding.
    pub fn push(&mut self, finding: Diagnostic) {
        self.sink.push(finding);
    }
}

/// Runs every check of a list. A check that panics is a bug of ours: its code is returned, and the others go on.
pub fn run<S>(checks: &[&Check<S>], subject: &S, sink: &mut Sink) -> Vec<Code> {
    let mut broken = Vec::new();
    for check in checks {
        let mut found = Sink::default();
        let outcome =
            catch_unwind(AssertUnwindSafe(|| (check.run)(subject, &mut Cx { code: check.code, sink: &mut found })));
        if outcome.is_err() {
            broken.push(check.code);
        }
        sink.extend(found.into_findings());
    }
    broken
}
