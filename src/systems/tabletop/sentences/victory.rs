//! Sentences for victory: how a battle is won, and how it ends.

use crate::systems::english::list;
use crate::systems::tabletop::resolve::{ResolvedVictory, TabletopBattle, VictoryGoal};

/// Returns a condition of victory (TT-1.4).
pub fn victory(battle: &TabletopBattle, victory: &ResolvedVictory) -> String {
    let winner = victory.faction.map_or("A faction", |faction| battle.factions[faction].name.as_str());
    match &victory.rule {
        VictoryGoal::Hold { hexes, until } => {
            let hexes: Vec<String> = hexes.iter().map(|hex| place(battle, *hex)).collect();
            let each = if hexes.len() == 1 { "there" } else { "on each of them" };
            format!(
                "{winner} wins by holding {} at the end of turn {until}: a card of it stands {each}, and none of another.",
                list(&hexes, "and")
            )
        }
        VictoryGoal::Destroy(card) => {
            let card = card.map_or("the card", |card| battle.cards[card].name.as_str());
            format!("{winner} wins as soon as others have had {card} on the map, and have none left there.")
        }
        VictoryGoal::MostMight => {
            format!("When turn {} is over, most might on the map wins; equal might is a draw.", battle.turns())
        }
        VictoryGoal::Last => last().to_owned(),
    }
}

/// Returns the condition of victory that every battle has.
pub fn last() -> &'static str {
    "The last faction with a card on the map wins, standards counted."
}

/// Returns the sentence about the end of a battle that nobody has won, if no condition of victory says it.
pub fn end(battle: &TabletopBattle) -> Option<String> {
    let is_said = battle.victory.iter().any(|victory| victory.rule == VictoryGoal::MostMight);
    (!is_said).then(|| format!("When turn {} is over, the battle is a draw.", battle.turns()))
}

/// Returns a hex by its place and number: `The Abbey (0706)`.
pub fn place(battle: &TabletopBattle, hex: usize) -> String {
    let Some(map) = &battle.map else { return String::new() };
    let digits = map.digits(hex);
    let named = map.places.iter().find(|(_, at)| *at == Some(hex));
    named.map_or_else(|| digits.clone(), |(name, _)| format!("{name} ({digits})"))
}
