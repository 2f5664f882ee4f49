//! Table Battles, designed by Amabel Holland: dice placed on formation cards, actions and reactions, morale.

pub mod blame;
pub mod checks;
pub mod model;
pub mod notation;
pub mod prospects;
pub mod resolve;
pub mod unknown;
