//! PB135 `hole-outside`: a hole is not inside its area.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::{Address, Pointer};

use crate::checks::ring_at;
use crate::geometry::{MapArea, MapPoint, touch};
use crate::resolve::{FeatureGround, PubBattle};

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB135", "hole-outside", Severity::Error, include_str!("hole_outside.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let (Some(field), Some((file, map))) = (&battle.field, battle.map()) else { return };
    for (i, feature) in map.features.iter().enumerate() {
        if feature.area.is_none() && !feature.holes.is_empty() {
            let at = Pointer::root().key("map").key("features").index(i).key("holes");
            cx.push(cx.finding(Address::key(file, at), "only areas have holes, and this feature is not an area"));
        }
    }
    for feature in &field.features {
        let FeatureGround::Area(area) = &feature.ground else { continue };
        let rings: Vec<(MapArea, bool)> =
            area.rings().map(|(corners, is_hole)| (MapArea::new([(corners.to_vec(), false)]), is_hole)).collect();
        for (k, (hole, _)) in rings.iter().enumerate().filter(|(_, (_, is_hole))| *is_hole) {
            let corners = || hole.sides().map(|(corner, _)| corner);
            let is_inside = |(ring, is_hole): &(MapArea, bool)| {
                !is_hole && corners().all(|corner| reaches(ring, corner)) && !crosses(ring, hole)
            };
            if corners().next().is_none() {
                continue;
            }
            let at = ring_at(feature, k);
            if !rings.iter().any(is_inside) {
                cx.push(cx.finding(at, "this hole is not entirely inside its area"));
                continue;
            }
            let shares = |(_, (other, is_hole)): &(usize, &(MapArea, bool))| {
                let same = |a: &MapArea, b: &MapArea| a.sides().all(|(corner, _)| reaches(b, corner));
                let has_corner_in = |a: &MapArea, b: &MapArea| a.sides().any(|(corner, _)| b.contains(corner.fine()));
                *is_hole
                    && other.sides().next().is_some()
                    && (crosses(other, hole)
                        || has_corner_in(other, hole)
                        || has_corner_in(hole, other)
                        || same(other, hole))
            };
            if let Some((earlier, _)) = rings[..k].iter().enumerate().find(shares) {
                let finding = cx.finding(at, "this hole overlaps another");
                cx.push(finding.with_related(ring_at(feature, earlier), "the other hole"));
            }
        }
    }
}

/// Returns true if a place is in an area or on its border.
fn reaches(area: &MapArea, at: MapPoint) -> bool {
    area.contains(at.fine()) || area.sides().any(|(a, b)| touch(a, b, at, at))
}

/// Returns true if the borders of two areas cross between their corners.
fn crosses(one: &MapArea, other: &MapArea) -> bool {
    let (low, high) = other.bounds();
    let is_near = |a: MapPoint, b: MapPoint| {
        a.x.min(b.x) <= high.x && a.x.max(b.x) >= low.x && a.y.min(b.y) <= high.y && a.y.max(b.y) >= low.y
    };
    let is_clear = |a: MapPoint, b: MapPoint, c: MapPoint, d: MapPoint| {
        touch(a, b, c, d) && !touch(a, b, c, c) && !touch(a, b, d, d) && !touch(c, d, a, a) && !touch(c, d, b, b)
    };
    one.sides().filter(|(a, b)| is_near(*a, *b)).any(|(a, b)| other.sides().any(|(c, d)| is_clear(a, b, c, d)))
}
