//! TB127 `card-in-no-scenario`: the scenario's own file defines a card that no side lists.

use std::collections::HashSet;

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::table_battles::causes;
use crate::systems::table_battles::resolve::{Battle, Found};

/// The scenario's own file defines a card that no side lists.
pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB127", "card-in-no-scenario", Severity::Warning, include_str!("card_in_no_scenario.md")),
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    if battle.scenario().is_none() || !battle.sides_known() {
        return;
    }
    // What was listed in its place is undefined, and says so.
    let explained: HashSet<usize> = causes::misnumbered(battle).into_keys().chain(causes::turned(battle)).collect();
    let mut seen = HashSet::new();
    for (i, card) in battle.cards.iter().enumerate() {
        // The second card of a number is another finding.
        let first = seen.insert(card.id);
        if !first || explained.contains(&i) || !card.sides.is_empty() || battle.doc_of(i).file != battle.file() {
            continue;
        }
        let mut finding = cx.at(battle.at(i, "/card"), format!("card `{}` is in no side", card.id));
        for reference in battle.references.iter().filter(|reference| reference.found == Found::Unused(i)) {
            finding = finding.related(reference.at.clone(), "named here");
        }
        cx.push(finding.help("list it in a side's `cards`, or move it to a deck"));
    }
}
