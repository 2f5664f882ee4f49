//! PB171 `road-off-edge`: something enters on a road that does not meet the edge.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_systems::english::quote_names;

use crate::checks::{entries, meets};
use crate::model::MapEdge;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB171", "road-off-edge", Severity::Error, include_str!("road_off_edge.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = &battle.field else { return };
    for entry in entries(battle) {
        let Some(road) = entry.entry.road.map(|road| &field.roads[road]) else { continue };
        let edge = entry.entry.edge;
        if meets(field, road, edge).next().is_some() {
            continue;
        }
        let others = MapEdge::ALL.into_iter().filter(|edge| meets(field, road, *edge).next().is_some());
        let others: Vec<&str> = others.map(MapEdge::word).collect();
        let finding =
            cx.finding(entry.at.join("/on"), format!("`{}` does not meet the {} edge", road.name, edge.word()));
        let help = match others.len() {
            0 => "it meets no edge of the map".to_owned(),
            1 => format!("it meets the {} edge", quote_names(others, "and")),
            _ => format!("it meets the edges {}", quote_names(others, "and")),
        };
        cx.push(finding.help(help));
    }
}
