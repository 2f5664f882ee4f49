//! TT135 `unused-letter`: the legend has a letter that the map does not use.

use rustc_hash::FxHashSet;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::resolve::{LETTERS, TabletopBattle};

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT135", "unused-letter", Severity::Warning, include_str!("unused_letter.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let Some(map) = &battle.map else { return };
    let used: FxHashSet<char> = map.rows().iter().flatten().copied().collect();
    // Where a letter means nothing, this one may be meant by it.
    if used.iter().any(|letter| map.meaning(*letter).is_none()) {
        return;
    }
    for (key, terrain) in &map.written.legend {
        let mut letters = key.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else { continue };
        let is_usual = LETTERS.contains(&(letter, *terrain));
        if !letter.is_whitespace() && !is_usual && !used.contains(&letter) {
            let Address { file, pointer, .. } = map.address("/legend");
            cx.push(
                cx.finding(
                    Address::key(file, pointer.key(key)),
                    format!("no hex of the map has the letter `{letter}`"),
                ),
            );
        }
    }
}
