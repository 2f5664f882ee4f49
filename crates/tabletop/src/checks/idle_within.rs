//! TT156 `idle-within`: a distance is given where it has no effect.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::deeds;
use crate::model::RecipientGroup;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT156", "idle-within", Severity::Warning, include_str!("idle_within.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for card in battle.judged_cards() {
        for written in deeds(battle, card) {
            let Some(recipients) = written.deed.recipients().filter(|recipients| recipients.within.is_some()) else {
                continue;
            };
            let group = match recipients.to {
                RecipientGroup::Own => "the card itself is",
                RecipientGroup::Formation => "a formation is",
                RecipientGroup::Army => "an army is",
                RecipientGroup::Friends | RecipientGroup::Enemies => continue,
            };
            let message = format!("`within` applies to friends and enemies; {group} in one hex");
            cx.push(cx.finding(written.part("/within"), message));
        }
    }
}
