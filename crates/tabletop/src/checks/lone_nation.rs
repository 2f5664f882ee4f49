//! TT191 `lone-nation`: the nation of a card is almost that of a faction or of other cards.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity, nearest};

use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT191", "lone-nation", Severity::Warning, include_str!("lone_nation.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let nation = |card: usize| battle.written_card(card).nation.as_deref();
    let mut all: Vec<&str> = (0..battle.cards.len()).filter_map(nation).collect();
    all.sort_unstable();
    let times = |name: &str| all.partition_point(|one| *one <= name) - all.partition_point(|one| *one < name);
    let mut known: Vec<&str> = battle.factions.iter().map(|faction| faction.name.as_str()).collect();
    known.extend(all.chunk_by(|one, other| one == other).filter(|same| same.len() > 1).map(|same| same[0]));
    for card in battle.judged_cards() {
        let Some(name) = nation(card).filter(|name| times(name) == 1 && !known.contains(name)) else { continue };
        if let Some(near) = nearest(name, known.iter().copied()) {
            let at = battle.card_address(card, "/nation");
            let message = format!("no faction and no other card has the nation `{name}`");
            let finding = cx.finding(at.clone(), message).help(format!("did you mean `{near}`?"));
            cx.push(finding.replace(false, at, near));
        }
    }
}
