//! TB101 `unknown-target`: an attack names a formation that the enemy does not have.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::table_battles::resolve::{Battle, Role};
use crate::systems::table_battles::unknown;

/// An attack names a formation that the enemy does not have.
pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB101", "unknown-target", Severity::Error, include_str!("unknown_target.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    unknown::report(battle, cx, &[Role::Attack]);
}
