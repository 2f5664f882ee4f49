//! What the project promises, tested from outside.

mod form;
mod formats;
mod layers;
mod marked;
mod pages;
mod reading;
mod reading_properties;
mod table_battles;
mod thirty_mistakes;
mod toy;
