//! PB155 `never-within-reach`: a location is so deep in impassable ground that nothing can get near enough to it.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::checks::{counted_length, impassable, title, written_commands};
use crate::geometry::{MapArea, MapPoint};
use crate::model::{LocationRef, PubVictory};
use crate::resolve::{Field, PubBattle};

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB155", "never-within-reach", Severity::Error, include_str!("never_within_reach.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let (Some(scenario), Some(field)) = (battle.scenario(), &battle.field) else { return };
    let largest = battle.blocks.iter().map(|block| block.size).chain([[field.headquarters; 2]]);
    let room = largest.map(|[width, depth]| u32::from(width) + u32::from(depth)).max().unwrap_or(0);
    let mut report = |name: &str, at: Address, (length, parts): (u16, u16), what: &str| {
        let Some(location) = field.location(name) else { return };
        let reach = i64::from(length) / i64::from(parts) + 1 + i64::from(room);
        if let Some(feature) = sunk(field, location.at, reach) {
            let (title, near) = (title(field, feature), counted_length((length, parts)));
            cx.push(cx.finding(at, format!("no {what} can come within {near} of `{name}`: {title} cannot be entered")));
        }
    };
    for (i, victory) in scenario.victory.iter().enumerate() {
        let PubVictory::Hold { location, within, .. } = victory else { continue };
        let at = battle.scenario_address(&format!("/scenario/victory/{i}/location"));
        let names = location.names();
        for (k, name) in names.iter().enumerate() {
            let at = if names.len() == 1 { at.clone() } else { at.join(&format!("/{k}")) };
            report(name, at, battle.length(*within), "block");
        }
    }
    let perimeter = (field.foot, 2);
    for (command, written) in written_commands(battle).iter().enumerate() {
        for (k, order) in written.orders.iter().enumerate() {
            let at = |suffix: &str| battle.command_address(command, &format!("/orders/{k}/{suffix}"));
            for (i, name) in order.via.iter().enumerate() {
                report(name, at(&format!("via/{i}")), perimeter, "headquarters");
            }
            for (key, location) in [("attack", &order.attack), ("defend", &order.defend)] {
                if let Some(LocationRef::One(name)) = location {
                    report(name, at(key), perimeter, "block");
                }
            }
        }
    }
}

/// Returns the impassable feature in which a place lies deeper than a length.
fn sunk(field: &Field, at: MapPoint, length: i64) -> Option<usize> {
    let is_deep = |area: &MapArea| {
        area.is_near(at, 0) && area.contains(at.fine()) && area.sides().all(|(a, b)| is_further(at, a, b, length))
    };
    impassable(field).find(|(_, area)| is_deep(area)).map(|(feature, _)| feature)
}

/// Returns true if a place is further than a length from a straight line between two others.
fn is_further(at: MapPoint, a: MapPoint, b: MapPoint, length: i64) -> bool {
    let minus = |p: MapPoint, q: MapPoint| (i64::from(p.x - q.x), i64::from(p.y - q.y));
    let ((x, y), (u, v)) = (minus(at, a), minus(b, a));
    let (along, whole, length) = (x * u + y * v, u * u + v * v, length * length);
    if along <= 0 {
        return at.square_to(a) > length;
    }
    if along >= whole {
        return at.square_to(b) > length;
    }
    let cross = i128::from(x * v - y * u);
    cross * cross > i128::from(length) * i128::from(whole)
}
