//! PB120 `out-of-scale`: blocks, headquarters or movement sticks do not fit the map or each other.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::{Address, Pointer};

use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB120", "out-of-scale", Severity::Warning, include_str!("out_of_scale.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let (Some(field), Some((_, map))) = (&battle.field, battle.map()) else { return };
    let at = |pointer: &str| Address::value(field.file, Pointer::parse(pointer));
    let [width, _] = field.block;
    if width > field.foot {
        let message = format!("blocks are {width} wide, wider than their foot move of {}", field.foot);
        cx.push(cx.finding(at("/map/block/width"), message));
    }
    if let Some(side) = map.headquarters.filter(|side| *side > width) {
        let message = format!("headquarters are {side} wide, wider than blocks, which are {width}");
        cx.push(cx.finding(at("/map/headquarters"), message));
    }
    let longest = field.size.x.max(field.size.y);
    for (stick, key) in [(field.foot, "foot"), (field.mounted, "mounted")] {
        if i32::from(stick) > longest {
            let message = format!("a {key} move of {stick} is longer than the map, which is {}", field.extent());
            cx.push(cx.finding(at(&format!("/map/{key}")), message));
        }
    }
    for (i, block) in battle.blocks.iter().enumerate() {
        let stick = field.stick(block.kind.stick());
        if block.size[0] > stick && block.size[0] != width {
            let message = format!("`{}` is {} wide, wider than its move of {stick}", block.name, block.size[0]);
            cx.push(cx.finding(battle.block_address(i, "/width"), message));
        }
    }
}
