//! Pub Battles: its clauses, its geometry, and what is printed of it.

mod capture_the_flag;
mod clauses;
mod drawn;
mod fog;
mod geometry;
mod odds;
mod print;
mod wording;
