//! TB124 `undefined-card`: a side lists a card that no file defines.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::source::Pointer;
use crate::systems::table_battles::blame;
use crate::systems::table_battles::model::CardId;
use crate::systems::table_battles::resolve::Battle;

/// A side lists a card that no file defines.
pub(super) const CHECK: Check<Battle> = Check {
    code: Code {
        id: "TB124",
        name: "undefined-card",
        severity: Severity::Error,
        page: include_str!("undefined_card.md"),
    },
    run,
};

/// How many cards a message lists.
const LISTED: usize = 6;

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for (army, missing) in battle.armies.iter().map(|army| &army.missing).enumerate() {
        let mut explained = blame::undefined(battle, army);
        for range in missing.chunk_by(|(_, a), (_, b)| a == b) {
            let pointer: &Pointer = &range[0].1;
            let finding = cx.at(battle.at_scenario(pointer.as_str()), message(range));
            let finding = finding.help("define it under `formations`, name its deck, or take it off the list");
            // What the names would have meant cannot be told apart: the first range of the side has them all.
            cx.push(explained.drain(..).fold(finding, |finding, i| {
                let reference = &battle.references[i];
                finding.related(reference.at.clone(), format!("`{}` may be this card", reference.text))
            }));
        }
    }
}

fn message(missing: &[(CardId, Pointer)]) -> String {
    let listed: Vec<String> = missing.iter().take(LISTED).map(|(id, _)| format!("`{id}`")).collect();
    match missing.len().saturating_sub(LISTED) {
        0 if missing.len() == 1 => format!("card {} is not defined", listed.join(", ")),
        0 => format!("cards {} are not defined", listed.join(", ")),
        more => format!("cards {} and {more} more are not defined", listed.join(", ")),
    }
}
