//! TT172 `ability-never-holds`: an ability never holds, and can never be used.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::source::Address;
use crate::systems::tabletop::reach::{Conditions, UnmetCondition, implies, is_always};
use crate::systems::tabletop::resolve::TabletopBattle;

/// An ability never holds, and can never be used.
pub(super) const CHECK: Check<TabletopBattle> = Check {
    code: Code::new("TT172", "ability-never-holds", Severity::Warning, include_str!("ability_never_holds.md")),
    run,
};

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let conditions = Conditions::new(battle);
    for card in battle.fielded() {
        for (i, ability) in battle.cards[card].abilities.iter().enumerate() {
            let at = |suffix: &str| battle.at_card(card, &format!("/abilities/{i}{suffix}"));
            let (only_while, unless) = (&ability.written.only_while, &ability.written.unless);
            if let Some(UnmetCondition { key, why }) =
                only_while.as_ref().and_then(|only_while| conditions.never(card, only_while, ability.companions[0]))
            {
                cx.push(cx.at(at(&format!("/while/{key}")), format!("{why}; the ability never holds")));
            } else if unless.as_ref().is_some_and(is_always) {
                let at = at("/unless");
                let finding = cx.at(Address::key(at.file, at.pointer), "this is always so; the ability never holds");
                cx.push(finding);
            } else if let (Some(only_while), Some(unless)) = (only_while, unless)
                && implies(only_while, unless)
            {
                let at = at("/unless");
                let message = "while `while` is so, this is so too; the ability never holds";
                cx.push(cx.at(Address::key(at.file, at.pointer), message));
            }
        }
    }
}
