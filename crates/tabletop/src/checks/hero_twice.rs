//! TT142 `hero-twice`: a hero is on the map twice at the start.

use rustc_hash::FxHashMap;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::CardRole;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT142", "hero-twice", Severity::Error, include_str!("hero_twice.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let mut first: FxHashMap<usize, (usize, usize)> = FxHashMap::default();
    for (faction, entry, setup) in battle.setup() {
        let Some(card) = setup.card.filter(|card| battle.cards[*card].role == CardRole::Hero) else { continue };
        let name = &battle.cards[card].name;
        if let Some((owner, earlier)) = first.get(&card) {
            let message = format!("`{name}` is already on the map; a hero can be on the map only once");
            let finding = cx.finding(battle.setup_address(faction, entry, "/card"), message);
            cx.push(finding.with_related(battle.setup_address(*owner, *earlier, "/card"), "here"));
        } else if setup.count > 1 {
            let message = format!("{} copies of `{name}`; a hero can be on the map only once", setup.count);
            let at = battle.setup_address(faction, entry, "/count");
            cx.push(cx.finding(at.clone(), message).replace(false, at, "1"));
        }
        first.entry(card).or_insert((faction, entry));
    }
}
