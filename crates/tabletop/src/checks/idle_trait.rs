//! TT125 `idle-trait`: a trait has no effect on its card.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::Trait;
use crate::reach::TraitOutlook;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT125", "idle-trait", Severity::Warning, include_str!("idle_trait.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let outlook = TraitOutlook::new(battle);
    for card in battle.judged_cards() {
        let (resolved, traits) = (&battle.cards[card], &battle.written_card(card).traits);
        // A trait that others may take leaves room for those beside it.
        let stays =
            |quality: Trait| resolved.factions.iter().all(|faction| !outlook.may_lack(*faction, resolved, quality));
        for (i, quality) in traits.iter().enumerate() {
            let mut idle =
                |message: String| cx.push(cx.finding(battle.card_address(card, &format!("/traits/{i}")), message));
            if traits[..i].contains(quality) {
                idle(format!("`{}` is listed twice", quality.word()));
                continue;
            }
            let stronger = stronger(*quality).iter().find(|stronger| traits.contains(stronger) && stays(**stronger));
            if let Some(stronger) = stronger {
                let why =
                    if *stronger == Trait::Floating { "which never leaves the water" } else { "which ignores terrain" };
                idle(format!("`{}` has no effect together with `{}`, {why}", quality.word(), stronger.word()));
            }
        }
    }
}

/// Returns the traits beside which one makes no difference.
fn stronger(quality: Trait) -> &'static [Trait] {
    match quality {
        Trait::Hiking | Trait::Climbing | Trait::Swimming => {
            &[Trait::Flying, Trait::Digging, Trait::Hovering, Trait::Floating]
        }
        Trait::Floating => &[Trait::Flying, Trait::Digging, Trait::Hovering],
        Trait::Hovering => &[Trait::Flying, Trait::Digging],
        // What dives, flies or digs can only be struck by strikes of its own.
        Trait::Diving | Trait::Flying | Trait::Digging | Trait::Hiding | Trait::Sheltering => &[],
    }
}
