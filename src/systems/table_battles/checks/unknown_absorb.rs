//! TB104 `unknown-absorb`: an absorb names a friend that does not exist.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::table_battles::resolve::{Battle, Role};
use crate::systems::table_battles::unknown;

/// An absorb names a friend that does not exist.
pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB104", "unknown-absorb", Severity::Error, include_str!("unknown_absorb.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    unknown::report(battle, cx, &[Role::Absorb]);
}
