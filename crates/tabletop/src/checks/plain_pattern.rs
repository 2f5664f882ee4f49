//! TT192 `plain-pattern`: the pattern of a flag has the same colour as its field.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::{DrawnFlag, Flag, FlagColour, FlagPattern};
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT192", "plain-pattern", Severity::Warning, include_str!("plain_pattern.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for (i, faction) in battle.scenario().iter().flat_map(|scenario| &scenario.factions).enumerate() {
        let Flag::Drawn(DrawnFlag { pattern, colours }) = &faction.flag else { continue };
        // A field without a colour is white, and what lies on it black.
        let field = colours.first().copied().unwrap_or(FlagColour::White);
        let charge = colours.get(1).copied().unwrap_or(FlagColour::Black);
        let is_seen = charge != field || colours.get(2).is_some_and(|third| *third != field);
        if *pattern == FlagPattern::Plain || is_seen {
            continue;
        }
        let (colour, pattern) = (field.word(), pattern.word());
        let message = format!("the flag of `{}` is all {colour}, so its {pattern} is invisible", faction.name);
        cx.push(cx.finding(battle.faction_address(i, "/flag/colours"), message));
    }
}
