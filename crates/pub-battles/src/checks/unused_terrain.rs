//! PB138 `unused-terrain`: no feature has this kind of terrain.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::{Address, Pointer};

use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB138", "unused-terrain", Severity::Info, include_str!("unused_terrain.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = &battle.field else { return };
    // Where a kind means nothing, this one may be meant by it.
    if field.features.iter().any(|feature| feature.kind.is_none()) {
        return;
    }
    for (i, (name, _)) in field.kinds.iter().enumerate() {
        if field.features.iter().all(|feature| feature.kind != Some(i)) {
            let at = Pointer::root().key("map").key("kinds").key(name);
            cx.push(cx.finding(Address::key(field.file, at), format!("no feature of the map has the kind `{name}`")));
        }
    }
}
