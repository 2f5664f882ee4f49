//! PB132 `misshapen-area`: an area crosses itself or has no extent.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::{ring_at, rings};
use crate::geometry::{MapPoint, touch};
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB132", "misshapen-area", Severity::Error, include_str!("misshapen_area.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = &battle.field else { return };
    for (feature, ring, corners) in rings(field) {
        let mut different = corners.to_vec();
        different.sort_unstable();
        different.dedup();
        let message = match different.len() {
            count @ 0..3 => format!("an area needs at least three corners, found {count}"),
            _ => match fault(corners) {
                Some(fault) => fault,
                None => continue,
            },
        };
        cx.push(cx.finding(ring_at(feature, ring), message));
    }
}

/// Returns the fault of an area's border.
fn fault(corners: &[MapPoint]) -> Option<String> {
    // Editors of maps write the first corner once more at the end, and some write corners twice.
    let mut corners = corners.to_vec();
    corners.dedup();
    while corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    let next = |i: usize| (i + 1) % corners.len();
    let side = |i: usize| (corners[i], corners[next(i)]);
    let turn = |a: MapPoint, b: MapPoint, c: MapPoint| {
        let [(x, y), (u, v)] = [(a, b), (b, c)].map(|(from, to)| (i64::from(to.x - from.x), i64::from(to.y - from.y)));
        (x * v - y * u, x * u + y * v)
    };
    let is_flat = (2..corners.len()).all(|i| turn(corners[0], corners[1], corners[i]).0 == 0);
    if is_flat {
        return Some("all corners of this area are on one line".to_owned());
    }
    for i in 0..corners.len() {
        let (a, b) = side(i);
        let (cross, along) = turn(a, b, side(next(i)).1);
        if cross == 0 && along < 0 {
            return Some(format!("the border of this area turns back on itself at [{}, {}]", b.x, b.y));
        }
    }
    // Sides from west to east: only those that are beside each other can touch.
    let mut order: Vec<usize> = (0..corners.len()).collect();
    let low = |i: usize| side(i).0.x.min(side(i).1.x);
    let high = |i: usize| side(i).0.x.max(side(i).1.x);
    order.sort_unstable_by_key(|i| low(*i));
    for (k, &i) in order.iter().enumerate() {
        let (a, b) = side(i);
        for &j in order[k + 1..].iter().take_while(|j| low(**j) <= high(i)) {
            let (c, d) = side(j);
            if next(i) != j && next(j) != i && touch(a, b, c, d) {
                return Some(format!(
                    "this area crosses itself: its side from [{}, {}] to [{}, {}] meets the one from [{}, {}] to [{}, {}]",
                    a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y
                ));
            }
        }
    }
    None
}
