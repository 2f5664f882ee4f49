//! The factions of a battle: what they may deploy, and what stands on the map at the start.

use muster_core::source::Pointer;

use super::TabletopBattle;
use crate::model::{CardMorale, Faction, SetupEntry, TabletopCardId, TabletopCardList, TabletopCardRange};

/// One faction.
#[derive(Debug, Clone)]
pub struct ResolvedFaction {
    /// Its name.
    pub name: String,
    /// The faction with more acts first.
    pub initiative: u16,
    /// Resources at the start.
    pub resources: u32,
    /// Resources that come in every turn.
    pub income: u32,
    /// The cards that it may deploy, indices into [`TabletopBattle::cards`], each once, in the order of its list.
    pub cards: Vec<usize>,
    /// Listed numbers that no card has, with the place that lists them.
    pub missing: Vec<(TabletopCardId, Pointer)>,
    /// Cards that it lists twice, with the place that lists them again.
    pub twice: Vec<(usize, Pointer)>,
    /// The cards on the map at the start, as written.
    pub setup: Vec<SetupCards>,
    /// The names of its armies at the start, in the order in which they are written. One name in two hexes is two armies.
    pub armies: Vec<String>,
}

impl ResolvedFaction {
    /// Returns true if every card of its set-up is known: none is named by a name that means nothing.
    pub fn knows_cards(&self) -> bool {
        self.setup.iter().all(|entry| entry.card.is_some())
    }

    /// Returns true if it has something on the map at the start, and it is known what and where.
    pub fn knows_start(&self) -> bool {
        !self.setup.is_empty() && self.setup.iter().all(|entry| entry.card.is_some() && entry.hex.is_some())
    }
}

/// Cards of the set-up.
#[derive(Debug, Clone)]
pub struct SetupCards {
    /// The card, an index into [`TabletopBattle::cards`]; `None` if the name means none.
    pub card: Option<usize>,
    /// Number of copies.
    pub count: u8,
    /// The hex; `None` if there is none.
    pub hex: Option<usize>,
    /// Whether they are one formation.
    pub merged: bool,
    /// The experience of each.
    pub experience: u8,
    /// The morale of each.
    pub morale: CardMorale,
    /// The army that they are in, an index into [`ResolvedFaction::armies`].
    pub army: Option<usize>,
}

/// Resolves the factions, and lets each card know whose it is.
pub(super) fn resolve(battle: &mut TabletopBattle) {
    let written = battle.scenario().map_or(Vec::new(), |scenario| scenario.factions.clone());
    for (index, faction) in written.iter().enumerate() {
        let resolved = resolve_faction(battle, index, faction);
        let of_faction = resolved.cards.iter().copied().chain(resolved.setup.iter().filter_map(|entry| entry.card));
        for card in of_faction {
            if battle.cards[card].factions.last() != Some(&index) {
                battle.cards[card].factions.push(index);
            }
        }
        battle.factions.push(resolved);
    }
}

fn resolve_faction(battle: &TabletopBattle, index: usize, written: &Faction) -> ResolvedFaction {
    let mut faction = ResolvedFaction {
        name: written.name.clone(),
        initiative: written.initiative,
        resources: written.resources,
        income: written.income,
        cards: Vec::new(),
        missing: Vec::new(),
        twice: Vec::new(),
        setup: Vec::new(),
        armies: Vec::new(),
    };
    let mut is_listed = vec![false; battle.cards.len()];
    for (range, pointer) in ranges(index, written) {
        for id in range.numbers() {
            match battle.card_numbered(id) {
                Some(card) if is_listed[card] => faction.twice.push((card, pointer.clone())),
                Some(card) => {
                    is_listed[card] = true;
                    faction.cards.push(card);
                }
                None => faction.missing.push((id, pointer.clone())),
            }
        }
    }
    let mut armies: Vec<(&String, Option<usize>)> = Vec::new();
    for SetupEntry { card, count, at, merged, experience, morale, army } in &written.setup {
        let hex = battle.map.as_ref().and_then(|map| map.find(at));
        let army = army.as_ref().map(|name| {
            let known = armies.iter().position(|known| *known == (name, hex));
            known.unwrap_or_else(|| {
                armies.push((name, hex));
                armies.len() - 1
            })
        });
        faction.setup.push(SetupCards {
            card: battle.find_card(card),
            count: *count,
            hex,
            merged: *merged,
            experience: *experience,
            morale: *morale,
            army,
        });
    }
    faction.armies = armies.into_iter().map(|(name, _)| name.clone()).collect();
    faction
}

/// Returns the ranges of a faction's cards and where they are written.
pub(super) fn ranges(index: usize, faction: &Faction) -> Vec<(TabletopCardRange, Pointer)> {
    let base = Pointer::root().key("scenario").key("factions").index(index).key("cards");
    match &faction.cards {
        TabletopCardList::One(range) => vec![(*range, base)],
        TabletopCardList::Many(ranges) => ranges.iter().enumerate().map(|(i, range)| (*range, base.index(i))).collect(),
    }
}

impl TabletopBattle {
    /// Returns every range of cards with its faction and where it is written.
    pub fn card_ranges(&self) -> Vec<(usize, TabletopCardRange, Pointer)> {
        let factions = self.scenario().map_or(&[][..], |scenario| &scenario.factions).iter().enumerate();
        let of_faction = |(index, faction): (usize, &Faction)| {
            ranges(index, faction).into_iter().map(move |(range, pointer)| (index, range, pointer)).collect::<Vec<_>>()
        };
        factions.flat_map(of_faction).collect()
    }
}
