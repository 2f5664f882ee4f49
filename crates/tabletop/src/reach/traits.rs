//! Traits that cards may come to have, or to lack, by the abilities of all cards.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{AbilityDeed, DetailedDeed, RecipientGroup, Recipients, Trait};
use crate::resolve::{ResolvedCard, TabletopBattle};

/// The cards of a faction that an ability may reach.
#[derive(Debug, Clone, Default)]
struct Audience {
    all: bool,
    types: FxHashSet<String>,
}

/// The traits that the cards of each faction may come to have, or to lack.
#[derive(Debug, Clone, Default)]
pub struct TraitOutlook {
    given: FxHashMap<(usize, Trait), Audience>,
    taken: FxHashMap<(usize, Trait), Audience>,
}

impl TraitOutlook {
    /// Looks through the abilities of every card that a faction has.
    pub fn new(battle: &TabletopBattle) -> TraitOutlook {
        let mut outlook = TraitOutlook::default();
        for card in &battle.cards {
            for deed in card.abilities.iter().flat_map(|ability| &ability.written.deeds) {
                let (changes, quality) = match deed {
                    AbilityDeed::Deed(DetailedDeed::Give(give)) => (&mut outlook.given, give.quality),
                    AbilityDeed::Deed(DetailedDeed::Take(take)) => (&mut outlook.taken, take.quality),
                    _ => continue,
                };
                let Some(recipients) = deed.recipients() else { continue };
                for faction in 0..battle.factions.len() {
                    let is_reached = match recipients.to {
                        RecipientGroup::Enemies => card.factions.iter().any(|own| *own != faction),
                        _ => card.factions.contains(&faction),
                    };
                    if is_reached {
                        changes.entry((faction, quality)).or_default().widen(card, recipients);
                    }
                }
            }
        }
        outlook
    }

    /// Returns true if a card of a faction has a trait or may be given it.
    pub fn may_have(&self, faction: usize, card: &ResolvedCard, quality: Trait) -> bool {
        card.has(quality) || reaches(&self.given, (faction, quality), card)
    }

    /// Returns true if a card of a faction lacks a trait or may have it taken.
    pub fn may_lack(&self, faction: usize, card: &ResolvedCard, quality: Trait) -> bool {
        !card.has(quality) || reaches(&self.taken, (faction, quality), card)
    }
}

fn reaches(changes: &FxHashMap<(usize, Trait), Audience>, key: (usize, Trait), card: &ResolvedCard) -> bool {
    changes.get(&key).is_some_and(|audience| audience.all || audience.types.contains(&card.kind))
}

impl Audience {
    fn widen(&mut self, card: &ResolvedCard, recipients: Recipients<'_>) {
        let is_for = |kind: &String| recipients.types.is_empty() || recipients.types.contains(kind);
        match recipients.to {
            // A formation is of one type, and shares what one of its cards is given (TT-3.1).
            RecipientGroup::Own | RecipientGroup::Formation => {
                if is_for(&card.kind) {
                    self.types.insert(card.kind.clone());
                }
            }
            RecipientGroup::Army | RecipientGroup::Friends | RecipientGroup::Enemies => {
                self.all |= recipients.types.is_empty();
                self.types.extend(recipients.types.iter().cloned());
            }
        }
    }
}
