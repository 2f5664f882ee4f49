//! What the project promises, tested from outside.

mod marked;
mod pages;
mod thirty_mistakes;
