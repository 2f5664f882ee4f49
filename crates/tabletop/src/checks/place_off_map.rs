//! TT137 `place-off-map`: a place is off the map.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::checks::off_the_map;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT137", "place-off-map", Severity::Error, include_str!("place_off_map.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let Some(map) = &battle.map else { return };
    for ((name, hex), number) in map.places.iter().zip(map.written.places.values()) {
        if hex.is_none() {
            let Address { file, pointer, .. } = map.address("/places");
            cx.push(cx.finding(Address::value(file, pointer.key(name)), off_the_map(map, *number)));
        }
    }
}
