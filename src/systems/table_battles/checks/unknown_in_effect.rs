//! TB180 `unknown-in-effect`: a special rule names a formation or side that does not exist.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::table_battles::resolve::Battle;
use crate::systems::table_battles::unknown;

/// A special rule names a formation or side that does not exist.
pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB180", "unknown-in-effect", Severity::Error, include_str!("unknown_in_effect.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    unknown::report_in_effects(battle, cx);
}
