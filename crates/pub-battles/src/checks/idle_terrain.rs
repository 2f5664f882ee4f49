//! PB139 `idle-terrain`: a kind of terrain has a property without effect.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::{Address, Pointer};

use crate::resolve::{FeatureGround, PubBattle};

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB139", "idle-terrain", Severity::Warning, include_str!("idle_terrain.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = &battle.field else { return };
    for (i, (name, kind)) in field.kinds.iter().enumerate() {
        let mut features = field.features.iter().filter(|feature| feature.kind == Some(i)).peekable();
        let is_line = |ground: &FeatureGround| matches!(ground, FeatureGround::Line(_));
        let only_lines = features.peek().is_some() && features.all(|feature| is_line(&feature.ground));
        let mut report = |key: &str, why: String| {
            let at = Pointer::root().key("map").key("kinds").key(name).key(key);
            cx.push(cx.finding(Address::value(field.file, at), why));
        };
        if kind.modifier != 0 && only_lines {
            report("modifier", format!("every `{name}` is a line, and nothing can occupy a line"));
        } else if kind.modifier != 0 && !kind.passable {
            report("modifier", format!("`{name}` cannot be entered, so it cannot be occupied"));
        }
        if kind.blocks_sight && only_lines {
            report("blocks_sight", format!("every `{name}` is a line, and only areas block sight"));
        }
    }
}
