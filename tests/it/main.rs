//! What the project promises, tested from outside.
#![allow(clippy::unwrap_used, reason = "a test may stop at what it does not expect")]

mod accessories;
mod allow;
mod balance;
mod baseline;
mod ci;
mod cli;
mod config;
mod conformity;
mod faces;
mod fix;
mod form;
mod formats;
mod fuzz;
mod generated;
mod golden;
mod images;
mod layers;
mod marked;
mod numbers;
mod one_mistake;
mod outputs;
mod pages;
mod print;
mod print_cli;
mod print_tools;
mod profiles;
mod reading;
mod reading_properties;
mod smallest;
mod table_battles;
mod template_page;
mod templates;
mod thirty_mistakes;
mod toy;
mod watch;
