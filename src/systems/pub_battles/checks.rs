//! The semantic checks of Pub Battles: the list, by code. PB10x names.
//!
//! A new check is `checks/<name>.rs`, its page `checks/<name>.md`, and two lines here. One of names that mean nothing is a
//! row of `checks/unknown.rs` instead.

mod unknown;

use super::resolve::PubBattle;
use crate::check::Check;

/// Every check, by code.
pub static CHECKS: &[&Check<PubBattle>] =
    &[&unknown::SIDE, &unknown::COMMAND, &unknown::LOCATION, &unknown::ROAD, &unknown::TERRAIN];
