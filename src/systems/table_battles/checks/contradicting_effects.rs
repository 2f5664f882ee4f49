//! TB183 `contradicting-effects`: two special rules of one card undo or contradict each other.

use std::collections::BTreeSet;

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::table_battles::effects::{Cards, Deed, Effect, Event};
use crate::systems::table_battles::resolve::Battle;

/// Two special rules of one card undo or contradict each other.
pub(super) const CHECK: Check<Battle> = Check {
    code: Code {
        id: "TB183",
        name: "contradicting-effects",
        severity: Severity::Warning,
        page: include_str!("contradicting_effects.md"),
    },
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let effects = battle.effects();
    for (i, second) in effects.iter().enumerate() {
        // The rules of one card stand together; those of two cards hold at different times.
        let before = effects[..i].iter().rev().take_while(|first| first.card == second.card);
        for first in before.filter(|first| first.effect.rule().gate() == second.effect.rule().gate()) {
            let (one, other) = (first.effect, second.effect);
            let why = clash(battle, first.card, one, other).or_else(|| clash(battle, first.card, other, one));
            if let Some((why, related)) = why {
                let finding = cx.at(battle.at_effect(second, "/rule"), why);
                cx.push(finding.related(battle.at_effect(first, "/rule"), related));
            }
        }
    }
}

/// Why two effects of one card that hold at the same time contradict each other, and a word for the other end.
fn clash(battle: &Battle, card: Option<usize>, one: &Effect, other: &Effect) -> Option<(String, &'static str)> {
    let ends = |by: &Option<Cards>, on: &Option<Cards>| {
        let anyone = || battle.fielded().collect::<BTreeSet<_>>();
        let those = |cards: &Cards| battle.meant(card, Some(cards)).into_iter().collect();
        match (by, on) {
            (None, None) => (anyone(), battle.meant(card, None).into_iter().collect()),
            (by, on) => (by.as_ref().map_or_else(anyone, those), on.as_ref().map_or_else(anyone, those)),
        }
    };
    match (one, other) {
        (Effect::Hits(a), Effect::Hits(b)) => {
            let undone = a.change != 0 && a.change == -b.change && a.of == b.of;
            (undone && ends(&a.by, &a.on) == ends(&b.by, &b.on))
                .then(|| (format!("`{}` and `{}` hits undo each other", a.change, b.change), "the other change"))
        }
        (Effect::HitLimit(a), Effect::HitLimit(b)) => {
            let differ = a.most != b.most && a.of == b.of;
            (differ && ends(&a.by, &a.on) == ends(&b.by, &b.on))
                .then(|| (format!("two limits for the same hits: `{}` and `{}`", a.most, b.most), "the other limit"))
        }
        (Effect::Placement(a), Effect::Placement(b)) => {
            let wing = |placement: Option<_>| match (placement, card) {
                (None, Some(card)) => Some(battle.formation(card).wing),
                (extent, _) => extent.flatten(),
            };
            let same = wing(a.of.map(|of| of.wing())) == wing(b.of.map(|of| of.wing()));
            (same && a.cards != b.cards).then(|| {
                (format!("dice on `{}` cards and on `{}` in the same roll phase", a.cards, b.cards), "the other number")
            })
        }
        (Effect::Forbid(forbid), Effect::When(when)) => {
            let (deed, who) = needs(&when.on)?;
            let barred = battle.meant(card, forbid.cards.as_ref());
            let mut doers = battle.meant(card, Some(who)).into_iter().peekable();
            let always = forbid.what == deed && forbid.against.is_none() && forbid.action.is_none();
            (always && doers.peek().is_some() && doers.all(|doer| barred.contains(&doer)))
                .then(|| ("one rule forbids what sets the other off".to_owned(), "the other rule"))
        }
        _ => None,
    }
}

/// What a formation must do for an event, and who.
fn needs(event: &Event) -> Option<(Deed, &Cards)> {
    Some(match event {
        Event::Retires(cards) => (Deed::Retire, cards),
        Event::Pursues(cards) => (Deed::Pursue, cards),
        Event::Attacks(cards) => (Deed::Attack, cards),
        Event::Counterattacks(cards) => (Deed::Counterattack, cards),
        Event::Screens(cards) => (Deed::Screen, cards),
        Event::Absorbs(cards) => (Deed::Absorb, cards),
        Event::Commands(cards) => (Deed::Command, cards),
        Event::Bombards(cards) => (Deed::Bombard, cards),
        _ => return None,
    })
}
