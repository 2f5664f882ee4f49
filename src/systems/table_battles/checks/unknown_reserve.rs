//! TB106 `unknown-reserve`: a reserve line names a friend that does not exist.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::table_battles::resolve::{Battle, Role};
use crate::systems::table_battles::unknown;

/// A reserve line names a friend that does not exist.
pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB106", "unknown-reserve", Severity::Error, include_str!("unknown_reserve.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    unknown::report(battle, cx, &[Role::Behind, Role::CommandedBy]);
}
