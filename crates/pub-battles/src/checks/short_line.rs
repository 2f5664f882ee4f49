//! PB133 `short-line`: a line or road leads nowhere.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::geometry::MapPoint;
use crate::resolve::{FeatureGround, PubBattle};

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB133", "short-line", Severity::Error, include_str!("short_line.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = &battle.field else { return };
    let of_features = field.features.iter().filter_map(|feature| match &feature.ground {
        FeatureGround::Line(line) => Some((line, &feature.written, "line")),
        FeatureGround::Area(_) | FeatureGround::Nowhere => None,
    });
    let of_roads = field.roads.iter().map(|road| (&road.line, &road.written, "road"));
    for (line, written, what) in of_features.chain(of_roads) {
        let goes_nowhere = |line: &[MapPoint]| line.iter().all(|point| *point == line[0]);
        let message = match line.len() {
            0 | 1 => format!("a {what} needs at least two points"),
            _ if goes_nowhere(line) => format!("all points of this {what} are at one place"),
            _ => continue,
        };
        cx.push(cx.finding(written.line(), message));
    }
}
