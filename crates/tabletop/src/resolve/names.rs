//! Every name or number by which something refers to a faction, a card or a hex, and what it means.

use muster_core::source::{Address, Pointer};

use super::TabletopBattle;
use crate::model::{HexRef, HexVictory};

/// The kind of thing that a reference means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReferenceKind {
    /// A faction.
    Faction,
    /// A card.
    Card,
    /// A hex, by its number or the name of a place.
    Hex,
}

/// A name or number by which something refers to something else.
#[derive(Debug, Clone)]
pub struct TabletopReference {
    /// The kind of thing that is meant.
    pub kind: ReferenceKind,
    /// As written; a hex's number with its digits.
    pub text: String,
    /// The place where it is written.
    pub at: Address,
    /// The thing it means, as an index into the factions or cards of the battle, or the hexes of its map; `None` if it means
    /// nothing.
    pub means: Option<usize>,
}

/// Finds every reference of the battle's documents and what it means, and what abilities name.
pub(super) fn resolve(battle: &mut TabletopBattle) {
    let mut references = Vec::new();
    let mut companions = Vec::new();
    for card in 0..battle.cards.len() {
        for (i, ability) in battle.cards[card].abilities.iter().enumerate() {
            let conditions = [("while", &ability.written.only_while), ("unless", &ability.written.unless)];
            for (which, (key, condition)) in conditions.into_iter().enumerate() {
                let Some(name) = condition.as_ref().and_then(|condition| condition.companion.as_ref()) else {
                    continue;
                };
                let means = battle.find_card(name);
                companions.push((card, i, which, means));
                let at = battle.card_address(card, &format!("/abilities/{i}/{key}/with"));
                references.push(TabletopReference { kind: ReferenceKind::Card, text: name.clone(), at, means });
            }
        }
    }
    for (card, ability, which, means) in companions {
        battle.cards[card].abilities[ability].companions[which] = means;
    }
    references.extend(Reader { battle, references: Vec::new() }.read());
    battle.references = references;
}

/// Reads the references of a scenario.
struct Reader<'b> {
    battle: &'b TabletopBattle,
    references: Vec<TabletopReference>,
}

impl Reader<'_> {
    fn read(mut self) -> Vec<TabletopReference> {
        let Some(scenario) = self.battle.scenario() else { return Vec::new() };
        let root = Pointer::root().key("scenario");
        for (i, faction) in scenario.factions.iter().enumerate() {
            for (k, entry) in faction.setup.iter().enumerate() {
                let at = root.key("factions").index(i).key("setup").index(k);
                self.push(ReferenceKind::Card, &entry.card, at.key("card"), self.battle.find_card(&entry.card));
                self.hex(&entry.at, at.key("at"));
            }
        }
        for (i, victory) in scenario.victory.iter().enumerate() {
            let at = root.key("victory").index(i);
            match victory {
                HexVictory::Hold { hexes, .. } => {
                    hexes.iter().enumerate().for_each(|(k, hex)| self.hex(hex, at.key("hexes").index(k)));
                }
                HexVictory::Destroy { card, .. } => {
                    self.push(ReferenceKind::Card, card, at.key("card"), self.battle.find_card(card));
                }
                HexVictory::MostMight | HexVictory::Last => {}
            }
            if let Some(name) = victory.faction() {
                self.push(ReferenceKind::Faction, name, at.key("faction"), self.battle.find_faction(name));
            }
        }
        self.references
    }

    fn hex(&mut self, hex: &HexRef, at: Pointer) {
        // Without a map no hex is wrong: that there is none is found elsewhere.
        let Some(map) = &self.battle.map else { return };
        let text = match hex {
            HexRef::Number(number) => number.digits(map.layout.is_wide()),
            HexRef::Place(name) => name.clone(),
        };
        self.push(ReferenceKind::Hex, &text, at, map.find(hex));
    }

    fn push(&mut self, kind: ReferenceKind, text: &str, at: Pointer, means: Option<usize>) {
        let at = Address::value(self.battle.file(), at);
        self.references.push(TabletopReference { kind, text: text.to_owned(), at, means });
    }
}
