//! The semantic checks of States of Battle: the list, by code.
//!
//! A new check is `checks/<name>.rs`, its page `checks/<name>.md`, and a line in the list.

use super::resolve::StatesBattle;
use crate::check::Check;

/// Every check, by code.
pub static CHECKS: &[&Check<StatesBattle>] = &[];
