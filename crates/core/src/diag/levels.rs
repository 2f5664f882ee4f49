//! Severity as policy: what is allowed, warned of, or an error, whatever the checks say of themselves.

use std::collections::BTreeMap;
use std::fmt;

use super::Severity;

/// Severities set for codes: each replaces the code's own, or drops its findings.
#[derive(Debug, Clone, Default)]
pub struct Levels {
    by_id: BTreeMap<&'static str, Option<Severity>>,
}

impl Levels {
    /// Gives findings of a code (by its id) another severity; none drops them.
    pub fn set(&mut self, id: &'static str, severity: Option<Severity>) {
        self.by_id.insert(id, severity);
    }

    /// Returns the severity that is set for a code: `Some(None)` drops its findings, `None` leaves them as they are.
    pub fn get(&self, id: &str) -> Option<Option<Severity>> {
        self.by_id.get(id).copied()
    }
}

/// As an inline table of TOML.
impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words =
            self.by_id.iter().map(|(id, level)| format!("{id} = \"{}\"", level.map_or("allow", Severity::name)));
        write!(f, "{{{}}}", words.collect::<Vec<_>>().join(", "))
    }
}
