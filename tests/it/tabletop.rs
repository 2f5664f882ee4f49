//! Tabletop: its clauses, its plays, what is printed and posted of it, and its positions as pictures.

mod clauses;
mod forum;
mod map;
mod plays;
mod position;
mod sentences;
