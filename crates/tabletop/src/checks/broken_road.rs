//! TT136 `broken-road`: a road joins hexes that are not next to each other, or leaves the map.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::off_the_map;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT136", "broken-road", Severity::Error, include_str!("broken_road.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let Some(map) = &battle.map else { return };
    for (i, road) in map.written.roads.iter().enumerate() {
        let at = |step: usize| map.address(&format!("/roads/{i}/{step}"));
        if let [_] | [] = road[..] {
            cx.push(cx.finding(map.address(&format!("/roads/{i}")), "a road needs at least two hexes"));
        }
        for (step, number) in road.iter().enumerate() {
            let Some(hex) = map.hex(*number) else {
                cx.push(cx.finding(at(step), off_the_map(map, *number)));
                continue;
            };
            let Some(before) = step.checked_sub(1).and_then(|before| map.hex(road[before])) else { continue };
            let distance = map.layout.distance(before, hex);
            if distance != 1 {
                let (from, to) = (map.digits(before), map.digits(hex));
                let message = match distance {
                    0 => format!("the road goes from hex `{to}` to itself"),
                    _ => {
                        format!(
                            "hex `{to}` is {distance} hexes from `{from}`; each hex of a road must be next to the one before"
                        )
                    }
                };
                cx.push(cx.finding(at(step), message));
            }
        }
    }
}
