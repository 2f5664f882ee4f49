//! PB137 `over-the-edge`: an area, a line or a road extends beyond the edge of the map.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::lines_of_map;
use crate::geometry::MapPoint;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB137", "over-the-edge", Severity::Warning, include_str!("over_the_edge.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = &battle.field else { return };
    for line in lines_of_map(field) {
        let beyond: Vec<usize> = (0..line.points.len()).filter(|i| !field.is_on_map(line.points[*i])).collect();
        // What lies off the map as a whole is another finding.
        let (Some(first), true) = (beyond.first(), beyond.len() < line.points.len()) else { continue };
        let more = match beyond.len() - 1 {
            0 => String::new(),
            1 => "; so is one more".to_owned(),
            more => format!("; so are {more} more"),
        };
        let message = format!("this point is off the map, which is {}{more}", field.extent());
        let MapPoint { x, y } = line.points[*first];
        let [x, y] = [x.clamp(0, field.size.x), y.clamp(0, field.size.y)];
        let finding = cx.finding(line.at.join(&format!("/{first}")), message);
        cx.push(finding.help(format!("the closest point on the map is [{x}, {y}]")));
    }
}
