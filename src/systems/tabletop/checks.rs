//! The semantic checks of Tabletop: the list, by code. TT10x names, TT11x factions and lists, TT12x cards, TT13x the map,
//! TT14x the set-up, TT15x abilities, TT16x victory.
//!
//! A new check is `checks/<name>.rs`, its page `checks/<name>.md`, and two lines here. One of names that mean nothing is a
//! row of `checks/unknown.rs` instead.

mod unknown;

use super::resolve::TabletopBattle;
use crate::check::Check;

/// Every check, by code.
pub static CHECKS: &[&Check<TabletopBattle>] = &[&unknown::FACTION, &unknown::CARD, &unknown::HEX];
