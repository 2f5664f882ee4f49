//! TT170 `harmless-strike`: a strike is of a kind that affects no enemy.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::deeds;
use crate::model::{StrikeKind, Terrain, Trait};
use crate::reach::TraitOutlook;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT170", "harmless-strike", Severity::Warning, include_str!("harmless_strike.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    if battle.factions.len() < 2 {
        return;
    }
    let outlook = TraitOutlook::new(battle);
    let has_water = battle.map.as_ref().is_none_or(|map| map.terrain.contains(&Some(Terrain::Water)));
    // By faction and kind: whether one of its cards can be struck so.
    let suffers: Vec<[bool; 4]> = (0..battle.factions.len())
        .map(|faction| {
            let cards = battle.fielded_cards().filter(|card| battle.cards[*card].factions.contains(&faction));
            let cards: Vec<usize> = cards.collect();
            StrikeKind::ALL
                .map(|kind| cards.iter().any(|card| can_suffer(battle, &outlook, faction, *card, kind, has_water)))
        })
        .collect();
    for card in battle.fielded_cards() {
        let own = &battle.cards[card].factions;
        for written in deeds(battle, card) {
            let Some(strike) = written.deed.strike() else { continue };
            let is_hit = |owner: &usize| {
                suffers.iter().enumerate().any(|(faction, kinds)| faction != *owner && kinds[strike.kind as usize])
            };
            if !own.iter().any(is_hit) {
                let message = format!(
                    "this kind of strike affects no enemy; `{}` hits only cards that {}",
                    strike.kind.word(),
                    match strike.kind {
                        StrikeKind::Ranged => "do not fly, dig, dive or shelter",
                        StrikeKind::AntiAir => "fly and do not shelter",
                        StrikeKind::AntiSubmarine => "dive, are on water and do not shelter",
                        StrikeKind::AntiSubterranean => "dig and do not shelter",
                    }
                );
                cx.push(cx.finding(written.part("/kind"), message));
            }
        }
    }
}

/// Returns true if a card can come to be a target of strikes of a kind (TT-6.1).
fn can_suffer(
    battle: &TabletopBattle,
    outlook: &TraitOutlook,
    faction: usize,
    card: usize,
    kind: StrikeKind,
    has_water: bool,
) -> bool {
    let may_have = |quality| outlook.may_have(faction, &battle.cards[card], quality);
    let may_lack = |quality| outlook.may_lack(faction, &battle.cards[card], quality);
    // What dives is struck from above while it is ashore, unless it never leaves the water.
    let may_surface = may_lack(Trait::Diving) || may_lack(Trait::Floating);
    let (may_land, may_come_up) = (may_lack(Trait::Flying), may_lack(Trait::Digging));
    may_lack(Trait::Sheltering)
        && match kind {
            StrikeKind::Ranged => may_land && may_come_up && may_surface,
            StrikeKind::AntiAir => may_have(Trait::Flying) && may_come_up && may_surface,
            StrikeKind::AntiSubmarine => may_have(Trait::Diving) && has_water && may_land && may_come_up,
            StrikeKind::AntiSubterranean => may_have(Trait::Digging) && may_land && may_surface,
        }
}
