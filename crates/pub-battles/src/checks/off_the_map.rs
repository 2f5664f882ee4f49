//! PB136 `off-the-map`: something is off the map.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::checks::lines_of_map;
use crate::geometry::MapPoint;
use crate::resolve::{FeatureGround, PubBattle};

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB136", "off-the-map", Severity::Error, include_str!("off_the_map.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = &battle.field else { return };
    let extent = field.extent();
    for line in lines_of_map(field) {
        let least = |of: fn(&MapPoint) -> i32| line.points.iter().map(of).min();
        let most = |of: fn(&MapPoint) -> i32| line.points.iter().map(of).max();
        let is_beyond = |low: Option<i32>, high: Option<i32>, end: i32| {
            low.is_some_and(|low| low > end) || high.is_some_and(|high| high < 0)
        };
        let is_off = is_beyond(least(|p| p.x), most(|p| p.x), field.size.x)
            || is_beyond(least(|p| p.y), most(|p| p.y), field.size.y);
        if is_off {
            cx.push(cx.finding(line.at, format!("this {} lies off the map, which is {extent}", line.what)));
        }
    }
    for location in &field.locations {
        if field.is_on_map(location.at) {
            continue;
        }
        let MapPoint { x, y } = location.at;
        match location.feature {
            None => {
                let at = Address::value(location.written.file, location.written.pointer.clone());
                cx.push(cx.finding(at, format!("`{}` is off the map, which is {extent}", location.name)));
            }
            // Of one that lies off the map as a whole that is said already.
            Some(feature) if matches!(field.features[feature].ground, FeatureGround::Area(_)) => {
                let is_on = |points: &[MapPoint]| points.iter().any(|point| field.is_on_map(*point));
                if lines_of_map(field).any(|line| line.feature == Some(feature) && is_on(line.points)) {
                    let message =
                        format!("the middle of `{}` is its location, and [{x}, {y}] is off the map", location.name);
                    cx.push(cx.finding(location.written.clone(), message));
                }
            }
            Some(_) => {}
        }
    }
}
