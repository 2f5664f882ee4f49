//! What the project promises, tested from outside.

mod layers;
mod marked;
mod pages;
mod thirty_mistakes;
mod toy;
