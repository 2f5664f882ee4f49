//! Table Battles, designed by Amabel Holland: dice placed on formation cards, actions and reactions, morale.

pub mod cards;
pub mod model;
pub mod notation;
pub mod resolve;
