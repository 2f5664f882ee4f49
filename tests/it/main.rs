//! What the project promises, tested from outside.

mod layers;
mod marked;
mod one_mistake;
mod pages;
mod table_battles;
mod thirty_mistakes;
mod toy;
