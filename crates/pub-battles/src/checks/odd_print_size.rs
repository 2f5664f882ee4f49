//! PB123 `odd-print-size`: the printed map or its blocks would be too large or too small to use.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::{Address, Pointer};

use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB123", "odd-print-size", Severity::Warning, include_str!("odd_print_size.md")), run };

/// The least depth of a printed block, in mm: its label is a millimetre less.
const LEAST_DEPTH: f64 = 4.0;
/// The greatest width of a printed block, in mm.
const MOST_WIDTH: f64 = 150.0;
/// The longest side of a printed map, in mm: no page of a PDF is longer.
const MOST_SIDE: f64 = 5080.0;

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let (Some(field), Some((_, map))) = (&battle.field, battle.map()) else { return };
    let units = map.units_per_mm;
    let at = |key: &str| Address::value(field.file, Pointer::parse(format!("/map/{key}")));
    let help =
        format!("1 mm of the printed map is {units} map unit{} (`units_per_mm`)", if units == 1.0 { "" } else { "s" });
    let [width, depth] = field.block.map(f64::from);
    if depth < LEAST_DEPTH * units {
        let message = format!("blocks would be less than {LEAST_DEPTH} mm deep");
        cx.push(cx.finding(at("block"), message).help(help.clone()));
    }
    if width > MOST_WIDTH * units {
        cx.push(cx.finding(at("block"), format!("blocks would be {:.0} mm wide", width / units)).help(help.clone()));
    }
    let longest = f64::from(field.size.x.max(field.size.y));
    if longest > MOST_SIDE * units {
        let message = format!("the map would be {:.0} mm long; a page can be at most {MOST_SIDE} mm", longest / units);
        cx.push(cx.finding(at("size"), message).help(help));
    }
}
