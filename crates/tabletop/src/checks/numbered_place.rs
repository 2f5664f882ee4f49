//! TT138 `numbered-place`: the name of a place looks like the number of a hex.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::model::HexNumber;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT138", "numbered-place", Severity::Warning, include_str!("numbered_place.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let Some(map) = &battle.map else { return };
    for (name, _) in map.places.iter().filter(|(name, _)| HexNumber::parse(name).is_some()) {
        let Address { file, pointer, .. } = map.address("/places");
        let message =
            format!("`{name}` means the hex with that number, so nothing can refer to this place by its name");
        cx.push(cx.finding(Address::key(file, pointer.key(name)), message));
    }
}
