//! Table Battles: its clauses, its battles, its plays.

pub(crate) mod arena;
mod battles;
mod differences;
mod effect_checks;
mod effect_pages;
mod effects;
mod entering_and_leaving;
mod expansions;
mod hits;
mod measures;
mod pieces;
mod placing;
mod plays;
mod prospects;
mod reactions;
mod turns;
mod victory;
mod wording;
