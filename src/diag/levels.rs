//! Severity as policy: what is allowed, warned of, or an error, whatever the checks say of themselves.

use std::collections::HashMap;

use super::{Diagnostic, Severity};

/// What to do with findings of certain codes.
#[derive(Debug, Clone, Default)]
pub struct Levels {
    by_id: HashMap<&'static str, Option<Severity>>,
}

impl Levels {
    /// Gives findings of a code (by its id) another severity; none drops them.
    pub fn set(&mut self, id: &'static str, severity: Option<Severity>) {
        self.by_id.insert(id, severity);
    }

    /// The findings that are left, with the severity that the policy gives them.
    pub fn apply(&self, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let judged = findings.into_iter().filter_map(|mut finding| {
            finding.severity = self.by_id.get(finding.code.id).copied().unwrap_or(Some(finding.severity))?;
            Some(finding)
        });
        judged.collect()
    }
}
