//! TB183 `contradicting-effects`: two special rules cancel or contradict each other.

use std::collections::BTreeSet;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::steps;

use crate::effects::{CardPicks, Effect, EffectNames, Event, Gate, Happening, MoraleChange, Pick};
use crate::resolve::{Battle, Placed};

pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB183", "contradicting-effects", Severity::Warning, include_str!("contradicting_effects.md")),
    run,
};

/// Each rule is compared with so many before it: more than any battle has.
const COMPARED: usize = 100;

/// The reason two rules contradict each other, and a word for the other end.
type Clash = (String, &'static str);

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let effects = battle.effects();
    for (i, second) in effects.iter().enumerate() {
        for first in &effects[i.saturating_sub(COMPARED)..i] {
            steps::count(size_of_val(first.effect));
            let (one, other) = ((battle, first), (battle, second));
            let why = forbidden(one, other).or_else(|| forbidden(other, one)).or_else(|| {
                let gated_alike = first.effect.rule().gate() == second.effect.rule().gate();
                // The rules of one card stand together; those of two cards hold at different times.
                let standing = || if first.card == second.card { undone(one, other) } else { None };
                if gated_alike { find_clash(one, other).or_else(standing) } else { None }
            });
            if let Some((why, related)) = why {
                let finding = cx.finding(battle.effect_address(second, "/rule"), why);
                cx.push(finding.with_related(battle.effect_address(first, "/rule"), related));
            }
        }
    }
}

/// An effect in its battle.
type Rule<'a> = (&'a Battle, &'a Placed<'a>);

/// Returns the formations that a member of a rule means.
fn set((battle, placed): Rule<'_>, cards: Option<&CardPicks>) -> BTreeSet<usize> {
    battle.cards_meant(placed.card, cards).into_iter().collect()
}

/// Returns whether one rule forbids what sets the other off, for as long as the other could go off: both stand on one
/// card and hold alike, or the scenario forbids it for good.
fn forbidden(one: Rule<'_>, other: Rule<'_>) -> Option<Clash> {
    let (Effect::Forbid(forbid), Effect::When(when)) = (one.1.effect, other.1.effect) else { return None };
    let (deed, who) = when.on.deed()?;
    let gates = [one, other].map(|rule| rule.1.effect.rule().gate());
    let for_good = one.1.card.is_none() && gates[0] == Gate::default();
    let together = one.1.card == other.1.card && gates[0] == gates[1];
    let all = forbid.what == deed && forbid.against.is_none() && forbid.action.is_none();
    let (barred, doers) = (set(one, forbid.cards.as_ref()), set(other, Some(who)));
    (all && (for_good || together) && !doers.is_empty() && doers.is_subset(&barred))
        .then(|| ("one rule forbids the trigger of the other".to_owned(), "the other rule"))
}

/// Returns the reason two rules that hold alike, of one card or of two, want opposite things at one moment.
fn find_clash(one: Rule<'_>, other: Rule<'_>) -> Option<Clash> {
    match (one.1.effect, other.1.effect) {
        (Effect::Victory(a), Effect::Victory(b)) => {
            let words =
                |names: EffectNames<'_>| names.found.iter().any(|(_, text, _)| Pick::parse(text) != Pick::Named(text));
            let alike = a.when == b.when && (one.1.card == other.1.card || !words(one.1.effect.names()));
            let side = |side: &Option<String>| side.as_ref().map_or("nobody".to_owned(), |side| format!("`{side}`"));
            (alike && a.side != b.side).then(|| {
                (
                    format!("{} and {} win by the same condition", side(&a.side), side(&b.side)),
                    "this one takes precedence",
                )
            })
        }
        (Effect::ReserveTarget(a), Effect::ReserveTarget(b)) => {
            let common = a.action.is_none() || b.action.is_none() || a.action == b.action;
            let shared = !set(one, a.cards.as_ref()).is_disjoint(&set(other, b.cards.as_ref()));
            (common && shared && a.attack != b.attack).then(|| {
                ("two rules say how the same attacks treat a target in reserve".to_owned(), "this one takes precedence")
            })
        }
        (Effect::When(a), Effect::When(b)) if same_event((one, &a.on), (other, &b.on)) => {
            let pairs =
                a.happens.iter().flat_map(|happening| b.happens.iter().map(move |opposite| (happening, opposite)));
            let opposite = |(a, b): (_, _)| opposite((one, a), (other, b)) || opposite((other, b), (one, a));
            pairs
                .into_iter()
                .any(opposite)
                .then(|| ("the same event triggers this and its opposite".to_owned(), "the opposite"))
        }
        _ => None,
    }
}

/// Returns true if two events are the same.
fn same_event((one, a): (Rule<'_>, &Event), (other, b): (Rule<'_>, &Event)) -> bool {
    let of = |card: &Option<String>| card.clone().map_or_else(|| CardPicks::One("this".to_owned()), CardPicks::One);
    match (a, b) {
        (Event::Performs(a), Event::Performs(b)) => {
            a.action == b.action && set(one, Some(&of(&a.card))) == set(other, Some(&of(&b.card)))
        }
        (Event::Cubes(a), Event::Cubes(b)) => {
            a.left == b.left && set(one, Some(&of(&a.of))) == set(other, Some(&of(&b.of)))
        }
        _ => match (a.who(), b.who()) {
            (Some((kind, whose)), Some((other_kind, others))) => {
                kind == other_kind && set(one, Some(whose)) == set(other, Some(others))
            }
            _ => false,
        },
    }
}

/// Returns true if a happening undoes another that happens at the same moment.
fn opposite((one, a): (Rule<'_>, &Happening), (other, b): (Rule<'_>, &Happening)) -> bool {
    let meet = |a: &CardPicks, b: &CardPicks| !set(one, Some(a)).is_disjoint(&set(other, Some(b)));
    match (a, b) {
        (Happening::Enter(a), Happening::Leave(b) | Happening::Rout(b))
        | (Happening::AddCube(a), Happening::RemoveCube(b)) => meet(a, b),
        (Happening::GainMorale(a), Happening::LoseMorale(b)) => {
            let side = |(battle, placed): Rule<'_>, change: &MoraleChange| {
                battle.find_side(placed.card, change.side().unwrap_or_default())
            };
            side(one, a) == side(other, b) && a.cubes() == b.cubes()
        }
        _ => false,
    }
}

/// Returns the reason two rules of one card that hold alike leave one of them without a part.
fn undone(one: Rule<'_>, other: Rule<'_>) -> Option<Clash> {
    let (battle, card) = (one.0, one.1.card);
    let ends = |by: &Option<CardPicks>, on: &Option<CardPicks>| {
        let anyone = || battle.fielded_cards().collect::<BTreeSet<_>>();
        let those = |cards: &CardPicks| set(one, Some(cards));
        match (by, on) {
            (None, None) => (anyone(), set(one, None)),
            (by, on) => (by.as_ref().map_or_else(anyone, those), on.as_ref().map_or_else(anyone, those)),
        }
    };
    match (one.1.effect, other.1.effect) {
        (Effect::Hits(a), Effect::Hits(b)) => {
            let undone = a.change != 0 && a.change == -b.change && a.of == b.of;
            (undone && ends(&a.by, &a.on) == ends(&b.by, &b.on))
                .then(|| (format!("`{}` and `{}` hits cancel each other", a.change, b.change), "the other change"))
        }
        (Effect::HitLimit(a), Effect::HitLimit(b)) => {
            let differ = a.most != b.most && a.of == b.of;
            (differ && ends(&a.by, &a.on) == ends(&b.by, &b.on)).then(|| {
                (format!("two limits apply to the same hits: `{}` and `{}`", a.most, b.most), "the other limit")
            })
        }
        (Effect::StartsWith(a), Effect::StartsWith(b)) => {
            Some((format!("the cubes at set-up are given twice: `{}` and `{}`", a.cubes, b.cubes), "the other number"))
        }
        (Effect::Placement(a), Effect::Placement(b)) => {
            let wing = |placement: Option<_>| match (placement, card) {
                (None, Some(card)) => Some(battle.formation(card).wing),
                (extent, _) => extent.flatten(),
            };
            let same = wing(a.of.map(|of| of.wing())) == wing(b.of.map(|of| of.wing()));
            (same && a.cards != b.cards).then(|| {
                (format!("two numbers of cards per roll phase: `{}` and `{}`", a.cards, b.cards), "the other number")
            })
        }
        _ => None,
    }
}
