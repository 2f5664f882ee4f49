//! Pub Battles: its clauses, and its geometry.

mod clauses;
mod geometry;
