//! Messages of a project besides its findings, kept until they are shown.

use std::sync::{Arc, Mutex, PoisonError};

/// Messages of a project, a line each. Its clones share them.
#[derive(Debug, Clone, Default)]
pub struct Messages(Arc<Mutex<Vec<String>>>);

impl Messages {
    /// Keeps a message.
    pub fn say(&self, text: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(text.to_owned());
    }

    /// Returns the messages kept so far, and keeps them no longer.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
