//! The lines of a battle that can be taken out, to see what they are worth: cards, their abilities, and entries of set-ups.

use muster_systems::removal::WeighedLine;

use super::resolve::TabletopBattle;

/// Returns the lines, faction by faction. What several factions may deploy is nobody's alone.
pub(super) fn lines(battle: &TabletopBattle) -> Vec<WeighedLine> {
    let mut lines = Vec::new();
    for (side, faction) in battle.factions.iter().enumerate() {
        let is_own = |card: &&usize| battle.factions.iter().filter(|other| other.cards.contains(card)).count() == 1;
        for card in faction.cards.iter().filter(is_own) {
            let resolved = &battle.cards[*card];
            let line = |suffix: &str, what| WeighedLine {
                card: resolved.id.to_string(),
                name: resolved.name.clone(),
                side,
                ..WeighedLine::new(battle.card_address(*card, suffix), what)
            };
            lines.push(WeighedLine { unused: Some(None), ..line("", "card") });
            for (number, ability) in resolved.abilities.iter().enumerate() {
                lines.push(WeighedLine {
                    words: ability.written.name.clone(),
                    ..line(&format!("/abilities/{number}"), "ability")
                });
            }
        }
        for (entry, cards) in faction.setup.iter().enumerate() {
            let Some(card) = cards.card else { continue };
            let (card, name) = (battle.cards[card].id.to_string(), battle.cards[card].name.clone());
            let words = format!("set-up {}", entry + 1);
            lines.push(WeighedLine {
                card,
                name,
                side,
                words,
                ..WeighedLine::new(battle.setup_address(side, entry, ""), "set-up")
            });
        }
    }
    lines
}
