//! Cards of a set-up that are merged (TT-3.1).

use crate::resolve::TabletopBattle;

/// An entry of a set-up that is merged.
#[derive(Debug, Clone, Copy)]
pub struct MergedEntry<'b> {
    /// Its place in the set-up of its faction.
    pub entry: usize,
    /// The name of its card.
    pub name: &'b str,
    /// Its hex.
    pub hex: usize,
    /// The type of its card.
    pub kind: &'b str,
    /// The experience of each of its cards.
    pub experience: u8,
}

impl MergedEntry<'_> {
    /// Returns true if both are of one hex, type and experience, and so one formation.
    pub fn is_alike(&self, other: &MergedEntry<'_>) -> bool {
        (self.hex, self.kind, self.experience) == (other.hex, other.kind, other.experience)
    }
}

/// Returns the entries of a faction's set-up that are merged, standards left out.
pub fn merged_entries(battle: &TabletopBattle, faction: usize) -> Vec<MergedEntry<'_>> {
    let setup = battle.factions[faction].setup.iter().enumerate().filter(|(_, setup)| setup.merged);
    let resolved = setup.filter_map(|(entry, setup)| {
        let card = &battle.cards[setup.card?];
        let (name, kind) = (&*card.name, &*card.kind);
        let merged = MergedEntry { entry, name, hex: setup.hex?, kind, experience: setup.experience };
        (!card.is_standard()).then_some(merged)
    });
    resolved.collect()
}
