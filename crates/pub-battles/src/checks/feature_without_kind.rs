//! PB194 `feature-without-kind`: a line or area of a GeoJSON file does not say what it is.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::geojson::{GeoFeature, GeoGeometry};
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB194", "feature-without-kind", Severity::Error, include_str!("feature_without_kind.md")),
    run,
};

/// The most properties that a finding names.
const NAMED: usize = 4;

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let (Some((_, map)), Some((file, drawn))) = (battle.map(), battle.drawn_features()) else { return };
    let is_shape = |feature: &&GeoFeature| !matches!(feature.geometry, GeoGeometry::Points(_));
    let shapes = drawn.features.iter().filter(is_shape);
    // A file of thousands is told of once for what is alike.
    let mut alike: Vec<(&GeoFeature, usize)> = Vec::new();
    for feature in shapes.filter(|feature| feature.kind_by(&map.kind_of).is_none()) {
        // Numbers count features, and tell them apart.
        let first = |of: &GeoFeature| of.others.first().filter(|(_, value)| value.parse::<f64>().is_err()).cloned();
        match alike.iter_mut().find(|(known, _)| first(known) == first(feature)) {
            Some((_, more)) => *more += 1,
            None => alike.push((feature, 0)),
        }
    }
    for (feature, more) in alike {
        let more = if more == 0 { String::new() } else { format!("; also {more} more like it") };
        let message =
            format!("a line or area needs the property `kind`: a kind of terrain of the map, or `road`{more}");
        let finding = cx.finding(Address::value(file, feature.at.clone()), message);
        let others: Vec<String> =
            feature.others.iter().take(NAMED).map(|(key, value)| format!("`{key}={value}`")).collect();
        let kind = map.kinds.keys().next().map_or("road", String::as_str);
        cx.push(match feature.others.first() {
            Some((key, value)) => finding.help(format!(
                "it has {}: map this to a kind in `kind_of`, such as `kind_of: {{{key}={value}: {kind}}}`, or to `none` to skip it",
                others.join(", ")
            )),
            None => finding,
        });
    }
}
