//! What the project promises, tested from outside.

mod faces;
mod marked;
mod pages;
mod print;
mod thirty_mistakes;
