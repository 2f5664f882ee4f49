//! PB193 `picture-points`: the two points that place the picture of a map do not determine its scale, or mirror it.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::{Address, Pointer};

use crate::model::MapPicture;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB193", "picture-points", Severity::Error, include_str!("picture_points.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some((file, map)) = battle.map() else { return };
    let Some(MapPicture::Laid(laid)) = &map.picture else { return };
    let [Some([on, of]), Some([on_2, of_2])] = [laid.points.first(), laid.points.get(1)] else { return };
    let at = Address::value(file, Pointer::parse("/map/picture/points"));
    if (0..2).any(|axis| on[axis] == on_2[axis] || of[axis] == of_2[axis]) {
        let message = "these two places are in line with an edge, so one of the two scales is unknown";
        cx.push(cx.finding(at, message).help("use two opposite corners of the map"));
    } else if (on[0] < on_2[0]) != (of[0] < of_2[0]) {
        let message = "these two places mirror the picture: the place that is farther east on the map is farther left in the picture";
        cx.push(cx.finding(at, message).help("write each place in map units first, then in pixels"));
    }
}
