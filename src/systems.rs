//! What an author of a game system writes ([`Game`]), and what everyone else sees of it.

pub mod table_battles;

use crate::source::FileId;

/// A document whose text, schema and types are sound.
#[derive(Debug)]
pub struct Doc<M> {
    /// Where it was read.
    pub file: FileId,
    /// Whether the user named it; a file may also be read because another one names it.
    pub given: bool,
    /// What it says.
    pub model: M,
}
