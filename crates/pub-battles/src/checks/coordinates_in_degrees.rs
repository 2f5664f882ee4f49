//! PB192 `coordinates-in-degrees`: a map is drawn in degrees of longitude and latitude, but nothing says where they are on
//! the map, or they are swapped.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::{Address, Pointer};

use crate::geojson::{GeoCollection, GeoPosition};
use crate::model::MapPlace;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB192", "coordinates-in-degrees", Severity::Error, include_str!("coordinates_in_degrees.md")),
    run,
};

/// Returns true if a map is no larger than the world is in degrees, and all that is drawn lies on it: then its places are map units.
fn is_on_small_map(size: MapPlace, drawn: &GeoCollection) -> bool {
    let is_on_map = |[x, y]: GeoPosition| (0.0..=size[0].into()).contains(&x) && (0.0..=size[1].into()).contains(&y);
    size[0] <= 180 && size[1] <= 90 && drawn.positions().all(is_on_map)
}

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let (Some((file, map)), Some((_, drawn))) = (battle.map(), battle.drawn_features()) else { return };
    let at = |key: &str| Pointer::root().key("map").key(key);
    if let Some([latitude, longitude]) = drawn.latitude_first(map.points.as_deref()) {
        let message = format!(
            "latitude and longitude are swapped in this file: GeoJSON uses [longitude, latitude], but `[{latitude}, {longitude}]` is [latitude, longitude]"
        );
        let help = "put the longitude first in every position, here and in `points`";
        cx.push(cx.finding(Address::value(file, at("geojson")), message).help(help));
        return;
    }
    match &map.points {
        None if drawn.is_in_degrees() && !is_on_small_map(map.size, drawn) => {
            let message = "the coordinates of this file are in degrees, not map units";
            let help = "give two places in map units and in degrees: `points: [[[0, 0], [8.51, 47.36]], [[1200, 800], [8.53, 47.37]]]`";
            cx.push(cx.finding(Address::value(file, at("geojson")), message.to_owned()).help(help));
        }
        Some(points) => {
            let [Some([map, drawn_file]), Some([map_2, drawn_2])] = [points.first(), points.get(1)] else { return };
            let is_in_line = |axis: usize| map[axis] == map_2[axis] || drawn_file[axis] == drawn_2[axis];
            if is_in_line(0) || is_in_line(1) {
                let message = "these two places are in line with an edge, so one of the two scales is unknown";
                cx.push(cx.finding(Address::value(file, at("points")), message.to_owned()));
                return;
            }
            // Degrees grow to the east and to the north, as map units do.
            let grows = |axis: usize| (map[axis] < map_2[axis]) == (drawn_file[axis] < drawn_2[axis]);
            if drawn.is_in_degrees() && !(grows(0) && grows(1)) {
                let message =
                    "these two places mirror or rotate the map; longitude increases to the east, latitude to the north";
                let help = "write each place in map units first, then as [longitude, latitude]";
                cx.push(cx.finding(Address::value(file, at("points")), message.to_owned()).help(help));
            }
        }
        None => {}
    }
}
