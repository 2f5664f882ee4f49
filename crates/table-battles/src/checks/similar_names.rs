//! TB160 `similar-names`: two formations have names that differ only in case, accents or spaces.

use std::collections::HashMap;

use muster_core::check::{Check, Cx};
use muster_core::diag::near::fold;
use muster_core::diag::{Code, Severity, alike};

use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB160", "similar-names", Severity::Warning, include_str!("similar_names.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let mut first: HashMap<String, usize> = HashMap::new();
    for card in battle.fielded_cards() {
        let name = &battle.formation(card).name;
        let earlier = *first.entry(fold(name)).or_insert(card);
        let other = &battle.formation(earlier).name;
        if other != name {
            let message = format!("`{name}` differs from `{other}` only in case, accents or spaces");
            let mut finding = cx.finding(battle.card_address(card, "/name"), message);
            if let Some(difference) = alike::difference(name, other) {
                finding = finding.help(difference);
            }
            cx.push(finding.with_related(battle.card_address(earlier, "/name"), "the other name"));
        }
    }
}
