//! What is printed and posted of Tabletop.

mod forum;
mod map;
mod sentences;
