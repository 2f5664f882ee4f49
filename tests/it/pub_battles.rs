//! Pub Battles: its clauses, its geometry, and what is printed of it.

mod clauses;
mod drawn;
mod geometry;
mod odds;
mod print;
