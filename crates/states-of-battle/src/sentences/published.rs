//! The published cards in a language: their names and texts, which no scenario writes.

use crate::resolve::CardInUse;
use crate::wording::{StatesWord as W, StatesWording};

/// The published cards, by the names that scenarios know them by.
const PUBLISHED: [(&str, W, W); 21] = [
    ("Brilliant Tactician", W::CardBrilliantTactician, W::TextBrilliantTactician),
    ("Cast Spells", W::CardCastSpells, W::TextCastSpells),
    ("Engines of War Reload", W::CardEnginesOfWarReload, W::TextEnginesOfWarReload),
    ("Melee", W::CardMelee, W::TextMelee),
    ("Missile Reload", W::CardMissileReload, W::TextMissileReload),
    ("Move", W::CardMove, W::TextMove),
    ("Move Command Group", W::CardMoveCommandGroup, W::TextMoveCommandGroup),
    ("Lull", W::CardLull, W::TextLull),
    ("Army Morale", W::CardArmyMorale, W::TextArmyMorale),
    ("Command Indecision", W::CardCommandIndecision, W::TextCommandIndecision),
    ("Crushing Missilery", W::CardCrushingMissilery, W::TextCrushingMissilery),
    ("Ineffective Missilery", W::CardIneffectiveMissilery, W::TextIneffectiveMissilery),
    ("Inspiring Leader", W::CardInspiringLeader, W::TextInspiringLeader),
    ("Superstitions & Omens", W::CardSuperstitionsOmens, W::TextSuperstitionsOmens),
    ("Sneaky Critterz", W::CardSneakyCritterz, W::TextSneakyCritterz),
    ("Rally Back", W::CardRallyBack, W::TextRallyBack),
    ("Undisciplined Missilery", W::CardUndisciplinedMissilery, W::TextUndisciplinedMissilery),
    ("Favour of the Gods", W::CardFavourOfTheGods, W::TextFavourOfTheGods),
    ("Leadership", W::CardLeadership, W::TextLeadership),
    ("Manoeuvre", W::CardManoeuvre, W::TextManoeuvre),
    ("Stratagem", W::CardStratagem, W::TextStratagem),
];

fn words_of(card: &CardInUse) -> Option<&'static (&'static str, W, W)> {
    PUBLISHED.iter().find(|(name, ..)| card.at.is_none() && *name == card.definition.card)
}

/// Returns the name of a card on the table: of one that is written, its own.
pub fn card_name(wording: StatesWording<'_>, card: &CardInUse) -> String {
    words_of(card).map_or_else(|| card.definition.card.clone(), |(_, name, _)| wording.word(*name))
}

/// Returns the text of a published card.
pub(super) fn text(wording: StatesWording<'_>, card: &CardInUse) -> Option<String> {
    words_of(card).map(|(_, _, text)| wording.word(*text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resolve::published_cards;

    #[test]
    fn every_published_card_has_words() {
        let names: Vec<&str> = PUBLISHED.iter().map(|(name, ..)| *name).collect();
        let cards: Vec<&str> = published_cards().iter().map(|card| card.card.as_str()).collect();
        assert_eq!(names, cards);
    }
}
