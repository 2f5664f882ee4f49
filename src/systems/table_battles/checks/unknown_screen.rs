//! TB102 `unknown-screen`: a screen names an enemy that does not exist.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::table_battles::resolve::{Battle, Role};
use crate::systems::table_battles::unknown;

/// A screen names an enemy that does not exist.
pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB102", "unknown-screen", Severity::Error, include_str!("unknown_screen.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    unknown::report(battle, cx, &[Role::Screen]);
}
