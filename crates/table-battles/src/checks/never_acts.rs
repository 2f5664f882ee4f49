//! TB154 `never-acts`: a formation has no use for its dice.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::reach::Opened;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB154", "never-acts", Severity::Info, include_str!("never_acts.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let opened = Opened::new(battle);
    for card in battle.judged_cards().filter(|card| !opened.dice.contains(card)) {
        let formation = battle.formation(card);
        if formation.actions.is_empty() && !formation.retire && !formation.dice.sets.is_empty() {
            let message = format!("`{}` takes dice but has nothing to use them for", formation.name);
            cx.push(
                cx.finding(battle.card_address(card, "/dice"), message)
                    .help("add an action or reaction, or set `dice: none`"),
            );
        }
    }
}
