//! The figures of a battle: what formations do in runs of battles, what they are worth, the odds of their dice, and what
//! can be used at all.

pub mod balance;
mod line_up;
pub mod odds;
pub mod smoke;
mod usable;
