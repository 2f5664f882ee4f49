//! Tabletop: its clauses, its plays, its odds, what is printed and posted of it, and its positions as pictures.

mod clauses;
mod forum;
mod map;
mod odds;
mod plays;
mod position;
mod sentences;
