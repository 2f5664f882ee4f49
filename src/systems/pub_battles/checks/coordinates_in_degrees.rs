//! PB192 `coordinates-in-degrees`: a map was drawn in degrees, and nothing says where they lie, or they are the wrong way round.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::source::{Address, Pointer};
use crate::systems::pub_battles::resolve::PubBattle;

/// A map was drawn in degrees, and nothing says where they lie, or they are the wrong way round.
pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB192", "coordinates-in-degrees", Severity::Error, include_str!("coordinates_in_degrees.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let (Some((file, map)), Some((_, drawn))) = (battle.map(), battle.drawn()) else { return };
    let at = |key: &str| Pointer::root().key("map").key(key);
    if let Some([latitude, longitude]) = drawn.latitude_first(map.points.as_deref()) {
        let message = format!(
            "latitude and longitude are the wrong way round in this file: GeoJSON writes [longitude, latitude], and \
             `[{latitude}, {longitude}]` is [latitude, longitude]"
        );
        let help = "have each position written with the longitude first, here and in `points`";
        cx.push(cx.at(Address::value(file, at("geojson")), message).help(help));
        return;
    }
    match &map.points {
        None if drawn.is_in_degrees() => {
            let message = "the coordinates of this file are degrees, not map units";
            let help = "`points` says of two places where they are in map units and in the file: \
                        `points: [[[0, 0], [8.51, 47.36]], [[1200, 800], [8.53, 47.37]]]`";
            cx.push(cx.at(Address::value(file, at("geojson")), message.to_owned()).help(help));
        }
        Some(points) => {
            let [Some([map, drawn_file]), Some([map_2, drawn_2])] = [points.first(), points.get(1)] else { return };
            let is_in_line = |axis: usize| map[axis] == map_2[axis] || drawn_file[axis] == drawn_2[axis];
            if is_in_line(0) || is_in_line(1) {
                let message = "these two places lie in one line along an edge, and leave the scale of the other open";
                cx.push(cx.at(Address::value(file, at("points")), message.to_owned()));
                return;
            }
            // Degrees grow to the east and to the north, as map units do.
            let grows = |axis: usize| (map[axis] < map_2[axis]) == (drawn_file[axis] < drawn_2[axis]);
            if drawn.is_in_degrees() && !(grows(0) && grows(1)) {
                let message = "these two places mirror the map or turn it round: longitude grows to the east, latitude to the north";
                let help = "each place is written in map units first, then as [longitude, latitude]";
                cx.push(cx.at(Address::value(file, at("points")), message.to_owned()).help(help));
            }
        }
        None => {}
    }
}
