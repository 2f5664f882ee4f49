//! TB110 `repeated-target`: an action lists a formation twice.

use rustc_hash::FxHashMap;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Edit, Severity};

use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB110", "repeated-target", Severity::Error, include_str!("repeated_target.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for card in battle.judged_cards() {
        // A name and a number may mean one card; what means none is told apart as it is written.
        let meant = |i: usize| battle.references_of(card).get(i).and_then(|reference| reference.card());
        let mut first: FxHashMap<_, String> = FxHashMap::default();
        for (i, named) in battle.formation(card).names().into_iter().enumerate() {
            let key = (named.action, meant(i), meant(i).is_none().then_some(named.text));
            match first.get(&key) {
                Some(earlier) => {
                    let at = battle.card_address(card, &named.suffix);
                    let finding = cx.finding(at.clone(), format!("`{}` is listed twice", named.text));
                    let finding = finding.with_related(battle.card_address(card, earlier), "first listed here");
                    // Another formation may have been meant.
                    cx.push(finding.mend(false, vec![Edit::remove(at)]));
                }
                None => drop(first.insert(key, named.suffix)),
            }
        }
    }
}
