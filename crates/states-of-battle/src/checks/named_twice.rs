//! SB117 `named-twice`: two cards, places or achievements have the same name.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::resolve::AchievementSource;
use crate::resolve::StatesBattle;
use rustc_hash::FxHashMap;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB117", "named-twice", Severity::Error, include_str!("named_twice.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let cards = battle.docs().iter().flat_map(|doc| {
        let cards = doc.model.cards.iter().enumerate();
        cards.map(|(i, card)| (card.card.as_str(), doc.address(format!("/cards/{i}/card"))))
    });
    report("card", cards, cx);
    let places = battle.places.iter().map(|place| (place.name.as_str(), place.name_at.clone()));
    report("place", places, cx);
    let achievements = battle.achievements.iter().filter_map(|achievement| {
        let own = !matches!(achievement.source, AchievementSource::Published(_));
        let at = achievement.at.as_ref()?;
        Some((achievement.title.as_str(), if own { at.join("/name") } else { at.clone() }))
    });
    report("achievement", achievements, cx);
}

fn report<'a>(what: &str, named: impl Iterator<Item = (&'a str, Address)>, cx: &mut Cx<'_>) {
    let mut first: FxHashMap<&str, Address> = FxHashMap::default();
    for (name, at) in named {
        match first.get(name) {
            None => {
                first.insert(name, at);
            }
            Some(earlier) => {
                let finding = cx.finding(at, format!("another {what} is already named `{name}`"));
                cx.push(finding.with_related(earlier.clone(), "first used here"));
            }
        }
    }
}
