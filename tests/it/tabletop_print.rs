//! What is printed and posted of Tabletop.

mod forum;
mod sentences;
