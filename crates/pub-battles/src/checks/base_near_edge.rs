//! PB215 `base-near-edge`: a base is closer to its side's home edge than a third of a mounted move.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::{counted_length, from_edge};
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB215", "base-near-edge", Severity::Error, include_str!("base_near_edge.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let (Some(field), Some(scenario)) = (&battle.field, battle.scenario()) else { return };
    for (side, base) in &scenario.bases {
        let (Some(owner), Some(location)) = (battle.find_side(side), battle.location(base)) else { continue };
        let edge = battle.sides[owner].edge;
        let inward = from_edge(field, edge, location.at);
        if 3 * inward < i32::from(field.mounted) {
            let least = counted_length((field.mounted, 3));
            let message = format!(
                "`{base}` is {inward} from the {} edge; a base must be at least {least} from its home edge",
                edge.word()
            );
            let at = battle.scenario_address("/scenario/bases").pointer.key(side);
            let at = muster_core::source::Address::value(battle.file(), at);
            cx.push(cx.finding(at, message).help("choose a location farther from the edge (PB-10.4)"));
        }
    }
}
