//! The language server, as an editor meets it.

mod actions;
mod completion;
mod conversation;
mod diagnostics;
mod editor;
mod missing;
mod names;
mod previews;
mod random_edits;
