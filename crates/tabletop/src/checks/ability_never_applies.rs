//! TT172 `ability-never-applies`: an ability never applies and can never be used.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::model::{AbilityDeed, CardAbility, CardCondition, DetailedDeed, Trait};
use crate::reach::{Conditions, UnmetCondition, implies, is_always};
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> = Check {
    code: Code::new("TT172", "ability-never-applies", Severity::Warning, include_str!("ability_never_applies.md"))
        .formerly(&["ability-never-holds"]),
    run,
};

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let conditions = Conditions::new(battle);
    for card in battle.fielded_cards() {
        for (i, ability) in battle.cards[card].abilities.iter().enumerate() {
            let at = |suffix: &str| battle.card_address(card, &format!("/abilities/{i}{suffix}"));
            let (only_while, unless) = (&ability.written.only_while, &ability.written.unless);
            if let Some(UnmetCondition { key, why }) =
                only_while.as_ref().and_then(|only_while| conditions.never(card, only_while, ability.companions[0]))
            {
                cx.push(cx.finding(at(&format!("/while/{key}")), format!("{why}, so the ability never applies")));
            } else if let Some(key) = strikes_in_vain(battle, card, &ability.written) {
                let message = "a strike of range 0 targets an enemy in its own hex, but there it is in combat, so the strike can never be used";
                cx.push(cx.finding(at(key), message));
            } else if unless.as_ref().is_some_and(is_always) {
                let at = at("/unless");
                let finding =
                    cx.finding(Address::key(at.file, at.pointer), "this is always true, so the ability never applies");
                cx.push(finding);
            } else if let (Some(only_while), Some(unless)) = (only_while, unless)
                && implies(only_while, unless)
            {
                let at = at("/unless");
                let message = "this is true whenever `while` is, so the ability never applies";
                cx.push(cx.finding(Address::key(at.file, at.pointer), message));
            }
        }
    }
}

/// Returns the place, in an ability, of the condition by which it strikes only where no enemy is, though nothing lets it reach
/// further than its own hex.
fn strikes_in_vain(battle: &TabletopBattle, card: usize, ability: &CardAbility) -> Option<&'static str> {
    let is_short = |deed: &AbilityDeed| deed.strike().is_some_and(|strike| strike.range == 0);
    let widens = |deed: &AbilityDeed| matches!(deed, AbilityDeed::Deed(DetailedDeed::Change(by)) if by.range > 0);
    let deeds = || battle.cards.iter().flat_map(|card| &card.abilities).flat_map(|ability| &ability.written.deeds);
    // Who hides may have a routed enemy beside it, which is none for the condition.
    let hides =
        |deed: &AbilityDeed| matches!(deed, AbilityDeed::Deed(DetailedDeed::Give(by)) if by.quality == Trait::Hiding);
    if !ability.deeds.iter().any(is_short)
        || battle.cards[card].has(Trait::Hiding)
        || deeds().any(|deed| widens(deed) || hides(deed))
    {
        return None;
    }
    let only_in_combat = CardCondition { in_combat: Some(true), ..CardCondition::default() };
    match (&ability.only_while, &ability.unless) {
        (Some(condition), _) if condition.in_combat == Some(false) => Some("/while/in_combat"),
        (_, Some(unless)) if *unless == only_in_combat => Some("/unless/in_combat"),
        _ => None,
    }
}
