//! TT171 `long-range`: a range or distance goes beyond the map.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::deeds;
use crate::model::{RecipientGroup, Recipients};
use crate::reach::widest;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT171", "long-range", Severity::Warning, include_str!("long_range.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let Some(map) = battle.map.as_ref().filter(|_| battle.scenario().is_some()) else { return };
    let widest = widest(map);
    // A deck may be used on other maps.
    for card in battle.fielded_cards().filter(|card| battle.cards[*card].doc == 0) {
        for written in deeds(battle, card) {
            let (key, hexes) = match (written.deed.strike(), written.deed.recipients()) {
                (Some(strike), _) => ("/range", strike.range),
                (
                    None,
                    Some(Recipients {
                        to: RecipientGroup::Friends | RecipientGroup::Enemies,
                        within: Some(within),
                        ..
                    }),
                ) => ("/within", within),
                _ => continue,
            };
            if u32::from(hexes) > widest {
                let message =
                    format!("`{hexes}` hexes is farther than the map allows: its farthest hexes are {widest} apart");
                let at = written.part(key);
                let finding = cx.finding(at.clone(), message).help(format!("`{widest}` reaches every hex"));
                cx.push(finding.replace(false, at, widest.to_string()));
            }
        }
    }
}
