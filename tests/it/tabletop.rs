//! Tabletop: its clauses, what is printed and posted of it, and its positions as pictures.

mod clauses;
mod forum;
mod map;
mod position;
mod sentences;
