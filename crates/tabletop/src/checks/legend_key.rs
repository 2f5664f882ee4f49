//! TT134 `legend-key`: a key of the legend is not a single letter.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT134", "legend-key", Severity::Error, include_str!("legend_key.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let Some(map) = &battle.map else { return };
    for key in map.written.legend.keys() {
        let mut letters = key.chars();
        let is_letter = matches!((letters.next(), letters.next()), (Some(letter), None) if !letter.is_whitespace());
        if !is_letter {
            let Address { file, pointer, .. } = map.address("/legend");
            let found = if key.trim().is_empty() { "a blank".to_owned() } else { format!("`{key}`") };
            cx.push(cx.finding(
                Address::key(file, pointer.key(key)),
                format!("{found} is not a single letter; each hex is one letter"),
            ));
        }
    }
}
