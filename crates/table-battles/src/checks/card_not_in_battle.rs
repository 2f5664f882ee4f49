//! TB108 `card-not-in-battle`: a formation is named whose card no side lists.

use std::collections::BTreeMap;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Diagnostic, Severity};

use crate::causes::{self, UnusedName};
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB108", "card-not-in-battle", Severity::Error, include_str!("card_not_in_battle.md")),
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    if !battle.sides_known() {
        return;
    }
    let unlisted = causes::unlisted_cards(battle);
    let mut own: BTreeMap<usize, Vec<UnusedName>> = BTreeMap::new();
    for name in causes::unused_names(battle) {
        if unlisted.contains(&name.card) {
            own.entry(name.card).or_default().push(name);
        } else if battle.doc_of(name.card).file != battle.file() {
            let finding = finding(battle, cx, &name);
            cx.push(finding);
        }
    }
    // That the scenario's own card is listed nowhere is one mistake, however often it is named.
    for names in own.values() {
        let mut names = names.iter();
        let Some(first) = names.next() else { continue };
        let finding = finding(battle, cx, first);
        cx.push(names.fold(finding, |finding, name| finding.with_related(name.at.clone(), "also named here")));
    }
}

fn finding(battle: &Battle, cx: &Cx<'_>, name: &UnusedName) -> Diagnostic {
    let id = battle.cards[name.card].id.to_string();
    let card = if id == name.text { String::new() } else { format!("; its card is {id}") };
    let message = format!("neither side lists `{}`{card}", name.text);
    let finding = cx.finding(name.at.clone(), message).help("list the card in a side, or name another formation");
    finding.with_related(battle.card_address(name.card, "/card"), "the card is defined here")
}
