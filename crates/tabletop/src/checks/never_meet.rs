//! TT182 `never-meet`: factions can never meet on the map.

use std::collections::VecDeque;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_systems::english::quote_names;

use crate::model::{AbilityDeed, DetailedDeed};
use crate::reach::Ground;
use crate::resolve::{ResolvedFaction, ResolvedMap, TabletopBattle};

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT182", "never-meet", Severity::Warning, include_str!("never_meet.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let count = battle.factions.len();
    // Where a faction has nothing on the map, or what means nothing, that is found.
    if !(2..=4).contains(&count) || !battle.factions.iter().all(ResolvedFaction::knows_start) {
        return;
    }
    let Some(ground) = Ground::new(battle) else { return };
    let reached = ground.reached_hexes();
    let ranges: Vec<Option<u32>> = (0..count).map(|faction| strike_range(battle, faction)).collect();
    let meets = |a: usize, b: usize| {
        let is_both = reached[a].iter().zip(&reached[b]).any(|(a, b)| *a && *b);
        is_both || ranges[a].max(ranges[b]).is_some_and(|range| is_near(ground.map(), &reached[a], &reached[b], range))
    };
    // Those who can come to fight the first faction, or one that can.
    let mut together = vec![false; count];
    together[0] = true;
    for _ in 1..count {
        for a in 0..count {
            let joins = !together[a] && (0..count).any(|b| together[b] && meets(a, b));
            together[a] |= joins;
        }
    }
    let apart: Vec<usize> = (0..count).filter(|faction| !together[*faction]).collect();
    if let Some(first) = apart.first() {
        let names = |wanted: bool| {
            let named = (0..count).filter(|faction| together[*faction] == wanted);
            quote_names(named.map(|faction| &*battle.factions[faction].name), "and")
        };
        let message = format!("{} can never meet {} or strike them from a distance", names(false), names(true));
        let finding = cx.finding(battle.faction_address(*first, "/name"), message);
        cx.push(finding.help("make the ground between them passable: by terrain, roads or traits of cards"));
    }
}

/// Returns how far a faction can strike; `None` if it has no strikes.
fn strike_range(battle: &TabletopBattle, faction: usize) -> Option<u32> {
    let all = || {
        let cards = battle.cards.iter().filter(|card| card.factions.contains(&faction));
        cards.flat_map(|card| &card.abilities).flat_map(|ability| &ability.written.deeds)
    };
    let longest = all().filter_map(|deed| deed.strike()).map(|strike| u32::from(strike.range)).max()?;
    let longer = |deed: &AbilityDeed| match deed {
        AbilityDeed::Deed(DetailedDeed::Change(change)) => change.range.max(0).unsigned_abs().into(),
        _ => 0_u32,
    };
    Some(longest + all().map(longer).sum::<u32>())
}

/// Returns true if two hexes, one of each set, are within so many hexes.
fn is_near(map: &ResolvedMap, a: &[bool], b: &[bool], range: u32) -> bool {
    let mut distance: Vec<Option<u32>> = a.iter().map(|here| here.then_some(0)).collect();
    let mut queue: VecDeque<usize> = (0..a.len()).filter(|hex| a[*hex]).collect();
    while let Some(hex) = queue.pop_front() {
        let steps = distance[hex].unwrap_or_default();
        if b[hex] {
            return true;
        }
        for next in map.layout.neighbours(hex).into_iter().flatten().filter(|_| steps < range) {
            if distance[next].is_none() {
                distance[next] = Some(steps + 1);
                queue.push_back(next);
            }
        }
    }
    false
}
