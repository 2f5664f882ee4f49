//! Pub Battles: its clauses, and its geometry.

mod clauses;
mod drawn;
mod geometry;
mod odds;
