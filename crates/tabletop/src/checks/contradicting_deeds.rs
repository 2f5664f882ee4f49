//! TT158 `contradicting-deeds`: two parts of an ability cancel each other.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::{WrittenDeed, deeds};
use crate::model::{AbilityDeed, DetailedDeed, Trait};
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> = Check {
    code: Code::new("TT158", "contradicting-deeds", Severity::Warning, include_str!("contradicting_deeds.md")),
    run,
};

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for card in battle.judged_cards() {
        let all: Vec<WrittenDeed<'_>> = deeds(battle, card).collect();
        for (k, later) in all.iter().enumerate() {
            let contradicts = |earlier: &&WrittenDeed<'_>| {
                earlier.number == later.number && earlier.deed.recipients() == later.deed.recipients()
            };
            let earlier = all[..k].iter().filter(contradicts);
            let found = earlier.filter_map(|earlier| Some((earlier, contradiction(earlier.deed, later.deed)?))).next();
            if let Some((earlier, message)) = found {
                cx.push(cx.finding(later.key(), message).with_related(earlier.key(), "the other one"));
            }
        }
    }
}

/// Returns how two deeds for the same cards contradict each other.
fn contradiction(one: &AbilityDeed, other: &AbilityDeed) -> Option<String> {
    use DetailedDeed::{Change, Give, Take};
    let (AbilityDeed::Deed(one), AbilityDeed::Deed(other)) = (one, other) else { return None };
    match (one, other) {
        (Give(a), Take(b)) | (Take(b), Give(a)) if a.quality == b.quality => {
            Some(format!("the same ability gives and takes `{}`", a.quality.word()))
        }
        (Give(a), Give(b)) => {
            let both = [a.quality, b.quality];
            let never = both.contains(&Trait::Hiding) && both.contains(&Trait::Sheltering);
            never.then(|| "a card either hides or shelters; if both are given, it hides".to_owned())
        }
        (Change(a), Change(b)) => {
            let sums = [(a.might, b.might), (a.speed, b.speed), (a.range, b.range)];
            let is_undone = sums.into_iter().all(|(a, b)| i16::from(a) + i16::from(b) == 0);
            let is_change = sums.into_iter().any(|(a, _)| a != 0);
            (is_undone && is_change).then(|| "this cancels the other change of the ability".to_owned())
        }
        _ => None,
    }
}
