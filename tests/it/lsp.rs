//! The language server, as an editor meets it.

mod actions;
mod conversation;
mod diagnostics;
mod editor;
mod names;
mod random_edits;
